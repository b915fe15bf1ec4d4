# SPDX-License-Identifier: BSD-2-Clause
"""Lines of measurements, drawn from a seed: events of the machine's list with modifiers, of periods and windows of any size. Sound
silicon counts and samples them all, or the line is refused."""

import functools
import random

from mutation import machines, sound
from mutation.runs import records

MODIFIERS = (':e=1', ':i=1', ':t=1', ':t=2', ':t=20', ':t=1:i=1', ':e=1:t=2', ':counter=0', ':counter=1', ':counter=3')
WORK = ('read', 'write', 'flush', 'atomic', 'copy')
LONGEST_PERIOD, LONGEST_WINDOW_MS = 100000000, 20000


@functools.cache
def events(name):
    """(box, event) of the machine of that name."""
    status, said, complaint = machines.command([machines.TOOL, '--machine', name, '-F', 'json', 'list'], machines.HOST_SECONDS)
    assert status == 0, complaint
    return [(record['box'], record['event']) for record in records(said, 'event')]


def event(chance, name):
    box, known = chance.choice(events(name))
    return chance.choice((f'{box}*::{known}', known)) + chance.choice(('', '', chance.choice(MODIFIERS)))


def number(chance, most):
    """From 1 on, as likely of any size."""
    return sound.spread(chance, 1, most)


def record(chance, chosen):
    more = chance.choice(('', ' -a', f' -C {chance.randint(0, 7)}', ' -t 500', ' -w read:8', ' -w spin'))
    named = chance.choice((f' -e {chosen}{more}', f' -e {chosen}{more}', ''))
    return f'record -q -n {number(chance, 60)} -c {number(chance, LONGEST_PERIOD)}{named}'


def stat(chance, chosen):
    if chance.random() < 0.2:
        return f'stat -I {number(chance, 50)} -t {50 + number(chance, 150)} -e {chosen}'
    return f'stat -t {number(chance, LONGEST_WINDOW_MS)} -e {chosen}' + chance.choice(('', ' -w read:64', ' -w spin'))


def film(chance, chosen):
    steps = chance.choice(('', f' -d {number(chance, 100)}', f' -t {9 + number(chance, 3000)}', f' -b {number(chance, 500)}'))
    return f'film -e {chosen} -w read:{number(chance, 64)}{steps}'


def work(chance, _):
    return f'work {chance.choice(WORK)}:{number(chance, 10000)}'


def line(machine, seed):
    """One to three commands; they follow from the machine and the seed alone."""
    chance = random.Random(f'{machine.name} measured {seed}')
    commands = []
    for _ in range(chance.randint(1, 3)):
        chosen = ','.join(event(chance, machine.name) for _ in range(chance.choice((1, 1, 2, 3, 5))))
        commands.append(chance.choice((record, record, record, stat, stat, film, work))(chance, chosen))
    return '; '.join(commands)
