# SPDX-License-Identifier: BSD-2-Clause
"""Counts of any length: whatever a counter's width, its rate over hours is its rate over milliseconds, and intervals add up; or the count
says that it is not sure. Time is virtual here, and rates are constant."""

import collections
import json
import random
import subprocess
import tempfile

from suite.result import require

MACHINES = ('xeon-7500', 'xeon-e7', 'xeon-e5-2600', 'xeon-e5-2600-v2', 'xeon-e5-2600-v3', 'xeon-e5-2600-v4', 'knights-landing', 'skylake-sp',
            'cascade-lake-sp', 'cooper-lake-sp', 'ice-lake-sp', 'sapphire-rapids', 'emerald-rapids', 'granite-rapids', 'sierra-forest')
DAY_MS = 86400000
# Of each generation one; in three hours, of the others, every counter but those of 48 bits wraps.
COUNT_A_DAY = ('xeon-7500', 'xeon-e5-2600-v3', 'knights-landing', 'sapphire-rapids')


def counts_of(machine, options, scenario='background = 0\n'):
    """{(socket, box, event, which counter of that event): [(value, nanoseconds)]} of all counters that `stat -a` counts; nothing else counts meanwhile."""
    with tempfile.NamedTemporaryFile('w', suffix='.scenario') as file:
        file.write(scenario)
        file.flush()
        done = subprocess.run(['build/uncork', '--machine', machine, '--cpus', '1', '--scenario', file.name, '-F', 'json',
                               ' '.join(['stat -a', *options])], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=900, check=False)
    require(done.returncode == 0, f'{machine} {options} {scenario!r}: status {done.returncode}')
    require(b'"modulo"' not in done.stdout, f'{machine} {options} {scenario!r}: looks came too late')
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
        length = DAY_MS if machine in COUNT_A_DAY else DAY_MS // 8
        agree(machine, f'{length} ms', counts_of(machine, ['-t 100']), counts_of(machine, [f'-t {length}']))


def test_drawn_counts(pytestconfig):
    """Machine, and with it widths; the clock, and with it rates; the window; intervals or none."""
    chance = random.Random(4)
    for _ in range(pytestconfig.getoption('counts')):
        machine = chance.choice(MACHINES)
        scenario = f'background = 0\nrate.clock = {int(10 ** chance.uniform(8, 9.6))}\n'
        length = int(10 ** chance.uniform(2, 7.9))
        options = [f'-t {length}', *([f'-I {max(1, length // chance.randint(1, 4))}'] if chance.randrange(2) else [])]
        agree(machine, [*options, scenario], counts_of(machine, ['-t 100'], scenario), counts_of(machine, options, scenario))
