# SPDX-License-Identifier: BSD-2-Clause
"""Our event encoder against libpfm4: every string either program can be given has one answer."""

import ctypes
import os
import re
import subprocess
import sys

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


# Machines of before, whose selects have an enable: the sheet's file, and where their IIO has the mask of flow control.
ENABLE = 1 << 22
SCALABLE = {'skylake-sp': ('skylake-sp', 44), 'cascade-lake-sp': ('cascadelake-sp', 44), 'ice-lake-sp': ('icelake-sp', 48)}
BOXES = {'UBOX': 'ubox', 'PCU': 'pcu', 'CHA': 'cha0', 'IIO': 'iio0', 'IRP': 'irp0', 'iMC': 'imc0', 'M2M': 'm2m0', 'UPI_LL': 'upi0',
         'M2PCIe': 'm2pcie0', 'M3UPI': 'm3upi0'}


def read_scalable(name, flow):
    """Event string, control and whole value of the second filter (0: whatever) of each row of which a counter can be programmed."""
    with open(os.path.join(ROWS, name + '.tsv'), encoding='ascii') as file:
        columns, *lines = (line.rstrip('\n').split('\t') for line in file)
    rows = [dict(zip(columns, line)) for line in lines]
    with_umasks = {row['name'].split('.')[0].upper() for row in rows if row['name'].split('.')[1:] not in ([], [''])}
    for row in rows:
        if row['counter_type'] != 'PGMABLE':
            continue
        event, _, umask = row['name'].upper().partition('.')
        umask = umask.replace('.', '_') or ('NONE' if event in with_umasks else '')
        code, low, above, ports, kinds, whole = (int(row[column], 16) for column in (
            'event_code_hex', 'umask_hex', 'umask_ext_hex', 'port_mask_hex', 'fc_mask_hex', 'filter_value_hex'))
        control = code | low << 8 | above << 32 | ports << 36 | kinds << flow | ENABLE
        yield f"{BOXES[row['box']]}::{event}{':' if umask else ''}{umask}", control, whole


@pytest.mark.parametrize('machine', SCALABLE)
def test_rows_of_scalable_processors(machine):
    if not os.path.exists(ROWS):
        raise Skip(f'{ROWS} is not there; libpfm4 and the unit test of samples cover part of the ground')
    rows = list(read_scalable(*SCALABLE[machine]))
    said = must_run(['build/uncork', 'encode', '--machine', machine, '--raw', *(row[0] for row in rows)], 60).splitlines()
    require(len(said) == len(rows) > 3000, f'{len(rows)} rows, {len(said)} answers')
    wrong = []
    for (string, control, whole), answer in zip(rows, said):
        got = answer.split()
        if got[0] != f'{control:#x}' or (whole and got[1:] != [f'{whole:#x}']):
            wrong.append(f'{string}: {answer} instead of {control:#x} and {whole:#x}')
    require(not wrong, '\n'.join(wrong[:20]))


# libpfm4 has the same events of Skylake-SP by names of its own.
PREFIXES = {'UNC_CHA_': 'UNC_C_', 'UNC_IIO_': 'UNC_IO_', 'UNC_M2M_': 'UNC_M2_', 'UNC_M3UPI_': 'UNC_M3_'}
PMUS = {'ubox': 'skx_unc_ubo', 'pcu': 'skx_unc_pcu', 'irp': 'skx_unc_irp'} # others have a number
LIST = 'boxes/events/skylake-sp.tsv'
ASK = '''
import ctypes, sys
class Codes(ctypes.Structure):
    _fields_ = [('codes', ctypes.POINTER(ctypes.c_uint64)), ('name', ctypes.c_void_p), ('size', ctypes.c_size_t),
                ('count', ctypes.c_int), ('index', ctypes.c_int)]
library = ctypes.CDLL('libpfm.so.4')
if library.pfm_initialize():
    sys.exit(1)
for line in sys.stdin:
    codes = Codes(size=ctypes.sizeof(Codes))
    wrong = library.pfm_get_os_event_encoding(line.strip().encode(), 0, 0, ctypes.byref(codes))
    print(*([] if wrong else [codes.codes[i] for i in range(codes.count)]))
'''


def rows_of_libpfm4():
    """Each row of Skylake-SP's list that libpfm4 may have: our string, and its one."""
    with open(LIST, encoding='ascii') as file:
        cells = [line.rstrip('\n').split('\t') for line in file if line[0] not in '#%']
    for box, event, umask, code, *_ in cells[1:]:
        if code == '-' or box == 'core' or '_' in box:
            continue
        prefix = next((prefix for prefix in PREFIXES if event.startswith(prefix)), '')
        theirs = PREFIXES.get(prefix, '') + event.removeprefix(prefix)
        behind = '' if umask == '-' else ':' + umask
        single = '' if box in ('ubox', 'pcu') else '0'
        yield f'{box}{single}::{event}{behind}', f"{PMUS.get(box, f'skx_unc_{box}0')}::{theirs}{behind}"


# What libpfm4 4.13 has otherwise than perfmon: the first name of two TOR events, a group of umasks that perfmon's do without, and
# messages of UPI whose umask goes on above bit 31, where libpfm4 has nothing.
OTHERWISE = {'cha0::UNC_C_TOR_INSERTS:IRQ', 'cha0::UNC_C_TOR_OCCUPANCY:IRQ', *(f'cha0::UNC_CHA_LLC_VICTIMS:TOTAL_{state}' for state in 'MESF'),
             *(f'upi0::UNC_UPI_{way}XL_BASIC_HDR_MATCH:{kind}' for way in 'RT' for kind in ('RSPI', 'RSPCNFLT'))}


def test_skylake_as_libpfm4():
    try:
        ctypes.CDLL('libpfm.so.4')
    except OSError as error:
        raise Skip('libpfm4 is not installed (Debian: libpfm4-4)') from error
    rows = list(rows_of_libpfm4())
    done = subprocess.run([sys.executable, '-c', ASK], input=''.join(row[1] + '\n' for row in rows), stdout=subprocess.PIPE, text=True,
                          timeout=60, check=True, env={**os.environ, 'LIBPFM_ENCODE_INACTIVE': '1'})
    theirs = [[int(word) for word in line.split()] for line in done.stdout.splitlines()]
    ours = must_run(['build/uncork', 'encode', '--machine', 'skylake-sp', '--raw', *(row[0] for row in rows)], 60).splitlines()
    require(len(rows) == len(theirs) == len(ours), f'{len(rows)} strings, {len(theirs)} and {len(ours)} answers')
    known = wrong = 0
    lines = []
    for (string, _), their, our in zip(rows, theirs, ours):
        if not their or string in OTHERWISE:
            continue
        known += 1
        if their[0] | ENABLE != int(our.split()[0], 16):
            wrong += 1
            lines.append(f"{string}: {our} instead of {' '.join(f'{code:#x}' for code in their)}")
    require(known > 2000 and not wrong, f'{known} are known to both, {wrong} differ\n' + '\n'.join(lines[:60]))
