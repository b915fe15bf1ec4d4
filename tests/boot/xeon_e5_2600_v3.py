# SPDX-License-Identifier: BSD-2-Clause
"""The Xeon E5-2600 v3 and v4 on the target: all their boxes, every check, an event for every counter, and faults of what only they have
found and named."""

import tempfile

from suite.few import Machine, whole_run
from suite.qemu import FAIL, PASS, boot

CORES = 2
REST = ['pcu', 'ha0', 'ha1', *(f'imc{i}' for i in range(8)), 'irp', 'qpi0', 'qpi1', 'qpi2', 'r2pcie', 'r3qpi0', 'r3qpi1', 'r3qpi2']
CBOXES = {'xeon-e5-2600-v3': 18, 'xeon-e5-2600-v4': 24}
FAULTS = {  # fault: the check that must name it
    'sbox3.ctr1.dead': 'sbox3.ctr1.counts',
    'sbox1.box_ctl.stuck0=16': 'sbox1.box_ctl.bits',
    'sbox2.reset.ignored': 'sbox2.reset.counters',
    'cbox17.filter0.stuck0=23': 'cbox17.filter0.bits',
    'irp.ctr1.stuck1=7': 'irp.ctr1.bits',
    'pcu.ctr1.flag=0': 'pcu.ctr1.status',
    'imc3.freeze.ignored': 'imc3.freeze.box',
}


def expect_clean(run):
    run.expect_status(PASS)
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')


def expect_boxes(run, machine):
    boxes = {box['box']: box['state'] for box in run.records('box')}
    there = ['ubox', *(f'cbox{i}' for i in range(CBOXES[machine])), *(f'sbox{i}' for i in range(4)), *REST,
             *(f'core{i}' for i in range(CORES))]
    run.expect(boxes == dict.fromkeys(there, 'found'), f'the boxes are {boxes}')


def test_every_check_passes():
    """The two processors are one core's. The v3 has what the v4 has, but for six C-Boxes."""
    run, checks = whole_run(Machine('xeon-e5-2600-v4', CORES, threads=2))
    expect_clean(run)
    expect_boxes(run, 'xeon-e5-2600-v4')
    skipped = {check['message'] for check in checks if check['result'] == 'skip'}
    run.expect(len(skipped) <= 3, f'skipped: {skipped}')


def test_samples_of_boxes_with_and_without_a_pmi():
    """What shows nowhere above its box is sampled by a counter of the processor."""
    with tempfile.NamedTemporaryFile('w', suffix='.scenario') as file:
        file.write('background = 1000\n')
        file.flush()
        run = boot('xeon-e5-2600-v3', '-F json info; record -e ha*::UNC_H_CLOCKTICKS -c 100000 -n 10 -t 60000; '
                   'record -e sbox0::UNC_S_CLOCKTICKS -c 100000 -n 10; stat -a -t 10', '--bios', '-c', '2', '-r', file.name)
    expect_clean(run)
    expect_boxes(run, 'xeon-e5-2600-v3')
    samples = run.records('sample')
    run.expect([sample['pmi'] for sample in samples] == ['native'] * 10 + ['proxy'] * 10, f'{len(samples)} samples, not 20 as they should be')
    counts = run.records('count')
    run.expect(counts and all(count['value'] for count in counts), 'a counter counted nothing')


def test_faults_are_named():
    options = [option for fault in FAULTS for option in ('-f', fault)]
    run = boot('xeon-e5-2600-v3', f'-F json {"; ".join(f"test {check}" for check in FAULTS.values())}', '--bios', *options)
    run.expect(run.status == FAIL, f'status {run.status} with faults injected')
    failed = {check['id'].removeprefix('xeon-e5-2600-v3.') for check in run.records('check') if check['result'] == 'fail'}
    for fault, check in FAULTS.items():
        run.expect(check in failed, f'{fault} is not found by {check}; failed: {sorted(failed)}')
