# SPDX-License-Identifier: BSD-2-Clause
"""What every part of tools/boot uses."""

import os
import shutil
import sys

PASS, FAIL, ERROR, CRASH, TIMEOUT, VIOLATION = range(6)
WORDS = {'pass': PASS, 'fail': FAIL, 'error': ERROR, 'crash': CRASH, 'timeout': TIMEOUT}


class Trouble(Exception):
    """Something on this side of the machine: status 2."""


def say(text):
    print(f'boot: {text}', file=sys.stderr)


def find_file(path, hint):
    if not os.path.exists(path):
        raise Trouble(f'{path} is not there; {hint}')
    return path


def find_built(options, name):
    return find_file(os.path.join(options.build, name), '`make` builds it')


def find_program(name):
    path = shutil.which(name)
    if not path:
        raise Trouble(f'no {name} found; `make deps` installs it')
    return path


def option(path):
    """A path as the value of an option of QEMU's, which a comma would end."""
    return path.replace(',', ',,')


def read_file(path):
    try:
        with open(path, 'rb') as file:
            return file.read()
    except OSError as error:
        raise Trouble(f'{path}: {error}') from error
