# SPDX-License-Identifier: BSD-2-Clause
"""Sound silicon raises no alarm, whatever its answers: scenarios that are drawn from a seed. `make sound` tries 200 of each
machine, `tests/run mutation/sound --sound N` so many."""

import concurrent.futures
import tempfile

import pytest

from mutation import campaign
from mutation.machines import MACHINES
from suite.result import require

PLAYED = [machine for machine in MACHINES if not machine.boots]
JOBS = 2


@pytest.mark.parametrize('machine', PLAYED, ids=lambda machine: machine.name)
def test_sound_silicon_raises_no_alarm(machine, request):
    count = request.config.getoption('sound')
    with tempfile.TemporaryDirectory() as directory, concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        tried = pool.map(lambda seed: campaign.try_good(machine, directory, seed), range(count))
        alarms = [alarm for alarm in tried if alarm]
    require(not alarms, '\n'.join(alarms))
