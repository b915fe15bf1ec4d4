# SPDX-License-Identifier: BSD-2-Clause
"""A sample of the fault catalogue against the on-target checks, the same faults every time, and good silicon of a few
scenarios. `make mutation` tries them all."""

import collections

from mutation import campaign, score
from mutation.machines import MACHINES
from suite.result import FAIL, PASS, Failure, Result, Skip, Test

SAMPLE = 400 # faults of each machine, about
SMALL = 100 # of machines whose checks take longer
GOOD = 5 # scenarios of good silicon

Options = collections.namedtuple('Options', 'jobs sample stride good')


def sample(machine):
    result = campaign.run(machine, Options(1, SMALL if machine.alike else SAMPLE, None, GOOD), lambda text: None)
    if result.refusal:
        raise Skip(result.refusal)
    named = score.percent(score.count(result.outcomes))
    said = f'{len(result.outcomes)} faults, {named} % named; at least {machine.floor} % must be'
    results = [Result('score', PASS if named >= machine.floor else FAIL, said)]
    if not result.outcomes:
        raise Failure('the catalogue is empty')
    return results + [Result(complaint.split()[1], FAIL, complaint) for complaint in result.complaints]


def tests(_options):
    return [Test(f'mutation {machine.name}', lambda machine=machine: sample(machine)) for machine in MACHINES]
