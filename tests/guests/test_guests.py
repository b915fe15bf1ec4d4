# SPDX-License-Identifier: BSD-2-Clause
"""Linux, which nobody here wrote, on the virtual silicon: its drivers find the boxes, and what they count is what the model
says. tests/guests/known.py has what is known to be otherwise. Each test leaves a row for docs/guests.md in build/guests."""

import collections
import fnmatch
import functools
import os
import re
import subprocess
import sys

import known
import plan
import pytest
import spelling

from suite.qemu import PASS, TIMEOUT, boot
from suite.result import TOP, Failure, require

sys.path.insert(0, os.path.join(TOP, 'tools'))
from qemu import violations  # noqa: E402

PLACE = 'build/guests'
PROGRAM = 'build/guests/pmu'
UNAVAILABLE = 3  # of tools/guest
WINDOW_MS = 20
QUIET = 'quiet nmi_watchdog=0 no_timer_check'  # that one waits for a host that may be busy
ICOUNT = '--qemu=-icount shift=4,sleep=off'
SAMPLE_PERIOD, SAMPLES = 1000003, 200

# One processor runs on each socket: a driver counts for its package from there. Cores that there are, but do not run, tell it
# how many boxes there are.
MACHINES = {
    'xeon-7500': {'boot': ['-c', '8'], 'pmus': ['bbox_0', 'bbox_1', 'cbox_7', 'mbox_1', 'rbox_1', 'sbox_1', 'ubox', 'wbox']},
    'xeon-e7': {'boot': ['-c', '10'], 'pmus': ['bbox_1', 'cbox_9', 'mbox_1', 'rbox_1', 'sbox_1', 'ubox', 'wbox']},
    'xeon-e5-2600': {'boot': ['-c', '16', '-s', '2'], 'model': ['--sockets', '2', '--cpus', '2'], 'online': [8],
                     'pmus': ['cbox_7', 'ha', 'imc_3', 'pcu', 'qpi_1', 'r2pcie', 'r3qpi_1', 'ubox']},
    # Linux has room for two R3QPI links, and writes behind it where there is a third.
    'xeon-e5-2600-v2': {'boot': ['-c', '15'], 'faults': ['-f', 'r3qpi2.hidden'],
                        'pmus': ['cbox_14', 'ha_1', 'imc_7', 'irp', 'pcu', 'qpi_2', 'r2pcie', 'r3qpi_1', 'ubox']},
    'xeon-e5-2600-v3': {'boot': ['-c', '18'], 'pmus': ['cbox_17', 'ha_1', 'imc_7', 'irp', 'pcu', 'qpi_2', 'r2pcie', 'r3qpi_1', 'sbox_3',
                                                       'ubox']},
    'xeon-e5-2600-v4': {'boot': ['-c', '24'], 'pmus': ['cbox_23', 'ha_1', 'imc_7', 'irp', 'pcu', 'qpi_2', 'r2pcie', 'r3qpi_1', 'sbox_3',
                                                       'ubox']},
    'skylake-sp': {'boot': ['-c', '16'], 'pmus': ['cha_11', 'iio_0', 'irp_0', 'imc_0', 'm2m_0', 'm3upi_0', 'pcu', 'ubox', 'upi_0']},
    'ice-lake-sp': {'boot': ['-c', '16'], 'pmus': ['cha_11', 'iio_0', 'irp_0', 'imc_0', 'm2m_0', 'm3upi_0', 'pcu', 'ubox', 'upi_0']},
    'sapphire-rapids': {'boot': ['-c', '8'], 'pmus': ['cha_0', 'iio_0', 'irp_0', 'imc_0', 'm2m_0', 'm3upi_0', 'pcu', 'upi_0', 'mdf_0']},
    'knights-landing': {'boot': ['-c', '2'], 'pmus': ['cha_37', 'edc_eclk_7', 'edc_uclk_7', 'imc_5', 'imc_uclk_1', 'irp',
                                                      'm2pcie', 'pcu', 'ubox']},
}
SAMPLED = ('xeon-7500', 'xeon-e7', 'xeon-e5-2600', 'xeon-e5-2600-v2', 'xeon-e5-2600-v3', 'xeon-e5-2600-v4', 'skylake-sp', 'ice-lake-sp',
           'knights-landing')


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


def start(machine, directory, append, *options, scenario='', seconds=600):
    """A guest that came to its end, with nothing but the scenario that counts."""
    scenario = put(f'{machine}.scenario', 'work = off\n' + scenario)
    run = boot(machine, '', '--tolerant', '-k', f'{directory}/vmlinuz', '--initrd', f'{directory}/initrd.img', '-r', scenario,
               *MACHINES[machine].get('faults', []), '--append', f'{QUIET} {append}', *options, seconds=seconds)
    run.expect(not re.search('BUG:|Oops:|Kernel panic', run.console), 'the kernel has failed')
    run.expect_status(PASS)
    return run


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

    def rate(self, event, pmu, cpu):
        """Counts a nanosecond; None if the model has no such thing."""
        instance = event.box + (pmu.removeprefix(self.types[event.box]['perf']).strip('_') if event.box != 'core' else cpu)
        return self.rates.get((instance, int(cpu != '0'), plan.key_of(event.name)))

    def refuse(self, event, pmu, cpu, reason):
        self.wrong.append(f'{event.name} on {pmu}, processor {cpu}: {reason}')

    def take(self, identifier, pmu, cpu, value, counted):
        """A count beside that of its reference."""
        _, event, reference = self.pair(identifier)
        rates = [self.rate(one, pmu, cpu) for one in (event, reference)]
        self.compared += 1
        self.events.add(event.name)
        if rates[0] is None or not rates[1]:
            self.refuse(event, pmu, cpu, f'the model does not count it beside {reference.name}')
            return
        wanted = int(counted) * rates[0] / rates[1]
        off = abs(int(value) - wanted)
        part = off / wanted if wanted else float(off > 0)
        if off <= known.COUNTS:
            return
        if part > known.PART:
            self.refuse(event, pmu, cpu, f'{value}, expected {wanted:.0f}, beside {counted} of {reference.name}')
        else:
            self.largest = max(self.largest, part)

    def take_alone(self, identifier, pmu, cpu, value, least_ns, most_ns):
        """A count between what the shortest and the longest time make of it: however long the host let the guest wait."""
        _, event, _ = self.pair(identifier)
        rate = self.rate(event, pmu, cpu)
        self.compared += 1
        self.events.add(event.name)
        if rate is None:
            self.refuse(event, pmu, cpu, 'the model does not count it')
            return
        least, most = int(least_ns) * rate * (1 - known.CLOCKS), int(most_ns) * rate * (1 + known.CLOCKS)
        if not least - known.COUNTS <= int(value) <= most + known.COUNTS:
            self.refuse(event, pmu, cpu, f'{value}, expected {least:.0f} to {most:.0f}')

    def take_all(self, run):
        for words in said(run, 'count'):
            self.take(*words)
        for words in said(run, 'alone'):
            self.take_alone(*words)


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


# A guest that has counted, what it counted, and all events that there are.
Guest = collections.namedtuple('Guest', 'run counts unsaid found')


@functools.lru_cache(maxsize=None)
def counted(machine):
    """One boot for all that is asked of it."""
    found, _, types = plan.events(machine)
    unsaid = [event.name for those in found.values() for event in those if known.why_unsaid(machine, event)]
    sayable = {box: [event for event in those if event.name not in unsaid] for box, those in found.items()}
    paired = plan.pairs(sayable, known.alone(machine))
    counts = Counts(machine, paired, types, plan.model_rates(machine, paired, MACHINES[machine].get('model', [])))
    text = put(f'{machine}.plan', plan.plan_text(paired, types))
    directory = make_guest(machine, count_script(machine), f'{text}:plan')
    run = start(machine, directory, 'maxcpus=1', *MACHINES[machine]['boot'])
    put(f'{machine}.console', run.console)
    put(f'{machine}.log', run.log)
    counts.take_all(run)
    return Guest(run, counts, unsaid, found)


@pytest.mark.parametrize('machine', MACHINES)
def test_counts_are_the_models(machine):
    run, counts, unsaid, _ = counted(machine)
    pmus = expect_pmus(run, machine)
    refused = {counts.pair(words[0])[1].name for words in said(run, 'refused') + said(run, 'unsaid')}
    unknown = [name for name in refused if not known.why_refused(machine, name)]
    put(f'{machine}.row', f'| {machine} | {len(pmus)} | {len(counts.events)} | {counts.compared} | {counts.largest:.1e} | '
                          f'{len(unsaid) + len(refused)} |\n')
    put(f'{machine}.wrong', ''.join(line + '\n' for line in counts.wrong))
    if counts.wrong or unknown or not counts.compared:
        raise Failure('\n'.join([f'{len(counts.wrong)} of {counts.compared} counts are wrong', *counts.wrong[:40],
                                 f'{len(unknown)} events are refused', *unknown[:40]]))
    expect_known_violations(run, machine)


# ---- spellings --------------------------------------------------------------------------------------------------

@pytest.mark.parametrize('machine', MACHINES)
def test_what_linux_shows_is_understood(machine):
    """Aliases and format fields, of the sysfs of a kernel that runs here."""
    run, counts, _, found = counted(machine)
    refused, count = spelling.refused(machine, run.lines, found, counts.types)
    put(f'{machine}.spellings', f'| {machine} | {count} | {len(refused)} |\n')
    unknown = [text for text in refused if not known.why_not_taken(machine, text)]
    require(count > 10, f'only {count} spellings are shown')
    require(not unknown, f'of {count} spellings these are refused: {unknown}')
    stale = [pattern for pattern in known.not_taken(machine) if not fnmatch.filter(refused, pattern)]
    require(not stale, f'these are said to be refused and are taken: {stale}')


# ---- faults -----------------------------------------------------------------------------------------------------

def test_a_broken_counter_is_named():
    """The same plan and the same judgement, of memory channels alone: one of them has a counter that does not count."""
    machine = 'xeon-e5-2600'
    found, _, types = plan.events(machine)
    paired = plan.pairs({'imc': found['imc'][:8]})
    counts = Counts(machine, paired, types, plan.model_rates(machine, paired, []))
    directory = make_guest('fault', f'ulimit -n 16384\n/pmu list\n/pmu count {WINDOW_MS} < /plan\n',
                           put('fault.plan', plan.plan_text(paired, types)) + ':plan')
    run = start(machine, directory, 'maxcpus=1', '-c', '1', '-f', 'imc0.ctr0.dead')
    counts.take_all(run)
    run.expect(counts.compared > 16, f'{counts.compared} counts')
    run.expect(counts.wrong and all(' on uncore_imc_0, ' in line for line in counts.wrong),
               'not imc0, or not it alone, is named:\n' + '\n'.join(counts.wrong))


# ---- ways out ---------------------------------------------------------------------------------------------------

@pytest.mark.parametrize('script, status', [('true', PASS), ('exit 77', 77), ('reboot -f', TIMEOUT), ('poweroff -f', TIMEOUT),
                                            ('echo c > /proc/sysrq-trigger', TIMEOUT)])
def test_what_a_script_ends_with_is_the_status(script, status):
    """And no end of the machine is a success by itself."""
    directory = make_guest('out', script + '\n')
    run = boot('xeon-e5-2600', '', '--tolerant', '-k', f'{directory}/vmlinuz', '--initrd', f'{directory}/initrd.img',
               '--append', f'{QUIET} panic=-1', '-c', '1', seconds=600)
    run.expect_status(status)
    run.expect(run.statistics()['exits_cpuid'] > 0, "the silicon's account is empty")


# ---- bandwidth --------------------------------------------------------------------------------------------------

# Of memory channel n, a second: (first, more for each n), of all that reads and all that writes. No two are alike.
CAS = {'RD_REG': (40000000, 5000000), 'RD_UNDERFILL': (1000000, 1000000), 'WR_WMM': (20000000, 3000000),
       'WR_RMM': (2000000, 2000000)}
CHANNELS, LINE_BYTES = 4, 64
# The tools divide by a time that they take themselves, whatever the host does in between, so that of all their seconds the
# best is held against the scenario. What is read for what is written is exact with PCM; LIKWID sets one counter after the
# other to 0 while they count.
EXACT, IN_TURN, OF_TIME = 2e-3, 1e-2, 5e-2
# What their packages ask for and nothing here runs.
NEEDLESS = [word for name in ('perl*', 'python3*', 'dpkg', 'tar', 'install-info', 'gcc-*-base', 'hwdata', '*.ids')
            for word in ('--without', name)]


def channels():
    """[(MB/s read, MB/s written)] of the scenario."""
    rates = [{name: first + more * n for name, (first, more) in CAS.items()} for n in range(CHANNELS)]
    return [tuple(sum(rate[name] for name in CAS if name.startswith(kind)) * LINE_BYTES / 1e6 for kind in ('RD', 'WR'))
            for rate in rates]


def tool_run(name, *packages):
    """What a tool of Debian's says in a guest with that bandwidth."""
    machine = 'xeon-e5-2600'
    rates = ''.join(f'rate.imc{n}.CAS_COUNT.{event} = {first + more * n}\n'
                    for n in range(CHANNELS) for event, (first, more) in CAS.items())
    directory = make_guest(name, TOOLS[name], '--module', 'msr', *NEEDLESS,
                           *(word for package in packages for word in ('--package', package)))
    run = start(machine, directory, '', '-c', '2', scenario=rates)
    put(f'{name}.console', run.console)
    return run


def expect_near(run, what, values, wanted, part):
    """The best of the values is the one wanted, but for a part of it."""
    off = min((abs(value - wanted) / wanted for value in values), default=1.0)
    run.expect(off <= part, f'{what}: {values}, expected {wanted:.2f}')
    return off


# LIKWID 5.2 follows a PCI device to its package, and a pointer to nowhere where hwloc has it in the machine alone, as it is with
# one socket: hwloc is told.
TOOLS = {'pcm': 'dmesg | grep "tsc: Detected"\npcm-memory 1 -i=5 -csv\n',
         'likwid': "export HWLOC_PCI_LOCALITY='0000:00-ff 0x1'\n" + 3 * 'likwid-perfctr -M 0 -C 0 -g MEM -O sleep 1\n'}


def second_of_pcm(run):
    """PCM takes the frequency that the name of the processor has for that of its time-stamp counter, which is QEMU's."""
    detected = re.search(r'tsc: Detected ([\d.]+) MHz', run.console)
    nominal = re.search(r'^Nominal core frequency: (\d+) Hz', run.console, re.MULTILINE)
    run.expect(detected and nominal, 'no frequencies are shown')
    return float(nominal[1]) / (float(detected[1]) * 1e6)


def test_memory_page_of_pcm():
    """Per channel, in PCM's own order of them, and the sum."""
    run = tool_run('pcm', 'pcm')
    rows = [[float(word) for word in line.split(',')[2:] if word.strip()]
            for line in run.lines if re.match(r'\d{4}-\d\d-\d\d,', line)]
    run.expect(rows, 'PCM shows no bandwidth')
    wanted = channels()
    for row in rows:
        shown = sorted(zip(row[0:2 * CHANNELS:2], row[1:2 * CHANNELS:2]))
        for (read, written), (its_read, its_written) in zip(shown, wanted):
            expect_near(run, 'read for each write', [read / written], its_read / its_written, EXACT)
    for place, those in enumerate(zip(*wanted), 2 * CHANNELS):
        expect_near(run, 'MB/s in all', [row[place] for row in rows], sum(those) * second_of_pcm(run), OF_TIME)


def test_mem_group_of_likwid():
    """Per channel in the order of PCI functions, and the sum."""
    run = tool_run('likwid', 'likwid', 'bash')
    for n, (read, written) in enumerate(channels()):
        counts = [[int(value) for value in re.findall(rf'^CAS_COUNT_..,MBOX{n}C{counter},(\d+)', run.console, re.MULTILINE)]
                  for counter in (0, 1)]
        run.expect(len(counts[0]) == len(counts[1]) == 3 and all(counts[1]), f'LIKWID counts nothing of channel {n}')
        expect_near(run, f'read for each write of channel {n}', [a / b for a, b in zip(*counts)], read / written, IN_TURN)
    for word, wanted in (('read', sum(read for read, _ in channels())), ('write', sum(written for _, written in channels()))):
        shown = re.findall(rf'^Memory {word} bandwidth \[MBytes/s\],([\d.]+)', run.console, re.MULTILINE)
        expect_near(run, f'{word} MB/s in all', [float(value) for value in shown], wanted, OF_TIME)


# ---- sampling ---------------------------------------------------------------------------------------------------

@pytest.mark.parametrize('machine', SAMPLED)
def test_each_overflow_is_a_sample(machine):
    """With instructions as clock nothing is late: the kernel's samples, the silicon's PMIs, and overflows by the period."""
    directory = make_guest('sample', f'/pmu sample {SAMPLE_PERIOD} {SAMPLES}\n')
    run = start(machine, directory, 'maxcpus=1', '-c', '1', ICOUNT)
    (samples, lost, period, count), = [[int(word) for word in words] for words in said(run, 'samples')]
    statistics = run.statistics()
    put(f'{machine}.samples', f'| {machine} | {samples} | {count} | {period} |\n')
    run.expect(samples >= SAMPLES and lost == 0, f'{samples} samples, {lost} lost')
    run.expect(samples == statistics['pmis'] == statistics['overflows'],
               f'{samples} samples, {statistics["pmis"]} PMIs, {statistics["overflows"]} overflows')
    run.expect(count // period == samples, f'{samples} samples of {count} cycles, one for each {period}')
    run.expect(re.search(r'pmis_delivered=(\d+)', run.log)[1] == str(samples), 'PMIs were not delivered')
    expect_known_violations(run, machine)
