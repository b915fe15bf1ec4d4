# SPDX-License-Identifier: BSD-2-Clause
"""Firmware that protects memory as newer ones do: data are not executed, code is not written. Debian's OVMF does not, so
a driver of ours makes it (tests/boot/policy). All that we load must run there; images that say something else must not,
or the driver would prove nothing."""

import pytest

from suite import policy
from suite.few import Machine
from suite.policy import Protected, built, run_protected
from suite.qemu import ERROR, PASS
from suite.result import must_run, require

PMIS = 500
# EFI_MEMORY_ATTRIBUTE_PROTOCOL_GUID as it lies in memory.
ATTRIBUTE_GUID = bytes.fromhex('f60c56f4ec404a4ba192bf1d57d0b189')


def expect_sound(run):
    run.expect_status(PASS)
    run.expect('violation:' not in run.log, 'the silicon logged a violation')


def test_a_xeon_e7():
    """Of a machine of each family every check runs so, in the tests of each. This one has all its ten cores, of two threads each."""
    run = run_protected(Machine('xeon-e7', cpus=20, threads=2), 'test cbox9.ctr0.*; test ubox.pmi.*; test core19.*')
    expect_sound(run)
    run.expect({check['id'].split('.')[1] for check in run.records('check') if check['result'] == 'pass'} == {'cbox9', 'ubox', 'core19'}, 'not all are checked')


# Of sixteen cores of each socket two are left, as where others are fused off: the first one and one whose number has no bit.
CORES_LEFT = ((0, 9), (1, 0), (1, 8))
GAPS = '-smp 1,maxcpus=32,sockets=2,cores=16,threads=1 ' + ' '.join(
    f'-device Nehalem-x86_64-cpu,socket-id={socket},core-id={core},thread-id=0' for socket, core in CORES_LEFT)


def test_sockets_with_gaps_in_their_cores():
    with Protected() as protected:
        run = protected.boot('xeon-7500', '-F json info; record -n 10; record -C 1 -n 5; test *.pmi.*', '-c', '4', '-s', '2',
                             images=2, qemu=GAPS)
    expect_sound(run)
    cpus = [(cpu['socket'], cpu['core']) for cpu in run.records('cpu')]
    run.expect(cpus == [(0, 0), *CORES_LEFT], f'processors are {cpus}')
    numbers = [answer['answer'] for answer in run.records('answer') if answer['question'] == 'core-numbers']
    run.expect(numbers == ['in order'] * 2, f'cores are said to be numbered {numbers}')
    run.expect([sample['cpu'] for sample in run.records('sample')[10:]] == [1] * 5, 'core 9 took no PMI')


@pytest.mark.parametrize('machine, images', (('xeon-7500', 2), ('bare-xeon-7500', 2)))
def test_stick(machine, images):
    """The image on the stick, by itself and on the silicon."""
    with Protected() as protected:
        protected.put('uncork.cfg', b'info\nversion\n' if machine == 'xeon-7500' else b'expect no-boxes\ninfo\nversion\n')
        must_run(['tools/image/make-image', '-o', protected.path('stick.img'), '-c', protected.path('uncork.cfg')], 60)
        run = protected.boot(machine, '', '-c', '4', '-i', protected.path('stick.img'), images=images)
    run.expect_status(PASS)


def test_where_we_start_processors_ourselves():
    """By INIT, into a page that the policy lets nobody execute unless it is asked for that."""
    with Protected() as protected:
        refuse = protected.put('refuse.rom', policy.rom(built('refuse.efi')))
        run = protected.boot('bare-xeon-7500', '-F json expect no-boxes; info', '-c', '4', images=3,
                             qemu=f'-device pci-testdev,romfile={refuse}')
    run.expect_status(PASS)
    run.expect([cpu['usable'] for cpu in run.records('cpu')] == [1] * 4, 'a processor did not come up')
    run.expect_text('uncork sends INIT and STARTUP', '3 processors were not returned to the firmware')


def test_selftest():
    """What starts processors by itself, too, from memory that it copied code to."""
    with Protected() as protected:
        scenario = protected.put('scenario', b'rate.ubox.0x50 = 100000000\n')
        run = protected.boot('xeon-7500', f'pmis={PMIS}', '-r', scenario, '--firmware', 'build/selftest.efi', '-c', '4',
                             '-s', '2', images=2)
    expect_sound(run)


def refused(reason, image, machine='bare-xeon-7500', images=1):
    with Protected() as protected:
        run = protected.boot(machine, 'version', '--firmware', protected.put('uncork.efi', image), images=images)
    run.expect_status(ERROR)
    run.expect(reason in run.log, f'the log does not say "{reason}"')


def test_refuses_what_does_not_say_nx_compat():
    refused('it does not say NX_COMPAT', policy.without_nx_compat(built('uncork.efi')))


def test_refuses_a_section_that_may_be_written_and_executed():
    refused('may be written and executed', policy.with_section(built('uncork.efi'), '.data', add=policy.EXECUTE))


def test_notices_code_in_no_code_section():
    refused('is executed by', policy.with_section(built('uncork.efi'), '.text', take=policy.EXECUTE), images=2)


def test_notices_writes_to_what_is_only_read():
    refused('is written by', policy.with_section(built('uncork.efi'), '.data', take=policy.WRITE), images=2)


def test_refuses_silicon_that_does_not_say_nx_compat():
    with Protected() as protected:
        protected.put('silicon.efi', policy.without_nx_compat(built('silicon.efi')))
        protected.put('uncork.efi', built('uncork.efi'))
        run = protected.boot('xeon-7500', 'version', '--build', protected.directory.name, images=1)
    run.expect_status(ERROR)
    run.expect('it does not say NX_COMPAT' in run.log, 'the log does not say why')


def test_silicon_says_why_it_cannot_stay():
    """Where nothing makes a copy executable there is a reason, and no page fault."""
    driver = built('policy.efi')
    require(driver.count(ATTRIBUTE_GUID) == 1, 'the driver has the protocol under another name')
    with Protected(driver.replace(ATTRIBUTE_GUID, bytes(16))) as protected:
        run = protected.boot('xeon-7500', 'version', images=2)
    run.expect_status(ERROR)
    run.expect('does not allow copied code to be executed' in run.log, 'the log does not say why')
