# SPDX-License-Identifier: BSD-2-Clause
"""Checks of one kind by themselves leave each register as they found it. In a whole run, later checks tidy up what earlier ones leave."""

import subprocess

import pytest

from suite.result import require


@pytest.mark.parametrize('machine', ('xeon-7500', 'xeon-e5-2600-v3', 'skylake-sp', 'knights-landing', 'sapphire-rapids'))
def test_nothing_is_left_of_overflows(machine):
    done = subprocess.run(['build/uncork', '--machine', machine, '--cpus', '2', 'test *.width'], check=False, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, text=True, timeout=300)
    require(done.returncode == 0, f'{machine}: status {done.returncode}: {done.stdout[-1000:]}')
