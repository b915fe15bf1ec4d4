# SPDX-License-Identifier: BSD-2-Clause
"""`make gdb`: the symbols of both programs, where the firmware has loaded them."""

import subprocess

import pytest

from suite.qemu import BOOT
from suite.result import require

STOPS = ('--break', 'exit_msr', '--break', 'shell_greet')
COMMANDS = ('info symbol $pc', 'delete 1', 'continue', 'info symbol $pc', 'kill', 'quit')


def test_stops_in_both_programs():
    words = [word for command in COMMANDS for word in ('--ex', command)]
    run = subprocess.run(['tools/gdb', *STOPS, *words, 'xeon-7500', 'version', '--', *BOOT[1:]], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True, errors='replace', timeout=400, check=False)
    require(run.returncode == 0, run.stdout)
    for place in ('exit_msr in section .text of ', 'build/silicon.so', 'shell_greet in section .text of ', 'build/uncork.so',
                  'silicon/svm/msr.c:', 'core/command/'):
        require(place in run.stdout, f'not {place}: {run.stdout}')


@pytest.mark.parametrize('machine, said', [('nonsense', 'nonsense: no such machine'), ('power9', 'power9 is no x86 machine')])
def test_names_what_it_cannot_do(machine, said):
    run = subprocess.run(['tools/gdb', machine], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=100, check=False)
    require(run.returncode == 2 and said in run.stderr and 'Traceback' not in run.stderr, run.stderr)
