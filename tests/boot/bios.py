# SPDX-License-Identifier: BSD-2-Clause
"""A machine without UEFI: SeaBIOS starts the same programs by the Linux boot protocol."""

import os
import tempfile

import pytest

from suite.few import box_of
from suite.qemu import CRASH, ERROR, FAIL, PASS, PROBING_PMIS, boot
from suite.result import must_run

SOCKETS = ('-s', '2', '-c', '4')
EVENT = 'nhmex_unc_cbox0::LLC_HITS:M'


def expect_clean(run):
    run.expect_status(PASS)
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')


def test_no_box_without_silicon():
    """The negative control: QEMU alone has no boxes, whoever starts the firmware."""
    run = boot('bare-xeon-7500', '-F json info; test', '--bios', *SOCKETS, '--qemu=-smbios type=1,manufacturer=Maker,product=Two,serial=S/N-1')
    board = run.records('board')
    run.expect([(b['maker'], b['product'], b['serial']) for b in board] == [('Maker', 'Two', 'S/N-1')], 'the board is not named by its BIOS')
    run.expect('began' not in board[0], 'a BIOS is asked for the time')
    run.expect(run.status in (FAIL, ERROR), f'status {run.status} without any box')
    boxes = run.records('box')
    run.expect(boxes and all(box['state'] != 'found' for box in boxes), 'a box was found')
    run.expect(run.records('check'), 'not a single check was planned')


def test_a_hundred_samples_without_uefi():
    """On the processor that was booted and on one that was started, of another socket."""
    records = '; '.join(f'record -C {cpu} -e {EVENT} -c 2000 -n 100' for cpu in (0, 3))
    run = boot('xeon-7500', f'-F json {records}', '--bios', *SOCKETS)
    expect_clean(run)
    samples = run.records('sample')
    run.expect([s['seq'] for s in samples] == 2 * list(range(1, 101)), 'numbers are not consecutive')
    run.expect([s['cpu'] for s in samples] == [0] * 100 + [3] * 100, 'a PMI went elsewhere')
    run.expect(all(s['pmi'] == 'native' for s in samples), 'a PMI was none of the box')
    run.expect(run.statistics()['pmis'] == 200 + PROBING_PMIS, f'the silicon sent {run.statistics()["pmis"]} PMIs')


def test_a_crash_without_uefi():
    run = boot('bare-xeon-7500', 'crash ud; info', '--bios')
    run.expect_status(CRASH)
    run.expect_text('#UD', 'crash_by_invalid_opcode', 'calls, innermost first', 'register accesses, latest first')
    backtrace = [line for line in run.lines if line.lstrip().startswith('#')]
    run.expect('crash_by_invalid_opcode' in backtrace[0] and any('pc_main' in line for line in backtrace),
               'the backtrace does not go from the crash to pc_main')
    run.expect('pass:' not in run.console, 'there is a verdict after the crash')


def test_the_other_processors_crash_without_uefi():
    run = boot('xeon-7500', 'crash gp 3; info', '--bios', *SOCKETS)
    run.expect_status(CRASH)
    run.expect_text('#GP', 'crash_by_bad_address', 'cpu 3, APIC id 0x3')
    run.expect('pass:' not in run.console and 'did not stop' not in run.console, 'something went on after the crash')


def test_an_address_that_nobody_mapped():
    """Our own page tables end where UEFI's would: what lies beyond is absent, not a crash."""
    run = boot('bare-xeon-7500', 'BOOT_IMAGE=/uncork ro -F json peek mmio 0xfee00340; peek mmio 0x700000000000; peek mmio 0x7000000000000000', '--bios')
    run.expect_status(FAIL)
    outcomes = [peek['outcome'] for peek in run.records('peek')]
    run.expect(outcomes == ['ok', 'absent', 'fault'], f'outcomes of the reads: {outcomes}')
    run.expect_text('words that are not commands were ignored: ro"')


FAR = 0x2000000000  # above the 64 GiB that our page tables have one to one


def test_a_device_above_all_that_is_mapped():
    """What tables of pages do not have is mapped for the access, for every processor alike."""
    place = ('poke pci 00:5.0+4 0; poke pci 00:5.0+0x18 0xc; '
             f'poke pci 00:5.0+0x1c {FAR >> 32:#x}; poke pci 00:5.0+4 7')
    use = (f'poke mmio {FAR + 0x1230:#x} 0x12345678 -s 1; peek mmio {FAR + 0x1230:#x}; '
           f'poke mmio {FAR + 0xffff8:#x} 0x1122334455667788 -w 64; peek mmio {FAR + 0xffff8:#x} -w 64 -s 1')
    run = boot('bare-xeon-7500', f'-F json {place}; {use}', '--bios', *SOCKETS,
               '--qemu=-object memory-backend-ram,id=far,size=1M -device ivshmem-plain,memdev=far,addr=5')
    run.expect_status(PASS)
    values = [peek['value'] for peek in run.records('peek')]
    run.expect(values == ['0x12345678', '0x1122334455667788'], f'it holds {values}')


def boot_stick(machine, configuration):
    """What a stick with this configuration does on a machine without UEFI."""
    with tempfile.TemporaryDirectory(prefix='uncork-stick-') as directory:
        path, image = os.path.join(directory, 'uncork.cfg'), os.path.join(directory, 'stick.img')
        with open(path, 'w', encoding='ascii') as file:
            file.write(configuration)
        must_run(['tools/image/make-image', '-c', path, '-o', image], 60)
        return boot(machine, '', '--bios', *SOCKETS, '-i', image)


def test_stick_runs_its_configuration_without_uefi():
    """GRUB's first entry, after its three seconds: uncork.cfg is the initrd."""
    run = boot_stick('bare-xeon-7500', '-F json info  # a remark\r\ntest\n')
    run.expect(run.status in (FAIL, ERROR), f'status {run.status} without any box')
    run.expect([cpu['usable'] for cpu in run.records('cpu')] == [1] * 4, 'a processor did not come up')
    run.expect(run.records('check') and run.lines[-1].startswith('{"record":"end"'), 'the run has no end')


# What a way in may change: PMIs, exceptions and privilege levels of each processor, clocks, and memory.
COMMANDS = ('-F json info', *(f'test {checks}' for checks in ('*.ubox.pmi.*', '*.core*.ctr0.*', '*.wbox.*')), 'work -n 1 read:1024')


@pytest.mark.parametrize('way', ('kernel', 'stick'))
def test_every_way_in_checks_both_sockets(way):
    """Started as a kernel, and from the image of the stick by its menu entry of the virtual silicon, which is the one that the machine takes there."""
    run = boot('xeon-7500', '; '.join(COMMANDS), '--bios', *SOCKETS) if way == 'kernel' else boot_stick('xeon-7500', '\n'.join(COMMANDS) + '\n')
    expect_clean(run)
    run.expect([record['platform'] for record in run.records('start')] == ['x86_64 BIOS'], 'this was no BIOS')
    run.expect([cpu['usable'] for cpu in run.records('cpu')] == [1] * 4, 'a processor did not come up')
    boxes, checks = run.records('box'), run.records('check')
    run.expect(len(boxes) == 40 and all(box['state'] == 'found' for box in boxes), 'a box was not found')
    kinds = {('.socket1.' in check['id'], box_of(check['id'])) for check in checks if check['result'] == 'pass'}
    run.expect(kinds >= {(socket, box) for socket in (False, True) for box in ('ubox', 'wbox', 'core0', 'core1')}, f'checks passed of {sorted(kinds)}')
    run.expect(run.lines[-1].startswith('{"record":"end"'), 'the run has no end')
