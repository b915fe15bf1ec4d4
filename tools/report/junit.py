# SPDX-License-Identifier: BSD-2-Clause
"""Runs as JUnit XML: a suite for each run, a case for each check, and one more case for the run as a whole, so
that a run which is not whole or went wrong outside its checks is never green."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

from version import version

from .model import Check, Run, Verdict

# Verdicts that are somebody's mistake rather than the hardware's.
_ERRORS = (Verdict.ERROR, Verdict.TIMEOUT, Verdict.INCOMPLETE, Verdict.VIOLATION, Verdict.CRASH)


def _evidence_text(check: Check) -> str:
    seen = check.evidence
    if not seen:
        return check.message
    pairs = (('box', seen.box), ('register', seen.register), ('address', f'{seen.space} {seen.address}'.strip()),
             ('socket', '' if seen.socket is None else str(seen.socket)), ('expected', seen.expected), ('got', seen.got),
             ('xor', seen.xor), ('fact', seen.fact), ('advice', check.advice))
    return '\n'.join([check.message, *(f'{name}: {value}' for name, value in pairs if value)])


def _check_case(suite: ElementTree.Element, run: Run, check: Check) -> None:
    where, _, name = check.id.rpartition('.')
    case = ElementTree.SubElement(suite, 'testcase', classname=f'{run.label}.{where}' if where else run.label, name=name)
    if check.result == 'fail':
        failure = ElementTree.SubElement(case, 'failure', type='check', message=check.message)
        failure.text = _evidence_text(check)
    elif check.result == 'skip':
        ElementTree.SubElement(case, 'skipped', message=check.message)
    elif check.result == 'untested':
        ElementTree.SubElement(case, 'skipped', type='untested', message=f'untested: {check.message}')


def _run_case(suite: ElementTree.Element, run: Run) -> int:
    """The case of the run itself; returns 1 if it is an error."""
    case = ElementTree.SubElement(suite, 'testcase', classname=run.label, name='run')
    unrun = run.planned > run.reported
    if run.verdict not in _ERRORS and not unrun and (run.verdict == Verdict.PASS or run.failures):
        return 0
    error = ElementTree.SubElement(case, 'error', type=run.verdict.word, message=run.reason)
    said = [f'{remark.kind}: {remark.text}' for remark in run.remarks if remark.kind != 'note']
    error.text = '\n'.join([*run.damage, *said, *run.crash])
    return 1


def render(runs: list[Run]) -> bytes:
    """The XML document, with its declaration."""
    root = ElementTree.Element('testsuites', name=f'uncork {version()}')
    for run in runs:
        suite = ElementTree.SubElement(root, 'testsuite', name=run.label)
        if run.version:
            properties = ElementTree.SubElement(suite, 'properties')
            ElementTree.SubElement(properties, 'property', name='version', value=run.version)
        for check in run.checks:
            _check_case(suite, run, check)
        errors = _run_case(suite, run)
        for name, number in (('tests', len(run.checks) + 1), ('failures', len(run.failures)), ('errors', errors),
                             ('skipped', len(run.skips) + len(run.untested))):
            suite.set(name, str(number))
    ElementTree.indent(root)
    text: bytes = ElementTree.tostring(root, encoding='utf-8')
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + text + b'\n'
