# SPDX-License-Identifier: BSD-2-Clause
"""How the sources look: layout, first lines, nothing left undone."""

import os
import re
import subprocess

from suite.result import must_run, require, run_command

SPDX = 'SPDX-License-Identifier: BSD-2-Clause'
LEFT_UNDONE = re.compile(r'\b(TO' r'DO|FIX' r'ME|XX' r'X|HA' r'CK)\b')


def sources(*patterns):
    said = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard', '--', *patterns], check=True,
                          stdout=subprocess.PIPE).stdout.decode()
    return said.splitlines()


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read().splitlines()


def complain(found, what):
    require(not found, f'{what}:\n' + '\n'.join(found))


MACRO = re.compile(r'^#\s*define (?:.*\\\n)*.*$', re.MULTILINE)


def without_layout_of_macros(text):
    """The versions of clang-format have each their own way with braces and with `&` in macros."""
    return MACRO.sub(lambda macro: re.sub(r'[\s\\]', '', macro[0]), text)


def is_laid_out(path):
    laid_out = must_run([os.environ.get('CLANG_FORMAT', 'clang-format'), path], 60)
    with open(path, encoding='utf-8') as file:
        return without_layout_of_macros(laid_out) == without_layout_of_macros(file.read())


def test_layout_by_clang_format():
    status, said = run_command(['make', '-s', 'format-check'], 120)
    found = sorted({line.split(':')[0] for line in said.splitlines() if '-Wclang-format-violations' in line})
    require(not status or found, said[-2000:])
    complain([path for path in found if not is_laid_out(path)], '`make format` would change')


def test_files_name_their_licence():
    paths = sources('*.c', '*.h', '*.S', '*.py', 'tools/*', 'tests/run')
    complain([path for path in paths if not any(SPDX in line for line in read(path)[:2]) and read(path)],
             'no licence in the first lines')


def test_nothing_is_left_undone():
    complain([f'{path}:{number}: {line.strip()}' for path in sources('*', ':!*.tsv', ':!*.efi', ':!tests/fuzz/corpus')
              for number, line in enumerate(read(path), 1) if LEFT_UNDONE.search(line)], 'marks of unfinished work')
