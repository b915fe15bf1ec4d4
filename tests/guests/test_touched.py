# SPDX-License-Identifier: BSD-2-Clause
"""A program in Linux touches memory, and Linux's own driver counts that on the virtual silicon.

Linux clears a page before it gives it to a program: the first touch of a page is a store, for which its line is read once. While the
adjacent-line prefetcher is on (MSR 0x1a4, as a board starts) the other line of the 128 bytes is read as well: two reads a page. Beside
them the kernel touches a page of its array of pages (64 bytes each) for each 64 pages, one of page tables for each 512, and what else of its
own it had not touched since caches were emptied.
A processor that goes offline empties the caches (WBINVD); from there on the silicon looks."""

import os
import subprocess

import pytest

from suite.qemu import PASS, boot
from suite.result import require

PLACE = 'build/guests'
PROGRAM = 'build/guests/touch'
UNAVAILABLE = 3  # of tools/guest
PAGES = (0, 1000, 2000, 4000)
PREFETCHERS = {'0': 2, '0xf': 1}  # what MSR 0x1a4 holds, and how many lines of a page are read then
KERNEL = 0.02  # of the pages, of the kernel itself: 1/64 and 1/512
FIRST = 200  # lines at most that code and stack come back with
QUIET = 'quiet nmi_watchdog=0'


def script():
    flush = 'echo 1 > /sys/devices/system/cpu/cpu1/online; echo 0 > /sys/devices/system/cpu/cpu1/online'
    words = ' '.join(str(pages) for pages in PAGES)
    return '\n'.join(f'{flush}; /touch {value} {words}' for value in PREFETCHERS) + '\n'


def put(name, text):
    os.makedirs(PLACE, exist_ok=True)
    path = os.path.join(PLACE, name)
    with open(path, 'w', encoding='ascii', errors='replace') as file:
        file.write(text)
    return path


def make_guest():
    directory = os.path.join(PLACE, 'touched')
    done = subprocess.run(['tools/guest', '-o', directory, '--module', 'intel-uncore', '--module', 'msr', '--script',
                           put('touched.sh', script()), PROGRAM], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode == UNAVAILABLE:
        pytest.skip(done.stderr.strip())
    require(done.returncode == 0, f'tools/guest: {done.stderr}')
    return directory


def test_pages_that_a_program_touches_are_read():
    directory = make_guest()
    scenario = put('touched.scenario', 'background = 0\n')
    run = boot('xeon-e5-2600', '', '--tolerant', '-k', f'{directory}/vmlinuz', '--initrd', f'{directory}/initrd.img', '--append',
               QUIET, '-c', '2', '-r', scenario, seconds=600)
    put('touched.console', run.console)
    run.expect_status(PASS)
    counted = {(words[1], int(words[2])): int(words[3]) for words in map(str.split, run.lines) if words[:1] == ['touch:']}
    run.expect(len(counted) == len(PAGES) * len(PREFETCHERS), f'the program counted {counted}')
    for value, lines in PREFETCHERS.items():
        first = counted[value, 0]
        run.expect(first <= FIRST, f'{first} lines were read without a page')
        for pages in PAGES[1:]:
            more = counted[value, pages] - lines * pages
            run.expect(-FIRST <= more <= lines * KERNEL * pages + FIRST, f'{counted[value, pages]} reads of {pages} pages, {lines} each')
