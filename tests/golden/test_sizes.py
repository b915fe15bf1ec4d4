# SPDX-License-Identifier: BSD-2-Clause
"""How much `test` says as text: a serial line of 115,200 baud carries 11.5 KB a second, and a lab waits for it. What programs
read is whole, whatever the text leaves out."""

import json
import re
import subprocess

from suite.result import require
from suite.sums import count

BOUND = 4096
# Machines whose text is the longest of their kind: many sockets, kinds of boxes, or boxes of a kind.
LONGEST = ('xeon-7500', 'xeon-e7', 'xeon-e5-2600-v4', 'skylake-sp', 'knights-landing', 'sapphire-rapids', 'sierra-forest')
# Machines, their sockets, and the logical processors of each: small ones, and as large as they were sold.
SIZES = (('xeon-7500', 1, 8), ('xeon-e5-2600', 1, 8), ('xeon-e7', 2, 10), ('xeon-e5-2600-v2', 1, 15), ('xeon-e5-2600-v3', 1, 18),
         ('xeon-e5-2600-v4', 1, 24), ('skylake-sp', 8, 2), ('cascade-lake-sp', 1, 28), ('cooper-lake-sp', 1, 28), ('ice-lake-sp', 1, 40),
         ('knights-landing', 1, 76), ('sapphire-rapids', 2, 60), ('emerald-rapids', 1, 64), ('granite-rapids', 1, 128),
         ('sierra-forest', 1, 144))
# Boxes of which each core has one, where the processor is as large as it was sold.
CORE_BOXES = {'xeon-e7': 'cbox', 'xeon-e5-2600': 'cbox', 'xeon-e5-2600-v2': 'cbox', 'xeon-e5-2600-v3': 'cbox', 'xeon-e5-2600-v4': 'cbox',
              'cascade-lake-sp': 'cha', 'cooper-lake-sp': 'cha', 'ice-lake-sp': 'cha', 'sapphire-rapids': 'cha', 'emerald-rapids': 'cha',
              'granite-rapids': 'cha', 'sierra-forest': 'cha'}


def said(machine, sockets, cpus, *words):
    done = subprocess.run(['build/uncork', '--machine', machine, '--sockets', str(sockets), '--cpus', str(sockets * cpus), *words], check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    require(done.returncode == 0, f'{machine} {words}: status {done.returncode}')
    return done.stdout.decode()


def test_text_is_short():
    """However large a machine is, and all checks of each box are counted in it."""
    for machine, sockets, cpus in (size for size in SIZES if size[0] in LONGEST):
        text = said(machine, sockets, cpus, 'test')
        planned = int(re.search(r'^(\d+) checks$', text, re.MULTILINE)[1])
        sums, boxes = count(text)
        require(len(text) <= BOUND, f'{machine}: {len(text)} bytes of text')
        require(sum(sums) == planned > 1000, f'{machine}: {sums} of {planned} are counted')
        kind = CORE_BOXES.get(machine)
        require(not kind or {number for box, number in boxes if box == kind} >= set(range(cpus)), f'{machine}: not each core has its {kind}')


def test_each_core_has_its_box():
    for machine, sockets, cpus in (size for size in SIZES if size[0] in CORE_BOXES):
        records = map(json.loads, said(machine, sockets, cpus, '-F', 'json', 'info -a').splitlines())
        found = {record['box'] for record in records if record['record'] == 'box' and record['state'] == 'found' and record['socket'] == 0}
        kind = CORE_BOXES[machine]
        require({f'{kind}{core}' for core in range(cpus)} <= found, f'{machine}: not each core has its {kind}: {sorted(found)}')


def test_programs_get_every_check():
    for machine, sockets, cpus in SIZES[:2]:
        ktap, records, verbose = (said(machine, sockets, cpus, *words) for words in (('-F', 'ktap', 'test'), ('-F', 'json', 'test'), ('test', '-v')))
        planned = int(re.search(r'^# plan checks=(\d+)$', ktap, re.MULTILINE)[1])
        for form, found in (('ktap', re.findall(r'^ok \d+ (?!run$)', ktap, re.MULTILINE)),
                            ('json', re.findall(r'^\{"record":"check",', records, re.MULTILINE)),
                            ('text', re.findall(r'^(?:PASS|SKIP|UNTESTED) ', verbose, re.MULTILINE))):
            require(len(found) == planned, f'{machine}: {len(found)} of {planned} checks as {form}')


def test_a_plan_of_a_large_machine_is_whole():
    """It is an error if its memory does not hold all of it."""
    text = said('skylake-sp', 8, 56, '--threads', '2', 'plan test')
    found = re.search(r'^plan of test: (\d+) reads and (\d+) writes;', text, re.MULTILINE)
    require(found and int(found[1]) > 60000 and int(found[2]) > 15000, f'the plan: {text[-200:]}')
