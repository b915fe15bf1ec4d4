# SPDX-License-Identifier: BSD-2-Clause
"""Configurations as editors leave them, on an image."""

import os
import subprocess
import tempfile

import pytest

from suite.result import require

MAKE_IMAGE = 'tools/image/make-image'
PLAIN = 'info # a box\r\ntest ubox.*\r\n'


def on_image(directory, content):
    """What the stick has, and what was said."""
    path, image = os.path.join(directory, 'uncork.cfg'), os.path.join(directory, 'stick@@.img')
    with open(path, 'wb') as file:
        file.write(content)
    made = subprocess.run([MAKE_IMAGE, '-c', path, '-o', image], capture_output=True, text=True, timeout=120, check=False)
    require('Traceback' not in made.stderr, made.stderr)
    if made.returncode:
        return None, made.stderr
    plain = os.path.join(directory, 'plain.img')
    os.rename(image, plain)
    require(sorted(os.listdir(directory)) == ['plain.img', 'uncork.cfg'], f'{os.listdir(directory)} are left')
    shown = subprocess.run(['mtype', '-i', f'{plain}@@1M', '::/uncork/uncork.cfg'], capture_output=True, timeout=60, check=True,
                           env={**os.environ, 'MTOOLS_SKIP_CHECK': '1'})
    return shown.stdout.decode('ascii'), made.stderr


@pytest.mark.parametrize('content', [PLAIN.encode('utf-16'), b'\xef\xbb\xbf' + PLAIN.encode(), PLAIN.replace('\r\n', '\r').encode(),
                                     PLAIN.replace('\r\n', '\n').encode() + b'\x1a', PLAIN.encode() + b'\0\0'],
                         ids=['UTF-16', 'mark', 'CR', 'Ctrl-Z', 'NUL'])
def test_what_editors_leave(content):
    with tempfile.TemporaryDirectory() as directory:
        shown, said = on_image(directory, content)
        require(shown == PLAIN, f'{shown!r} {said}')


@pytest.mark.parametrize('encoding', ['utf-8', 'latin-1'])
def test_comments_may_be_of_any_language(encoding):
    with tempfile.TemporaryDirectory() as directory:
        shown, said = on_image(directory, 'info # Prüfstand\n'.encode(encoding))
        require(shown == 'info # Pr?fstand\r\n', f'{shown!r} {said}')


def test_commands_are_ascii():
    with tempfile.TemporaryDirectory() as directory:
        shown, said = on_image(directory, 'info\ntest übox.*\n'.encode())
        require(shown is None and 'line 2' in said and os.listdir(directory) == ['uncork.cfg'], f'{shown!r} {said} {os.listdir(directory)}')
