# SPDX-License-Identifier: BSD-2-Clause
"""Numbers that are worked out of what was recorded: pooled rates, their uncertainty, recordings of samples."""

from __future__ import annotations

import math
import re
import statistics
from dataclasses import dataclass, field
from typing import Optional

from .model import Run, Sample, Series

SpotKey = tuple[str, int, str, int, str]


@dataclass
class Spot:
    """One event of one box, or one metric, over all measurements of a run."""

    kind: str
    socket: Optional[int]
    box: str
    name: str
    unit: str
    cpu: Optional[int]
    series: list[Series] = field(default_factory=list)

    @property
    def total(self) -> float:
        return sum(series.total for series in self.series)

    @property
    def time_ns(self) -> int:
        return sum(series.time_ns for series in self.series)

    @property
    def remark(self) -> str:
        """What is wrong with its values: the first remark, and of how many."""
        remarks = [point.remark for series in self.series for point in series.points if point.remark]
        return remarks[0] + (f' (and in {len(remarks) - 1} more intervals)' if len(remarks) > 1 else '') if remarks else ''

    @property
    def rates(self) -> list[float]:
        """Of each interval."""
        return [rate for series in self.series for _, rate in series.rates]

    @property
    def rate(self) -> Optional[float]:
        """Events a second, or the mean of a metric; None if nothing was measured."""
        if self.kind == 'metric':
            return statistics.fmean(self.rates) if self.rates else None
        return self.total * 1e9 / self.time_ns if self.time_ns else None

    @property
    def uncertainty(self) -> float:
        """Of the rate, relative: how intervals scatter, and for counts no less than a random process would."""
        parts = [0.0]
        mean = statistics.fmean(self.rates) if self.rates else 0.0
        if len(self.rates) >= 3 and mean:
            parts.append(statistics.stdev(self.rates) / abs(mean) / math.sqrt(len(self.rates)))
        if self.kind != 'metric' and self.total:
            parts.append(1 / math.sqrt(self.total))
        return max(parts)


def natural(text: str) -> list[tuple[int, int, str]]:
    """A key that sorts cbox10 behind cbox9."""
    return [(1, int(part), '') if part.isdigit() else (0, 0, part) for part in re.split(r'(\d{1,18})', text) if part]


def box_type(box: str) -> str:
    """'cbox' of 'cbox3'."""
    return box.rstrip('0123456789*') or box


def event_of(name: str) -> str:
    """An event's name without the PMU in front of it, which names the box once more."""
    if '::' in name:
        return name.split('::', 1)[1]
    inside = re.fullmatch(r'[\w*]+/(.+)/', name)
    return inside[1] if inside else name


def spots_of(run: Run) -> dict[SpotKey, Spot]:
    """Everything that was counted, in the order of sockets, boxes and events."""
    spots: dict[SpotKey, Spot] = {}
    for measurement in run.measurements:
        for key, series in measurement.series.items():
            spot = spots.setdefault(key, Spot(series.kind, series.socket, series.box, series.name, series.unit, series.cpu))
            spot.series.append(series)
    # Totals, which belong to no socket, come last.
    return dict(sorted(spots.items(), key=lambda item: (item[0][0] == 'total', item[0][1], natural(item[0][2]), item[0][3],
                                                        item[0][0], natural(item[0][4]))))


@dataclass
class Recording:
    """What one `record` took."""

    samples: list[Sample]
    tick_hz: int

    @property
    def title(self) -> str:
        """The counters that overflowed."""
        names = sorted({name for sample in self.samples for name in sample.overflow}, key=natural)
        if names:
            return ', '.join(names[:4]) + (' …' if len(names) > 4 else '')
        posted = all(sample.pmi == 'none' for sample in self.samples)
        return 'posted by the hardware' if posted else 'no counter named'

    @property
    def unit(self) -> str:
        return 'µs' if self.tick_hz else 'ticks'

    @property
    def intervals(self) -> list[float]:
        """From each sample to the next of the same processor, in microseconds; in ticks if their rate is unknown."""
        latest: dict[tuple[int, int], int] = {}
        found = []
        for sample in self.samples:
            place = (sample.socket, sample.cpu)
            if place in latest and sample.ticks >= latest[place]:
                ticks = sample.ticks - latest[place]
                found.append(ticks * 1e6 / self.tick_hz if self.tick_hz else float(ticks))
            latest[place] = sample.ticks
        return found

    @property
    def skews(self) -> list[int]:
        """Freeze skew of each sample that froze anything."""
        return [sample.skew_ns for sample in self.samples if sample.pmi != 'none']


def recordings_of(run: Run) -> list[Recording]:
    """The samples of a run, cut where their numbers start again."""
    found: list[Recording] = []
    for sample in run.samples:
        if not found or sample.seq <= found[-1].samples[-1].seq:
            found.append(Recording([], run.tick_hz))
        found[-1].samples.append(sample)
    return found
