# SPDX-License-Identifier: BSD-2-Clause
"""docs/records.md held against what is written: each record is of a kind that the page has, with the fields that it lists, in that
order, and as the schema says that is made of the page; and each kind and field of the page is written by some command, or, where the host tool cannot, by some source file."""

import glob
import json
import os
import re
import subprocess
import sys

from suite.result import TOP, require

sys.path.insert(0, os.path.join(TOP, 'tools', 'gen'))

import record_schema  # noqa: E402

# What the host tool has no reason to write: it is neither UEFI nor POWER9, and has no stick and no serial line.
ELSEWHERE = {'discovery': '', 'discovery_blocks': '', 'box_group': '', 'start': '', 'board': '', 'power': '', 'last_run': '', 'denied': '', 'ahead': '', 'lost': '', 'fact': '', 'hypervisor': '', 'device_memory': '', 'table': '', 'table_bytes': '', 'check': 'hypervisor', 'clock': 'by', 'error_bank': '', 'errors': '',
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
    (['--machine', 'xeon-e5-2600'], 'map -b cbox'),
    (['--machine', 'xeon-e7'], 'map -b cbox'),
    (['--machine', 'xeon-7500', '--scenario', 'tests/golden/smis.scenario'], 'stat -t 4 -I 2; record -n 4 -c 3000000 -t 3'),
    (['--machine', 'xeon-7500'], 'film -t 1000 -d 100'),
    (['--machine', 'knights-landing', '--cpus', '2'], 'film -t 1000 -d 100'),
    (['--machine', 'knights-landing', '--fault', 'cha0.ctr0.dead'], 'test "cha0.ctr0.*"; test -l -v cha0.ctr0.counts'),
    (['--machine', 'xeon-7500'], 'replay tests/golden/replay.txt; deny = cbox3 msr 0x3f8-0x3fd; deny'),
    (['--machine', 'knights-landing'], 'info; list -m; stat -a -t 4; record -n 2; program'),
    (['--machine', 'xeon-7500'], 'plan info'),
    (['--machine', 'ice-lake-sp', '--fault', 'cha3.gp'], 'info'),
]


def records(options, commands):
    done = subprocess.run(['build/uncork', *options, '-F', 'json'], check=False, input=commands.encode(),
                          stdout=subprocess.PIPE)
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def listed():
    """The kinds of the page: for each the forms of it, and of a form its fields, each with whether it may be missing."""
    return {kind: [[(name, optional) for name, _, optional, _ in form] for form in rows] for kind, rows in record_schema.forms().items()}


def is_valid(value, schema):
    """What of JSON Schema the records' has; as a validator would say."""
    if isinstance(schema, bool):
        return schema
    kinds = {'number': (int, float), 'null': type(None), 'string': str, 'array': list, 'object': dict}
    sorts = schema.get('type', list(kinds))
    if not any(isinstance(value, kinds[sort]) and not isinstance(value, bool) for sort in ([sorts] if isinstance(sorts, str) else sorts)):
        return False
    if 'const' in schema and value != schema['const'] or 'enum' in schema and value not in schema['enum']:
        return False
    if isinstance(value, str):
        return bool(re.search(schema.get('pattern', ''), value))
    if isinstance(value, list):
        return all(is_valid(item, schema.get('items', {})) for item in value)
    if isinstance(value, dict):
        known, others = schema.get('properties', {}), schema.get('additionalProperties', {})
        return (all(name in value for name in schema.get('required', ())) and
                all(is_valid(item, known.get(name, others)) for name, item in value.items()) and
                ('anyOf' not in schema or any(is_valid(value, other) for other in schema['anyOf'])) and
                all(is_valid(value, rule['then']) for rule in schema.get('allOf', ()) if is_valid(value, rule['if'])))
    return True


def fits(fields, row):
    """True if a record with these fields, in this order, is one of the row."""
    names = [name for name, _ in row]
    return (all(name in fields for name, optional in row if not optional) and all(name in names for name in fields)
            and fields == [name for name in names if name in fields])


def test_what_is_written_is_listed():
    kinds = listed()
    rules = {rule['if']['properties']['record']['const']: rule['then'] for rule in record_schema.schema(record_schema.forms())['allOf']}
    for options, commands in RUNS:
        for record in records(options, commands):
            require(is_valid(record, rules.get(record['record'], False)), f'the schema does not have {record}')
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


def test_the_schema_refuses_what_is_wrong():
    schema = record_schema.schema(record_schema.forms())
    count = {'record': 'count', 'socket': 0, 'box': 'cbox0', 'event': 'E', 'value': 1, 'unit': 'events', 'time_ns': 1}
    require(is_valid(count, schema), 'a count is no record')
    for wrong in ({'value': '1'}, {'record': 'cuont'}, {'record': 'error'}, {'value': True}):
        require(not is_valid({**count, **wrong}, schema), f'{wrong} is taken')


def test_each_kind_has_a_template():
    with open('core/record/record_text.c', encoding='utf-8') as source:
        templates = set(re.findall(r'^\t\{"(\w+)",\s+\.text', source.read(), re.MULTILINE))
    require(templates - {'prose'} == set(listed()) - {'lost'}, f'templates: {templates ^ set(listed())}')
