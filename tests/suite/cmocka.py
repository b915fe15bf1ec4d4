# SPDX-License-Identifier: BSD-2-Clause
"""The host tests: every program of build/unit, each of its cases a test of its own."""

import os
import re
import time

import pytest

from suite import costs
from suite.result import run_command

SECONDS = 600  # not to be reached however busy the machine is
CASES = 'cases'
LINE = re.compile(r'^(not ok|ok) \d+ - (\S+)(.*)$')
PLAN = re.compile(r'^1\.\.(\d+)$', re.MULTILINE)


class Source(pytest.File):
    """A file of tests/unit, and the program that is made of it."""

    def collect(self):
        rounds = self.config.getoption('repeat')
        for turn in range(rounds):
            yield Program.from_parent(self, name=self.path.stem + (f'[{turn}]' if rounds > 1 else ''))


class Program(pytest.Item):
    def runtest(self):
        raise AssertionError('a program is run by run_protocol')

    def reportinfo(self):
        return self.path, None, self.name


def program_of(item):
    return os.path.join('build', 'unit', item.path.stem)


def cases_of(said):
    """The cases in a TAP stream as (name, outcome, text), each failure with the remarks that stand around it."""
    cases, remarks = [], []
    for line in said.splitlines():
        match = LINE.match(line)
        if not match:
            remarks.append(line)
            continue
        outcome = 'failed' if match[1] == 'not ok' else 'skipped' if '# skip' in match[3].lower() else 'passed'
        if outcome == 'failed':
            cases.append((match[2], outcome, remarks))
            remarks = cases[-1][2]
        else:
            remarks = []
            cases.append((match[2], outcome, match[3]))
    return [(name, outcome, '\n'.join(text) if outcome == 'failed' else text) for name, outcome, text in cases]


def run_program(path):
    status, said = run_command([path], SECONDS, {'CMOCKA_MESSAGE_OUTPUT': 'TAP'})
    cases = cases_of(said)
    plan = PLAN.search(said)
    if not plan or len(cases) != int(plan[1]):
        cases.append(('all cases ran', 'failed', f'status {status}\n{said[-4000:]}'))
    elif status and not any(outcome == 'failed' for _, outcome, _ in cases):
        cases.append(('status 0', 'failed', f'status {status}\n{said[-4000:]}'))
    return cases


def run_protocol(item, nextitem):
    """One report for the program, which shows nothing and carries the cases: a worker of xdist may send no other. Whoever
    counts takes it apart."""
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    start = time.monotonic()
    try:
        item.ihook.pytest_runtest_setup(item=item)
        costs.METER.read()
        cases = run_program(program_of(item))
    except pytest.fail.Exception as failure:
        cases = [('the program', 'failed', str(failure))]
    item.session._setupstate.teardown_exact(nextitem)
    report = pytest.TestReport(item.nodeid, item.location, {}, 'passed', None, 'setup', duration=time.monotonic() - start,
                               user_properties=[(CASES, cases), (costs.COST, costs.METER.read())])
    item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def reports_of_cases(report):
    """What pytest would report of each case if it were a function: what it came to, and its end."""
    path, line, program = report.location
    for name, outcome, text in dict(report.user_properties).get(CASES, []):
        said = text if outcome == 'failed' else (path, line, text) if outcome == 'skipped' else None
        for when, what in (('call', outcome), ('teardown', 'passed')):
            yield pytest.TestReport(f'{report.nodeid}::{name}', (path, line, f'{program}.{name}'), {}, what,
                                    said if when == 'call' else None, when)
