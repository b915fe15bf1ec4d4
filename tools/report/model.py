# SPDX-License-Identifier: BSD-2-Clause
"""What a recorded run is, once it has been read: plain data that everything else works from."""

from __future__ import annotations

import enum
from collections import Counter
from dataclasses import dataclass, field
from typing import Optional


class Verdict(enum.IntEnum):
    """Ordered: the worst one that anything calls for is that of the run."""

    PASS = 0
    FAIL = 1
    ERROR = 2
    TIMEOUT = 3
    INCOMPLETE = 4
    VIOLATION = 5
    CRASH = 6

    @property
    def word(self) -> str:
        return self.name.lower()

    @property
    def status(self) -> int:
        """The exit status that tools/boot has for it; what stopped without a word is a timeout."""
        return _STATUSES[self]


_STATUSES = {Verdict.PASS: 0, Verdict.FAIL: 1, Verdict.ERROR: 2, Verdict.TIMEOUT: 4, Verdict.INCOMPLETE: 4,
             Verdict.VIOLATION: 5, Verdict.CRASH: 3}


@dataclass(frozen=True)
class Evidence:
    """What a check saw at a register. Texts as they were recorded; '' where nothing was."""

    box: str = ''
    register: str = ''
    space: str = ''
    address: str = ''
    socket: Optional[int] = None
    expected: str = ''
    got: str = ''
    xor: str = ''
    fact: str = ''

    @property
    def where(self) -> str:
        """The address with its space, in PCI configuration space as SEGMENT:BUS:DEVICE.FUNCTION+OFFSET."""
        try:
            at = int(self.address, 16)
        except ValueError:
            at = -1
        if self.space != 'pci' or at < 0:
            return f'{self.space} {self.address}'
        return (f'pci {at >> 28 & 0xffff:04x}:{at >> 20 & 0xff:02x}:{at >> 15 & 0x1f:02x}.{at >> 12 & 7}'
                f'+0x{at & 0xfff:x}')

    @property
    def bits(self) -> list[int]:
        """The numbers of the bits that differ."""
        try:
            difference = int(self.xor, 16)
        except ValueError:
            return []
        return [bit for bit in range(difference.bit_length()) if difference >> bit & 1]


@dataclass(frozen=True)
class Check:
    """One check and what came of it: 'pass', 'fail', 'skip' or 'untested'."""

    id: str
    result: str
    message: str = ''
    evidence: Optional[Evidence] = None
    advice: str = ''
    because: str = ''  # the id of the failed check from which this failure follows

    @property
    def parts(self) -> list[str]:
        """The id without machine and socket."""
        parts = self.id.split('.')[1:]
        return parts[1:] if parts and parts[0][:6] == 'socket' and parts[0][6:].isdigit() else parts

    @property
    def socket(self) -> int:
        parts = self.id.split('.')
        named = len(parts) > 1 and parts[1][:6] == 'socket' and parts[1][6:].isdigit()
        return int(parts[1][6:]) if named else 0

    @property
    def box(self) -> str:
        return self.parts[0] if self.parts else ''

    @property
    def name(self) -> str:
        """What is checked, without where: 'width', 'hunt.threshold'."""
        return self.parts[-1] if self.parts else self.id

    @property
    def place(self) -> str:
        """What failed, as closely as it is known: a register, else the box."""
        return (self.evidence and self.evidence.register) or self.box


@dataclass(frozen=True)
class Tally:
    """How many checks of a box came out as what, where text does not list them; what failed is listed."""

    socket: int
    box: str
    passed: int
    skipped: int
    untested: int

    @property
    def total(self) -> int:
        return self.passed + self.skipped + self.untested


@dataclass
class AddressMap:
    """Which boxes of a kind serve which lines of memory."""

    socket: int
    box: str
    rule: str
    published: str
    granule_bytes: int
    functions: tuple[int, ...]  # masks of address bits
    known: int                  # address bits that were seen
    shares: list[tuple[str, int, int]] = field(default_factory=list)  # of each box: lines of so many
    owners: list[str] = field(default_factory=list)  # of lines behind each other, where no function says it

    @property
    def bits(self) -> list[int]:
        """The address bits that a figure has to show."""
        seen = self.known
        for mask in self.functions:
            seen |= mask
        return [bit for bit in range(64) if seen >> bit & 1]


@dataclass(frozen=True)
class Remark:
    """Something a run said beside its records: note, error, violation, crash."""

    kind: str
    text: str


@dataclass(frozen=True)
class Box:
    """One line of the inventory."""

    name: str
    socket: int
    state: str
    title: str = ''
    counters: str = ''
    place: str = ''
    how: str = ''


@dataclass(frozen=True)
class Point:
    """One value; `time_ns` is how long was counted, `at_ns` the end of the interval since the start."""

    value: Optional[float]
    time_ns: int
    at_ns: int = 0
    remark: str = ''  # what is wrong with the value


@dataclass
class Series:
    """The values of one event of one box, or of one metric, over the intervals of a measurement."""

    kind: str  # 'count', 'total' (several boxes or sockets added up) or 'metric'
    socket: Optional[int]
    box: str
    name: str
    unit: str
    cpu: Optional[int] = None
    points: list[Point] = field(default_factory=list)

    @property
    def key(self) -> tuple[str, int, str, int, str]:
        return (self.kind, -1 if self.socket is None else self.socket, self.box,
                -1 if self.cpu is None else self.cpu, self.name)

    @property
    def rate(self) -> Optional[float]:
        """Events a second over all intervals, or a metric's mean; None if nothing was measured."""
        if self.kind == 'metric':
            values = [point.value for point in self.points if point.value is not None]
            return sum(values) / len(values) if values else None
        time_ns = sum(point.time_ns for point in self.points)
        return self.total * 1e9 / time_ns if time_ns else None

    @property
    def total(self) -> float:
        return sum(point.value or 0 for point in self.points)

    @property
    def time_ns(self) -> int:
        return sum(point.time_ns for point in self.points)

    @property
    def rates(self) -> list[tuple[int, float]]:
        """(end, rate or value) of each interval in which something was measured."""
        if self.kind == 'metric':
            return [(point.at_ns, point.value) for point in self.points if point.value is not None]
        return [(point.at_ns, (point.value or 0) * 1e9 / point.time_ns) for point in self.points if point.time_ns]


@dataclass
class Measurement:
    """What one `stat` said."""

    series: dict[tuple[str, int, str, int, str], Series] = field(default_factory=dict)

    @property
    def intervals(self) -> int:
        return max((len(series.points) for series in self.series.values()), default=0)


@dataclass(frozen=True)
class Sample:
    """One overflow."""

    seq: int
    socket: int
    cpu: int
    ticks: int
    ip: str
    symbol: str
    pmi: str  # 'native', 'proxy', 'lost', 'none'
    freeze: str
    skew_ns: int
    overflow: tuple[str, ...]
    values: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class FilmRow:
    """What one counter of a film counted up to each frame in which that changed."""

    box: str
    event: str
    counts: tuple[tuple[int, int], ...]  # (cycles, count), ascending

    @property
    def changes(self) -> list[tuple[int, int]]:
        """(cycles, how much more than in the frame before); less than 0 where that run went otherwise."""
        before, changes = 0, []
        for cycles, count in self.counts:
            changes.append((cycles, count - before))
            before = count
        return changes


@dataclass
class Film:
    """Known work frame by frame: frame i, from 1, is begin + i * step cycles long."""

    work: str
    units: int
    cpu: int
    socket: int
    clock: str
    begin: int
    step: int
    frames: int
    late: tuple[int, int]
    rows: list[FilmRow] = field(default_factory=list)


@dataclass(frozen=True)
class End:
    """The end record."""

    result: str
    passed: int
    failed: int
    skipped: int
    untested: int = 0


REMARKS_MAX = 10000
DAMAGE_MAX = 100


@dataclass
class Run:
    """One run: everything between its first record and its end record."""

    label: str
    path: str
    digest: str = ''
    lines: int = 0
    version: str = ''
    machine: str = ''
    title: str = ''
    silicon: str = ''
    tick_hz: int = 0
    facts: list[tuple[str, str]] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    promised: Optional[int] = None
    planned: int = 0
    checks: list[Check] = field(default_factory=list)
    tallies: list[Tally] = field(default_factory=list)
    measurements: list[Measurement] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)
    films: list[Film] = field(default_factory=list)
    sums: list[dict[str, int]] = field(default_factory=list)
    skews: list[dict[str, int]] = field(default_factory=list)
    answers: list[tuple[str, str, str, str]] = field(default_factory=list)
    maps: list[AddressMap] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    crash: list[str] = field(default_factory=list)
    others: dict[str, int] = field(default_factory=dict)
    damage: list[str] = field(default_factory=list)
    end: Optional[End] = None
    verdict: Verdict = Verdict.INCOMPLETE
    reason: str = ''
    unlisted: Counter[str] = field(default_factory=Counter)  # checks that are counted and not kept, by result
    unkept: int = 0  # other records that were not kept
    remark_kinds: set[str] = field(default_factory=set)

    def remark(self, kind: str, text: str) -> None:
        """Takes a remark in; of very many, the first of each kind."""
        if len(self.remarks) < REMARKS_MAX or kind not in self.remark_kinds:
            self.remark_kinds.add(kind)
            self.remarks.append(Remark(kind, text))

    def damaged(self, what: str) -> None:
        """Says what is missing or garbled; of very much, the first."""
        if len(self.damage) < DAMAGE_MAX:
            self.damage.append(what)

    @property
    def is_empty(self) -> bool:
        """True if it has said no more than that it started."""
        return not (self.reported or self.planned or self.measurements or self.samples or self.films or self.boxes or self.maps
                    or self.remarks or self.crash or self.unkept)

    def count(self, result: str) -> int:
        """How many checks came out as `result`."""
        unlisted = {'pass': [tally.passed for tally in self.tallies], 'skip': [tally.skipped for tally in self.tallies],
                    'untested': [tally.untested for tally in self.tallies]}
        return sum(check.result == result for check in self.checks) + sum(unlisted.get(result, [])) + self.unlisted[result]

    @property
    def reported(self) -> int:
        """How many checks are in the record, each by itself or counted."""
        return sum(self.count(result) for result in ('pass', 'fail', 'skip', 'untested'))

    @property
    def failures(self) -> list[Check]:
        return [check for check in self.checks if check.result == 'fail']

    @property
    def skips(self) -> list[Check]:
        return [check for check in self.checks if check.result == 'skip']

    @property
    def untested(self) -> list[Check]:
        """What real hardware may have in any case kept from being tested."""
        return [check for check in self.checks if check.result == 'untested']

    @property
    def sockets(self) -> list[int]:
        """Every socket that anything was said about."""
        found = {item.socket for items in (self.boxes, self.checks, self.tallies, self.maps) for item in items}
        for measurement in self.measurements:
            found |= {series.socket for series in measurement.series.values() if series.socket is not None}
        return sorted(found | {sample.socket for sample in self.samples}) or [0]
