# SPDX-License-Identifier: BSD-2-Clause
"""Silicon without a fault: everything works, everything passes, and the silicon has nothing to object to."""

import tempfile

import pytest

from suite.few import Machine, whole_run
from suite.policy import run_protected
from suite.qemu import PASS, PROBING_PMIS, boot

EVENT = 'nhmex_unc_cbox0::LLC_HITS:M'
PERIOD = 2000
SAMPLES = 1000

BOXES = ['ubox', 'wbox', *(f'cbox{i}' for i in range(8)),
         *(f'{box}{i}' for box in ('sbox', 'bbox', 'mbox', 'rbox') for i in range(2)), 'core0', 'core1']


def expect_clean(run):
    run.expect_status(PASS)
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')


def test_every_check_passes():
    """The two processors are one core's, as on boards: both take its PMIs, which is said, and held against nobody."""
    run, checks = whole_run(Machine('xeon-7500', threads=2), run_protected)
    expect_clean(run)
    run.expect({box['box'] for box in run.records('box')} == set(BOXES), 'not the boxes of the machine')
    siblings = [answer['answer'] for answer in run.records('answer') if answer['question'] == 'pmi-siblings']
    run.expect(siblings == ['all'], f'who takes the PMIs of a core is said to be {siblings}')
    unexplained = [check['id'] for check in checks if check['result'] == 'skip' and not check['message'].strip()]
    run.expect(not unexplained, f'skipped without a reason: {unexplained}')


def test_counts_and_inventory():
    """The virtual silicon gives every C-Box a rate of its own, 8 : 9 : ... : 15, so that boxes taken for
    each other show."""
    run = boot('xeon-7500', '-F json info; stat -e cbox*::LLC_HITS:M -t 50; list cbox*; program -e cbox0::LLC_HITS:M -c 1000')
    expect_clean(run)
    boxes = run.records('box')
    run.expect({box['box']: box['state'] for box in boxes} == dict.fromkeys(BOXES, 'found'), f'the boxes are {boxes}')
    counts = run.records('count')
    run.expect(len(counts) == 8, f'{len(counts)} counts of 8 boxes')
    run.expect([count['box'] for count in counts] == [f'cbox{i}' for i in range(8)], 'boxes are not in order')
    unit = [count['value'] / (8 + i) for i, count in enumerate(counts)]
    run.expect(0 < max(unit) <= 1.01 * min(unit), f'counts are {[count["value"] for count in counts]}')
    run.expect(run.records('end')[-1]['result'] == 'pass', 'the last record is no pass')
    run.expect(run.lines[-1].startswith('{"record":"end"'), 'the end record is not the last line')


def test_a_thousand_samples():
    """Every overflow is sampled once: the silicon's own count of PMIs is the judge."""
    run = boot('xeon-7500', f'-F json record -e {EVENT} -c {PERIOD} -n {SAMPLES}')
    expect_clean(run)
    samples = run.records('sample')
    run.expect(len(samples) == SAMPLES, f'{len(samples)} samples, asked for {SAMPLES}')
    run.expect([s['seq'] for s in samples] == list(range(1, SAMPLES + 1)), 'numbers are not consecutive')
    run.expect(all(len(s['overflow']) == 1 for s in samples), 'a sample has not exactly one overflow')
    run.expect(all(s['pmi'] == 'native' and s['freeze'] == 'hardware' for s in samples), 'a PMI was not native')
    run.expect(all(a['tsc'] < b['tsc'] for a, b in zip(samples, samples[1:])), 'time went back')
    values = [s['values'][EVENT] for s in samples]
    run.expect(all(PERIOD <= value <= PERIOD + PERIOD // 100 for value in values),
               f'a period of {PERIOD} gave {min(values)} to {max(values)}')
    counted = run.statistics()
    run.expect(counted['pmis'] == SAMPLES + PROBING_PMIS, f'the silicon sent {counted["pmis"]} PMIs')


def test_two_more_c_boxes_of_an_idle_xeon_e7():
    """Nothing happens but clocks: what cannot be told then is skipped, and nothing is held against the part."""
    with tempfile.NamedTemporaryFile('w', suffix='.scenario') as scenario:
        scenario.write('idle = 1\n')
        scenario.flush()
        run = boot('xeon-e7', "-F json info; test 'cbox8.ctr0.*'; test 'cbox9.ctr0.*'; test 'mbox1.ctr0.*'; test 'ubox.ctr0.bits'", '-r', scenario.name, '--bios')
    expect_clean(run)
    boxes = {box['box']: box['state'] for box in run.records('box')}
    run.expect(boxes == dict.fromkeys([*BOXES, 'cbox8', 'cbox9'], 'found'), f'the boxes are {boxes}')
    checked = {check['id'].split('.')[1] for check in run.records('check') if check['result'] == 'pass'}
    run.expect(checked == {'cbox8', 'cbox9', 'mbox1', 'ubox'}, f'passed checks are of {checked}')


@pytest.mark.parametrize('machine, shift', (('xeon-7500', 4), ('xeon-e7', 5), ('xeon-e7', 6)))
def test_clocks_are_read_in_steps(machine, shift):
    """With instructions as clock time goes on in steps, of up to 64 ns here, and reads come at regular times. A BIOS starts the machine: UEFI waits
    for seconds, which are instructions then."""
    run = boot(machine, '-F ktap test *.moves', '--bios', '-c', '1', '--qemu', f'-icount shift={shift}')
    run.expect_status(PASS)
    run.expect(not run.failed(), 'a clock that moves is said to stand')


@pytest.mark.parametrize('machine, shift, more', (('xeon-7500', 0, ''), ('sapphire-rapids', 4, 'core_pmu.version = 6\n'),
                                                  ('knights-landing', 4, 'rate.core*.MEM_UOPS_RETIRED.ALL_LOADS = 15625000\n')))
def test_a_loop_counts_what_it_executes(machine, shift, more):
    """Where instructions are the clock: CPUID, far calls and returns, IRET, INT, faults and interrupts are counted once. QEMU's clock goes
    on with each iteration of REP, which is said. Loads are the scenario's. Sapphire Rapids has core counters of version 6 here, with all
    their addresses."""
    with tempfile.NamedTemporaryFile('w', suffix='.scenario') as scenario:
        scenario.write(f'icount = {shift}\n{more}')
        scenario.flush()
        run = boot(machine, '-F json test core0.work; test core0.*.window', '-c', '1', '-r', scenario.name,
                   f'--qemu=-icount shift={shift},sleep=off', '--bios')
    expect_clean(run)
    answers = [(answer['question'], answer['answer']) for answer in run.records('answer')]
    strings = '2000 REP MOVSB of 64 took 144000 instructions and '
    run.expect([question for question, _ in answers] == ['overcounts'] and answers[0][1].startswith(strings), f'it says {answers!r}')
    run.expect(';' not in answers[0][1], f'other kinds are in doubt: {answers!r}')
