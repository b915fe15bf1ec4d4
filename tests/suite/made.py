# SPDX-License-Identifier: BSD-2-Clause
"""What is tested is built first, by whichever of the workers comes first."""

import fcntl
import functools
import os
import subprocess

from suite.result import TOP


@functools.lru_cache(maxsize=None)
def make_once(*goals):
    """Makes the goals, going on where something does not build: the status of make, and what it said."""
    os.makedirs(os.path.join(TOP, 'build'), exist_ok=True)
    with open(os.path.join(TOP, 'build', '.made'), 'w', encoding='ascii') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = subprocess.run(['make', '-s', '-k', '-j2', *goals], cwd=TOP, check=False, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout.decode(errors='replace')


@functools.lru_cache(maxsize=None)
def version():
    """The version of what was built."""
    said = subprocess.run(['build/uncork', '--version'], cwd=TOP, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE).stdout.decode()
    return said.split()[1]
