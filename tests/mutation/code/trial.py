# SPDX-License-Identifier: BSD-2-Clause
"""What becomes of one mutant: it is built, and the checks run on it."""

import collections
import os
import subprocess

from mutation import runs
from mutation.code import mutants
from mutation.machines import EXPECT, TOP, command

NAMED, FOUND, MISSED = runs.NAMED, runs.FOUND, runs.MISSED
# A mutant changes all boxes of a type: what all of them show, checks hold against the table or the board.
SUSPECTED, ALIKE = 'suspected', 'alike, so the table or the platform is the suspect'
NO_RESULT = ('skip', 'untested')
# Of a processor's time, so that it does not matter what else the machine does; sound silicon takes one to four.
SECONDS = 20
WALL_SECONDS = 600
ENDED = -9  # the status behind that

# `skips`: checks that are skipped and are not on sound silicon, with their reasons.
Outcome = collections.namedtuple('Outcome', 'verdict detail skips')
# `kept`: it compiles to something else than the source as it is; `outcomes` by the machine's name.
Result = collections.namedtuple('Result', 'mutant kept outcomes')


def records(said):
    return {record['id']: record for record in runs.records(said, 'check')}


def run(program, machine):
    """Status, checks by their ids and the first complaint of all checks on a machine that a program plays."""
    bounded = ['prlimit', f'--cpu={SECONDS}', program]
    status, said, complaint = command([*bounded, '--machine', machine.name, *machine.options, '-F', 'json', f'{EXPECT}; test'], WALL_SECONDS)
    return status, records(said), complaint.partition('\n')[0]


def judge(status, checks, complaint, sound):
    """`sound`: the checks of sound silicon."""
    failed = [name for name, check in checks.items() if check['result'] == 'fail']
    skips = [f'{name}: {check["message"]}' for name, check in checks.items()
             if check['result'] in NO_RESULT and sound.get(name, check)['result'] not in NO_RESULT]
    if failed:
        return Outcome(NAMED, f'{len(failed)} checks: {" ".join(failed[:3])}', skips)
    alike = [name for name, check in checks.items() if check['result'] == 'untested' and ALIKE in check['message']]
    if alike:
        return Outcome(SUSPECTED, f'{len(alike)} checks: {" ".join(alike[:3])}', skips)
    if status == runs.PASS:
        return Outcome(MISSED, '', skips)
    words = {ENDED: f'no end within {SECONDS} s', runs.TIMEOUT: 'timeout'}
    return Outcome(FOUND, f'{words.get(status, f"status {status}")} {complaint}'.rstrip(), skips)


def make(*goals):
    """Whether it came to that."""
    done = subprocess.run(['make', '-s', *goals], cwd=TOP, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, env={**os.environ, 'UNCORK_DEPS': 'checked'})
    return done.returncode == 0


def build(directory, file, text, goal):
    """Makes of a source that stands in a file's place, in its own directory, what `goal` says; its path, or None if it
    does not build."""
    os.makedirs(directory, exist_ok=True)
    path = os.path.join(directory, os.path.basename(file))
    with open(path, 'w', encoding='utf-8') as copy:
        copy.write(text)
    made = os.path.join(directory, goal)
    return made if make(f'MUTANT={path}', made) else None


def object_of(directory, file, text):
    """The object of a source; None if it does not compile."""
    made = build(directory, file, text, os.path.basename(file)[:-2] + '.o')
    if not made:
        return None
    with open(made, 'rb') as compiled:
        return compiled.read()


def attempt(directory, mutant, sources, objects, machines, sound):
    """Builds and tries a mutant, on each of its machines."""
    text = mutants.apply(sources[mutant.file], mutant)
    made = object_of(directory, mutant.file, text)
    if made is None or made == objects[mutant.file]:
        return Result(mutant, False, {})
    program = build(directory, mutant.file, text, 'uncork')
    if not program:
        return Result(mutant, False, {})
    return Result(mutant, True, {machine.name: judge(*run(program, machine), sound[machine.name]) for machine in machines})
