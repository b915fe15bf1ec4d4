# SPDX-License-Identifier: BSD-2-Clause
"""Reads the console as people do. What the text form leaves out (a box's title, a count's exact time) is not
there afterwards either; verdict, checks with their evidence, inventory, counts and samples are."""

from __future__ import annotations

import re
from typing import Callable, Optional

from .builder import TEXT_MAX, Record

_ID = r'[\w-]+(?:\.[\w*-]+)+'
_CHECK = re.compile(rf'(PASS|FAIL|SKIP|UNTESTED) ({_ID})(?:: (.*))?$')
_EVIDENCE = re.compile(r' {5}(because|box|register|address|expected|got|xor|fact|fact_of|advice) +(.*)$')
_ADDRESS = re.compile(r'(\S+) (0x[0-9a-f]+|[0-9a-f:.]+\+0x[0-9a-f]+)(?:,? socket (\d+))?$')
_PCI = re.compile(r'([0-9a-f]{4}):([0-9a-f]{2}):([0-9a-f]{2})\.([0-7])\+0x([0-9a-f]{1,3})$')
_PLAN = re.compile(r'(\d+) checks?$')
_END = re.compile(r'(pass|fail|error|timeout|crash): (\d+) passed, (\d+) failed, (\d+) skipped(?:, (\d+) untested)?(?: \((?:done, no checks were asked for|no checks run|see above|([A-Za-z0-9, ]+))\))?$')
_TALLY = re.compile(r'(?:socket(\d+)\.)?([\w-]+)(?: to ([\w-]+))?  (\d+) passed(?:, \d+ failed)?(?:, (\d+) skipped)?(?:, (\d+) untested)?(?: each)?$')
_SOCKET = re.compile(r'socket(\d{1,2})  each box as on socket (\d{1,2})$')
_SAID_BY_SEVERAL = re.compile(rf'(?:skipped|untested|answered by) \d+, as {_ID}: .*$|and \d+ that say something else: .*$')
_FINDING = re.compile(rf'finding: ({_ID}): (.*?)(?:; because of it (\d+) more checks? (?:failed|went untested))?$')
_REMARK = re.compile(r'(note|failed|error|timeout): {1,2}(\S.*)$')
_VERSION = re.compile(r'uncork (\d\S*)(?: (\w+ \w+))?$')
_LOST = re.compile(r'\[lost: lines (\d+) to (\d+)\]$')
_FACT = re.compile(r'(?=.{14} \S)([A-Za-z][\w ]*\w) +')
FACT_NAME = 15  # columns
TALLIES_MAX = 10000
VALUES_MAX = 1000  # of a sample or a contradiction
LINE_MAX = 4000  # characters: no line of the text form is longer, and none of the forms above takes long for one
_BOX_HEADING = re.compile(r'(socket  )?box +state +counters +how it was found$')
_BOX = re.compile(r'(?:(\d+) +)?(\S+) +(found|faults|no-write-back|hidden|absent|wrong-device|denied) +(none|\d+ (?:posted|x \d+ bits(?: \+ (?:\d+ )?fixed)?)) +(.*)$')
_BOX_PLACE = re.compile(r'(\S+ (?:0x[0-9a-f]+|\S*:\S+)) (.*)$')
_BOX_SKEW = re.compile(r'skew: (\d+) boxes of socket (\d+) froze one by one within (\d+) ns$')
_TIMING = re.compile(r'timing: socket (\d+) counted for (\d+)\.(\d{3}) ms.*, give or take (\d+) ns')
_BOX_SUM = re.compile(r'(?:(\d+) of (\d+) boxes answer|no boxes answer(?:, of (\d+) .*|: .*))$')
_TABLE = re.compile(r' *(until +)?(socket +)?box +value +unit +(rate +counted for +event|metric)$')
_COUNT = re.compile(r'(?:\s*(\d+)\.(\d{3}) ms  )?(?: *(\d+|all)  )?(\S+) +(\d+) (\S+) +(?:[\d.]+ M/s|-) +'
                    r'(\d+)\.(\d{3}) ms  (\S.*?)(?:  \((\d+) postings, \+/- (\d+)\.(\d{3}) ms\))?$')
_METRIC = re.compile(r'(?:\s*(\d+)\.(\d{3}) ms  )?(?: *(\d+)  )?(\S+) +(-?[\d.]+|n/a) (\S+) +(\S+)$')
_SAMPLE = re.compile(r'sample (\d+) +(?:socket (\d+) )?cpu (\d+)  ip (0x[0-9a-f]+)(?: (\S+))?  (?:tsc|tb) (\d+)(.*)$')
_SAMPLE_TAIL = re.compile(r'  overflow (.*)  \((native|proxy|lost) PMI, (frozen by hardware|stopped by software)'
                          r'(?:, skew (\d+) ns)?\)$')
_SAMPLE_VALUE = re.compile(r' +(\d+)  (\S+)$')
_IMPOSSIBLE = re.compile(r'  (-?[\d.]+) cannot be: these counts contradict each other$')
_SUM_OVER = re.compile(r'  over (\d+) of (\d+) boxes: the others gave no count$')
_LATE = re.compile(r'  or more by a multiple of (\d+): looked at too late to know$')
_UNGIVEN = re.compile(r'  not given: (\S.*)$')
_SKEW = re.compile(r'skew: (\d+) sockets started within (\d+) ns and froze within (\d+) ns$')
_SMIS = re.compile(r'smis: cpu (\d+) took (\d+) system management interrupts meanwhile')
_SUM = re.compile(r'sum: socket (\d+) cpu (\d+): samples (\d+), PMIs (\d+), lost (\d+), dropped (\d+)$')


def _microseconds(milliseconds: str, thousandths: str) -> int:
    """Nanoseconds of a time that is shown to the microsecond."""
    return int(milliseconds) * 1000000 + int(thousandths) * 1000


def _boxes_between(first: str, last: Optional[str]) -> list[str]:
    """The names from one box to another of its type; what a damaged line may say besides is the first alone."""
    numbers = [re.fullmatch(r'(.*?)(\d{1,3})', name) for name in (first, last or first)]
    if not last or not all(numbers) or numbers[0][1] != numbers[1][1]:
        return [first]
    return [f'{numbers[0][1]}{number}' for number in range(int(numbers[0][2]), int(numbers[1][2]) + 1)]


class Plain:
    """Reads line by line. What may go on in the next line is kept until that comes: finish() at the end."""

    def __init__(self) -> None:
        self._open: Optional[Record] = None
        self._more: Optional[Callable[[Record, str], bool]] = None
        self._table = ''
        self._sockets = False
        self._tallies: list[Record] = []  # of the checks under way

    def finish(self) -> list[Record]:
        """The record that was still open."""
        record, self._open, self._more = self._open, None, None
        return [record] if record else []

    def feed(self, line: str) -> Optional[list[Record]]:
        """The records that a line completes; None if it is none of uncork's."""
        if len(line) > LINE_MAX:
            return self.finish() or None
        if self._open and self._more and self._more(self._open, line):
            return []
        done = self.finish()
        for read in (self._check, self._remark, self._sample, self._row, self._heading, self._summary, self._fact):
            found = read(line)
            if found is not None:
                return done + found
        return done or None

    def _keep(self, record: Record, more: Callable[[Record, str], bool]) -> list[Record]:
        self._open, self._more = record, more
        return []

    # ---- checks and remarks ------------------------------------------------------------------------

    def _check(self, line: str) -> Optional[list[Record]]:
        plan, check, tally, socket = (pattern.match(line) for pattern in (_PLAN, _CHECK, _TALLY, _SOCKET))
        if plan:
            self._tallies = []
            return [{'record': 'plan', 'checks': plan[1]}]
        if tally:
            return self._tally([{'record': 'tally', 'socket': int(tally[1] or 0), 'box': box, 'passed': tally[4], 'skipped': tally[5] or 0,
                                 'untested': tally[6] or 0} for box in _boxes_between(tally[2], tally[3])])
        if socket and not any(said['socket'] == int(socket[1]) for said in self._tallies):
            return self._tally([{**said, 'socket': int(socket[1])} for said in self._tallies if said['socket'] == int(socket[2])])
        if not check:
            return None
        record = {'record': 'check', 'id': check[2], 'result': check[1].lower(), 'message': check[3] or ''}
        return self._keep(record, _evidence)

    def _tally(self, records: list[Record]) -> list[Record]:
        self._tallies += records[:max(0, TALLIES_MAX - len(self._tallies))]
        return records

    def _remark(self, line: str) -> Optional[list[Record]]:
        if _SAID_BY_SEVERAL.match(line):
            return [{'record': 'note', 'message': line}]
        end, finding, remark = _END.match(line), _FINDING.match(line), _REMARK.match(line)
        if end:
            record = dict(zip(('result', 'passed', 'failed', 'skipped', 'untested'), end.groups('0')[:5]), record='end')
            return [{**record, 'lacks': end[6]} if end[6] else record]
        if finding:
            return [{'record': 'finding', 'check': finding[1], 'message': finding[2], 'consequences': finding[3] or 0}]
        if not remark:
            return None
        if remark[1] == 'note':
            return self._keep({'record': 'note', 'message': remark[2]}, _continued)
        result = 'fail' if remark[1] == 'failed' else remark[1]
        return self._keep({'record': 'error', 'result': result, 'message': remark[2]}, _continued)

    # ---- samples and tables ------------------------------------------------------------------------

    def _sample(self, line: str) -> Optional[list[Record]]:
        sample = _SAMPLE.match(line)
        if not sample:
            return None
        tail = _SAMPLE_TAIL.match(sample[7])
        names = tail[1].split() if tail else []
        record: Record = {'record': 'sample', 'seq': sample[1], 'socket': sample[2] or 0, 'cpu': sample[3], 'ip': sample[4],
                  'symbol': sample[5] or '', 'tsc': sample[6],
                  'overflow': [] if names == ['of', 'no', 'counter'] else names, 'values': {},
                  'freeze': ('hardware' if 'hardware' in tail[3] else 'software') if tail else '',
                  'skew_ns': (tail[4] if tail else None) or 0}
        if tail or '  tb ' in line:  # else it is cut: a sample of a time stamp counter has a tail
            record['pmi'] = tail[2] if tail else 'none'
        return self._keep(record, _sample_value)

    def _heading(self, line: str) -> Optional[list[Record]]:
        table, boxes = _TABLE.match(line), _BOX_HEADING.match(line)
        if table:
            self._table = 'metric' if table[3] == 'metric' else 'count'
            self._sockets = bool(table[2])
            return []
        if boxes:
            self._table, self._sockets = 'box', bool(boxes[1])
            return []
        return None

    def _row(self, line: str) -> Optional[list[Record]]:
        reader = {'count': self._count, 'metric': self._metric, 'box': self._box}.get(self._table)
        return reader(line) if reader else None

    def _count(self, line: str) -> Optional[list[Record]]:
        row = _COUNT.match(line)
        if not row or self._sockets != bool(row[3]):
            return None
        record: Record = {'box': row[4], 'value': row[5], 'unit': row[6], 'time_ns': _microseconds(row[7], row[8]),
                          'event': row[9], 'at_ns': _microseconds(row[1], row[2]) if row[1] else 0}
        if row[3] == 'all':
            return self._keep({**record, 'record': 'total'}, _lacking)
        if row[10]:
            record.update(postings=row[10], within_ns=_microseconds(row[11], row[12]))
        return self._keep({**record, 'record': 'count', 'socket': row[3] or 0}, _lacking)

    def _metric(self, line: str) -> Optional[list[Record]]:
        row = _METRIC.match(line)
        if not row or self._sockets != bool(row[3]):
            return None
        record: Record = {'record': 'metric', 'socket': row[3] or 0, 'box': '' if row[4] == 'socket' else row[4], 'value': row[5],
                          'unit': row[6], 'metric': row[7], 'at_ns': _microseconds(row[1], row[2]) if row[1] else 0}
        return self._keep(record, _contradiction)

    def _box(self, line: str) -> Optional[list[Record]]:
        row = _BOX.match(line)
        if not row or self._sockets != bool(row[1]):
            return None
        place = _BOX_PLACE.match(row[5])
        return [{'record': 'box', 'socket': row[1] or 0, 'box': row[2], 'state': row[3],
                 'counters_text': row[4].replace(' x ', ' × '), 'evidence': place[1] if place else '',
                 'found_by': place[2] if place else row[5]}]

    # ---- what stands alone -------------------------------------------------------------------------

    def _summary(self, line: str) -> Optional[list[Record]]:
        boxes, skew, total, lost, apart, smis, timing = (form.match(line) for form in (_BOX_SUM, _SKEW, _SUM, _LOST, _BOX_SKEW,
                                                                                       _SMIS, _TIMING))
        if smis:
            return [dict(zip(('cpu', 'smis'), smis.groups()), record='smis')]
        if timing:
            return [{'record': 'timing', 'socket': timing[1], 'time_ns': _microseconds(timing[2], timing[3]),
                     'within_ns': timing[4]}]
        if apart:
            return [dict(zip(('boxes', 'socket', 'freeze_ns'), apart.groups()), record='box_skew')]
        if lost:
            return [{'record': 'lost', 'first': lost[1], 'last': lost[2]}]
        if boxes:
            self._table = ''
            promised = boxes[2] or boxes[3]
            return [{'record': 'boxes', 'promised': promised}] if promised else []
        if skew:
            return [dict(zip(('sockets', 'start_ns', 'freeze_ns'), skew.groups()), record='skew')]
        if total:
            return [dict(zip(('socket', 'cpu', 'samples', 'pmis', 'lost', 'dropped'), total.groups()), record='sum')]
        return None

    def _fact(self, line: str) -> Optional[list[Record]]:
        """What `info` says before its table: a name of up to 14 characters, then what is to be said."""
        version = _VERSION.match(line)
        if version:
            self._table = 'info'
            kind = 'start' if version[2] else 'version'  # who starts says on what
            return [{'record': kind, 'version': version[1], 'platform': version[2] or ''}]
        if line.startswith('processor      '):
            self._table = 'info'
        if self._table != 'info':
            return None
        if line.startswith(' ' * FACT_NAME):
            return [{'record': 'fact', 'name': ' ', 'value': line.strip()}]
        fact = _FACT.match(line[:FACT_NAME + 1])
        if not fact:
            self._table = ''
            return None
        return [_known_fact(fact[1], line[FACT_NAME:])]


def _known_fact(name: str, value: str) -> Record:
    machine, colon, title = value.partition(': ')
    if name == 'processor' and colon:
        return {'record': 'processor', 'name': machine, 'title': title}
    if name == 'silicon':
        return {'record': 'silicon', 'name': value}
    hertz = re.match(r'(\d{1,9})\.(\d{3}) MHz$', value)
    if name == 'time stamps' and hertz:
        return {'record': 'clock', 'tsc_hz': int(hertz[1]) * 1000000 + int(hertz[2]) * 1000}
    return {'record': 'fact', 'name': name, 'value': value}


def _pci_number(address: str) -> str:
    """As JSON has it: SEGMENT:BUS:DEVICE.FUNCTION+OFFSET as one number. Other addresses as they are."""
    parts = _PCI.match(address)
    if not parts:
        return address
    segment, bus, device, function, offset = (int(part, 16) for part in parts.groups())
    return hex(segment << 28 | bus << 20 | device << 15 | function << 12 | offset)


def _evidence(record: Record, line: str) -> bool:
    found = _EVIDENCE.match(line)
    if not found:
        return False
    name, value = found.groups()
    address = _ADDRESS.match(value) if name == 'address' else None
    if address:
        record['space'], record['address'] = address[1], _pci_number(address[2])
        record['socket'] = address[3] or 0
    else:
        record[name] = value
    return True


def _continued(record: Record, line: str) -> bool:
    if not line.startswith(' ' * 7) or not line.strip():
        return False
    if len(record['message']) < TEXT_MAX:
        record['message'] += '\n' + line[7:]
    return True


def _sum_over(record: Record, line: str) -> bool:
    over = _SUM_OVER.match(line)
    if over:
        record.update(boxes=over[1], of=over[2])
    return bool(over)


def _lacking(record: Record, line: str) -> bool:
    late = _LATE.match(line)
    if late:
        record['modulo'] = late[1]
    return bool(late) or _sum_over(record, line)


def _contradiction(record: Record, line: str) -> bool:
    ungiven = _UNGIVEN.match(line)
    if ungiven:
        record['reason'] = ungiven[1]
    if ungiven or _sum_over(record, line):
        return True
    impossible = _IMPOSSIBLE.match(line)
    if impossible and 'contradict' not in record:
        record.update(impossible=impossible[1], contradict={})
        return True
    value = _SAMPLE_VALUE.match(line) if 'contradict' in record else None
    if value and len(record['contradict']) < VALUES_MAX:
        record['contradict'][value[2]] = value[1]
    return bool(value)


def _sample_value(record: Record, line: str) -> bool:
    value = _SAMPLE_VALUE.match(line)
    if value and len(record['values']) < VALUES_MAX:
        record['values'][value[2]] = value[1]
    return bool(value)
