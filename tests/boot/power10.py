# SPDX-License-Identifier: BSD-2-Clause
"""POWER10: the same engines as POWER9's with another catalog, of which nothing is taken to be as it is there. And catalogs that
are another processor's, for which no silicon is blamed."""

import glob
import os
import subprocess
import tempfile

import pytest

from suite.posted import expect_all_pass, expect_clean, expect_found, real_events
from suite.qemu import ERROR, FAIL, PASS, boot
from suite.result import Skip

CATALOG = {'power9': 'build/catalog-power9.dtb', 'power10': 'build/catalog-power10.dtb'}

# A sibling checkout may hold the lists of what is in the catalogs of real machines; that of POWER11 is the same.
EVENTS = '../*/facts/events/power1[01]-imc.tsv'

# What no source says of this processor, so that no check of it can judge.
UNKNOWN = {'power10.core0.clock-rate', 'power10.core1.clock-rate'}

# The availability word: link 0 is an X link, 2 an A link, 3 OpenCAPI; of PCI controllers, memory buffers and accelerators
# only the last buffer is there.
LINKS = 'nest.available = 0x00146e0000000080\n'
LINKED = {'pb', 'pau', 'mcs01', 'mcs23', 'xlink0', 'alink2', 'otl3_0', 'otl3_1', 'ocmb15',
          *(f'phb{i}_{j}' for i in range(2) for j in range(3))}


def boot_with(scenario, command, *options):
    with tempfile.NamedTemporaryFile('w', suffix='.txt') as file:
        file.write(scenario)
        file.flush()
        return boot('power10', command, '-r', file.name, *options)


# ---- good silicon --------------------------------------------------------------------------------

def test_every_check_passes():
    run, checks = expect_all_pass('power10')
    for box in ('machine', 'pb', 'pau', 'mcs23', 'pec1', 'xlink7', 'otl7_1', 'phb1_2', 'nx', 'ocmb15', 'core1', 'thread4', 'trace0'):
        run.expect(any(name.startswith(f'power10.{box}.') for name in checks), f'{box} has no check')
    skipped = {name for name, (result, _) in checks.items() if result == 'skip'}
    run.expect(skipped == {*UNKNOWN, 'power10.machine.chips-apart'}, f'skipped: {skipped}')


def test_two_chips():
    """Checks of each kind of box."""
    run = boot('power10', '-F json test machine.*; test *.nest.*; test *ocmb15.*; test *core1.*', '-s', '2')
    expect_clean(run)
    checks = {check['id']: check['result'] for check in run.records('check')}
    run.expect('fail' not in checks.values(), 'a check fails')
    run.expect(checks['power10.machine.chips-apart'] == 'pass', 'the chips were not told apart')
    run.expect({'power10.socket1.ocmb15.counts', 'power10.socket1.core1.counts', 'power10.socket1.pb.nest.groups'} <= checks.keys(), 'the second chip has no check')


DOTTED = ('core_imc/CPM_DATA_FROM_L3.1/', 'thread_imc/CPM_INST_FROM_L3.1/')


def test_a_session():
    """An inventory, counts of events whose names have dots, and samples; then one event of each nest unit, the last, at the rate that
    silicon/imc_scenario.h gives its offset."""
    run = boot('power10', f'-F json info; list; stat -e {DOTTED[0]},{DOTTED[1]},core::CPM_DATA_FROM_L3.1 -t 20; record -e trace_imc/trace_cycles/ -n 200 -C 1')
    expect_clean(run)
    boxes = run.records('box')
    run.expect(len(boxes) == 63 and all(box['state'] == 'found' for box in boxes), f'{len(boxes)} boxes, or not all were found')
    facts = {fact['name']: fact['value'] for fact in run.records('fact')}
    run.expect('POWER10 DD2.0' in facts['version'] and '(57 nest, 1 core, 1 thread, 1 trace), 422 events' in facts['IMC catalog'],
               f'facts are {facts}')
    counts = [count for count in run.records('count') if 'value' in count]
    run.expect({count['event'] for count in counts} == set(DOTTED) and len(counts) == 6, f'{counts}')
    run.expect(all(count['value'] for count in counts), 'a counter stands still')
    samples = run.records('sample')
    run.expect(len(samples) == 200 and all(a['tsc'] < b['tsc'] for a, b in zip(samples, samples[1:])), f'{len(samples)} samples')
    expect_rates({event['box']: event for event in run.records('event')})


def expect_rates(events):
    nest = {box: event for box, event in events.items() if box not in ('core', 'thread', 'trace')}
    asked = ','.join(f"{box}:{event['offset']}" for box, event in nest.items())
    run = boot('power10', f'-F json stat -t 300 -e {asked}')
    expect_clean(run)
    run.expect(len(nest) == 57, f'{len(nest)} nest units')
    counts = {count['box']: count for count in run.records('count')}
    run.expect(counts.keys() == nest.keys(), f'counted were {sorted(counts)}')
    for box, count in counts.items():
        scale, word = int(nest[box]['scale']), int(nest[box]['offset'], 0) // 8
        rate = (37 * word % 239 + 16) * 5003
        ratio = count['value'] / scale / (rate * count['time_ns'] / 1e9)
        run.expect(0.8 < ratio < 1.2 and count['value'] % scale == 0, f'{box} counts {ratio} times what it should, of {scale}')


def test_samples_may_be_as_frequent_as_they_like():
    """What samples are taken by is not known: the ring may wrap while the check looks on."""
    run = boot_with('trace.period = 64\n', '-F ktap test "trace*"')
    expect_clean(run)
    run.expect(run.statistics()['records'] > 100000, 'the ring did not wrap')


def test_a_link_is_what_the_availability_word_says():
    run = boot_with(LINKS, '-F json info; test; stat -e xlink1:0x268 -t 10')
    run.expect_status(FAIL)
    found = {box['box'] for box in run.records('box') if box['state'] == 'found'}
    run.expect(found - {'core0', 'core1', 'thread0', 'thread4', 'trace0', 'trace4'} == LINKED, f'found were {sorted(found)}')
    checks = {check['id']: check for check in run.records('check')}
    run.expect(not [name for name, check in checks.items() if check['result'] == 'fail'], 'a check fails for a unit that is not there')
    answers = checks['power10.machine.boxes-answer']
    run.expect(answers['result'] == 'pass' and 'left out' in answers['message'], f'{answers}')
    run.expect(checks['power10.xlink1.counts']['result'] == 'untested', 'what is not there was tested')
    run.expect_text('the availability word leaves the unit out')


# ---- what is broken ------------------------------------------------------------------------------

def test_faults_are_named():
    """Those that POWER9 has, too, are named there: by the same checks."""
    expect_found('power10', (
        ('nest.stale', 'trace0.torn', 'trace4.state', 'thread0.dead', 'core1.0x620.stuck0=4', 'catalog.wrongscale'),
        {'pb.nest.groups', 'trace0.samples', 'trace4.samples', 'thread0.counts', 'core1.bits', 'machine.catalog'},
        ('nothing is posted', 'time stamps differ', 'not of hypervisor state', 'no counter moves, though those of others do',
         'bit 4 is always 0', 'prescaler')))


def test_faults_that_this_processor_has_not():
    for fault, reason in (('nest.torn', 'nothing is known'), ('nest.powerbus0.dead', 'powerbus0')):
        run = boot('power10', 'info', '-f', fault)
        run.expect_status(ERROR)
        run.expect(reason in run.errors, f'standard error does not say "{reason}"')


# ---- catalogs that do not fit ----------------------------------------------------------------------

@pytest.mark.parametrize('machine, other', [('power10', 'power9'), ('power9', 'power10'), ('bare-power10', 'power9')])
def test_no_silicon_is_blamed_for_another_processors_catalog(machine, other):
    run = boot(machine, '-F ktap test', '--catalog', CATALOG[other])
    run.expect_status(FAIL)
    failed = run.failed()
    name = f'{machine.removeprefix("bare-")}.machine.catalog'
    # No box is left to be tested: that is no pass of the run either.
    run.expect(list(failed) == [name, 'run'] and 'no box answers' in failed['run'], f'{failed} fail')
    run.expect("another processor" in failed[name], f'it says {failed[name]}')
    passed = {check for check, (result, _) in run.checks().items() if result == 'ok'}
    run.expect(not [check for check in passed if check.endswith('.counts')], 'another processor\'s counters passed')


# As the first revision's catalog has it: two nest units of one name. Their counters are this one's, too.
TWO_OF_A_NAME = '''/dts-v1/;
/ { name = ""; compatible = "ibm,opal-in-memory-counters"; #address-cells = <1>; #size-cells = <1>; version-id = <3>;
	first: pb1-events { event@0 { event-name = "PB_INT_DATA_XFER"; reg = <0 8>; }; };
	second: pb2-events { event@0 { event-name = "PB_VG_PUMP01"; reg = <0 8>; }; };
	pb@118 { compatible = "ibm,imc-counters"; events-prefix = "PM_"; scale = "1024"; reg = <0x118 8>; events = <&first>;
		type = <0x10>; size = <0x40000>; offset = <0x180000>; cb_offset = <0x3fc00>; };
	pb@198 { compatible = "ibm,imc-counters"; events-prefix = "PM_"; scale = "1024"; reg = <0x198 8>; events = <&second>;
		type = <0x10>; size = <0x40000>; offset = <0x180000>; cb_offset = <0x3fc00>; };
};
'''


def test_two_nest_units_of_one_name():
    with tempfile.TemporaryDirectory() as directory:
        blob = os.path.join(directory, 'two.dtb')
        subprocess.run(['dtc', '-q', '-I', 'dts', '-O', 'dtb', '-o', blob, '-'], input=TWO_OF_A_NAME.encode(), check=True)
        run = boot('power10', '-F json test machine.catalog; stat -e nest_pb/PM_PB_INT_DATA_XFER/,nest_pb_198/PM_PB_VG_PUMP01/ -t 100',
                   '--catalog', blob)
    expect_clean(run)
    counts = {count['box']: count['value'] for count in run.records('count')}
    run.expect(counts.keys() == {'pb', 'pb_198'} and all(counts.values()), f'counted were {counts}')


# ---- real catalogs -------------------------------------------------------------------------------

def test_event_lists_row_by_row():
    lists = glob.glob(EVENTS)
    if not lists:
        raise Skip(f'{EVENTS} is not there: it is not part of this tree')
    run = boot('power10', '-F json list')
    run.expect_status(PASS)
    found = {(event['box'], event['event']): (event['offset'], event['scale']) for event in run.records('event')}
    run.expect(len(found) == 422, f'{len(found)} events')
    for path in lists:
        expected = {key: row[:2] for key, row in real_events(path).items()}
        differ = [f'{key}: {found.get(key)}, expected {expected.get(key)}'
                  for key in sorted(found.keys() | expected.keys()) if found.get(key) != expected.get(key)]
        run.expect(not differ, f'{path}: ' + '\n'.join(differ[:20]))
