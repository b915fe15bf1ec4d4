# SPDX-License-Identifier: BSD-2-Clause
"""Framed consoles over a line that loses one character of a hundred: everything arrives, or is named as lost, and
no verdict is ever wrong."""

import contextlib
import functools
import io
import json
import os
import pty
import signal
import subprocess
import tempfile
import termios
import time
import zlib

from qemu import violations
from qemu.common import harmless, say
from qemu.console import BEFORE_BYTES, LINE_BYTES, PIECES_MOST, Console
from qemu.powernv import without_skiboot
from suite.link import watched
from suite.power import why_not
from suite.qemu import BOOT
from suite.result import require

PASS, FAIL, ERROR, CRASH, TIMEOUT = range(5)
RUNS = (
    ('xeon-7500', 'stat -t 10; record -n 3', PASS),
    ('xeon-7500', "--fault cbox3.ctr1.stuck1=17 test 'cbox3.*'", FAIL),
    ('xeon-7500', 'stat -e nonsense::EVENT', ERROR),
)


def host(machine, arguments, form):
    options = arguments.split() if arguments.startswith('--') else [arguments]
    return ['build/uncork', '--machine', machine, '-F', form, *[word.strip("'") for word in options]]


def test_host_runs_over_bad_lines():
    """Verdict and record are those of the run on a good line, whatever the line does."""
    spoilt = 0
    for machine, arguments, verdict in RUNS:
        plain = subprocess.run(host(machine, arguments, 'json'), stdout=subprocess.PIPE, check=False)
        require(plain.returncode == verdict, f'{arguments}: status {plain.returncode}')
        for seed in range(3):
            run = watched(host(machine, arguments, 'framed,json'), seed, 100, terminal=seed % 2)
            spoilt += run.spoilt
            run.expect(run.lines == plain.stdout.decode().splitlines(), 'the record is not what the machine said')
            run.expect(run.status == verdict, f'watch: status {run.status}, expected {verdict}')
    require(spoilt > 300, f'the line was too good: {spoilt} characters spoilt')


def test_nothing_can_be_asked_of_a_file():
    """What a capture lacks is named, in the form of the record, and it does not pass."""
    capture = subprocess.run(host('xeon-7500', 'stat -t 10', 'framed,json'), stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, check=True).stdout
    whole = subprocess.run(['build/uncork', 'watch', '-'], input=capture, stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL, check=False)
    require(whole.returncode == PASS, f'a whole capture: status {whole.returncode}')
    lines = capture.split(b'\n')
    for cut, status, lost in ((range(4, 5), ERROR, (2, 2)), (range(6, 13), ERROR, (3, 5)),
                              (range(len(lines) - 4, len(lines)), TIMEOUT, None), (range(0), PASS, None)):
        text = b'\n'.join(line for number, line in enumerate(lines) if number not in cut)
        run = subprocess.run(['build/uncork', 'watch', '-'], input=text, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, check=False)
        require(run.returncode == status, f'{cut}: status {run.returncode}, {run.stderr.decode()}')
        records = [json.loads(line) for line in run.stdout.splitlines()]
        named = [(record['first'], record['last']) for record in records if record['record'] == 'lost']
        require(named == ([lost] if lost else []), f'{cut}: {named}')


def framed(lines):
    """A run of these lines, whole."""
    frames = [f'{number:x}.0 '.encode() + line for number, line in enumerate(lines, 1)]
    frames.append(b'end %x %x' % (len(lines), zlib.crc32(b''.join(line + b'\n' for line in lines))))
    return b''.join(b'~%08x %s\r\n' % (zlib.crc32(frame), frame) for frame in frames)


class Terminal(io.TextIOWrapper):
    """What claims to be one."""

    def isatty(self):
        return True


def test_no_way_to_a_terminal_is_left_out():
    """Of a machine whose lines are filtered, in what is said of its last line, and in what its log holds."""
    out, errors = (Terminal(io.BytesIO(), write_through=True) for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        console = Console(False, without_skiboot())
        console.feed(b'uncork 0.1\n')
        console.feed(b'\x1b[2Jpass\n')
        say(console.last_words())
        violations.show(['violation: \x1b]0;title\x07'])
    require(b'\\x1B[2Jpass' in out.buffer.getvalue(), f'{out.buffer.getvalue()!r}')
    for shown in out.buffer.getvalue(), errors.buffer.getvalue():
        require(b'\x1b' not in shown and b'\\x1B' in shown, f'{shown!r}')


def test_a_console_takes_bounded_memory():
    """Before its first line, in a line without an end, and in a line of frames without one."""
    with contextlib.redirect_stdout(Terminal(io.BytesIO(), write_through=True)):
        console = Console(False)
        for _ in range(64):
            console.feed(b'x' * 65536)
        require(len(console.before) <= BEFORE_BYTES, f'{len(console.before)} bytes before the first line')
        console.feed(b'\nuncork 0.1\n')
        require(console.started, 'the first line is not seen')
        for _ in range(64):
            console.remember(b'x' * 65536)
        require(len(console.line) <= LINE_BYTES, f'{len(console.line)} bytes of a line')
        console.remember(b'\n' + b''.join(b'~00000000 1.%x+ x\n' % piece for piece in range(PIECES_MOST + 100)))
        require(len(console.pieces) <= PIECES_MOST, f'{len(console.pieces)} pieces')


def test_a_terminal_gets_no_commands():
    """Of what a board says nothing moves the cursor or names the window; a file has it as it came."""
    line = b'\x1b]0;title\x07\x1b[2Jpass \x9b1m\xc3\xa4'
    capture = framed([line, b'pass: 1 passed, 0 failed, 0 skipped'])
    plain = subprocess.run(['build/uncork', 'watch', '-'], input=capture, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    require(plain.returncode == PASS and line in plain.stdout, f'as it came: {plain.stdout!r}')
    master, slave = pty.openpty()
    subprocess.run(['build/uncork', 'watch', '-v', '-'], input=b'\x1b[31mstray\n' + capture, stdout=slave, stderr=slave, check=False)
    os.close(slave)
    shown = os.read(master, 65536)
    os.close(master)
    require(b'\x1b' not in shown and b'\x9b' not in shown and b'\\x1B[2Jpass \\x9B1m' in shown and b'\\x1B[31mstray' in shown, f'a terminal: {shown!r}')
    require(harmless(line) == rb'\x1B]0;title' b'\x07' rb'\x1B[2Jpass \x9B1m\xC3\xA4', f'tools/boot: {harmless(line)!r}')


def test_a_capture_is_not_written_over():
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, 'run')
        capture = framed([b'pass: 0 passed, 0 failed, 0 skipped'])
        with open(path, 'wb') as file:
            file.write(capture)
        os.symlink('run', path + '.too')
        for name in (path, path + '.too'):
            run = subprocess.run(['build/uncork', 'watch', '-o', name, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
            with open(path, 'rb') as file:
                require(file.read() == capture and run.returncode == ERROR and b'name another file' in run.stderr, f'{name}: {run}')


ENDINGS = signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT


def take_signals(numbers):
    """Those alone, of the ones that end a program."""
    for number in ENDINGS:
        signal.signal(number, signal.SIG_DFL if number in numbers else signal.SIG_IGN)


def test_the_port_is_given_back():
    """Whatever ends watch but SIGKILL leaves a serial port as it was."""
    for number in ENDINGS:
        master, slave = pty.openpty()
        before = termios.tcgetattr(slave)
        # As from a terminal: who starts the tests by nohup ignores one of them. What is ignored from the start stays so.
        with subprocess.Popen(['build/uncork', 'watch', os.ttyname(slave)], stdout=subprocess.DEVNULL,
                              preexec_fn=functools.partial(take_signals, [number])) as run:
            while termios.tcgetattr(slave) == before and run.poll() is None:
                time.sleep(0.01)
            for ignored in ENDINGS:
                if ignored != number:
                    run.send_signal(ignored)
            time.sleep(0.2)
            require(run.poll() is None, f'{number}: an ignored signal ended it with {run.returncode}')
            run.send_signal(number)
        require(run.returncode == -number, f'{number}: status {run.returncode}')
        require(termios.tcgetattr(slave) == before, f'{number}: the port is left as watch set it')
        os.close(master)
        os.close(slave)


def test_boot_over_a_bad_line():
    run = watched([*BOOT, '--keys', 'xeon-7500', '-F framed,json version; stat -t 10; test ubox.pmi.*'], 1, 100)
    records = [json.loads(line) for line in run.lines]
    run.expect(run.machine == PASS and run.status == PASS, 'it did not pass')
    run.expect(run.spoilt > 50, 'the line was too good')
    run.expect(records[0]['record'] == 'start' and records[-1]['record'] == 'end', 'the first or last record is missing')
    run.expect(not any(record['record'] == 'lost' for record in records), 'lines are lost')


def test_crash_over_a_bad_line():
    run = watched([*BOOT, '--keys', 'bare-xeon-7500', '-F framed crash ud'], 2, 400)
    run.expect(run.machine == CRASH and run.status == CRASH, 'it is no crash')
    run.expect(any('crash: end of report' in line for line in run.lines), 'the report did not arrive whole')


def test_power9_over_a_bad_line():
    run = watched([*BOOT, '--keys', 'power9', '-F framed,json info; stat -t 10'], 3, 200)
    run.expect(run.machine == PASS and run.status == PASS, 'it did not pass')
    run.expect(json.loads(run.lines[0])['platform'] == 'ppc64le OPAL', 'the first record is not the start')


def test_interrupt_reaches_the_firmware():
    """Ctrl-C at watch stops the measurement; the firmware puts everything back, and its whole record arrives."""
    for machine in ('xeon-7500', *(() if why_not() else ('power9',))):
        run = watched([*BOOT, '--keys', machine, '-F framed,json stat -t 100000 -I 50; info'], 4, 500,
                      interrupt_after=6000)
        records = [json.loads(line) for line in run.lines]
        run.expect(run.machine == ERROR and run.status == ERROR, 'it is no error')
        run.expect(any(record.get('message') == 'interrupted' for record in records), 'nothing was interrupted')
        run.expect(not any(record['record'] in ('lost', 'box') for record in records), 'it went on, or lines are lost')
