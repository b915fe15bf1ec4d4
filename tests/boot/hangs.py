# SPDX-License-Identifier: BSD-2-Clause
"""Accesses that never come back, and processors that never do: each is named, and none ends in silence."""

import functools
import os
import re
import signal
import subprocess
import tempfile
import time

from suite.qemu import BOOT, ERROR, FAIL, PASS, SECONDS, boot
from suite.result import require

CLOCK = 'nhmex_unc_wbox::FIXED_UNCORE_CLK'
BEGAN = re.compile(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d')  # of a board


def expect_named(run, message, verdict='"result":"fail"'):
    """It is said once, the end record is the last word, and what can be put back is put back."""
    run.expect_status(FAIL)
    run.expect(run.console.count('hangs in its ') == 1, 'the access is not named once')
    run.expect_text(message)
    run.expect_text('registers are not compared with their first values')
    run.expect(verdict in run.lines[-1], f'the last line is {run.lines[-1]}')
    run.expect(run.statistics()['violations'] == 0, 'the PMU is not as it was found')


def test_another_processor_names_an_access():
    """Within a check: its record, as of any other failure. What was not run has failed."""
    run = boot('xeon-7500', '-F json test cbox3.*', '-c', '2', '-f', 'cbox3.hang=100')
    expect_named(run, 'planned checks did not run')
    failed = [check for check in run.records('check') if check['result'] == 'fail']
    run.expect(len(failed) == 1, f'{len(failed)} checks failed')
    run.expect(failed[0]['box'] == 'cbox3' and failed[0]['register'].startswith('cbox3.') and
               failed[0]['got'] == 'timeout' and failed[0]['address'] in failed[0]['message'] and
               'cpu 0 hangs in its ' in failed[0]['message'] and 'power the board off' in failed[0]['advice'],
               f'not named: {failed[0]}')


def test_an_access_within_the_handler_is_named():
    run = boot('xeon-7500', f'record -e {CLOCK} -c 100000 -n 50', '-c', '2', '-f', 'wbox.hang=200')
    expect_named(run, f'in command: record -e {CLOCK}', 'fail: 0 passed')


def has_hung(log):
    if not os.path.exists(log):
        return False
    with open(log, errors='replace') as file:
        return 'hang: processor' in file.read()


def test_a_denied_box_is_never_touched():
    """At a second access the processor would not come back: the silicon's own log knows of none."""
    with tempfile.TemporaryDirectory(prefix='uncork-deny-') as directory:
        log = os.path.join(directory, 'silicon.log')
        run = boot('xeon-7500', '-F json deny = cbox3; test *.present', '-c', '2', '-f', 'cbox3.hang=1', '-l', log)
        run.expect_status(PASS)
        run.expect(not has_hung(log), 'the box was accessed')
        run.expect_text('not touched: denied')
        run.expect(not [check for check in run.records('check') if check['result'] == 'fail'], 'something failed')


def test_profile_safe_writes_nothing():
    """The silicon's own count, with the firmware's start and end; and no processor but the first is started."""
    run = boot('xeon-7500', '-F json profile = safe; info; test *.present', '-c', '2')
    run.expect(run.statistics()['reads'] > 0 and run.statistics()['writes'] == 0, 'registers were written')
    run.expect(not [check for check in run.records('check') if check['result'] == 'fail'], 'something failed')
    run.expect_text('not written: profile safe')


def test_cpus_leaves_processors_alone():
    """Those of the second socket first come second: with bsp the firmware is not asked for any, with 2 it gets the others back.
    Without UEFI they are started by INIT."""
    for cpus, used, way in ('bsp', [0], ()), ('2', [0, 2], ()), ('2', [0, 2], ('--bios',)):
        run = boot('xeon-7500', f'-F json cpus = {cpus}; info; test *.present', '-c', '4', '-s', '2', *way)
        run.expect_status(PASS)
        run.expect([cpu['cpu'] for cpu in run.records('cpu') if cpu['usable']] == used, 'other processors are used')
        run.expect(not run.records('note'), f'something is noted: {run.records("note")}')
        run.expect_text('not touched: `cpus` leaves its processors unused')


def test_a_run_is_in_its_plan(tmp_path):
    """On the target, of two sockets: each access that the silicon has recorded is one that the plan had said, of the same kind."""
    path = tmp_path / 'made.txt'
    checks = 'test *cbox3.ctr0.*'
    run = boot('xeon-7500', f'-F json plan {checks}; {checks}', '-c', '4', '-s', '2', '--record', str(path))
    run.expect_status(PASS)
    planned = {(access['operation'], access['space'], access['address'], access['socket']) for access in run.records('access')}
    made = set()
    for line in path.read_text(encoding='ascii').splitlines()[1:]:
        _, place, operation, space, address, *_ = line.split()
        made.add((operation, space, address, int(place.partition('.')[0])))
    run.expect(len(made) > 100 and any(operation == 'write' for operation, *_ in made), f'{len(made)} accesses were recorded')
    run.expect(made <= planned, f'not in the plan: {sorted(made - planned)[:20]}')


def is_there(number):
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    with open(f'/proc/{number}/stat', encoding='ascii') as file:
        return file.read().rpartition(')')[2].split()[0] != 'Z'


def test_whatever_ends_a_boot_ends_qemu():
    """A QEMU that stays outlives no signal at tools/boot; its folder stays where nothing can be done, after SIGKILL."""
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT, signal.SIGKILL):
        with tempfile.TemporaryDirectory(prefix='uncork-ended-') as directory:
            programs, work, pid = (os.path.join(directory, name) for name in ('bin', 'work', 'pid'))
            os.makedirs(programs)
            os.makedirs(work)
            with open(os.path.join(programs, 'qemu-system-x86_64'), 'w', encoding='ascii') as file:
                file.write(f'#!/bin/sh\necho $$ > {pid}.part; mv {pid}.part {pid}; exec sleep 100\n')
            os.chmod(file.name, 0o755)
            process = subprocess.Popen([*BOOT, 'xeon-7500', 'info'], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                       env={**os.environ, 'PATH': f'{programs}:{os.environ["PATH"]}', 'TMPDIR': work},
                                       # As from a terminal: who starts the tests by nohup, or in the background of a script, ignores some.
                                       preexec_fn=functools.partial(signal.signal, number, signal.SIG_DFL) if number != signal.SIGKILL else None)
            while process.poll() is None and not os.path.exists(pid):
                time.sleep(0.05)
            process.send_signal(number)
            status = process.wait(timeout=SECONDS)
            with open(pid, encoding='ascii') as file:
                qemu = int(file.read())
            for _ in range(200):
                if not is_there(qemu):
                    break
                time.sleep(0.05)
            require(not is_there(qemu), f'signal {number} leaves QEMU')
            wanted = -number if number == signal.SIGKILL else 130 if number == signal.SIGINT else 128 + number
            require(status == wanted and (number == signal.SIGKILL or not os.listdir(work)), f'signal {number}: status {status}, {os.listdir(work)}')


def test_the_console_was_told_before():
    """One processor, and no medium: what hangs is on the console, and tools/boot says so last, when its time is over
    or somebody ends it."""
    with tempfile.TemporaryDirectory(prefix='uncork-hang-') as directory:
        log = os.path.join(directory, 'log')
        arguments = [*BOOT, '-t', str(SECONDS), '-l', log, '-c', '1', '-f', 'cbox3.hang=100', 'xeon-7500', 'test cbox3.*']
        process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while process.poll() is None and not has_hung(log):
            time.sleep(0.2)
        process.terminate()
        console, errors = (said.decode() for said in process.communicate())
    require(process.returncode == 128 + signal.SIGTERM, f'status {process.returncode}:\n{console}\n{errors}')
    last = errors.splitlines()[-1]
    require('ended from outside; the firmware last said: ' in last and 'cbox3.ctl0 (msr 0xdd0)' in last and
            'in check xeon-7500.cbox3.ctl0' in last, f'the last line is {last}')
    require('stands still' not in console and '\r' not in console, f'status lines are among the records:\n{console}')


def test_the_console_is_told_in_every_form():
    """It costs lines where lines are wanted, and changes nothing else."""
    boxes = ('present', 'reset', 'ctl0.bits')
    for form in ('ktap', 'text'):
        one, two = (boot('xeon-7500', f'-F {form} ' + '; '.join(f'test cbox3.{box}' for box in boxes), '-c', cpus)
                    for cpus in '12')
        one.expect_status(PASS)
        told = [line for line in one.lines if line.startswith('# ahead')]
        rest, others = ([BEGAN.sub('then', line) for line in run.lines if not line.startswith('# ahead')] for run in (one, two))
        one.expect(rest == others, f'{form}: other lines than with two processors: {others}')
        one.expect(form == 'text' or sum('cbox3.ctl0 (msr 0xdd0)' in line for line in told) == 2,
                   f'not each first access was told: {told}')


def test_processors_of_another_socket_are_named():
    """Each with its access; the rest goes on without them. What cannot be put back is named at the end, and nobody reads the box again in
    which they stand."""
    run = boot('xeon-7500', '-F json test xeon-7500.socket1.cbox3.ctl*.bits; version', '-c', '4', '-s', '2',
               '-f', 'cbox3.hang=100')
    run.expect_status(ERROR)
    notes = [note['message'] for note in run.records('note')]
    run.expect(any('cpu 2 hangs in its ' in note and 'cbox3.' in note for note in notes), f'cpu 2 is not named: {notes}')
    left = [(record['register'], record.get('cpu')) for record in run.records('left') if record['after'] == 'timeout']
    run.expect([(name, cpu) for name, cpu in left if name == 'lvtpc'] == [('lvtpc', 2), ('lvtpc', 3)], f'left behind: {left}')
    run.expect(sum(name.startswith('cbox3.') for name, _ in left) == 2, f'cbox3 is not named once for each socket: {left}')
    run.expect_text('processors stopped answering', '"program":"uncork"', '"record":"end"')
