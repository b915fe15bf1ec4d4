# SPDX-License-Identifier: BSD-2-Clause
"""Knights Landing: counters of every logical processor and samples by its own PMI, a latency as the scenario has it, and
boxes in MSRs and PCI functions, sampled by proxy."""

import os
import tempfile

from suite.few import Machine, whole_run
from suite.qemu import ERROR, FAIL, PASS, boot

PROCESSORS = 4
BOXES = [*(f'core{i}' for i in range(PROCESSORS)), *(f'cha{i}' for i in range(38)),
         *(f'edc_{clock}{i}' for clock in ('uclk', 'eclk') for i in range(8)), 'imc_uclk0', 'imc_uclk1',
         *(f'imc{i}' for i in range(6)), 'm2pcie', 'irp', 'ubox', 'pcu', 'global']
CORE_CLOCK, REFERENCE_CLOCK = 1300000000, 1200000000
LATENCY, STEP = 170, 4
SAMPLES, PROXIES = 400, 200
PERIOD = 1000000


def boot_with(scenario, commands, *options):
    with tempfile.TemporaryDirectory(prefix='uncork-knl-') as directory:
        path = os.path.join(directory, 'scenario')
        with open(path, 'w', encoding='ascii') as file:
            file.write(scenario)
        return boot('knights-landing', commands, '-r', path, *options)


def expect_clean(run):
    run.expect_status(PASS)
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')


def test_every_processor_counts():
    """One write starts and one freezes all counters of a processor, so the ratio of its clocks is exact however long
    it counted."""
    run = boot_with(f'offcore.latency = {LATENCY}\noffcore.latency.step = {STEP}\nbackground = 1000\n',
                    '-F json info; stat -t 50; stat -e knl::UNHALTED_CORE_CYCLES,knl::UNHALTED_REFERENCE_CYCLES -t 50; '
                    'stat -M LATENCY_DMND_DATA_RD,LATENCY_DMND_RFO -t 50; stat -M LATENCY_DMND_RFO -t 100; '
                    'program -e knl::OFFCORE_RESPONSE_0:DMND_DATA_RD:OUTSTANDING -c 1000',
                    '--bios', '-c', str(PROCESSORS))
    # Two latencies want more counters than there are, which is said.
    run.expect(run.status == ERROR, f'status {run.status}')
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')
    boxes = {box['box']: box['state'] for box in run.records('box')}
    run.expect(boxes == dict.fromkeys(BOXES, 'found'), f'the boxes are {boxes}')
    pmu = run.records('core_pmu')[0]
    run.expect((pmu['version'], pmu['counters'], pmu['counter_bits'], pmu['fixed_counters']) == (3, 2, 40, 3), f'{pmu}')
    counts = run.records('count')
    run.expect(sorted({count['cpu'] for count in counts}) == list(range(PROCESSORS)), 'a processor does not count')
    run.expect(len(counts) == 4 * PROCESSORS and all(count['value'] for count in counts), f'{counts}')
    cycles = {(count['cpu'], 'REF' in count['event']): count['value'] for count in counts[2 * PROCESSORS:]}
    for cpu in range(PROCESSORS):
        ratio = cycles[cpu, False] * REFERENCE_CLOCK / cycles[cpu, True] / CORE_CLOCK
        run.expect(abs(ratio - 1) < 0.001, f'the clocks of processor {cpu} are off by {ratio}')
    latencies = run.records('metric')
    run.expect(len(latencies) == PROCESSORS, f'{len(latencies)} latencies')
    run.expect(all(abs(latency['value'] - (LATENCY + STEP)) < 0.1 for latency in latencies),
               f'the scenario has {LATENCY + STEP} cycles: {latencies}')
    run.expect(any(operation.get('register') == 'core0.rsp_0' for operation in run.records('operation')),
               'the program does not name MSR_OFFCORE_RSP_0')


def expect_native(run, samples, wanted):
    run.expect(len(samples) == wanted, f'{len(samples)} samples, asked for {wanted}')
    run.expect(all(sample['pmi'] == 'native' and sample['freeze'] == 'hardware' for sample in samples),
               'a sample is not native, or was not frozen by hardware')
    run.expect(all(sample['overflow'] == [f'core{sample["cpu"]}.fixed_ctr1'] for sample in samples),
               'a processor took the PMI of another')


def test_samples_of_all_processors_and_of_one():
    run = boot('knights-landing', f'-F json record -n {SAMPLES} -c {PERIOD}; record -n {SAMPLES} -c {PERIOD} -C 3; '
               'record -e knl::BR_INST_RETIRED:JCC,knl::INSTRUCTION_RETIRED -n 50 -c 100000 -C 2', '--bios', '-c', str(PROCESSORS))
    expect_clean(run)
    samples = run.records('sample')
    expect_native(run, samples[:2 * SAMPLES], 2 * SAMPLES)
    for cpu in range(PROCESSORS):
        taken = sum(sample['cpu'] == cpu for sample in samples[:SAMPLES])
        run.expect(taken == SAMPLES // PROCESSORS, f'processor {cpu} took {taken} samples')
    run.expect({sample['cpu'] for sample in samples[SAMPLES:2 * SAMPLES]} == {3}, '-C 3 was sampled elsewhere')
    branches = samples[2 * SAMPLES:]
    run.expect([sample['overflow'] for sample in branches] == [['core2.ctr0']] * 50, f'{branches[:3]}')
    sent = run.statistics()['pmis']
    run.expect(sent == len(samples), f'the silicon sent {sent} PMIs for {len(samples)} samples')


def test_boxes_without_a_pmi_are_sampled_by_proxy():
    run = boot('knights-landing', f'-F json record -e cha0::UNC_H_U_CLOCKTICKS,imc*::UNC_M_D_CLOCKTICKS -c {PERIOD} '
               f'-n {PROXIES} -C 1 -t 60000', '--bios', '-c', '2')
    expect_clean(run)
    samples = run.records('sample')
    run.expect(len(samples) == PROXIES, f'{len(samples)} samples, asked for {PROXIES}')
    run.expect(all(sample['pmi'] == 'proxy' and sample['cpu'] == 1 for sample in samples), 'not a proxy on processor 1')
    run.expect(all(sample['skew_ns'] for sample in samples), 'a sample does not say how far apart boxes froze')
    run.expect(all(sample['values']['knl::UNHALTED_CORE_CYCLES'] >= PERIOD for sample in samples), 'a period is short')


def test_every_check():
    """Strict: the silicon has nothing to complain of. The two processors are one core's."""
    run, checks = whole_run(Machine('knights-landing', threads=2))
    expect_clean(run)
    results = {check['id']: check['result'] for check in checks}
    skipped = [name for name, result in results.items() if result == 'skip' and '.core' in name]
    run.expect(not skipped, f'skipped: {skipped}')
    for name in ('core1.ctr1.pmi', 'core0.freeze.pmi', 'core0.work', 'core1.fixed_ctr2.overflow', 'cha37.restored'):
        run.expect(f'knights-landing.{name}' in results, f'{name} did not run')


def test_a_pmi_that_goes_astray_is_missed():
    run = boot('knights-landing', '-F json record -n 5 -c 100000 -C 1; test core1.ctr0.pmi', '--bios', '-c', '2',
               '-f', 'core1.pmi.core=0')
    run.expect_status(FAIL)
    run.expect_text('core1: 5 of 5 overflows raised no PMI on cpu 1', 'PMIs reached cpu 0')
    failed = [check['id'] for check in run.records('check') if check['result'] == 'fail']
    run.expect(failed == ['knights-landing.core1.ctr0.pmi'], f'failed: {failed}')


def test_nothing_is_there_without_virtual_silicon():
    run = boot('bare-knights-landing', '-F json info; stat -t 10; record -n 1', '--bios')
    run.expect(run.status in (FAIL, ERROR), f'status {run.status} without any box')
    boxes = run.records('box')
    run.expect(boxes and all(box['state'] != 'found' for box in boxes), 'a box was found')
    run.expect(not run.records('count') and not run.records('sample'), 'something was counted')
    run.expect_text('CPUID leaf 0xa is empty')
