# SPDX-License-Identifier: BSD-2-Clause
"""Intervals and samples as a trace in the JSON form of Chrome's tracing, which Perfetto reads: counters by socket and box, and an instant for
each sample on its processor. Times are microseconds from the start of each measurement."""

from __future__ import annotations

import json
from itertools import chain, count
from typing import Any, Iterator, Optional

from report.model import Run
from report.reader import Unreadable

from .spool import Row, Spool

Event = dict[str, Any]


def _process(pid: int, name: str) -> Event:
    """A process of the trace is a measurement, or the samples, of a run."""
    return {'ph': 'M', 'name': 'process_name', 'pid': pid, 'tid': 0, 'args': {'name': name}}


def _name(socket: Optional[int], cpu: Optional[int], box: str, event: str) -> str:
    where = 'all sockets' if socket is None else f'socket {socket}'
    return ' '.join(filter(None, (where, None if cpu is None else f'cpu {cpu}', box, event)))


def _value(row: Row) -> Optional[tuple[int, int, Event]]:
    """(start, end, the event without its time) of an interval: a rate each second, but of a metric the metric. None if nothing was measured."""
    _, _, kind, socket, cpu, box, event, _, at_ns, value, unit, time_ns = row
    if value is None if kind == 'metric' else not time_ns:
        return None
    args = {unit: value} if kind == 'metric' else {f'{unit}/s': value * 1e9 / time_ns}
    return max(0, at_ns - time_ns), at_ns, {'ph': 'C', 'name': _name(socket, cpu, box, event), 'tid': 0, 'args': args}


def _counters(spool: Spool, pids: Iterator[int]) -> Iterator[Event]:
    """A value stands from the start of its interval to the next one, and the last to its end."""
    place, pid = (-1, -1), 0
    last: dict[Row, tuple[int, Event]] = {}  # of each series of the measurement under way

    def ends() -> Iterator[Event]:
        return ({**event, 'pid': pid, 'ts': end / 1000} for end, event in last.values())

    for row in spool.counts:
        if not row[8]:  # counted once, from the start to the end of all
            continue
        if row[:2] != place:
            yield from ends()
            place, pid, last = row[:2], next(pids), {}
            yield _process(pid, f'{spool.runs[row[0]].label}: stat {row[1] + 1}')
        value = _value(row)
        if value:
            start, end, event = value
            last[row[2:7]] = end, event
            yield {**event, 'pid': pid, 'ts': start / 1000}
    yield from ends()


def _samples(spool: Spool, pids: Iterator[int]) -> Iterator[Event]:
    """Without the rate of the time stamps a tick is a nanosecond, which the process's name says."""
    number, pid = -1, 0
    for row in spool.samples:
        run = spool.runs[row[0]]
        if row[0] != number:
            number, pid = row[0], next(pids)
            clock = '' if run.tick_hz else ' (ticks as nanoseconds: the run does not give their rate)'
            yield _process(pid, f'{run.label}: samples{clock}')
        yield _instant(row, spool.first_ticks[number], run.tick_hz or 10 ** 9, pid)


def _instant(row: Row, first: int, hz: int, pid: int) -> Event:
    _, _, _, cpu, ticks, ip, symbol, pmi, freeze, skew_ns, overflow, values = row
    said = ' '.join(overflow)
    more = {'ip': ip, 'symbol': symbol, 'pmi': pmi, 'freeze': freeze, 'skew_ns': skew_ns, 'overflow': said, **dict(values)}
    return {'ph': 'i', 's': 't', 'name': said or 'sample', 'pid': pid, 'tid': cpu, 'ts': (ticks - first) * 1e6 / hz, 'args': more}


def render(_: list[Run], spool: Spool) -> Iterator[str]:
    """The trace, in pieces; Unreadable if nothing in the runs has a time."""
    before = '{"displayTimeUnit": "ns", "traceEvents": [\n'
    pids = count(1)
    for event in chain(_counters(spool, pids), _samples(spool, pids)):
        yield before + json.dumps(event)
        before = ',\n'
    if before != ',\n':
        raise Unreadable('nothing in the run has a time: record `stat -I` or `record` with -F json')
    yield '\n]}\n'
