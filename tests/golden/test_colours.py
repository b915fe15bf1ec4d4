# SPDX-License-Identifier: BSD-2-Clause
"""What says how something ended is coloured on a terminal, and nowhere else; both programs do that alike, in whatever pieces it comes."""

import os
import pty
import subprocess
import sys

from suite.result import require

sys.path.insert(0, 'tools')

from qemu.console import Colours  # noqa: E402

RUN = ['build/uncork', '-f', 'cbox3.ctr1.stuck1=17', "test cbox3.ctr1.*; test cbox2.ctr1.*; test cbox9.ctr1.*"]
RED, GREEN, PLAIN = b'\x1b[31;1m', b'\x1b[32;1m', b'\x1b[m'


def on_terminal(words, **variables):
    """What a program writes to a terminal."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=theirs, env={**os.environ, **variables}) as program:
        os.close(theirs)
        said = b''
        while True:
            try:
                piece = os.read(ours, 1 << 16)
            except OSError:
                break
            said += piece
        program.wait(timeout=60)
    os.close(ours)
    return said.replace(b'\r\n', b'\n')


def in_pipe(words):
    return subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=60, check=False).stdout


def test_a_terminal_has_colours():
    said = on_terminal(RUN, TERM='xterm', NO_COLOR='')
    require(said.count(RED + b'FAIL' + PLAIN + b' xeon-7500.') == 2 and RED + b'error:' + PLAIN + b' ' in said, said)
    require(said.count(b'\x1b') == 2 * said.count(PLAIN), said)
    require(GREEN + b'pass:' + PLAIN + b' ' in on_terminal(['build/uncork', 'test cbox3.ctr1.*'], TERM='xterm', NO_COLOR=''), 'a pass has none')


def test_nothing_else_has():
    plain = in_pipe(RUN)
    require(b'\nFAIL xeon-7500.' in plain and b'\x1b' not in plain, plain)
    for variables in {'TERM': 'xterm', 'NO_COLOR': '1'}, {'TERM': 'dumb', 'NO_COLOR': ''}:
        require(on_terminal(RUN, **variables) == plain, f'{variables}: not what a pipe gets')
    json = [*RUN[:-1], '-F', 'json', RUN[-1]]
    require(on_terminal(json, TERM='xterm', NO_COLOR='') == in_pipe(json), 'JSON is coloured')


def test_both_programs_colour_alike():
    plain, coloured = in_pipe(RUN), on_terminal(RUN, TERM='xterm', NO_COLOR='')
    for size in 1, 2, 3, 5, 1 << 20:
        filtered = Colours()
        require(b''.join(filtered.feed(plain[at:at + size]) for at in range(0, len(plain), size)) == coloured, f'in pieces of {size}')
