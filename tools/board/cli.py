# SPDX-License-Identifier: BSD-2-Clause
"""The command line of `uncork board`."""

import sys

from arguments import Parser
from board.dump import Dump, Refused, read
from board.shape import machines, scenario

BYTES_MOST = 64 << 20

ABOUT = """\
Prints a scenario that gives virtual silicon the shape of a real board: its machine, sockets, processors, and PCI functions.
`uncork --board FILE` and `tools/boot --board FILE` run on it at once.
"""
TAKES = """\
FILE is the output of a program on the board; it may be cut, joined or have other text around it. Several files describe one board:
  lspci -nn, -n, -x, -xxxx    PCI functions; functions that are not in it are hidden
  cpuid -r, /proc/cpuinfo     which processor, how many
  ticket-SERIAL.json          what uncork left on a stick: PCI functions, processors
  JSON of `info -a`           the same
  dmesg                       PCI functions, which processor
  lists of numbers            as in tests/boards
Facts that FILE does not have are taken from the model, and listed on standard error.
"""


def main(words):
    """The exit status: 0, or 2 after a line on standard error."""
    parser = Parser(prog='uncork board', description=ABOUT, epilog=TAKES)
    parser.add_argument('files', nargs='+', metavar='FILE', help='output of such a program; - is standard input')
    options = parser.parse_args(words)
    dump = Dump()
    try:
        for name in options.files:
            read(dump, content(name))
        lines = scenario(dump, machines())
    except (Refused, OSError) as wrong:
        print(f'uncork board: {" ".join(options.files)}: {wrong}', file=sys.stderr)
        return 2
    for note in dump.notes:
        print(f'uncork board: {note}', file=sys.stderr)
    print('\n'.join(lines))
    return 0


def content(name):
    with sys.stdin.buffer if name == '-' else open(name, 'rb') as file:
        data = file.read(BYTES_MOST + 1)
    if len(data) > BYTES_MOST:
        raise Refused(f'longer than {BYTES_MOST >> 20} MiB')
    return data.decode('utf-8', 'replace')
