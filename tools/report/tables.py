# SPDX-License-Identifier: BSD-2-Clause
"""Runs as CSV: a file for each kind of record in a directory, or one file in which every line says of what kind
it is."""

from __future__ import annotations

import csv
import io
import os
from itertools import chain, islice
from typing import Any, Iterable, Iterator, Union

from .model import Box, Check, Point, Run, Sample, Series
from .output import write_file

Cell = Union[str, int, float, None]
Line = tuple[Any, ...]  # of cells; only the last two of a sample are none, before sample_lines()
Table = tuple[tuple[str, ...], Iterable[Line]]

LINES_AT_ONCE = 1000
HEADS = {
    'runs': ('run', 'verdict', 'planned', 'passed', 'failed', 'skipped', 'untested', 'machine', 'silicon', 'version', 'reason', 'sha256'),
    'boxes': ('run', 'socket', 'box', 'state', 'title', 'counters', 'place', 'found_by'),
    'checks': ('run', 'id', 'result', 'socket', 'box', 'message', 'register', 'space', 'address', 'expected', 'got', 'xor', 'fact'),
    'counts': ('run', 'measurement', 'kind', 'socket', 'cpu', 'box', 'event', 'interval', 'at_ns', 'value', 'unit', 'time_ns'),
    'samples': ('run', 'seq', 'socket', 'cpu', 'tsc', 'ip', 'symbol', 'pmi', 'freeze', 'skew_ns', 'overflow', 'event', 'value'),
}


def run_row(run: Run) -> Line:
    """A line of the table of runs."""
    return (run.label, run.verdict.word, run.planned, run.count('pass'), run.count('fail'), run.count('skip'), run.count('untested'), run.machine,
            run.silicon, run.version, run.reason, run.digest)


# The lines of the others, without the name of the run before.

def check_row(check: Check) -> Line:
    """A check."""
    seen = check.evidence
    where = (seen.register, seen.space, seen.address, seen.expected, seen.got, seen.xor, seen.fact) if seen else ('',) * 7
    return (check.id, check.result, check.socket, check.box, check.message, *where)


def point_row(measurement: int, series: Series, interval: int, point: Point) -> Line:
    """A point of a series."""
    return (measurement, series.kind, series.socket, series.cpu, series.box, series.name, interval, point.at_ns, point.value, series.unit,
            point.time_ns)


def sample_row(sample: Sample) -> Line:
    """A sample, with all of its overflows and values."""
    return (sample.seq, sample.socket, sample.cpu, sample.ticks, sample.ip, sample.symbol, sample.pmi, sample.freeze, sample.skew_ns,
            sample.overflow, sample.values)


def sample_lines(row: Line) -> Iterator[Line]:
    """A line for each value of a sample."""
    *head, overflow, values = row
    return ((*head, ' '.join(overflow), event, value) for event, value in values or (('', None),))


def box_row(box: Box) -> Line:
    """A box."""
    return (box.socket, box.name, box.state, box.title, box.counters, box.place, box.how)


def _counts(run: Run) -> Iterator[Line]:
    return (point_row(number, series, interval, point) for number, measurement in enumerate(run.measurements)
            for series in measurement.series.values() for interval, point in enumerate(series.points))


def _tables(runs: list[Run]) -> dict[str, Table]:
    rows: dict[str, Iterable[Line]] = {
        'runs': map(run_row, runs),
        'boxes': ((run.label, *box_row(box)) for run in runs for box in run.boxes),
        'checks': ((run.label, *check_row(check)) for run in runs for check in run.checks),
        'counts': ((run.label, *row) for run in runs for row in _counts(run)),
        'samples': (line for run in runs for sample in run.samples for line in sample_lines((run.label, *sample_row(sample)))),
    }
    return {name: (heads, rows[name]) for name, heads in HEADS.items()}


def _safe(cell: Cell) -> Cell:
    """A text that a spreadsheet would take for a formula gets an apostrophe in front."""
    return "'" + cell if isinstance(cell, str) and cell[:1] in ('=', '+', '-', '@', '\t', '\r') else cell


def _text(heads: Iterable[str], rows: Iterable[Iterable[Cell]]) -> Iterator[str]:
    """A table, in pieces."""
    lines: Iterator[Iterable[Cell]] = chain([heads], rows)
    while some := list(islice(lines, LINES_AT_ONCE)):
        file = io.StringIO()
        csv.writer(file, lineterminator='\n').writerows([_safe(cell) for cell in row] for row in some)
        yield file.getvalue()


def render_files(runs: list[Run]) -> dict[str, str]:
    """The text of each file, by its name."""
    return {f'{name}.csv': ''.join(_text(*table)) for name, table in _tables(runs).items()}


def one_table(tables: dict[str, Table]) -> Iterator[str]:
    """Everything in one table, in pieces; a column that a kind of line has not is empty."""
    heads = list(dict.fromkeys(head for columns, _ in tables.values() for head in columns))

    def lines() -> Iterator[list[Cell]]:
        for name, (columns, rows) in tables.items():
            places = [columns.index(head) if head in columns else None for head in heads]
            for row in rows:
                yield [name, *(None if place is None else row[place] for place in places)]
    return _text(['table', *heads], lines())


def render_one(runs: list[Run]) -> str:
    """Everything in one table."""
    return ''.join(one_table(_tables(runs)))


def write(runs: list[Run], path: str) -> None:
    """One file if `path` ends in .csv, else a directory of files."""
    if path.lower().endswith('.csv'):
        write_file(path, render_one(runs).encode())
        return
    os.makedirs(path, exist_ok=True)
    for name, text in render_files(runs).items():
        write_file(os.path.join(path, name), text.encode())
