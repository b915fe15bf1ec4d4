# SPDX-License-Identifier: BSD-2-Clause
"""How sheets are tried: a good one, a line of it that becomes another, and where the error of it is."""

import re
import subprocess

from suite.result import require

COMPILE = 'gcc -std=gnu11 -Wall -Wextra -Wshadow -Wundef -Wwrite-strings -Werror -I. -fsyntax-only'


def refused(case, good, translated, file='some.sheet'):
    """The case: a line of the good sheet, by its start, and what it becomes; the word that is refused ('~': its last place), for what, and the start
    of the line that it is in if that is another. `translated` gives the errors of a text."""
    old, new, word, reason, *elsewhere = case
    lines = good.split('\n')
    changed = next(number for number, line in enumerate(lines) if line.startswith(old))
    lines[changed] = new
    at = next(number for number, line in enumerate(lines) if line.startswith(elsewhere[0])) if elsewhere else changed
    at += bool(elsewhere) and word not in lines[at]
    column = lines[at].rindex(word[:-1]) if word.endswith('~') else re.search(r'(?<![\w.-])' + re.escape(word), lines[at]).start()
    errors = translated('\n'.join(lines))
    wanted = f'{file}:{at + 1}:{column + 1}: '
    require(any(error.startswith(wanted) and reason in error for error in errors), f'{wanted}...{reason} is not in\n' + '\n'.join(errors))


def compiles(path, *words):
    done = subprocess.run([*COMPILE.split(), *words, str(path)], check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    require(done.returncode == 0, done.stdout.decode())
