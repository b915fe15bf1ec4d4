# SPDX-License-Identifier: BSD-2-Clause
"""Which lines of the models the checks make run: a change of any other line is none that a check could see."""

import json
import os
import subprocess

from mutation.code import trial
from mutation.machines import TOP

BUILD = 'build/ran'
# As in mk/x86.mk, but counted, and for a program that has a library.
FLAGS = 'MODEL_FLAGS=-O1 --coverage -fpic -fshort-wchar $(EFI_INC)'


def counts(file):
    """The number of each line of a source that ran, of one object's counts."""
    said = subprocess.run(['gcov', '--json-format', '--stdout', file], cwd=TOP, check=True, stdin=subprocess.DEVNULL, capture_output=True)
    for line in said.stdout.splitlines():
        for source in json.loads(line)['files']:
            yield source['file'], {row['line_number'] for row in source['lines'] if row['count']}


def lines(machines):
    """By the source's name, the lines that all checks on these machines run; None if it does not build."""
    program = os.path.join(BUILD, 'uncork')
    if not trial.make(f'B={BUILD}', 'UNCORK_COVERAGE=--coverage', FLAGS, program):
        return None
    objects = os.path.join(TOP, BUILD, 'silicon', 'silicon', 'models')
    for file in os.listdir(objects):
        if file.endswith('.gcda'):
            os.remove(os.path.join(objects, file))
    for machine in machines:
        trial.run(os.path.join(TOP, program), machine)
    ran = {}
    for file in sorted(os.listdir(objects)):
        if file.endswith('.gcda'):
            for source, found in counts(os.path.join(objects, file)):
                ran.setdefault(source, set()).update(found)
    return ran
