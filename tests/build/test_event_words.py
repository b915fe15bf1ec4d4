# SPDX-License-Identifier: BSD-2-Clause
"""What tools/gen/events makes of words (boxes/events/words.txt): which line describes an event, and that each error is said where it is."""

import os
import subprocess

import pytest

from suite.result import require

HEADING = 'box\tevent\tumask\tcode\tumask_code\tcounters\tmax\tflags\tneeds\tdescription\tsource\n%abox\tcode=8\tumask=8\tcounters=4\n'
WORDS = '''\
# words
*
  RD,WR                 $0 requests
  CH#                   channel $1
UNC_*_INSERTS           Requests of $1
UNC_A_INSERTS,UNC_B_*   Other requests
  CH1_RD                reads of the second channel
  ALL                   all
'''
# An event and its umask, and what they are described by.
DESCRIBED = (
    ('UNC_X_INSERTS', '-', 'Requests of X', ''),
    ('UNC_X_INSERTS', 'CH2_RD', 'Requests of X', 'channel 2, RD requests'),
    ('UNC_X_INSERTS', 'RD.CH2', 'Requests of X', 'RD requests, channel 2'),
    ('UNC_A_INSERTS', 'CH1_RD', 'Other requests', 'reads of the second channel'),
    ('UNC_B_OTHER', 'CH1', 'Other requests', 'channel 1'),
)
# An event and its umask; the column of the list that is refused, and for what.
REFUSED = (
    ('UNC_X_OTHER', '-', 6, 'UNC_X_OTHER has no description, and no sentence in'),
    ('UNC_X_INSERTS', 'CH2_XX', 20, 'umask CH2_XX of UNC_X_INSERTS has no description, and no words in'),
    ('UNC_X_INSERTS', 'CH2_ALL', 20, 'umask CH2_ALL of UNC_X_INSERTS has no description'),
    ('UNC_X_INSERTS', '_'.join(['CH1'] * 15), 20, 'characters, more than 160'),
)
# A line that is added to the words; the column that is refused, and for what.
WRONG = (
    ('   RD  reads', 4, 'a line begins in column 1, or 3 for a umask'),
    ('unc_x  Requests', 1, "'unc_x' is no name"),
    ('  RD', 3, 'a umask without words'),
    ('UNC_X  Requests of $1', 20, "$1 is no wildcard of 'UNC_X'"),
    ('UNC_X  Requests ', 1, 'blanks at the end'),
)


def row(event, umask='-', description='-', code='0x01'):
    return '\t'.join(('abox', event, umask, code, '0x02', '0-3', '?', '-', '-', description, 'guide')) + '\n'


def run(folder, rows, words=WORDS, stale=False):
    """The exit status, what was said, and the C that was made."""
    (folder / 'list.tsv').write_text(HEADING + rows)
    (folder / 'words.txt').write_text(words)
    arguments = ['--stale', 'words.txt', 'list.tsv'] if stale else ['--words', 'words.txt', 'list.tsv', 'list.c']
    done = subprocess.run([os.path.abspath('tools/gen/events'), *arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, timeout=60)
    made = folder / 'list.c'
    return done.returncode, done.stdout.decode(), made.read_text() if made.exists() else ''


@pytest.mark.parametrize('event, umask, sentence, phrase', DESCRIBED)
def test_described(tmp_path, event, umask, sentence, phrase):
    status, said, made = run(tmp_path, row(event, umask))
    require(not status and f'"{sentence}\\0"' in made and (not phrase or f'"{phrase}\\0"' in made), f'{status}: {said}{made}')


def test_own_words_win(tmp_path):
    status, said, made = run(tmp_path, row('UNC_X_INSERTS', 'CH2', 'Own words: of this one'))
    require(not status and '"Own words\\0"' in made and '"of this one\\0"' in made and 'Requests' not in made, f'{status}: {said}{made}')


@pytest.mark.parametrize('event, umask, column, reason', REFUSED)
def test_refused(tmp_path, event, umask, column, reason):
    status, said, made = run(tmp_path, row(event, umask))
    require(status == 1 and said.startswith(f'list.tsv:3:{column}: ') and reason in said and not made, f'{status}: {said}')


@pytest.mark.parametrize('line, column, reason', WRONG)
def test_wrong_words(tmp_path, line, column, reason):
    status, said, made = run(tmp_path, row('UNC_X_INSERTS'), WORDS + line + '\n')
    require(status == 1 and said.startswith(f'words.txt:9:{column}: ') and reason in said and not made, f'{status}: {said}')


def test_two_lines_as_near(tmp_path):
    status, said, made = run(tmp_path, row('UNC_X_INSERTS'), WORDS + 'UNC_X_INSERT*  Requests\n')
    require(status == 1 and said == 'list.tsv:3:6: lines 5 and 9 of words.txt are as near\n' and not made, f'{status}: {said}')


def test_stale(tmp_path):
    rows = row('UNC_A_INSERTS', 'CH1_RD') + row('UNC_A_INSERTS', 'WR', code='0x02') + row('UNC_X_INSERTS', 'CH1', code='0x03')
    status, said, _ = run(tmp_path, rows, stale=True)
    require(status == 1 and said == 'words.txt:8:3: no event of any list is described by this line\n', f'{status}: {said}')
    status, said, _ = run(tmp_path, rows, WORDS.replace('  ALL                   all\n', ''), stale=True)
    require(not status and not said, f'{status}: {said}')
