# SPDX-License-Identifier: BSD-2-Clause
"""Checks of a few boxes. Boxes of a kind differ in their address alone, and in the host process all of them are checked, on the same
silicon; where each register costs an exit of a virtual machine, the last one of each kind stands for them. `info` and `stat -a`
reach the others there."""

import collections
import json
import re
import tempfile

from suite.result import must_run

FIRST_PROCESSOR = 'core0'  # the one that was booted: its registers are reached in another way


# What is listed of it in the host process; `cpus` is of all sockets.
Machine = collections.namedtuple('Machine', 'name cpus threads sockets', defaults=(2, 1, 1))


def host(machine, commands):
    """The records of the host process."""
    with tempfile.NamedTemporaryFile('w', suffix='.scenario') as scenario:
        scenario.write(f'threads = {machine.threads}\n')
        scenario.flush()
        said = must_run(['build/uncork', '--machine', machine.name, '--cpus', str(machine.cpus), '--sockets', str(machine.sockets),
                         '--scenario', scenario.name, '-F', 'json', commands], 60)
    return [json.loads(line) for line in said.splitlines()]


def planned(machine):
    """The ids of all checks."""
    return [record['id'] for record in host(machine, 'test -l') if record['record'] == 'check']


def box_of(name):
    """The box in a check's id, of whichever socket."""
    return re.sub(r'\.socket\d+\.', '.', name).split('.')[1]


def kind_of(box):
    return re.sub(r'\d+$', '', box)


def few_boxes(machine):
    """The last box of each kind, the processor that was booted, and what is there once."""
    boxes = list(dict.fromkeys(map(box_of, planned(machine))))
    last = {kind_of(box): box for box in boxes}
    return [box for box in boxes if box in (last[kind_of(box)], FIRST_PROCESSOR)]


def checks_of(boxes):
    """The commands that check these boxes of every socket."""
    return '; '.join(f'test *.{box}.*' for box in boxes)


def checks_of_few(machine):
    return checks_of(few_boxes(machine))


def expect_few_checked(run, machine):
    """Every check of the few has run, once, and no other; returns their records."""
    checks, few = run.records('check'), few_boxes(machine)
    wanted = sorted(name for name in planned(machine) if box_of(name) in few)
    done = sorted(check['id'] for check in checks)
    run.expect(few and done == wanted, f'not as planned: {sorted(set(done) ^ set(wanted))[:10]} of {len(wanted)} and {len(done)}')
    return checks


def expect_all_count(run, machine):
    """Every box was found, and each counter of those that `stat -a` counts in did count."""
    boxes = run.records('box')
    run.expect(boxes and all(box['state'] == 'found' for box in boxes), 'a box was not found')
    wanted = {(count['socket'], count['box']) for count in host(machine, 'stat -a -t 1') if count['record'] == 'count'}
    counts = run.records('count')
    counted = {(count['socket'], count['box']) for count in counts}
    run.expect(wanted and wanted <= counted, f'these are not counted: {sorted(wanted - counted)}')
    run.expect(all(count['value'] for count in counts), f'these stand: {[count for count in counts if not count["value"]][:5]}')
