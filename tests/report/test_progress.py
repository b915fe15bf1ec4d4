# SPDX-License-Identifier: BSD-2-Clause
"""What takes long says on a terminal what it is doing, and takes that away when it has ended; elsewhere not a byte is said."""

import os
import pty
import select
import subprocess
import sys

import runs
from suite.result import TOP, require

WAITS = '''import said
said.PATIENCE = said.AGAIN = 0.01
with said.Progress("worker") as progress:
    progress.step("counting the grains of a heap of sand")
    input()
    progress.step("resting")
    input()
with open("{half}", "rb") as file, said.Progress("worker") as progress:
    file.seek(50)
    progress.reading(file)
    input()
print("worker: done", file=said.sys.stderr)
'''


def until(terminal, text, said=b''):
    """All that was said on a terminal up to and with `text`."""
    while not said.endswith(text):
        require(select.select([terminal], [], [], 60)[0], f'{text} does not come after {said}')
        said += os.read(terminal, 1)
    return said


def started(words, **streams):
    return subprocess.Popen(words, stdin=subprocess.PIPE, cwd=os.path.join(TOP, 'tools'), **streams)


def test_a_terminal_sees_what_is_done(tmp_path):
    half = tmp_path / 'half'
    half.write_bytes(bytes(100))
    ours, theirs = pty.openpty()
    with started([sys.executable, '-B', '-c', WAITS.replace('{half}', str(half))], stderr=theirs) as worker:
        os.close(theirs)
        long = b'\rworker: counting the grains of a heap of sand'
        for text in long, b'\r' + b'worker: resting'.ljust(len(long) - 1), f'read 50 % of {half}'.encode()[:60]:
            said = until(ours, text)
            worker.stdin.write(b'\n')
            worker.stdin.flush()
        said = until(ours, b'worker: done')
        require(said.endswith(b' \rworker: done'), f'the line is not taken away: {said}')
    os.close(ours)


def test_nothing_else_does(tmp_path):
    half = tmp_path / 'half'
    half.write_bytes(bytes(100))
    with started([sys.executable, '-B', '-c', WAITS.replace('{half}', str(half)).replace('input()', 'said.time.sleep(0.1)')
                  .replace('import said', 'import said, time; said.time = time')], stderr=subprocess.PIPE) as worker:
        require(worker.communicate(timeout=60)[1] == b'worker: done\n', 'more was said than the work')


def test_report_and_export_show_what_they_read(tmp_path):
    slow = tmp_path / 'slow'
    os.mkfifo(slow)
    for words in ('report', slow, '--csv', tmp_path / 'a.csv'), ('export', slow, '-o', tmp_path / 'b.csv'):
        ours, theirs = pty.openpty()
        with started([runs.UNCORK, *words], stdout=subprocess.PIPE, stderr=theirs) as program, open(slow, 'wb') as run:
            os.close(theirs)
            until(ours, f'\runcork {words[0]}: reading {slow}'.encode()[:60])
            run.write(runs.record('test cbox0.ctr0.*'))
            run.close()
            said = until(ours, b' \r')
            require(program.wait(timeout=60) == 0, said)
        os.close(ours)
