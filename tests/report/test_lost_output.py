# SPDX-License-Identifier: BSD-2-Clause
"""What cannot be written is an error, in a line and without a traceback, for each program; and no folder of the user's goes for it."""

import os
import subprocess
import sys
import tempfile

from runs import UNCORK, record
from suite.result import TOP, require

sys.path.insert(0, os.path.join(TOP, 'tools'))

from qemu.common import Trouble  # noqa: E402
from qemu.image import check_place  # noqa: E402

FULL = (['tools/boot', '--help'], ['tools/guest', '--help'], [UNCORK, 'report', '--help'], [UNCORK, 'export', '--help'], [UNCORK, 'help'], [UNCORK, '--help'], [UNCORK, 'info'],
        [UNCORK, '-F', 'json', 'test', '*.ubox.*'], [UNCORK, 'encode', 'cbox0::LLC_HITS:M'], [UNCORK, '--silicon-faults'],
        [UNCORK, '--silicon-settings'], [UNCORK, 'watch', '--help'])


def into_full(arguments, **options):
    with open('/dev/full', 'wb') as full:
        return subprocess.run(arguments, cwd=TOP, stdout=full, stderr=subprocess.PIPE, timeout=120, check=False, **options)


def expect_said(done, what):
    said = done.stderr.decode()
    require(done.returncode == 2, f'{what}: status {done.returncode}\n{said}')
    require(('No space left' in said or 'cannot be written' in said) and 'Traceback' not in said, f'{what}: {said}')


def test_a_full_disk():
    for arguments in FULL:
        expect_said(into_full(arguments, stdin=subprocess.DEVNULL), ' '.join(arguments))
    with tempfile.TemporaryDirectory(prefix='uncork-full-') as directory:
        path = os.path.join(directory, 'run')
        with open(path, 'wb') as file:
            file.write(record('info'))
        expect_said(into_full([UNCORK, 'report', path, '--csv', os.path.join(directory, 'all.csv')], stdin=subprocess.DEVNULL), 'report')
    framed = subprocess.run([UNCORK, '-F', 'framed,json', 'info'], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=60, check=True)
    expect_said(into_full([UNCORK, 'watch', '-'], input=framed.stdout), 'watch')


def test_a_closed_pipe():
    """Who reads may stop to: that is said, too, and no status of a run."""
    for arguments in ([UNCORK, 'list'], ['tools/boot', '--help']):
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run(arguments, cwd=TOP, stdin=subprocess.DEVNULL, stdout=writer, stderr=subprocess.PIPE, timeout=60, check=False)
        os.close(writer)
        require(done.returncode == 2 and b'standard output' in done.stderr and b'Traceback' not in done.stderr, f'{arguments}: {done.returncode} {done.stderr!r}')


def closed(streams, arguments):
    """(status, what it said on standard error) of a program that is started without some of the three streams."""
    done = subprocess.run(['sh', '-c', f'exec "$@" {streams}', 'sh', *arguments], cwd=TOP, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=120, check=False)
    return done.returncode, done.stderr.decode()


def test_closed_streams():
    """As of programs that a service starts without any: no file takes the place of one, and no status is that of a failed check."""
    for arguments in FULL:
        status, said = closed('>&-', arguments)
        require(status == 2 and 'standard output' in said and 'Traceback' not in said, f'{arguments}: {status} {said}')
    require(closed('<&-', [UNCORK, 'watch', '-'])[0] == 4, 'nothing that is watched')
    with tempfile.TemporaryDirectory(prefix='uncork-closed-') as directory:
        run, page = os.path.join(directory, 'run'), os.path.join(directory, 'page.html')
        with open(run, 'wb') as file:
            file.write(record('info'))
        for streams, expected in (('', 0), ('2>&-', 0), ('<&- >&- 2>&-', 2)):
            require(closed(streams, [UNCORK, 'report', run, '-o', page])[0] == expected, f'a page, {streams}')
            with open(page, 'rb') as file:
                require(file.read().rstrip().endswith(b'</html>'), f'the page without {streams}')


def test_results_take_no_place_of_others():
    with tempfile.TemporaryDirectory(prefix='uncork-results-') as directory:
        check_place(os.path.join(directory, 'new'))
        os.makedirs(os.path.join(directory, 'previous'))
        for name in 'result.txt', 'console.log':
            for folder in directory, os.path.join(directory, 'previous'):
                with open(os.path.join(folder, name), 'w', encoding='ascii'):
                    pass
        os.makedirs(os.path.join(directory, 'previous', '2'))
        with open(os.path.join(directory, 'previous', '2', 'journal.txt'), 'w', encoding='ascii'):
            pass
        check_place(directory)
        for folder in ('previous', 'previous/2'):
            thesis = os.path.join(directory, folder, 'thesis.tex')
            with open(thesis, 'w', encoding='ascii'):
                pass
            try:
                check_place(directory)
            except Trouble as trouble:
                require('thesis.tex' in str(trouble), str(trouble))
            else:
                require(False, 'a folder of somebody else would be removed')
            os.unlink(thesis)


def test_a_boot_writes_over_nothing_that_it_reads():
    with tempfile.TemporaryDirectory(prefix='uncork-outputs-') as directory:
        scenario, log = os.path.join(directory, 'scenario'), os.path.join(directory, 'log')
        with open(scenario, 'w', encoding='ascii') as file:
            file.write('background = 0\n')
        os.symlink('scenario', os.path.join(directory, 'link'))
        for outputs in (('-l', scenario), ('--record', scenario), ('-l', os.path.join(directory, 'link')), ('-l', log, '--record', log)):
            done = subprocess.run(['tools/boot', '-r', scenario, *outputs, 'xeon-7500', 'info'], cwd=TOP, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, check=False)
            require(done.returncode == 2 and b'name another' in done.stderr, f'{outputs}: {done.returncode} {done.stderr!r}')
        with open(scenario, encoding='ascii') as file:
            require(file.read() == 'background = 0\n', 'the scenario is lost')
