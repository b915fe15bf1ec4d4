# SPDX-License-Identifier: BSD-2-Clause
"""Reads what a console, a stick or a pipe recorded, in whatever form the run wrote it, and names what of it is
damaged. A line may be JSON, KTAP or plain text; a console has other people's lines too, which are passed over."""

from __future__ import annotations

import codecs
import hashlib
import json
import os
import re
from typing import Any, Optional

from .builder import Builder, Malformed, Record, clean, printable
from .judge import judge
from .ktap import Ktap
from .model import Remark, Run
from .plain import Plain

BYTES_MAX = 256 << 20
LINE_MAX = 1 << 20
STICK_RECORDS = 'results.json'
DAMAGE_MAX = 20  # lines that are named one by one
CRASH_LINES_MAX = 400
_JSON_START = '{"record"'
_ESCAPES = re.compile(r'\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-~])|[\x00\x07]')
_CRASH = re.compile(r'crash: (?!\d+ passed)')
_FRAME = re.compile(r'~[0-9a-f]{8} \d+\.\d+')
_CRASH_END = 'crash: end of report'
_MISSING = re.compile(r'uncork: (\d+) characters lost here, the port took none$')
_VIOLATION = re.compile(r'(?:\S+: )?violation: (.*)$')


class Unreadable(Exception):
    """A file that holds no run, or cannot be read."""


def load(path: str) -> bytes:
    """The bytes of a file, or of the records in what was copied from a stick; Unreadable if they cannot be had."""
    if os.path.isdir(path):
        path = os.path.join(path, STICK_RECORDS)
    try:
        with open(path, 'rb') as file:
            content = file.read(BYTES_MAX + 1)
    except OSError as error:
        raise Unreadable(f'{path}: {error.strerror or error}') from error
    if len(content) > BYTES_MAX:
        raise Unreadable(f'{path}: longer than {BYTES_MAX >> 20} MiB')
    return content


def decode(content: bytes) -> str:
    """The text of a log. The UEFI shell writes UTF-16 when it is told to write a file."""
    for mark, name in ((codecs.BOM_UTF16_LE, 'utf-16'), (codecs.BOM_UTF16_BE, 'utf-16'), (codecs.BOM_UTF8, 'utf-8-sig')):
        if content.startswith(mark):
            return content.decode(name, errors='replace')
    return content.decode('utf-8', errors='replace')


def split_lines(text: str) -> list[str]:
    """The lines without what steers a terminal; a carriage return alone ends no line. Other characters that neither a page
    nor XML can hold are replaced here, once for all that quotes a line."""
    return [printable(_ESCAPES.sub('', line).replace('\r', '')) for line in text.split('\n')]


def _no_constant(name: str) -> Any:
    raise ValueError(f'{name} is no JSON')


def parse_json(line: str) -> Record:
    """The record that a line holds; Malformed if it is damaged."""
    if len(line) > LINE_MAX:
        raise Malformed(f'longer than {LINE_MAX} characters')
    if not line.isascii():
        raise Malformed('it holds bytes that no record has')
    try:
        record = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise Malformed('it is cut or garbled') from None
    if not isinstance(record, dict):
        raise Malformed('it is no record')
    return record


class Reader:
    """Turns the lines of one file into runs."""

    def __init__(self, path: str, label: str, digest: str) -> None:
        self.path, self.label, self.digest = clean(path), label, digest
        self.runs: list[Run] = []
        self._run: Optional[Run] = None
        self._builder: Optional[Builder] = None
        self._ktap, self._plain = Ktap(), Plain()
        self._crashing = False
        self._json = False
        self._strange = 0

    def read(self, lines: list[str]) -> list[Run]:
        """The runs that the lines hold, each with its verdict; Unreadable if there is none."""
        if sum(bool(_FRAME.match(line)) for line in lines) * 2 > len(lines):
            raise Unreadable(f'{self.path}: a framed console as it came over the line; '
                             '`uncork watch -o RUN FILE` puts its lines together')
        for number, line in enumerate(lines, 1):
            self._line(number, line)
        self._take_all(self._plain.finish(), len(lines))
        if self._run and self._run.crash and not self._crashing:
            self._finish()  # the report is the last that a run which crashed says
        if self._run:
            last = next((line for line in reversed(lines) if line.strip()), '')
            self._run.damage.append(f'the log stops without an end record; its last line is "{clean(last)[:120]}"')
            self._finish()
        if not self.runs:
            raise Unreadable(f'{self.path}: holds no run of uncork: {self._what(lines)}')
        for index, run in enumerate(self.runs):
            run.label = f'{self.label} ({index + 1})' if len(self.runs) > 1 else self.label
            judge(run)
        return self.runs

    @staticmethod
    def _what(lines: list[str]) -> str:
        """What a file holds that holds no run."""
        if not any(line.strip() for line in lines):
            return 'it is empty'
        return 'no record in JSON, KTAP or plain text was found'

    # ---- lines ---------------------------------------------------------------------------------------

    def _line(self, number: int, line: str) -> None:
        if self._run:
            self._run.lines += 1
        if self._crashing or _CRASH.match(line):
            self._crash_line(line)
            return
        missing = _MISSING.match(line)
        if missing and self._run:
            self._run.damage.append(f'{missing[1]} characters of the console are lost before line {number}: the port took none')
            return
        violation = _VIOLATION.match(line)
        if violation:
            self._violation(violation[1])
            return
        if _JSON_START in line:
            self._json = True
            self._take_all(self._plain.finish(), number)
            self._json_line(number, line[line.index(_JSON_START):])
            return
        if self._json and self._run and ('"record":' in line or line.rstrip().endswith(('"}', '}}'))):
            self._damaged(number, 'it is cut or garbled')
            return
        self._other_line(number, line)

    def _json_line(self, number: int, text: str) -> None:
        try:
            record = parse_json(text)
        except Malformed as error:
            self._damaged(number, str(error))
            return
        self._take(record, number)

    def _other_line(self, number: int, line: str) -> None:
        try:
            records = self._ktap.feed(line)
        except Malformed as error:
            if self._run:  # else it is somebody else's remark
                self._damaged(number, str(error))
            return
        if records is None:
            records = self._plain.feed(line)
        else:
            records = self._plain.finish() + records
        self._take_all(records or [], number)

    def _crash_line(self, line: str) -> None:
        self._crashing = line != _CRASH_END
        run = self._current()
        if line != _CRASH_END and len(run.crash) < CRASH_LINES_MAX:
            run.crash.append(clean(line))

    def _violation(self, text: str) -> None:
        """The silicon's word may come after the end record: it belongs to the run before it."""
        run = self._run or (self.runs[-1] if self.runs else self._current())
        run.remarks.append(Remark('violation', clean(text)))

    # ---- records -------------------------------------------------------------------------------------

    def _current(self) -> Run:
        if self._run is None:
            self._run = Run(self.label, self.path, self.digest, lines=1)
            self._builder = Builder(self._run)
            self._strange = 0
        return self._run

    def _take_all(self, records: list[Record], number: int) -> None:
        for record in records:
            self._take(record, number)

    def _take(self, record: Record, number: int) -> None:
        if record.get('record') == 'start' and self._run and not self._run.is_empty:
            self._run.damage.append(f'the machine starts again in line {number}: there is no end record before')
            self._finish()
        run = self._current()
        assert self._builder is not None  # it comes with the run
        try:
            self._builder.add(record)
        except Malformed as error:
            self._damaged(number, str(error))
            return
        if run.end:
            self._finish()

    def _finish(self) -> None:
        run, self._run, self._builder = self._current(), None, None
        if self._strange > DAMAGE_MAX:
            run.damage.append(f'{self._strange - DAMAGE_MAX} more lines are damaged')
        self.runs.append(run)
        self._crashing = False

    def _damaged(self, number: int, what: str) -> None:
        run = self._current()
        self._strange += 1
        if self._strange <= DAMAGE_MAX:
            run.damage.append(f'line {number} is lost: {what}')


def label_of(path: str) -> str:
    """What a run is called by default: its file's name without directory and ending."""
    return clean(os.path.splitext(os.path.basename(os.path.normpath(path)))[0] or path)


def read_file(path: str, label: Optional[str] = None) -> list[Run]:
    """The runs that a file holds; Unreadable if there is none or the file cannot be read."""
    content = load(path)
    digest = hashlib.sha256(content).hexdigest()
    return Reader(path, label or label_of(path), digest).read(split_lines(decode(content)))
