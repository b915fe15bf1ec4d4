# SPDX-License-Identifier: BSD-2-Clause
"""Counts of any length: whatever a counter's width, its rate over hours is its rate over milliseconds, and intervals add up. Time is
virtual here, and rates are constant."""

import collections
import json
import random
import subprocess

from suite.result import require

MACHINES = ('xeon-7500', 'xeon-e7', 'xeon-e5-2600', 'xeon-e5-2600-v2', 'xeon-e5-2600-v3', 'xeon-e5-2600-v4', 'knights-landing', 'skylake-sp',
            'ice-lake-sp', 'sapphire-rapids', 'granite-rapids')
LONGEST_MS = 86400000
DRAWS = 30


def counts_of(machine, *options):
    """{(socket, box, event, which counter of that event): [(value, nanoseconds)]} of all counters that `stat -a` counts; nothing else counts meanwhile."""
    done = subprocess.run(['build/uncork', '--machine', machine, '--cpus', '1', '--scenario', 'tests/golden/quiet.scenario', '-F', 'json',
                           ' '.join(['stat -a', *options])], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=900, check=False)
    require(done.returncode == 0, f'{machine} {options}: status {done.returncode}')
    counts, seen = {}, collections.Counter()
    for record in map(json.loads, done.stdout.splitlines()):
        if record['record'] == 'count':
            name = record['socket'], record['box'], record['event']
            place = *name, record.get('interval', 0)
            counts.setdefault((*name, seen[place]), []).append((record['value'], record['time_ns']))
            seen[place] += 1
    return counts


def agree(machine, options, short, long):
    """As one rate, to what the windows' ends are off by."""
    require(short.keys() == long.keys() and len(short) > 10, f'{machine} {options}: other counters')
    for name, pieces in long.items():
        (value, time), = short[name]
        total, length = (sum(piece[part] for piece in pieces) for part in (0, 1))
        expected = value * length / time
        slack = 16 * len(pieces) + 16 * length / time + expected / 1000
        require(abs(total - expected) <= slack, f'{machine} {options}: {name} is {total} in {length} ns, {value} in {time} ns')


def test_a_day_is_as_a_tenth_of_a_second():
    for machine in MACHINES:
        agree(machine, 'a day', counts_of(machine, '-t 100'), counts_of(machine, f'-t {LONGEST_MS}'))


def test_intervals_of_any_length():
    chance = random.Random(4)
    short = {}
    for _ in range(DRAWS):
        machine = chance.choice(MACHINES)
        if machine not in short:
            short[machine] = counts_of(machine, '-t 100')
        length = int(10 ** chance.uniform(2, 7.9))
        options = [f'-t {length}', *([f'-I {max(1, length // chance.randint(1, 4))}'] if chance.randrange(2) else [])]
        agree(machine, options, short[machine], counts_of(machine, *options))
