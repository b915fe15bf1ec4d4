# SPDX-License-Identifier: BSD-2-Clause
"""How much `test` says as text: a serial line of 115,200 baud carries 11.5 KB a second, and a lab waits for it. What programs
read is whole, whatever the text leaves out."""

import re
import subprocess

from suite.result import require

BOUNDS = (('xeon-7500', 8, 4096), ('xeon-e5-2600', 8, 4096), ('knights-landing', 64, 12288),
          ('xeon-e7', 2, 4096), ('xeon-e5-2600-v2', 2, 4096), ('xeon-e5-2600-v3', 2, 4096), ('xeon-e5-2600-v4', 2, 4096))


def said(machine, cpus, *words):
    done = subprocess.run(['build/uncork', '--machine', machine, '--cpus', str(cpus), *words], check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    require(done.returncode == 0, f'{machine} {words}: status {done.returncode}')
    return done.stdout.decode()


def test_text_is_short():
    for machine, cpus, bound in BOUNDS:
        text = said(machine, cpus, 'test')
        planned = int(re.search(r'^(\d+) checks$', text, re.MULTILINE)[1])
        words = ('passed', 'skipped', 'untested')
        passed, skipped, untested = (sum(int(number) for number in re.findall(rf'\S  .*?(\d+) {word}', text)) for word in words)
        require(len(text) <= bound, f'{machine}: {len(text)} bytes of text')
        require(passed + skipped + untested == planned > 1000, f'{machine}: {passed}, {skipped} and {untested} of {planned} are counted')


def test_programs_get_every_check():
    for machine, cpus, _ in BOUNDS[:2]:
        ktap, records, verbose = (said(machine, cpus, *words) for words in (('-F', 'ktap', 'test'), ('-F', 'json', 'test'), ('test', '-v')))
        planned = int(re.search(r'^# plan checks=(\d+)$', ktap, re.MULTILINE)[1])
        for form, found in (('ktap', re.findall(r'^ok \d+ (?!run$)', ktap, re.MULTILINE)),
                            ('json', re.findall(r'^\{"record":"check",', records, re.MULTILINE)),
                            ('text', re.findall(r'^(?:PASS|SKIP|UNTESTED) ', verbose, re.MULTILINE))):
            require(len(found) == planned, f'{machine}: {len(found)} of {planned} checks as {form}')
