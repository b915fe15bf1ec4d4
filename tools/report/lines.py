# SPDX-License-Identifier: BSD-2-Clause
"""Turns the bytes of a console into the lines that uncork said (docs/console-protocol.md): without statuses, without what
steers a terminal, and without what whoever recorded them put before each line."""

from __future__ import annotations

import codecs
import hashlib
import io
import json
import re
from typing import BinaryIO, Iterator, Optional

from .builder import printable

LINE_MAX = 4 << 20  # characters; what is longer is cut into several
READ_AT_ONCE = 1 << 20
STAMP_MAX = 160     # characters before a line that may be a recorder's
ESCAPES = re.compile(r'\x1b\[8mha:[\w+/=:]*\x1b\[0m'  # what Jenkins hides in a log of its own
                     r'|\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]P^_X][^\x07\x1b]{0,4096}(?:\x07|\x1b\\)|[ -/]*[0-~])|[\x00\x07\x11\x13\ufeff]')
_PLACED = re.compile(r'(?<=[^\r\n])(?=\x1b\[\d{1,3};\d{1,3}[Hf])')  # a console of a BMC that puts lines at their places ends none
_BEFORE = re.compile('^[\ufffd\\x01-\\x07\\x0e-\\x1a\\x1c-\\x1f\\x7f]+')  # what an unpowered line or telnet has before the first one
_LINE_END = '\u240d\u240a'  # a CR and a line feed as labgrid shows them
_COMPRESSED = {b'\x1f\x8b': 'gzip', b'BZh': 'bzip2', b'\xfd7zXZ': 'xz', b'\x28\xb5\x2f\xfd': 'zstd', b'PK\x03\x04': 'zip'}
_STATUS = re.compile(r'\r{2,}[^\r]*(?=\r|$)')  # the CR behind it may be the first of the next one's

MACHINE = r'(?:[a-z]\w*(?:-[a-z0-9]+)+|power\d+)'
CHECK_ID = rf'{MACHINE}\.[\w-]+(?:\.[\w*-]+)+'
END_TEXT = (r'(?:pass|fail|error|timeout|crash): \d+ passed, \d+ failed, \d+ skipped(?:, \d+ untested)?'
            r'(?: \([A-Za-z0-9, ]+\))?')
# The last line of a run, in each form.
END = re.compile(rf'(?P<text>{END_TEXT})|\{{"record":"end","result":"(?P<json>\w+)".*\}}|# end result=(?P<ktap>\w+)\b.*')
VERDICTS = 'pass', 'fail', 'error', 'crash', 'timeout'
# Lines that nobody else says, by the form that they are of.
FIRST_LINES = {'text': re.compile(r'uncork \d\S* \w+ \w+$'), 'ktap': re.compile('# start program=uncork ')}
OWN_LINES = {
    'text': re.compile(rf'(?:PASS|FAIL|SKIP|UNTESTED) {CHECK_ID}(?:: |$)|{END_TEXT}$|\[lost: lines \d+ to \d+\]$'),
    'ktap': re.compile(rf'(?:not )?ok \d+ {CHECK_ID}(?: # SKIP|$)|# end result=\w+ passed=|# lost first=\d+ last=\d+$'),
    'crash': re.compile(r'crash: .{1,200} at 0x[0-9a-f]+'),
}
JSON_START = '{"record"'
_OWN = re.compile('|'.join(form.pattern for form in (*FIRST_LINES.values(), *OWN_LINES.values()))
                  + '|KTAP version 1$|' + re.escape(JSON_START))
_PARTS = re.compile(r'\s*[0-9]+|\s+|[A-Za-z]+|.')
_NO_WORDS = re.compile(r'[^\sA-Za-z]')
_STAMP_END = re.compile(r'[\s\]:|>]$')
_QUOTE = re.compile(r'(?<!\\)"')
_WRAPPED = re.compile(r'\{"log": ?"|\{"[_A-Z].*"MESSAGE" ?: ?["\[]|\{"MESSAGE" ?: ?["\[]')  # by Docker's json-file, by `journalctl -o json`
# What pages, chats and text processors make of characters that uncork writes.
_TYPESET = {0xa0: ' ', 0x2018: "'", 0x2019: "'", 0x201c: '"', 0x201d: '"'}
_QUOTED_BY_PAGES = ('&quot;', '"'), ('&#34;', '"'), ('&#39;', "'"), ('&lt;', '<'), ('&gt;', '>'), ('&amp;', '&')
# A carriage return at a line's end, and an escape, as `cat -v`, rsyslog, its ancestor and terminals for debugging show them.
_SHOWN = {'^M': '^[', '#015': '#033', '\\015': '\\033', '<0D>': '<1B>', '\\x0d': '\\x1b', '\\r': '\\e'}
_SHOWN_ENDS = tuple(_SHOWN)
_LAVA = re.compile(r'(?:- )?\{"?dt"?: [^,]{1,60}, "?lvl"?: "?(\w+)"?, "?msg"?: (.*)\}$')


def verdict_of(line: str) -> Optional[str]:
    """What an end record says, one of VERDICTS; None of every other line."""
    found = END.fullmatch(line)
    said = next(filter(None, found.groups())).partition(':')[0] if found else None
    return said if said in VERDICTS else None


class StatusFilter:
    """Takes out carriage returns, and status lines, which begin with two of them and end with the next. Takes bytes as they
    come."""

    def __init__(self) -> None:
        self.returned = False  # the last byte was one
        self.status: Optional[bytes] = None  # the one under way
        self.covering = False  # this line has been written over a status
        self.blanks = b''      # in that line: they may be there to cover what was longer

    def _carriage_return(self) -> bytes:
        if self.status:
            self.covering, self.status, self.returned = bool(self.status.strip()), None, True
        elif self.returned or self.status is not None:
            self.status, self.returned = b'', False
        else:
            self.returned = True
        return b''

    def _character(self, byte: bytes) -> bytes:
        if byte == b'\n':
            self.blanks, self.covering = b'', False
        elif byte == b' ' and self.covering:
            self.blanks += byte
            return b''
        blanks, self.blanks = self.blanks, b''
        return blanks + byte

    def _byte(self, byte: bytes) -> bytes:
        if byte == b'\r':
            return self._carriage_return()
        self.returned = False
        if self.status is None:
            return self._character(byte)
        if byte != b'\n':
            self.status += byte
            return b''
        self.status = None
        return byte

    def feed(self, data: bytes) -> bytes:
        """What of the bytes is to be shown now."""
        return b''.join(self._byte(data[i:i + 1]) for i in range(len(data)))


def overprinted(line: str) -> str:
    """As a terminal shows it: what follows a backspace is written over what was there."""
    shown: list[str] = []
    at = 0
    for character in line:
        if character == '\b':
            at = max(0, at - 1)
        else:
            shown[at:at + 1] = [character]
            at += 1
    return ''.join(shown)


def _steered(line: str) -> str:
    """A line without what steers a terminal, and without characters that uncork does not write."""
    line = _BEFORE.sub('', ESCAPES.sub('', line.rstrip(_LINE_END)).rstrip('\r'))
    if '\r' in line:
        line = _STATUS.sub('', line).replace('\r', '')
    if '\b' in line:
        line = overprinted(line)
    return printable(line.translate(_TYPESET))


def clean_line(line: str) -> str:
    """A line as it was said: what StatusFilter takes out, and blanks at the end, which may be there to cover a status. Characters
    that neither a page nor XML can hold are replaced here, once for all that quotes a line."""
    if line.endswith(_SHOWN_ENDS):
        shown = next(end for end in _SHOWN_ENDS if line.endswith(end))
        line = line.replace(shown, '\r').replace(_SHOWN[shown], '\x1b')
    if not (line.isascii() and line.isprintable()):
        line = _steered(line)
    if '&quot;' in line or '&#34;' in line:
        for name, character in _QUOTED_BY_PAGES:
            line = line.replace(name, character)
    return line.rstrip()


def _shape(stamp: str) -> re.Pattern[str]:
    """What a stamp like this one looks like before another line. The blanks at its end are exact: those of the line follow."""
    body = stamp.rstrip()

    def of(part: str) -> str:
        if part[-1].isdigit():
            return r'\s*\d+'
        return '[A-Za-z]+' if part.isalpha() else r'\s*' if part.isspace() else re.escape(part)

    return re.compile(''.join(map(of, _PARTS.findall(body))) + re.escape(stamp[len(body):]))


def _is_stamp(text: str) -> bool:
    return bool('"' not in text and _STAMP_END.search(text) and _NO_WORDS.search(text))


def _shared(stamp: str, line: str) -> Optional[re.Pattern[str]]:
    """The shape of the longest end, or start, of a stamp that the next line begins with: what is beside it is noise."""
    places = [part.start() for part in _PARTS.finditer(stamp)]
    pieces = [stamp[place:] for place in places] + [stamp[:place] for place in reversed(places)]
    shapes = (_shape(piece) for piece in pieces if _is_stamp(piece))
    return next((shape for shape in shapes if shape.match(line)), None)


def _unquoted(text: str) -> str:
    """A scalar of YAML on one line."""
    if text[:1] == "'":
        return text[1:-1].replace("''", "'")
    if text[:1] != '"':
        return text
    try:
        return str(json.loads(text))
    except ValueError:
        return re.sub(r'\\(x[0-9a-f]{2}|.)', lambda found: '' if found[1][0] in 'xerna0' else found[1], text[1:-1])


def _logged(line: str) -> str:
    """What a line of Docker's json-file, or of a journal as JSON, holds; nothing if it is damaged."""
    try:
        fields = json.loads(line)
        said = fields.get('log', fields.get('MESSAGE', ''))
        said = bytes(said).decode(errors='replace') if isinstance(said, list) else said  # as journalctl writes what is no plain text
    except (ValueError, TypeError, RecursionError):
        return ''
    return said.rstrip('\n') if isinstance(said, str) else ''


def _without_escapes(text: str) -> str:
    """What a board said, where LAVA has put a backslash before each quote."""
    return text if _QUOTE.search(text) else text.replace('\\"', '"')


class Stamps:
    """What a recorder puts before each line: it is learnt from the first line that nobody else says, and the one behind it."""

    def __init__(self) -> None:
        self._shape: Optional[re.Pattern[str]] = None
        self._seen = ''  # before the first line, which was the last one

    def strip(self, line: str, learn: bool) -> str:
        """The line behind its stamp. With `learn` it may be the first one that has one."""
        if _WRAPPED.match(line):
            return clean_line(_logged(line))
        lava = _LAVA.match(line) if line.startswith(('- {', '{')) else None
        if lava:
            return clean_line(_without_escapes(_unquoted(lava[2]))) if lava[1] == 'target' else ''
        if self._seen:
            self._shape, self._seen = re.compile(self._seen) if self._seen.isspace() else _shared(self._seen, line), ''
        elif learn:
            self._learn(line)
        if self._seen:
            return line[len(self._seen):]
        stamp = self._shape.match(line) if self._shape else None
        return line[stamp.end():] if stamp else line

    def _learn(self, line: str) -> None:
        own = _OWN.search(line[:STAMP_MAX * 4])
        if own and 0 < own.start() <= STAMP_MAX and (line[:own.start()].isspace() or _is_stamp(line[:own.start()])):
            self._seen = line[:own.start()]


class _Hashed(io.RawIOBase):
    """A stream whose bytes are hashed as they are read."""

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__()
        self._stream, self.digest = stream, hashlib.sha256()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:  # type: ignore[no-untyped-def, override]
        data = self._stream.read(len(buffer))
        self.digest.update(data)
        buffer[:len(data)] = data
        return len(data)


_SHORT = 64  # bytes: text in UTF-16 has a NUL among so many, noise that looks like its mark has none
_MARKS = ((codecs.BOM_UTF16_LE, 'utf-16-le'), (codecs.BOM_UTF16_BE, 'utf-16-be'), (codecs.BOM_UTF8, 'utf-8'))


def _placed(line: str) -> list[str]:
    """The lines that a console has put at their places instead of ending them."""
    return _PLACED.split(line) if '\x1b[' in line else [line]


class Packed(Exception):
    """A file that is no text, and what it is."""


class Lines:
    """The lines of a recorded console, as they are read. The UEFI shell writes UTF-16 when it is told to write a file."""

    def __init__(self, stream: BinaryIO) -> None:
        self._hashed = _Hashed(stream)

    @property
    def digest(self) -> str:
        """Of what has been read; SHA-256."""
        return self._hashed.digest.hexdigest()

    def __iter__(self) -> Iterator[str]:
        stream = io.BufferedReader(self._hashed, READ_AT_ONCE)
        start = stream.peek(5)
        packed = next((name for mark, name in _COMPRESSED.items() if start.startswith(mark)), None)
        if packed:
            raise Packed(f'it is compressed ({packed}): unpack it first')
        mark, encoding = next(((mark, name) for mark, name in _MARKS if start.startswith(mark) and (name == 'utf-8' or b'\0' in start[:_SHORT])),
                              (b'', 'utf-8'))
        stream.read(len(mark))
        text = io.TextIOWrapper(stream, encoding, errors='replace', newline='\n')
        returns = None  # no line feed is in the file: carriage returns end its lines
        while line := text.readline(LINE_MAX):
            returns = '\n' not in line and len(_placed(line)) == 1 if returns is None else returns
            for part in line.split('\r') if returns else _placed(line.rstrip('\n')):
                yield clean_line(part)
