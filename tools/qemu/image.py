# SPDX-License-Identifier: BSD-2-Clause
"""The image of a USB stick, seen from outside: where its file system is, and what a run left there."""

import os
import shutil
import struct
import subprocess

from qemu.common import Trouble, find_program

SECTOR = 512
MBR_ENTRY = 446  # the first one: status, 3 bytes, type, 3 bytes, first sector, sectors
MBR_FAT32 = 0x0c
GPT_ENTRIES = 2  # the sector of the first entry, if the table says nothing else
MOST = 1 << 32   # sectors: what a damaged table says is not sought


def _start(path):
    """Where the first partition of an MBR or a GPT begins; 0 in an image without either."""
    try:
        with open(path, 'rb') as file:
            head = file.read(3 * SECTOR)
            file.seek((struct.unpack_from('<Q', head.ljust(3 * SECTOR), SECTOR + 72)[0] % MOST or GPT_ENTRIES) * SECTOR)
            entry = file.read(40).ljust(40, b'\0')
    except OSError as error:
        raise Trouble(f'{path}: {error.strerror}') from error
    if len(head) < 3 * SECTOR:
        return 0
    kind, first = struct.unpack_from('<4xB3xI', head, MBR_ENTRY)
    if head[SECTOR:SECTOR + 8] == b'EFI PART':
        first = struct.unpack_from('<Q', entry, 32)[0]
    elif kind != MBR_FAT32:
        return 0
    return first * SECTOR


def file_system(path):
    """The file system of an image as mtools want it."""
    return f'{path}@@{_start(path)}'


LEFT = ('console.log', 'results.json', 'result.txt', 'journal.txt')
PREVIOUS = 'previous'  # the same of the run before, and in folders with numbers of those before it
TICKETS = 'ticket*.json'  # what each board is that was started from it


def check_place(directory):
    """Trouble if copy_results would remove there what no run has left."""
    previous = os.path.join(directory, PREVIOUS)
    strange = [path for name in LEFT if os.path.isdir(path := os.path.join(directory, name))]
    if os.path.isdir(previous):
        older = [os.path.join(previous, name) for name in os.listdir(previous) if name.isdecimal() and os.path.isdir(os.path.join(previous, name))]
        kept = [os.path.join(folder, name) for folder in (previous, *older) for name in os.listdir(folder)]
        strange += [path for path in kept if path not in older and (os.path.basename(path) not in LEFT or os.path.isdir(path))]
    elif os.path.exists(previous):
        strange.append(previous)
    if strange:
        raise Trouble(f'{strange[0]} was left by no run: name another directory for the results')


def copy_results(path, directory):
    """Copies the directory \\uncork of an image, but for its programs, into a directory here; Trouble as of check_place."""
    check_place(directory)
    os.makedirs(directory, exist_ok=True)
    for name in (*LEFT, PREVIOUS, TICKETS):
        target = os.path.join(directory, name)
        if os.path.isfile(target):  # of an earlier run: it must not be taken for this one's
            os.unlink(target)
        elif os.path.isdir(target):
            shutil.rmtree(target)
        # What is not there was not left: whoever wants it will miss it. The image's own name may hold mtools' @@, the directory's begin with
        # one of its drives.
        with open(path, 'rb') as image:
            subprocess.run([find_program('mcopy'), '-n', '-s', '-Q', '-i', f'/dev/fd/{image.fileno()}@@{_start(path)}',
                            f'::/uncork/{name}', '.'], cwd=directory, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, check=False, pass_fds=[image.fileno()])
