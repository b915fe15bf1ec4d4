# SPDX-License-Identifier: BSD-2-Clause
"""Checks of one kind by themselves leave each register as they found it. In a whole run, later checks tidy up what earlier ones leave."""

import re
import subprocess

import pytest

from suite.few import Machine, planned
from suite.result import require

NOTHING_TESTED = 'nothing was tested'


def kinds(machine):
    """Names of checks, without those of boxes and counters before them."""
    names = (re.sub(r'^[^.]*\.[^.]*\.(ctr|ctl|fixed_ctr|fixed_ctl)?\d*\.?', '', name) for name in planned(Machine(machine)))
    return sorted(set(filter(None, names)))


@pytest.mark.parametrize('machine', ('xeon-7500', 'xeon-e5-2600-v3', 'skylake-sp', 'knights-landing', 'sapphire-rapids'))
def test_each_kind_of_check_leaves_nothing(machine):
    names = kinds(machine)
    require(len(names) > 30, f'{machine} has the checks {names}')
    for name in names:
        done = subprocess.run(['build/uncork', '--machine', machine, '--cpus', '2', f'test *.{name}'], check=False, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
        require(done.returncode == 0 or NOTHING_TESTED in done.stdout, f'{machine}: {name}: status {done.returncode}: {done.stdout[-1000:]}')
