# SPDX-License-Identifier: BSD-2-Clause
"""What tools/gen/sheets makes of sheets: each error is said where it is, and no sheet, whatever is wrong with it, ends the program otherwise."""

import glob
import os
import random
import re
import subprocess
import sys

import pytest

from suite.result import require
from suite.sheets import compiles, refused

sys.path.insert(0, 'tools/gen/sheets')
import checks  # noqa: E402
import facts  # noqa: E402
import silicon  # noqa: E402
from tables import read_events, translate  # noqa: E402

SHEETS, MODELS = sorted(glob.glob('boxes/*.sheet')), sorted(glob.glob('silicon/models/*.sheet'))
CHECKS = sorted(glob.glob('checks/x86/*.facts') + glob.glob('checks/*/all.checks'))
KINDS = {'.facts': facts, '.checks': checks}
MUTANTS = int(os.environ.get('MUTATED_SHEETS', '12'))  # of each sheet

GOOD = '''\
part one part-one "The first" model=0x11 pmu=one_
part two part-two "The second" model=0x12 stepping=1-2 pmu=two_
ids 0x100|0x200
import o other
boxes width=48 needs-declared
layout ctr 64 "CTR" [guide p.1]
  count 47:0
layout ctl 32 "CTL" [guide p.2] unknown=31
  ev_sel 7:0 EVENT; umask 15:8 UMASK; rsv 17:16; en 22 ENABLE; thresh 31:24 THRESHOLD t/thresh
layout wide_ctl 64 like=ctl
  drop 17:16; thresh 35:24 THRESHOLD t/thresh; part low 24 /low; look 16
box abox "a box" msr
  at 0x100+0x10*N N=0-3 summary=3+N
  @two at 0x200
  present counted-by bbox msr=0x702[5:0]
  ctl0-3 0x10+1 SELECT wide_ctl
  ctr0-3 0x20,0x22,0x24,0x28 COUNTER ctr
  filter 0x5 FILTER spelt=all gate=cfg 32 "FILTER" [guide p.3]
    tid 4:0 =tid most=30; mode 6:5
    note "what it does"
  cfg 0x6 FILTER 32 "CFG" [guide p.4]
    en 0 ENABLE
  look ctl.look filter 4:0
  choice filter all=6 choices=5
  resource half "half of it" at=filter.tid units=2 groups=1 rows=1 fields=1 bit-step=1
  erratum low=7:0 forbidden=0xfe up-to=1 subtract=0x100 [guide p.5]
  latency sum=filter count=cfg mark=1
  perf reads "event=1"
box bbox "another box" pci pmu=b
  at 8.2+N N=0-1 id=0x10
  number 0x40 BOX_COUNT 32 "NUMBER" [guide p.6]
    abox 5:0 ro
  global_ctl 0x44 OTHER 32 "GLOBAL" [guide p.7]
    run 0; cores 8:1; received 31
  global ctl=global_ctl status=global_ctl run=run cores=cores received=received gate=0x1d9[13] freezes
box cbox "in memory" mmio
  base id=0x20 0xd0[28:0]<<23 0xd8[10:0]<<12+4 witness=0x21 witness-at=12.0 witness-step=1.0
  ctl0 0x0 SELECT ctl
  ctr0 0x8 COUNTER ctr
box core like=o.core needs-declared
  quirk LEAKS events=0xd0-0xd3 [an erratum]
  @two quirk RUNS_ON from=4 [another]
default a b
processor clock=a prefetchers=3:0 resets-unknown
full
  abox* A B
socket-bus map id=0x30 at=8.0 node=0xc0[2:0] field=0xd4[2:0] fields=8 others=behind called=ubox.map,node
socket-bus looking
assume overflow carry "the guide" one two
assume abox.ctl.en 22 21:20 "nobody knows" two fixed-pmi
'''

# A line of the sheet, by its start, and what it becomes; the word that is refused, and for what. 'word~' is the last one of that text in the
# line, other words are the first. A fifth text is the start of the line that is refused, or of the one above it, if that is another one.
REFUSED = (
    ('ids 0x100', '\tids 0x100', '\t', 'neither a blank nor printable'),
    ('ids 0x100', ' ids 0x100', 'ids', 'two blanks further in'),
    ('ids 0x100', 'ids "0x100', '"', 'has no end'),
    ('ids 0x100', 'ids 0x100|0x200|0x300', '0x100|', '3 alternatives for 2 parts'),
    ('ids 0x100', 'ids 0x100|', 'ids', 'an alternative is empty'),
    ('ids 0x100', 'ids', 'ids', "after 'ids' something is missing"),
    ('ids 0x100', 'ids 0x10000', '0x10000', 'more than 16 bits'),
    ('ids 0x100', 'ides 0x100', 'ides', 'begins no line here'),
    ('ids 0x100', '@three ids 1', 'three', "'three' is no part"),
    ('ids 0x100', '@two', '@two', 'nothing follows'),
    ('part two', 'part two Part "The second" model=1', 'Part', 'is no name of a processor'),
    ('part two', 'part one part-two "The second" model=1', 'one', "a second part 'one'"),
    ('part two', 'part two part-two model=1', 'part', 'needs a "TITLE"'),
    ('part two', 'part two part-two "The second" model=1 stepping=3', '3', 'is no FIRST-LAST'),
    ('part two', 'part two part-two "The second" "again"', '"again"', 'says again'),
    ('part two', 'part two part-two "The second" [source]', '[source]', 'no source belongs here'),
    ('boxes width', 'import x nowhere', 'nowhere', 'there is no'),
    ('boxes width', 'import x', 'import', 'import ALIAS SHEET'),
    ('boxes width', 'import x some', 'some', 'imports this sheet'),
    ('layout ctr', 'layout ctr 64 [guide]', 'ctr', 'needs a "TITLE" and a [SOURCE]'),
    ('layout ctr', 'layout ctr "CTR" [guide]', 'ctr', 'needs its width'),
    ('layout ctr', 'layout ctr 64 32 "CTR" [guide]', '32', 'says again'),
    ('layout ctr', 'layout Ctr 64 "CTR" [guide]', 'Ctr', 'is no name of a layout'),
    ('layout ctr', 'layout ctr 64 like=none', 'none', "no layout 'none' is above"),
    ('layout wide_ctl', 'layout ctl 64 like=ctl', 'ctl', "a second layout 'ctl'"),
    ('layout wide_ctl', 'layout wide_ctl 64 like=ctl odd', 'odd', 'means nothing here'),
    ('layout wide_ctl', 'layout wide_ctl 16 like=ctl', '22', 'is not inside of 16 bits', 'layout ctl'),
    ('  count 47:0', '  count 0:47', '0:47', 'is no bit and no HIGH:LOW'),
    ('  count 47:0', '  count 64', '64', 'is not among 64'),
    ('  count 47:0', '  count 0xff', '0xff', 'is no bit and no HIGH:LOW'),
    ('  count 47:0', '  Count 47:0', 'Count', 'is no name'),
    ('  count 47:0', '  count', 'count', "after 'count' a word is missing"),
    ('  count 47:0', '  count 47:0; more 40', '40', 'has bits of another one'),
    ('  count 47:0', '  count 47:0; count 48', '48', "a second field 'count'"),
    ('  count 47:0', '  count 47:0 SOMETHING', 'SOMETHING', 'is no access'),
    ('  count 47:0', '  count 47:0 ro rw', 'rw', 'says again'),
    ('  count 47:0', '  count 47:0 a/b c/d', 'count', 'has two spellings'),
    ('  count 47:0', '  count 47:0 needs=luck', 'luck', 'is none of bts'),
    ('  count 47:0', '  count 47:0 most=256', '256', 'more than 8 bits'),
    ('  count 47:0', '  count 47:0 most=', 'most=', 'nothing stands after'),
    ('  count 47:0', '  use', 'use', 'use LAYOUT'),
    ('  drop 17:16', '  drop 18', '18', "there is not one field '18' to drop"),
    ('  drop 17:16', '  drop', 'drop', 'drop NAME'),
    ('  drop 17:16', '  part', 'part', 'part NAME'),
    ('box abox', 'box abox msr', 'abox', 'needs a "TITLE"'),
    ('box abox', 'box abox "a box"', 'abox', 'is in one of msr, pci, pci-by-id, mmio'),
    ('box abox', 'box abox "a box" msr pci', 'pci', 'says again'),
    ('box abox', 'box abox "a box" msr events=none', 'none', "has no list 'none'"),
    ('box abox', 'box abox "a box" msr library=none', 'none', 'in quotation marks'),
    ('boxes width', 'boxes needs-declared', 'abox', 'needs width=', 'box abox'),
    ('box bbox', 'box abox "another box" pci', 'abox', "a second box 'abox'"),
    ('  at 0x100', '  at 0x100+0x10*N', 'N', 'N has no range'),
    ('  at 0x100', '  at 0x100+0x10*N N=3-0', 'N=3-0', 'N=FIRST-LAST'),
    ('  at 0x100', '  at 0x100+0x10*N N=0-1000', 'N=0-1000', 'N=FIRST-LAST'),
    ('  at 0x100', '  at 0x100*2*3', '0x100*2*3', 'more than two factors'),
    ('  at 0x100', '  at 1,2,3,4', '1,2,3,4', 'three banks at most'),
    ('  at 0x100', '  at 32.0', '32.0', 'devices are 0 to 31'),
    ('  at 0x100', '  at', 'at', "after 'at' a word is missing"),
    ('  at 0x100', '  at 0x100 summary=64', '64', 'is not among 64'),
    ('  present', '  present', 'present', 'present is one of'),
    ('  present', '  present seldom', 'seldom', 'present is one of'),
    ('  present', '  present counted-by dbox', 'dbox', "there is no box 'dbox'"),
    ('  present', '  present with', 'with', 'needs id='),
    ('  present', '  present counted-by bbox msr=0x702[5:1]', '0x702[5:1]', 'in the lowest bits'),
    ('  present', '  present counted-by bbox msr=0x702', '0x702', 'is no REGISTER[HIGH:LOW]'),
    ('  ctl0-3', '  ctl0-3 0x10 SELECT ctl', '0x10', 'are at OFFSET+STEP'),
    ('  ctl0-3', '  ctl1-3 0x10+1 SELECT ctl', 'ctl1-3', 'is no name of a register'),
    ('  ctl0-3', '  ctl0-70 0x10+1 SELECT ctl', 'ctl0-70', 'more than 64 registers'),
    ('  ctl0-3', '  ctl0-3 0x10+1 SELEKT ctl', 'SELEKT', 'is no role'),
    ('  ctl0-3', '  ctl0-3 0x10+1 SELECT none', 'none', "no layout 'none' is above"),
    ('  ctl0-3', '  ctl0-3 0x10+1 SELECT ctl ctl', 'ctl~', 'a register has one layout'),
    ('  ctl0-3', '  ctl0-3 0x10+1 SELECT wide_ctl like=ctl', 'wide_ctl', 'means nothing here'),
    ('  ctl0-3', '  ctl0-3 0x10+1 SELECT ctl bank=4', '4', 'more than 2 bits'),
    ('  ctl0-3', '  ctl0-2 0x10+1 SELECT wide_ctl', 'abox', '3 selects and 4 counters', 'box abox'),
    ('  ctl0-3', '  ctl0-3 0x10+1', 'ctl0-3', 'a word is missing'),
    ('  ctr0-3', '  ctr0-3 0x20,0x21 COUNTER ctr', '0x20,0x21', '2 places for 4 registers'),
    ('  ctr0-3', '  ctl0-3 0x20+1 COUNTER ctr', 'ctl0-3', "a second register 'ctl'"),
    ('  filter 0x5', '  filter 0x5 FILTER gate=none 32 "F" [g]', 'none', "has no register 'none' above"),
    ('    note', '    note "a" "b"', 'note', 'note "TEXT", once'),
    ('  look', '  look ctl.none filter 4:0', 'none~', "has no field 'none'"),
    ('  look', '  look ctl filter 4:0', 'ctl', 'is no REGISTER.FIELD'),
    ('  choice', '  choice none all=1 choices=2', 'none', "has no register 'none' above"),
    ('  choice', '  choice filter all=1', 'choice', 'needs choices='),
    ('  resource', '  resource half "half of it" at=filter.none', 'none~', "has no field 'none'"),
    ('  resource', '  resource half "half of it" units=2', 'resource', 'needs at='),
    ('  erratum', '  erratum low=7:0 [a] [b]', '[b]', 'says again'),
    ('  latency', '  erratum low=7:0 [a]', 'erratum', "a second 'erratum'"),
    ('  latency', '  latency sum=filter', 'latency', 'needs count='),
    ('  perf', '  perf "event=1"', 'perf', 'a word is missing'),
    ('  base', '  base id=0x20', 'base', 'one or two fields'),
    ('  base', '  base id=0x20 0xd0[28:0]', '0xd0[28:0]', 'REGISTER[HIGH:LOW]<<SHIFT+STEP'),
    ('  base', '  base id=0x20 0xd0[28:0]<<64', '64', 'more than 6 bits'),
    ('  global ctl', '  global run=run ctl=global_ctl status=global_ctl', 'run~', 'ctl= stands in front'),
    ('  global ctl', '  global ctl=global_ctl status=global_ctl run=none', 'none', "has no field 'none'"),
    ('  global ctl', '  global ctl=global_ctl status=global_ctl run=run gate=0x1d9[13:12]', '0x1d9[13:12]', 'one bit opens it'),
    ('box core', 'box core like=o.none', 'o.none', "no imported sheet has a box 'o.none'"),
    ('box core', 'box core like=core', 'core~', "no imported sheet has a box 'core'"),
    ('  quirk', '  quirk LEAKS events=1 [an erratum]', '1', 'is no FIRST-LAST'),
    ('  quirk', '  quirk DRIPS [an erratum]', 'DRIPS', 'is none of LEAKS'),
    ('processor', 'processor clock=a luck', 'luck', 'means nothing here'),
    ('default', 'described msr=ctl memory=ctl', 'described', 'needs control='),
    ('default', 'look-for none id=1 device=1', 'none', "no kind 'none' is above"),
    ('default', 'place none', 'none', "no kind 'none' is above"),
    ('default', 'kind k "K" type=1 most=1 select=ctl counters=4', 'k ', 'needs its control'),
    ('default', 'kind k "K" type=1 most=1 select=ctl counters=4 msr=1 ctl=2', '2~', 'is no PLACE+STEP'),
    ('default', 'kind k "K" type=1 most=1 select=none counters=4 msr=1', 'none', "no layout 'none' is above"),
    ('full', 'full A', 'full', 'a box a line'),
    ('  abox* A', '# none', 'full', 'a box a line', 'full'),
    ('socket-bus map', 'socket-bus guess', 'guess', 'a way is one of chain, map, looking'),
    ('socket-bus map', 'socket-bus map others=beyond', 'beyond', 'others= is one of behind, before'),
    ('socket-bus map', 'socket-bus map called=map', 'map~', 'is no BOX.FIELD'),
    ('socket-bus map', 'socket-bus map field=0x1000[2:0]', '0x1000[2:0]', 'more than 12 bits'),
    ('assume overflow', 'assume overflow carry "the guide"', 'assume', 'assume NAME'),
    ('assume overflow', 'assume overflow carry "the guide" three', 'three', "'three' is no part"),
    ('assume overflow', 'assume overflow carry late "the guide" one', 'late', 'one answer is assumed'),
)
OTHER = '''\
box core "a core" msr width=40 thread
  ctl0-1 0x186+1 SELECT 64 "SELECT" [SDM]
    en 22 ENABLE
  ctr0-1 0xc1+1 COUNTER 64 "COUNTER" [SDM]
    count 39:0
'''
LISTS = {'cbox': [{'settings': ()}]}


def translated(directory, text):
    path = directory / 'some.sheet'
    path.write_text(text, encoding='latin-1')
    (directory / 'other.sheet').write_text(OTHER, encoding='latin-1')
    texts, _, errors = translate(str(path), LISTS, False)
    return texts, [error.removeprefix(f'{directory}/') for error in errors]


def test_a_good_sheet(tmp_path):
    texts, errors = translated(tmp_path, GOOD)
    require(not errors, '\n'.join(errors))
    source, header = texts['some.c'], texts['some.h']
    for said in ('const struct processor part_one', 'const struct processor part_two', '.id = {0x110}', '.id = {0x210}',
                 '.offsets = abox_ctr_offsets', '.gate = 4', '.present = &abox_present', '.last_stepping = 2', '.fixed_pmi = &assumed_abox_ctl_en', '.kind = QUIRK_LEAKS', '.title = "a core"'):
        require(said in source, f'{said} is not in\n{source}')
    require('SOME_ABOX_FILTER_MODE = 1,' in header and 'SOME_ABOX_CTL_LOOK = 4,' in header, header)
    require(source.count('static const struct register_layout ctr_layout') == 1, 'a layout that is shared is no more one object')


def test_the_compiler_takes_it(tmp_path):
    texts, _ = translated(tmp_path, GOOD)
    for name, text in texts.items():
        (tmp_path / 'boxes').mkdir(exist_ok=True)
        (tmp_path / 'boxes' / name).write_text(text)
    compiles(tmp_path / 'boxes' / 'some.c', f'-I{tmp_path}')


@pytest.mark.parametrize('case', REFUSED, ids=lambda case: case[1].strip()[:60])
def test_errors_are_said_where_they_are(case, tmp_path):
    refused(case, GOOD, lambda text: translated(tmp_path, text)[1])


def mutated(lines, dice):
    """The lines with one thing wrong, most times."""
    lines, at = list(lines), dice.randrange(len(lines))
    words = [word for line in lines for word in line.split()]
    kind = dice.randrange(8)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, lines[at])
    elif kind == 2:
        other = dice.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 3:
        lines[at] = '  ' * dice.randrange(3) + lines[at].strip()
    elif kind == 4 and lines[at].split():
        parts = lines[at].split(' ')
        parts[dice.randrange(len(parts))] = dice.choice(words)
        lines[at] = ' '.join(parts)
    elif kind == 5:
        lines[at] = re.sub(r'\d+', lambda number: str(dice.choice((0, 1, 63, 64, 255, 4096, 1 << 40))), lines[at], count=1)
    else:
        place = dice.randrange(len(lines[at]) + 1)
        lines[at] = lines[at][:place] + dice.choice('0N.,:;=|@#"[]+*<- \t\xe9x') + lines[at][place + dice.randrange(2):]
    return lines


@pytest.mark.parametrize('path', SHEETS + MODELS + CHECKS, ids=str)
def test_a_mutated_sheet_is_refused_or_read(path, tmp_path):
    name, ending = os.path.splitext(os.path.basename(path))
    events = f'boxes/events/{name}.tsv'
    lists = read_events(events)[0] if os.path.exists(events) else {}
    for other in MODELS if path in MODELS else SHEETS:
        (tmp_path / os.path.basename(other)).write_bytes(open(other, 'rb').read())
    with open(path, encoding='ascii') as file:
        lines = file.read().split('\n')
    dice, refused = random.Random(name), 0
    for number in range(MUTANTS):
        text = '\n'.join(mutated(lines, dice))
        copy = tmp_path / (name + ending)
        copy.write_text(text, encoding='latin-1')
        try:
            texts, _, errors = translate(str(copy), lists, False) if path in SHEETS else KINDS.get(ending, silicon).translate(str(copy))
        except Exception as error:
            raise AssertionError(f'mutant {number} of {path}: {error!r}\n{text}') from error
        refused += bool(errors)
        odd = [error for error in errors if not re.match(re.escape(str(copy)) + r':\d+:\d+: .', error)]
        require(not odd, f'mutant {number} of {path}: {odd}')
        require(errors or all(texts.values()), f'mutant {number} of {path}: neither errors nor tables')
    require(refused or MUTANTS < 12 or path in CHECKS, f'{path}: none of {MUTANTS} mutants was refused')


def test_usage():
    done = subprocess.run([sys.executable, 'tools/gen/sheets'], check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    require(done.returncode == 2 and b'usage: tools/gen/sheets' in done.stderr, f'{done.returncode}: {done.stderr.decode()}')
