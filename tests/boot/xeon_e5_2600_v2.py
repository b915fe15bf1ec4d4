# SPDX-License-Identifier: BSD-2-Clause
"""The Xeon E5-2600 v2 on the target: all its boxes, every check, native PMIs through its control of the socket by commands, and faults
of each kind of box found and named."""

import tempfile

from suite.few import Machine, whole_run
from suite.policy import run_protected
from suite.qemu import ERROR, FAIL, PASS, TOGETHER, boot

CORES = 2
BOXES = ['ubox', *(f'cbox{i}' for i in range(15)), 'pcu', 'ha0', 'ha1', *(f'imc{i}' for i in range(8)), 'irp', 'qpi0', 'qpi1', 'qpi2',
         'r2pcie', 'r3qpi0', 'r3qpi1', 'r3qpi2', *(f'core{i}' for i in range(CORES))]
PERIOD = 100000
SAMPLES = 200
FAULTS = {  # fault: the check that must name it
    'pcu.ctr1.flag=0': 'pcu.ctr1.status',
    'cbox3.ctr1.dead': 'cbox3.ctr1.counts',
    'cbox5.filter1.stuck0=12': 'cbox5.filter1.bits',
    'ha1.addrmatch0.stuck0=9': 'ha1.addrmatch0.bits',
    'imc6.fixed_ctr.width=44': 'imc6.fixed_ctr.width',
    'imc3.freeze.ignored': 'imc3.freeze.box',
    'irp.ctr2.stuck1=7': 'irp.ctr2.bits',
    'qpi1.reset.ignored': 'qpi1.reset.counters',
    'qpi2.ctr0.rate=2': 'qpi2.ctr0.counts',
    'r2pcie.ctr3.alias=r2pcie.ctr2': 'r2pcie.alias',
    'r3qpi0.id=0x3c46': 'r3qpi0.identity',
}


def expect_clean(run):
    run.expect_status(PASS)
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')


def test_every_check_passes():
    """The two processors are one core's."""
    run, checks = whole_run(Machine('xeon-e5-2600-v2', CORES, threads=2), run_protected)
    expect_clean(run)
    boxes = {box['box']: box['state'] for box in run.records('box')}
    run.expect(boxes == dict.fromkeys(BOXES, 'found'), f'the boxes are {boxes}')
    skipped = {check['message'] for check in checks if check['result'] == 'skip'}
    run.expect(len(skipped) <= 3, f'skipped: {skipped}')


def test_samples_are_native_and_frozen_by_hardware():
    """On both sockets: a PMI for each overflow, taken by the core that the control of its socket selects."""
    with tempfile.NamedTemporaryFile('w', suffix='.scenario') as file:
        file.write('background = 1000\n')
        file.flush()
        run = boot('xeon-e5-2600-v2', f'-F json record -e ha*::UNC_H_CLOCKTICKS -c {PERIOD} -n {SAMPLES} -t 60000; '
                   f'record -e cbox0::UNC_C_CLOCKTICKS -c {PERIOD} -n 10; stat -a -t 10', '-c', '4', '-s', '2', '-r', file.name, '--bios', *TOGETHER)
    expect_clean(run)
    samples = run.records('sample')
    run.expect(len(samples) == SAMPLES + 10, f'{len(samples)} samples, asked for {SAMPLES} and 10')
    run.expect(all(sample['pmi'] == 'native' and sample['freeze'] == 'hardware' for sample in samples), 'a PMI is no native one')
    run.expect(all(len(sample['overflow']) >= 1 for sample in samples), 'a sample names nothing that overflowed')
    run.expect(run.statistics()['pmis'] >= len(samples), 'the silicon has sent fewer PMIs')
    counts = run.records('count')
    run.expect(counts and all(count['value'] for count in counts), 'a counter counted nothing')


def test_what_the_manual_leaves_open_is_asked():
    with tempfile.NamedTemporaryFile('w', suffix='.scenario') as file:
        file.write('debugctl = needed\n')
        file.flush()
        run = boot('xeon-e5-2600-v2', '-F json test "*.gate"; record -e pcu::UNC_P_CLOCKTICKS -c 100000 -n 3', '--bios', '-r', file.name)
    expect_clean(run)
    answers = {answer['answer'] for answer in run.records('answer') if answer['question'] == 'pmi-gate'}
    run.expect(answers == {'needed'}, f'the gate of PMIs is said to be {answers}')
    run.expect(len(run.records('sample')) == 3, 'no PMI came with what had been found out')


def test_faults_of_each_kind_of_box_are_named():
    options = [option for fault in FAULTS for option in ('-f', fault)]
    run = boot('xeon-e5-2600-v2', f'-F json {"; ".join(f"test {check}" for check in FAULTS.values())}', '--bios', *options)
    run.expect(run.status == FAIL, f'status {run.status} with faults injected')
    failed = {check['id'].removeprefix('xeon-e5-2600-v2.') for check in run.records('check') if check['result'] == 'fail'}
    for fault, check in FAULTS.items():
        run.expect(check in failed, f'{fault} is not found by {check}; failed: {sorted(failed)}')


def test_nothing_is_there_without_virtual_silicon():
    run = boot('bare-xeon-e5-2600-v2', '-F json info; stat -e imc0::UNC_M_CAS_COUNT:RD -t 10', '--bios')
    run.expect(run.status in (FAIL, ERROR), f'status {run.status} without any box')
    boxes = run.records('box')
    run.expect(boxes and all(box['state'] != 'found' for box in boxes), 'a box was found')
    run.expect(not run.records('count'), 'something was counted')
