# SPDX-License-Identifier: BSD-2-Clause
"""What the boots of POWER machines have in common: counters in memory, on virtual silicon."""

import csv
import tempfile

from suite.qemu import FAIL, PASS, boot


def expect_clean(run):
    run.expect_status(PASS)
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')


def expect_all_pass(machine, *options):
    """The run, and its checks by name."""
    run = boot(machine, '-F ktap test', *options)
    expect_clean(run)
    checks = run.checks()
    unexplained = [name for name, (result, text) in checks.items()
                   if result == 'skip' and not text.split('# SKIP')[1].strip()]
    run.expect(not unexplained, f'skipped without a reason: {unexplained}')
    return run, checks


def matches(pattern, name):
    head, star, tail = pattern.partition('*')
    return name == pattern if not star else name.startswith(head) and name.endswith(tail)


def expect_found(machine, story):
    """Every fault is found by a check that names it, and no other check fails. The story: faults that are played together; the
    checks that fail because of them ('*' stands for anything), what their evidence says (one of the words between '|'), and which checks are made
    if not all."""
    faults, expected, evidence, *only = story
    with tempfile.NamedTemporaryFile('w', suffix='.txt') as file:
        # The ring of 4,096 samples then holds half a second: on a busy host it came round before it was stopped.
        file.write('trace.period = 64000\n')
        file.flush()
        run = boot(machine, ' '.join(('-F ktap test', *only)), '-r', file.name, *(word for fault in faults for word in ('-f', fault)))
    run.expect_status(FAIL)
    failed = {name.removeprefix(f'{machine}.'): text for name, text in run.failed().items()}
    wrong = [name for name in failed if not any(matches(pattern, name) for pattern in expected)]
    run.expect(not wrong, f'{wrong} fail')
    missing = [pattern for pattern in expected if '*' not in pattern and pattern not in failed]
    run.expect(not missing, f'{missing} do not fail')
    for word in evidence:
        run.expect(any(one in text for text in failed.values() for one in word.split('|')), f'no failure says "{word}"')


def real_events(path, key=None):
    """{(pmu, event): (offset, scale, posted at)} that a list has, of a processor version if it has several."""
    found = {}
    with open(path, encoding='utf-8') as file:
        rows = (line for line in file if not line.startswith('#'))
        for row in csv.DictReader(rows, delimiter='\t'):
            if row.get('pvr', key) in ('both', key):
                found[row['node'].split('@')[0], row['event']] = (row['offset'], row['scale'],
                                                                 row.get('microcode', row['offset']))
    return found
