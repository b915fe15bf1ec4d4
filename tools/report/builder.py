# SPDX-License-Identifier: BSD-2-Clause
"""Makes runs of records. A record is a dictionary with the members that docs/records.md names, whatever
form of output it was read from; members may come as numbers or as their decimal digits."""

from __future__ import annotations

import re
from typing import Any, Callable, Optional

from .kept import Kept
from .model import AddressMap, Box, Check, End, Evidence, Film, FilmRow, Measurement, Point, Run, Sample, Series, Tally, Verdict

Record = dict[str, Any]

TEXT_MAX = 4000
NUMBER_MAX = 1 << 64
MAP_BOXES_MAX = 64
MAP_LINES_MAX = 4096
FILM_FRAMES_MAX = 1000
KINDS_MAX = 100  # of records that are none of ours
FACTS_MAX = 10000
# Neither XML nor a page has these, and no record of uncork does.
_UNPRINTABLE = re.compile('[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]')
_CYCLES = re.compile('[0-9]{1,20}')
VERDICTS = {'pass': Verdict.PASS, 'fail': Verdict.FAIL, 'error': Verdict.ERROR, 'timeout': Verdict.TIMEOUT,
            'crash': Verdict.CRASH}


class Malformed(Exception):
    """A record that lacks a member or has one of the wrong kind."""


def printable(text: str) -> str:
    """The text with a mark for each character that cannot be shown."""
    return text if text.isprintable() else _UNPRINTABLE.sub('\ufffd', text)


def clean(text: str) -> str:
    """The start of the text, without what cannot be shown."""
    return printable(text[:TEXT_MAX])


def text_of(record: Record, name: str, default: Optional[str] = None) -> str:
    """A member that is a text; Malformed if it is not there and has no default."""
    value = record.get(name, default)
    if not isinstance(value, str):
        raise Malformed(f'"{name}" is no text' if name in record else f'"{name}" is missing')
    return clean(value)


def number_of(record: Record, name: str, default: Optional[int] = None) -> int:
    """A member that is a number from 0 to 2^64 - 1."""
    value = record.get(name, default)
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 20:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < NUMBER_MAX:
        raise Malformed(f'"{name}" is no number' if name in record else f'"{name}" is missing')
    return value


def ratio_of(record: Record, name: str) -> Optional[float]:
    """A member that is a number with a fraction, or null: something was divided by zero."""
    value = record.get(name)
    if value is None or value == 'n/a':
        return None
    try:
        ratio = float(value)
    except (TypeError, ValueError, OverflowError):
        raise Malformed(f'"{name}" is no number') from None
    if isinstance(value, bool) or not abs(ratio) < 1e30:
        raise Malformed(f'"{name}" is no number')
    return ratio


def _masks(text: str) -> list[int]:
    """Numbers in hexadecimal, of 64 bits each."""
    words = text.split()
    if len(words) > 16 or not all(re.fullmatch('0x[0-9a-f]{1,16}', word) for word in words):
        raise Malformed('a map with masks that are none')
    return [int(word, 16) for word in words]


def _counters(record: Record) -> str:
    count, bits = number_of(record, 'counters', 0), number_of(record, 'counter_bits', 0)
    if not bits:
        return f'{count} posted' if count else 'none'
    fixed = number_of(record, 'fixed_counters', 0)
    return f'{count} × {bits} bits' + ('' if not fixed else ' + fixed' if fixed == 1 else f' + {fixed} fixed')


def _remark(record: Record) -> str:
    """What a record says against its own value."""
    over = f'over {number_of(record, "boxes")} of {number_of(record, "of")} boxes' if 'of' in record else ''
    late = f'or more by a multiple of {number_of(record, "modulo")}: looked at too late to know' if 'modulo' in record else ''
    contradict = record.get('contradict', {})
    if not isinstance(contradict, dict):
        raise Malformed('a contradiction of the wrong kind')
    if not contradict:
        return ', '.join(filter(None, (over, late, text_of(record, 'reason', ''))))
    counts = ', '.join(f'{event} {count}' for event, count in contradict.items())
    return f'{ratio_of(record, "impossible")} cannot be: these counts contradict each other: {counts}'


class Builder:
    """Fills one run, record by record."""

    def __init__(self, run: Run, kept: Kept) -> None:
        self.run, self._kept = run, kept
        self._measurement: Optional[Measurement] = None
        self._latest_ns = 0
        self._facts: set[tuple[str, str]] = set()

    def take(self, record: Record) -> None:
        """Takes one record in, or of it what the verdict needs; Malformed if it is not what its kind has to be."""
        kind = text_of(record, 'record')
        if kind not in ('count', 'total', 'metric', 'note'):
            self._measurement = None
        if self._kept.wants(record) or kind in _ALWAYS_KEPT:
            self._add(kind, record)
        else:
            self._count_only(kind, record)

    def _add(self, kind: str, record: Record) -> None:
        handler = _HANDLERS.get(kind)
        if handler:
            handler(self, record)
        else:
            self._other(kind)

    def _count_only(self, kind: str, record: Record) -> None:
        if kind == 'check' and 'result' in record:
            self.run.unlisted[self._result(record)] += 1
        elif kind == 'tally':
            for result, name in (('pass', 'passed'), ('skip', 'skipped'), ('untested', 'untested')):
                self.run.unlisted[result] += number_of(record, name)
        else:
            self.run.unkept += 1

    def _other(self, kind: str) -> None:
        kind = kind if kind in self.run.others or len(self.run.others) < KINDS_MAX else 'others'
        self.run.others[kind] = self.run.others.get(kind, 0) + 1

    # ---- what the machine is ---------------------------------------------------------------------

    def _fact(self, name: str, value: str) -> None:
        if value and len(self._facts) < FACTS_MAX and (name, value) not in self._facts:
            self._facts.add((name, value))
            self.run.facts.append((name, value))

    def _version(self, record: Record) -> None:
        self.run.version = text_of(record, 'version')
        self._fact('platform', text_of(record, 'platform', ''))

    def _lost(self, record: Record) -> None:
        first, last = number_of(record, 'first'), number_of(record, 'last')
        lines = f'line {first} of the console is' if first == last else f'lines {first} to {last} of the console are'
        self.run.damaged(f'{lines} lost, as its receiver says')

    def _processor(self, record: Record) -> None:
        run = self.run
        run.machine = text_of(record, 'name')
        run.title = text_of(record, 'title', '')
        self._fact('processor', run.title)
        if 'family' in record:
            self._fact('identification', f'{text_of(record, "vendor", "")} family {number_of(record, "family")} '
                       f'model {number_of(record, "model"):#x} stepping {number_of(record, "stepping")}'.strip())
        self._fact('brand', text_of(record, 'brand', ''))
        run.tick_hz = number_of(record, 'tsc_hz', 0)

    def _socket(self, record: Record) -> None:
        cpus, usable = number_of(record, 'cpus'), number_of(record, 'usable')
        lost = '' if usable == cpus else f', only {usable} of them usable'
        self._fact(f'socket {number_of(record, "socket")}', f'{number_of(record, "cores")} cores, {cpus} processors{lost}')

    def _clock(self, record: Record) -> None:
        self.run.tick_hz = number_of(record, 'tsc_hz')
        self._fact('time stamps', f'{self.run.tick_hz / 1e6:.3f} MHz')

    def _silicon(self, record: Record) -> None:
        self.run.silicon = text_of(record, 'name')
        self._fact('silicon', self.run.silicon)

    def _board(self, record: Record) -> None:
        maker, product, board = (text_of(record, name, '') for name in ('maker', 'product', 'board'))
        self._fact('board', ' '.join(filter(None, (maker, product))) + (f', board {board}' if board else ''))
        self._fact('serial number', text_of(record, 'serial', '') or text_of(record, 'board_serial', ''))
        self._fact('firmware', ' of '.join(filter(None, (text_of(record, 'bios', ''), text_of(record, 'bios_date', '')))))
        self._fact('run began', text_of(record, 'began', '').replace('T', ' '))
        if 'modules' in record:
            self._fact('memory', f'{number_of(record, "modules")} modules, {number_of(record, "memory_mib", 0)} MiB')

    def _named(self, record: Record) -> None:
        self._fact(text_of(record, 'record').replace('_', ' '), text_of(record, 'name'))

    def _said(self, record: Record) -> None:
        self._fact(text_of(record, 'name').strip(), text_of(record, 'value', ''))

    def _pci(self, record: Record) -> None:
        self._fact('PCI functions', str(number_of(record, 'functions')))

    def _core_pmu(self, record: Record) -> None:
        counters, bits = number_of(record, 'counters', 0), number_of(record, 'counter_bits', 0)
        fixed = number_of(record, 'fixed_counters', 0)
        self._fact('core counters', f'{counters} × {bits} bits, {fixed} fixed' if counters or fixed else 'none')

    def _box(self, record: Record) -> None:
        counters = text_of(record, 'counters_text', '') or _counters(record)
        self._kept.box(self.run, Box(
            text_of(record, 'box'), number_of(record, 'socket', 0), text_of(record, 'state'), text_of(record, 'title', ''),
            counters, text_of(record, 'evidence', ''), text_of(record, 'found_by', '')))

    def _boxes(self, record: Record) -> None:
        self.run.promised = number_of(record, 'promised')

    # ---- checks -----------------------------------------------------------------------------------

    def _plan(self, record: Record) -> None:
        self.run.planned += number_of(record, 'checks')

    def _check(self, record: Record) -> None:
        if 'result' not in record and 'title' in record:  # a listing of checks, of which none ran
            self._other('check')
            return
        result = self._result(record)
        check = Check(text_of(record, 'id'), result, text_of(record, 'message', ''), self._evidence(record), text_of(record, 'advice', ''),
                      text_of(record, 'because', ''))
        self._kept.check(self.run, check)
        self.run.machine = self.run.machine or check.id.split('.')[0]

    @staticmethod
    def _result(record: Record) -> str:
        result = text_of(record, 'result')
        if result not in ('pass', 'fail', 'skip', 'untested'):
            raise Malformed(f'a check with the result "{result}"')
        return result

    def _tally(self, record: Record) -> None:
        self.run.tallies.append(Tally(number_of(record, 'socket'), text_of(record, 'box'), number_of(record, 'passed'),
                                      number_of(record, 'skipped'), number_of(record, 'untested')))

    @staticmethod
    def _evidence(record: Record) -> Optional[Evidence]:
        if 'register' not in record and 'got' not in record:
            return None
        names = ('box', 'register', 'space', 'address', 'expected', 'got', 'xor', 'fact')
        seen = {name: text_of(record, name, '') for name in names}
        if 'fact_of' in record:
            seen['fact'] += f' (of {text_of(record, "fact_of", "")})'
        return Evidence(**seen,
                        socket=number_of(record, 'socket') if 'socket' in record else None)

    def _finding(self, record: Record) -> None:
        """What it says the checks have said: which failures follow from which."""

    def _answer(self, record: Record) -> None:
        self.run.answers.append((text_of(record, 'check'), text_of(record, 'question'), text_of(record, 'answer'),
                                 text_of(record, 'assumed', 'nothing')))

    # ---- maps --------------------------------------------------------------------------------------

    def _map(self, record: Record) -> None:
        self.run.maps.append(AddressMap(
            number_of(record, 'socket'), text_of(record, 'box'), text_of(record, 'rule'), text_of(record, 'published'),
            number_of(record, 'granule_bytes', 0), tuple(_masks(text_of(record, 'functions', ''))), (_masks(text_of(record, 'known', '')) or [0])[0]))

    def _latest_map(self, record: Record) -> AddressMap:
        """What a map's boxes and lines belong to: they come right behind it."""
        if not self.run.maps or self.run.maps[-1].socket != number_of(record, 'socket'):
            raise Malformed('part of a map that is missing')
        return self.run.maps[-1]

    def _map_box(self, record: Record) -> None:
        shares = self._latest_map(record).shares
        if len(shares) < MAP_BOXES_MAX:
            shares.append((text_of(record, 'box'), number_of(record, 'share'), number_of(record, 'of')))

    def _map_lines(self, record: Record) -> None:
        owners = self._latest_map(record).owners
        owners += text_of(record, 'owners').split()[:max(0, MAP_LINES_MAX - len(owners))]

    # ---- measurements --------------------------------------------------------------------------------

    def _point(self, series: Series, point: Point) -> None:
        """Takes a point of a series, in a new measurement if it cannot be of this one."""
        at_ns = point.at_ns
        current = self._measurement
        known = current.series.get(series.key) if current else None
        if current is None or bool(self._latest_ns) != bool(at_ns) or at_ns < self._latest_ns or (
                known and known.points[-1].at_ns >= at_ns):
            current = self._measurement = Measurement()
            self._kept.measurement(self.run, current)
        self._latest_ns = at_ns
        self._kept.point(self.run, current.series.setdefault(series.key, series), point)

    def _count(self, record: Record) -> None:
        summed = 'sockets' in record or record['record'] == 'total'
        series = Series('total' if summed else 'count', None if summed else number_of(record, 'socket'),
                        text_of(record, 'box'), text_of(record, 'event'), text_of(record, 'unit'),
                        number_of(record, 'cpu') if 'cpu' in record else None)
        self._point(series, Point(number_of(record, 'value'), number_of(record, 'time_ns'), number_of(record, 'at_ns', 0), _remark(record)))

    def _metric(self, record: Record) -> None:
        series = Series('metric', number_of(record, 'socket'), text_of(record, 'box', ''), text_of(record, 'metric'),
                        text_of(record, 'unit'))
        self._point(series, Point(ratio_of(record, 'value'), number_of(record, 'time_ns', 0), number_of(record, 'at_ns', 0), _remark(record)))

    def _sample(self, record: Record) -> None:
        overflow, values = record.get('overflow', []), record.get('values', {})
        if not isinstance(overflow, list) or not isinstance(values, dict):
            raise Malformed('a sample whose overflows or values are of the wrong kind')
        self._kept.sample(self.run, Sample(
            number_of(record, 'seq'), number_of(record, 'socket', 0), number_of(record, 'cpu'), number_of(record, 'tsc'),
            text_of(record, 'ip'), text_of(record, 'symbol', ''), text_of(record, 'pmi'), text_of(record, 'freeze', ''),
            number_of(record, 'skew_ns', 0), tuple(clean(str(name)) for name in overflow),
            tuple((clean(name), number_of(values, name)) for name in values)))

    def _film(self, record: Record) -> None:
        film = Film(text_of(record, 'work'), number_of(record, 'units'), number_of(record, 'cpu'), number_of(record, 'socket'),
                    text_of(record, 'clock'), number_of(record, 'begin'), number_of(record, 'step'),
                    number_of(record, 'frames'), (number_of(record, 'late_least'), number_of(record, 'late_most')))
        if not film.step or not 1 <= film.frames <= FILM_FRAMES_MAX:
            raise Malformed(f'a film of {film.frames} frames')
        self._kept.film(self.run, film)

    def _film_counter(self, record: Record) -> None:
        counts = record.get('counts', {})
        film = self.run.films[-1] if self.run.films else None
        if film is None or not isinstance(counts, dict):
            raise Malformed('a counter of no film' if film is None else '"counts" is of the wrong kind')
        frames = range(film.begin + film.step, film.begin + film.frames * film.step + 1, film.step)
        if any(not _CYCLES.fullmatch(cycles) or int(cycles) not in frames for cycles in counts):
            raise Malformed('"counts" of cycles that are no frame')
        self._kept.row(self.run, FilmRow(text_of(record, 'box'), text_of(record, 'event'),
                                         tuple(sorted((int(cycles), number_of(counts, cycles)) for cycles in counts))))

    def _numbers(self, record: Record) -> dict[str, int]:
        return {clean(name): number_of(record, name) for name in record if name != 'record'}

    def _sum(self, record: Record) -> None:
        self.run.sums.append(self._numbers(record))

    def _skew(self, record: Record) -> None:
        self.run.skews.append(self._numbers(record))

    def _smis(self, record: Record) -> None:
        self.run.remark('note', f'cpu {number_of(record, "cpu")} took {number_of(record, "smis")} system management '
                                'interrupts meanwhile: counters count what they execute')

    def _timing(self, record: Record) -> None:
        self.run.remark('note', f'socket {number_of(record, "socket")} counted for {number_of(record, "time_ns") // 1000} us, '
                                f'give or take {number_of(record, "within_ns")} ns that starting and stopping took')

    # ---- remarks and the end ---------------------------------------------------------------------------

    def _note(self, record: Record) -> None:
        self.run.remark('note', text_of(record, 'message'))

    def _error(self, record: Record) -> None:
        result = text_of(record, 'result', 'error')
        self.run.remark(result if result in VERDICTS else 'error', text_of(record, 'message'))

    def _complaint(self, record: Record) -> None:
        hint = text_of(record, 'hint', '-')
        text = f'event "{text_of(record, "event")}", column {number_of(record, "column", 0)}: {text_of(record, "reason")}'
        self.run.remark('error', text + ('' if hint in ('', '-') else f' ({hint})'))

    def _end(self, record: Record) -> None:
        result = text_of(record, 'result')
        if result not in VERDICTS:
            raise Malformed(f'an end with the result "{result}"')
        self.run.end = End(result, number_of(record, 'passed'), number_of(record, 'failed'), number_of(record, 'skipped'),
                           number_of(record, 'untested', 0))


# What the verdict and the next records hang on.
_ALWAYS_KEPT = ('start', 'version', 'plan', 'lost', 'error', 'complaint', 'end')
_HANDLERS: dict[str, Callable[[Builder, Record], None]] = {
    'start': Builder._version, 'version': Builder._version, 'lost': Builder._lost, 'processor': Builder._processor,
    'socket': Builder._socket, 'clock': Builder._clock, 'silicon': Builder._silicon, 'board': Builder._board,
    'hypervisor': Builder._named, 'interrupt_controller': Builder._named, 'device_memory': Builder._named, 'console': Builder._named, 'fact': Builder._said, 'pci': Builder._pci,
    'core_pmu': Builder._core_pmu, 'box': Builder._box, 'boxes': Builder._boxes, 'plan': Builder._plan,
    'check': Builder._check, 'tally': Builder._tally, 'finding': Builder._finding, 'answer': Builder._answer,
    'map': Builder._map, 'map_box': Builder._map_box, 'map_lines': Builder._map_lines,
    'count': Builder._count, 'total': Builder._count,
    'metric': Builder._metric, 'sample': Builder._sample, 'film': Builder._film,
    'film_counter': Builder._film_counter, 'sum': Builder._sum, 'skew': Builder._skew,
    'box_skew': Builder._skew, 'smis': Builder._smis, 'timing': Builder._timing,
    'note': Builder._note, 'error': Builder._error, 'complaint': Builder._complaint, 'end': Builder._end,
}
