# SPDX-License-Identifier: BSD-2-Clause
"""How a run ends: each way has its exit status, and none can be taken for a pass."""

import io
import re
import sys

from suite.qemu import BOOT, COLD, CRASH, ERROR, PASS, TIMEOUT, VIOLATION, boot
from suite.result import require
from suite.shell import shell

sys.path.insert(0, 'tools')
from qemu import console  # noqa: E402
from report.reader import read_stream  # noqa: E402


def crashes_with(kind, exception, function, tool=BOOT):
    run = boot('bare-xeon-7500', f'crash {kind}; info', tool=tool)
    run.expect_status(CRASH)
    run.expect_text(exception, function, 'calls, innermost first', 'register accesses, latest first')
    backtrace = [line for line in run.lines if line.lstrip().startswith('#')]
    run.expect(function in backtrace[0] and any('efi_main' in line for line in backtrace),
               f'the backtrace does not go from {function} to efi_main')
    run.expect('pass:' not in run.console, 'there is a verdict after the crash')


def test_invalid_opcode_is_reported():
    crashes_with('ud', '#UD', 'crash_by_invalid_opcode', COLD)


def test_general_protection_fault_is_reported():
    crashes_with('gp', '#GP', 'crash_by_bad_address')


def test_hang_is_ended():
    run = boot('bare-xeon-7500', 'info', '-t', '1', tool=COLD)
    run.expect_status(TIMEOUT)
    run.expect('timeout' in run.errors, 'standard error does not say that the time ran out')
    run.expect(re.search(r'loaded were \S+\.fd, \S*build/uncork\.efi;', run.errors), 'standard error does not name what was loaded')


def test_silent_reset_is_no_pass():
    """It is explained by what was loaded, and by what the platform's own console said."""
    with shell('@echo -off\necho as far as here\nreset\n') as directory:
        run = boot('bare-xeon-7500', '', '--esp', directory)
        run.expect_status(TIMEOUT)
        run.expect(not run.console, 'something is taken for the firmware')
        run.expect('reset' in run.errors, 'standard error does not say that the machine reset')
        *before, last = run.errors.splitlines()
        run.expect('on the console:' in run.errors and 'as far as here' in before, 'the end of the console is not shown')
        run.expect(re.search(rf'without a verdict; loaded were \S+\.fd, {directory}; the last line was: ', last),
                   'the last line does not say what was loaded')


def test_waits_while_something_is_said():
    patience = console.Patience(None, False)
    require(0 < patience.left() <= 60, 'a minute of silence is not waited for')
    patience.last -= 61
    require(patience.left() <= 0, 'a minute of silence is not the end')
    patience.heard()
    require(patience.left() > 0, 'the end comes though something was said')
    patience.end -= 900
    require(patience.left() <= 0, 'what never falls silent never ends')
    patience = console.Patience(100, False)
    patience.last -= 61
    require(60 < patience.left() <= 100, 'the seconds asked for do not count')
    require(console.Patience(None, True).left() is None, 'a prompt does not wait')


def test_bad_input_is_an_error():
    run = boot('bare-xeon-7500', 'infoo; stat -e nonsense::EVENT')
    run.expect_status(ERROR)
    run.expect_text('did you mean "info"?')
    require(run.lines[-1].startswith('error:'), f'the last line is {run.lines[-1]}')


def test_unknown_fault_is_an_error():
    run = boot('xeon-7500', 'info', '-f', 'cbox0.ctr0.nonsense')
    run.expect_status(ERROR)
    run.expect('nonsense' in run.errors, 'standard error does not name the fault')


def test_violation_is_told():
    """Reserved bits of a select register must be written as zero; the firmware says nothing, the silicon does."""
    run = boot('xeon-7500', 'poke cbox0.ctl0 0x2000000000000000')
    run.expect_status(VIOLATION)
    run.expect('violation: ' in run.errors and 'cbox0' in run.errors, 'standard error does not name the violation')


def test_usage_errors():
    for machine, options in (('nonsense', ()), ('bare-xeon-7500', ('-f', 'cbox0.ctr0.dead')),
                             ('xeon-7500', ('-c', '3', '-s', '2')), ('xeon-7500', ('-r', 'no.scenario'))):
        boot(machine, 'info', *options).expect_status(ERROR)


def test_arguments_for_qemu_begin_with_a_dash():
    """As the help text spells them, and joined by an equals sign."""
    for spelling in (('--qemu', '-name one -boot menu=off'), ('--qemu=-name one -boot menu=off',)):
        run = boot('bare-xeon-7500', 'version', '--bios', *spelling)
        run.expect_status(PASS)


def test_a_raw_console_is_read():
    """What a serial line carried, statuses and the platform's own lines with it, comes to the run's verdict in each form."""
    for form in ('text', 'json', 'ktap'):
        run = boot('xeon-7500', f'test -F {form} *.ubox.pmi.*', '--raw', '-c', '1')
        run.expect_status(PASS)
        words = [item.verdict.word for item in read_stream(io.BytesIO(run.console.encode()), 'console', 'console')]
        run.expect(words == ['pass'], f'{form}: {words}')
