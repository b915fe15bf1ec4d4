# SPDX-License-Identifier: BSD-2-Clause
"""The tables of every x86 machine, the firmware's and virtual silicon's, held against what they were: each register, field, place, event and
metric that can be reached from a processor, as tests/golden/tables.c and silicon.c print them. What prints nothing would hide anything, so each
byte of each struct is turned over, and must change the text.

After a change that is meant, `PYTHONPATH=tests /usr/bin/python3 tests/golden/test_tables.py` from the top of the tree writes the .xz again.
`PYTHONPATH=tests /usr/bin/python3 tests/golden/test_tables.py --difference` shows all that has changed."""

import difflib
import lzma
import subprocess
import sys

import pytest

from suite.result import require
from suite.tables import FIRMWARE, SILICON, printed

SIDES = (FIRMWARE, SILICON)
SHOWN = 60  # lines of a difference


def stored(side):
    with lzma.open(side.golden, 'rt', encoding='utf-8') as file:
        lines = file.read().splitlines()
    starts = [number for number, line in enumerate(lines) if line.startswith('processor ')] + [len(lines)]
    return {lines[start].split('"')[1]: lines[start:end] for start, end in zip(starts, starts[1:])}


def path_to(lines, number):
    """The lines that a line belongs to, in short: 'box cbox, row ctl, layout #4'."""
    found, depth = [], len(lines[number]) - len(lines[number].lstrip()) if number < len(lines) else 0
    for line in reversed(lines[:number]):
        indent = len(line) - len(line.lstrip())
        if indent < depth:
            found.append(' '.join(line.replace('name=', '').split()[:2]))
            depth = indent
    return ', '.join(reversed(found))


def difference(name, old, new):
    """What has changed in a machine, each change below the path to it."""
    if old == new:
        return
    for kind, start, end, new_start, new_end in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != 'equal':
            yield f'{name}: {path_to(new if new_end > new_start else old, new_start if new_end > new_start else start)}'
            yield from (f'  - {line.strip()}' for line in old[start:end])
            yield from (f'  + {line.strip()}' for line in new[new_start:new_end])


def differences(side):
    old, new = stored(side), printed(side)
    for name in sorted(set(old) ^ set(new)):
        yield f'{name}: ' + ('is new' if name in new else 'is gone')
    for name in sorted(set(old) & set(new)):
        yield from difference(name, old[name], new[name])


@pytest.mark.parametrize('side', SIDES, ids=('firmware', 'silicon'))
def test_tables(side):
    found = list(differences(side))
    require(not found, f'{side.golden}: tables have changed, {len(found)} lines\n' + '\n'.join(found[:SHOWN]))


@pytest.mark.parametrize('side', SIDES, ids=('firmware', 'silicon'))
def test_each_byte_shows(side):
    done = subprocess.run([side.program, '--probe'], check=False, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=300)
    said = done.stdout.decode()
    kinds = int(said.split()[-4])
    require(done.returncode == 0 and kinds >= side.structs, f'status {done.returncode}: {said}')


def test_a_difference_is_named():
    old = stored(FIRMWARE)['xeon-7500']
    changed = [line.replace('kind=THRESHOLD', 'kind=INVERT', 1) if 'name="threshold"' in line else line for line in old]
    said = list(difference('xeon-7500', old, changed))
    require(said and said[0].startswith('xeon-7500: processor "xeon-7500", box "cbox", row "ctl"'), f'{said[:3]}')
    require(any(line.startswith('  - ') and 'THRESHOLD' in line for line in said), f'{said[:3]}')
    require(any(line.startswith('  + ') and 'kind=INVERT' in line for line in said), f'{said[:3]}')


def main():
    for side in SIDES:
        if sys.argv[1:] == ['--difference']:
            print(''.join(f'{line}\n' for line in differences(side)), end='')
            continue
        with lzma.open(side.golden, 'wt', preset=9 | lzma.PRESET_EXTREME, encoding='utf-8') as file:
            file.write(''.join(f'{line}\n' for lines in printed(side).values() for line in lines))


if __name__ == '__main__':
    main()
