# SPDX-License-Identifier: BSD-2-Clause
"""The register programs of every event that `list` names, held against what they were.

A golden file has, for a machine, the programs of each event alone: as `stat` would run them, and with a period as `record` would.
Programs that differ in values alone share a shape, in which $0, $1, ... stand for the values; an event's line says its shape and
them. After a change that is meant, `/usr/bin/python3 tests/golden/test_golden.py` from the top of the tree writes the files anew: read the difference."""

import difflib
import json
import os
import subprocess
import sys

import pytest

if __name__ == '__main__':
    sys.path.insert(0, 'tests')
from suite.result import require  # noqa: E402

MACHINES = ('xeon-7500', 'xeon-e7', 'xeon-e5-2600', 'xeon-e5-2600-v2', 'xeon-e5-2600-v3', 'xeon-e5-2600-v4',
            'knights-landing')
EVENTS_A_RUN = 200
PERIOD = 100000


def records(machine, commands):
    done = subprocess.run(['build/uncork', '--machine', machine, '--cpus', '8', '-F', 'json', '; '.join(commands)], check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def spellings(machine):
    """Every event of the machine, of the first instance of its box."""
    listed = records(machine, ['list'])
    types = {record['name']: record for record in listed if record['record'] == 'box_type'}
    for record in listed:
        if record['record'] == 'event':
            kind = types[record['box']]
            yield f"{kind['pmu']}{'0' if kind['instances'] > 1 else ''}::{record['event']}"


def operation(record, values, held):
    """A line of the shape; what is written or expected goes to the values. A slot is shown by what was read into it (`held`): how
    slots are numbered is nobody's business."""
    register = record.get('register', '-')
    shown = [record['program'], record['operation'], register,
             f"{record.get('space', '-')}:{record.get('address', '-')}/{record.get('width', '-')}"]
    if 'slot' in record and record['operation'] in ('read', 'ticks'):
        held[record['slot']] = f"{record['operation']}:{register}"
    for key, value in record.items():
        if key in ('value', 'mask'):
            shown.append(f'{key}=${len(values)}')
            values.append(value)
        elif key in ('slot', 'guard_slot'):
            shown.append(f'{key}={held[value]}')
        elif key not in ('record', 'program', 'operation', 'register', 'space', 'address', 'width', 'name'):
            shown.append(f'{key}={value}')
    return ' '.join(shown)


def programs(machine, commands):
    """For each command the lines of its programs, and the values in them; None where it was refused."""
    found = []
    for start in range(0, len(commands), EVENTS_A_RUN):
        parted = [part for command in commands[start:start + EVENTS_A_RUN] for part in ('version', command)]
        for record in records(machine, parted):
            if record['record'] == 'version':
                found.append(([], [], {}))
            elif record['record'] == 'operation':
                found[-1][0].append(operation(record, *found[-1][1:]))
    return [(tuple(lines), values) if lines else None for lines, values, _ in found]


def golden(machine):
    """The text of the machine's golden file."""
    events = list(spellings(machine))
    shapes, rows = {}, []
    for form in ('', f' -c {PERIOD}'):
        commands = [f'program -e {event}{form}' for event in events]
        for event, program in zip(events, programs(machine, commands), strict=True):
            if program is None:
                rows.append(f'{event}{form} refused')
                continue
            number = shapes.setdefault(program[0], len(shapes))
            rows.append(' '.join([f'{event}{form} shape={number}', *program[1]]))
    text = []
    for lines, number in shapes.items():
        text += [f'shape={number}', *(f'  {line}' for line in lines)]
    return '\n'.join([*text, *rows, ''])


def path_of(machine):
    return f'tests/golden/programs-{machine}.txt'


@pytest.mark.parametrize('machine', MACHINES)
def test_register_programs(machine):
    with open(path_of(machine), encoding='utf-8') as file:
        expected = file.read()
    found = golden(machine)
    difference = list(difflib.unified_diff(expected.splitlines(), found.splitlines(), 'golden', 'now', n=0, lineterm=''))
    require(not difference, f'{path_of(machine)}: programs have changed\n' + '\n'.join(difference[:60]))


def main():
    for machine in MACHINES:
        os.makedirs('tests/golden', exist_ok=True)
        with open(path_of(machine), 'w', encoding='utf-8') as file:
            file.write(golden(machine))


if __name__ == '__main__':
    main()
