# SPDX-License-Identifier: BSD-2-Clause
"""Our event encoder against libpfm4: every string either program can be given has one answer."""

import os
import re
import subprocess

import pytest

from suite.result import Failure, Skip, must_run, require

STRINGS = 100000
PROGRAM = 'build/oracle/libpfm4'
HEADER = '/usr/include/perfmon/pfmlib.h'
# Answers of libpfm4 that were written down elsewhere, beside this tree.
VECTORS = '../shared/facts/vectors/knl-encodings.tsv'


def test_same_answers_as_libpfm4():
    if not os.path.exists(PROGRAM) and not os.path.exists(HEADER):
        raise Skip('libpfm4 is not installed (Debian: libpfm4-dev)')
    require(os.path.exists(PROGRAM), f'{PROGRAM} was not built')
    said = must_run([PROGRAM, str(STRINGS), '1'], 120)
    found = re.search(r'^(\d+) strings, (\d+) of them good$', said, re.MULTILINE)
    require(found and int(found[1]) > STRINGS and int(found[2]) > STRINGS / 10, said[-2000:])


def read_vectors():
    with open(VECTORS, encoding='ascii') as file:
        rows = [line.rstrip('\n').split('\t') for line in file if not line.startswith('#')]
    return [(row[0], row[2] + ('' if row[3] == '-' else ' ' + row[3]) if row[1] == 'PFM_SUCCESS' else row[1])
            for row in rows[1:]]


def test_written_answers():
    if not os.path.exists(VECTORS):
        raise Skip(f'{VECTORS} is not there; the other test covers the same ground')
    rows = read_vectors()
    done = subprocess.run(['build/uncork', 'encode', '--machine', 'knights-landing', '--raw', '-'],
                          input=''.join(row[0] + '\n' for row in rows), stdout=subprocess.PIPE, text=True,
                          timeout=60, check=False)
    answers = done.stdout.splitlines()
    require(len(answers) == len(rows) and rows, f'{len(rows)} strings, {len(answers)} answers')
    wrong = [f'{string}: {answer} instead of {wanted}' for (string, wanted), answer in zip(rows, answers)
             if answer != wanted]
    if wrong:
        raise Failure('\n'.join(wrong[:20]))
    require(done.returncode == 1, f'status {done.returncode}, and not all of them are good')


# Rows of perfmon as they were written down elsewhere, beside this tree. libpfm4 4.13, Debian's, has no uncore of these machines.
ROWS = '../shared/facts/events'
DESCRIBED = {'sapphire-rapids': 'sapphirerapids', 'emerald-rapids': 'emeraldrapids', 'granite-rapids': 'graniterapids',
             'sierra-forest': 'sierraforest'}


def control_of(row):
    """All that a row says of a counter's control. Masks of ports and flow control are there twice in many rows."""
    code, umask, extension, ports, flow = (int(row[column], 16) for column in (
        'event_code_hex', 'umask_hex', 'umask_ext_hex', 'port_mask_hex', 'fc_mask_hex'))
    return code | umask << 8 | extension << 32 | ports << 36 | flow << 48


def read_rows(name):
    """Event string and control of each row of which a counter can be programmed."""
    with open(os.path.join(ROWS, name + '.tsv'), encoding='ascii') as file:
        columns, *lines = (line.rstrip('\n').split('\t') for line in file)
    rows = (dict(zip(columns, line)) for line in lines)
    return [(row['name'].replace('.', ':', 1).replace('.', '_'), control_of(row)) for row in rows
            if row['counter_type'] == 'PGMABLE']


@pytest.mark.parametrize('machine', DESCRIBED)
def test_rows_of_machines_that_describe_themselves(machine):
    if not os.path.exists(ROWS):
        raise Skip(f'{ROWS} is not there; the unit test of the lists covers the same ground')
    rows = read_rows(DESCRIBED[machine])
    said = must_run(['build/uncork', 'encode', '--machine', machine, '--raw', *(row[0] for row in rows)], 60).splitlines()
    require(len(said) == len(rows) > 500, f'{len(rows)} rows, {len(said)} answers')
    wrong = [f'{row[0]}: {answer} instead of {row[1]:#x}' for row, answer in zip(rows, said) if answer != f'{row[1]:#x}']
    require(not wrong, '\n'.join(wrong[:20]))
