# SPDX-License-Identifier: BSD-2-Clause
"""`uncork watch`: reads a framed console, asks for what is missing, gives the lines out in order, and says what the run came to."""

from __future__ import annotations

import argparse
import io
import re
import signal
import sys
import time
from typing import Any, Optional, Sequence

from arguments import Parser
from report.lines import verdict_of
from said import one_line

from .frames import Frame, FrameReader, request
from .lines import Lines
from .port import RATES, Port

STATUSES = {'pass': 0, 'fail': 1, 'error': 2, 'crash': 3, 'timeout': 4}
ERROR = STATUSES['error']

LINES_AT_A_TIME = 64
# Seconds. An answer that pauses for four times as long as they take to begin is over.
POLL = 0.02
ROUND = 0.05  # at first
PATIENCE_LEAST = 0.04
PATIENCE = 0.4
PATIENCE_MOST = 2.0  # after requests that were not heard, as long as the run goes on
STOP = 0.3           # from one request to stop to the next
FAREWELLS = 20

DESCRIPTION = """Follows a run whose console is framed (-F framed on uncork's command line, or first in
uncork.cfg): checks every line, requests damaged lines again, prints all lines in order,
and prints the run's verdict. Ctrl-C stops the run, a second Ctrl-C only this program."""

DETAILS = """  uncork watch -o results.json /dev/ttyUSB0

exit status: 0 pass, 1 a check failed, 2 usage or error, or a pass of which lines are lost,
3 the firmware crashed, 4 no verdict came"""

_UNPRINTABLE = re.compile(rb'[^\t -~]')


def shown(line: bytes) -> bytes:
    """A terminal takes nothing of a board for a command: what is no printable ASCII is shown by its number."""
    return _UNPRINTABLE.sub(lambda byte: b'\\x%02X' % ord(byte[0]), line)


def _say(text: str) -> None:
    print(f'watch: {text}', file=sys.stderr)


class File(io.FileIO):
    """The lines on a disk, whose errors have its name."""

    def __init__(self, path: str) -> None:
        super().__init__(path, 'w')

    def write(self, data: Any) -> int:
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[super().write(rest) or 0:]
        except OSError as error:
            raise OSError(error.errno, error.strerror, self.name) from error
        return len(data)


class Verdict:
    """What a run came to, from its lines as they are given out."""

    def __init__(self) -> None:
        self.crashed = False
        self._last: Optional[str] = None  # what the latest line says, if it is an end record

    def take(self, line: bytes) -> None:
        self.crashed |= line.startswith(b'crash:')
        self._last = verdict_of(line.decode(errors='replace'))

    def take_lost(self) -> None:
        """Lines are lost here."""
        self._last = None

    def word(self, lines: Lines) -> str:
        """Of a run whose lines are all given out. What passed with lines lost, or with others than were sent, is an error."""
        if self.crashed:
            return 'crash'
        if not lines.end or lines.contradicted or not self._last:
            return 'timeout'
        return 'error' if self._last == 'pass' and not lines.complete else self._last


class Watch:
    """One run that is watched."""

    def __init__(self, port: Port, options: argparse.Namespace, file: Optional[File]) -> None:
        self.port, self.silence, self.quiet, self.verbose, self.file = port, options.silence, options.quiet, options.verbose, file
        self.reader = FrameReader(self._take_frame, self._take_stray)
        self.lines = Lines(self._give, self._lose)
        self.verdict = Verdict()
        self.terminal = sys.stdout.isatty()
        self.interrupts, self.bye = 0, False
        self.form = '[lost: lines {} to {}]'  # as the lines around it have it
        self.now = self.frame_time = self.byte_time = time.monotonic()
        self.stop_time = 0.0
        # The request under way: its lines, when it was sent and last answered, how long an answer is waited for.
        self.asked, self.asked_time, self.answer_time, self.patience = range(0), 0.0, 0.0, PATIENCE
        self.round = ROUND  # from a request to its answer, as a rule
        self.requests = self.strays = 0

    # ---- giving out --------------------------------------------------------------------------------

    def _put(self, line: bytes) -> None:
        if not self.quiet:
            sys.stdout.buffer.write((shown(line) if self.terminal else line) + b'\n')
        if self.file:
            self.file.write(line + b'\n')

    def _give(self, line: bytes) -> None:
        if line.startswith(b'{"record":'):
            self.form = '{{"record":"lost","first":{},"last":{}}}'
        elif line.startswith(b'KTAP version'):
            self.form = '# lost first={} last={}'
        self.verdict.take(line)
        self._put(line)

    def _lose(self, first: int, last: int) -> None:
        self.verdict.take_lost()
        self._put(self.form.format(first, last).encode())
        _say(f'line {first} is lost' if first == last else f'lines {first} to {last} are lost')

    # ---- hearing -----------------------------------------------------------------------------------

    def _take_frame(self, frame: Frame) -> None:
        self.frame_time = self.now
        self.bye |= frame.kind == 'bye'
        if frame.kind == 'piece' and frame.line in self.asked:
            if self.answer_time == self.asked_time:
                self.round = (3 * self.round + self.now - self.asked_time) / 4
            self.answer_time = self.now
        if frame.kind == 'sent' and frame.line == self.asked.stop - 1:
            self.asked = range(0)
        self.lines.take(frame)

    def _take_stray(self, line: bytes) -> None:
        self.strays += 1
        if self.verbose:
            _say(shown(line).decode())

    def _hear(self) -> bool:
        """False at the end of input."""
        data = self.port.read(POLL)
        self.now = time.monotonic()
        if data:
            self.byte_time = self.now
            self.reader.feed(data)
        return data is not None

    # ---- asking ------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Asks for lines that are missing. The latest may be under way as long as the line is busy."""
        if not self.port.answers or (self.asked and self.now - self.answer_time < self.patience):
            return
        if self.asked and not self.lines.end:
            self.patience = min(2 * self.patience, PATIENCE_MOST)
        else:  # the firmware that has come to its end listens all the time
            self.patience = min(max(4 * self.round, PATIENCE_LEAST), PATIENCE)
        missing = self.lines.missing(self.now - self.byte_time > PATIENCE_LEAST, LINES_AT_A_TIME)
        self.asked = range(missing[0], sum(missing)) if missing else range(0)
        if missing:
            self.port.write(request(f'a{missing[0]:x}+{missing[1]:x}'))
            self.requests += 1
            self.asked_time = self.answer_time = self.now

    def _ask_to_stop(self) -> None:
        if not self.interrupts or self.lines.end or self.now - self.stop_time < STOP:
            return
        if not self.stop_time:
            _say('asking the run to stop; another Ctrl-C ends only this program')
        self.stop_time = self.now
        self.port.write(request('s'))

    def interrupt(self, number: int, _: Any) -> None:  # pylint: disable=unused-argument
        """Ctrl-C: the second one ends this program alone."""
        self.interrupts += 1

    # ---- the whole ---------------------------------------------------------------------------------

    def _is_over(self) -> bool:
        if self.bye or self.interrupts > 1 or self.lines.contradicted or (self.lines.end and not self.lines.missing(True, 1)):
            return True
        return bool(self.silence and self.now - self.frame_time > self.silence)

    def _part(self) -> None:
        """Says to the firmware that it need not stay, until it says that it goes or falls silent."""
        if not self.lines.end or not self.port.answers:
            return
        for _ in range(FAREWELLS):
            since = self.now
            self.port.write(request(f'd{self.lines.end.line:x}'))
            while not self.bye and self.now - since < PATIENCE:
                if not self._hear():
                    return
            if self.bye:
                return

    def follow(self) -> None:
        """Follows the run to its end."""
        while self._hear():
            sys.stdout.flush()
            if self._is_over():
                break
            self._ask_to_stop()
            self._ask()
        self._part()
        self.lines.finish()
        sys.stdout.flush()

    def summary(self, word: str) -> None:
        """Says on standard error what the run came to."""
        lines = self.lines
        if lines.contradicted:
            _say('the lines contradict each other: the machine restarted, or several machines share the line')
        if not lines.end and not lines.highest and self.strays:
            _say(f'{self.strays} lines came and no frame: is it a run with -F framed?')
        _say(f'{"no verdict" if word == "timeout" else word}; {lines.highest} lines{"" if lines.end else " without an end"}, '
             f'{lines.lost} of them lost, {self.requests} requests')


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog='uncork watch', usage='uncork watch [-o FILE] [-b BAUD] [-t SECONDS] [-q] [-v] DEVICE|-',
                                     description=DESCRIPTION, epilog=DETAILS)
    parser.add_argument('device', metavar='DEVICE', help="a serial device or pseudo-terminal, unix:PATH, tcp:HOST:PORT, or a file; '-' is "
                        'standard input. Files and pipes answer no requests')
    parser.add_argument('-o', '--output', metavar='FILE', help='also write the lines to a file, with a mark in place of lost lines')
    parser.add_argument('-b', '--baud', type=int, default=115200, metavar='BAUD', help='speed of a serial device (115200)')
    parser.add_argument('-t', '--timeout', dest='silence', type=int, default=60, metavar='SECONDS', help='give up after this time without a frame (60; 0: never)')
    parser.add_argument('-q', '--quiet', action='store_true', help='print no lines')
    parser.add_argument('-v', '--verbose', action='store_true', help='print lines outside of frames on standard error')
    return parser


def main(arguments: Sequence[str]) -> int:
    """Does what the command line asks for; returns the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.baud not in RATES:
        parser.error(f'{options.baud}: not a baud rate; use 9600 to 921600 in the usual steps')
    if options.silence < 0:
        parser.error(f'{options.silence}: a time-out is 0 or more seconds')
    port = Port(options.device, options.baud)
    if options.output and port.is_file(options.output):
        print(f'uncork watch: {one_line(options.output)} is what is watched: name another file for its lines', file=sys.stderr)
        return ERROR
    file = File(options.output) if options.output else None
    watch = Watch(port, options, file)
    signal.signal(signal.SIGINT, watch.interrupt)
    watch.follow()
    if file:
        file.close()
    word = watch.verdict.word(watch.lines)
    watch.summary(word)
    return STATUSES[word]
