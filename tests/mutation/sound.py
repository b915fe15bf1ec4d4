# SPDX-License-Identifier: BSD-2-Clause
"""Scenarios of sound silicon, drawn from a seed: every answer that a scenario may give, odd clocks, and rates of events from none
to the most there can be, over a background from silence to the usual. No check may fail on them, and nothing be violated."""

import functools
import random

from mutation import machines

# Slower is dead to the checks; faster than anything that is built.
SLOWEST_CLOCK, FASTEST_CLOCK = 1000, 4000000000
# Not drawn: how many processors there are is asked for beside the scenario; where buses are is the machine's; a clock that is not
# what the rate register says, and processors that work for somebody else, are not sound, nor are those that run the checks without
# retiring instructions; what happens at the end has tests of its own.
LEFT_OUT = ('cores', 'sockets', 'clock.qfclk', 'user', 'icount', 'leave')
RETIRED = 'rate.core*.INST_RETIRED'
FEW, MANY = 5, 30 # rates


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
    return draw_clock(chance) if 'clock' in name else draw_number(chance, *values)


def processors(machine):
    """Of each socket, with the machine's options."""
    options = list(machine.options)
    return int(options[options.index('--cpus') + 1]) if '--cpus' in options else 8


def scenario(machine, seed):
    """It follows from the machine and the seed alone."""
    chance = random.Random(f'{machine.name} {seed}')
    answers, rates = settings(machine.name)
    lines = machine.scenario.splitlines()
    share = chance.choice((0.2, 1))
    for name, values in answers.items():
        value = draw(chance, name, values)
        if name == 'cboxes':
            value = max(value, processors(machine)) # as many as there are cores, at least
        if name == 'capid6':
            value = max(value, 1) # a part without any CHA is none
        if chance.random() < share:
            lines.append(f'{name} = {value}')
    if machine.meaning:
        lines.append(f'background = {spread(chance, 0, 1000)}')
    for name in chance.sample(sorted(rates), chance.choice((0, FEW, MANY))):
        low, high = rates[name]
        lines.append(f'{name} = {chance.choice((low, 1, high, spread(chance, low, high)))}')
    return '\n'.join(lines) + '\n'
