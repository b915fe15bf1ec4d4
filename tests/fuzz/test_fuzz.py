# SPDX-License-Identifier: BSD-2-Clause
"""Every fuzz target: a short session that is the same each time, or a longer one that is not."""

import glob
import os
import re
import tempfile

import pytest

from suite.result import Failure, require, run_command

RUNS = 10000
SHORT_SECONDS = 60  # a machine that is slow, or busy, sees fewer inputs; it is no fault of the target
SLOW_RUNS = {'fuzz_event': 5000} | dict.fromkeys(  # of targets that do much for an input
    ('fuzz_boot_params', 'fuzz_command', 'fuzz_ppc64_tree', 'fuzz_replay', 'fuzz_scenario'), 2500)
# libFuzzer begins with inputs as long as the longest seed. Those of this target are one byte, and what is made of so little is no tree.
OWN_OPTIONS = {'fuzz_ppc64_tree': ['-len_control=0', '-max_len=512']}


@pytest.mark.parametrize('name', sorted(os.path.basename(path)[:-2] for path in glob.glob('tests/fuzz/fuzz_*.c')))
def test_fuzz(name, fuzz_seconds):
    seconds = fuzz_seconds
    path = f'build/fuzz/{name}'
    require(os.path.exists(path), f'{path} was not built')
    seeds = f'tests/fuzz/corpus/{name}'
    with tempfile.TemporaryDirectory(prefix='uncork-fuzz-') as directory:
        session = ([f'-max_total_time={seconds}'] if seconds else
                   ['-seed=1', f'-runs={SLOW_RUNS.get(name, RUNS)}', f'-max_total_time={SHORT_SECONDS}'])
        kept = f'build/corpus/{name}' if seconds else os.path.join(directory, 'corpus')
        os.makedirs(kept, exist_ok=True)
        arguments = [path, *session, '-max_len=4096', '-timeout=10', '-print_final_stats=1',
                     f'-artifact_prefix=build/fuzz/{name}-', *OWN_OPTIONS.get(name, ()), kept]
        status, said = run_command(arguments + ([seeds] if os.path.isdir(seeds) else []), seconds + 120)
    if status:
        raise Failure(f'status {status}\n{said[-4000:]}')
    done = re.search(r'number_of_executed_units: (\d+)', said)
    require(done and int(done[1]) > 0, f'nothing was run\n{said[-2000:]}')
