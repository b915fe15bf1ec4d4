# SPDX-License-Identifier: BSD-2-Clause
"""Frames as the firmware sends them (docs/console-protocol.md), found in what a bad line made of them."""

from __future__ import annotations

import re
import zlib
from typing import Callable, Iterator, NamedTuple, Optional

PAYLOAD = 64       # characters of a line in one frame, at most
LINE_BYTES = 1024  # of the console; a longer line holds no frame
_BODY_MOST = 16 + 1 + 8 + 1 + 1 + PAYLOAD  # line, piece, text
_HEX = rb'([0-9a-f]{1,16})'
_START = re.compile(rb'~([0-9a-f]{8}) ')
_BODIES = {
    'piece': re.compile(_HEX + rb'\.([0-9a-f]{1,8})(\+?) (.{0,%d})' % PAYLOAD, re.DOTALL),
    'end': re.compile(rb'end ' + _HEX + rb' ([0-9a-f]{1,8})'),
    'gone': re.compile(rb'gone ' + _HEX + rb' ' + _HEX),
    'sent': re.compile(rb'sent ' + _HEX),
    'bye': re.compile(rb'bye'),
}


class Frame(NamedTuple):
    """One frame. `line` is a piece's; with `end` it is the number of lines, with `gone` the first, with `sent` the last."""
    kind: str
    line: int = 0
    last: int = 0    # of what is gone
    crc: int = 0     # with `end`: of all lines, each with its line feed
    piece: int = 0   # from 0
    more: bool = False  # others of the same line follow
    payload: bytes = b''


def _read_body(body: bytes) -> Optional[Frame]:
    for kind, form in _BODIES.items():
        found = form.fullmatch(body)
        if not found:
            continue
        words = found.groups()
        numbers = [int(word, 16) for word in words[:2]]
        if kind == 'piece':
            return Frame(kind, numbers[0], piece=numbers[1], more=bool(words[2]), payload=words[3]) if numbers[0] else None
        if kind == 'gone':
            return Frame(kind, numbers[0], last=numbers[1]) if 0 < numbers[0] <= numbers[1] else None
        return Frame(kind, *numbers[:1], crc=numbers[1] if kind == 'end' else 0)
    return None


def _find_frame(line: bytes, start: re.Match[bytes]) -> Optional[tuple[Frame, int]]:
    """The frame that starts here, and where it ends, which is where its CRC fits: a line feed may have been lost or become
    something else, and the next frame stands right behind."""
    crc, wanted = 0, int(start[1], 16)
    for end in range(start.end(), min(len(line), start.end() + _BODY_MOST)):
        crc = zlib.crc32(line[end:end + 1], crc)
        frame = _read_body(line[start.end():end + 1]) if crc == wanted else None
        if frame:
            return frame, end + 1
    return None


def _whole(line: bytes) -> Optional[Frame]:
    """The frame that a line is, as nearly all are."""
    start, body = _START.match(line), line.rstrip(b'\r')[10:]
    return _read_body(body) if start and zlib.crc32(body) == int(start[1], 16) else None


def find_frames(line: bytes) -> Iterator[Frame]:
    """Each frame in a line of the console, also one that stands behind or before something else."""
    whole = _whole(line)
    if whole:
        yield whole
        return
    start = _START.search(line)
    while start:
        found = _find_frame(line, start)
        if found:
            yield found[0]
        start = _START.search(line, found[1] if found else start.start() + 1)


class FrameReader:
    """Cuts what comes from the console into lines, and calls `frame` for each frame in them, `stray` for a line without one."""

    def __init__(self, frame: Callable[[Frame], None], stray: Callable[[bytes], None] = lambda line: None) -> None:
        self._frame, self._stray = frame, stray
        self._line = b''  # under way; of one that is too long, more than the longest

    def feed(self, data: bytes) -> None:
        *lines, rest = data.split(b'\n')
        for line in lines:
            self._end_line(self._line + line)
            self._line = b''
        self._line = (self._line + rest)[:LINE_BYTES + 1]

    def _end_line(self, line: bytes) -> None:
        if len(line) > LINE_BYTES:
            return
        found = False
        for frame in find_frames(line):
            found = True
            self._frame(frame)
        if not found and line:
            self._stray(line)


def request(body: str) -> bytes:
    """What asks the firmware for something."""
    return b'?%s %04x\n' % (body.encode(), zlib.crc32(body.encode()) & 0xffff)
