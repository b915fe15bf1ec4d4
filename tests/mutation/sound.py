# SPDX-License-Identifier: BSD-2-Clause
"""Scenarios of sound silicon, drawn from a seed: every answer that a scenario may give, odd clocks, and rates of events from none
to the most there can be, over a background from silence to the usual. No check may fail on them, and nothing be violated."""

import functools
import itertools
import json
import random
import tempfile

from mutation import machines

# Slower is no machine; faster is none that is built.
SLOWEST_CLOCK, FASTEST_CLOCK = 1000000, 4000000000
# Not drawn: where buses are is the machine's; processors that work for somebody else are not sound, nor are those that run the
# checks without retiring instructions; what happens at the end has tests of its own; the runs expect every link to be wired.
LEFT_OUT = ('user', 'icount', 'leave', 'links')
# As many as the machine's own scenario says, or the extremes: boxes of a kind are alike.
SIZES = ('cores', 'sockets')
RETIRED = 'rate.core*.INST_RETIRED'
FEW, MANY = 5, 30 # rates


# Every board feeds these: of other units, of memory, links, input and output, a sound one may leave any without clock.
FED = ('core', 'cbox', 'cha', 'pcu', 'ubox', 'wbox', 'bbox', 'sbox', 'rbox', 'global', 'capid',
       'type')  # of what no table knows, nothing can be told

# Where known work is judged, all lines of memory pass these.
HOMES = ('ha',)


def units(name, text):
    """The units of the machine in that scenario that a board may leave without clock, those that stand still anyway left out."""
    with tempfile.TemporaryDirectory() as directory:
        command = [machines.TOOL, '--machine', name, *machines.kept(text, directory, 'sizes'), '-F', 'json', 'info']
        _, said, complaint = machines.command(command, machines.HOST_SECONDS)
    boxes = {record['box'] for record in map(json.loads, said.splitlines()) if record['record'] == 'box' and record['counters'] and record['state'] == 'found'}
    assert boxes, complaint
    return sorted(box for box in boxes if not box.rstrip('0123456789').startswith(FED) and can_stand(name, box))


@functools.cache
def can_stand(name, box):
    """False where the fault would be none: what counts nothing anyway."""
    return machines.command([machines.TOOL, '--machine', name, '--fault', f'{box}.clock.absent', 'version'], machines.HOST_SECONDS)[0] == 0


@functools.cache
def settings(name):
    """What a scenario of the machine of that name may set: its names, with their words or their lowest and highest number, and likewise rates."""
    command = [machines.TOOL, '--machine', name, '--silicon-settings']
    status, said, complaint = machines.command(command, machines.HOST_SECONDS)
    assert status == 0, complaint
    answers, rates = {}, {}
    for setting, values, *clock in (line.split('\t') for line in said.splitlines()):
        low, dots, high = values.partition('..')
        known = (int(low), int(high)) if dots else values.split(' ')
        if setting.startswith('rate.') and setting != 'rate.clock':
            rates.update({} if clock or setting.startswith(RETIRED) else {setting: known})
        elif setting not in LEFT_OUT and not setting.startswith('bus'):
            answers[setting] = known
    return answers, rates


def next_prime(number):
    """The lowest prime that is not below it."""
    number |= 1
    while any(number % divisor == 0 for divisor in range(3, int(number ** 0.5) + 1, 2)):
        number += 2
    return number


def spread(chance, low, high):
    """A number, as likely of any size."""
    return int((low + 1) * ((high + 1) / (low + 1)) ** chance.random()) - 1


def draw_clock(chance):
    """Prime, very slow, very fast, round, or anything."""
    anything = spread(chance, SLOWEST_CLOCK, FASTEST_CLOCK)
    return chance.choice((next_prime(anything), SLOWEST_CLOCK, FASTEST_CLOCK, anything // 1000000 * 1000000 or 1000000, anything))


def draw_number(chance, low, high):
    return chance.choice((low, high, chance.randint(low, high), spread(chance, low, high)))


def draw(chance, name, values):
    if isinstance(values, list):
        return chance.choice(values)
    low, high = values
    return min(max(draw_clock(chance), low), high) if 'clock' in name else draw_number(chance, low, high)


def asked_cores(options):
    """How many processors of a socket the options ask for; 0: as many as the scenario says."""
    asked = dict(zip(options[::2], options[1::2]))
    return int(asked.get('--cpus', 0)) // int(asked.get('--sockets', 1))


def fitting(drawn, asked=0):
    """The same with sizes that go together: whole cores, no more of them than C-Boxes or CHAs, as many as are asked for."""
    if asked and asked % drawn.get('threads', 1):
        drawn['threads'] = 1
    threads = drawn.get('threads', 1)
    if asked:
        drawn['cores'] = asked
    elif 'cores' in drawn:
        drawn['cores'] = max(drawn['cores'] // threads, 1) * threads
    for boxes in {'cboxes', 'chas'} & set(drawn):
        drawn[boxes] = max(drawn[boxes], drawn.get('cores', 8) // threads)
    return drawn


def extremes(machine):
    """Scenarios of one setting each, at each of its words or at its least and its most."""
    answers, _ = settings(machine.name)
    return [f'{name} = {value}\n' for name, values in answers.items() for value in values]


def pairs(machine, count):
    """So many pairs of those, of different settings; they follow from the machine alone."""
    chance, single = random.Random(f'{machine.name} pairs'), extremes(machine)
    drawn = (chance.sample(single, 2) for _ in iter(int, 1))
    apart = (one + other for one, other in drawn if one.partition(' ')[0] != other.partition(' ')[0])
    return list(itertools.islice(apart, count))


def scenario(machine, seed):
    """It follows from the machine and the seed alone."""
    chance = random.Random(f'{machine.name} {seed}')
    answers, rates = settings(machine.name)
    own = dict(line.split(' = ') for line in machine.scenario.splitlines())
    drawn = {name: int(value, 0) for name, value in own.items()}
    share = chance.choice((0.2, 1))
    for name, values in answers.items():
        value = draw(chance, name, values)
        if chance.random() < share and name not in SIZES:
            drawn[name] = value
    lines = [f'{name} = {value}' for name, value in fitting(drawn, asked_cores(machine.options)).items()]
    if machine.meaning:
        lines.append(f'background = {spread(chance, 0, 1000)}')
    for name in chance.sample(sorted(rates), chance.choice((0, FEW, MANY))):
        low, high = rates[name]
        lines.append(f'{name} = {chance.choice((low, 1, high, spread(chance, low, high)))}')
    return '\n'.join(lines) + '\n'


def bursting(machine, seed):
    """What happens comes in bursts, as the polls of a bus or the lines of a picture do: some of the time, over and over."""
    chance = random.Random(f'{machine.name} {seed} bursts')
    period = spread(chance, 50000, settings(machine.name)[0]['bursts.period'][1])
    return f'{machine.scenario}background = 1000\nbursts.period = {period}\nbursts.length = {period * chance.choice((5, 50, 200, 500, 900, 990)) // 1000}\n'


def unclocked(machine, seed):
    """Sound silicon of a board that leaves up to three units without clock."""
    chance, sound = random.Random(f'{machine.name} {seed} clocks'), scenario(machine, seed)
    still = [unit for unit in units(machine.name, sound) if not (machine.meaning and unit.startswith(HOMES))]
    chosen = chance.sample(still, min(chance.randint(1, 3), len(still)))
    return sound + ''.join(f'fault = {unit}.clock.absent\n' for unit in chosen)
