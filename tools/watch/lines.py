# SPDX-License-Identifier: BSD-2-Clause
"""The lines of a run, put together from frames and given out in order, in bounded memory."""

from __future__ import annotations

import zlib
from typing import Callable, Optional

from .frames import PAYLOAD, Frame

LINES_MOST = (1 << 63) - 1
WINDOW = 1 << 16  # lines that are remembered at a time; one ahead of them ends the wait for the first
ROOM = 16 << 20   # bytes of them, pieces and texts
PIECES_MOST = 4096  # pieces of a line
_OVERHEAD = 8       # bytes that a piece counts beside its text


class _Line:
    """A line of which a piece came: its pieces until it is whole, then its text."""

    def __init__(self) -> None:
        self.pieces: dict[int, bytes] = {}
        self.count: Optional[int] = None  # how many pieces it has, once that is known
        self.text: Optional[bytes] = None
        self.held = 0                     # bytes
        self._most = 0                    # pieces that it has at least

    def take(self, frame: Frame) -> bool:
        """False if the piece contradicts what is known of the line."""
        if self.text is not None:
            start = frame.piece * PAYLOAD
            end = len(self.text) if frame.piece + 1 == self.count else start + PAYLOAD
            return frame.piece < (self.count or 0) and frame.more == (frame.piece + 1 != self.count) and frame.payload == self.text[start:end]
        if frame.piece in self.pieces:
            return self.pieces[frame.piece] == frame.payload
        self.pieces[frame.piece] = frame.payload
        self.held += len(frame.payload) + _OVERHEAD
        self._most = max(self._most, frame.piece + 1)
        if not frame.more and self.count is None:
            self.count = frame.piece + 1
        if self.count is not None and (self._most > self.count or frame.more == (self.count == frame.piece + 1)):
            return False
        if len(self.pieces) == self.count:
            self.text = b''.join(self.pieces[piece] for piece in range(self.count))
            self.pieces, self.held = {}, len(self.text)
        return True


class Lines:
    """Each line from 1 on is given once, in order: by `give` its text, or by `lose` the first and the last of those that are
    lost."""

    def __init__(self, give: Callable[[bytes], None], lose: Callable[[int, int], None]) -> None:
        self._give, self._lose = give, lose
        self._known: dict[int, _Line] = {}
        self._oldest = 1  # the first line that is remembered
        self.given = 0    # the last line that was given out, or is lost
        self._here = 0    # the last line of which a piece came
        self.highest = 0  # the highest number that was heard of
        self._gone = 0    # up to here no line is waited for
        self.lost, self._unsaid = 0, 0  # lines: in all; the latest, of which `lose` does not know yet
        self.held = 0     # bytes, at most ROOM and a line
        self._crc = 0     # of the lines that were given out, each with its line feed
        self.end: Optional[Frame] = None
        self.contradicted = False  # the machine was reset and began again, or several speak

    @property
    def complete(self) -> bool:
        """True if every line was given out, and they are the ones that were sent."""
        return bool(self.end and not self.contradicted and not self.lost and (self.given, self._crc) == (self.end.line, self.end.crc))

    def take(self, frame: Frame) -> None:
        """Takes a piece, an end or a note of lines that are gone; other frames say nothing of lines."""
        takes = {'piece': self._take_piece, 'end': self._take_end, 'gone': self._take_gone}
        good = frame.line <= LINES_MOST and frame.last <= LINES_MOST and (frame.kind not in takes or takes[frame.kind](frame))
        self.contradicted |= not good
        self._give_out()
        while self.held > ROOM:
            if self._oldest > self.given:
                self._give_up(self._oldest)
            self._forget(self._oldest)

    def missing(self, latest: bool, most: int) -> Optional[tuple[int, int]]:
        """The first line worth asking for again, and how many, as long as at least every second one is missing. The highest line
        counts only with `latest`: it may still be on its way."""
        first, count, absent = self.given + 1, 0, 0
        for number in range(first, min(self.highest + bool(latest or self.end), first + most)):
            whole = self._is_whole(number)
            absent += not whole
            if 2 * absent < number - first + 1:
                break
            if not whole:
                count = number - first + 1
        return (first, count) if count else None

    def finish(self) -> None:
        """Gives out what there is; what did not come is lost."""
        self._give_up(self.highest)
        self._say_lost()

    # ---- giving out --------------------------------------------------------------------------------

    def _is_whole(self, number: int) -> bool:
        return number in self._known and self._known[number].text is not None

    def _say_lost(self) -> None:
        if self._unsaid:
            self._lose(self.given - self._unsaid + 1, self.given)
        self.lost += self._unsaid
        self._unsaid = 0

    def _give_out(self) -> None:
        """Lines in order, up to the first that may still come."""
        while True:
            text = self._known[self.given + 1].text if self.given + 1 in self._known else None
            if text is not None:
                self._say_lost()
                self._crc = zlib.crc32(text + b'\n', self._crc)
                self._give(text)
                self.given += 1
            elif self.given >= self._gone:
                return
            elif self.given >= self._here:
                self._lose_rest(self._gone)
            else:
                self._unsaid += 1
                self.given += 1

    def _lose_rest(self, last: int) -> None:
        """Of the lines up to this one no piece came: none of them is looked at."""
        self._unsaid += last - self.given
        self.given = last
        self._known.clear()
        self.held, self._oldest = 0, last + 1

    def _give_up(self, last: int) -> None:
        self._gone = max(self._gone, last)
        self._give_out()

    def _forget(self, last: int) -> None:
        """Forgets the lines up to this one."""
        for number in range(self._oldest, last + 1):
            self.held -= self._known.pop(number).held if number in self._known else 0
        self._oldest = max(self._oldest, last + 1)

    # ---- what comes --------------------------------------------------------------------------------

    def _take_piece(self, frame: Frame) -> bool:
        if frame.piece >= PIECES_MOST or (frame.more and len(frame.payload) != PAYLOAD) or (self.end and frame.line > self.end.line):
            return False
        if frame.line < self._oldest:
            return True
        if frame.line - self._oldest >= WINDOW:
            self._give_up(frame.line - WINDOW)
            self._forget(frame.line - WINDOW)
        self._here = max(self._here, frame.line)
        self.highest = max(self.highest, frame.line)
        if frame.line <= self.given and not self._is_whole(frame.line):
            return True
        line = self._known.setdefault(frame.line, _Line())
        before = line.held
        good = line.take(frame)
        self.held += line.held - before
        return good

    def _take_end(self, frame: Frame) -> bool:
        if self.highest > frame.line:
            return False
        if self.end:
            return self.end == frame
        self.end, self.highest = frame, frame.line
        return True

    def _take_gone(self, frame: Frame) -> bool:
        """The oldest lines make room: with the last of them all before it are gone."""
        if self.end and frame.last > self.end.line:
            return False
        self.highest = max(self.highest, frame.last)
        self._gone = max(self._gone, frame.last)
        return True
