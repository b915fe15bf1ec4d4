# SPDX-License-Identifier: BSD-2-Clause
"""Scores: per box and machine, and the misses that have an explanation."""

import collections
import fnmatch
import math
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


def interval(part, total):
    """The share of `part` in `total` draws in percent, and where it lies of all that could be drawn with 95 % confidence (Wilson's)."""
    square = 1.96 ** 2
    middle, spread = part + square / 2, 1.96 * math.sqrt(part * (total - part) / total + square / 4)
    low, high = (100 * bound / (total + square) for bound in (middle - spread, middle + spread))
    return f'{100 * part / total:5.1f} % ({low:.1f} to {high:.1f})'


def shares(machine, label, outcomes):
    """The line of one machine whose faults were drawn, a miss that has an explanation counted as a miss."""
    counted, rows = count(outcomes), explanations()
    found = counted[NAMED] + counted[FOUND]
    explained = sum(outcome.verdict in (MISSED, ERROR) and bool(explain(rows, machine, outcome)) for outcome in outcomes)
    return f'{label:36}found {interval(found, len(outcomes))}, named {interval(counted[NAMED], len(outcomes))}, {explained} misses explained'


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
