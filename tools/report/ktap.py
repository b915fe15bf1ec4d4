# SPDX-License-Identifier: BSD-2-Clause
"""Reads KTAP lines as uncork writes them: `# KIND name=value...`, and test lines with their `# name=value`
in front."""

from __future__ import annotations

import re
from typing import Optional

from .builder import VERDICTS, Malformed, Record

_PLAN = re.compile(r'1\.\.\d{1,9}(?: # SKIP.*)?$')
_UNTESTED = 'untested: '
_LAST_POINT = re.compile(r'(?:not )?ok \d+ run$|Bail out!')  # what the end record says, too
_RESULT = re.compile(r'(not )?ok \d+ (\S+)(?: # SKIP ?(.*))?$')
_WORD = re.compile(r'[^ ]+')
_QUOTED = re.compile(r'\\(.)')
_VALUE = re.compile(r'"((?:[^"\\]|\\.)*)"(?= |$)|(\S*)')
_EVIDENCE = ('message', 'because', 'box', 'register', 'space', 'address', 'socket', 'expected', 'got', 'xor', 'fact', 'fact_of',
             'advice', 'hypervisor')
_SAMPLE = ('seq', 'cpu', 'tsc', 'ip', 'symbol', 'pmi', 'overflow', 'socket', 'freeze', 'skew_ns')


def split_pairs(text: str, known: Optional[tuple[str, ...]] = None) -> list[tuple[str, str]]:
    """The name=value pairs of a line. A name that holds '=' (an event's does) ends at the last one of its
    word, unless it is one of `known`; without `known` every name ends at the first."""
    pairs = []
    at = 0
    while found := _WORD.search(text, at):
        at, word = found.start(), found[0]
        name, equals, _ = word.partition('=')
        if known and name not in known and '="' not in word:
            name, equals, _ = word.rpartition('=')
        if not equals or not name:
            raise Malformed(f'"{word}" is no pair')
        value = _VALUE.match(text, at + len(name) + 1)
        assert value is not None  # the second alternative matches anything
        pairs.append((name, _QUOTED.sub(r'\1', value[1]) if value[1] is not None else value[2]))
        at = value.end()
    return pairs


def _sample(text: str) -> Record:
    record: Record = {'record': 'sample', 'overflow': [], 'values': {}}
    for name, value in split_pairs(text, _SAMPLE):
        if name == 'overflow':
            record['overflow'].append(value)
        elif name in _SAMPLE:
            record[name] = value
        else:
            record['values'][name] = value
    return record


class Ktap:
    """Reads line by line; what is said about a test is kept until its line comes."""

    def __init__(self) -> None:
        self._about: Record = {}

    def feed(self, line: str) -> Optional[list[Record]]:
        """The records that a line completes; None if it is no line of KTAP's."""
        if line.startswith('# '):
            return self._diagnostic(line[2:])
        if line == 'KTAP version 1':
            return []
        if _PLAN.match(line) or _LAST_POINT.match(line):
            return []  # `# plan` says how many checks there are
        result = _RESULT.match(line)
        return [self._check(result)] if result else None

    def _check(self, result: re.Match[str]) -> Record:
        about, self._about = self._about, {}
        skipped = result[3] is not None
        outcome = 'fail' if result[1] else 'skip' if skipped else 'pass'
        reason = result[3] or ''
        if skipped and reason.startswith(_UNTESTED):
            outcome, reason = 'untested', reason[len(_UNTESTED):]
        return {'message': reason, **about, 'record': 'check', 'id': result[2], 'result': outcome}

    def _diagnostic(self, text: str) -> Optional[list[Record]]:
        first = text.split(' ', 1)[0]
        if '=' not in first:
            if '=' not in text:
                return None  # somebody else's remark
            rest = text[len(first):]
            return [_sample(rest) if first == 'sample' else {**dict(split_pairs(rest)), 'record': first}]
        name, value = split_pairs(text)[0]
        if name in _EVIDENCE:
            self._about[name] = value
            return []
        if name == 'note':
            return [{'record': 'note', 'message': value}]
        return [{'record': 'error', 'result': name, 'message': value}] if name in VERDICTS else None
