# SPDX-License-Identifier: BSD-2-Clause
"""What tools/gen/sheets makes of the sheets of virtual silicon: each error is said where it is."""

import subprocess
import sys

import pytest

from suite.result import require
from suite.sheets import compiles, refused

sys.path.insert(0, 'tools/gen/sheets')
from silicon import translate  # noqa: E402

GOOD = '''\
part one part-one boxes=one_boxes
part two part-two boxes=two_boxes
include silicon/models/core.h
import o other
ids 0x100|0x200
select plain event=7:0 umask=15:8 edge=18 pmi=20 enable=22 threshold=31:24 clears=17 narrows=43:36+46:44
words big frozen=31 holds=2 has=freeze,pmi global
box abox msr single big holds=1 events=model_core_events mean=model_core_mean_events
  calls runs=model_core_runs
  ctl0-3 0x10+1 SELECT 32 31:24,22,20,18,15:0 plain commands=17 start=? as=CORE_CTL [p.1]
  ctr0-3 0x20+1 COUNTER 64 47:0|43:0 bit=none summary=CORE_WIDTH [p.2]
  filter 0x5 COMPANION 32 5:0 compared=4:0 lock=ctl.7 [p.3]
    tid 4:0 CORE_FIXED_CTL; filter[5] 5 shifted
  told 0x6 STORE 32 - keeps reset=0x80 unknown=~7:6 [p.4]
  at 0
box bbox config id-unknown=1 banks=abox serves=2 events=counted
  at 8.2+0x318,1:4+N.1 N=0-1 id=0x30 summary=3+N
  @two at 9.2 id=0x32 other=4 setting=CORE_CLOCK
select generic c=model_core_generic
box core like=o.core
  ctl0-1 0x186+1 SELECT 64 7:0 generic zero=none [SDM]
place bbox 10.2 number=2|3 id=0x33
words ends LEFT RIGHT
choice kinds
  A=0 B=1 every=ALL field=CORE_CTL
  C=0 may-lack when=1 every-field=none
events common
  0x01 - CYCLES clock setting=CORE_CLOCK
events counted also=common
  0x02 0x05 WAYS queue by=1:0 one-sub bare base=40 ends
  0x03 - SORTS state adds=4 filter=7 granule=32 choice=kinds
  @two 0x0104 0xff LINES lasts=25 key=0xb7
    L0 L1
  with common
'''
OTHER = '''\
box core msr per-core name=mycore
  ctl0-3 0x1+1 SELECT 64 7:0 [SDM]
  ctr0-3 0x19+1 COUNTER 64 47:0 [SDM]
'''

# A line of the sheet, by its start, and what it becomes; the word that is refused, and for what.
REFUSED = (
    ('part one', 'part one part-one', 'part', 'needs boxes='),
    ('part two', 'part one part-two boxes=b', 'one', 'a second part'),
    ('include', 'include boxes/box.h', 'boxes/box.h', 'no header of silicon/models'),
    ('include', 'nothing here', 'nothing', 'begins no line here'),
    ('import', 'import o none', 'none', "there is no sheet 'none'"),
    ('import', 'import o some', 'some', 'imports this sheet'),
    ('select plain', 'select plain event=7,0', '7,0', 'no HIGH:LOW'),
    ('select plain', 'select plain umask=14:8', '14:8', '8 bits it has'),
    ('select plain', 'select plain enable=64', '64', 'more than 6 bits'),
    ('select plain', 'select plain c=model_core_generic clock', 'plain', 'what C has, C says'),
    ('ids', 'select plain clock', 'plain', 'a second select', 'select plain event'),
    ('box abox', 'box abox single', 'abox', 'is in one of msr, config, mmio'),
    ('box abox', 'box abox msr has=freeze,none', 'none', 'is none of enable'),
    ('box abox', 'box abox msr colour=red', 'colour=red', 'means nothing here'),
    ('box abox', 'box abox msr mean=a+b', 'a+b', 'no name in C'),
    ('box bbox', 'box abox config', 'abox', 'a second box'),
    ('box bbox', 'box abox msr banks=abox', 'abox', 'a second box'),
    ('  calls', '  calls banks=core', 'abox', "a box has registers of its own, or another's", 'box abox'),
    ('select plain', 'words big single', 'big', "second words 'big'", 'words big frozen'),
    ('box bbox', 'box bbox config banks=none', 'none', "no box 'none' is above"),
    ('box core', 'box core like=o.none', 'o.none', 'no imported sheet has a box'),
    ('  ctl0-3', '  ctl0-3 0x10+1 SELECT', 'ctl0-3', 'NAME OFFSET ROLE WIDTH BITS'),
    ('  ctl0-3', '  ctl0-3 0x10 SELECT 32 7:0 plain [p.1]', '0x10', 'several registers, and they alone'),
    ('  ctl0-3', '  ctl0-99 0x10+1 SELECT 32 7:0 plain [p.1]', 'ctl0-99', 'more than 64 registers'),
    ('  ctl0-3', '  ctl0-3 0x10+1 CHOOSE 32 7:0 plain [p.1]', 'CHOOSE', 'is none of GLOBAL_CTL'),
    ('  ctl0-3', '  ctl0-3 0x10+1 SELECT 32 7:0 plain', 'ctl0-3', 'a [SOURCE] is missing'),
    ('  ctl0-3', '  ctl0-3 0x10+1 SELECT 32 32 plain [p.1]', '32 plain', 'a register of 32 bits does not take that'),
    ('  ctl0-3', '  ctl0-3 0x10+1 SELECT 32 7:0 other [p.1]', 'other', "no select 'other' is above"),
    ('  ctl0-3', '  ctl0-3 0x10+1 SELECT 32 7:0 plain plain [p.1]', 'plain [', 'means nothing here'),
    ('  ctl0-3', '  ctl0-3 0x10+1 SELECT 32 7:0 plain start=1 [p.1]', '1 [', "'?' is expected here"),
    ('  ctr0-3', '  ctl 0x20 COUNTER 64 47:0 [p.2]', 'ctl', "a second register 'ctl'"),
    ('  filter', '  filter 0x5 COMPANION 32 5:0 lock=none.7 [p.3]', 'none.7', 'no REGISTER.BIT'),
    ('  filter', '  filter 0x5 COMPANION 32 64 [p.3]', '64', 'bit 64 is not among 64'),
    ('    tid', '    tid', 'tid', 'a word is missing'),
    ('    tid', '    Tid 4:0', 'Tid', 'no name of a field'),
    ('    tid', '    tid 4:0 A B', 'B', 'one place in the box'),
    ('  at 8.2', '  at 32.2 N=0-1 id=0x30', '32.2', 'devices are 0 to 31'),
    ('  at 8.2', '  at 8.9 N=0-1 id=0x30', '9~', 'more than 3 bits'),
    ('  at 8.2', '  at 8.2 N=1-0 id=0x30', 'N=1-0', 'N=FIRST-LAST'),
    ('  at 8.2', '  at 1,2,3,4 id=0x30', 'at', 'three bases at most'),
    ('  at 8.2', '  at 8.2', 'bbox', 'each place needs its id=', 'box bbox'),
    ('box bbox', 'box bbox config id=5', 'bbox', 'the places say what each id is'),
    ('box bbox', 'box bbox config banks=abox events=none', 'none', "no list of events 'none'"),
    ('events counted', 'events common also=common', 'common', 'a second list'),
    ('events counted', 'events counted also=none', 'none', "no list 'none' is above"),
    ('events counted', 'choice kinds', 'kinds', "a second choice"),
    ('choice kinds', 'choice', 'choice', "something is missing"),
    ('words ends', 'choice empty', 'empty', 'nothing to choose'),
    ('words ends', 'events empty', 'empty', 'no event stands below'),
    ('  0x02', '  0x02 0x05 WAYS LEFT RIGHT BOTH', '0x02', '3 names for 2 bits'),
    ('  0x02', '  0x02 0x105 WAYS', '0x105', 'more than 8 bits'),
    ('  0x02', '  0x02 0x05', '0x02', 'a word is missing'),
    ('  0x02', '  0x02 0x05 WAYS by=8', '8', 'not among 8'),
    ('  0x03', '  0x03 - SORTS choice=none', 'none', "no choice 'none' is above"),
    ('  with', '  with none', 'none', 'with LIST'),
    ('place', 'place none 10.2', 'none', "no box 'none' is above"),
    ('place', 'place bbox', 'place', 'place BOX BASE'),
)


def translated(directory, text):
    path = directory / 'some.sheet'
    path.write_text(text, encoding='latin-1')
    (directory / 'other.sheet').write_text(OTHER, encoding='latin-1')
    texts, imports, errors = translate(str(path))
    return texts.get('some.c', ''), imports, [error.removeprefix(f'{directory}/') for error in errors]


def test_a_good_sheet(tmp_path):
    source, imports, errors = translated(tmp_path, GOOD)
    require(not errors, '\n'.join(errors))
    for said in ('const struct model_box one_boxes[]', 'const struct model_box two_boxes[]', '\t0x130,\n\t0x130,\n\t0x133,\n', '\t0x230,\n\t0x230,\n\t0x232,\n\t0x233,\n',
                 '.writable = 0xff54ffff', '.zero = 0xffffffff00a90000', '.lock = 1,', '.lock_bit = 7,', '.summary = 1 + CORE_WIDTH', '.width = 0x2c',
                 '_Static_assert((int)CORE_CTL == 0', '.undocumented = 0xffffffffffffff3f', 'MODEL_FUNCTION(0, 8, 2) + 0x318, MODEL_FUNCTION(1, 5, 1)',
                 '.name = "mycore"', '.events = &counted_list', '.also = &common_list', '.run = 8, .flags = MODEL_CLOCKED, .setting = 1 + CORE_CLOCK, .code = 1, .name = "CYCLES"}',
                 '.sub_names = "LEFT RIGHT"', '.flags = MODEL_ONE_SUB | MODEL_BARE', '.counters = 3', '.sub_names = "L0 L1"', 'ARRAY_SIZE(kinds_choice)',
                 '{.names = "C=0", .may_lack = true, .when = 2, .every_field = MODEL_NO_FIELD}', '.name = "filter[5]"', '.banks = ARRAY_SIZE(abox_banks)', '.number = 3'):
        require(said in source, f'{said} is not in\n{source}')
    require(source.count('static const struct model_layout plain_layout') == 1, 'a select that is shared is no more one object')
    require(source.count('.offset = 0x19,') == 1, 'a register that was brought is there once')
    require(imports == [f'{tmp_path}/other.sheet'], f'{imports}')


def test_the_compiler_takes_it(tmp_path):
    (tmp_path / 'some.c').write_text(translated(tmp_path, GOOD)[0])
    names = tmp_path / 'silicon' / 'models'
    names.mkdir(parents=True)
    subprocess.run(['tools/gen/dumps', 'silicon/models/cpuid.dumps', str(names / 'dumps.c'), str(names / 'cpuid_names.h')], check=True)
    compiles(tmp_path / 'some.c', f'-I{tmp_path}')
    compiles(names / 'dumps.c', f'-I{tmp_path}')


@pytest.mark.parametrize('case', REFUSED, ids=lambda case: case[1].strip()[:60])
def test_errors_are_said_where_they_are(case, tmp_path):
    refused(case, GOOD, lambda text: translated(tmp_path, text)[2])


@pytest.mark.parametrize('line', ('dump a One', 'machine xeon-e7', 'machine Xeon', 'dump two', '  1 0 0 0 0', '  4.1 00000000 00000000 00000000 00000001'))
def test_a_dump_of_cpuid_is_refused(line, tmp_path):
    (tmp_path / 'list').write_text('machine xeon-e7\ndump a One\n  4.1 00000000 00000000 00000000 00000000\n' + line + '\n')
    done = subprocess.run(['tools/gen/dumps', str(tmp_path / 'list'), str(tmp_path / 'c'), str(tmp_path / 'h')], check=False, stderr=subprocess.PIPE)
    require(done.returncode == 1 and b'list: line 4: neither' in done.stderr and not (tmp_path / 'c').exists(), f'{done.returncode}: {done.stderr.decode()}')
