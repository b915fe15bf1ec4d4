# SPDX-License-Identifier: BSD-2-Clause
"""The virtual silicon under a program of its own, build/selftest.efi, which tries whatever the hypervisor
promises; and what becomes of a run where it cannot work."""

import os
import re
import tempfile

import pytest

from suite import cpuid, qemu
from suite.qemu import ERROR, FAIL, PASS, VIOLATION, boot

SELFTEST = ('--firmware', 'build/selftest.efi')
DEVICES = (*SELFTEST, '--build', 'build/selftest')  # the hypervisor with the machine "selftest"
SCENARIO = 'rate.ubox.0x50 = 100000000\n'           # an event every 10 ns
ICOUNT = '--qemu=-icount shift=4,sleep=off'


def run_selftest(command, *options):
    with tempfile.TemporaryDirectory(prefix='uncork-selftest-') as directory:
        scenario = os.path.join(directory, 'scenario')
        with open(scenario, 'w', encoding='ascii') as file:
            file.write(SCENARIO)
        return boot('xeon-7500', command, '-t', '110', '-r', scenario, *options)


def expect_passed(run, skipped=0):
    """Every planned check passed, but for those that need more processors, and the silicon agrees."""
    run.expect_status(PASS)
    checks = run.checks()
    run.expect(sum(result == 'skip' for result, _ in checks.values()) == skipped, f'not {skipped} checks were skipped')
    run.expect(not run.failed(), 'a check failed')
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')


def told(run):
    """The numbers that the program itself gives at its end."""
    return {name: int(value) for name, value in re.findall(r'\b(\w+)=(\d+)', ' '.join(
        line for line in run.lines if line.startswith('# ')))}


def expect_accounts_agree(run, at_least):
    """Each PMI that was asked for was taken by the program or dropped for a reason: the model, the
    hypervisor and the program count each on their own."""
    sent, asked = run.statistics(), told(run)
    run.expect(sent['pmis'] == asked['pmis_armed'], 'the model has not sent what the program asked for')
    run.expect(sent['pmis_delivered'] == asked['pmis_taken'], 'the program has not taken what was delivered')
    run.expect(sent['pmis_delivered'] + sent['pmis_dropped_masked'] + sent['pmis_no_core'] == asked['pmis_asked'],
               'PMIs are missing')
    run.expect(sent['pmis_dropped_masked'] == 2 and sent['pmis_no_core'] == 1, 'more was dropped than on purpose')
    run.expect(sent['pmis_delivered'] >= at_least, f'only {sent["pmis_delivered"]} PMIs')


def test_one_processor():
    run = run_selftest('pmis=2000', *SELFTEST, '-c', '1')
    expect_passed(run, skipped=15)
    expect_accounts_agree(run, 2000)


def test_eight_processors_take_many_pmis():
    run = run_selftest(f'pmis={qemu.LONG_RUN}', *SELFTEST, '-c', '8', '-s', '2')
    expect_passed(run)
    expect_accounts_agree(run, qemu.LONG_RUN)


def test_same_again():
    """With instructions as clock a run repeats itself. A BIOS starts it: it waits for less than UEFI, and for nothing of the host's."""
    runs = [boot('xeon-7500', 'test ubox.pmi.*; test core0.ctr0.*; record -n 100', '--bios', '-c', '1', ICOUNT) for _ in range(2)]
    for run in runs:
        run.expect_status(PASS)
    first, second = (run.statistics() for run in runs)
    runs[1].expect(first == second and first['pmis'] > 100, f'first {first}, then {second}')


@pytest.mark.parametrize('machine, shift, processors, version, dump', (
    ('skylake-sp', 4, 1, 4, '50654-skylakexeon-9'), ('granite-rapids', 4, 3, 5, None), ('xeon-7500', 9, 1, 3, None)))
def test_instructions_of_the_guest_alone(machine, shift, processors, version, dump):
    """A loop of N instructions counts N, with exits, single steps and an alarm of the hypervisor in between. CPUID is that of the dump that a scenario
    names, or of the machine's first."""
    with tempfile.NamedTemporaryFile('w', prefix='uncork-selftest-') as scenario:
        scenario.write(f'icount = {shift}\n' + (f'cpuid = {dump}\n' if dump else ''))
        scenario.flush()
        run = boot(machine, 'icount', '-t', '220', '-r', scenario.name, *SELFTEST, '-c', str(processors),
                   f'--qemu=-icount shift={shift},sleep=off')
    expect_passed(run)
    dumps, said = cpuid.dumps(), cpuid.executed(run.lines)
    rows = dumps[dump][1] if dump else next(rows for of_machine, rows in dumps.values() if of_machine == machine)
    run.expect(rows[0xa, 0][0] & 0xff == version, 'the core PMU of the dump is of another version')
    found = cpuid.differences(said, rows, bool(dump))
    run.expect(not found, '\n'.join(found))
    for place in ((0xa, 0), (4, 3), (7, 1)):  # the comparison can fail
        said[place] = tuple(word ^ 1 << 8 for word in said[place])
        run.expect(len(cpuid.differences(said, rows, bool(dump))) >= 3, f'leaf {place} with other words is not named')


def test_notices_a_pmi_too_many():
    run = run_selftest('pmis=100', *SELFTEST, '-c', '1', '-f', 'ubox.pmi.spurious=30000000')
    run.expect_status(FAIL)
    run.expect('pmi.fixed' in run.failed(), 'a PMI that nobody asked for was not noticed')


def test_a_hang_stops_one_processor():
    """The one that makes the access, and the time of no other, whichever it is."""
    run = run_selftest('hang', *SELFTEST, '-c', '3', '-f', 'cbox0.hang=5')
    expect_passed(run)
    sent, asked = run.statistics(), told(run)
    run.expect(sent['pmis_delivered'] == asked['pmis_taken'] == 2, 'not two PMIs')


def test_devices():
    """Core PMU and PCI functions, with a machine that has both."""
    run = run_selftest('devices', *DEVICES, '-c', '4', '-s', '2')
    expect_passed(run)
    run.expect(run.statistics()['pmis_delivered'] == told(run)['pmis_taken'], 'a PMI got lost')


# What a program has to leave as it found it; found.c and apic.c of the hypervisor name it.
LEFT = (*(f'the {end} of its {table} descriptor table' for end in ('limit', 'base') for table in ('global', 'interrupt')), 'CR0', 'CR3', 'CR4', 'EFER', 'PAT',
        *(f'{name} of its local APIC' for name in ('the PMI entry', 'the task priority', 'the spurious vector', 'the timer entry', 'the thermal entry', 'LINT0', 'LINT1',
                                                   'the error entry', "the timer's initial count", "the timer's divisor")), 'the masks of the 8259s')


def test_what_is_left_is_named():
    """Each register, if all of them are left with another value."""
    run = run_selftest('devices entry all-else', *DEVICES, '-c', '1')
    run.expect_status(VIOLATION)
    for name in LEFT:
        run.expect(re.search(rf'violation: processor 0 leaving with {re.escape(name)}(, in bits 63:32,)? = ', run.log), f'{name} is not named')
    run.expect('the PMI entry of its local APIC = 0x10400, at the start 0x10000' in run.log, 'the values are others')
    run.expect(run.log.count(' leaving with ') == len(LEFT), 'something is named twice')


def test_memory():
    """What is done to memory moves counters, page by page, and nothing else does: its scenario has no rates."""
    with tempfile.NamedTemporaryFile('w', prefix='uncork-selftest-') as scenario:
        scenario.write('background = 0\n')
        scenario.flush()
        run = boot('xeon-7500', 'memory', '-t', '110', '-r', scenario.name, *SELFTEST, '-c', '2')
    expect_passed(run)
    run.expect(run.statistics()['touches'] > 1000, 'hardly a touch was seen')


def refuses(reason, qemu, *ways):
    run = boot('xeon-7500', 'info', f'--qemu={qemu}', *ways)
    run.expect_status(ERROR)
    run.expect(f'assert: {reason}' in run.errors, f'standard error does not say "{reason}"')


def test_refuses_without_svm():
    refuses('this processor has no SVM', '-cpu Nehalem,model=46')


def test_refuses_without_nested_paging():
    refuses('this processor has no nested paging', '-cpu Nehalem,+svm,-npt,model=46', '--bios')


def test_refuses_without_hpet():
    refuses('no usable HPET', '-machine hpet=off', '--bios')
