# SPDX-License-Identifier: BSD-2-Clause
"""Sound silicon passes with the CPUID of every real machine that fits one of ours, with one and two threads a core. A tenth of the
dumps in turn, and each whose core PMU differs from its part's, is tried, one of each machine with both; `make dumps`, or `tests/run golden/dumps --dumps all`, tries each."""

import json
import re
import subprocess
import tempfile

from suite.result import require

MACHINES = ('xeon-7500', 'xeon-e7', 'xeon-e5-2600', 'xeon-e5-2600-v2', 'xeon-e5-2600-v3', 'xeon-e5-2600-v4', 'skylake-sp', 'cascade-lake-sp',
            'ice-lake-sp', 'knights-landing', 'sapphire-rapids', 'emerald-rapids', 'granite-rapids')
COMMANDS = 'info; test; record -n 4'


def dumps_of(machine):
    said = subprocess.run(['build/uncork', '--machine', machine, '--silicon-settings'], check=True, stdout=subprocess.PIPE, text=True).stdout
    return re.search(r'^cpuid\tnone (.*)$', said, re.MULTILINE)[1].split()


def run(machine, scenario, commands=COMMANDS):
    """What ends the run, and its records; a violation is a line on standard error."""
    with tempfile.NamedTemporaryFile('w', prefix='uncork-', suffix='.scenario') as file:
        file.write(scenario)
        file.flush()
        done = subprocess.run(['build/uncork', '--machine', machine, '--cpus', '2', '--scenario', file.name, '-F', 'json', commands],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300, check=False, text=True)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    failed = [record for record in records if record['record'] == 'check' and record['result'] == 'fail']
    require(done.returncode == 0 and not done.stderr and not failed,
            f'{machine}, {scenario!r}: status {done.returncode}, {failed[:3]}, {records[-1]}\n{done.stderr[:300]}')
    return records


def core_pmu(records):
    """What CPUID says of the core PMU, as `info` has it."""
    return next(({name: record[name] for name in ('version', 'counters', 'counter_bits', 'fixed_counters') if name in record}
                 for record in records if record['record'] == 'core_pmu'), None)


def tried(machine, scenario, threads):
    records = run(machine, scenario + f'threads = {threads}\n')
    pmu = core_pmu(records)
    require(pmu is not None, f'{machine}, {scenario!r}: info has no core PMU')
    samples = sum(record['record'] == 'sample' for record in records)
    require(samples == 4, f'{machine}, {scenario!r}: {samples} samples')
    return pmu


def test_every_dump_passes(request):
    whole, kinds, count = request.config.getoption('--dumps') == 'all', {}, 0
    for machine in MACHINES:
        for dump in dumps_of(machine):
            count += 1
            pmu = run(machine, f'cpuid = {dump}\n', 'info') if not whole else []
            kind = (machine, json.dumps(core_pmu(pmu)))
            if not whole and kind in kinds and count % 10:
                continue
            first = machine not in {known for known, _ in kinds}
            kinds[kind] = [tried(machine, f'cpuid = {dump}\n', threads) for threads in ((1, 2) if whole or first else (2,))]
    require(count >= 71, f'{count} dumps')


# {CPUID leaf 0AH EBX: at least so many checks are untested}
UNTESTED = {1: 40, 2: 2, 4: 1, 32: 0, 255: 42}


def test_checks_without_an_event_are_untested():
    """CPUID leaf 0AH EBX, a bit for each event: cycles, instructions, reference cycles, branches, and all of them. Where a hunt
    gets to depends on the moment at which a counter stops: it does not fail, and is not compared."""
    for machine, masks in ('xeon-7500', (1, 2, 4, 32, 255)), ('skylake-sp', (255,)), ('knights-landing', (255,)), ('sapphire-rapids', (4, 255)):
        whole = {record['id']: record for record in run(machine, 'core_pmu.missing = 0\n', 'test') if record['record'] == 'check'}
        for missing in masks:
            said = {record['id']: record for record in run(machine, f'core_pmu.missing = {missing}\n', 'test') if record['record'] == 'check'}
            changed = [check for check in said if check not in whole or '.hunt.' not in check and said[check]['result'] != whole[check]['result']]
            wrong = [said[check] for check in changed
                     if said[check]['result'] != 'untested' or 'CPUID leaf 0xa' not in said[check]['message']]
            require(said.keys() == whole.keys() and not wrong, f'{machine}, without {missing}: {wrong[:3]}')
            require(len(changed) >= UNTESTED[missing], f'{machine}, without {missing}: {len(changed)} checks are untested')
