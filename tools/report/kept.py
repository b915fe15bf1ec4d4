# SPDX-License-Identifier: BSD-2-Clause
"""What becomes of the records of a file that there may be any number of."""

from __future__ import annotations

from typing import Any

from .model import Box, Check, Film, FilmRow, Measurement, Point, Run, Sample, Series

KEPT_MAX = 32 << 20  # characters of the records of one file that are kept, to be shown; of others what the verdict needs
RECORD_SIZE = 80  # characters that a record takes besides its texts


class Kept:
    """They are kept in their runs, as far as there is room."""

    def __init__(self) -> None:
        self._size = 0

    def wants(self, record: dict[str, Any]) -> bool:
        """False for a record of which only what the verdict needs is wanted."""
        self._size += RECORD_SIZE
        for value in record.values():
            if isinstance(value, str):
                self._size += len(value)
            elif isinstance(value, (list, dict)):
                self._size += RECORD_SIZE * len(value)
        return self._size <= KEPT_MAX

    def check(self, run: Run, check: Check) -> None:
        """Takes a check."""
        run.checks.append(check)

    def box(self, run: Run, box: Box) -> None:
        """Takes a box."""
        run.boxes.append(box)

    def measurement(self, run: Run, measurement: Measurement) -> None:
        """Takes a measurement, which has no series yet."""
        run.measurements.append(measurement)

    def point(self, run: Run, series: Series, point: Point) -> None:  # pylint: disable=unused-argument
        """Takes a point of the latest measurement, which has the series."""
        series.points.append(point)

    def sample(self, run: Run, sample: Sample) -> None:
        """Takes a sample."""
        run.samples.append(sample)

    def film(self, run: Run, film: Film) -> None:
        """Takes a film, which has no counters yet."""
        run.films.append(film)

    def row(self, run: Run, row: FilmRow) -> None:
        """Takes a counter of the latest film."""
        run.films[-1].rows.append(row)

    def finish(self, run: Run) -> None:
        """The run has ended."""
        left_out = run.unkept + sum(run.unlisted.values())
        if left_out:
            run.remark('note', f'{left_out} records are not shown: of one file {KEPT_MAX >> 20} MiB of records are kept. '
                       'The verdict counts all checks')
