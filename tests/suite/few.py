# SPDX-License-Identifier: BSD-2-Clause
"""Checks of a few boxes. Boxes of a kind differ in their address alone, and in the host process all of them are checked, on the same
silicon; where each register costs an exit of a virtual machine, the last one of each kind stands for them. `info` and `stat -a`
reach the others there. Known work of the whole machine has boots of its own (known_work.py): it is thousands of lines, each an exit."""

import collections
import functools
import json
import re
import tempfile

from suite.qemu import PASS, WHOLE_TEST, boot
from suite.result import must_run

FIRST_PROCESSOR = 'core0'  # the one that was booted: its registers are reached in another way


# What a machine is for, one after the other; the checks follow.
WHOLE_RUN = 'info; stat -a -t 20; stat -t 100; record -n 10'

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


def is_work(name):
    """Known work of the uncore, not that of a core, which takes few instructions."""
    return '.work.' in name


def few_boxes(machine):
    """The last box of each kind, the processor that was booted, and what is there once."""
    boxes = list(dict.fromkeys(map(box_of, planned(machine))))
    last = {kind_of(box): box for box in boxes}
    return [box for box in boxes if box in (last[kind_of(box)], FIRST_PROCESSOR)]


def few_checks(machine):
    """The ids of all checks of the few but known work."""
    few = few_boxes(machine)
    return [name for name in planned(machine) if box_of(name) in few and not is_work(name)]


def checks_of_few(machine):
    """The commands that make these checks: one for each box, but for the box that has the known work of its socket one for each letter that
    a check of it begins with."""
    names = planned(machine)
    busy = {box_of(name) for name in names if is_work(name)}
    letters = {box: dict.fromkeys(re.split(rf'\b{box}\.', name)[1][0] for name in few_checks(machine) if box_of(name) == box) for box in busy}
    return '; '.join(f'test *.{box}.{letter}*' for box in few_boxes(machine) for letter in letters.get(box, ('',)))


def expect_few_checked(run, machine):
    """Every check of the few has run, once, and no other; returns their records."""
    checks = run.records('check')
    wanted = sorted(few_checks(machine))
    done = sorted(check['id'] for check in checks)
    run.expect(wanted and done == wanted, f'not as planned: {sorted(set(done) ^ set(wanted))[:10]} of {len(wanted)} and {len(done)}')
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


def run_busy(machine, checks, start=functools.partial(boot, seconds=WHOLE_TEST)):
    """Every box of a machine with other traffic is found and counts, and these checks run. Returns the run, in JSON."""
    with tempfile.NamedTemporaryFile('w', suffix='.scenario') as scenario:
        scenario.write('background = 1000\n')
        scenario.flush()
        run = start(machine.name, f'-F json {WHOLE_RUN}; {checks}', '-c', str(machine.cpus), '-s', str(machine.sockets),
                    '--threads', str(machine.threads), '-r', scenario.name)
    run.expect_status(PASS)
    expect_all_count(run, machine)
    return run


def whole_run(machine, run_checks=run_busy):
    """The same with every check of a few boxes. Returns the records of the checks, too."""
    run = run_checks(machine, checks_of_few(machine))
    return run, expect_few_checked(run, machine)
