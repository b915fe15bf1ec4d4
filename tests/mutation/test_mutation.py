# SPDX-License-Identifier: BSD-2-Clause
"""A sample of the list of faults against the on-target checks, the same faults every time. `make mutation` tries them all;
test_sound.py has good silicon."""

import collections
import json
import os
import re
import tempfile

import pytest

from mutation import campaign, machines, meaning, runs, score
from mutation.machines import MACHINES, TOP
from mutation.runs import NAMED, NEVER
from suite.result import Skip, require

SAMPLE = 60 # faults of each machine, about
TYPES = {0x10: 'nest', 0x4: 'core', 0x1: 'thread'} # of nodes of the IMC catalog
FEW = 12 # of meaning

Options = collections.namedtuple('Options', 'jobs sample stride good drawn seed answers', defaults=(None, 0, 0, 0, False))
DRAWN, UNEXPLAINED = 12, 3 # so few tell no percentage: that is for `make mutation`


@pytest.mark.parametrize('machine', MACHINES, ids=lambda machine: machine.name)
def test_sample_of_faults(machine):
    result = campaign.run(machine, Options(1, SAMPLE), lambda text: None)
    if result.refusal:
        raise Skip(result.refusal)
    require(result.outcomes, 'the list of faults is empty')
    named = score.percent(score.count(result.outcomes))
    said = [*result.complaints, f'{len(result.outcomes)} faults, {named} % named; at least {machine.floor} % must be']
    require(named >= machine.floor and not result.complaints, '\n'.join(said))


@pytest.mark.parametrize('machine', [machine for machine in MACHINES if machine.meaning], ids=lambda machine: machine.name)
def test_sample_of_meaning(machine):
    result = campaign.run_meaning(machine, Options(1, FEW), lambda text: None)
    require(not result.refusal, result.refusal)
    require(result.outcomes and not result.complaints, '\n'.join(result.complaints) or 'the list has no faults of meaning')


@pytest.mark.parametrize('machine', [machine for machine in MACHINES if not machine.boots], ids=lambda machine: machine.name)
def test_faults_that_are_drawn(machine):
    """Faults that no list has, half of them on silicon whose answers are drawn, too. The seed is always the same here; `make mutation` draws
    others each time. Some may wait for more accesses than there are: these never come."""
    drawn = [campaign.run_drawn(machine, Options(1, 0, drawn=DRAWN // 2, seed=1, answers=answers), lambda text: None) for answers in (False, True)]
    outcomes = [outcome for result in drawn for outcome in result.outcomes]
    unexplained = campaign.complaints_of(machine, outcomes)
    require(len(outcomes) >= DRAWN * 9 // 10 and len(unexplained) <= UNEXPLAINED, '\n'.join([machine.name, *unexplained]))


@pytest.mark.parametrize('accesses, verdict', [(100000, NEVER), (3, NAMED)])
def test_what_never_came_was_not_missed(accesses, verdict):
    machine = next(machine for machine in MACHINES if machine.name == 'skylake-sp')
    fault = machines.Fault(f'capid.hang={accesses}', 'capid', '-', 'hang', '-', 'sheet', machines.ACCESS, '-', '', name='capid.-')
    assert runs.try_checks(machine, [], fault, ['capid.*']).verdict == verdict


# Of each kind of fault of meaning one: sockets, fault.
EACH_KIND = [(1, 'ha.events.deaf=9'), (1, 'imc0.events.deaf=8'), (1, 'cbox7.box_filter.deaf=24'), (1, 'cbox3.lines.lost'),
             (1, 'imc1.lines.doubled'), (1, 'imc3.lines.written'), (2, 'ha.lines.local')]


@pytest.mark.parametrize('sockets, text', EACH_KIND, ids=[text for _, text in EACH_KIND])
def test_known_work_names(sockets, text):
    machine = next(machine for machine in MACHINES if machine.name == 'xeon-e5-2600')
    with tempfile.TemporaryDirectory() as directory:
        where = meaning.stage(machine, directory, sockets)
        fault = next(fault for fault in machines.fault_list(where.machine, where.silicons[0], machines.WORK) if fault.text == text)
        outcome = meaning.try_fault(where, fault)
    require(outcome.verdict == NAMED, f'{outcome.verdict} {outcome.detail}')


def served(machine, silicon):
    """Of how many lines that `map` reads each channel serves."""
    status, said, _ = machines.tool(machine, [*silicon, '-F', 'json', 'map -b imc -v'])
    require(status == 0, said)
    return [record['served'] for record in map(json.loads, said.splitlines()) if record['record'] == 'map_box']


def test_map_shows_swapped_channels():
    """Nobody can be blamed for them: no document says which channel serves which line."""
    machine = next(machine for machine in MACHINES if machine.name == 'xeon-e5-2600')
    with tempfile.TemporaryDirectory() as directory:
        where = meaning.stage(machine, directory, 1)
        sound = served(where.machine, where.silicons[0])
        broken = served(where.machine, [*where.silicons[0], '--fault', 'imc0.lines.swapped'])
    require(sound[0] != sound[1] and broken == [sound[1], sound[0], *sound[2:]], f'{sound} and {broken}')


def told_words(machine):
    """The words of pages and of the nest's region for which the IMC catalog of the virtual machine has an event: pairs of the
    node's type and an offset."""
    with open(os.path.join(TOP, 'silicon', 'opal', f'catalog-{machine.name}.dts'), encoding='utf-8') as file:
        source = file.read()
    events = {label: [int(offset, 16) for offset in re.findall(r'event@\w+ \{[^}]*? reg = <(0x\w+) ', group)]
              for label, group in re.findall(r'\n\t(\w+): [\w-]+ \{(.*?)\n\t\};', source, re.S)}
    told = set()
    for node in re.findall(r'\n\t[\w@-]+ \{\n(.*?)\n\t\};', source, re.S):
        group = re.search(r'events = <&(\w+)>', node)
        first = re.search(r'\n\t\treg = <(0x\w+) ', node)
        kind = re.search(r'type = <(0x\w+)>', node)
        box = TYPES.get(int(kind.group(1), 16)) if kind else None
        for offset in events[group.group(1)] if box and group else []:
            told.add((box, (int(first.group(1), 16) if first else 0) + offset))
    return told


@pytest.mark.parametrize('machine', [machine for machine in MACHINES if machine.boots], ids=lambda machine: machine.name)
def test_words_of_the_catalog(machine):
    """The list of faults must know which words the IMC catalog tells of."""
    faults = machines.fault_list(machine, [])
    judged = {(fault.box, int(fault.register, 16)) for fault in faults
              if fault.register.startswith('0x') and fault.judge != machines.NOTHING}
    require(judged, 'no word is judged')
    wrong = judged ^ told_words(machine)
    require(not wrong, f'otherwise than the catalog: {sorted(wrong)[:5]}')
