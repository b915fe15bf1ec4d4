# SPDX-License-Identifier: BSD-2-Clause
"""Programs that nobody here wrote on the virtual silicon: how they are started, how they end, and what is said of it.
Linux itself is in tests/guests."""

import subprocess
import sys

import pytest

from suite.qemu import ERROR, PASS, TIMEOUT, VIOLATION, boot
from suite.result import require

sys.path.insert(0, 'tools')
from qemu import kvm, violations  # noqa: E402

UNCORK = ('-k', 'build/uncork.efi', '--append')


@pytest.mark.parametrize('byte', [0, 1, 77, 255])
def test_guest_ends_with_its_byte(byte):
    """At port 0xf4, the low byte of whatever is written."""
    run = boot('xeon-7500', '', '-k', 'build/selftest.efi', '--append', f'exit={byte}', '-c', '1')
    run.expect_status(byte)
    run.expect(run.lines[0].startswith('virtual silicon xeon-7500: '), 'the first line is not the banner')
    run.expect(run.statistics()['exits_cpuid'] > 0, "the silicon's account is empty")


def test_guest_that_says_nothing_has_not_passed():
    """Its reset is no word."""
    run = boot('xeon-7500', '', *UNCORK, '; reset')
    run.expect_status(TIMEOUT)
    run.expect('without a word of success' in run.errors, 'the reason is not said')


def test_guest_may_leave_registers_as_it_likes():
    """Reserved bits are a violation, a select that is left programmed is none. uncork takes the console of Linux's
    command line for a command that it does not know; so its verdict is an error, of which nothing is left to see."""
    run = boot('xeon-7500', '', *UNCORK, '; poke cbox0.ctl0 0x4000115; poke cbox1.ctl0 0x2000000000000000')
    run.expect_status(VIOLATION)
    run.expect(run.errors.count('violation: ') == 1, 'not one violation is told')
    run.expect('1 times write cbox1.ctl0 msr ' in run.errors, 'the violation is not told by rule and register')


def test_tolerance_keeps_the_verdict():
    run = boot('xeon-7500', '', '--tolerant', *UNCORK, '; stat -e nosuch; poke cbox1.ctl0 0x2000000000000000')
    run.expect_status(ERROR)
    run.expect('1 times write cbox1.ctl0 msr ' in run.errors, 'the violation is not told')
    run.expect('\nstatistics: reads=' in run.errors, "the silicon's account is not shown")


@pytest.mark.parametrize('options, reason', [
    (['--initrd', 'build/uncork', 'xeon-7500', 'info'], 'need a guest kernel'),
    (['--tolerant', 'xeon-7500', 'info'], 'need a guest kernel'),
    (['-k', 'build/uncork.efi', 'xeon-7500', 'info'], 'no COMMAND'),
    (['-k', 'Makefile', 'xeon-7500'], 'is not an EFI program'),
    (['-k', 'build/nowhere', 'xeon-7500'], 'build/nowhere'),
    (['-k', 'build/uncork.efi', '--initrd', 'build/nowhere', 'xeon-7500'], 'build/nowhere'),
    (['-k', 'build/uncork.efi', 'power9'], 'takes no guest'),
    (['--record', 'build/nowhere', 'power9'], 'has no --record'),
    (['--record', 'build/nowhere', 'bare-xeon-7500'], 'no virtual silicon, which --record needs'),
    (['--file', 'build/no where', 'xeon-7500', 'info'], 'may have at most'),
    (['--file', 'build/nowhere', 'xeon-7500', 'info'], 'build/nowhere'),
    (['--accel', 'kvm', 'power9'], 'is emulated'),
    (['--accel', 'xen', 'xeon-7500'], 'invalid choice'),
])
def test_what_cannot_be_run_is_said(options, reason):
    run = boot(*options[-1:], '', *options[:-1]) if options[-1] != 'info' else boot('xeon-7500', 'info', *options[:-2])
    run.expect_status(ERROR)
    run.expect(reason in run.errors, f'standard error does not say "{reason}"')


def host(root, flags, nested=None, device=True):
    """The files of a host that are asked whether it has KVM."""
    files = {'proc/cpuinfo': f'processor\t: 0\nflags\t\t: fpu {flags}\n'}
    if device:
        files['dev/kvm'] = ''
    if nested:
        files['sys/module/kvm_amd/parameters/nested'] = nested + '\n'
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@pytest.mark.parametrize('given, silicon, missing', [
    (('svm npt', '1'), True, []),
    (('svm npt', 'Y'), True, []),
    (('svm npt', '0'), True, ['nested']),
    (('svm npt',), True, ['nested']),
    (('vmx',), True, ['no svm']),
    (('vmx',), False, []),
    (('vmx', None, False), True, ['no /dev/kvm', 'no svm']),
    (('', None, False), False, ['no /dev/kvm']),
])
def test_what_kvm_lacks_is_said(tmp_path, given, silicon, missing):
    host(tmp_path, *given)
    found = kvm.lacks(silicon, str(tmp_path))
    require(len(found) == len(missing) and all(word in line for word, line in zip(missing, found)), f'{found}')


def test_kvm_keeps_family_and_model():
    require(kvm.processor('SandyBridge,+svm,+npt,model=45,stepping=7,enforce')
            == 'host,+svm,+npt,-x2apic,-la57,vendor=GenuineIntel,family=6,model=45,stepping=7', 'with a stepping')
    require(kvm.processor('Nehalem,model=46,enforce').endswith('family=6,model=46'), 'without')


def test_what_was_recorded_can_be_replayed(tmp_path):
    """What uncork itself does, on registers of processors and PCI functions: in a process, and by the firmware. Each time
    comes out what was recorded, but for counters."""
    path = tmp_path / 'driver.txt'
    run = boot('xeon-e5-2600', 'stat -e imc0::UNC_M_CAS_COUNT:RD,cbox0::UNC_C_CLOCKTICKS,LLC_MISSES -t 2', '-c', '2', '--record', str(path))
    run.expect_status(PASS)
    program = path.read_text()
    run.expect(program.startswith('register-program 1 xeon-e5-2600\n') and ' write pci 0x' in program and ' 0.1 ' in program,
               f'no program of both processors: {program[:500]}')
    alone = subprocess.run(['build/uncork', '--machine', 'xeon-e5-2600', '--cpus', '2', '-F', 'json', 'replay', str(path)],
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    require(alone.returncode == 0 and '"differences":0' in alone.stdout, alone.stdout)
    again = boot('xeon-e5-2600', '-F json replay driver.txt', '-c', '2', '--file', str(path))
    again.expect_status(PASS)
    (done,) = again.records('replay')
    again.expect(done['differences'] == 0 and done['reads'] > 10 and done['writes'] > 10, f'{done}')


def test_violations_are_told_by_rule_and_register():
    log = ['banner: virtual silicon',
           'violation: socket 0 core 1 write imc0.box_ctl config 0x800f4 = 0x10003: bits 0x3 must be written as 0',
           'violation: socket 1 core 0 write imc0.box_ctl config 0x800f4 = 0x10103: bits 0x3 must be written as 0',
           'violation: socket 1 core 0 write imc0.box_ctl config 0x800f4 = 0x10103: bits 0x4 must be written as 0',
           'violation: socket 0 leaving with cbox0.ctl0 msr 0xd10 = 0x1, at the start 0x0: everything']
    found = violations.grouped(log)
    require(list(found.values()) == [2, 1, 1], f'the numbers are {found}')
    require('write imc0.box_ctl config 0x800f4: bits 0x3 must be written as 0' in found, f'the keys are {list(found)}')

