# SPDX-License-Identifier: BSD-2-Clause
"""What tools/gen/sheets makes of what checks want to know of a processor: each error is said where it is."""

import sys

import pytest

from suite.result import require
from suite.sheets import refused

sys.path.insert(0, 'tools/gen/sheets')
from facts import translate  # noqa: E402

GOOD = '''\
part one part-one maps=one_maps
part two part-two
cite reset_own "a guide"|"another"
@two cite identity unseen "Linux"
like part-zero "123-001" "the one before"
  present counter_width
null-filter cbox cbox*::A:f=1 filter.nid 0x80
rated-clock qpi qpi*::B rate.rate stopped=slow base=500 step=100
known-count pcu pcu::C:t=31 every late
shared-clock ubox cbox*::D inferred
flow alone-read 1 here at-most 2 of=3 twice other-memory a*::X:nf={home},b::Y "scrub" "A: p.1"
law write 0 a*::ALL a*::RD a*::WR "A: p.2"
balance remote equal here=a*::X:u=1 home=b::Y "in is out" "A: p.3"
doubling mirroring 15.1 0xac 3
flows-as part-zero "as before: " *X* *Y*
'''

# A line, by its start, and what it becomes; the word that is refused, and for what.
REFUSED = (
    ('part two', 'nothing here', 'nothing', 'begins no line here'),
    ('part two', 'part two', 'part', 'a word is missing'),
    ('cite', 'cite reset_own', 'cite', 'cite CHECK'),
    ('cite', 'cite reset_own seen "a"', 'cite', 'cite CHECK'),
    ('cite', 'cite reset_own unseen', 'cite', 'cite CHECK'),
    ('cite', 'cite Reset "a"', 'Reset', 'no name of a check'),
    ('cite', 'cite reset_own guide', 'guide', 'a "TEXT" is expected here'),
    ('like', 'like part-zero "123" of', 'of', 'a "TEXT" is expected here'),
    ('doubling', 'like part-zero "123" "it" present', 'like', 'once'),
    ('null-filter', 'null-filter cbox cbox*::A filter 0x80', 'filter 0', 'no REGISTER.FIELD'),
    ('null-filter', 'null-filter cbox cbox*::A filter.nid much', 'much', 'no number'),
    ('null-filter', 'null-filter', 'null-filter', 'BOX EVENT'),
    ('rated-clock', 'rated-clock qpi qpi*::B rate.rate stopped=slow base=500', 'rated-clock', 'needs step='),
    ('known-count', 'known-count pcu pcu::C often', 'often', 'means nothing here'),
    ('flow', 'flow sleep 1 here sum 2 a::X "scrub" "A"', 'sleep', 'is none of read write'),
    ('flow', 'flow read 1 there sum 2 a::X "scrub" "A"', 'there', 'is none of here home'),
    ('flow', 'flow read 1 here sum 256 a::X "scrub" "A"', '256', 'more than 8 bits'),
    ('flow', 'flow read 1 here sum 2 a::X "scrub"', 'flow', 'flow WORK RUN'),
    ('law', 'law read 0 a::ALL "A"', 'law', 'law WORK RUN'),
    ('law', 'law read 0 a::ALL a::A a::B a::C a::D "A"', 'law', 'law WORK RUN'),
    ('balance', 'balance read equal here=a::X b::Y "in" "A"', 'balance', 'two sides'),
    ('balance', 'balance read equal here=a::X there=b::Y "in" "A"', 'there', 'is none of here home'),
    ('balance', 'balance read same here=a::X home=b::Y "in" "A"', 'same', 'is none of equal'),
    ('doubling', 'doubling mirroring 32.1 0xac 3', '32.1', 'devices are 0 to 31'),
    ('flows-as', 'flows-as part-zero "as"', 'flows-as', 'flows-as PROCESSOR'),
)


def translated(directory, text):
    (directory / 'some.facts').write_text(text)
    texts, _, errors = translate(str(directory / 'some.facts'))
    return texts['some.c'], [error.removeprefix(f'{directory}/') for error in errors]


def test_good_facts(tmp_path):
    source, errors = translated(tmp_path, GOOD)
    require(not errors, '\n'.join(errors))
    for said in ('const struct check_facts part_one_check_facts = {.processor = "part-one"', '.maps = &one_maps', '{.check = &check_identity, .fact = "Linux", .unseen = true}',
                 '.facts = &part_zero_check_facts', '\t&check_counter_width,\n\tNULL,\n', '.row = SOME_CBOX_FILTER, .field = SOME_CBOX_FILTER_NID, .value = 0x80',
                 '.stopped = SOME_QPI_RATE_SLOW', '.every = true, .late = true', '.work = MEANING_ALONE_READ, .run = 1, .side = MEANING_HERE, .kind = MEANING_AT_MOST',
                 '.events = "a*::X:nf={home},b::Y"', '.parts = {"a*::RD", "a*::WR"}', '.first = {.side = MEANING_HERE, .events = "a*::X:u=1"}',
                 '.function = BOX_FUNCTION(15, 1)', '.like = &part_zero_meanings', '{"*X*", "*Y*", NULL}', '#include "boxes/some.h"'):
        require(said in source, f'{said} is not in\n{source}')
    require(source.count('const struct meanings ') == 1, 'what parts have alike is no more one object')


@pytest.mark.parametrize('case', REFUSED, ids=lambda case: case[1].strip()[:60])
def test_errors_are_said_where_they_are(case, tmp_path):
    refused(case, GOOD, lambda text: translated(tmp_path, text)[1], 'some.facts')
