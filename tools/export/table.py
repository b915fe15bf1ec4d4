# SPDX-License-Identifier: BSD-2-Clause
"""Everything as one table, as `uncork report --csv` has it, but in the order of the log."""

from __future__ import annotations

from typing import Iterable, Iterator

from report.model import Run
from report.tables import HEADS, Line, one_table, run_row, sample_lines

from .spool import Row, Spool


def render(runs: list[Run], spool: Spool) -> Iterator[str]:
    """The table, in pieces."""
    def named(rows: Iterable[Row]) -> Iterator[Line]:
        return ((spool.runs[row[0]].label, *row[1:]) for row in rows)

    samples = (line for row in named(spool.samples) for line in sample_lines(row))
    return one_table({'runs': (HEADS['runs'], map(run_row, runs)), 'boxes': (HEADS['boxes'], named(spool.boxes)),
                      'checks': (HEADS['checks'], named(spool.checks)), 'counts': (HEADS['counts'], named(spool.counts)),
                      'samples': (HEADS['samples'], samples)})
