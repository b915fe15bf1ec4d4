# SPDX-License-Identifier: BSD-2-Clause
"""The host tests: every program of build/unit, each of its cases counted."""

import glob
import os
import re

from suite.result import FAIL, PASS, SKIP, Failure, Result, Test, run_command

LINE = re.compile(r'^(not ok|ok) \d+ - (\S+)(.*)$')
PLAN = re.compile(r'^1\.\.(\d+)$', re.MULTILINE)


def results_of(said):
    """The results in a TAP stream, each failure with the remarks that stand around it."""
    results, remarks = [], []
    for line in said.splitlines():
        match = LINE.match(line)
        if not match:
            remarks.append(line)
            continue
        skipped = '# skip' in match[3].lower()
        outcome = FAIL if match[1] == 'not ok' else SKIP if skipped else PASS
        results.append([match[2], outcome, []])
        if outcome != FAIL:
            remarks = []
        else:
            results[-1][2] = remarks = []
    return [Result(name, outcome, '\n'.join(text)) for name, outcome, text in results]


def run_program(path):
    if not os.path.exists(path):
        raise Failure(f'{path} was not built')
    status, said = run_command([path], 120, {'CMOCKA_MESSAGE_OUTPUT': 'TAP'})
    results = results_of(said)
    plan = PLAN.search(said)
    if not plan or len(results) != int(plan[1]):
        results.append(Result('all cases ran', FAIL, f'status {status}\n{said[-4000:]}'))
    elif status and not any(result.outcome == FAIL for result in results):
        results.append(Result('status 0', FAIL, f'status {status}\n{said[-4000:]}'))
    return results


def tests(_options):
    names = sorted(os.path.basename(path)[:-2] for path in glob.glob('tests/unit/**/test_*.c', recursive=True))
    return [Test(f'unit {name}', lambda path=f'build/unit/{name}': run_program(path)) for name in names]
