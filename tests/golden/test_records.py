# SPDX-License-Identifier: BSD-2-Clause
"""docs/records.md held against what is written: each record is of a kind that the page has, with the fields that it lists, in that
order; and each kind and field of the page is written by some command, or, where the host tool cannot, by some source file."""

import glob
import json
import re
import subprocess

from suite.result import require

# What the host tool has no reason to write: it is neither UEFI nor POWER9, and has no stick and no serial line.
ELSEWHERE = {'discovery': '', 'discovery_blocks': '', 'box_group': '', 'start': '', 'board': '', 'power': '', 'last_run': '', 'denied': '', 'ahead': '', 'lost': '', 'fact': '', 'hypervisor': '', 'check': 'hypervisor', 'clock': 'by', 'error_bank': '', 'errors': '',
             'socket_bus': 'complaint', 'metric': 'reason', 'total': 'boxes of modulo', 'count': 'modulo postings within_ns', 'sample': 'symbol', 'box_type': 'scope events region_bytes', 'event': 'offset scale unit posted_at'}

RUNS = [
    (['--machine', 'xeon-7500', '--sockets', '2'],
     'info; list; list -m; help; help stat; help events; test -l "*.width"; help width; version; stat -a -t 4 -I 2; record -a -n 2;'
     'program -e cbox0::LLC_HITS:M -c 1000; peek ubox.global_ctl; poke cbox0.ctr0 5 -v; stat -e cbox0::NOSUCH'),
    (['--machine', 'xeon-7500', '--fault', 'cbox3.ctr1.stuck1=17'], 'test "cbox3.*"; test "*machine*"; test "*.ubox.*"'),
    (['--machine', 'knights-landing', '--cpus', '2', '--fault', 'core1.status.sticky'], 'record -n 2 -C 1 -e knl::UNHALTED_CORE_CYCLES -c 100000'),
    (['--machine', 'xeon-7500', '--fault', 'cbox1.gp'], 'info; test "cbox1.*"; peek cbox1.ctr0'),
    (['--machine', 'xeon-7500'], 'stat -M DRAM_WRITE_BANDWIDTH,IMT_LATENCY -t 4 -I 2; stat -t 4 -I 2 -C 0; record -n 2'),
    (['--machine', 'xeon-7500', '--scenario', 'tests/golden/snoops.scenario'], 'stat -M LLC_SNOOP_MISSES -t 4'),
    (['--machine', 'xeon-e5-2600'], 'info; list; stat -a -t 2 -I 1; program; test "*.width"'),
    (['--machine', 'xeon-e5-2600', '--fault', 'imc2.hidden'], 'stat -M MEMORY_BANDWIDTH -t 4; stat -a -t 4 -I 2'),
    (['--machine', 'bare-xeon-7500'], 'info'),
    (['--machine', 'xeon-e5-2600'], 'work read:256 share:4; stat -w read:8'),
    (['--machine', 'xeon-e5-2600', '--scenario', 'tests/golden/quiet.scenario'], 'map -b cbox'),
    (['--machine', 'xeon-e7', '--scenario', 'tests/golden/quiet.scenario'], 'map -b cbox'),
    (['--machine', 'xeon-7500', '--scenario', 'tests/golden/smis.scenario'], 'stat -t 4 -I 2; record -n 4 -c 3000000 -t 3'),
    (['--machine', 'xeon-7500'], 'film -t 1000 -d 100'),
    (['--machine', 'knights-landing', '--cpus', '2'], 'film -t 1000 -d 100'),
    (['--machine', 'knights-landing', '--fault', 'cha0.ctr0.dead'], 'test "cha0.ctr0.*"; test -l -v cha0.ctr0.counts'),
    (['--machine', 'xeon-7500'], 'replay tests/golden/replay.txt; deny = cbox3 msr 0x3f8-0x3fd; deny'),
    (['--machine', 'knights-landing'], 'info; list -m; stat -a -t 4; record -n 2; program'),
    (['--machine', 'xeon-7500'], 'plan info'),
]


def records(options, commands):
    done = subprocess.run(['build/uncork', *options, '-F', 'json'], check=False, input=commands.encode(),
                          stdout=subprocess.PIPE)
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def listed():
    """The kinds of the page: for each the rows of it, and of a row its fields, each with whether it may be missing."""
    kinds = {}
    with open('docs/records.md', encoding='utf-8') as page:
        for line in page:
            row = re.match(r'\| `(\w+)` \| ([^|]*) \|', line)
            if not row:
                continue
            fields, optional = [], False
            for word in re.findall(r'[\w]+|\[|\]', row[2]):
                if word in '[]':
                    optional = word == '['
                else:
                    fields.append((word, optional))
            kinds.setdefault(row[1], []).append(fields)
    return kinds


def fits(fields, row):
    """True if a record with these fields, in this order, is one of the row."""
    names = [name for name, _ in row]
    return (all(name in fields for name, optional in row if not optional) and all(name in names for name in fields)
            and fields == [name for name in names if name in fields])


def test_what_is_written_is_listed():
    kinds = listed()
    for options, commands in RUNS:
        for record in records(options, commands):
            kind, *fields = record
            require(kind == 'record' and any(fits(fields, row) for row in kinds.get(record[kind], [])),
                    f'docs/records.md does not have {record}')


def test_what_is_listed_is_written():
    written = {}
    for options, commands in RUNS:
        for record in records(options, commands):
            written.setdefault(record['record'], set()).update(record)
    missing = [(kind, name) for kind, rows in listed().items() for row in rows for name, _ in row
               if name not in written.get(kind, ()) and not (kind in ELSEWHERE and
                                                             name in (ELSEWHERE[kind].split() or [name]))]
    require(not missing, f'no command writes {missing}')


def test_what_others_write_is_in_the_sources():
    text = ''
    for path in glob.glob('core/**/*.c', recursive=True) + glob.glob('arch/**/*.c', recursive=True) + \
            glob.glob('tools/**/*.[cp]*', recursive=True):
        with open(path, encoding='utf-8', errors='replace') as source:
            text += source.read()
    kinds = listed()
    missing = [(kind, name) for kind, names in ELSEWHERE.items()
               for name in [kind] + (names.split() or [name for row in kinds[kind] for name, _ in row])
               if not re.search(rf'\\?"{name}\\?"', text)]
    require(not missing, f'no source writes {missing}')


def test_each_kind_has_a_template():
    with open('core/record/record_text.c', encoding='utf-8') as source:
        templates = set(re.findall(r'^\t\{"(\w+)",\s+\.text', source.read(), re.MULTILINE))
    require(templates - {'prose'} == set(listed()) - {'lost'}, f'templates: {templates ^ set(listed())}')
