# SPDX-License-Identifier: BSD-2-Clause
"""The verdict of a recorded run. It is never better than the run's own, and a record with something missing
is never a pass: what is missing may have been the failure."""

from __future__ import annotations

from .builder import VERDICTS
from .model import Run, Verdict


UNRUN = 'planned checks did not run'


def plural(count: int, word: str, several: str = '') -> str:
    """'1 check', '2 checks'."""
    return f'{count} {word if count == 1 else several or word + "s"}'


def _unrun(run: Run) -> int:
    """Checks that were planned and did not run, if the run says that there are any. The end record counts them
    among the failures."""
    said = any(remark.kind == 'fail' and remark.text.endswith(UNRUN) for remark in run.remarks)
    return max(0, run.planned - run.reported) if said else 0


def _counts_agree(run: Run) -> None:
    """Names what the end record counted and the log does not hold."""
    assert run.end is not None
    for word, said, seen in (('passed', run.end.passed, run.count('pass')), ('skipped', run.end.skipped, run.count('skip')),
                             ('untested', run.end.untested, run.count('untested')),
                             ('failed', run.end.failed, run.count('fail') + _unrun(run))):
        if said != seen:
            run.damaged(f'the end record counts {said} {word}, the log holds {seen}')


def _plan_agrees(run: Run) -> None:
    """A plan comes before the checks, and each check is reported once."""
    reported = run.reported + _unrun(run)
    if run.reported and not run.planned:
        run.damaged('the plan of the checks is missing')
    elif reported > run.planned or (run.end and reported < run.planned):
        run.damaged(f'{plural(run.planned, "check")} planned, {run.reported} reported')


def _found(run: Run) -> Verdict:
    """The worst that the records themselves call for."""
    worst = Verdict.FAIL if run.count('fail') else Verdict.PASS
    for remark in run.remarks:
        if remark.kind == 'violation':
            worst = max(worst, Verdict.VIOLATION)
        elif remark.kind in VERDICTS:
            worst = max(worst, VERDICTS[remark.kind])
    return max(worst, Verdict.CRASH) if run.crash else worst


def _by_end(run: Run) -> Verdict:
    if run.end is None:
        return Verdict.INCOMPLETE
    said = VERDICTS[run.end.result]
    return max(said, Verdict.FAIL) if run.end.failed else said


def _reason(run: Run) -> str:
    """One sentence under the verdict."""
    failed = run.end.failed if run.end else run.count('fail')
    total = max(run.planned, run.reported)
    if run.verdict == Verdict.PASS and not total:
        return 'All commands were done. They ran no checks.'
    if run.verdict == Verdict.PASS:
        skips, untested = run.count('skip'), run.count('untested')
        skipped = f'; {plural(skips, "check was", "checks were")} skipped' if skips else ''
        kept = f'; {plural(untested, "check")} could not be tested on this hardware' if untested else ''
        return f'{run.count("pass")} of {plural(total, "check")} passed{skipped}{kept}.'
    opening = {
        Verdict.INCOMPLETE: 'The record of this run is incomplete, so it cannot pass. ',
        Verdict.VIOLATION: 'The virtual silicon saw the firmware break a rule. ',
        Verdict.CRASH: 'The firmware crashed and left a report. ',
        Verdict.TIMEOUT: 'Something did not answer in time. ',
        Verdict.ERROR: 'The run could not do what was asked. ',
    }.get(run.verdict, '')
    if run.verdict in (Verdict.INCOMPLETE, Verdict.CRASH) and total:
        return f'{opening}Of {plural(total, "check")} {run.reported} are in the record, {run.count("fail")} of them failed.'
    if not total:
        return opening.strip() or 'The hardware did not do what was asked.'
    return f'{opening}{failed} of {plural(total, "check")} failed.'


def judge(run: Run) -> None:
    """Sets the verdict and its reason, and completes the list of what is damaged."""
    if run.end:
        _counts_agree(run)
    _plan_agrees(run)
    run.verdict = max(_by_end(run), _found(run), Verdict.INCOMPLETE if run.damage else Verdict.PASS)
    run.reason = _reason(run)
