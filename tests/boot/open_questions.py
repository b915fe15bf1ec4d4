# SPDX-License-Identifier: BSD-2-Clause
"""What the documents leave open, answered the other way round; and all counters of a socket at once."""

import os
import tempfile

from suite.qemu import PASS, WHOLE_TEST, boot

# Every alternative that does not hide another.
OTHERWISE = """
debugctl = needed
pmi_core_sel.encoding = number
overflow = early
threshold = above
invert = swapped
status.pmi_bit = 12
status.cond = freeze
erratum = all
fixed.pmi_bit = 20
"""
# What whoever asks must find. On a busy host a counter may never be stopped at the value in question, and then
# that check is skipped: it is enough that some get to an answer, and that none gets to another.
ANSWERS = {
    'pmi-gate': 'needed',
    'core-select': 'number',
    'overflow': 'early',
    'threshold': 'above',
    'invert': 'swapped',
    'ubox.status.pmi': '0x1000',
    'what sets cond': 'freeze',
    'read after a carry into bit 24': 'wrong',
    'wbox.fixed_ctl.pmi_en': '0x100000',
}


def boot_with(scenario, command, *ways, machine='xeon-7500'):
    with tempfile.NamedTemporaryFile('w', suffix='.scenario') as file:
        file.write(scenario)
        file.flush()
        run = boot(machine, command, *ways, '-r', os.path.abspath(file.name), seconds=WHOLE_TEST)
    run.expect_status(PASS)
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')
    return run


def test_everything_is_the_other_way_round():
    asked = ('ubox.pmi.*', 'ubox.hunt.*', 'ubox.ctr0.hunt.*', 'wbox.fixed_ctr.signals', 'wbox.hunt.*', 'cbox7.hunt.*', 'mbox1.hunt.*')
    run = boot_with(OTHERWISE, f'-F json {"; ".join(f"test {checks}" for checks in asked)}; record -n 3')
    for question, expected in ANSWERS.items():
        found = {answer['answer'] for answer in run.records('answer') if answer['question'] == question}
        run.expect(found == {expected}, f'{question}: {found}, expected {expected}')
    failed = [check['id'] for check in run.records('check') if check['result'] == 'fail']
    run.expect(not failed, f'{failed} failed')
    run.expect(len(run.records('sample')) == 3, 'no PMI came with what had been found out')


def test_a_pmi_comes_again_while_its_overflow_shows():
    """The local APIC's entry is unmasked behind the acknowledgement then: no check fails, and each overflow is sampled once."""
    run = boot_with('pmi.entry = level\n', '-F json test core*.pmi*; record -n 20 -c 1000000 -e knl::UNHALTED_CORE_CYCLES', '--bios', machine='knights-landing')
    answers = [answer['answer'] for answer in run.records('answer') if answer['question'] == 'pmi-entry']
    run.expect(answers == ['level'] * 2, f'the entries are said to be {answers}')
    skipped = [check['id'] for check in run.records('check') if check['result'] == 'skip']
    run.expect(not skipped, f'skipped: {skipped}')
    run.expect(len(run.records('sample')) == 20 and not any(found['spurious'] for found in run.records('sum')), f'{run.records("sum")}')


def test_counters_of_many_boxes_overflow_at_once():
    """The freeze comes late enough for all eight to have overflowed: each sample names all of them."""
    run = boot_with('freeze.delay = 200000\npmi.delay = 210000\n',
                    '-F json record -e cbox*::LLC_HITS:ALL:t=1:i -c 10000000 -n 5')
    samples = run.records('sample')
    run.expect(len(samples) == 5, f'{len(samples)} samples')
    everyone = [f'cbox{i}.ctr0' for i in range(8)]
    for sample in samples:
        run.expect(sample['overflow'] == everyone, f'sample {sample["seq"]} names {sample["overflow"]}')
        run.expect(sample['pmi'] == 'native' and sample['freeze'] == 'hardware', 'not frozen by its own PMI')


def test_a_snapshot_of_all_counters():
    run = boot_with('background = 1000\n', '-F json stat -a -t 20; record -a -n 2; stat -M MEM_READ_BANDWIDTH,IMT_LATENCY -t 20')
    for snapshot in run.records('snapshot'):
        run.expect((snapshot['counters'], snapshot['accesses']) == (98, 100), f'{snapshot["accesses"]} accesses')
    run.expect(len(run.records('count')) == 98, 'not one count for each counter')
    run.expect(all(count['value'] for count in run.records('count')), 'a counter counted nothing')
    run.expect([len(sample['values']) for sample in run.records('sample')] == [98, 98], 'samples lack counters')
    metrics = {(metric['box'], metric['metric']) for metric in run.records('metric') if metric['value']}
    run.expect(metrics == {(f'mbox{i}', 'MEM_READ_BANDWIDTH') for i in (0, 1)} | {(f'bbox{i}', 'IMT_LATENCY') for i in (0, 1)},
               f'metrics with values: {metrics}')
