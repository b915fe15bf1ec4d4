# SPDX-License-Identifier: BSD-2-Clause
"""What one side says of a machine, in words that belong to neither: {(what it is about, "cbox3 ctl0"; what is said of it, "keeps"): value}.
Two sides agree if their facts are the same."""

from fnmatch import fnmatchcase

UNKNOWN = '?'  # the value of a fact that the side does not know: it agrees with everything
MMIO = 0x3ffff  # of an address in device memory, which begins wherever a machine has it
PCI = 0xfffff
ALL = (1 << 64) - 1


def mask(low, width):
    return ((1 << width) - 1) << low & ALL


def place(space, address):
    """How an address in that space is said: what, and the number."""
    return {'MSR': ('msr', address), 'MMIO': ('mmio', address & MMIO)}.get(space, ('pci', address & PCI))


def plain(name):
    """A name that lists spell in several ways."""
    return name.replace('.', '_').upper()


def rows(path):
    """Those of a table in a file, with tabs between columns."""
    with open(path, encoding='utf-8') as file:
        return [line.rstrip('\n').split('\t') for line in file if not line.startswith('#')]


def fits(name, patterns):
    return any(fnmatchcase(name, pattern) for pattern in patterns.split())


class Facts(dict):
    def __init__(self):
        super().__init__()
        self.at_odds = []  # a side that says two things of one

    def say(self, about, says, value):
        value = value if isinstance(value, str) else f'{value:#x}'
        said = self.setdefault((about, says), value)
        if said != value:
            self.at_odds.append(f'{about}, {says}: {said} and {value}')
