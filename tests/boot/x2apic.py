# SPDX-License-Identifier: BSD-2-Clause
"""Processors whose APIC ids are above 255: firmware puts all local APICs into x2APIC mode, whose registers are MSRs.
QEMU's own emulation has that mode since version 9."""

import re
import subprocess

import pytest

from suite.qemu import PASS, boot

FIRST_VERSION = 9
MODEL = 'model=46'
PLACES = (0, 1)  # cores of the second socket, whose ids begin at 256
ROOM = ('-smp 2,maxcpus=260,sockets=2,cores=130,threads=1 -device intel-iommu,intremap=on,eim=on '
        '-machine kernel-irqchip=split')


def needs_x2apic():
    said = subprocess.run(['qemu-system-x86_64', '--version'], stdout=subprocess.PIPE, check=True).stdout.decode()
    version = re.search(r'version (\d+)', said)
    if int(version[1]) < FIRST_VERSION:
        pytest.skip(f'{said.splitlines()[0]} emulates no x2APIC: version {FIRST_VERSION} does')


def boot_with_large_ids(machine, command, *features):
    """Two processors with small ids, and those of the second socket."""
    needs_x2apic()
    with_features = ''.join(f',{feature}=on' for feature in ('x2apic', *features))
    devices = ' '.join(f'-device Nehalem-x86_64-cpu,{MODEL}{with_features},socket-id=1,core-id={core},thread-id=0'
                       for core in PLACES)
    run = boot(machine, command, '-c', '4', '-s', '2', '--qemu', f'{ROOM} -cpu Nehalem,{MODEL}{with_features} {devices}')
    run.expect_status(PASS)
    run.expect_text('x2APIC', *(f'APIC id {256 + core:#x}' for core in PLACES))
    return run


def test_without_silicon():
    run = boot_with_large_ids('bare-xeon-7500', 'expect no-boxes; info -a')
    run.expect('did not come up' not in run.console, 'a processor did not come up')


def test_on_virtual_silicon():
    """Registers of the second socket, and PMIs to each processor."""
    run = boot_with_large_ids('xeon-7500', 'info -a; record -n 10; test -v *.pmi.*', 'svm', 'npt')
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')
    run.expect(run.statistics()['pmis_dropped_masked'] == 0, 'a PMI met a masked entry')
    run.expect(re.search(r'PASS xeon-7500\.socket1\.ubox\.pmi\.core:', run.console), 'PMIs do not reach large ids')
