# SPDX-License-Identifier: BSD-2-Clause
"""Reads what a console, a stick or a pipe recorded, in whatever form the run wrote it, and names what of it is
damaged. A run begins with its first line and ends with its end record, or with its crash report. What is outside is
nobody's; within, lines of the forms count that the run writes."""

from __future__ import annotations

import json
import os
import re
from typing import Any, BinaryIO, Iterable, Optional

from said import Progress, one_line

from .builder import Builder, Malformed, Record, clean
from .judge import judge
from .kept import Kept
from .ktap import Ktap
from .lines import FIRST_LINES, JSON_START, OWN_LINES, Lines, Packed, Stamps
from .model import Run
from .plain import Plain

RECORD_MAX = 1 << 20  # characters
STICK_RECORDS = 'results.json'
STICK_FILES = (STICK_RECORDS, 'result.txt', 'console.log', 'journal.txt', 'ticket.json')
DAMAGE_MAX = 20  # lines that are named one by one
RUNS_MAX = 10000  # of one file
WIDTH_LEAST, WIDTH_MOST = 70, 400  # of a terminal
BLANKS_MOST = 8  # at the end of one of its lines
_UNCUT: tuple[int, list[str]] = (0, [])
CRASH_LINES_MAX = 400
_FRAME = re.compile(r'~[0-9a-f]{8} [0-9a-f]+\.[0-9a-f]+\+? ')
_CRASH_END = 'crash: end of report'
_MISSING = re.compile(r'uncork: (\d+) characters lost here, the port took none$')
_VIOLATION = re.compile(r'(?:tools/boot: |silicon: )?violation: (.*)$')
_JSON_FIRST = re.compile(r'\{"record":"start"')
_KTAP_VERSION = 'KTAP version 1'
# A line of skiboot or Linux that begins within one of ours; before what a logger quotes of them stands a colon.
_WITHIN = re.compile(r'[^\s\[<].*?(?<!:)(?<!: )\[ *\d{1,7}\.\d{3,9}(?:,\d)?\] ')
_BEGINS_WITHIN = 'a line of another program begins within it'
_HIDDEN_END = ' blob data]'
_HIDDEN = re.compile(r'\[\d[\d.]*[BKM] blob data\]$')
_NO_START = 'its first line is missing'


class Unreadable(Exception):
    """A file that holds no run, or cannot be read."""


def _no_constant(name: str) -> Any:
    raise ValueError(f'{name} is no JSON')


_JSON = json.JSONDecoder(parse_constant=_no_constant)


def parse_json(line: str) -> Record:
    """The record that a line holds; Malformed if it is damaged."""
    if len(line) > RECORD_MAX:
        raise Malformed(f'longer than {RECORD_MAX} characters')
    if not line.isascii():
        raise Malformed('it holds bytes that no record has')
    try:
        record = _JSON.decode(line)
    except (ValueError, RecursionError):
        raise Malformed('it is cut or garbled') from None
    if not isinstance(record, dict) or not isinstance(record.get('record'), str):
        raise Malformed('it is no record')
    return record


def _begins_within(line: str) -> bool:
    """True if a line of another program begins within this one."""
    return '] ' in line and _WITHIN.match(line) is not None


def _is_first(line: str) -> bool:
    """True if a run begins there: what crashed may never have come to the end of its report."""
    return _JSON_FIRST.search(line) is not None or any(first.match(line) for first in FIRST_LINES.values())


class Reader:
    """Turns the lines of one file into runs."""

    def __init__(self, path: str, label: str, kept: Optional[Kept] = None) -> None:
        self.path, self.label = one_line(path), label
        self._kept = kept or Kept()
        self.runs: list[Run] = []
        self._run: Optional[Run] = None
        self._builder: Optional[Builder] = None
        self._forms: set[str] = set()  # that the run under way has shown
        self._ktap, self._plain = Ktap(), Plain()
        self._crashing = False
        self._strange = 0
        self._wrapped = _UNCUT  # the line where a record began, and its parts
        self._width = 0  # of the terminal that cuts records

    def read(self, lines: Iterable[str]) -> list[Run]:
        """The runs that the lines hold, each with its verdict; Unreadable if there is none."""
        stamps, last, number, said, frames, hidden = Stamps(), '', 0, 0, 0, 0
        for number, line in enumerate(lines, 1):
            framed = _FRAME.match(line)
            line = line if framed else stamps.strip(line, self._run is None)
            if line:
                last, said, frames, hidden = line, said + 1, frames + bool(framed), hidden + (line.endswith(_HIDDEN_END) and bool(_HIDDEN.search(line)))
                self._line(number, line)
            elif self._run:
                self._run.lines += 1
        if frames * 2 > said:
            raise Unreadable(f'{self.path}: a framed console as it came over the line; '
                             '`uncork watch -o RUN FILE` puts its lines together')
        if hidden * 2 > said:
            raise Unreadable(f'{self.path}: a journal that hides lines as `blob data`; `journalctl -a` shows them')
        self._stop(number, last)
        if not self.runs:
            raise Unreadable(f'{self.path}: holds no run of uncork: '
                             + ('no first line in JSON, KTAP or plain text was found' if said else 'it is empty'))
        for index, run in enumerate(self.runs):
            run.label = f'{self.label} ({index + 1})' if len(self.runs) > 1 else self.label
            judge(run)
        return self.runs

    def _stop(self, number: int, last: str) -> None:
        """The lines have ended."""
        if self._wrapped != _UNCUT:
            self._lose_record(self._wrapped[0], 'it is cut or garbled')
        if self._run:
            self._take_all(self._plain.finish(), number)
        if self._run:
            self._run.damaged(f'the log stops without an end record; its last line is "{clean(last)[:120]}"')
            self._finish()

    # ---- lines ---------------------------------------------------------------------------------------

    def _line(self, number: int, line: str) -> None:
        if self._run:
            self._run.lines += 1
        if self._wrapped != _UNCUT and self._unwraps(line):
            return
        if self._crashing and not _is_first(line):
            self._crash_line(line)
        elif JSON_START in line:
            self._json_line(number, line[line.index(JSON_START):])
        elif not self._remark(number, line) and self._is_ours(number, line):
            self._line_of_ours(number, line)

    def _remark(self, number: int, line: str) -> bool:
        """True if it was said about the run, and not by it."""
        missing, violation = _MISSING.match(line), _VIOLATION.match(line)
        if missing and self._run:
            self._run.damaged(f'{missing[1]} characters of the console are lost before line {number}: the port took none')
        elif violation and (self._run or self.runs):  # it may come after the end record
            (self._run or self.runs[-1]).remark('violation', clean(violation[1]))
        elif not self._run and self.runs and self.runs[-1].crash and line.startswith('crash: '):
            self._keep_crash(self.runs[-1], line)  # what became of the machine
        else:
            return False
        return True

    def _is_ours(self, number: int, line: str) -> bool:
        """True if it begins a run, or may be of the one under way."""
        first, own = (next((form for form, pattern in table.items() if pattern.match(line)), '') for table in (FIRST_LINES, OWN_LINES))
        if first:
            self._begin(number, first)
        elif own:
            self._go_on(own)
        elif self._run and line == _KTAP_VERSION:
            self._go_on('ktap')
        return bool(self._run)

    def _line_of_ours(self, number: int, line: str) -> None:
        if OWN_LINES['crash'].match(line):
            self._crash_line(line)
        elif 'json' in self._forms and ('"record":' in line or line.endswith(('"}', '}}'))
                                         or ('":' in line and line.endswith('}') and not line.startswith('{'))):
            self._damaged(number, 'it is cut or garbled')
        else:
            self._other_line(number, line)

    def _unwraps(self, line: str) -> bool:
        """True if the line goes on with a record that the screen of a terminal has cut into lines of its width, of which blanks at
        the end are lost."""
        number, parts = self._wrapped
        self._wrapped = _UNCUT
        self._width = max(self._width, len(line), *map(len, parts)) if len(line) <= WIDTH_MOST else self._width
        text = ''.join(part.ljust(self._width) for part in parts) + line
        if JSON_START not in line and len(text) <= RECORD_MAX and all(len(part) > self._width - BLANKS_MOST for part in parts):
            try:
                parse_json(text)
            except Malformed:
                if len(line) > self._width - BLANKS_MOST:
                    self._wrapped = (number, [*parts, line])
                    return True
            else:
                self._json_line(number, text)
                return True
        self._lose_record(number, 'it is cut or garbled')
        return False

    def _lose_record(self, number: int, what: str) -> None:
        self._go_on('json')
        self._damaged(number, what)

    def _json_line(self, number: int, text: str) -> None:
        self._take_all(self._plain.finish(), number)
        within = _begins_within(text)
        try:
            record = parse_json(text)
        except Malformed as error:
            if within:
                self._lose_record(number, _BEGINS_WITHIN)
            elif WIDTH_LEAST <= len(text) <= WIDTH_MOST and not text.endswith('}'):
                self._wrapped = (number, [text])
            else:
                self._lose_record(number, str(error))
            return
        if record['record'] == 'start':
            self._begin(number, 'json')
        else:
            self._go_on('json')
        if within:
            self._damaged(number, _BEGINS_WITHIN)
        self._take(record, number)

    def _other_line(self, number: int, line: str) -> None:
        records = None
        if {'ktap', 'text'} & self._forms and _begins_within(line):
            self._damaged(number, _BEGINS_WITHIN)
        try:
            records = self._ktap.feed(line) if 'ktap' in self._forms else None
        except Malformed as error:
            self._damaged(number, str(error))
            return
        if records is not None:
            records = self._plain.finish() + records
        elif 'text' in self._forms:
            records = self._plain.feed(line)
        self._take_all(records or [], number)

    def _crash_line(self, line: str) -> None:
        """The report is the last that a run which crashed says."""
        if line == _CRASH_END:
            self._finish()
            return
        self._crashing = True
        self._keep_crash(self._current(), line)

    @staticmethod
    def _keep_crash(run: Run, line: str) -> None:
        if len(run.crash) < CRASH_LINES_MAX:
            run.crash.append(clean(line))

    # ---- runs and their records ----------------------------------------------------------------------

    def _current(self) -> Run:
        if self._run is None:
            self._run = Run(self.label, self.path, lines=1)
            self._builder = Builder(self._run, self._kept)
            self._ktap, self._plain, self._forms = Ktap(), Plain(), set()
            self._strange = 0
        return self._run

    def _begin(self, number: int, form: str) -> None:
        """A first line: what it belongs to begins here."""
        self._take_all(self._plain.finish(), number)
        if self._run and not self._run.is_empty:
            self._run.damaged(f'the machine starts again in line {number}: there is no end record before')
            self._finish()
        self._current()
        self._forms.add(form)

    def _go_on(self, form: str) -> None:
        """A line that is no first one and that nobody else says."""
        if not self._run:
            self._current().damaged(_NO_START)
        self._forms.add(form)

    def _take_all(self, records: list[Record], number: int) -> None:
        for record in records:
            self._take(record, number)

    def _take(self, record: Record, number: int) -> None:
        run = self._current()
        assert self._builder is not None  # it comes with the run
        try:
            self._builder.take(record)
        except Malformed as error:
            self._damaged(number, str(error))
            return
        if run.end:
            self._finish()

    def _finish(self) -> None:
        run, self._run, self._builder = self._current(), None, None
        self._kept.finish(run)
        if len(self.runs) >= RUNS_MAX:
            raise Unreadable(f'{self.path}: holds more than {RUNS_MAX} runs; split it')
        if self._strange > DAMAGE_MAX:
            run.damaged(f'{self._strange - DAMAGE_MAX} more lines are damaged')
        self.runs.append(run)
        self._crashing = False

    def _damaged(self, number: int, what: str) -> None:
        run = self._current()
        self._strange += 1
        if self._strange <= DAMAGE_MAX:
            run.damaged(f'line {number} is lost: {what}')


def label_of(path: str) -> str:
    """What a run is called by default: its file's name without directory and ending."""
    return one_line(os.path.splitext(os.path.basename(os.path.normpath(path)))[0] or path)


def read_stream(stream: BinaryIO, path: str, label: str, kept: Optional[Kept] = None) -> list[Run]:
    """The runs in what a console said; Unreadable if there is none."""
    lines = Lines(stream)
    try:
        runs = Reader(path, label, kept).read(lines)
    except Packed as error:
        raise Unreadable(f'{one_line(path)}: {error}') from error
    for run in runs:
        run.digest = lines.digest
    return runs


def files_of(path: str) -> list[str]:
    """What a RUN on a command line consists of, and must not be written over."""
    return [path, *(os.path.join(path, name) for name in STICK_FILES)] if os.path.isdir(path) else [path]


def read_file(path: str, progress: Progress, label: Optional[str] = None, kept: Optional[Kept] = None) -> list[Run]:
    """The runs that a file holds, or the records in what was copied from a stick; Unreadable if there is none or the file cannot
    be read."""
    content = os.path.join(path, STICK_RECORDS) if os.path.isdir(path) else path
    try:
        with open(content, 'rb') as file:
            progress.reading(file)
            return read_stream(file, path, label or label_of(path), kept)
    except OSError as error:
        raise Unreadable(f'{one_line(str(error.filename or content))}: {error.strerror or error}') from error
