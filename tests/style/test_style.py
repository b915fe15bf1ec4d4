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
    complain([f'{path}:{number}: {line.strip()}' for path in sources('*', ':!*.tsv', ':!*.efi', ':!*.xz', ':!*.png', ':!tests/fuzz/corpus')
              for number, line in enumerate(read(path), 1) if LEFT_UNDONE.search(line)], 'marks of unfinished work')


def test_readme_has_a_row_of_each_machine():
    table = '\n'.join(read('tools/boot')).split('MACHINES = {')[1].split('\n}')[0]
    machines = re.findall(r"^    '([\w-]+)':", table, re.MULTILINE)
    rows = re.findall(r'^\| `([\w-]+)` \|', '\n'.join(read('README.md')), re.MULTILINE)
    require(machines, 'tools/boot has no machines')
    complain(sorted(set(machines) ^ set(rows)), 'machines without a row in README.md, or rows without a machine')


def test_links_lead_somewhere():
    wrong = []
    for page in sources('*.md'):
        for link in re.findall(r'\]\(([^)#:]+)(?:#[^)]*)?\)', '\n'.join(read(page))):
            if not os.path.exists(os.path.join(os.path.dirname(page), link)):
                wrong.append(f'{page}: {link}')
    complain(wrong, 'links to nothing')


def test_glossary_is_sorted():
    found = []
    for section in '\n'.join(read('docs/glossary.md')).split('\n## ')[1:]:
        words = [line.split('|')[1].strip().lower() for line in section.splitlines() if line.startswith('| ')][1:]
        found += [f'{word} stands before {after}' for word, after in zip(words, words[1:]) if word > after]
    complain(found, 'docs/glossary.md is not sorted')
