# SPDX-License-Identifier: BSD-2-Clause
"""Registers, counters and events are typed twice from the documents: in boxes/ for the firmware, in silicon/models/ for the silicon that it is
tried on. Here the two are compared, one fact at a time, so that a slip on either side is found. One that is made twice goes unnoticed here: against
it there are samples with their pages (test_samples.py). Intended differences are in sides-explained.tsv, with their reasons, and names that the
sides have chosen for themselves in sides-names.tsv."""

import collections
import re
from fnmatch import translate

import pytest

from suite import facts_firmware, facts_silicon
from suite.facts import UNKNOWN, fits, rows
from suite.result import require
from suite.tables import FIRMWARE, SILICON, ask, tree

EXPLAINED = 'tests/golden/sides-explained.tsv'
ABSENT, ANY = '-', '*'
LEAST = 97302  # facts on which the two sides agree
SHOWN = 60     # lines of a difference
OTHER = '0x123456789abcdef'  # a value that no fact has

Explanation = collections.namedtuple('Explanation', 'machines about says firmware silicon reason')


# ---- one fact ------------------------------------------------------------------------------------------

class Judge:
    """Compares the facts of a machine: how many agree, how many one side does not know, which are wrong, and which explanations it used."""

    def __init__(self, machine):
        self.machine, self.agreed, self.unknown, self.wrong, self.used = machine, 0, 0, [], set()
        of_machine = [Explanation(*row) for row in rows(EXPLAINED)]
        of_machine = [row for row in of_machine if fits(machine, row.machines)]
        self.explanations = [(row, re.compile(translate(f'{row.about}\t{row.says}'))) for row in of_machine]
        self.any = re.compile('|'.join(pattern.pattern for _, pattern in self.explanations))

    def explanation(self, fact, firmware, silicon):
        text = '\t'.join(fact)
        if not self.any.match(text):
            return None
        return next((row for row, pattern in self.explanations if pattern.match(text) and row.firmware in (firmware, ANY) and
                     row.silicon in (silicon, ANY) and (row.firmware, firmware) != (ANY, ABSENT) and (row.silicon, silicon) != (ANY, ABSENT)), None)

    def is_unknown(self, fact, firmware, silicon):
        """Silicon has no names for sums of umasks, nor for what other registers tell apart; of these the events' `umasks` are compared."""
        if UNKNOWN in (firmware, silicon):
            return True
        return fact[1] == 'umask' and silicon == ABSENT and bin(int(firmware, 16)).count('1') != 1

    def is_wrong(self, fact, firmware, silicon):
        return firmware != silicon and not self.is_unknown(fact, firmware, silicon) and not self.explanation(fact, firmware, silicon)

    def compare(self, firmware, silicon):
        self.wrong += [f'{self.machine}: {found}' for facts in (firmware, silicon) for found in facts.at_odds]
        for fact in sorted(firmware.keys() | silicon.keys()):
            x, y = firmware.get(fact, ABSENT), silicon.get(fact, ABSENT)
            if x == y:
                self.agreed += 1
            elif self.is_unknown(fact, x, y):
                self.unknown += 1
            elif found := self.explanation(fact, x, y):
                self.used.add(found)
            else:
                self.wrong.append(f'{self.machine}: {", ".join(fact)}: {x} in boxes/, {y} in silicon/')


def text_of(side, machine):
    return ask(side, machine).splitlines()


def machines(side):
    """Those that one processor's tables describe; others describe themselves as they run."""
    return sorted(name for name in ask(side, '--list').split() if not any(line.startswith((' described', ' discovery')) for line in text_of(side, name)))


# ---- tests -----------------------------------------------------------------------------------------------

def test_machines_are_the_same():
    assert sorted(ask(FIRMWARE, '--list').split()) == sorted(ask(SILICON, '--list').split())
    assert machines(FIRMWARE) == machines(SILICON)


def test_facts_are_the_same():
    """Nearly all facts are on both sides, or this is no comparison; no explanation has outlived what it explains, and none covers a fact on
    which the sides agree: another value of it on one side would be seen."""
    agreed, wrong, used = 0, [], set()
    for machine in machines(FIRMWARE):
        firmware = facts_firmware.facts_of(tree(text_of(FIRMWARE, machine)))
        silicon = facts_silicon.facts_of(tree(text_of(SILICON, machine)))
        judge = Judge(machine)
        judge.compare(firmware, silicon)
        print(f'{machine}: {judge.agreed} facts agree, {judge.unknown} only one side knows')
        require(judge.agreed > 2000 and judge.unknown < judge.agreed / 2, f'{machine}: {judge.agreed} facts agree, {judge.unknown} are unknown')
        for fact, value in firmware.items():
            if value == silicon.get(fact) != UNKNOWN and not (judge.is_wrong(fact, OTHER, value) and judge.is_wrong(fact, value, OTHER)):
                wrong.append(f'{machine}: {", ".join(fact)}: another value would be explained')
        agreed, wrong, used = agreed + judge.agreed, wrong + judge.wrong, used | judge.used
    wrong += [f'nothing is left to explain: {" ".join(row[:3])}' for row in map(Explanation._make, rows(EXPLAINED)) if row not in used]
    require(not wrong, f'{len(wrong)} are wrong\n' + '\n'.join(wrong[:SHOWN]))
    require(agreed >= LEAST, f'{agreed} facts agree: there were more')


# Slips in the tables of the Xeon E5-2600: side, how the line starts, what stands in it, what would stand there, and a fact that is wrong then.
SLIPS = (
    (FIRMWARE, 'instance 1', 'base=0x20', 'base=0x40', 'cbox1 ctl0, msr'),
    (FIRMWARE, 'row name="ctr"', 'stride=1', 'stride=2', 'ubox ctr1, msr'),
    (FIRMWARE, 'row name="box_ctl" role=BOX', 'role=BOX_CONTROL', 'role=STATUS', 'cbox0 box_ctl, kind'),
    (FIRMWARE, 'layout #1', 'width_bits=32', 'width_bits=64', 'ubox ctl0, bits'),
    (FIRMWARE, 'field name="edge_det"', 'bits=18:18', 'bits=19:19', 'ubox ctl1, edge'),
    (FIRMWARE, 'field name="thresh"', 'access=RW', 'access=RESERVED', 'ubox ctl0, keeps'),
    (FIRMWARE, 'box name="cbox"', 'counter_bits=44', 'counter_bits=48', 'cbox0 counter 0, width'),
    (FIRMWARE, 'instance 0', 'id=0x3c46', 'id=0x3c47', 'ha pci 14.1, id'),
    (FIRMWARE, 'finder way=MAP', 'field=0x54', 'field=0x58', 'ubox_config gidnidmap, pci'),
    (FIRMWARE, 'event name="UNC_U_LOCK_CYCLES"', 'code=0x44', 'code=0x45', 'ubox event LOCK_CYCLES, select'),
    (FIRMWARE, 'event name="UNC_U_EVENT_MSG"', 'umask=0x1', 'umask=0x3', 'ubox event EVENT_MSG:VLW_RCVD, umask'),
    (SILICON, 'box number=1', 'base[0]=0xd20', 'base[0]=0xd40', 'cbox1 ctl0, msr'),
    (SILICON, 'bank name="box_filter"', 'offset=0x14', 'offset=0x15', 'cbox0 filter, msr'),
    (SILICON, 'bank name="box_ctl"', 'role=GLOBAL_CTL', 'role=STORE', 'pcu box_ctl, kind'),
    (SILICON, 'bank name="ctl" role=SELECT count=2', 'writable=0x1fc4ffff', 'writable=0x1fc4fffe', 'ubox ctl0, keeps'),
    (SILICON, 'bank name="fixed_ctl"', 'zero=0xffffffffffbfffff', 'zero=0xffffffffffffffff', 'ubox fixed_ctl, zero'),
    (SILICON, 'layout #12', 'edge=18', 'edge=19', 'pcu ctl0, edge'),
    (SILICON, 'bank name="ctr"', 'width=44', 'width=48', 'ubox counter 0, width'),
    (SILICON, 'box base[0]=0x71000', 'id=0x3c46', 'id=0x3c47', 'ha pci 14.1, id'),
    (SILICON, 'event', 'name="LOCK_CYCLES"', 'counters=1 name="LOCK_CYCLES"', 'ubox event LOCK_CYCLES, counters'),
    (SILICON, 'event', '"VLW_RCVD MSI_RCVD', '"MSI_RCVD VLW_RCVD', 'ubox event EVENT_MSG:VLW_RCVD, umask'),
)


@pytest.mark.parametrize('side, line, old, new, wrong', SLIPS)
def test_a_slip_is_seen(side, line, old, new, wrong):
    texts = {each: text_of(each, 'xeon-e5-2600') for each in (FIRMWARE, SILICON)}
    number = next(i for i, text in enumerate(texts[side]) if text.lstrip().startswith(line) and old in text)
    texts[side][number] = texts[side][number].replace(old, new, 1)
    judge = Judge('xeon-e5-2600')
    judge.compare(facts_firmware.facts_of(tree(texts[FIRMWARE])), facts_silicon.facts_of(tree(texts[SILICON])))
    require(any(f': {wrong}: ' in said for said in judge.wrong), '\n'.join(judge.wrong[:SHOWN]))
