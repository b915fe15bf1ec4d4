# SPDX-License-Identifier: BSD-2-Clause
"""Linux, which nobody here wrote, on the virtual silicon: its drivers find the boxes, and what they count is what the model
says. tests/guests/known.py has what is known to be otherwise. Each test leaves a row for docs/guests.md in build/guests."""

import os
import re
import subprocess
import sys

import known
import plan
import pytest

from suite.qemu import PASS, boot
from suite.result import TOP, Failure, require

sys.path.insert(0, os.path.join(TOP, 'tools'))
from qemu import violations  # noqa: E402

PLACE = 'build/guests'
PROGRAM = 'build/guests/pmu'
UNAVAILABLE = 3  # of tools/guest
WINDOW_MS = 20
QUIET = 'quiet nmi_watchdog=0'
ICOUNT = '--qemu=-icount shift=4,sleep=off'
SAMPLE_PERIOD, SAMPLES = 1000003, 200

# One processor runs on each socket: a driver counts for its package from there. Cores that there are, but do not run, tell it
# how many boxes there are.
MACHINES = {
    'xeon-7500': {'boot': ['-c', '8'], 'pmus': ['bbox_0', 'bbox_1', 'cbox_7', 'mbox_1', 'rbox_1', 'sbox_1', 'ubox', 'wbox']},
    'xeon-e7': {'boot': ['-c', '10'], 'pmus': ['bbox_1', 'cbox_9', 'mbox_1', 'rbox_1', 'sbox_1', 'ubox', 'wbox']},
    'xeon-e5-2600': {'boot': ['-c', '16', '-s', '2'], 'model': ['--sockets', '2', '--cpus', '1'], 'online': [8],
                     'pmus': ['cbox_7', 'ha', 'imc_3', 'pcu', 'qpi_1', 'r2pcie', 'r3qpi_1', 'ubox']},
    'xeon-e5-2600-v2': {'boot': ['-c', '15'], 'pmus': ['cbox_14', 'ha_1', 'imc_7', 'irp', 'pcu', 'qpi_2', 'r2pcie', 'r3qpi_2',
                                                       'ubox']},
    'knights-landing': {'boot': ['-c', '2'], 'pmus': ['cha_37', 'edc_eclk_7', 'edc_uclk_7', 'imc_5', 'imc_uclk_1', 'irp',
                                                      'm2pcie', 'pcu', 'ubox']},
}
SAMPLED = ('xeon-e5-2600', 'xeon-e5-2600-v2', 'knights-landing')


def put(name, text):
    os.makedirs(PLACE, exist_ok=True)
    path = os.path.join(PLACE, name)
    with open(path, 'w', encoding='ascii') as file:
        file.write(text)
    return path


def make_guest(name, script, *files):
    """A directory with kernel and initial RAM disk; the test is skipped where packages cannot be had."""
    directory = os.path.join(PLACE, name)
    done = subprocess.run(['tools/guest', '-o', directory, '--script', put(name + '.sh', script), PROGRAM, *files],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode == UNAVAILABLE:
        pytest.skip(done.stderr.strip())
    require(done.returncode == 0, f'tools/guest: {done.stderr}')
    return directory


def start(machine, directory, append, *options, seconds=600):
    return boot(machine, '', '--tolerant', '-k', f'{directory}/vmlinuz', '--initrd', f'{directory}/initrd.img', '--append',
                append, *options, seconds=seconds)


def said(run, word):
    """The words behind `pmu: WORD` of all such lines. What says `done` has said everything."""
    run.expect('pmu: done' in run.console, 'the program in the guest did not come to its end')
    found = [line.split()[2:] for line in run.lines if line.startswith(f'pmu: {word} ')]
    return found


def expect_known_violations(run, machine):
    unknown = [rule for rule in violations.grouped(run.log.splitlines()) if not known.why_violated(machine, rule)]
    run.expect(not unknown, 'violations that are not known:\n' + '\n'.join(unknown))


# ---- counting -------------------------------------------------------------------------------------------------

class Counts:
    """What a guest has counted, beside what the model says."""

    def __init__(self, machine, paired, types, rates):
        self.machine, self.paired, self.types, self.rates = machine, paired, types, rates
        self.compared, self.largest, self.wrong = 0, 0.0, []
        self.events = set()

    def pair(self, identifier):
        box, number = identifier.split('.')
        return box, *self.paired[box][int(number)]

    def expected(self, instance, socket, event, reference, counted):
        """None if the model counts no reference."""
        rates = [self.rates.get((instance, socket, plan.key_of(one.name))) for one in (event, reference)]
        return counted * rates[0] / rates[1] if rates[0] is not None and rates[1] else None

    def take(self, identifier, pmu, cpu, value, counted):
        box, event, reference = self.pair(identifier)
        instance = box + (pmu.removeprefix(self.types[box]['perf']).strip('_') if box != 'core' else cpu)
        wanted = self.expected(instance, int(cpu != '0'), event, reference, int(counted))
        self.compared += 1
        self.events.add(event.name)
        if wanted is None:
            self.wrong.append(f'{event.name} on {pmu}: the model does not count it beside {reference.name}')
            return
        off = abs(int(value) - wanted)
        part = off / wanted if wanted else float(off > 0)
        if off <= known.COUNTS:
            return
        if part > known.part_of(self.machine, box):
            self.wrong.append(f'{event.name} on {pmu}, processor {cpu}: {value}, expected {wanted:.0f}, '
                              f'beside {counted} of {reference.name}')
        elif known.part_of(self.machine, box) == known.PART:
            self.largest = max(self.largest, part)


def prepare(machine):
    """(pairs, rates, types of boxes, what Linux cannot say by what we know)."""
    found, _, types = plan.events(machine)
    unsaid = [event.name for those in found.values() for event in those if known.why_unsaid(machine, event)]
    found = {box: [event for event in those if event.name not in unsaid] for box, those in found.items()}
    paired = plan.pairs(found)
    return paired, plan.model_rates(machine, paired, MACHINES[machine].get('model', [])), types, unsaid


def count_script(machine):
    """A driver that is loaded before its socket has a processor does not find that socket's PCI boxes."""
    online = [f'echo 1 > /sys/devices/system/cpu/cpu{cpu}/online' for cpu in MACHINES[machine].get('online', [])]
    again = ['rmmod intel_uncore', *online, 'insmod /modules/intel-uncore.ko'] if online else []
    return '\n'.join(['ulimit -n 16384', *again, '/pmu list', f'/pmu count {WINDOW_MS} < /plan']) + '\n'


def expect_pmus(run, machine):
    """The list of PMUs, kept for whoever wants to know what Linux shows there."""
    devices = [words[0] for words in said(run, 'device')]
    missing = [name for name in MACHINES[machine]['pmus'] if 'uncore_' + name not in devices]
    run.expect(not missing, f'PMUs are missing: {missing}; there are {devices}')
    shown = [line for line in run.lines if line.startswith(('pmu: device ', 'pmu: format ', 'pmu: event '))]
    put(f'{machine}.sysfs', '\n'.join(sorted(shown)) + '\n')
    return [name for name in devices if name.startswith('uncore_') or name == 'cpu']


@pytest.mark.parametrize('machine', MACHINES)
def test_counts_are_the_models(machine):
    paired, rates, types, unsaid = prepare(machine)
    counts = Counts(machine, paired, types, rates)
    text = put(f'{machine}.plan', plan.plan_text(paired, types))
    directory = make_guest(machine, count_script(machine), f'{text}:plan')
    scenario = put(f'{machine}.scenario', MACHINES[machine].get('scenario', ''))
    run = start(machine, directory, f'{QUIET} maxcpus=1', *MACHINES[machine]['boot'], '-r', scenario)
    put(f'{machine}.console', run.console)
    put(f'{machine}.log', run.log)
    run.expect_status(PASS)
    pmus = expect_pmus(run, machine)
    for words in said(run, 'count'):
        counts.take(*words)
    refused = {counts.pair(words[0])[1].name for words in said(run, 'refused') + said(run, 'unsaid')}
    unknown = [name for name in refused if not known.why_refused(machine, name)]
    put(f'{machine}.row', f'| {machine} | {len(pmus)} | {len(counts.events)} | {counts.compared} | {counts.largest:.1e} | '
                          f'{len(unsaid) + len(refused)} |\n')
    if counts.wrong or unknown or not counts.compared:
        raise Failure('\n'.join([f'{len(counts.wrong)} of {counts.compared} counts are wrong', *counts.wrong[:40],
                                 f'{len(unknown)} events are refused', *unknown[:40]]))
    expect_known_violations(run, machine)


# ---- sampling ---------------------------------------------------------------------------------------------------

@pytest.mark.parametrize('machine', SAMPLED)
def test_each_overflow_is_a_sample(machine):
    """With instructions as clock nothing is late: the kernel's samples, the silicon's PMIs, and overflows by the period."""
    directory = make_guest('sample', f'/pmu sample {SAMPLE_PERIOD} {SAMPLES}\n')
    run = start(machine, directory, QUIET + ' maxcpus=1', '-c', '1', ICOUNT)
    run.expect_status(PASS)
    (samples, lost, period, count), = [[int(word) for word in words] for words in said(run, 'samples')]
    statistics = run.statistics()
    put(f'{machine}.samples', f'| {machine} | {samples} | {statistics["pmis"]} | {count} | {period} |\n')
    run.expect(samples >= SAMPLES and lost == 0, f'{samples} samples, {lost} lost')
    run.expect(samples == statistics['pmis'] == statistics['overflows'],
               f'{samples} samples, {statistics["pmis"]} PMIs, {statistics["overflows"]} overflows')
    run.expect(count // period == samples, f'{samples} samples of {count} cycles, one for each {period}')
    run.expect(re.search(r'pmis_delivered=(\d+)', run.log)[1] == str(samples), 'PMIs were not delivered')
    expect_known_violations(run, machine)
