# SPDX-License-Identifier: BSD-2-Clause
"""The Xeon E5-2600 on the target: boxes in MSRs and PCI functions of each socket, which count what the scenario says and
pass every check; samples by a proxy PMI; each kind of fault of its boxes found and named."""

import os
import tempfile

from suite.few import Machine, whole_run
from suite.qemu import ERROR, FAIL, PASS, boot

BOXES = ['ubox', *(f'cbox{i}' for i in range(8)), 'pcu', 'ha', *(f'imc{i}' for i in range(4)),
         'qpi0', 'qpi1', 'r2pcie', 'r3qpi0', 'r3qpi1', 'core0', 'core1']
ACTIVATES = 800000000 # a second, of every channel: the clock of these tests
RATE = 100000000 # lines read a second by channel 0 of either socket; the others read twice, three and four times as many
PERIOD = 100000
SAMPLES = 300
READS, WRITES = 3000000, 1000000 # lines a second of channel 0; channel i: i + 1 times as many
LINE = 64
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


def boot_with(scenario, commands, *options):
    with tempfile.TemporaryDirectory(prefix='uncork-e5-') as directory:
        path = os.path.join(directory, 'scenario')
        with open(path, 'w', encoding='ascii') as file:
            file.write(scenario)
        return boot('xeon-e5-2600', commands, '-r', path, *options)


def expect_clean(run):
    run.expect_status(PASS)
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')


def test_every_check_passes():
    run, checks = whole_run(Machine('xeon-e5-2600'))
    expect_clean(run)
    skipped = {check['id']: check['message'] for check in checks if check['result'] == 'skip'}
    # The clock of a box that is frozen apart from it has no rate to hold it against.
    # Counters of the U-Box are started and stopped one by one. Other traffic hides known work.
    run.expect(all(name.endswith(('.fixed_ctr.rate', '.ubox.selects')) for name in skipped), f'skipped: {skipped}')


def test_two_sockets_are_found_and_counted():
    """Where firmware has put the buses, and whatever nodes the sockets are. The counters of a channel are frozen by one
    write (its clock, the fixed counter, by another), so the ratio of two is exact however long they counted."""
    rates = ''.join(f'rate.imc{i}.CAS_COUNT.RD_REG = {(i + 1) * RATE}\nrate.imc{i}.CAS_COUNT.RD_UNDERFILL = 0\n'
                    f'rate.imc{i}.ACT_COUNT = {ACTIVATES}\n' for i in range(4))
    run = boot_with('nodes = reversed\nbus.0 = 0x2f\nbus.1 = 0x77\n' + rates,
                    '-F json info; stat -e imc*::UNC_M_CAS_COUNT:RD,imc*::UNC_M_ACT_COUNT -t 50; test xeon-e5-2600.socket1.imc3.*',
                    '--bios', '-c', '4', '-s', '2')
    expect_clean(run)
    run.expect(len(run.records('check')) > 40, 'the other socket is not checked')
    for socket in (0, 1):
        boxes = {box['box']: box['state'] for box in run.records('box') if box['socket'] == socket}
        run.expect(boxes == dict.fromkeys(BOXES, 'found'), f'the boxes of socket {socket} are {boxes}')
        counts = {count['event'].split('::')[1].split(':')[0] + count['box']: count['value']
                  for count in run.records('count') if count['socket'] == socket}
        run.expect(len(counts) == 8, f'{len(counts)} counts of 4 channels')
        for i in range(4):
            got = counts[f'UNC_M_CAS_COUNTimc{i}'] * ACTIVATES / counts[f'UNC_M_ACT_COUNTimc{i}']
            run.expect(abs(got / ((i + 1) * RATE) - 1) < 0.001, f'socket {socket} imc{i} reads {got} lines a second')


def test_proxy_samples():
    """Of one of two logical processors of a core, each with counters of its own, which pass their checks."""
    run = boot('xeon-e5-2600', f'-F json record -e imc0::UNC_M_CAS_COUNT:RD -c {PERIOD} -n {SAMPLES} -t 60000; test core*',
               '--bios', '--threads', '2')
    expect_clean(run)
    run.expect(len({check['id'].split('.')[1] for check in run.records('check')}) == 2, 'not both processors are checked')
    samples = run.records('sample')
    run.expect(len(samples) == SAMPLES, f'{len(samples)} samples, asked for {SAMPLES}')
    run.expect([sample['seq'] for sample in samples] == list(range(1, SAMPLES + 1)), 'numbers are not consecutive')
    run.expect(all(sample['pmi'] == 'proxy' for sample in samples), 'a PMI is said not to be a proxy')
    run.expect(all('skew_ns' in sample for sample in samples), 'a sample does not say how far apart boxes froze')
    cycles = [value for sample in samples for name, value in sample['values'].items() if 'CYCLES' in name]
    run.expect(len(cycles) == SAMPLES and min(cycles) >= PERIOD, f'the proxy counted {min(cycles)} to {max(cycles)}')
    run.expect(run.statistics()['pmis'] >= SAMPLES, 'the silicon has sent fewer PMIs')


def test_memory_bandwidth_is_the_scenarios():
    rates = ''.join(f'rate.imc{i}.CAS_COUNT.{umask} = {(i + 1) * rate}\n' for i in range(4)
                    for umask, rate in (('RD_REG', READS), ('RD_UNDERFILL', 0), ('WR_WMM', WRITES), ('WR_RMM', 0)))
    rates += ''.join(f'rate.imc{i}.ACT_COUNT = {ACTIVATES}\n' for i in range(4))
    run = boot_with(rates, '-F json stat -M memory_bandwidth -e imc*::UNC_M_ACT_COUNT -I 100 -t 1000')
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
            ran_ns = clocks[metric['interval'], metric['box']] * 1e9 / ACTIVATES
            got = metric['value'] * metric['time_ns'] / ran_ns
            wanted = (int(metric['box'][-1]) + 1) * (READS + WRITES) * LINE / 1e6
        run.expect(abs(got / wanted - 1) < 0.001, f'{metric} is {got} instead of {wanted} MB/s')


def test_faults_of_each_kind_of_box_are_named():
    options = [option for fault in FAULTS for option in ('-f', fault)]
    run = boot('xeon-e5-2600', f'-F json expect *; {"; ".join(f"test {check}" for check in FAULTS.values())}', *options)
    run.expect(run.status == FAIL, f'status {run.status} with faults injected')
    failed = {check['id'].removeprefix('xeon-e5-2600.') for check in run.records('check') if check['result'] == 'fail'}
    for fault, check in FAULTS.items():
        run.expect(check in failed, f'{fault} is not found by {check}; failed: {sorted(failed)}')


def test_functions_that_hide_are_named():
    """As untested, or, where they are expected, as failures; what is another function is one in any case."""
    run = boot('xeon-e5-2600', '-F ktap expect qpi?; test imc*.present; test ha.present; test qpi1.present',
               '-f', 'imc2.hidden', '-f', 'ha.id=0x1234', '-f', 'qpi1.hidden')
    run.expect(run.status == FAIL, f'status {run.status} with functions missing')
    for box, outcome, word in (('imc2', 'ok', '# SKIP untested: '), ('ha', 'not ok', '8086:1234'), ('qpi1', 'not ok', 'hidden')):
        run.expect(any(f'{box}.present' in line for line in run.lines if line.startswith(outcome)), f'{box} is not named')
        run.expect(word in run.console, f'it is not said that {box} is {word}')
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')


def test_nothing_is_there_without_virtual_silicon():
    run = boot('bare-xeon-e5-2600', '-F json info; stat -e imc0::UNC_M_CAS_COUNT:RD -t 10', '--bios')
    run.expect(run.status in (FAIL, ERROR), f'status {run.status} without any box')
    boxes = run.records('box')
    run.expect(boxes and all(box['state'] != 'found' for box in boxes), 'a box was found')
    run.expect(not run.records('count'), 'something was counted')
