# SPDX-License-Identifier: BSD-2-Clause
"""Machines that describe themselves: units in MSRs, PCI functions and device memory, found by their tables, counted on, and checked."""

import tempfile

import pytest

from suite.few import Machine, checks_of_few, expect_few_checked
from suite.qemu import FAIL, PASS, boot

SOCKETS = ('-s', '2', '-c', '4')
KNOWN = ('sapphire-rapids', 'emerald-rapids', 'granite-rapids', 'sierra-forest')


def expect_clean(run):
    run.expect_status(PASS)
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')


def expect_all_count(run):
    """Every counter of every box on both sockets."""
    boxes, counts = run.records('box'), run.records('count')
    run.expect(boxes and all(box['state'] == 'found' for box in boxes), f'the boxes are {boxes}')
    run.expect({count['socket'] for count in counts} == {0, 1}, 'a socket does not count')
    run.expect(counts and all(count['value'] for count in counts), f'{[c for c in counts if not c["value"]]} stand')


def test_a_machine_in_no_table():
    """Its boxes are called what Linux calls units that it does not know."""
    run = boot('unknown-xeon', '-F json info; stat -a -t 20; stat -e uncore_type_6_0/event=0x01/,type127_4:0x1 -t 20', *SOCKETS)
    expect_clean(run)
    expect_all_count(run)
    run.expect([record['name'] for record in run.records('processor')] == ['unknown-xeon'], 'it is another machine')
    tables = run.records('discovery')
    run.expect([table['socket'] for table in tables] == [0, 1] and all(table['used'] for table in tables), f'{tables}')


@pytest.mark.parametrize('machine', KNOWN)
def test_a_machine_of_a_known_kind_counts(machine):
    """What UEFI may map of a machine's memory shows on the one in no table."""
    run = boot(machine, '-F json info; stat -a -t 20', '--bios', *SOCKETS)
    expect_clean(run)
    expect_all_count(run)


def test_every_check_of_a_machine_in_no_table():
    machine = Machine('unknown-xeon')
    run = boot(machine.name, f'-F json info; {checks_of_few(machine)}', seconds=1800)
    expect_clean(run)
    checks = expect_few_checked(run, machine)
    # Where a PMI comes again while its overflow shows that check can tell nothing.
    skipped = [check['id'] for check in checks if check['result'] == 'skip' and not check['id'].endswith('.pmi.each')]
    run.expect(not skipped, f'{skipped} were skipped')
    answers = {answer['question']: answer['answer'] for answer in run.records('answer')}
    run.expect(answers.get('interrupt') == 'none', f'the answers are {answers}')


def test_device_memory_above_4_gib():
    """The tables and the units in memory with them: the UEFI firmware has mapped neither, nor has anybody switched on that the functions
    that name the tables answer there."""
    with tempfile.NamedTemporaryFile('w', suffix='.scenario', encoding='ascii') as scenario:
        scenario.write('window = high\ndecoding = off\n')
        scenario.flush()
        run = boot('unknown-xeon', '-F json info; stat -a -t 10; test "type6_*"', *SOCKETS, '-r', scenario.name)
    expect_clean(run)
    expect_all_count(run)
    tables = run.records('discovery')
    run.expect(tables and all(int(table['table'], 16) >> 32 for table in tables), f'{tables}')


def test_a_fault_of_a_unit_in_device_memory_is_named():
    run = boot('unknown-xeon', '-F json test "type6_0.*"', '-f', 'type6_0.ctr1.stuck1=17')
    run.expect(run.status == FAIL, f'status {run.status}')
    failed = {check['id'] for check in run.records('check') if check['result'] == 'fail'}
    run.expect('unknown-xeon.type6_0.ctr1.bits' in failed, f'{failed} failed')
