# SPDX-License-Identifier: BSD-2-Clause
"""Sound silicon raises no alarm, whatever its answers: scenarios that are drawn from a seed. `make sound` tries 200 of each
machine, `tests/run mutation/sound --sound N` so many."""

import concurrent.futures
import json
import random
import re
import tempfile

import pytest

from mutation import campaign, meaning, measured, sound
from mutation.machines import EXPECT, MACHINES, kept, tool
from mutation.runs import failed_checks, records
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


def try_unclocked(machine, directory, seed):
    scenario = sound.unclocked(machine, seed)
    status, said, complaint = tool(machine._replace(scenario='', options=[]), [*kept(scenario, directory, str(seed)), '-F', 'json', 'test; stat -a -t 10'])
    return None if status == 0 else f'{scenario.split()}: status {status} {list(failed_checks(said))[:3]} {complaint.partition(chr(10))[0]}'


@pytest.mark.parametrize('machine', [machine for machine in PLAYED if machine.name != 'unknown-xeon'], ids=lambda machine: machine.name)
def test_units_without_clock_raise_no_alarm(machine, request):
    """A board leaves units of memory, links, input and output without clock: nothing fails, where nobody said that they are used."""
    count = max(request.config.getoption('sound') // 3, 1)
    with tempfile.TemporaryDirectory() as directory:
        said = [alarm for alarm in (try_unclocked(machine, directory, seed) for seed in range(count)) if alarm]
    require(not said, '\n'.join(said))


def try_bursting(machine, directory, seed):
    scenario = sound.bursting(machine, seed)
    status, said, complaint = tool(machine._replace(scenario='', options=[]), [*kept(scenario, directory, str(seed)), '-F', 'json', 'test'])
    passed = len([record for record in records(said, 'check') if record['result'] == 'pass']) if status == 0 else 0
    return None if passed else f'{scenario.split()}: status {status} {list(failed_checks(said))[:3]} {complaint.partition(chr(10))[0]}'


@pytest.mark.parametrize('machine', PLAYED, ids=lambda machine: machine.name)
def test_bursts_raise_no_alarm(machine, request):
    """Events that pause are no defect of what counts them, however the pauses fall on the windows of the checks."""
    with tempfile.TemporaryDirectory() as directory:
        said = [alarm for alarm in (try_bursting(machine, directory, seed) for seed in range(request.config.getoption('sound'))) if alarm]
    require(not said, '\n'.join(said))


# A setting that does not go with the rest is refused: a line that says why.
EVERYTHING = f'{EXPECT}; info; test; stat -a -t 10'
# A freeze that comes so long behind its PMI is no defect to the checks; samples are then late, and that is said.
LATE = 'freeze.delay'
# Without its event nothing is sampled by it, and that is an error of whoever asks for samples.
WITHOUT_EVENTS = 'core_pmu.missing'


def try_extreme(machine, directory, scenario):
    bare = machine._replace(scenario='', options=[])
    commands = EVERYTHING if any(line.startswith((LATE, WITHOUT_EVENTS)) for line in scenario.splitlines()) else f'{EVERYTHING}; record -n 3'
    status, said, complaint = tool(bare, [*kept(scenario, directory, str(abs(hash(scenario)))), '-F', 'json', commands])
    refused = status == 2 and not said and 'at most' in complaint
    return None if status == 0 or refused else f'{scenario.strip()}: status {status} {list(failed_checks(said))[:3]} {complaint.partition(chr(10))[0]}'


@pytest.mark.parametrize('machine', PLAYED, ids=lambda machine: machine.name)
def test_extremes_are_sound_or_refused(machine, request):
    """Each setting at its least and its most, and pairs of them; with few scenarios asked for, some of them."""
    scenarios, count = sound.extremes(machine), request.config.getoption('sound')
    chosen = random.Random(machine.name).sample(scenarios, min(len(scenarios), count)) + sound.pairs(machine, count)
    with tempfile.TemporaryDirectory() as directory, concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        said = [alarm for alarm in pool.map(lambda scenario: try_extreme(machine, directory, scenario), chosen) if alarm]
    require(not said, '\n'.join(said))


# Which cores the U-Box cannot choose for a PMI `test` alone finds out.
STEERED = 'pmi_core_sel.width'


def try_measured(machine, directory, seed):
    """Half of them on silicon with drawn answers."""
    scenario = sound.scenario(machine, seed) if seed % 2 else ''
    scenario = ''.join(f'{setting}\n' for setting in scenario.splitlines() if not setting.startswith((LATE, STEERED)))
    line = measured.line(machine, seed)
    size = ['--cpus', ('1', '2', '4', '8')[seed % 4]]
    status, said, complaint = tool(machine._replace(options=size), [*kept(scenario, directory, str(seed)), '-F', 'json', line])
    refused = status == 2 and not list(records(said, 'left'))
    return None if status == 0 or refused else f'{line} on {scenario.split()}: status {status} {complaint.partition(chr(10))[0]}'


@pytest.mark.parametrize('machine', PLAYED, ids=lambda machine: machine.name)
def test_measurements_of_sound_silicon_pass(machine, request):
    """No count and no sample fails, whatever is asked for, nothing crashes, and all is left as it was."""
    with tempfile.TemporaryDirectory() as directory, concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        tried = pool.map(lambda seed: try_measured(machine, directory, seed), range(2 * request.config.getoption('sound')))
        said = [alarm for alarm in tried if alarm]
    require(not said, '\n'.join(said))


@pytest.mark.parametrize('machine', PLAYED, ids=lambda machine: machine.name)
def test_silicon_may_take_its_time(machine):
    """Counters that stop late, and overflows that show and clear late: no alarm, and all is left as it was."""
    late = ('stop.delay', 'status.delay', 'clear.delay')
    require(set(late) <= set(sound.settings(machine.name)[0]), f'settings of {machine.name}')
    with tempfile.TemporaryDirectory() as directory:
        said = try_extreme(machine, directory, ''.join(f'{name} = 10000\n' for name in late))
    require(not said, said)


@pytest.mark.parametrize('machine', PLAYED, ids=lambda machine: machine.name)
def test_no_size_is_too_much(machine):
    """Processors of a socket are as many as are asked for, whoever asks, or are refused with the number that there can be."""
    with tempfile.TemporaryDirectory() as directory:
        least, most = sound.settings(machine.name)[0]['cores']
        for count in (least, most, most + 1, 64, 65):
            for how in (['--cpus', str(count)], kept(f'cores = {count}\n', directory, str(count))):
                bare = machine._replace(scenario='', options=[])
                status, said, complaint = tool(bare, [*how, '-F', 'json', 'info'])
                shown = sum(record['record'] == 'cpu' for record in map(json.loads, said.splitlines()))
                if status == 0:
                    require(shown == count <= most, f'{how}: {shown} processors')
                else:
                    require(status == 2 and re.search(r'at most \d+|from 1 to \d+', complaint), f'{how}: status {status} {complaint}')
