# SPDX-License-Identifier: BSD-2-Clause
"""How the firmware is started: from the UEFI shell, from a stick with its own configuration, and without
orders for somebody at the console."""

import json
import os
import re
import socket
import subprocess
import tempfile

from suite import policy
from suite.made import version
from suite.qemu import CRASH, ERROR, FAIL, PASS, TIMEOUT, Conversation, boot
from suite.result import require
from suite.shell import shell

MIB = 1 << 20


def test_shell_gets_its_machine_back():
    """Runs in one shell session: each needs everything that the one before it used. The last one finds the serial port as
    nobody has set it up; the shell's own terminal is on it, and works between the runs."""
    script = ('uncork.efi record -n 3\necho status-1 %lasterror%\n'
              'uncork.efi -F json version ; nonsense\necho status-2 %lasterror%\n'
              'mm 3FB 0 -w 1 -io -n\nuncork.efi "info; record -n 3"\necho status-3 %lasterror%\nreset\n')
    with shell('@echo -off\nfs0:\n' + script, 'build/uncork.efi') as directory:
        run = boot('xeon-7500', '', '--esp', directory)
    run.expect_status(TIMEOUT)  # `reset` is how the session ends, which is no pass
    run.expect('violation:' not in run.log, 'the silicon logged a violation')
    run.expect(run.statistics()['exits_cpuid'] > 0, 'the silicon gave no account before the machine ended')
    run.expect_text('status-1 0x0', 'status-3 0x0', 'COM1 by default, set to 115200 baud 8N1 (its format was 0x0, its divisor 1), '
                    'taken from the firmware\'s terminal')
    run.expect('status-2 0x0' not in run.console and 'status-2' in run.console, 'an error went unnoticed')
    run.expect(sum(line.startswith(('uncork 0', '{"record":"start"')) for line in run.lines) >= 3,
               'not every run said its first line')
    run.expect(run.console.count('20 of 20 boxes answer') == 1, 'lines are doubled or missing')
    run.expect(sum(line.startswith('sample ') for line in run.lines) == 6, 'samples are missing')


def test_firmware_without_mp_services():
    """Then we start the other processors ourselves, with an image above 4 GiB, too, and do not return to a firmware that has not got them
    back."""
    one = 'uncork.efi "-F json info; record -C 1 -e cbox0::LLC_HITS:M -c 2000 -n 3"\n'
    script = '@echo -off\nfs0:\nrefuse.efi\necho status-0 %lasterror%\n' + one + 'echo returned\n'
    with shell(script, 'build/uncork.efi', 'build/refuse.efi') as directory:
        run = boot('xeon-7500', '', '-c', '2', '--esp', directory, '--raw', '--qemu', '-m 5G')
    run.expect_status(TIMEOUT)  # a reset
    run.expect_text('status-0 0x0', "the board's firmware does not start other processors (no MP services): uncork sends INIT and STARTUP",
                    'uncork: not all processors were returned to the firmware: reset')
    run.expect('\nreturned' not in run.console, 'the shell went on')
    run.expect([cpu['usable'] for cpu in run.records('cpu')] == [1] * 2, 'a processor did not come up')
    run.expect([sample['cpu'] for sample in run.records('sample')] == [1] * 3, 'samples are missing')
    run.expect(all(int(sample['ip'], 0) >> 32 for sample in run.records('sample')), 'the image does not lie above 4 GiB')
    run.expect([end['result'] for end in run.records('end')] == ['pass'], 'the run did not pass')
    run.expect('violation:' not in run.log, 'the silicon logged a violation')


def test_a_loader_of_linux_on_a_machine_with_uefi():
    """GRUB's `linux` and kexec: boot services are over, page tables may have five levels, and no BIOS area has a root pointer. What there is is known
    all the same, from the system table that the loader names."""
    script = '@echo -off\nfs0:\nlinux_entry.efi -F json expect no-boxes; info\n'
    with shell(script, 'build/uncork.efi', 'build/linux_entry.efi') as directory:
        run = boot('bare-xeon-7500', '', '-c', '2', '--esp', directory, '--qemu=-cpu Nehalem,model=46,+la57')
    run.expect_status(PASS)
    run.expect([record['platform'] for record in run.records('start')] == ['x86_64 UEFI, by the Linux boot protocol'], 'another way in')
    run.expect([cpu['usable'] for cpu in run.records('cpu')] == [1] * 2, 'a processor was not found')
    run.expect(run.records('pci')[0]['functions'], 'no PCI function was found')
    run.expect('root pointer' not in run.console, 'ACPI was not found')


def test_terminal_on_another_port():
    """COM1 answers, and COM2 is where the firmware has a terminal, as behind serial-over-LAN: it shows what COM1 says, and takes keys.
    The load options have what U-Boot and systemd-boot add."""
    with tempfile.TemporaryDirectory(prefix='uncork-com2-') as directory:
        path = os.path.join(directory, 'com2')
        run = boot('bare-xeon-7500', 'root=/dev/sdb3 initrd=\\my files\\a initrd=b -F json expect no-boxes; info quiet', '-c', '1', '--qemu', f'-serial file:{path}')
        with open(path, encoding='utf-8', errors='replace') as file:
            shown = file.read()
    run.expect_status(PASS)
    ends = [line for line in run.lines if line.startswith('{"record":"end"')]
    run.expect(len(ends) == 1 and ends[0] in shown.replace('\r', ''), f'COM2 shows {shown[-300:]}')
    run.expect(run.console.count('"record":"start"') == 1, 'COM1 has lines twice')
    run.expect_text('words that are not commands were ignored: root=/dev/sdb3 quiet')


def ask_qemu(path, command):
    """What QEMU's monitor answers to a line."""
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(path)
        with line.makefile('rw') as file:
            answers = [file.readline()]
            for order in ({'execute': 'qmp_capabilities'}, {'execute': 'human-monitor-command', 'arguments': {'command-line': command}}):
                file.write(json.dumps(order) + '\n')
                file.flush()
                answers.append(file.readline())
    return json.loads(answers[-1])['return']


PRESENT, ADDRESS = 1, 0xffffffffff000


def entries_of(path, table):
    """The 512 entries of a page table in the machine's memory, which an entry or CR3 leads to."""
    said = ask_qemu(path, f'xp /512gx {table & ADDRESS:#x}')
    return [int(value, 0) for line in said.splitlines() for value in line.split(':')[1].split()]


def memory_type(entry, types):
    """What the attribute table has for a page of 2 MiB: bits PAT, PCD and PWT of its entry. Intel SDM vol. 3A, "Page attribute table"."""
    return types >> 8 * (entry >> 10 & 4 | entry >> 3 & 3) & 7


def test_a_root_of_page_tables_without_a_free_entry():
    """As EDK II leaves it where addresses have 48 bits and more. Device memory, here an HPET, is reached by pages of ours whose type is
    uncached whatever the range registers say: QEMU reads the tables that CR3 leads to. There is a stack for an exception where there is none, too."""
    with tempfile.TemporaryDirectory(prefix='uncork-root-') as directory:
        path, rom = os.path.join(directory, 'qmp'), os.path.join(directory, 'rom')
        with open(rom, 'wb') as file:
            file.write(policy.rom(policy.built('full_root.efi')))
        talk = Conversation('bare-xeon-7500', '-c', '2', f'--qemu=-device pci-testdev,romfile={rom} -qmp unix:{path},server=on,wait=off')
        try:
            talk.wait_for('uncork> ')
            talk.type('info; peek msr 0x277; peek mmio 0xfed00000\r')
            talk.wait_for('mmio 0xfed00000  0x')  # what was typed comes back, too
            root = entries_of(path, int(re.search(r'CR3=(\w+)', ask_qemu(path, 'info registers'))[1], 16))
            directories = entries_of(path, root[-1])
            pages = [page for entry in directories if entry & PRESENT for page in entries_of(path, entry) if page & PRESENT]
            talk.type('crash stack\r')
        finally:
            run = talk.end()
    run.expect_status(CRASH)
    run.expect_text('device memory  uncached, by uncork', '#DF double fault', 'crash: end of report')
    run.expect(all(entry & PRESENT for entry in root), 'the root has a free entry')
    run.expect(0xfec00000 in [page & ADDRESS & -0x200000 for page in pages], f'of the HPET nothing is mapped: {[hex(page) for page in pages]}')
    types = int(re.search(r'msr 0x277 .* (0x[0-9a-f]+)', run.console)[1], 0)
    run.expect({memory_type(page, types) for page in pages} == {0}, f'a page is not uncached where the types are {types:#x}: {[hex(page) for page in pages]}')


def interrupt(talk, command, sign):
    """Starts a command, and types Ctrl-C when it has shown a sign of life."""
    talk.type(command)
    talk.wait_for(sign)
    talk.type('\x03')
    talk.wait_for('interrupted')
    talk.wait_for('uncork> ')


def test_prompt_takes_keys():
    """Editing, completion, an earlier line, and Ctrl-C while counters run, samples come and checks are made: what
    was programmed is put back."""
    talk = Conversation('xeon-7500')
    try:
        talk.wait_for('boxes answer')
        talk.wait_for('uncork> ')
        talk.type('versionn\b\r')
        talk.wait_for(version())
        talk.wait_for('uncork> ')
        talk.type('\x1b[A\r')
        talk.wait_for('\nuncork')
        talk.wait_for('uncork> ')
        talk.type('stat -e cbox0::LLC_\t')
        talk.wait_for('LLC_MISSES')
        talk.wait_for('uncork> ')
        interrupt(talk, 'h\tM -t 50000 -I 100\r', 'nhmex_unc_cbox0::LLC_HITS:M')
        interrupt(talk, 'rec\t-e wb\tfixed_u\t -c 1000000 -n 1000000 -t 1000000\r', 'sample 3')
        interrupt(talk, 'test\r', 'checks done')
        talk.type('peek ubox.global_c\t\r')
        talk.wait_for('0x0')
        talk.wait_for('uncork> ')
        talk.type('exit\r')
    finally:
        run = talk.end()
    run.expect_status(ERROR)  # an interrupted run has no verdict
    run.expect('violation:' not in run.errors, 'the silicon logged a violation')


class Stick:
    """The image of a USB stick, without a partition table, as mtools makes it."""

    def __init__(self, directory):
        self.path = os.path.join(directory, 'stick.img')
        with open(self.path, 'wb') as file:
            file.truncate(40 * MIB)
        self.tool('mformat', '-F', '::')

    def tool(self, name, *arguments):
        return subprocess.run([name, '-i', self.path, *arguments], check=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT).stdout.decode()

    def put(self, source, *place):
        for depth in range(1, len(place)):
            self.tool('mmd', '-D', 's', '::/' + '/'.join(place[:depth]))
        self.tool('mcopy', '-o', source, '::/' + '/'.join(place))

    def read(self, path):
        return self.tool('mtype', f'::/{path}')


def boot_stick(machine, configuration):
    """What a stick with this configuration does on a machine, and the result that it then carries."""
    with tempfile.TemporaryDirectory(prefix='uncork-stick-') as directory:
        path = os.path.join(directory, 'uncork.cfg')
        with open(path, 'w', encoding='ascii') as file:
            file.write(configuration)
        stick = Stick(directory)
        stick.put('build/uncork.efi', 'EFI', 'BOOT', 'BOOTX64.EFI')
        stick.put(path, 'uncork', 'uncork.cfg')
        run = boot(machine, '', '-i', stick.path)
        return run, stick.read('uncork/result.txt')


def test_stick_runs_its_configuration():
    run, result = boot_stick('xeon-7500', '# two lines\nversion\r\ninfo   # and a remark\n\nstat -t 10')
    run.expect_status(PASS)
    run.expect_text('20 of 20 boxes answer', 'nhmex_unc_wbox::FIXED_UNCORE_CLK')
    require('result: pass' in result, f'result.txt says: {result}')


def test_stick_keeps_a_failure():
    run, result = boot_stick('bare-xeon-7500', 'test\n')
    run.expect_status(FAIL)
    require('result: fail' in result, f'result.txt says: {result}')


def test_stick_remembers_a_crash():
    run, result = boot_stick('bare-xeon-7500', 'crash ud\n')
    require('did not reach its end' in result, f'result.txt says: {result}')
    run.expect_text('crash_by_invalid_opcode')
