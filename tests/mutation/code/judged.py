# SPDX-License-Identifier: BSD-2-Clause
"""Mutants that no check can blame silicon for, each with its reason: judged.tsv."""

import collections
import functools
import os
import re

JUDGED = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'judged.tsv')
ANYTHING = '...'
# Why a mutant that survives is none to blame silicon for.
KINDS = {'equivalent': 'hardware does the same as before',
         'strictness': 'it changes only what software is forbidden',
         'traffic': 'it shows only in what the machine does, which no check knows',
         'undocumented': 'no document says which of the two it is'}

Judgement = collections.namedtuple('Judgement', 'place operator line change kind reason')


def read(lines):
    """The rows of the table; a ValueError says what is wrong with one."""
    rows = []
    for line in lines:
        if not line.strip() or line.startswith('#'):
            continue
        cells = line.rstrip('\n').split('\t')
        if len(cells) != len(Judgement._fields):
            raise ValueError(f'{len(Judgement._fields)} columns expected: {line.rstrip()}')
        row = Judgement(*cells)
        if row.kind not in KINDS:
            raise ValueError(f'no such kind: {row.kind}; there are {" ".join(KINDS)}')
        rows.append(row)
    return rows


@functools.lru_cache(None)
def table():
    with open(JUDGED, encoding='utf-8') as file:
        return tuple(read(file))


def change_of(mutant):
    """What becomes of what, blanks aside."""
    return ' '.join(mutant.before.split()) + ' -> ' + ' '.join(mutant.after.split())


@functools.lru_cache(None)
def pattern(cell):
    return re.compile('.*'.join(map(re.escape, cell.split(ANYTHING))), re.S)


def fits(row, mutant):
    place = f'{os.path.basename(mutant.file)}:{mutant.place}' if ':' in row.place else mutant.place
    has = (place, mutant.operator, mutant.line, change_of(mutant))
    return all(cell == value or ANYTHING in cell and pattern(cell).fullmatch(value) for cell, value in zip(row, has))


def judgement(mutant, rows=None):
    """The row that judges a mutant; None."""
    return next((row for row in (table() if rows is None else rows) if fits(row, mutant)), None)
