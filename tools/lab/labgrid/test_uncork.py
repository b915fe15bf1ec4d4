# SPDX-License-Identifier: BSD-2-Clause
"""The board's checks, one by one, and its run as a whole: a run that is not whole has no good checks."""

import pytest


def evidence(check):
    """What a failing check saw, one line each."""
    seen = check.evidence
    if not seen:
        return check.message
    names = ('box', 'register', 'space', 'address', 'expected', 'got', 'xor', 'fact')
    return '\n'.join([check.message, *(f'  {name:9}{getattr(seen, name)}' for name in names if getattr(seen, name))])


def test_check(check):
    if check.result == 'skip':
        pytest.skip(check.message)
    if check.result == 'untested':
        pytest.skip(f'untested: {check.message}')
    if check.result == 'fail':
        pytest.fail(evidence(check), pytrace=False)


def test_run(run):
    if run.verdict.word != 'pass' or not run.checks:
        said = [run.reason, *run.damage, *(f'{remark.kind}: {remark.text}' for remark in run.remarks)]
        pytest.fail(f'{run.verdict.word}: ' + '\n'.join(said), pytrace=False)
