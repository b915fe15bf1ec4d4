# SPDX-License-Identifier: BSD-2-Clause
"""What fails around the firmware while it measures: the right verdict, the PMU as it was found, and never a pass."""

import fcntl
import json
import os
import re
import socket
import tempfile
import threading
import time

import pytest

from suite.made import version
from suite.qemu import CRASH, ERROR, FAIL, PASS, SECONDS, TIMEOUT, Conversation, boot

CLOCK = 'nhmex_unc_wbox::FIXED_UNCORE_CLK'
NO_COM1 = '--qemu=-global isa-serial.iobase=0x2e8'


def expect_restored(run):
    """At the end of a run the silicon compares every register with what it was; a difference is a violation."""
    run.expect('violation' not in run.errors and run.statistics()['violations'] == 0, 'the PMU is not as it was found')


def test_nothing_said_is_no_pass():
    """Without a serial port the board works, but nobody can know what it has found."""
    run = boot('bare-xeon-7500', 'version', NO_COM1)
    run.expect_status(TIMEOUT)
    run.expect(not run.console and 'nothing' in run.errors, 'standard error does not say that nothing was said')


def test_a_port_that_stalls():
    """A terminal that takes nothing for a while: what is lost is said where it is missing, the run goes on, and sound silicon
    passes. On a busy host the board may need longer to lose patience."""
    talk = Conversation('xeon-7500')
    fcntl.fcntl(talk.process.stdout, fcntl.F_SETPIPE_SZ, 4096)
    try:
        talk.wait_for('uncork> ')
        rest = 4
        while 'characters lost here' not in talk.console and rest < SECONDS:
            talk.type('list; list\r')  # more than all the pipes on its way hold
            time.sleep(rest)
            rest *= 2
            talk.type('version\r')
            talk.wait_for(f'\nuncork {version()}')
        talk.type('test cbox0.ctr0.*; exit\r')
    finally:
        run = talk.end()
    run.expect_status(PASS)
    run.expect(re.search(r'^uncork: [1-9]\d* characters lost here, the port took none\r?$', run.console, re.MULTILINE), 'nothing was lost, or nobody says so')
    run.expect(run.lines[-1].startswith('pass: '), 'the last line is no verdict')


def test_without_configuration_space():
    """A board without MCFG, for it has no ACPI tables: ports reach what the boxes need of it. Time is that of the interval timer, unless
    the host is so busy that it never says the same twice."""
    run = boot('xeon-e5-2600', "expect no-acpi; expect fewer-processors; info; test '*.identity'; test imc0.ctr0.*; reset", '--qemu=-machine q35,acpi=off')
    run.expect_status(PASS)
    run.expect_text('buses 0x00 to 0xff at ports 0xcf8 and 0xcfc', '21 of 21 boxes answer')
    run.expect('violation:' not in run.log, 'the silicon logged a violation')
    run.expect(re.search('MHz, by (the PIT|only the firmware\'s delays)$', run.console, re.MULTILINE), 'nobody says what time is measured by')


def test_nothing_to_judge_is_no_pass():
    """`info` on a machine in which no box answers; `expect` takes that for granted."""
    run = boot('bare-xeon-7500', 'info')
    run.expect_status(FAIL)
    run.expect(run.lines[-1] == 'fail: 0 passed, 0 failed, 0 skipped (no boxes)', 'the last line says something else')


def test_no_mcfg_blames_no_box():
    """An old chipset has none. That the boxes of the E5's buses are beyond what ports reach is said once, and no check of theirs fails."""
    run = boot('bare-xeon-e5-2600', '-F json test qpi*', '--qemu=-machine pc')
    run.expect_status(ERROR)
    run.expect([end['lacks'] for end in run.records('end')] == ['no boxes, no MCFG'], f"{run.records('end')}")
    checks = run.records('check')
    run.expect({check['result'] for check in checks} <= {'untested', 'skip'}, 'a check was made')
    beyond = [check for check in checks if check['message'].startswith('without MCFG uncork cannot reach qpi')]
    run.expect(len(beyond) > 80, f'only of {len(beyond)} checks it is said')


def test_exception_within_the_handler():
    """On the processor that runs uncork, and on one of another socket. What is put back is read again, each processor's by itself;
    an overflow bit that sticks is named, and by the silicon's audit, too."""
    sticky = 'ubox.status.sticky'
    for cpu, faults, said in ((0, (), 'crash: every register that was touched is as it was found'),
                              (3, ('-f', sticky), 'crash: left ubox.status')):
        run = boot('xeon-7500', f'crash ud pmi; record -C {cpu} -e {CLOCK} -c 100000 -n 5; info', '-c', '4', '-s', '2', *faults)
        run.expect_status(CRASH)
        run.expect_text('#UD', 'crash_by_invalid_opcode', 'window_take_pmi', f'cpu {cpu},')
        run.expect('pass:' not in run.console and 'did not stop' not in run.console, 'something went on after the crash')
        expect_restored(run)
        run.expect_text('crash: end of report', said)
        run.expect((' leaving with ' in run.log) == bool(faults), 'the silicon says otherwise')


def test_a_pmi_line_that_stays():
    """PMIs come again and again, whatever is acknowledged: the run ends all the same, and says so."""
    run = boot('xeon-7500', f'record -e {CLOCK} -c 100000 -n 5 -t 200', '-f', 'ubox.pmi.stuck=200000')
    run.expect_status(FAIL)
    run.expect_text('PMIs came without an overflow')
    expect_restored(run)


class Storm(threading.Thread):
    """NMIs on all processors, one after the other, as long as they are wanted."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.path, self.sent, self.over = path, 0, threading.Event()

    def run(self):
        line = socket.socket(socket.AF_UNIX)
        line.connect(self.path)
        line = line.makefile('rw')
        try:
            line.readline()
            for command in ('qmp_capabilities', *('inject-nmi' for _ in range(100000))):
                line.write(json.dumps({'execute': command}) + '\n')
                line.flush()
                line.readline()
                self.sent += command == 'inject-nmi'
                if self.over.wait(0.01):
                    return
        except (OSError, ValueError):
            pass

    def end(self):
        """None comes any more."""
        self.over.set()
        self.join()


def under_storm(machine, commands, *qemu):
    """A run of commands while NMIs come. They end before it leaves: UEFI, which has its own handlers back then, stops at one."""
    with tempfile.TemporaryDirectory(prefix='uncork-nmi-') as directory:
        path, traps = os.path.join(directory, 'qmp'), os.path.join(directory, 'traps')
        more = ' '.join((f'-qmp unix:{path},server=on,wait=off -D {traps}', *qemu))
        talk = Conversation(machine, '-c', '2', f'--qemu={more}')
        storm = Storm(path)
        try:
            talk.wait_for('uncork> ')
            storm.start()
            talk.type(f'{commands}\r')
            talk.wait_for('\nuncork> ')
            storm.end()
            talk.type('exit\r')
        finally:
            storm.over.set()
            run = talk.end()
        if os.path.exists(traps):
            with open(traps, encoding='ascii', errors='replace') as file:
                run.log += file.read()
    run.expect(storm.sent > 5, f'only {storm.sent} NMIs')
    run.expect('crash:' not in run.console, 'the firmware crashed')
    return run


def test_a_storm_of_nmis():
    """The firmware passes over every NMI, and goes on to its verdict."""
    run = under_storm('bare-xeon-7500', 'list; test machine.*', '-d int')
    run.expect_status(FAIL)
    taken = run.log.count('v=02 ')
    run.log = ''
    run.expect(taken > 5, f'{taken} NMIs were taken')


def test_sampling_under_nmis():
    """No PMI is lost by NMIs. Virtual silicon takes them itself: the firmware sees none."""
    run = under_storm('xeon-7500', f'-F json record -q -e {CLOCK} -c 100000 -n 2000 -t 100000')
    run.expect_status(PASS)
    sums = run.records('sum')
    run.expect([s['samples'] for s in sums] == [2000] and sums[0]['lost'] == sums[0]['spurious'] == 0, f'{sums}')
    expect_restored(run)


SYSTEM_ERROR = '--qemu=-chardev null,id=port -device isa-debugcon,iobase=0x61,chardev=port,readback=0xa0'
NMI = 'poke mmio 0xfee00310 0; poke mmio 0xfee00300 0x4400'


@pytest.mark.parametrize('machine, command', (('xeon-7500', 'test wbox.*'), ('bare-xeon-7500', 'expect no-boxes; info')))
def test_an_nmi_with_a_system_error(machine, command):
    """Port 61H says that the board saw one, by a device of QEMU that reads as it does then; the NMI comes from the local APIC. Its source is said, and
    the silicon's verdict stays."""
    run = boot(machine, f'{NMI}; {command}', SYSTEM_ERROR)
    run.expect_status(PASS)
    run.expect_text('cpu 0 took an unexpected NMI: port 61H shows SERR#')
    run.expect('violation:' not in run.log, 'the silicon logged a violation')


def under_machine_check(status, commands, sign):
    """A run of commands on two processors, with a machine check for both once it has said `sign`: what bank 5 of cpu 0 then
    holds is `status`."""
    with tempfile.TemporaryDirectory(prefix='uncork-mce-') as directory:
        path = os.path.join(directory, 'qmp')
        talk = Conversation('xeon-7500', '-c', '2', f'--qemu=-qmp unix:{path},server=on,wait=off')
        try:
            talk.wait_for('uncork> ')
            talk.type(f'{commands}\r')
            talk.wait_for(sign)
            with socket.socket(socket.AF_UNIX) as line:
                line.connect(path)
                lines = line.makefile('rw')
                for command in (None, {'execute': 'qmp_capabilities'},
                                {'execute': 'human-monitor-command',
                                 'arguments': {'command-line': f'mce -b 0 5 {status:#x} 0x5 0x12340 0x8c'}}):
                    if command:
                        print(json.dumps(command), file=lines, flush=True)
                    lines.readline()
        finally:
            run = talk.end()
    return run


def test_a_machine_check_in_the_middle():
    """What can go on does: the banks are in the report, and sound silicon passes."""
    run = under_machine_check(0xbc00000000000800, "-F json test 'cbox0.*'; exit", '"record":"check"')
    run.expect_status(PASS)
    banks = [record for record in run.records('error_bank') if record['bank'] == 5]
    run.expect([(bank['when'], bank['socket'], bank['status'], bank['address'], bank['misc']) for bank in banks] ==
               [('machine check', 0, '0xbc00000000000800', '0x12340', '0x8c')], f'{banks}')
    run.expect([record['machine_checks'] for record in run.records('errors')] == [1], 'it is not counted')
    expect_restored(run)


def test_a_machine_check_that_nothing_survives():
    """What the processor was doing may be damaged: one report, with the banks, and no verdict."""
    run = under_machine_check(0xbe00000000000800, '-F json version', '"version"')
    run.expect_status(CRASH)
    run.expect_text('crash: #MC machine check', 'bank 5 of socket 0 (cpu 0): status 0xbe00000000000800, address 0x12340, misc 0x8c: '
                    "uncorrected, the processor's state may be damaged", 'crash: end of report')
    run.expect(run.console.count('crash: #MC') == 1 and 'did not stop' not in run.console, 'there are several reports')
    expect_restored(run)


def test_hardly_any_memory():
    """UEFI itself needs most of it: whatever the firmware gets, it says so or works."""
    run = boot('bare-xeon-7500', 'version; stat -t 1', '--qemu=-m 80')
    run.expect(run.status in (FAIL, ERROR, TIMEOUT), f'status {run.status}')
