# SPDX-License-Identifier: BSD-2-Clause
"""Access to hardware: what came of each, and that the processor is given back as it was found."""

import os
import re
import struct
import tempfile

import pytest

from suite.qemu import FAIL, PASS, boot

LOCAL_APIC = ('0xfee00080', '0xfee000f0', '0xfee00320', '0xfee00340', '0xfee00350', '0xfee00360')


def test_every_access_has_its_outcome():
    """A register that is there, a hidden function, an address that nobody mapped, an MSR that the processor
    refuses (QEMU checks few; VM_HSAVE_PA must be page aligned), and no value where no register gave one."""
    run = boot('bare-xeon-7500', '-F json peek mmio 0xfee00340; peek pci 0; peek pci 0x3f8000; '
               'peek mmio 0x700000000000; peek mmio 0x7000000000000000; poke msr 0xc0010117 1')
    run.expect_status(FAIL)
    peeks = run.records('peek')
    run.expect([peek['outcome'] for peek in peeks] == ['ok', 'ok', 'all-ones', 'absent', 'fault'],
               f'outcomes of the reads: {[peek["outcome"] for peek in peeks]}')
    run.expect(all(('value' in peek) == (peek['outcome'] == 'ok') for peek in peeks),
               'a value is shown that was not read, or not shown though it was')
    run.expect([poke['outcome'] for poke in run.records('poke')] == ['fault'], 'the refused write is not a fault')


def test_window_is_closed_behind_us():
    """The local APIC reads the same before and after interrupts were taken, and the firmware's services go on."""
    peeks = '; '.join(f'peek mmio {register}' for register in LOCAL_APIC)
    run = boot('xeon-7500', f'-F json {peeks}; record -e cbox0::LLC_HITS:M -c 10000 -n 3; {peeks}; info')
    run.expect_status(PASS)
    run.expect(len(run.records('sample')) == 3, 'no interrupts were taken')
    values = [peek['value'] for peek in run.records('peek')]
    count = len(LOCAL_APIC)
    run.expect(len(values) == 2 * count and values[:count] == values[count:], f'before and after: {values}')


COM3 = 0x3e8
BAUD_57600 = 6


def serial_console(port, speed, kind=1, bits=8, access=1):
    """The body of an SPCR: a 16550 (kind 1 is a 16450 and more) of so many bits at this port, and a code for its speed."""
    return struct.pack('<B3xBBBBQ6xB', kind, 1, bits, 0, access, port, speed) + bytes(21)


def test_a_board_of_another_shape():
    """Memory above 4 GiB, no HPET, a screen, a second root bus, a processor with 5-level paging, SMEP and SMAP, and ACPI's word
    that the serial console is not the first port, where the firmware has a terminal. That one nobody has set up: it gets the speed that ACPI says, and then the
    one that the commands say."""
    shape = ('-m 6G -vga std -machine q35,hpet=off -cpu Nehalem,model=46,la57=on,+smep,+smap '
             '-device pxb-pcie,bus_nr=0x80,id=p -device pcie-root-port,bus=p,id=r,chassis=9,slot=9 ')
    with tempfile.TemporaryDirectory(prefix='uncork-shape-') as directory:
        table, console = os.path.join(directory, 'spcr'), os.path.join(directory, 'console')
        with open(table, 'wb') as file:
            file.write(serial_console(COM3, BAUD_57600, bits=32, access=3))
        port = f'-acpitable sig=SPCR,rev=2,data={table} -chardev file,id=com3,path={console} -device isa-serial,index=2,chardev=com3'
        run = boot('bare-xeon-7500', '-F json serial-speed = 9600; expect no-boxes; info -a', f'--qemu={shape}{port}')
        run.expect_status(PASS)
        run.expect_text('"record":"end"')  # by the firmware's terminal, which is on the first port
        with open(console, encoding='ascii') as file:
            run.hear(file.read())
    run.expect([end['result'] for end in run.records('end')] == ['pass'], 'the run did not pass')
    consoles = [record['name'] for record in run.records('console')]
    run.expect(len(consoles) == 1 and re.fullmatch(r'SPCR, set to 57600 baud 8N1 \(.*\), at 9600 baud as serial-speed says', consoles[0]), f'{consoles}')
    functions = [record['address'] for record in run.records('pci_function')]
    run.expect('0000:80:00.0' in functions, f'of the second root bus nothing is found: {functions}')
    run.expect([record['by'] for record in run.records('clock')] == ['the ACPI timer'], 'nobody says what time is measured by')


@pytest.mark.parametrize('way', [(), ('--bios',)])
def test_the_serial_port_that_is_asked_for_is_the_console(way):
    """One that does not answer leaves the console where it is."""
    with tempfile.NamedTemporaryFile(prefix='uncork-com3-') as console:
        port = f'--qemu=-chardev file,id=com3,path={console.name} -device isa-serial,index=2,chardev=com3'
        run = boot('bare-xeon-7500', '-F json serial-port = com3; expect no-boxes; serial-port = com4; info', *way, port)
        run.expect_status(PASS)
        run.expect(way == () or not run.records('console'), 'the first port is still the console')
        run.hear(console.read().decode())
    run.expect([r['name'].split(',')[0] for r in run.records('console')] == ['port 0x3e8'], f"{run.records('console')}")
    run.expect_text('serial-port: not changed: no 16550 answers there')


def test_a_serial_console_that_is_not_followed_is_said():
    with tempfile.NamedTemporaryFile() as table:
        table.write(serial_console(COM3, BAUD_57600, kind=3))
        table.flush()
        for kind in ((), ('--bios',)):
            run = boot('bare-xeon-7500', '-F json expect no-boxes; info', *kind, f'--qemu=-acpitable sig=SPCR,rev=2,data={table.name}')
            run.expect_status(PASS)
            consoles = [record['name'] for record in run.records('console')]
            run.expect(len(consoles) == 1 and consoles[0].startswith('COM1 by default: the port that SPCR names is not a 16550'), f'{consoles}')


BUS_BYTES, FUNCTION_BYTES = 1 << 20, 1 << 12
CONFIGURATION = 0x10000000  # in memory that UEFI, which takes from the top of 512 MiB, has no need of


def bus(*functions):
    """Configuration space of a bus: (device, function, vendor, device id) of what is on it; the rest reads all ones."""
    space = bytearray(b'\xff' * BUS_BYTES)
    for device, function, *ids in functions:
        at = device << 15 | function << 12
        space[at:at + FUNCTION_BYTES] = struct.pack('<HHIII', *ids, 0, 0, 0).ljust(FUNCTION_BYTES, b'\0')
    return bytes(space)


def allocations(*regions):
    """The body of an MCFG: (where bus 0 would be, segment, first bus, last bus) of each region."""
    return bytes(8) + b''.join(struct.pack('<QHBB4x', *region) for region in regions)


def test_segments_of_configuration_space():
    """Two segments, and a region that does not begin with bus 0. QEMU's machines have one segment, and their MCFG comes first where
    they have one: so this is the older machine, which has none, and what is behind the regions is memory, filled in before. The ports have the other buses of the first segment, and on them what QEMU has."""
    buses = bus((3, 0, 0x8086, 0x1111)), bus(), bus((0, 0, 0x8086, 0x2222)), bus((31, 0, 0x8086, 0x3333))
    regions = (CONFIGURATION - 0x40 * BUS_BYTES, 0, 0x40, 0x41), (CONFIGURATION + 2 * BUS_BYTES, 1, 0, 1)
    with tempfile.TemporaryDirectory(prefix='uncork-segments-') as directory:
        table, space = os.path.join(directory, 'mcfg'), os.path.join(directory, 'space')
        for path, content in ((table, allocations(*regions)), (space, b''.join(buses))):
            with open(path, 'wb') as file:
                file.write(content)
        run = boot('bare-xeon-7500', '-F json info -a; peek pci 0x4018000; peek pci 0x101f8000; peek pci 0x10018000; peek pci 0x10200000',
                   f'--qemu=-machine pc -acpitable sig=MCFG,data={table} -device loader,file={space},addr={CONFIGURATION:#x},force-raw=on')
    run.expect_status(FAIL)
    places = [(record['segment'], record['first_bus'], record['last_bus'], record['base'].startswith('ports')) for record in run.records('ecam')]
    run.expect(places == [(0, 0, 0x3f, True), (0, 0x40, 0x41, False), (0, 0x42, 0xff, True), (1, 0, 1, False)], f'{places}')
    functions = [record['address'] for record in run.records('pci_function')]
    run.expect(functions[0] == '0000:00:00.0' and [at for at in functions if not at.startswith('0000:00')] ==
               ['0000:40:03.0', '0001:00:00.0', '0001:01:1f.0'], f'{functions}')
    peeks = [(peek['outcome'], peek.get('value')) for peek in run.records('peek')]
    run.expect(peeks == [('ok', '0x11118086'), ('ok', '0x33338086'), ('all-ones', None), ('absent', None)], f'{peeks}')
