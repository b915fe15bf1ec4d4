# SPDX-License-Identifier: BSD-2-Clause
"""The accesses in the log of the virtual silicon, written as a register program for `replay`."""

from qemu.common import Trouble, say

MOST = 16384  # accesses that are recorded; as many as `replay` takes (core/program/recorded.h)
LINE = 'access: '


def write(path, machine, log):
    lines = [line.removeprefix(LINE) for line in log if line.startswith(LINE)]
    try:
        with open(path, 'w', encoding='ascii') as file:
            file.write(f'register-program 1 {machine}\n' + ''.join(line + '\n' for line in lines))
    except OSError as error:
        raise Trouble(f'{path}: {error.strerror}') from error
    more = '; there were more' if len(lines) == MOST else ''
    say(f'{path}: {len(lines)} accesses{more}')
