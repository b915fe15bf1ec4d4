# SPDX-License-Identifier: BSD-2-Clause
"""The machines whose faults are tried, and how each is made in the host process."""

import collections
import os
import random
import subprocess

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.environ.get('UNCORK_TOOL', os.path.join(TOP, 'build', 'uncork'))

# `scenario` is part of every run; it keeps what there is many of within bounds: boxes of a kind are alike.
# `settings` are what scenarios of good silicon choose from: name and values. `floor`: so many percent of the faults must be
# found and named.
Machine = collections.namedtuple('Machine', 'name options scenario settings floor')

XEON = {'rate.clock': (1000000000, 2000000000, 2666666666, 3333000000),
        'erratum': ('none', 'wbox', 'fixed', 'all'),
        'pmi.delay': (0, 100, 1000),
        'freeze.delay': (0, 100)}

MACHINES = [
    Machine('xeon-7500', [], '', XEON, 96),
    Machine('xeon-e7', [], '', {**XEON, 'summary.cbox8': ('s0', 's1'), 'summary.cbox9': ('s0', 's1')}, 96),
    Machine('xeon-e5-2600', [], '', {}, 90),
    Machine('knights-landing', ['--cpus', '2'], 'cores = 2\n', {'clock.core': (1100000000, 1300000000, 1500000000)}, 90),
    Machine('power9', [], '', {}, 90),
]

# `register`: '-' if it is about the box as a whole. `address`: '-' if the register is no MSR. `other`: the address of the
# register that an alias reaches.
Fault = collections.namedtuple('Fault', 'text box register kind address other')


def tool(machine, arguments, seconds=60):
    """The host tool's status, standard output and standard error; status -1: no end within `seconds`."""
    command = [TOOL, '--machine', machine.name, *machine.options, *arguments]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return -1, '', ''
    return done.returncode, done.stdout.decode(errors='replace'), done.stderr.decode(errors='replace')


def scenario_option(machine, directory):
    """The option that gives the machine its own scenario, kept in a file of `directory`."""
    if not machine.scenario:
        return []
    path = os.path.join(directory, machine.name)
    with open(path, 'w', encoding='ascii') as file:
        file.write(machine.scenario)
    return ['--scenario', path]


def catalogue(machine, directory):
    """Every fault of the machine; None if virtual silicon has no such machine."""
    status, said, _ = tool(machine, [*scenario_option(machine, directory), '--silicon-faults'])
    if status:
        return None
    rows = [line.split('\t') for line in said.splitlines()]
    addresses = {f'{box}.{register}': address for _, box, register, _, address in rows}
    return [Fault(*row, addresses.get(row[0].partition('=')[2], '-')) for row in rows]


def good_scenario(machine, seed):
    """A scenario of sound silicon: rates and settings that follow from the seed alone."""
    chance = random.Random(f'{machine.name} {seed}')
    lines = [machine.scenario.rstrip('\n')] if machine.scenario else []
    for name, values in machine.settings.items():
        lines.append(f'{name} = {chance.choice(values)}')
    return '\n'.join(lines) + '\n'
