# SPDX-License-Identifier: BSD-2-Clause
"""The violations in the log of the virtual silicon, shown on standard error."""

import collections
import re

from qemu.common import print_error, say

SHOWN = 20

# What of a violation says who and what value, but not which register and which rule.
WHO = re.compile(r'^violation: socket \d+ core \d+ ')
VALUE = re.compile(r' = 0x[0-9a-f]+(?=:)')
OF_SOCKET = re.compile(r'^violation: socket \d+ ')


def of(log):
    return [line for line in log if line.startswith('violation:')]


def show(log):
    """One by one, the first of them."""
    found = of(log)
    for line in found[:SHOWN]:
        print_error(line)
    if len(found) > SHOWN:
        say(f'{len(found) - SHOWN} more violations; -l FILE keeps them all')


def grouped(log):
    """{register, its address, and rule: how many}, as they first came."""
    return collections.Counter(VALUE.sub('', OF_SOCKET.sub('', WHO.sub('', line)), 1) for line in of(log))


def show_grouped(log):
    """By rule and register with their number: an operating system does the same thing often."""
    for what, count in grouped(log).items():
        print_error(f'violation: {count} times {what}')
