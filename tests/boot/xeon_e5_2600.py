# SPDX-License-Identifier: BSD-2-Clause
"""The Xeon E5-2600 on the target: every check of every box, memory bandwidth as the scenario has it, and each kind of fault
of its boxes found and named."""

import os
import tempfile

from suite.qemu import FAIL, PASS, boot

READS, WRITES = 3000000, 1000000 # lines a second of channel 0; channel i: i + 1 times as many
LINE = 64
DCLK = 800000000
FAULTS = {  # fault: the check that must name it
    'cbox3.ctr1.dead': 'cbox3.ctr1.counts',
    'cbox5.box_filter.stuck0=12': 'cbox5.filter.bits',
    'pcu.ctl2.stuck1=14': 'pcu.ctl2.bits',
    'ha.addrmatch0.stuck0=9': 'ha.addrmatch0.bits',
    'imc1.fixed_ctr.width=44': 'imc1.fixed_ctr.width',
    'imc3.freeze.ignored': 'imc3.freeze.box',
    'qpi1.reset.ignored': 'qpi1.reset.counters',
    'r2pcie.ctr3.alias=r2pcie.ctr2': 'r2pcie.alias',
    'r3qpi0.id=0x3c46': 'r3qpi0.identity',
    'iio.cpubusno.reset=0x4200': 'socket.bus',
}


def expect_clean(run):
    run.expect_status(PASS)
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')


def test_every_check_passes_on_both_sockets():
    run = boot('xeon-e5-2600', '-F json test', '-c', '2', '-s', '2')
    expect_clean(run)
    checks = run.records('check')
    run.expect(len(checks) > 1500, f'only {len(checks)} checks')
    skipped = {check['message'] for check in checks if check['result'] == 'skip'}
    run.expect(len(skipped) <= 1, f'skipped: {skipped}')


def test_memory_bandwidth_is_the_scenarios():
    rates = ''.join(f'rate.imc{i}.CAS_COUNT.{umask} = {(i + 1) * rate}\n' for i in range(4)
                    for umask, rate in (('RD_REG', READS), ('RD_UNDERFILL', 0), ('WR_WMM', WRITES), ('WR_RMM', 0)))
    with tempfile.TemporaryDirectory(prefix='uncork-e5-') as directory:
        path = os.path.join(directory, 'scenario')
        with open(path, 'w', encoding='ascii') as file:
            file.write(rates)
        run = boot('xeon-e5-2600', '-F json stat -M memory_bandwidth -e imc*::UNC_M_CLOCKTICKS -I 100 -t 1000', '-r', path)
    expect_clean(run)
    metrics = run.records('metric')
    run.expect(len(metrics) == 10 * 5, f'{len(metrics)} values of 10 intervals, 4 channels and the socket')
    clocks = {(count['interval'], count['box']): count['value'] for count in run.records('count')}
    sums = {}
    for metric in metrics:
        if 'box' not in metric:
            got, wanted = metric['value'], sums[metric['interval']]
        else:
            sums[metric['interval']] = sums.get(metric['interval'], 0) + metric['value']
            # An emulated processor may be away between two of its boxes: what counts is how long this one ran.
            ran_ns = clocks[metric['interval'], metric['box']] * 1e9 / DCLK
            got = metric['value'] * metric['time_ns'] / ran_ns
            wanted = (int(metric['box'][-1]) + 1) * (READS + WRITES) * LINE / 1e6
        run.expect(abs(got / wanted - 1) < 0.001, f'{metric} is {got} instead of {wanted} MB/s')


def test_faults_of_each_kind_of_box_are_named():
    options = [option for fault in FAULTS for option in ('-f', fault)]
    run = boot('xeon-e5-2600', '-F json test', *options)
    run.expect(run.status == FAIL, f'status {run.status} with faults injected')
    failed = {check['id'].removeprefix('xeon-e5-2600.') for check in run.records('check') if check['result'] == 'fail'}
    for fault, check in FAULTS.items():
        run.expect(check in failed, f'{fault} is not found by {check}; failed: {sorted(failed)}')
