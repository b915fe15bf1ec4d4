# SPDX-License-Identifier: BSD-2-Clause
"""What every part of tools/boot uses."""

import os
import re
import shutil
import sys

from place import HOW_TO_BUILD, HOW_TO_INSTALL

PASS, FAIL, ERROR, CRASH, TIMEOUT, VIOLATION = range(6)
WORDS = {'pass': PASS, 'fail': FAIL, 'error': ERROR, 'crash': CRASH, 'timeout': TIMEOUT}


class Trouble(Exception):
    """Something on this side of the machine: status 2."""


# What a terminal might take for a command; of the firmware's own, statuses and the prompt's backspaces are none.
COMMANDS = re.compile(rb'[^\t\n\r\x07\x08 -~]')


def harmless(data):
    return COMMANDS.sub(lambda byte: b'\\x%02X' % ord(byte[0]), data)


def print_error(text):
    """On standard error. What a machine said, on its console or in a log, commands no terminal."""
    print(harmless(str(text).encode(errors='surrogateescape')).decode() if sys.stderr.isatty() else text, file=sys.stderr)


def say(text):
    print_error(f'boot: {text}')


def find_file(path, hint):
    if not os.path.exists(path):
        raise Trouble(f'{path} is not there; {hint}')
    return path


def find_built(options, name):
    return find_file(os.path.join(options.build, name), HOW_TO_BUILD)


def find_program(name):
    path = shutil.which(name)
    if not path:
        raise Trouble(f'no {name} found; {HOW_TO_INSTALL}')
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
