# SPDX-License-Identifier: BSD-2-Clause
"""Films as a value change dump (IEEE 1364, section 18): a scope for each film, socket and box, a vector for each counter. A time unit is a
cycle of the film's clock; it is written as a nanosecond, since the form has no cycles."""

from __future__ import annotations

import re

from report.model import Film, Run
from report.reader import Unreadable

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


def _films(runs: list[Run]) -> list[tuple[str, Film]]:
    return [(f'{run.label}.film{number}', film) for run in runs for number, film in enumerate(run.films, 1)]


def render(runs: list[Run]) -> str:
    """All films of the runs, each from its own time 0; Unreadable if there is none."""
    films = _films(runs)
    if not films:
        raise Unreadable('no film is in the run: `film` with -F json records one')
    heads, changes = ['$version uncork export $end', '$timescale 1 ns $end'], {}
    identifiers = (_identifier(number) for number in range(sum(len(film.rows) for _, film in films)))
    for name, film in films:
        heads.append(f'$scope module {_word(name)} $end')
        heads.append(f'$comment {_word(film.work)} {film.units} cpu {film.cpu} clock {_word(film.clock)} $end')
        for row in film.rows:
            identifier = next(identifiers)
            heads += [f'$scope module socket{film.socket}.{_word(row.box)} $end',
                      f'$var integer {_BITS} {identifier} {_word(row.event)} $end', '$upscope $end']
            changes.setdefault(0, {})[identifier] = 0
            for cycles, count in row.counts:
                changes.setdefault(cycles, {})[identifier] = count
        heads.append('$upscope $end')
    lines = [*heads, '$enddefinitions $end']
    for cycles, values in sorted(changes.items()):
        lines += [f'#{cycles}', *(f'{_binary(value)} {identifier}' for identifier, value in values.items())]
    end = max(film.begin + film.frames * film.step for _, film in films)
    if end > max(changes, default=0):
        lines.append(f'#{end}')
    return '\n'.join(lines) + '\n'
