# SPDX-License-Identifier: BSD-2-Clause
"""What the console says, in each of its forms, held against what it was: at least one record of each kind that the host tool writes.
After a change that is meant, `/usr/bin/python3 tests/golden/test_console.py` from the top of the tree writes the file anew: read the difference."""

import difflib
import re
import subprocess
import sys

if __name__ == '__main__':
    sys.path.insert(0, 'tests')
from suite.made import version  # noqa: E402
from suite.result import require  # noqa: E402

GOLDEN = 'tests/golden/console.txt'
FORMS = ('text', 'json', 'ktap')
XEON = ['--machine', 'xeon-7500']
RUNS = [
    (XEON + ['--sockets', '2', '--cpus', '2', '--fault', 'cbox1.gp'], 'info'),
    (XEON + ['--sockets', '2'], 'stat -e cbox0::LLC_HITS:M,wbox::FIXED_UNCORE_CLK -t 4 -I 2; record -n 2; program -e cbox0::LLC_HITS:M'),
    (XEON, 'list "mbox::DRAM_C*"; list -m IMT_*; list nosuch'),
    (XEON, 'stat -M REQ_TBL_FILL -t 4 -I 2; stat -e cbox0::LLC_HITS:M -t 5; record -q -n 4'),
    (XEON, 'program -e cbox0::LLC_HITS:M -c 1000; stat -e cbox0::LLC_HIT; stat -t x; info x; stta'),
    (XEON + ['--fault', 'cbox3.ctr1.stuck1=17'], 'test "cbox3.ctr1.*"; test -v "cbox3.ctr1.width"; test nothing'),
    (XEON, 'test -l "cbox0.ctr0.*"; test -lv cbox3.ctr1.width; help sta; help stat; help events; help width'),
    (XEON, 'peek ubox.global_ctl; peek msr 0xffff; poke cbox0.ctr0 5 -v; poke msr 0xc00 -v 1; peek cbox0.nosuch; peek nosuch 1'),
    (XEON, 'replay tests/golden/replay.txt; replay -v tests/golden/replay.txt; replay README.md; replay nowhere'),
    (XEON + ['--fault', 'cbox0.ctr0.dead', '--fault', 'cbox1.ctr0.silent'],
     'record -c 3000000 -n 4 -t 3; record -e cbox0::LLC_HITS:M -c 200 -n 4 -t 10; record -e cbox1::LLC_HITS:M -c 200 -n 4 -t 10'),
    (['--machine', 'xeon-e5-2600'], 'stat -e pcu::UNC_P_CLOCKTICKS -t 5; test "pcu.ctr0.*"; stat "'),
]

# How slots are numbered is nobody's business.
SLOT = re.compile(r'(slot(?: |=|":))[0-9]+')


def console():
    said = []
    for options, commands in RUNS:
        for form in FORMS:
            said.append(f'==== {" ".join(options)} -F {form}: {commands}\n')
            done = subprocess.run(['build/uncork', *options, '-F', form], check=False, input=commands.encode(),
                                  stdout=subprocess.PIPE)
            said += SLOT.sub(r'\1N', done.stdout.decode().replace(version(), 'VERSION')).splitlines(keepends=True)
            said.append(f'exit status {done.returncode}\n')
    return said


def test_the_console_says_what_it_said():
    with open(GOLDEN, encoding='utf-8') as golden:
        difference = list(difflib.unified_diff(golden.readlines(), console(), GOLDEN, 'now', n=0))
    require(not difference, ''.join(difference[:40]))


if __name__ == '__main__':
    with open(GOLDEN, 'w', encoding='utf-8') as file:
        file.writelines(console())
