# SPDX-License-Identifier: BSD-2-Clause
"""Scores: per box and machine, and the misses that have an explanation."""

import collections
import fnmatch
import os

from mutation.machines import box_type
from mutation.runs import ERROR, FOUND, MISSED, NAMED

EXPLAINED = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'explained.tsv')
VERDICTS = (NAMED, FOUND, MISSED, ERROR)

Explanation = collections.namedtuple('Explanation', 'machine fault verdicts reason')


def explanations():
    """The table of misses that are understood: machine and fault (patterns), verdicts, reason."""
    rows = []
    with open(EXPLAINED, encoding='utf-8') as file:
        for line in file:
            if line.strip() and not line.startswith('#'):
                machine, fault, verdicts, reason = line.rstrip('\n').split('\t')
                rows.append(Explanation(machine, fault, set(verdicts.split(',')), reason))
    return rows


def explain(rows, machine, outcome):
    """The reason why this fault is not found and named; None if there is none in the table."""
    text = outcome.fault.text
    for row in rows:
        if outcome.verdict in row.verdicts and fnmatch.fnmatchcase(machine, row.machine) and \
                any(fnmatch.fnmatchcase(name, row.fault) for name in (text, text.partition('=')[0])):
            return row.reason
    return None


def count(outcomes):
    return collections.Counter(outcome.verdict for outcome in outcomes)


def percent(counted):
    """Of the faults the share that was found and named, in tenths of a percent rounded down."""
    total = sum(counted.values())
    return 1000 * counted[NAMED] // total / 10 if total else 0.0


def row_of(name, counted):
    cells = ''.join(f'{counted[verdict]:8}' for verdict in VERDICTS)
    return f'{name:26}{sum(counted.values()):8}{cells}{percent(counted):8.1f} %'


def heading():
    return f'{"":26}{"faults":>8}' + ''.join(f'{verdict:>8}' for verdict in VERDICTS) + f'{"named":>8}'


def unjudged_lines(unjudged):
    """How many faults are none to blame silicon for, and why."""
    if not unjudged:
        return []
    lines = [f'    {count:8}    {reason}' for reason, count in sorted(unjudged.items())]
    return [f'  {"judged by nothing":24}{sum(unjudged.values()):8}', *lines]


def table(machine, outcomes, unjudged):
    """The lines of one machine's score, by type of box, and what is left out of it."""
    by_type = collections.defaultdict(list)
    for outcome in outcomes:
        by_type[box_type(outcome.fault.box)].append(outcome)
    lines = [row_of(f'  {name}', count(part)) for name, part in by_type.items()]
    return [row_of(machine, count(outcomes)), *lines, *unjudged_lines(unjudged)]
