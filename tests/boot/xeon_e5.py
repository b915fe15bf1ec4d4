# SPDX-License-Identifier: BSD-2-Clause
"""The Xeon E5-2600: boxes in MSRs and PCI functions of each socket, which count what the scenario says, and whose samples
come by a proxy PMI."""

import os
import tempfile

from suite.qemu import ERROR, FAIL, PASS, boot

BOXES = ['ubox', *(f'cbox{i}' for i in range(8)), 'pcu', 'ha', *(f'imc{i}' for i in range(4)),
         'qpi0', 'qpi1', 'r2pcie', 'r3qpi0', 'r3qpi1', 'core0', 'core1']
DCLK = 800000000
RATE = 100000000 # lines read a second by channel 0 of either socket; the others read twice, three and four times as many
PERIOD = 100000
SAMPLES = 1000


def boot_with(scenario, commands, *options):
    with tempfile.TemporaryDirectory(prefix='uncork-e5-') as directory:
        path = os.path.join(directory, 'scenario')
        with open(path, 'w', encoding='ascii') as file:
            file.write(scenario)
        return boot('xeon-e5-2600', commands, '-r', path, *options)


def expect_clean(run):
    run.expect_status(PASS)
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')


def test_two_sockets_are_found_and_counted():
    """Where firmware has put the buses, and whatever nodes the sockets are. Clock and event of a channel are frozen by
    one write, so their ratio is exact however long they counted."""
    rates = ''.join(f'rate.imc{i}.CAS_COUNT.RD_REG = {(i + 1) * RATE}\nrate.imc{i}.CAS_COUNT.RD_UNDERFILL = 0\n'
                    for i in range(4))
    run = boot_with('nodes = reversed\nbus.0 = 0x2f\nbus.1 = 0x77\n' + rates,
                    '-F json info; stat -e imc*::UNC_M_CAS_COUNT:RD,imc*::UNC_M_CLOCKTICKS -t 50', '-c', '4', '-s', '2')
    expect_clean(run)
    for socket in (0, 1):
        boxes = {box['box']: box['state'] for box in run.records('box') if box['socket'] == socket}
        run.expect(boxes == dict.fromkeys(BOXES, 'found'), f'the boxes of socket {socket} are {boxes}')
        counts = {count['event'].split('::')[1].split(':')[0] + count['box']: count['value']
                  for count in run.records('count') if count['socket'] == socket}
        run.expect(len(counts) == 8, f'{len(counts)} counts of 4 channels')
        for i in range(4):
            got = counts[f'UNC_M_CAS_COUNTimc{i}'] * DCLK / counts[f'UNC_M_CLOCKTICKSimc{i}']
            run.expect(abs(got / ((i + 1) * RATE) - 1) < 0.001, f'socket {socket} imc{i} reads {got} lines a second')


def test_a_thousand_proxy_samples():
    run = boot('xeon-e5-2600', f'-F json record -e imc0::UNC_M_CAS_COUNT:RD -c {PERIOD} -n {SAMPLES}')
    expect_clean(run)
    samples = run.records('sample')
    run.expect(len(samples) == SAMPLES, f'{len(samples)} samples, asked for {SAMPLES}')
    run.expect([sample['seq'] for sample in samples] == list(range(1, SAMPLES + 1)), 'numbers are not consecutive')
    run.expect(all(sample['pmi'] == 'proxy' for sample in samples), 'a PMI is said not to be a proxy')
    run.expect(all('skew_ns' in sample for sample in samples), 'a sample does not say how far apart boxes froze')
    cycles = [value for sample in samples for name, value in sample['values'].items() if 'CYCLES' in name]
    run.expect(len(cycles) == SAMPLES and min(cycles) >= PERIOD, f'the proxy counted {min(cycles)} to {max(cycles)}')
    run.expect(run.statistics()['pmis'] >= SAMPLES, 'the silicon has sent fewer PMIs')


def test_functions_that_hide_are_named():
    run = boot('xeon-e5-2600', "-F ktap test imc*.present; test ha.present; test qpi1.present",
               '-f', 'imc2.hidden', '-f', 'ha.id=0x1234', '-f', 'qpi1.hidden')
    run.expect(run.status == FAIL, f'status {run.status} with functions missing')
    for box, word in (('imc2', 'hidden'), ('ha', '8086:1234'), ('qpi1', 'hidden')):
        run.expect(any(f'{box}.present' in line for line in run.lines if line.startswith('not ok')),
                   f'{box} is not named')
        run.expect(word in run.console, f'it is not said that {box} is {word}')
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')


def test_nothing_is_there_without_virtual_silicon():
    run = boot('bare-xeon-e5-2600', '-F json info; stat -e imc0::UNC_M_CAS_COUNT:RD -t 10')
    run.expect(run.status in (FAIL, ERROR), f'status {run.status} without any box')
    boxes = run.records('box')
    run.expect(boxes and all(box['state'] != 'found' for box in boxes), 'a box was found')
    run.expect(not run.records('count'), 'something was counted')
