# SPDX-License-Identifier: BSD-2-Clause
"""Configurations as editors leave them, on an image."""

import os
import subprocess
import sys
import tempfile

import pytest

from suite.result import TOP, require

sys.path.insert(0, os.path.join(TOP, 'tools'))
from qemu.image import copy_results, file_system  # noqa: E402

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


def make_image(*options, start=subprocess.run):
    return start([MAKE_IMAGE, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_nothing_of_the_users_is_written_over():
    """A device is no file: what is moved to its name is in its place then."""
    with tempfile.TemporaryDirectory() as directory:
        device, configuration = os.path.join(directory, 'device'), os.path.join(directory, 'uncork.cfg')
        os.mkfifo(device)
        with open(configuration, 'w') as file:
            file.write('info\n')
        for image, why in ((device, f'dd if=IMAGE of={device}'), (directory, 'is no file'), (configuration, 'would be overwritten')):
            made = make_image('-c', configuration, '-o', image)
            require(made.returncode == 2 and why in made.stderr, f'{image}: {made.returncode} {made.stderr}')
        require(sorted(os.listdir(directory)) == ['device', 'uncork.cfg'] and not os.path.isfile(device), f'{os.listdir(directory)} are left')
        with open(configuration) as file:
            require(file.read() == 'info\n', 'the configuration is written over')


def test_two_at_once_and_a_link():
    """Each is whole, and what a link of that name leads to stays as it was."""
    with tempfile.TemporaryDirectory() as directory:
        image, other = os.path.join(directory, 'stick.img'), os.path.join(directory, 'other')
        with open(other, 'w') as file:
            file.write('kept')
        os.symlink(other, image)
        both = [make_image('-o', image, start=subprocess.Popen) for _ in range(2)]
        said = [one.communicate(timeout=240)[1] for one in both]
        require([one.returncode for one in both] == [0, 0], f'{said}')
        require(sorted(os.listdir(directory)) == ['other', 'stick.img'] and not os.path.islink(image), f'{os.listdir(directory)} are left')
        with open(other) as file:
            require(file.read() == 'kept', 'what the link leads to is written over')
        listed = subprocess.run(['mdir', '-b', '-i', f'{image}@@1M', '::/uncork'], capture_output=True, text=True, timeout=60, check=True,
                                env={**os.environ, 'MTOOLS_SKIP_CHECK': '1'})
        require('uncork.cfg' in listed.stdout, listed.stdout)


def test_results_are_copied_where_the_name_says(tmp_path, monkeypatch):
    """A letter and a colon are a drive to mtools."""
    monkeypatch.setenv('MTOOLS_SKIP_CHECK', '1')
    image, result = tmp_path / 'stick.img', tmp_path / 'result.txt'
    require(make_image('-o', str(image)).returncode == 0, 'no image')
    result.write_text('result: pass\n')
    subprocess.run(['mcopy', '-i', file_system(image), str(result), '::/uncork'], timeout=60, check=True)
    monkeypatch.chdir(tmp_path)
    for name in ('r:\xfc', 'c:results', 'a b/c:', '-n'):
        copy_results('stick.img', name)
        require('result.txt' in os.listdir(name), f'{name}: {os.listdir(name)}')


def test_a_program_that_fails_without_a_word(tmp_path, monkeypatch):
    """As sfdisk does on a full disk."""
    (tmp_path / 'sfdisk').write_text('#!/bin/sh\nexit 1\n')
    (tmp_path / 'sfdisk').chmod(0o755)
    monkeypatch.setenv('PATH', f'{tmp_path}:{os.environ["PATH"]}')
    made = make_image('-o', str(tmp_path / 'stick.img'))
    require(made.returncode == 2 and made.stderr.endswith('is the disk full?\n'), f'{made.returncode} {made.stderr}')
    require(os.listdir(tmp_path) == ['sfdisk'], f'{os.listdir(tmp_path)} are left')
