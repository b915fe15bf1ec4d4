# SPDX-License-Identifier: BSD-2-Clause
"""The matrix of ways in: each firmware and loader that Debian has packages of starts uncork, and the run ends as it should (suite/ways.py).
The cheap ones are part of the suite; `make ways` boots all of them."""

import shutil

import pytest

from suite.python import SYSTEM
from suite.result import require, run_command
from suite.ways import BEGIN, END, WAYS, table


@pytest.mark.parametrize('way', [way for way in WAYS if not way.elsewhere], ids=lambda way: way.name)
def test_way(way):
    console, wrong = way.boot()
    require(not wrong, f'{way.name}: {wrong}\n{console[-4000:]}')


def test_documentation_has_them():
    """The table is written from the list of what is booted."""
    with open('docs/bring-up.md', encoding='utf-8') as file:
        text = file.read()
    require(text[text.index(BEGIN):text.index(END) + len(END)] == table(), 'docs/bring-up.md has another table: `make ways` writes it')


def test_another_python_comes_first(tmp_path):
    """A copy that knows nothing of the system's packages, which `-S` keeps away: the system's Python goes on."""
    another = shutil.copy(SYSTEM, tmp_path)
    status, said = run_command([another, '-S', 'tests/ways', 'of no firmware'], 60)
    require((status, said) == (1, 'tests/ways: no way in has that name\n'), f'status {status}: {said}')
