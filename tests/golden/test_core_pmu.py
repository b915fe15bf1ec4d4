# SPDX-License-Identifier: BSD-2-Clause
"""Sampling by the processor's own counters, on every machine as CPUID of real ones has them and in the versions of the
architecture that it may come in: as the first command of a run, and with counters that go on behind it."""

import itertools
import json
import subprocess
import tempfile

from suite.result import require

MACHINES = ('xeon-e5-2600', 'xeon-e5-2600-v2', 'xeon-e5-2600-v3', 'xeon-e5-2600-v4', 'knights-landing', 'skylake-sp', 'cascade-lake-sp',
            'ice-lake-sp', 'sapphire-rapids', 'emerald-rapids', 'granite-rapids', 'sierra-forest', 'unknown-xeon')
VERSIONS = {3: '', 4: '', 5: 'core_pmu.lbr = architectural\n'}
STATUS, CONTROL, CLEAR, FROZEN = '0x38e', '0x38f', '0x390', 1 << 58 | 1 << 59  # LBR_FRZ, CTR_FRZ


def run(machine, commands, scenario=''):
    with tempfile.NamedTemporaryFile('w', prefix='uncork-', suffix='.scenario') as file:
        file.write(scenario)
        file.flush()
        done = subprocess.run(['build/uncork', '--machine', machine, '--cpus', '2', '--scenario', file.name, '-F', 'json', commands],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False)
    require(done.returncode == 0, f'{machine}, {scenario!r}: {commands}: status {done.returncode}\n'
                                  f'{done.stdout.decode()[-600:]}{done.stderr.decode()[-600:]}')
    return [json.loads(line) for line in done.stdout.splitlines()]


def cycles_of(machine):
    """The event of a processor's cycles, as this machine calls it."""
    return 'knl::UNHALTED_CORE_CYCLES' if machine == 'knights-landing' else 'ix86arch::UNHALTED_CORE_CYCLES'


def looks_right(machine, scenario=''):
    event = cycles_of(machine)
    said = run(machine, f'record -n 20 -e {event} -c 100000; stat -e {event} -t 1; record -n 5; stat -e {event} -t 1', scenario)
    samples = [record for record in said if record['record'] == 'sample']
    counts = [record['value'] for record in said if record['record'] == 'count']
    require(len(samples) == 25 and all(sample['freeze'] == 'hardware' for sample in samples[:20]),
            f'{machine}, {scenario!r}: {len(samples)} samples, frozen by {[sample["freeze"] for sample in samples]}')
    require(len(counts) >= 2 and all(counts), f'{machine}, {scenario!r}: counts {counts}')


def test_sampling_is_right_from_the_first_command_on():
    for machine in MACHINES:
        looks_right(machine)


def test_every_version_and_entry():
    for machine, (version, more), entry in itertools.product(('xeon-e5-2600-v4', 'skylake-sp', 'sapphire-rapids'), VERSIONS.items(),
                                                             ('edge', 'level')):
        if version == 3 and entry == 'level' and machine != 'xeon-e5-2600-v4':
            continue  # nothing says so of these before a check has asked
        looks_right(machine, f'core_pmu.version = {version}\npmi.entry = {entry}\n{more}')


def test_the_thaw_comes_before_what_counts_and_behind_what_is_put_back():
    """The first write of what starts and goes on, while the enables are 0: else it would undo the freeze of an overflow that comes between
    the two. The last of what puts everything back. Before version 4 there is none."""
    for machine, version in itertools.product(('skylake-sp', 'ice-lake-sp'), VERSIONS):
        said = run(machine, f'program -e {cycles_of(machine)} -c 1000', f'core_pmu.version = {version}\n')
        writes = [record for record in said if record['record'] == 'operation' and record['operation'] == 'write']
        for program, place in ('start', 0), ('resume', 0), ('disarm', -1):
            write = [write for write in writes if write['program'] == program][place]
            thaws = write['address'] == CLEAR and int(write['value'], 16) == FROZEN
            require(thaws == (version >= 4), f'{machine}, version {version}: {program} has {write}')


EIGHT = {'ice-lake-sp': '', 'xeon-e5-2600-v3': 'counters = 8\n'}  # general counters: by its CPUID, or with threads off


def test_each_of_eight_counters_can_be_asked_for():
    for machine, scenario in EIGHT.items():
        events = [f'{cycles_of(machine)}:counter={i}' for i in range(8)]
        said = run(machine, f'stat -t 1 -e {",".join(events)}; record -n 2 -c 100000 -e {events[7]}; list core', scenario)
        counted = {record['event'] for record in said if record['record'] == 'count' and record['value']}
        require(counted == set(events), f'{machine}: counted {sorted(counted)}')
        overflows = [name for record in said if record['record'] == 'sample' for name in record['overflow']]
        require(len(overflows) == 2 and all(name.endswith('.ctr7') for name in overflows), f'{machine}: samples of {overflows}')
        listed = {record['event']: record['counters'] for record in said if record['record'] == 'event'}
        require(listed['UNHALTED_CORE_CYCLES'] == '0-7,fixed1', f'{machine}: list says {listed}')
        box = next(record for record in said if record['record'] == 'box_type')
        require(box['counters'] == 8 and 'ctr0-7' in box['registers'] and 'counter=0-7' in box['modifiers'], f'{machine}: {box}')


def test_a_counter_that_is_not_there_is_said_to_be_so():
    for machine, counters in {'skylake-sp': 4, 'xeon-e5-2600-v3': 4, 'knights-landing': 2}.items():
        done = subprocess.run(['build/uncork', '--machine', machine, f'stat -e {cycles_of(machine)}:counter={counters}'],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=120, check=False, text=True)
        line = f'core0 has no counter {counters} for UNHALTED_CORE_CYCLES: by CPUID leaf 0xa it has {counters} counters, and 3 fixed ones'
        require(done.returncode == 2 and f'error: {line}\n' in done.stdout, f'{machine}: {done.returncode} {done.stdout}')


SLOTS = 'ix86arch::TOPDOWN:SLOTS'


def slots_refused(machine, scenario, line):
    with tempfile.NamedTemporaryFile('w', prefix='uncork-', suffix='.scenario') as file:
        file.write(scenario)
        file.flush()
        done = subprocess.run(['build/uncork', '--machine', machine, '-c', '2', '-r', file.name, f'stat -e {SLOTS}'],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=120, check=False, text=True)
    require(done.returncode == 2 and line in done.stdout, f'{machine}: {done.returncode} {done.stdout}')


def test_slots_are_counted_where_cpuid_has_their_counter():
    for machine in MACHINES[MACHINES.index('ice-lake-sp'):]:
        said = run(machine, f'stat -t 1 -e {SLOTS},{cycles_of(machine)}; record -n 2 -c 100000 -e {SLOTS}; test core0.fixed_ctr3.*')
        counts = {record['event']: record['value'] for record in said if record['record'] == 'count' and record['box'] == 'core0'}
        require(counts[SLOTS] > counts[cycles_of(machine)] > 0, f'{machine}: {counts}')
        overflows = [name for record in said if record['record'] == 'sample' for name in record['overflow']]
        require(len(overflows) == 2 and all(name.endswith('.fixed_ctr3') for name in overflows), f'{machine}: samples of {overflows}')
        checks = {record['id'].rsplit('.', 1)[1] for record in said if record['record'] == 'check'}
        require({'bits', 'counts', 'overflow', 'ratio'} <= checks, f'{machine}: checks {checks}')
    slots_refused('sierra-forest', 'core_pmu.fixed = 3\n',
                  'core0 has no counter fixed 3 for TOPDOWN:SLOTS: by CPUID leaf 0xa it has 8 counters, and 3 fixed ones\n')
    slots_refused('skylake-sp', '', "no event 'TOPDOWN' in core\n")


def test_fixed_counter_2_is_counted_by_the_names_that_others_have_for_it():
    """The clock of time stamps, on every machine; its own name, perf's, in every box or in one, perfmon's, and perfmon's code."""
    for machine in MACHINES:
        names = ('ref-cycles', 'CPU_CLK_UNHALTED.REF_TSC', 'core0::ref-cycles', 'cpu/event=0x00,umask=0x03/', 'core0::cycles')
        done = subprocess.run(['build/uncork', '--machine', machine, 'encode', *names], stdout=subprocess.PIPE, timeout=60, check=False, text=True)
        require([line.rsplit('=', 1)[1] for line in done.stdout.splitlines()] == ['0x430300'] * 4 + ['0x43003c'], f'{machine}: {done.stdout}')
        said = run(machine, 'stat -t 1 -e core0::ref-cycles; record -n 2 -c 100000 -e core0::ref-cycles')
        overflows = [name for record in said if record['record'] == 'sample' for name in record['overflow']]
        require(len(overflows) == 2 and all(name.endswith('.fixed_ctr2') for name in overflows), f'{machine}: samples of {overflows}')
        require(all(record['value'] > 0 for record in said if record['record'] == 'count'), f'{machine}: {said}')


def test_slots_have_the_name_that_perf_has_for_them():
    for machine in MACHINES[MACHINES.index('ice-lake-sp'):]:
        for word, ctl in {'slots': 0x430400, 'cpu/slots/': 0x430400, 'slots:k': 0x420400}.items():
            done = subprocess.run(['build/uncork', '--machine', machine, 'encode', word], stdout=subprocess.PIPE, timeout=60, check=False, text=True)
            require(done.stdout.startswith(SLOTS) and done.stdout.endswith(f' ctl={ctl:#x}\n'), f'{machine}, {word}: {done.stdout}')


def test_metrics_are_checked_where_there_are_slots_to_divide():
    """By default where a dump has the counter of slots; without their bit of IA32_PERF_CAPABILITIES nothing touches them."""
    for machine, scenario, checked in (('ice-lake-sp', '', True), ('granite-rapids', '', True), ('sierra-forest', '', False),
                                       ('ice-lake-sp', 'perf_capabilities = 0x3000\n', False), ('cascade-lake-sp', '', False)):
        said = run(machine, 'test core*.*', scenario)
        results = {record['id'].split('.', 1)[1]: record['result'] for record in said if record['record'] == 'check'}
        require(('core0.metrics' in results) == checked, f'{machine}, {scenario!r}: {[name for name in results if "metrics" in name]}')
        require('fail' not in results.values(), f'{machine}, {scenario!r}: {results}')


def test_a_counter_of_slots_that_is_broken_is_named():
    for fault, check in {'dead': 'counts', 'rate=2': 'ratio', 'silent': 'overflow', 'width=32': 'bits'}.items():
        done = subprocess.run(['build/uncork', '--machine', 'ice-lake-sp', '-c', '2', '-f', f'core0.fixed_ctr3.{fault}', '-F', 'json',
                               'test core0.fixed_ctr3.*'],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=120, check=False)
        records = [json.loads(line) for line in done.stdout.splitlines()]
        failed = [record['id'] for record in records if record['record'] == 'check' and record['result'] == 'fail']
        require(done.returncode == 1 and any(name.endswith(f'core0.fixed_ctr3.{check}') for name in failed), f'{fault}: {failed}')
