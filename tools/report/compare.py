# SPDX-License-Identifier: BSD-2-Clause
"""What differs between runs. The first run is the reference; each other one is compared with it."""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass, field
from typing import Optional

from .judge import plural
from .model import Run
from .summary import Spot, SpotKey, event_of, natural, recordings_of, spots_of

DIFFERENCE_MIN = 0.001   # relative; less is never spoken of
SIGMAS = 4.0
COUNT_MIN = 1000         # events that a rate has to stand on
SENTENCES_MAX = 12       # about rates of one run; the table has all


@dataclass(frozen=True)
class Difference:
    """How one rate of a run stands to that of the reference."""

    spot: Spot
    reference: float
    rate: float
    threshold: float

    @property
    def change(self) -> float:
        """Relative; 0 is equal, -1 is nothing."""
        return self.rate / self.reference - 1 if self.reference else math.inf

    @property
    def clear(self) -> bool:
        return abs(self.change) > self.threshold


@dataclass
class Comparison:
    """One run beside the reference."""

    run: Run
    reference: Run
    sentences: list[str] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    boxes: list[tuple[int, str, str, str]] = field(default_factory=list)  # socket, box, state there, state here
    checks: list[tuple[str, str, str]] = field(default_factory=list)      # id, result there, result here


def percent(change: float) -> str:
    """A relative change as people say it: '0.4 % low', '2.0 times as much'."""
    if change == -1:
        return 'nothing'
    if change >= 0.8:
        return f'{change + 1:.3g} times as much'
    digits = max(0, 1 - math.floor(math.log10(abs(change) * 100))) if change else 0
    return f'{abs(change) * 100:.{min(digits, 2)}f} % {"low" if change < 0 else "high"}'


def place_of(socket: Optional[int], box: str, several: bool) -> str:
    name = box or 'socket'
    return f'socket {socket} {name}' if several and socket is not None else name


# ---- boxes and checks ---------------------------------------------------------------------------------

def _compare_boxes(comparison: Comparison, several: bool) -> None:
    there = {(box.socket, box.name): box.state for box in comparison.reference.boxes}
    here = {(box.socket, box.name): box.state for box in comparison.run.boxes}
    if not there or not here:
        return
    for key in sorted(there.keys() | here.keys(), key=lambda key: (key[0], natural(key[1]))):
        before, now = there.get(key, 'not listed'), here.get(key, 'not listed')
        if before == now:
            continue
        comparison.boxes.append((*key, before, now))
    for socket, box, before, now in comparison.boxes:
        comparison.sentences.append(f'{place_of(socket, box, several)} {now} ({before} in {comparison.reference.label})')


def _results(run: Run) -> dict[str, str]:
    """The worst result of each check, should it have run more than once."""
    worst: dict[str, str] = {}
    for check in run.checks:
        if worst.get(check.id) != 'fail' and not (worst.get(check.id) == 'pass' and check.result in ('skip', 'untested')):
            worst[check.id] = check.result
    return worst


def _check_sentences(comparison: Comparison, several: bool) -> list[str]:
    runs = (comparison.reference, comparison.run)
    boxes = {check.id: (check.socket, check.box) for run in runs for check in run.checks}
    kinds = {'fails here and not in': ('fail', None), 'does not fail here but does in': (None, 'fail')}
    counted: dict[tuple[str, int, str], int] = {}
    for check, before, now in comparison.checks:
        for words, (want_now, want_before) in kinds.items():
            if (want_now and now == want_now) or (want_before and before == want_before and now != 'not run'):
                key = (words, *boxes[check])
                counted[key] = counted.get(key, 0) + 1
    sentences = []
    order = sorted(counted.items(), key=lambda item: (item[0][0], -item[1], natural(item[0][2])))
    for (words, socket, box), count in order:
        verb = words if count == 1 else words.replace('fails', 'fail').replace('does not', 'do not').replace('but does', 'but do')
        sentences.append(f'{place_of(socket, box, several)}: {plural(count, "check")} {verb} {comparison.reference.label}')
    return sentences


def _compare_checks(comparison: Comparison, several: bool) -> None:
    there, here = _results(comparison.reference), _results(comparison.run)
    if not there or not here or comparison.reference.tallies or comparison.run.tallies:
        return  # what is not listed cannot be compared
    order = list(there) + [check for check in here if check not in there]
    comparison.checks = [(check, there.get(check, 'not run'), here.get(check, 'not run')) for check in order
                         if there.get(check) != here.get(check)]
    comparison.sentences += _check_sentences(comparison, several)
    for words, count in (('ran only in', len(there.keys() - here.keys())), ('did not run in', len(here.keys() - there.keys()))):
        if count:
            comparison.sentences.append(f'{plural(count, "check")} {words} {comparison.reference.label}')


# ---- rates -----------------------------------------------------------------------------------------------

def _difference(there: Spot, here: Spot) -> Optional[Difference]:
    """None if there is too little to compare."""
    before, now = there.rate, here.rate
    if not before or now is None:
        return None
    if there.kind != 'metric' and there.total < COUNT_MIN:
        return None
    threshold = max(DIFFERENCE_MIN, SIGMAS * math.hypot(there.uncertainty, here.uncertainty))
    return Difference(here, before, now, threshold)


def _differences(there: dict[SpotKey, Spot], here: dict[SpotKey, Spot]) -> list[Difference]:
    pairs = (_difference(there[key], spot) for key, spot in here.items() if key in there)
    return [difference for difference in pairs if difference]


def _shared(differences: list[Difference]) -> float:
    """The change that most rates of a socket share, 0 if there is none: a clock, a load."""
    if len(differences) < 6:
        return 0.0
    median = statistics.median(difference.change for difference in differences)
    near = sum(abs(difference.change - median) <= max(difference.threshold, abs(median) / 10) for difference in differences)
    clear = abs(median) > statistics.median(difference.threshold for difference in differences)
    return median if clear and near * 5 >= len(differences) * 3 else 0.0


def _box_sentence(place: str, differences: list[Difference], shared: float) -> list[str]:
    """One sentence if a box's rates differ alike, else one for each that does."""
    odd = [(item, (1 + item.change) / (1 + shared) - 1) for item in differences]
    odd = [(item, change) for item, change in odd if abs(change) > item.threshold]
    if not odd:
        return []
    changes = [change for _, change in odd]
    median = statistics.median(changes)
    alike = max(changes) - min(changes) <= max(abs(median) * 0.3, DIFFERENCE_MIN)
    if len(odd) == 1:
        return [f'{place} counts {percent(median)} ({event_of(odd[0][0].spot.name)})']
    if alike and len(odd) * 2 >= len(differences):
        return [f'{place} counts {percent(median)} ({len(odd)} of {len(differences)} events)']
    return [f'{place}: {event_of(item.spot.name)} {percent(change)}' for item, change in odd]


def _rate_sentences(comparison: Comparison, several: bool) -> list[str]:
    sentences = []
    counts = [item for item in comparison.differences if item.spot.kind == 'count']
    for socket in sorted({item.spot.socket or 0 for item in counts}):
        local = [item for item in counts if (item.spot.socket or 0) == socket]
        shared = _shared(local)
        if shared:
            sentences.append(f'socket {socket} counts {percent(shared)} throughout ({plural(len(local), "event")})')
        for box in sorted({item.spot.box for item in local}, key=natural):
            sentences += _box_sentence(place_of(socket, box, several), [item for item in local if item.spot.box == box], shared)
    for item in comparison.differences:
        if item.spot.kind == 'metric' and item.clear:
            sentences.append(f'{place_of(item.spot.socket, item.spot.box, several)}: {item.spot.name} {percent(item.change)}')
    return sentences


def _compare_rates(comparison: Comparison, several: bool) -> None:
    comparison.differences = _differences(spots_of(comparison.reference), spots_of(comparison.run))
    sentences = _rate_sentences(comparison, several)
    comparison.sentences += sentences[:SENTENCES_MAX]
    if len(sentences) > SENTENCES_MAX:
        comparison.sentences.append(f'{len(sentences) - SENTENCES_MAX} more rates differ; the table has them all')


def _compare_samples(comparison: Comparison) -> None:
    lost_there, lost_here = (sum(sample.pmi == 'lost' for sample in run.samples)
                             for run in (comparison.reference, comparison.run))
    if lost_here != lost_there:
        comparison.sentences.append(f'{plural(lost_here, "PMI")} lost ({lost_there} in {comparison.reference.label})')
    there, here = ([statistics.median(recording.skews) for recording in recordings_of(run) if recording.skews]
                   for run in (comparison.reference, comparison.run))
    for before, now in zip(there, here):
        if max(before, now) > 2 * min(before, now) and max(before, now) >= 100:
            comparison.sentences.append(f'freeze skew {now:.0f} ns ({before:.0f} ns in {comparison.reference.label})')


def compare(reference: Run, run: Run) -> Comparison:
    """Everything that sets `run` apart from `reference`, most telling first."""
    comparison = Comparison(run, reference)
    several = len(reference.sockets) > 1 or len(run.sockets) > 1
    if reference.machine and run.machine and reference.machine != run.machine:
        comparison.sentences.append(f'another machine: {run.machine} ({reference.machine} in {reference.label})')
    for socket in sorted(set(reference.sockets) ^ set(run.sockets)):
        where = 'not there' if socket in reference.sockets else 'additional'
        comparison.sentences.append(f'socket {socket} {where}')
    _compare_boxes(comparison, several)
    _compare_rates(comparison, several)
    _compare_checks(comparison, several)
    _compare_samples(comparison)
    return comparison


def compare_all(runs: list[Run]) -> list[Comparison]:
    """Each run but the first beside the first."""
    return [compare(runs[0], run) for run in runs[1:]]
