# SPDX-License-Identifier: BSD-2-Clause
"""Known work: what the program does to memory is what the silicon's counters count."""

import tempfile

import pytest

from suite.qemu import PASS, boot

BOXES = {'xeon-7500': 'ubox', 'xeon-e5-2600': 'socket'}


@pytest.mark.parametrize('machine', BOXES)
def test_reads_and_writes_are_counted(machine):
    """Nothing but the work and clocks counts: each event is judged, and each is right."""
    with tempfile.NamedTemporaryFile('w', suffix='.scenario') as scenario:
        scenario.write('background = 0\n')
        scenario.flush()
        run = boot(machine, "-F json test '*.work.*'", '-r', scenario.name)
    run.expect_status(PASS)
    results = {check['id']: check['result'] for check in run.records('check')}
    wanted = {f'{machine}.{BOXES[machine]}.work.{work}': 'pass' for work in ('read', 'write')}
    run.expect(results == wanted, f'the checks are {results}')
    counted = run.statistics()
    run.expect(counted['violations'] == 0, 'the silicon logged a violation')
    run.expect(counted['touches'] > 10000, 'the silicon saw no work')
