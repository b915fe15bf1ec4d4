# SPDX-License-Identifier: BSD-2-Clause
"""A line between a machine with a framed console and `uncork watch`, that loses characters as a seed says."""

import os
import pty
import random
import select
import signal
import socket
import subprocess
import tempfile
import tty

from suite.result import Failure

SECONDS = 120


class BadLine:
    """Drops, doubles or changes one of so many characters."""

    def __init__(self, seed, one_of):
        self.random, self.one_of = random.Random(seed), one_of
        self.spoilt = 0

    def pass_on(self, data):
        passed = bytearray()
        for byte in data:
            if not self.one_of or self.random.randrange(self.one_of):
                passed.append(byte)
                continue
            self.spoilt += 1
            passed += self.random.choice((b'', bytes([byte, byte]), bytes([self.random.randrange(256)])))
        return bytes(passed)


class Watched:
    """What came of it: exit statuses of the machine and of watch, the lines written, what watch said."""

    def __init__(self, machine, status, lines, said, spoilt):
        self.machine, self.status, self.lines, self.said, self.spoilt = machine, status, lines, said, spoilt

    def expect(self, condition, message):
        if not condition:
            text = '\n'.join(self.lines[-40:])
            raise Failure(f'{message}\nmachine {self.machine}, watch {self.status}, {self.spoilt} characters spoilt\n'
                          f'{text}\n{self.said[-2000:]}')


def carry(machine, listener, line, after):
    """Carries characters both ways until the machine's end is closed. After so many of the machine's does what
    `after`, (characters, function), says."""
    ends = {machine: listener, listener: machine}
    carried = 0
    while True:
        ready, _, _ = select.select(list(ends), [], [], SECONDS)
        if not ready:
            raise Failure('nobody says anything any more')
        for end in ready:
            try:
                data = os.read(end, 4096)
            except OSError:  # a pseudo-terminal whose other side is closed
                data = b''
            if not data and end == machine:
                return
            before = carried
            carried += len(data) * (end == machine)
            if after and before < after[0] <= carried:
                after[1]()
            if not data:
                del ends[end]
                continue
            try:
                os.write(ends.get(end, machine), line.pass_on(data))
            except OSError:
                return


def start_listener(terminal, options):
    """`uncork watch` on a pseudo-terminal, which it opens itself, or on a socket. Our end, and the process."""
    if terminal:
        ours, theirs = pty.openpty()
        tty.setraw(theirs)
        process = subprocess.Popen(['build/uncork', 'watch', '-q', *options, os.ttyname(theirs)],
                                   stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
        # Kept open until the end: a terminal that nobody has open hangs up.
        return ours, process, theirs
    ours, theirs = socket.socketpair()
    process = subprocess.Popen(['build/uncork', 'watch', '-q', *options, '-'], stdin=theirs, stderr=subprocess.PIPE)
    theirs.close()
    return ours.detach(), process, None


def watched(command, seed, one_of, terminal=False, interrupt_after=None):
    """Runs a command whose console is framed, and watches it over a bad line. After so many characters watch is
    interrupted, as by Ctrl-C."""
    line = BadLine(seed, one_of)
    ours, theirs = socket.socketpair()
    with tempfile.NamedTemporaryFile(prefix='uncork-watch-') as record:
        end, listener, kept = start_listener(terminal, ['-o', record.name])
        machine = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=subprocess.DEVNULL)
        theirs.close()
        try:
            carry(ours.fileno(), end, line,
                  interrupt_after and (interrupt_after, lambda: listener.send_signal(signal.SIGINT)))
            status = machine.wait(SECONDS)
            os.close(end)
            said = listener.communicate(timeout=SECONDS)[1].decode(errors='replace')
        finally:
            for process in (machine, listener):
                if process.poll() is None:
                    process.kill()
                    process.wait()
            if kept is not None:
                os.close(kept)
            ours.close()
        return Watched(status, listener.returncode, record.read().decode().splitlines(), said, line.spoilt)
