# SPDX-License-Identifier: BSD-2-Clause
"""Const tables as text: what tests/golden/tables.c and silicon.c print of each machine, and its lines as a tree."""

import collections
import re
import subprocess

Side = collections.namedtuple('Side', 'golden program structs')  # of which there are so many kinds at least
FIRMWARE = Side('tests/golden/tables.xz', 'build/golden/tables', 29)
SILICON = Side('tests/golden/silicon.xz', 'build/golden/silicon', 15)

TOKEN = re.compile(r'(?:([^\s="]+)=)?("(?:[^"\\]|\\.)*"(?:,"[^"]*")*|\S+)')


def ask(side, *words):
    return subprocess.run([side.program, *words], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=300).stdout.decode()


def printed(side):
    """The text of all machines, by name."""
    return {name: ask(side, name).splitlines() for name in ask(side, '--list').split()}


class Line:
    """A line: its first word, its values, other words and numbers (#4), and the lines that are indented below it."""
    __slots__ = ('word', 'has', 'others', 'below')

    def __init__(self, text):
        self.word, _, rest = text.partition(' ')
        self.has, self.others, self.below = {}, [], []
        for key, value in TOKEN.findall(rest):
            if key:
                self.has[key] = value.strip('"')
            else:
                self.others.append(value)

    def number(self, key):
        """What is not printed is 0."""
        return int(self.has.get(key, '0'), 0)

    def numbers(self, key):
        return [int(value, 0) for value in self.has[key].split(',')] if key in self.has else []

    def lines(self, word):
        return [line for line in self.below if line.word == word]

    def name(self):
        return self.has.get('name', '')


def tree(lines):
    """The first line, with all others below it."""
    path = []  # from the first line to the last one
    for text in lines:
        depth = len(text) - len(text.lstrip(' '))
        line = Line(text[depth:])
        del path[depth:]
        if path:
            path[-1].below.append(line)
        path.append(line)
    return path[0]
