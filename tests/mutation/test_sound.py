# SPDX-License-Identifier: BSD-2-Clause
"""Sound silicon raises no alarm, whatever its answers: scenarios that are drawn from a seed. `make sound` tries 200 of each
machine, `tests/run mutation/sound --sound N` so many."""

import concurrent.futures
import tempfile

import pytest

from mutation import campaign, meaning
from mutation.machines import MACHINES
from suite.result import require

PLAYED = [machine for machine in MACHINES if not machine.boots]
JOBS = 2


def alarms(machine, count, pattern=()):
    with tempfile.TemporaryDirectory() as directory, concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        tried = pool.map(lambda seed: campaign.try_good(machine, directory, seed, pattern), range(count))
        return [alarm for alarm in tried if alarm]


@pytest.mark.parametrize('machine', PLAYED, ids=lambda machine: machine.name)
def test_sound_silicon_raises_no_alarm(machine, request):
    said = alarms(machine, request.config.getoption('sound'))
    require(not said, '\n'.join(said))


@pytest.mark.parametrize('machine', [machine for machine in PLAYED if machine.meaning], ids=lambda machine: machine.name)
def test_traffic_does_not_mislead_known_work(machine, request):
    said = alarms(meaning.with_sockets(machine, machine.meaning.sockets), request.config.getoption('sound'), meaning.CHECKS)
    require(not said, '\n'.join(said))
