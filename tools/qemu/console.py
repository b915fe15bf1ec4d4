# SPDX-License-Identifier: BSD-2-Clause
"""The console of a running machine: what the firmware says, from its first line, and a keyboard."""

import ctypes
import os
import re
import select
import signal
import subprocess
import sys
import termios
import time
import tty

from qemu.common import WORDS, harmless
from report.lines import StatusFilter, verdict_of

FIRST_LINE = re.compile(rb'(?:^|[\r\n])(uncork \d|KTAP version 1|\{"record":"start"|~[0-9a-f]{8} 1\.0)')
# The silicon's banner, or what Linux says first where there is none.
GUEST_LINE = re.compile(rb'(?:^|[\r\n])(virtual silicon |EFI stub: |\[ *0\.\d+\] )')
# docs/console-protocol.md; nothing is lost between QEMU and here.
FRAME = re.compile(rb'~[0-9a-f]{8} ([0-9a-f]+)\.([0-9a-f]+)(\+?) (.*)')
# What may never come to its end, in lines (docs/console-protocol.md).
AHEAD = re.compile(r'\{"record":"ahead","what":"(.*)"\}|# ahead what="?(.*?)"?$|next: (.*)')
# What says before the last line that the machine is then reset or switched off.
POWER = re.compile(r'(?:crash: )?(?:reset|poweroff)(?:: when the run has ended, by \w+| by \w+, as on-crash says)|\{"record":"power","action":.*\}|# power action=.*')
COVERED = re.compile(rb' *\x08+')  # what was longer than a status
ESCAPE = re.compile(rb'\x1b\[[0-9;=?]*[A-Za-z]')
PR_SET_PDEATHSIG = 1  # prctl(2)
QUIT_KEY = 0x1d  # Ctrl-]
UNEXPLAINED_LINES = 24
PIECES_MOST = 4096      # of a line in frames, as `uncork watch` has it
BEFORE_BYTES = 1 << 18  # of what comes before the first line
LINE_BYTES = 1 << 20    # of a line without an end


class LineFilter:
    """Leaves out lines that begin as `prefix` says; lets everything else through as it comes. `partial`
    matches what may yet become the prefix."""

    def __init__(self, prefix, partial):
        self.prefix, self.partial = prefix, partial
        self.held = b''  # from the start of a line, undecided
        self.at_start, self.dropping = True, False

    def feed_byte(self, byte):
        if self.dropping:
            self.dropping = byte != b'\n'
            self.at_start = not self.dropping
            return b''
        if not self.at_start:
            self.at_start = byte == b'\n'
            return byte
        self.held += byte
        if self.prefix.fullmatch(self.held):
            self.held, self.dropping = b'', True
            return b''
        if self.partial.fullmatch(self.held):
            return b''
        held, self.held = self.held, b''
        self.at_start = byte == b'\n'
        return held

    def feed(self, data):
        return b''.join(self.feed_byte(data[i:i + 1]) for i in range(len(data)))


class Colours:
    """Colours the words at the start of a line that say how something ended, as tools/uncork/colours.c does. What may become such a word is
    held until it is one or not."""

    WORDS = {**dict.fromkeys((b'FAIL ', b'fail: ', b'error: ', b'crash: ', b'not ok '), b'31;1'), b'pass: ': b'32;1'}

    def __init__(self):
        self.held, self.within = b'', False

    @staticmethod
    def wanted():
        return not os.environ.get('NO_COLOR') and os.environ.get('TERM') != 'dumb'

    def feed_byte(self, byte):
        if not self.within:
            self.held += byte
            if any(word.startswith(self.held) and word != self.held for word in self.WORDS):
                return b''
            byte, self.held = self.held, b''
        self.within = byte[-1:] not in b'\r\n'
        return b'\x1b[' + self.WORDS[byte] + b'm' + byte[:-1] + b'\x1b[m ' if byte in self.WORDS else byte

    def feed(self, data):
        return b''.join(self.feed_byte(data[i:i + 1]) for i in range(len(data)))


class Console:
    """Passes on what the firmware says, from its first line, and remembers its last one. `first_line` matches that, in
    a group, and what may stand before it."""

    def __init__(self, raw, line_filter=None, first_line=FIRST_LINE):
        self.raw, self.first_line = raw, first_line
        self.statuses = StatusFilter()
        # A status is for whoever sits before it.
        self.terminal = sys.stdout.isatty()
        self.colours = Colours() if self.terminal and not raw and Colours.wanted() else None
        self.as_it_comes = raw or (self.terminal and not line_filter)
        self.ahead = ''    # what the firmware is about to do, if it said so last
        self.missing = ''  # what came instead of a verdict
        self.filter = line_filter
        self.started = raw
        self.before = b''
        self.line = b''
        self.pieces = []  # of a line in frames
        self.framed_lines = 0
        self.last_line = ''
        self.crashed = False
        self.power = False  # the machine is to be reset, or switched off, when the run has ended

    def unframed(self, line):
        """The line, or what a frame completes; nothing for other frames, and for lines sent again."""
        frame = FRAME.fullmatch(line)
        if not frame:
            return b'' if line.startswith(b'~') else line
        if (int(frame[1], 16), int(frame[2], 16)) != (self.framed_lines + 1, len(self.pieces)):
            return b''
        if len(self.pieces) < PIECES_MOST:
            self.pieces.append(frame[4])
        if frame[3]:
            return b''
        whole, self.pieces = b''.join(self.pieces), []
        self.framed_lines += 1
        return whole

    def remember(self, data):
        *lines, line = (self.line + data).split(b'\n')
        self.line = line[:LINE_BYTES]
        for line in filter(None, map(self.unframed, lines)):
            if line.strip():
                self.last_line = line.decode(errors='replace').strip()
                self.note_ahead()
            self.crashed |= line.startswith(b'crash:')
            self.power |= bool(POWER.fullmatch(line.decode(errors='replace').strip()))

    def verdict(self):
        """What the end record says; None if that was not the last line."""
        word = verdict_of(self.last_line)
        return None if word is None else WORDS[word]

    def feed(self, data):
        if not self.started:
            self.before = (self.before + data)[-BEFORE_BYTES:]
            plain = ESCAPE.sub(b'', self.before)
            first = self.first_line.search(plain)
            if not first:
                return
            self.started = True
            data = plain[first.start(1):]
        plain = self.statuses.feed(data)
        if self.filter:
            plain = self.filter.feed(plain)
        self.remember(plain)
        shown = data if self.as_it_comes else plain
        if self.terminal and not self.raw:
            shown = harmless(shown)
        sys.stdout.buffer.write(self.colours.feed(shown) if self.colours else shown)
        sys.stdout.buffer.flush()

    def note_ahead(self):
        """What the last line says was about to be done; with a second one, what came of it."""
        ahead = AHEAD.match(self.last_line)
        what = next(filter(None, ahead.groups()), '') if ahead else ''
        self.ahead = self.ahead + what.replace('came', ':', 1) if what.startswith('came ') else what

    def last_words(self):
        """What the firmware last said it was about to do, else its last line."""
        status = COVERED.sub(b'', self.statuses.status or b'').decode(errors='replace').strip()
        ahead = status or self.ahead
        if ahead:
            return f'the firmware last said: {ahead}'
        last = self.last_line or next(reversed(self.unexplained()), '')
        return f'the last line was: {last}' if last else 'nothing was said'

    def unexplained(self):
        """The last lines of what came instead of a first line."""
        plain = b'' if self.started else ESCAPE.sub(b'', self.before)
        lines = (line.strip() for line in plain.decode(errors='replace').splitlines())
        return list(filter(None, lines))[-UNEXPLAINED_LINES:]


class Keyboard:
    """A terminal whose keys go to the firmware one by one, Ctrl-C included; or, if so `wired`, whatever
    standard input is, as it comes."""

    def __init__(self, wanted, wired=False):
        self.active = wired or (wanted and sys.stdin.isatty())
        self.terminal = self.active and not wired

    def __enter__(self):
        if self.terminal:
            self.saved = termios.tcgetattr(sys.stdin)
            tty.setraw(sys.stdin, termios.TCSANOW)
            modes = termios.tcgetattr(sys.stdin)
            modes[1] |= termios.OPOST
            termios.tcsetattr(sys.stdin, termios.TCSANOW, modes)
        return self

    def __exit__(self, *_):
        if self.terminal:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self.saved)


class Quit(KeyboardInterrupt):
    """The quit key."""


class Patience:
    """How long to wait: `seconds` in all; if none are given, as long as something is said, within reason."""

    SILENCE, REASON = 60, 900

    def __init__(self, seconds, forever):
        now = time.monotonic()
        self.silence = None if forever or seconds else self.SILENCE
        self.end = None if forever and not seconds else now + (seconds or self.REASON)
        self.heard()

    def heard(self):
        self.last = time.monotonic()

    def left(self):
        """Seconds, not above 0 when it is over; None: there is no end."""
        ends = [end for end in (self.end, self.silence and self.last + self.silence) if end]
        return min(ends) - time.monotonic() if ends else None


class Answer:
    """Keys for a boot loader that asks, typed once, when it does."""

    def __init__(self, question, keys):
        self.question, self.keys = question, keys
        self.heard = b''

    def give(self, qemu, data):
        if not self.keys:
            return
        self.heard = (self.heard + data)[-BEFORE_BYTES:]
        if self.question in self.heard:
            qemu.stdin.write(self.keys)
            qemu.stdin.flush()
            self.keys = b''


def pump(qemu, console, keyboard, patience, answer):
    """Moves characters until QEMU ends. Returns its status, None when patience ends; the quit key is Quit."""
    out, keys = qemu.stdout.fileno(), sys.stdin.fileno() if keyboard.active else None
    while True:
        left = patience.left()
        if left is not None and left <= 0:
            return None
        ready, _, _ = select.select([out] if keys is None else [out, keys], [], [], left)
        if out in ready:
            data = os.read(out, 65536)
            if not data:
                return qemu.wait()
            console.feed(data)
            answer.give(qemu, data)
            patience.heard()
        if keys in ready:
            typed = os.read(keys, 256)
            if keyboard.terminal and QUIT_KEY in typed:
                raise Quit
            if not typed:
                keys = None
            qemu.stdin.write(typed)
            qemu.stdin.flush()


def die_with_parent():
    """Between fork and exec: QEMU does not outlive who started it, however that one ends."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def run_qemu(arguments, console, interactive, patience, wired=False, answer=Answer(b'', b'')):
    """QEMU's exit status, None if it had to be ended."""
    with Keyboard(interactive, wired) as keyboard:
        # Of our files it inherits those that are made for that.
        qemu = subprocess.Popen(arguments, stdout=subprocess.PIPE, preexec_fn=die_with_parent, close_fds=False,
                                stdin=subprocess.PIPE if keyboard.active or answer.keys else subprocess.DEVNULL)
        try:
            return pump(qemu, console, keyboard, patience, answer)
        finally:
            if qemu.poll() is None:
                qemu.kill()
            qemu.wait()
