# SPDX-License-Identifier: BSD-2-Clause
"""Intervals and samples as a trace in the JSON form of Chrome's tracing, which Perfetto reads: counters by socket and box, and an instant for
each sample on its processor. Times are microseconds from the start of each measurement."""

from __future__ import annotations

import json
from typing import Any, Optional

from report.model import Measurement, Run, Sample, Series
from report.reader import Unreadable

Event = dict[str, Any]


class _Processes:
    """A process of the trace is a measurement, or the samples, of a run; it is named when it is first used."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._count = 0

    def open(self, name: str) -> int:
        self._count += 1
        self.events.append({'ph': 'M', 'name': 'process_name', 'pid': self._count, 'tid': 0, 'args': {'name': name}})
        return self._count


def _name(series: Series) -> str:
    where = 'all sockets' if series.socket is None else f'socket {series.socket}'
    cpu: Optional[str] = None if series.cpu is None else f'cpu {series.cpu}'
    return ' '.join(filter(None, (where, cpu, series.box, series.name)))


def _counters(measurement: Measurement, pid: int) -> list[Event]:
    """A value stands from the start of its interval; a rate each second, but of a metric the metric."""
    events: list[Event] = []
    for series in measurement.series.values():
        unit = series.unit if series.kind == 'metric' else f'{series.unit}/s'
        lengths = {point.at_ns: point.time_ns for point in reversed(series.points)}
        for at_ns, value in series.rates:
            start = max(0, at_ns - lengths[at_ns])
            events.append({'ph': 'C', 'name': _name(series), 'pid': pid, 'tid': 0, 'ts': start / 1000, 'args': {unit: value}})
        if series.rates:
            last = series.rates[-1]
            events.append({'ph': 'C', 'name': _name(series), 'pid': pid, 'tid': 0, 'ts': last[0] / 1000, 'args': {unit: last[1]}})
    return events


def _instant(sample: Sample, first: int, hz: int, pid: int) -> Event:
    more = {'ip': sample.ip, 'symbol': sample.symbol, 'pmi': sample.pmi, 'freeze': sample.freeze, 'skew_ns': sample.skew_ns,
            'overflow': ' '.join(sample.overflow), **dict(sample.values)}
    return {'ph': 'i', 's': 't', 'name': ' '.join(sample.overflow) or 'sample', 'pid': pid, 'tid': sample.cpu,
            'ts': (sample.ticks - first) * 1e6 / hz, 'args': more}


def _samples(run: Run, pid: int) -> list[Event]:
    """Without the rate of the time stamps a tick is a nanosecond, which the process's name says."""
    first = min(sample.ticks for sample in run.samples)
    return [_instant(sample, first, run.tick_hz or 10 ** 9, pid) for sample in run.samples]


def render(runs: list[Run]) -> str:
    """The trace; Unreadable if nothing in the runs has a time."""
    processes, events = _Processes(), []
    for run in runs:
        for number, measurement in enumerate(run.measurements, 1):
            if any(point.at_ns for series in measurement.series.values() for point in series.points):
                events += _counters(measurement, processes.open(f'{run.label}: stat {number}'))
        if run.samples:
            clock = '' if run.tick_hz else ' (ticks as nanoseconds: the run does not say their rate)'
            events += _samples(run, processes.open(f'{run.label}: samples{clock}'))
    if not events:
        raise Unreadable('nothing in the run has a time: `stat -I` and `record` with -F json have')
    lines = ',\n'.join(map(json.dumps, processes.events + events))
    return f'{{"displayTimeUnit": "ns", "traceEvents": [\n{lines}\n]}}\n'
