# SPDX-License-Identifier: BSD-2-Clause
"""The virtual POWER9 under a payload that is not uncork: what is good passes, what is broken shows, and a
payload that misbehaves is told so."""

import os

import pytest

from suite.qemu import ERROR, FAIL, PASS, TIMEOUT, VIOLATION, boot
from suite.result import Skip

PAYLOAD = ('--firmware', 'build/opal-try.elf')
REAL_CATALOG = '../shared/facts/power9/4e0200.dtb'


def run_payload(word, *options):
    return boot('power9', word, *PAYLOAD, *options)


def expect_good(*options):
    run = run_payload('test', *options)
    run.expect_status(PASS)
    run.expect('not ok' not in run.console, 'a check failed')
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')
    return run


def test_good_silicon():
    run = expect_good()
    counted = run.statistics()
    run.expect(counted['calls'] > 20 and counted['records'] > 100 and counted['ldbar'] > 10, 'little was tried')
    run.expect('banner: virtual silicon power9: 1 chip, 2 cores, 2 threads' in run.log, 'the banner is another')


def test_two_chips_of_two_cores():
    run = expect_good('-s', '2')
    run.expect('2 chips, 4 cores' in run.log, 'the banner is another')


def test_one_core():
    expect_good('-c', '1')


def test_console_is_the_payloads():
    run = run_payload('nothing')
    run.expect_status(PASS)
    run.expect([line for line in run.lines if line.strip()] ==
               ['uncork 0: a payload that tries the virtual POWER9', 'ok 1 nothing', 'pass: 1 passed, 0 failed, 0 skipped'],
               'something of skiboot is on the console, or something is missing')


# Words of the payload, and what the silicon says of each; those of a row are done one after the other.
MISBEHAVIOUR = ({'uninitialised': 'START before INIT', 'crooked-page': 'will be lost', 'foreign-page': 'no memory of the program', 'command': 'is not OPAL\'s',
                 'hidden': 'no such working processor', 'leave-nest': 'left running', 'leave-core': 'left counting'}, {'leave-ldbar': 'LDBAR left at'})


def test_misbehaviour_is_told():
    for words in MISBEHAVIOUR:
        run = run_payload(' '.join(words))
        run.expect_status(VIOLATION)
        for word, rule in words.items():
            run.expect(rule in run.errors, f'{word}: standard error does not say "{rule}"')
        run.expect(run.log.count('violation:') == len(words) or 'leave-ldbar' in words, 'more than that was objected to')


# Together: faults that different checks of the payload find.
FAULTS = ({'core.0x58.dead': 'core.rates', 'nest.mcs23.dead': 'nest.rates', 'thread.dead': 'thread.rates', 'trace.disorder': 'trace.order'},
          {'trace.dead': 'trace.records', 'catalog.noevents': 'mcs01@c8'}, {'trace.absent': 'trace@0'})


@pytest.mark.parametrize('faults', FAULTS, ids=' '.join)
def test_faults_show(faults):
    """They fail these checks and no others."""
    run = run_payload('test', *(word for fault in faults for word in ('-f', fault)))
    failed = {line.split()[3] for line in run.lines if line.startswith('not ok')}
    run.expect_status(FAIL)
    run.expect(failed == set(faults.values()), f'{list(faults)} fail {sorted(failed)}')


def test_scenario_errors():
    for options, reason in ((('-f', 'core.nonsense'), 'unknown fault "core.nonsense"'),
                            (('-f', 'core7.dead'), 'this machine has no such box'),
                            (('--catalog', 'Makefile'), 'the catalog is not a device tree')):
        run = run_payload('test', *options)
        run.expect_status(ERROR)
        run.expect(reason in run.errors, f'standard error does not say: {reason}')


def test_rates_by_name_of_the_catalog():
    with open('build/rates.txt', 'w', encoding='ascii') as file:
        file.write('rate.mcs01.PM_MCS01_64B_RD_DISP_PORT01 = 5\nrate.core.CPM_INST = 7\n')
    run = run_payload('test', '-r', 'build/rates.txt')
    failed = {line.split()[3] for line in run.lines if line.startswith('not ok')}
    run.expect('rates set: 2' in run.log and failed == {'nest.rates', 'core.rates'}, f'{failed} fail')


def test_end_without_a_verdict_is_no_pass():
    boot('bare-power9', 'test', '--firmware', 'build/opal-silicon.elf').expect_status(TIMEOUT)


def test_real_catalog():
    """The catalog of real machines, as far as it is at hand, is grafted whole."""
    if not os.path.exists(REAL_CATALOG):
        raise Skip(f'{REAL_CATALOG} is not there')
    expect_good('--catalog', REAL_CATALOG)
