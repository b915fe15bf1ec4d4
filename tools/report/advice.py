# SPDX-License-Identifier: BSD-2-Clause
"""What several failures at one place have in common, and what to do about it. A record's own advice comes
before the texts of this file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional

from .model import Check

ACCESS_FAILED = {
    'fault': 'the access faults', 'all-ones': 'it reads all ones', 'absent': 'it cannot be reached',
    'dropped': 'writes have no effect', 'timeout': 'it does not answer in time',
}
DEAD = 'it never counts'

# By what was found at a place.
_BY_FINDING = {
    'access': 'Compare with the inventory: a box that is fused off or hidden by the firmware fails as a whole. If its '
              'neighbours answer, power the board off and on and read the register with `peek`; if it still does not '
              'answer, the fault is at this one address.',
    'stuck': 'Power the board off and on, then read the register with `peek` before anything else. If the bit is the same, its '
             'cell or its read path is at fault and no setting will correct it: leave this register out of measurements, '
             'or replace the part. If it is not, find out what wrote it.',
    'dead': 'All other failures of this counter follow from this one. Repeat `test` for its box alone; if its siblings '
            'count, the counter itself or its enable is at fault: measure with another counter of the box.',
    'rate': 'Nothing measured with this counter can be trusted. Repeat with another event: the same factor points to the '
            'increment path, another factor to the event\'s selection.',
}

# By the last part of a check's name.
_BY_CHECK = {
    'boxes-answer': 'See the inventory for the boxes that do not answer, and their own checks.',
    'present': _BY_FINDING['access'],
    'identity': 'Another function answers at this place, or none does: compare the stepping, and look for a setup option '
                'that hides it.',
    'reset': 'Power the board off and on and repeat: a warm start, or firmware that measures, leaves values behind. '
             'Registers that still differ are not reset as they should be.',
    'bits': _BY_FINDING['stuck'],
    'alias': 'Two addresses lead to one register, or a bit changes by itself. Look at the other failures of this '
             'register first; if there are none, read both registers with `peek` after writing one.',
    'counts': 'Repeat the check; if the same counter differs again, compare its control register with those of its '
              'siblings, then measure without it.',
    'enables': 'An enable that does nothing lets a counter run when it should be stopped. Look at the control register\'s '
               'own check of its bits first.',
    'width': 'The counter wraps too early or loses a carry. Short measurements are right; sampling and long '
             'measurements are not.',
    'overflow': 'Overflow bits that miss or hit the wrong place make samples name the wrong counter. Counting is not '
                'affected.',
    'clear': 'An overflow that cannot be cleared signals forever. Do not sample with this box.',
    'signals': 'Sampling with this counter loses overflows. Counting is not affected.',
    'holds': 'Counters that run on when they should be frozen make values of one moment differ in age. Do not compare '
             'them with each other.',
    'on-overflow': 'Values of a sample are not those of the moment of the overflow. Use the measured skew.',
    'rate': _BY_FINDING['rate'],
    'moves': 'A register that should change by itself does not change: its source has stopped. Look for other '
             'failures of its box.',
    'threshold': 'Do not trust counts with a threshold or with invert in this box; plain counts are not affected. '
                 'If a single register is named, look at the check of its bits.',
    'erratum': 'Values read from this counter may be wrong by a carry. Look at the check of its bits first; if that '
               'passes, compare with the errata of this stepping.',
    'all': 'When several counters overflow at once, one is not shown. Look at that counter\'s own overflow check.',
    'reset-all': 'The counter keeps a value across the global reset. If the check of its bits fails too, that is why.',
    'status': 'The handler relies on the global status: without it, only polling finds overflows.',
    'gate': 'No PMI reaches a processor. Compare with another processor, then look for what masks the interrupt.',
    'once': 'PMIs are lost or doubled between the uncore and the processor. Compare with another processor before '
            'the interrupt path is blamed.',
    'quiet': 'Something signals without being asked to. Look for an overflow bit that is always set.',
    'core': 'The PMI goes to the wrong processor. Sample on the processor that takes it until the selection works.',
    'restored': 'The checks left something behind, or it changes by itself. Reset the board before you use it for '
                'anything else.',
    'restores': 'A measurement left something behind. Reset the board before you use it for anything else.',
}
_OTHERWISE = 'Run this check alone, by its name, and compare with another board of the same kind.'


@dataclass
class Group:
    """The failures at one place of one socket, and those elsewhere that follow from them."""

    place: str
    box: str
    socket: int
    checks: list[Check] = field(default_factory=list)
    followers: list[Check] = field(default_factory=list)
    finding: str = ''
    advice: list[str] = field(default_factory=list)


def _number(text: str) -> Optional[int]:
    try:
        return int(text, 16)
    except ValueError:
        return None


def bit_list(bits: list[int]) -> str:
    """'bit 17', 'bits 3 to 5 and 9'."""
    spans: list[list[int]] = []
    for bit in bits:
        if spans and spans[-1][1] == bit - 1:
            spans[-1][1] = bit
        else:
            spans.append([bit, bit])
    words = [str(first) if first == last else f'{first} to {last}' for first, last in spans]
    joined = ' and '.join(filter(None, (', '.join(words[:-1]), words[-1]))) if words else 'none'
    return f'bit{"" if len(bits) == 1 else "s"} {joined}'


def _by_access(checks: list[Check]) -> str:
    for check in checks:
        if check.evidence and check.evidence.got in ACCESS_FAILED:
            return ACCESS_FAILED[check.evidence.got]
    return ''


def _stuck(checks: list[Check]) -> str:
    """The same few bits wrong, in the same direction, in all checks of the register's contents."""
    seen = {(check.evidence.xor, (_number(check.evidence.got) or 0) & (_number(check.evidence.xor) or 0))
            for check in checks if check.evidence and check.name in ('bits', 'reset', 'alias')}
    bits: list[int] = next((check.evidence.bits for check in checks if check.evidence and check.name == 'bits'), [])
    if len(seen) != 1 or not 0 < len(bits) <= 4:
        return ''
    _, ones = seen.pop()
    level = '1' if ones else '0'
    return f'{bit_list(bits)} {"reads" if len(bits) == 1 else "read"} {level} whatever is written'


def _counting(checks: list[Check]) -> tuple[str, str]:
    """(kind, finding) of a counter that differs from its siblings; ('', '') if it does not."""
    for check in checks:
        if check.name != 'counts' or not check.evidence:
            continue
        expected, got = _number(check.evidence.expected), _number(check.evidence.got)
        if got == 0 and expected:
            return 'dead', DEAD
        if got and expected:
            return 'rate', f'it counts {got / expected:.4g} times as fast as its siblings'
    return '', ''


def _named(checks: list[Check], found: list[str]) -> list[str]:
    """The records' own advice: of the checks that show what was found, if any do; the others fail because of it."""
    shown = [check.advice for check in checks if check.advice and any(_shows(check, name) for name in found)]
    return shown or [check.advice for check in checks if check.advice]


def _shows(check: Check, found: str) -> bool:
    """Is this one of the checks that the finding was made from?"""
    if found == 'access':
        return bool(check.evidence) and check.evidence.got in ACCESS_FAILED
    return check.name == ('bits' if found == 'stuck' else 'counts')


def _diagnose(group: Group) -> None:
    access, stuck = _by_access(group.checks), _stuck(group.checks)
    kind, counting = _counting(group.checks)
    found = [(name, text) for name, text in (('access', access), ('stuck', stuck), (kind, counting)) if text]
    if found:
        group.finding = '; '.join(text for _, text in found)
    else:
        group.finding = group.checks[0].message
    group.advice = _named(group.checks, [name for name, _ in found]) or [_BY_FINDING[name] for name, _ in found]
    if not group.advice:
        group.advice = [_BY_CHECK.get(check.name, _OTHERWISE) for check in group.checks]
    group.advice = list(dict.fromkeys(group.advice))


def group_failures(failures: list[Check]) -> list[Group]:
    """The failures by place, those with the most first. One that follows from a failure at another place stands with that one."""
    groups: dict[tuple[int, str], Group] = {}
    roots = {check.id: check for check in failures if not check.because}
    for check in failures:
        root = roots.get(check.because, check)
        group = groups.setdefault((root.socket, root.place), Group(root.place, root.box, root.socket))
        here = (check.socket, check.place) == (root.socket, root.place)
        (group.checks if here else group.followers).append(check)
    for group in groups.values():
        _diagnose(group)
    return sorted(groups.values(), key=lambda group: (-len(group.checks) - len(group.followers), group.socket, group.place))
