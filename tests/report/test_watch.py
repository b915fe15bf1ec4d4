# SPDX-License-Identifier: BSD-2-Clause
"""What `uncork watch` makes of a framed console: each line to the letter, or named as lost, and no pass of what is not whole."""

import os
import pty
import random
import signal
import subprocess
import sys
import zlib

from suite.link import BadLine
from suite.result import TOP, require

sys.path.insert(0, os.path.join(TOP, 'tools'))

from report.lines import verdict_of  # noqa: E402
from watch.cli import Verdict, shown  # noqa: E402
from watch.frames import LINE_BYTES, PAYLOAD, Frame, FrameReader, request  # noqa: E402
from watch.lines import PIECES_MOST, ROOM, WINDOW, Lines  # noqa: E402

ONE, TWO = b'~91d42eda 1.0 a', b'~ad9d92e7 2.0 '
FAR = 1 << 60
PASS = b'pass: 1 passed, 0 failed, 0 skipped'


def framed(lines):
    """What the firmware sends of a run of these lines."""
    frames = []
    for number, line in enumerate(lines, 1):
        pieces = [line[at:at + PAYLOAD] for at in range(0, len(line), PAYLOAD)] or [b'']
        frames += [b'%x.%x%s %s' % (number, piece, b'+' * (piece + 1 < len(pieces)), text) for piece, text in enumerate(pieces)]
    frames += [b'end %x %x' % (len(lines), zlib.crc32(b''.join(line + b'\n' for line in lines))), b'bye']
    return b''.join(b'~%08x %s\r\n' % (zlib.crc32(frame), frame) for frame in frames)


class Listener:
    """The lines that came, those that are lost, and what lines outside of frames came."""

    def __init__(self):
        self.came, self.lost, self.strays, self.frames = [], [], [], []
        self.lines, self.verdict = Lines(self.give, self.lose), Verdict()
        self.reader = FrameReader(self.take, self.strays.append)

    def give(self, text):
        self.came.append(text)
        self.verdict.take(text)

    def lose(self, first, last):
        self.lost.append((first, last))
        self.verdict.take_lost()

    def take(self, frame):
        self.frames.append(frame)
        self.lines.take(frame)

    def line(self, number, text):
        self.lines.take(Frame('piece', number, payload=text))
        require(self.lines.held <= ROOM, f'{self.lines.held} bytes are held')

    def finish(self):
        """What the run came to."""
        self.lines.finish()
        require(sum(last - first + 1 for first, last in self.lost) == self.lines.lost, f'{self.lost}: {self.lines.lost}')
        return self.verdict.word(self.lines)


def heard(data):
    listener = Listener()
    listener.reader.feed(data)
    return listener


def drawn_lines(draw):
    """Lines of all lengths, some of them full of what frames are made of."""
    marks = b'~? 0123456789abcdef.+\r"{}:,\xff\x00'
    return [bytes(draw.choice(marks) if draw.random() < .5 else draw.randrange(32, 127) for _ in range(draw.randrange(300)))
            for _ in range(draw.randrange(30))] + [PASS]


def test_frames_are_found_between_rubbish():
    for data, numbers in ((ONE + b'\r\n' + TWO + b'\r\n', [1, 2]), (b'[ 1.0,5] skiboot\r\n' + ONE + b'\n', [1]), (b'xx~~' + ONE + b'\rx' + TWO + b'\n', [1, 2]),
                          (ONE + TWO + b'\n', [1, 2]), (ONE + b'b' + TWO + b'\n', [1, 2]), (b'~91d42ed9 1.0 a\n', []), (b'~91d42eda 1.0 \n', []), (ONE, []),
                          (b'x' * LINE_BYTES + ONE + b'\n', [])):
        for size in 1, 7, len(data):
            listener = Listener()
            for at in range(0, len(data), size):
                listener.reader.feed(data[at:at + size])
            require([frame.line for frame in listener.frames] == numbers, f'{data[-80:]!r}: {listener.frames}')
    require(heard(b'[ 1.0,5] skiboot\r\n' + ONE + b'\n').strays == [b'[ 1.0,5] skiboot\r'], 'what is no frame')
    require(request('s') == b'?s cf0b\n', f'{request("s")!r}')


def test_what_is_no_frame_says_nothing():
    """The CRC is right, and the body is none."""
    for body in (b'0.0 a', b'1.0', b'1.0 ' + 65 * b'x', b'1.100000000 a', b'1.0- a', b'A.0 a', b'end 1', b'end 1 2 3', b'end 1 100000000', b'gone 0 1', b'gone 2 1',
                 b'gone 1', b'sent', b'sent 1 2', b'bye 1', b'', b'11111111111111111.0 a'):
        listener = heard(b'~%08x %s\n' % (zlib.crc32(body), body))
        require(not listener.frames and len(listener.strays) == 1, f'{body!r}: {listener.frames}')


def test_a_good_line_loses_nothing():
    for seed in range(20):
        said = drawn_lines(random.Random(seed))
        listener = heard(framed(said))
        require(listener.finish() == 'pass' and listener.came == said and not listener.lost, f'seed {seed}: {listener.lost}')


def test_what_is_lost_is_never_a_pass():
    """Whatever the line does: what is given out is what was said, in its place, and what was said is given out or is lost."""
    words = set()
    for seed in range(400):
        draw = random.Random(seed)
        said = drawn_lines(draw)
        damaged = BadLine(seed, draw.choice((10, 100, 1000, 10000))).pass_on(framed(said))
        listener = heard(damaged[:draw.randrange(len(damaged)) if seed % 4 == 0 else len(damaged)] + draw.randbytes(draw.choice((0, 500))))
        word = listener.finish()
        words.add(word)
        rest = iter(enumerate(said, 1))
        lost = {number for first, last in listener.lost for number in range(first, last + 1)}
        kept = [line for number, line in rest if number not in lost and number <= listener.lines.highest]
        require(listener.came == kept, f'seed {seed}: other lines than were said')
        require((word == 'pass') == (listener.came == said and bool(listener.lines.end)), f'seed {seed}: {word}')
        require(not listener.lines.contradicted, f'seed {seed}')
    require(words == {'pass', 'error', 'timeout'}, f'{words}')


def test_another_run_is_no_part_of_this_one():
    for frames in ([Frame('piece', 1, payload=b'one'), Frame('piece', 1, payload=b'two')], [Frame('piece', 9, payload=b'two'), Frame('end', 3)],
                   [Frame('end', 3), Frame('piece', 4)], [Frame('end', 3), Frame('end', 4)], [Frame('end', 3), Frame('gone', 1, last=4)],
                   [Frame('piece', 1, more=True, payload=b'short')], [Frame('piece', 1, piece=PIECES_MOST)], [Frame('piece', 1 << 63)],
                   [Frame('piece', 1, piece=1), Frame('piece', 1, piece=2)], [Frame('piece', 1, piece=1), Frame('piece', 1, piece=1, more=True, payload=b'x' * PAYLOAD)]):
        listener = Listener()
        for frame in frames:
            require(not listener.lines.contradicted, f'{frames}: too early')
            listener.lines.take(frame)
        require(listener.lines.contradicted and listener.finish() == 'timeout', f'{frames}')
    listener = Listener()
    for _ in range(2):
        listener.line(1, b'one')
    require(not listener.lines.contradicted, 'a line that is sent again')


def test_lines_are_those_of_the_end():
    """All lines are there, and yet they are not those that were sent."""
    for wrong in 0, 1:
        listener = Listener()
        listener.line(1, PASS)
        listener.lines.take(Frame('end', 1, crc=zlib.crc32(PASS + b'\n') + wrong))
        require(listener.finish() == ('error' if wrong else 'pass'), f'{wrong}')


def test_a_long_run_takes_bounded_room():
    """Lines are given back, and what is remembered contradicts still."""
    listener, text, count = Listener(), b'{"record":"sample","value":12345678}', 3 * WINDOW
    for number in range(1, count + 1):
        listener.line(number, text)
    require(len(listener.came) == count and len(listener.lines._known) <= WINDOW, 'lines are kept')  # pylint: disable=protected-access
    listener.line(count - 1, text)
    require(not listener.lines.contradicted, 'a line that is sent again')
    listener.line(count - 1, b'other')
    require(listener.lines.contradicted, 'another text of a line')


def test_a_number_takes_no_room():
    """One number costs what one line costs, whatever it says."""
    listener = Listener()
    listener.lines.take(Frame('end', FAR))
    require(not listener.lines.held and listener.lines.missing(True, 64) == (1, 64), f'{listener.lines.missing(True, 64)}')
    require(listener.finish() == 'timeout' and listener.lost == [(1, FAR)], f'{listener.lost}')
    listener = Listener()
    listener.lines.take(Frame('gone', 1, last=FAR))
    listener.line(FAR + 1, b'late')
    require(listener.came == [b'late'] and listener.lost == [(1, FAR)], f'{listener.lost}')
    listener = Listener()
    for number, text in (1, b'one'), (FAR, b'far'), (2, b'two'):
        listener.line(number, text)
    require(listener.finish() == 'timeout' and listener.came == [b'one', b'far'] and listener.lost == [(2, FAR - 1)], f'{listener.lost}')


def test_lines_behind_one_that_never_comes():
    """Pieces without the others of their lines, short lines, and long ones: each takes the room of what came."""
    listener = Listener()
    for number in range(1, 20001):
        listener.lines.take(Frame('piece', number, piece=PIECES_MOST - 1, payload=b'x'))
    require(listener.lines.held <= 20000 * 2 * PAYLOAD, f'{listener.lines.held}')
    listener = Listener()
    for number in range(2, WINDOW + 100):
        listener.line(number, b'a line that is held until the first one has come or is lost')
    require(listener.lost == [(1, 1)], f'{listener.lost}')
    listener.line(1, b'too late')
    require(b'too late' not in listener.came and listener.finish() == 'timeout', 'a line that is lost')
    listener = Listener()
    for number in range(2, 100):
        for piece in range(PIECES_MOST):
            listener.lines.take(Frame('piece', number, piece=piece, more=piece + 1 < PIECES_MOST, payload=b'x' * PAYLOAD))
        require(listener.lines.held <= ROOM, f'{listener.lines.held} bytes are held')
    require(len(listener.came) == 98 and listener.lost == [(1, 1)], f'{len(listener.came)}, {listener.lost}')


def test_missing_lines_are_asked_for_in_stretches():
    listener = Listener()
    for number in 1, 4, 6, 7, 8, 9, 10, 20:
        listener.line(number, b'x')
    require(listener.lines.missing(False, 64) == (2, 4), f'{listener.lines.missing(False, 64)}')
    for number in 2, 3, 5, *range(11, 20):
        listener.line(number, b'x')
    require(listener.lines.missing(True, 64) is None, 'nothing is missing')


def test_verdicts_are_read_from_end_records_alone():
    for line, word in (('pass: 0 passed, 0 failed, 0 skipped', 'pass'), ('# end result=fail passed=1 failed=1 skipped=0', 'fail'),
                       ('{"record":"end","result":"error","passed":0}', 'error'), ('timeout: 0 passed, 0 failed, 0 skipped', 'timeout'),
                       ('pass: 1 passed, 0 failed, 0 skipped, 2 untested (done, no checks were asked for)', 'pass'),
                       ('{"record":"check","result":"pass"}', None), ('passing: by', None), ('pass: of a check', None), ('', None),
                       ('{"record":"end","result":"fine"}', None), ('done: 0 passed, 0 failed, 0 skipped', None)):
        require(verdict_of(line) == word, f'{line}: {verdict_of(line)}')
    require(heard(framed([b'crash: #UD', PASS])).finish() == 'crash', 'a crash')
    require(shown(b'\x1b[2J\xe4\ta~') == rb'\x1B[2J\xE4' b'\ta~', f'{shown(bytes(range(256)))!r}')


def test_a_second_interrupt_ends_watch_alone():
    """The first one asks the run to stop; of one that does not answer there is no verdict, and no traceback."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(['build/uncork', 'watch', '-t', '0', os.ttyname(theirs)], cwd=TOP, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as watch:
        os.write(ours, ONE + b'\n')
        require(watch.stdout.read(2) == b'a\n', 'the line does not come')
        watch.send_signal(signal.SIGINT)
        require(b'asking the run to stop' in watch.stderr.readline(), 'nothing is said of the first one')
        watch.send_signal(signal.SIGINT)
        said = watch.stderr.read().decode()
    os.close(ours)
    os.close(theirs)
    require(watch.returncode == 4 and 'watch: no verdict; 1 lines without an end' in said and 'Traceback' not in said, f'{watch.returncode}: {said}')
