# SPDX-License-Identifier: BSD-2-Clause
"""Faults of meaning: registers and counters work, and what is counted of known work is wrong. Each is tried without other traffic
and with some, on as few sockets as show it."""

import collections
import re

from mutation import machines
from mutation.runs import NAMED, Outcome, failed_checks, judge, status_of

CHECKS = ['*.boxes-answer', '*work*'] # those that do known work; and one that nothing keeps from being tested
# Parts of them, of fewer lines and done once, tried first: where one names the fault, so do all. A fault that fewer sockets do not show is of
# another socket's memory.
PARTS, REMOTE = ('read', 'write'), ('remote',)
FEW_LINES, TIMES = 512, 2 # enough beside the traffic of others
RATE = 1000 # of each event of the other traffic, Hz
PROCESSORS = 4 # of each socket

# A machine with so many sockets as the options say, and the options that give its scenarios.
Stage = collections.namedtuple('Stage', 'machine silicons')


def with_sockets(machine, sockets):
    return machine._replace(options=['--cpus', str(PROCESSORS * sockets), *(['--sockets', str(sockets)] if sockets > 1 else [])])


def stage(machine, directory, sockets):
    machine = with_sockets(machine, sockets)
    quiet = f'{machine.scenario}sockets = {sockets}\nbackground = 0\n'
    busy = quiet + ''.join(f'{event} = {RATE}\n' for event in machine.meaning.traffic)
    return Stage(machine, [machines.kept(text, directory, f'{sockets}-{len(text)}') for text in (quiet, busy)])


def is_named(fault, check):
    """Whether a failing check names the box: in what it says, or, where a processor's own counters are meant, by their events."""
    name = r'\w+::\w+' if machines.box_type(fault.box) == 'core' else fault.box
    return re.search(rf'(?<![a-z0-9]){name}(?![a-z0-9])', check.get('message', '')) is not None


def outcome_of(fault, status, said, complaint):
    return judge(fault, status_of(status, said), failed_checks(said), complaint.partition('\n')[0], is_named)


def try_checks(machine, silicon, fault):
    silicon = [*silicon, '--fault', fault.text]
    if machines.box_type(fault.box) == 'core': # what that processor does itself
        number = fault.box.removeprefix('core')
        return outcome_of(fault, *machines.tool(machine, [*silicon, '-F', 'json', f'work -C {number}']))
    parts = REMOTE if '--sockets' in machine.options else PARTS
    line = '; '.join([machines.EXPECT, *(f'work -q -n {TIMES} {part}:{FEW_LINES}' for part in parts)])
    outcome = outcome_of(fault, *machines.tool(machine, [*silicon, '-F', 'json', line]))
    return outcome if outcome.verdict == NAMED else outcome_of(fault, *machines.test(machine, silicon, CHECKS))


def try_fault(where, fault):
    """The outcome on each silicon of a stage until one is another than named."""
    outcome = Outcome(fault, NAMED, '')
    for silicon in where.silicons:
        outcome = try_checks(where.machine, silicon, fault)
        if outcome.verdict != NAMED:
            break
    return outcome
