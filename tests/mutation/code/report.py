# SPDX-License-Identifier: BSD-2-Clause
"""What a draw of mutants came to, as text."""

import collections

from mutation.code import judged
from mutation.code.trial import FOUND, MISSED, NAMED, SUSPECTED

ELSEWHERE = 'elsewhere'
COLUMNS = (NAMED, SUSPECTED, FOUND, ELSEWHERE, MISSED)
SKIPS_SHOWN = 3


def counts(results, machine):
    """Of the mutants of a machine how many were named, found, found on another machine alone, or missed by all."""
    counted = collections.Counter()
    for result in results:
        if machine not in result.outcomes:
            continue
        verdict = result.outcomes[machine].verdict
        others = any(outcome.verdict != MISSED for outcome in result.outcomes.values())
        counted[ELSEWHERE if verdict == MISSED and others else verdict] += 1
    return counted


def row(name, counted):
    return f'{name:26}{sum(counted.values()):8}' + ''.join(f'{counted[column]:10}' for column in COLUMNS)


def overall(results, survivors):
    counted = collections.Counter()
    missed = {id(result) for result, _ in survivors}
    for result in results:
        verdicts = {outcome.verdict for outcome in result.outcomes.values()}
        counted[MISSED if id(result) in missed else next(verdict for verdict in (NAMED, SUSPECTED, FOUND) if verdict in verdicts)] += 1
    return counted


def survivor_lines(result, judgement):
    mutant = result.mutant
    said = f'{judgement.kind}: {judgement.reason}' if judgement else 'NOT JUDGED'
    lines = [f'{mutant.file}:{mutant.number}: {mutant.place}: {mutant.operator}: {said}', f'    {mutant.line}',
             f'    {judged.change_of(mutant)}']
    for machine, outcome in result.outcomes.items():
        skips = outcome.skips[:SKIPS_SHOWN]
        more = [f'and {len(outcome.skips) - len(skips)} more'] if len(outcome.skips) > len(skips) else []
        lines += [f'    {machine} skips {skip}' for skip in [*skips, *more]]
    return lines


def found_lines(results):
    """Those that ended otherwise than by a failed check: a crash or a run without an end names nothing."""
    lines = []
    for result in results:
        for machine, outcome in result.outcomes.items():
            if outcome.verdict == FOUND:
                lines.append(f'{result.mutant.file}:{result.mutant.number}: {judged.change_of(result.mutant)}: {machine}: '
                             f'{outcome.detail}')
    return lines


def lines(campaign, options):
    """The whole report."""
    results, survivors = campaign.results, campaign.survivors
    open_ones = sum(not judgement for _, judgement in survivors)
    kinds = collections.Counter(judgement.kind for _, judgement in survivors if judgement)
    said = [f'seed {options.seed}', f'{"":26}{"mutants":>8}' + ''.join(f'{column:>10}' for column in COLUMNS),
            row('all', overall(results, survivors)),
            *(row(f'  {machine.name}', counts(results, machine.name)) for machine in campaign.machines)]
    said += [f'  missed, {kind:18}{count:8}    {judged.KINDS[kind]}' for kind, count in sorted(kinds.items())]
    said += [f'  missed, not judged{open_ones:16}']
    if found_lines(results):
        said += ['', 'found, but not by a check:', *found_lines(results)]
    for result, judgement in survivors:
        said += ['', *survivor_lines(result, judgement)]
    return said
