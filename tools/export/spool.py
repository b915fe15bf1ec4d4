# SPDX-License-Identifier: BSD-2-Clause
"""What is exported of a log, on disk: a file of rows for each kind, in the order of the log. So an export takes the same memory of a log of
any length."""

from __future__ import annotations

import heapq
import marshal
import tempfile
from itertools import islice
from typing import Any, Iterable, Iterator, Optional

from report.kept import Kept
from report.model import Box, Check, Film, FilmRow, Measurement, Point, Run, Sample, Series
from report.reader import Unreadable
from report.tables import box_row, check_row, point_row, sample_row

SERIES_MAX = 1 << 16  # of a measurement: each has a line of its own in a trace
BATCH = 256           # rows that are written at once
SORTED_AT_ONCE = 100000
MERGED_AT_ONCE = 50
_WANTED = frozenset(('processor', 'clock', 'silicon', 'check', 'box', 'count', 'total', 'metric', 'sample', 'film', 'film_counter'))
Row = tuple[Any, ...]


class Rows:
    """Rows of texts and numbers in a file without a name."""

    def __init__(self, directory: Optional[str]) -> None:
        self._directory = directory
        self._file = tempfile.TemporaryFile(dir=directory)  # pylint: disable=consider-using-with
        self._batch: list[Row] = []
        self._end = 0

    def add(self, row: Row) -> None:
        """Takes a row."""
        self._batch.append(row)
        if len(self._batch) >= BATCH:
            self.mark()

    def mark(self) -> int:
        """The place behind all rows, for part()."""
        if self._batch:
            packed = marshal.dumps(self._batch)
            try:
                self._file.seek(self._end)
                self._file.write(len(packed).to_bytes(8, 'little') + packed)
                self._end = self._file.tell()
                self._file.flush()
            except OSError as error:
                raise OSError(error.errno, error.strerror, f'{self._directory or tempfile.gettempdir()} (room for what is sorted)') from error
            self._batch = []
        return self._end

    def part(self, begin: int, end: int) -> Iterator[Row]:
        """The rows between two places."""
        while begin < end:
            self._file.seek(begin)
            size = int.from_bytes(self._file.read(8), 'little')
            begin += 8 + size
            yield from marshal.loads(self._file.read(size))

    def __iter__(self) -> Iterator[Row]:
        return self.part(0, self.mark())


def in_order(rows: Iterable[Row], directory: Optional[str]) -> Iterator[Row]:
    """The rows in ascending order: sorted in pieces, which are merged, a few at a time."""
    file, rows = Rows(directory), iter(rows)
    places: list[tuple[int, int]] = []

    def put(ordered: Iterable[Row]) -> tuple[int, int]:
        begin = file.mark()
        for row in ordered:
            file.add(row)
        return begin, file.mark()

    def merged(group: list[tuple[int, int]]) -> Iterator[Row]:
        return heapq.merge(*(file.part(*place) for place in group))

    while some := sorted(islice(rows, SORTED_AT_ONCE)):
        places.append(put(some))
    while len(places) > MERGED_AT_ONCE:
        places = [put(merged(places[at:at + MERGED_AT_ONCE])) for at in range(0, len(places), MERGED_AT_ONCE)]
    return merged(places)


class Spool(Kept):
    """Takes out of the runs of a log what is exported. A row begins with the number of its run."""

    def __init__(self, directory: Optional[str]) -> None:
        super().__init__()
        self.directory = directory
        self.runs: list[Run] = []  # of which something was taken
        self.checks, self.boxes, self.counts, self.samples, self.films = (Rows(directory) for _ in range(5))
        self.first_ticks: dict[int, int] = {}  # of the samples of each run
        self._measurements = 0  # of the run under way
        self._taken: dict[tuple[str, int, str, int, str], int] = {}  # points of each series of the measurement under way

    def wants(self, record: dict[str, Any]) -> bool:
        return record['record'] in _WANTED

    def finish(self, run: Run) -> None:
        run.measurements, run.films, self._taken = [], [], {}

    def _number(self, run: Run) -> int:
        if not self.runs or self.runs[-1] is not run:
            self.runs.append(run)
            self._measurements = 0
        return len(self.runs) - 1

    def check(self, run: Run, check: Check) -> None:
        run.unlisted[check.result] += 1
        self.checks.add((self._number(run), *check_row(check)))

    def box(self, run: Run, box: Box) -> None:
        run.unkept += 1
        self.boxes.add((self._number(run), *box_row(box)))

    def measurement(self, run: Run, measurement: Measurement) -> None:
        self._number(run)
        self._measurements += 1
        self._taken = {}
        run.measurements = [measurement]

    def point(self, run: Run, series: Series, point: Point) -> None:
        if not series.points and len(self._taken) >= SERIES_MAX:
            raise Unreadable(f'{run.path}: a measurement has more than {SERIES_MAX} series, too many to export')
        interval = self._taken[series.key] = self._taken.get(series.key, -1) + 1
        series.points = [point]
        self.counts.add((self._number(run), *point_row(self._measurements - 1, series, interval, point)))

    def sample(self, run: Run, sample: Sample) -> None:
        run.unkept += 1
        number = self._number(run)
        self.first_ticks[number] = min(sample.ticks, self.first_ticks.get(number, sample.ticks))
        self.samples.add((number, *sample_row(sample)))

    def film(self, run: Run, film: Film) -> None:
        run.films = [film]
        self.films.add((self._number(run), film.work, film.units, film.cpu, film.socket, film.clock, film.begin + film.frames * film.step))

    def row(self, run: Run, row: FilmRow) -> None:
        self.films.add((row.box, row.event, row.counts))
