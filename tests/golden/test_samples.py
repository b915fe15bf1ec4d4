# SPDX-License-Identifier: BSD-2-Clause
"""Samples of the tables, typed from the documents once more (samples.tsv): names of boxes, some registers of each box, the fields of those registers
that events set beside their select, and some events. test_sides.py compares everything with what silicon has; a mistake that was made on both sides is
found here."""

import collections
import re
import subprocess

from suite import facts_firmware
from suite.facts import ALL, rows
from suite.result import require
from suite.tables import FIRMWARE, ask, tree

SAMPLES = rows('tests/golden/samples.tsv')
LEAST = {'box': 16, 'register': 90, 'fields': 59, 'event': 79, 'umasks': 16}
ANSWERS = {'box': (1, 2), 'register': (1, 2, 3), 'fields': (1,), 'event': (1,), 'umasks': (2,)}  # columns that are held against the tables


class Machine:
    def __init__(self, name, samples):
        unread = {'event', 'need', 'metric'} - {'event' if kind == 'umasks' else '' for kind, *_ in samples}
        lines = ask(FIRMWARE, name).splitlines()
        self.boxes = {box.name: box for box in facts_firmware.boxes(tree(line for line in lines if line.split(maxsplit=1)[0] not in unread))}
        self.registers = {about: (row, address) for box in self.boxes.values() for instance in box.instances
                          for about, row, address in box.registers(instance)}
        strings = [row[2] for row in samples if row[0] == 'event']
        said = subprocess.run(['build/uncork', 'encode', '--machine', name, '-'], input='\n'.join(strings), stdout=subprocess.PIPE, check=True, text=True,
                              timeout=60).stdout.splitlines()
        self.events = dict(zip(strings, (line.partition(' ')[2] for line in said), strict=True))

    def box(self, name, pmu, perf):
        return (pmu, perf) == (self.boxes[name].line.has['pmu'], self.boxes[name].line.has['perf'])

    def register(self, about, where, writable, reserved, _source):
        row, address = self.registers[about]
        pci = re.fullmatch(r'(\d+)\.(\d) (0x[0-9a-f]+)', where)
        wanted = int(pci[1]) << 15 | int(pci[2]) << 12 | int(pci[3], 16) if pci else int(where, 16)
        return (wanted, number(writable), number(reserved)) == (address, row.layout.writable(), row.layout.zero())

    def fields(self, about, wanted, _source):
        box, _, name = about.partition(' ')
        layout = next(row.layout for row in self.boxes[box].rows if row.name == name)
        has = {field.name: (field.low + field.width - 1, field.low) for field in layout.fields}
        wanted = (word.partition('=')[::2] for word in wanted.split())
        return all(has.get(name) == (int(bits.split(':')[0]), int(bits.split(':')[-1])) for name, bits in wanted)

    def event(self, string, registers, _source):
        return self.events[string] == registers

    def umasks(self, box, events, wanted):
        has = {(event.name(), event.has['umask_name']): event.number('umask') for event in self.boxes[box].line.lines('event')}
        return all(has.get((event, name)) == int(value, 16) for event in events.split() for name, value in (word.split('=') for word in wanted.split()))


def number(text):
    return ~int(text[1:], 16) & ALL if text.startswith('~') else int(text, 16)


def other(text):
    """The same with another number, or another name."""
    if '=' not in text and '0x' not in text:
        return f'{text}x'
    return re.sub(r'([0-9a-f])(?=[^0-9a-f]*$)', lambda digit: '1' if digit[1] == '0' else '0', text)


def test_samples():
    """Each sample is as the tables have it, and with another answer it would not be."""
    of_machine = collections.defaultdict(list)
    for row in SAMPLES:
        of_machine[row[1]].append(row)
    wrong = []
    for name, samples in of_machine.items():
        machine = Machine(name, samples)
        for kind, _, *columns in samples:
            if not getattr(machine, kind)(*columns):
                wrong.append(f'{kind} {name} {" ".join(columns)}')
            for at in ANSWERS[kind]:
                if getattr(machine, kind)(*columns[:at], other(columns[at]), *columns[at + 1:]):
                    wrong.append(f'{kind} {name} {" ".join(columns)}: another {columns[at]} would do')
    require(not wrong, '\n'.join(wrong))
    counted = collections.Counter(row[0] for row in SAMPLES)
    require(counted == LEAST, f'there are other samples: {counted}')
