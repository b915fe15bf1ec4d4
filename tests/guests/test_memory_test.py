# SPDX-License-Identifier: BSD-2-Clause
"""Debian's memtest86+ on the virtual silicon: a guest without an operating system that starts processors, halts and stops them by
itself, counts its time by the time-stamp counter, and reads all memory back. It has no end, so each run ends by its time."""

import importlib.machinery
import importlib.util
import os
import re

import pytest

from suite.qemu import TIMEOUT, TOGETHER, boot
from suite.result import TOP

PACKAGE = 'memtest86+'
PROGRAM = 'boot/memtest86+x64.efi'
SECONDS = 90  # of the host
TIMES = 5  # that the screen shows at least, two seconds apart
PROCESSORS = 4
SCREEN = ('--qemu=-vga std',)  # without one it does not start


def program():
    """The EFI program; the test is skipped where the package cannot be had."""
    loader = importlib.machinery.SourceFileLoader('tools_guest', os.path.join(TOP, 'tools/guest'))
    guest = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(guest)
    try:
        return guest.one_file(guest.Packages(os.path.join(TOP, 'build/packages')).tree(PACKAGE), PROGRAM, PACKAGE)
    except guest.Trouble as trouble:
        if trouble.status != guest.UNAVAILABLE:
            raise
        pytest.skip(str(trouble))


def seen(run, pattern):
    """All that the screen has shown in a place, in order."""
    return re.findall(pattern, run.console)


@pytest.mark.parametrize('machine', ['xeon-e5-2600', 'skylake-sp'])
def test_memory_test_uses_all_processors(machine):
    run = boot(machine, '', '-k', program(), '--append', 'console=ttyS0,115200', '-c', str(PROCESSORS), '-s', '2', *SCREEN, *TOGETHER,
               seconds=SECONDS)
    run.expect_status(TIMEOUT)
    times = seen(run, r'Time: +(\d+:\d+:\d+)')
    run.expect(len(set(times)) >= TIMES and times == sorted(times), f'time does not move: {times}')
    run.expect(f'2S / {PROCESSORS}C / {PROCESSORS}T' in run.console, 'it has not found all processors')
    used = seen(run, r'Using: +(All Cores|Core #\d+)')
    run.expect('All Cores' in used, f'it has not used all processors: {set(used)}')
    errors = set(seen(run, r'Errors: +(\d+)'))
    run.expect(errors == {'0'}, f'errors in memory: {errors}')
    run.expect('violation:' not in run.log, 'the silicon logged a violation')
