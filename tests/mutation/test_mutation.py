# SPDX-License-Identifier: BSD-2-Clause
"""A sample of the list of faults against the on-target checks, the same faults every time, and good silicon of a few
scenarios. `make mutation` tries them all."""

import collections
import os
import re
import tempfile

import pytest

from mutation import campaign, machines, score
from mutation.machines import MACHINES, TOP
from suite.result import Skip, require

SAMPLE = 400 # faults of each machine, about
SMALL = 200 # of machines with dozens of boxes
TYPES = {0x10: 'nest', 0x4: 'core', 0x1: 'thread'} # of nodes of the IMC catalog
GOOD = 5 # scenarios of good silicon

Options = collections.namedtuple('Options', 'jobs sample stride good')


@pytest.mark.parametrize('machine', MACHINES, ids=lambda machine: machine.name)
def test_sample_of_faults(machine):
    result = campaign.run(machine, Options(1, SMALL if machine.alike else SAMPLE, None, GOOD), lambda text: None)
    if result.refusal:
        raise Skip(result.refusal)
    require(result.outcomes, 'the list of faults is empty')
    named = score.percent(score.count(result.outcomes))
    said = [*result.complaints, f'{len(result.outcomes)} faults, {named} % named; at least {machine.floor} % must be']
    require(named >= machine.floor and not result.complaints, '\n'.join(said))


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
    with tempfile.TemporaryDirectory() as directory:
        faults = machines.fault_list(machine, directory)
    judged = {(fault.box, int(fault.register, 16)) for fault in faults
              if fault.register.startswith('0x') and fault.judge != machines.NOTHING}
    require(judged, 'no word is judged')
    wrong = judged ^ told_words(machine)
    require(not wrong, f'otherwise than the catalog: {sorted(wrong)[:5]}')
