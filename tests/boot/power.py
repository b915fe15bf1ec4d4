# SPDX-License-Identifier: BSD-2-Clause
"""`reset` and `poweroff`: the machine does what was asked, and QEMU says which it was; the run's verdict is that of its end
record."""

import json
import os
import socket
import tempfile
import threading

import pytest

from suite.qemu import CRASH, ERROR, PASS, SECONDS, TIMEOUT, boot

REASONS = {'reset': 'guest-reset', 'poweroff': 'guest-shutdown'}


class Witness:
    """Listens to what QEMU tells of the machine's end."""

    def __init__(self, path):
        self.server = socket.socket(socket.AF_UNIX)
        self.server.bind(path)
        self.server.listen(1)
        self.server.settimeout(SECONDS)
        self.reasons = []
        self.thread = threading.Thread(target=self.listen)
        self.thread.start()

    def listen(self):
        with self.server, self.server.accept()[0] as connection, connection.makefile('rw', encoding='utf-8') as lines:
            lines.write('{"execute": "qmp_capabilities"}\n')
            lines.flush()
            for line in lines:
                told = json.loads(line)
                if told.get('event') == 'SHUTDOWN':
                    self.reasons.append(told['data']['reason'])


def boot_witnessed(machine, command, *options, machine_options=''):
    """The run, and why the machine ended, in QEMU's words."""
    with tempfile.TemporaryDirectory(prefix='uncork-qmp-') as directory:
        path = os.path.join(directory, 'qmp')
        witness = Witness(path)
        run = boot(machine, command, *options, '--qemu', f'-qmp unix:{path} {machine_options}')
        witness.thread.join(SECONDS)
    return run, witness.reasons


@pytest.mark.parametrize('machine, by, action, options', [('xeon-7500', 'UEFI', 'reset', ()), ('xeon-7500', 'UEFI', 'poweroff', ()),
                                                          ('xeon-7500', 'ACPI', 'reset', ('--bios',)),
                                                          ('power9', 'OPAL', 'reset', ()), ('power9', 'OPAL', 'poweroff', ())])
def test_machine_does_as_it_is_told(machine, by, action, options):
    """On virtual silicon, which finds everything put back before. What stands behind the command is not run."""
    run, reasons = boot_witnessed(machine, f'-F json version; {action}; nonsense', *options)
    run.expect_status(PASS)
    run.expect(reasons == [REASONS[action]], f'QEMU says that the machine ended by {reasons}')
    run.expect(run.records('power') == [{'record': 'power', 'action': action, 'by': by}], 'the record is another')
    run.expect(run.lines[-1].startswith('{"record":"end"'), 'the last line is no end record')
    run.expect('violation:' not in run.log and 'statistics:' in run.log, 'the silicon has given no good account')


def test_board_starts_again_after_a_crash():
    """Within a handler, where nothing of the firmware's can be trusted any more: all is put back first, and the status is
    still that of a crash."""
    run, reasons = boot_witnessed('xeon-7500', 'on-crash = reset; crash ud pmi; record -n 3')
    run.expect_status(CRASH)
    run.expect(reasons == ['guest-reset'], f'QEMU says that the machine ended by {reasons}')
    run.expect(run.lines[-1] == 'crash: reset by UEFI, as on-crash says', 'the last line does not say what becomes of the machine')
    run.expect('violation:' not in run.log and 'statistics:' in run.log, 'the silicon has given no good account')


def test_verdict_is_that_of_the_run():
    """What cannot be done is an error, and the run goes on: without UEFI no machine is switched off."""
    run, reasons = boot_witnessed('bare-xeon-7500', 'poweroff; peek mmio 0x7000000000000000; reset', '--bios')
    run.expect_status(ERROR)
    run.expect_text('error: poweroff: without UEFI uncork cannot switch this machine off')
    run.expect(reasons == ['guest-reset'], f'QEMU says that the machine ended by {reasons}')


def test_tables_that_promise_no_reset():
    """SeaBIOS's own tables deny a reset register: port CF9H is left to try. Since 1.17 there are none of those: then nothing says, either,
    that this is QEMU, which the firmware must not end."""
    run = boot('bare-xeon-7500', 'reset; poweroff; version', '--bios', '--qemu', '-machine acpi=off', seconds=30)
    if 'ACPI tables for qemu 1.6 and older are not supported' in run.log:
        run.expect_status(TIMEOUT)
        run.expect_text('error: reset: ACPI has no sound FADT', 'error: poweroff: without UEFI')
        run.expect(run.lines[-1].startswith('error: 0 passed, 0 failed'), 'the run has no end')
    else:
        run, reasons = boot_witnessed('bare-xeon-7500', 'version; reset', '--bios', machine_options='-machine acpi=off')
        run.expect_status(PASS)
        run.expect(reasons == ['guest-reset'], f'QEMU says that the machine ended by {reasons}')
