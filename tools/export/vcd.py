# SPDX-License-Identifier: BSD-2-Clause
"""Films as a value change dump (IEEE 1364, section 18): a scope for each film, socket and box, a vector for each counter. A time unit is a
cycle of the film's clock; it is written as a nanosecond, since the form has no cycles."""

from __future__ import annotations

import re
from itertools import count
from typing import Iterator

from report.model import Run
from report.reader import Unreadable

from .spool import Row, Spool, in_order

_FIRST, _LAST = 33, 126  # the characters of which identifiers are made
_BITS = 64


def _identifier(number: int) -> str:
    base, text = _LAST - _FIRST + 1, ''
    while True:
        text += chr(_FIRST + number % base)
        number //= base
        if not number:
            return text


def _word(text: str) -> str:
    """A name without what ends one in this form; the colons of an event are kept."""
    return re.sub(r'[^!-~]|\$|\[|\]', '_', text) or '_'


def _binary(value: int) -> str:
    return f'b{value % (1 << _BITS):b}'


def _heads(spool: Spool) -> Iterator[str]:
    """The scopes: a film's row is followed by those of its counters."""
    run, films, names, socket = -1, 0, map(_identifier, count()), 0
    for row in spool.films:
        if len(row) == 3:
            yield (f'$scope module socket{socket}.{_word(row[0])} $end\n'
                   f'$var integer {_BITS} {next(names)} {_word(row[1])} $end\n$upscope $end\n')
            continue
        if run >= 0:
            yield '$upscope $end\n'
        number, work, units, cpu, socket, clock, _ = row
        run, films = number, films + 1 if number == run else 1
        yield (f'$scope module {_word(f"{spool.runs[run].label}.film{films}")} $end\n'
               f'$comment {_word(work)} {units} cpu {cpu} clock {_word(clock)} $end\n')
    if run < 0:
        raise Unreadable('the run has no film: record one with `film` and -F json')
    yield '$upscope $end\n'


def _changes(spool: Spool) -> Iterator[Row]:
    """(cycles, counter, value); a film's end is a change of no counter."""
    counter = 0
    for row in spool.films:
        if len(row) > 3:
            yield row[-1], -1, 0
            continue
        yield 0, counter, 0
        yield from ((cycles, counter, value) for cycles, value in row[2])
        counter += 1


def render(_: list[Run], spool: Spool) -> Iterator[str]:
    """All films of the runs, each from its own time 0, in pieces; Unreadable if there is none."""
    heads = _heads(spool)
    yield '$version uncork export $end\n$timescale 1 ns $end\n' + next(heads)
    yield from heads
    yield '$enddefinitions $end\n'
    now = -1
    for cycles, counter, value in in_order(_changes(spool), spool.directory):
        if cycles > now:
            yield f'#{cycles}\n'
            now = cycles
        if counter >= 0:
            yield f'{_binary(value)} {_identifier(counter)}\n'
