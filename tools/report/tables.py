# SPDX-License-Identifier: BSD-2-Clause
"""Runs as CSV: a file for each kind of record in a directory, or one file in which every line says of what kind
it is."""

from __future__ import annotations

import csv
import io
import os
from typing import Iterable, Union

from .model import Run
from .output import write_file

Cell = Union[str, int, float, None]
Table = tuple[tuple[str, ...], list[tuple[Cell, ...]]]


def _runs(runs: list[Run]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (run.label, run.verdict.word, run.planned, run.count('pass'), run.count('fail'), run.count('skip'), run.count('untested'), run.machine,
         run.silicon, run.version, run.reason, run.digest) for run in runs]
    return ('run', 'verdict', 'planned', 'passed', 'failed', 'skipped', 'untested', 'machine', 'silicon', 'version', 'reason', 'sha256'), rows


def _checks(runs: list[Run]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for run in runs:
        for check in run.checks:
            seen = check.evidence
            where: tuple[Cell, ...] = (seen.register, seen.space, seen.address, seen.expected, seen.got, seen.xor,
                                       seen.fact) if seen else ('',) * 7
            rows.append((run.label, check.id, check.result, check.socket, check.box, check.message, *where))
    heads = ('run', 'id', 'result', 'socket', 'box', 'message', 'register', 'space', 'address', 'expected', 'got', 'xor',
             'fact')
    return heads, rows


def _counts(runs: list[Run]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for run in runs:
        for number, measurement in enumerate(run.measurements):
            for series in measurement.series.values():
                head = (run.label, number, series.kind, series.socket, series.cpu, series.box, series.name)
                rows += [(*head, interval, point.at_ns, point.value, series.unit, point.time_ns)
                         for interval, point in enumerate(series.points)]
    return ('run', 'measurement', 'kind', 'socket', 'cpu', 'box', 'event', 'interval', 'at_ns', 'value', 'unit', 'time_ns'), rows


def _samples(runs: list[Run]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for run in runs:
        for sample in run.samples:
            head = (run.label, sample.seq, sample.socket, sample.cpu, sample.ticks, sample.ip, sample.symbol, sample.pmi,
                    sample.freeze, sample.skew_ns, ' '.join(sample.overflow))
            rows += [(*head, event, value) for event, value in sample.values or (('', None),)]
    heads = ('run', 'seq', 'socket', 'cpu', 'tsc', 'ip', 'symbol', 'pmi', 'freeze', 'skew_ns', 'overflow', 'event', 'value')
    return heads, rows


def _boxes(runs: list[Run]) -> Table:
    rows: list[tuple[Cell, ...]] = [(run.label, box.socket, box.name, box.state, box.title, box.counters, box.place, box.how)
                                    for run in runs for box in run.boxes]
    return ('run', 'socket', 'box', 'state', 'title', 'counters', 'place', 'found_by'), rows


_TABLES = {'runs': _runs, 'boxes': _boxes, 'checks': _checks, 'counts': _counts, 'samples': _samples}


def _safe(cell: Cell) -> Cell:
    """A text that a spreadsheet would take for a formula gets an apostrophe in front."""
    return "'" + cell if isinstance(cell, str) and cell[:1] in ('=', '+', '-', '@', '\t', '\r') else cell


def _text(heads: Iterable[str], rows: Iterable[Iterable[Cell]]) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator='\n')
    writer.writerow(heads)
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return file.getvalue()


def render_files(runs: list[Run]) -> dict[str, str]:
    """The text of each file, by its name."""
    return {f'{name}.csv': _text(*table(runs)) for name, table in _TABLES.items()}


def render_one(runs: list[Run]) -> str:
    """Everything in one table; a column that a kind of line has not is empty."""
    tables = {name: table(runs) for name, table in _TABLES.items()}
    heads = list(dict.fromkeys(head for columns, _ in tables.values() for head in columns))
    lines = []
    for name, (columns, rows) in tables.items():
        places = [columns.index(head) if head in columns else None for head in heads]
        lines += [[name, *(None if place is None else row[place] for place in places)] for row in rows]
    return _text(['table', *heads], lines)


def write(runs: list[Run], path: str) -> None:
    """One file if `path` ends in .csv, else a directory of files."""
    if path.lower().endswith('.csv'):
        write_file(path, render_one(runs).encode())
        return
    os.makedirs(path, exist_ok=True)
    for name, text in render_files(runs).items():
        write_file(os.path.join(path, name), text.encode())
