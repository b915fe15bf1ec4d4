# SPDX-License-Identifier: BSD-2-Clause
"""The language of model scripts (docs/model-scripts.md): what a script says wrong is an error with file, line and column."""

import re

import pytest

from suite.made import make_once
from suite.result import require, run_command

PROGRAM = 'build/unit/test_xeon_7500'
HEAD = 'machine xeon-7500\n'
POWER9 = 'test a\n  machine power9\n  '
# A script, and where and how it is refused. One that has a test fails in it.
WRONG = (
    ('test a\n  cbox0.ctr0 == 1\n', '3:3', 'cbox0.ctr0 == 1: got 0 (0x0), expected == 1 (0x1)'),
    ('test a\n  cbox0.ctr0 = 5; cbox0.ctr0 < 5\n', '3:19', 'got 5 (0x5), expected < 5 (0x5)'),
    ('test a\n  pmis\n', '3:3', 'this is not true'),
    ('test a\n  cbox0.ctr0 = 1\n', '2:1', 'the test expects nothing'),
    ('test a\n', '2:1', 'nothing stands below'),
    ('test a\n  let x = 1\n   x == 1\n', '4:4', 'this line stands in no block'),
    ('tset a\n  pmis == 0\n', '2:1', 'test, def, let, machine or with is needed here'),
    ('def load(): pmis == 0\ntest a\n  load()\n', '2:9', 'load is a word of the language'),
    ('def f(): pmis == 0\n', '2:7', 'f is not used'),
    ('let F = 1\ntest a\n  pmis == 0\n', '2:10', 'F is not used'),
    ('# nothing\n', '1:1', 'there is no test'),
    ('test a\n  pmi == 0\n', '3:3', 'what is "pmi"?'),
    ('test a\n  cbox9.ctr0 == 0\n', '3:13', 'xeon-7500 has no register cbox9.ctr0'),
    ('test a\n  msr[0xf40] == 0\n', '3:3', 'the read is answered with fault'),
    ('test a\n  msr[0xf40] = 0\n', '3:3', 'the write is answered with fault'),
    ('test a\n  cbox0.ctl0 = bit(16)\n', '3:23', '1 violations, last "'),
    ('test a\n  cbox0.ctl0 = bit(16) ! "bits 0x1 "\n', '3:25', '1 that say "bits 0x1 " are expected'),
    ('test a\n  cbox0.ctl0 = 0 ! "bits"\n', '3:19', '0 violations'),
    ('test a\n  with rate.nothing = 1\n  pmis == 0\n', '4:8', 'nothing'),
    ('test a\n  with fault = wbox.gp\n  refused "wbox"\n', '4:10', 'the scenario is accepted'),
    ('test a\n  with fault = gbox.gp\n  refused "wbx"\n', '4:16', 'does not say "wbx"'),
    ('test a\n  machine xeon-8500\n  pmis == 0\n', '4:8', 'unknown machine "xeon-8500"'),
    ('def f(a): cbox0.ctr0 = a\ntest a\n  f(1, 2); pmis == 0\n', '4:6', '")" is needed here'),
    ('def f(a, b): cbox0.ctr0 = a + b\ntest a\n  f(1); pmis == 0\n', '4:6', '"," is needed here'),
    ('def f(): cbox0.ctr0 == 1\ntest a\n  f()\n', '2:10', 'called in line 4:'),
    ('def f(): f()\ntest a\n  f(); pmis == 0\n', '2:13', 'calls are 20 deep'),
    ('test a\n  for i in 2..1: pmis == 0\n', '3:16', 'nothing is repeated'),
    ('test a\n  for i in 1 2: pmis == 0\n', '3:14', '"," or ":" is needed here'),
    ('test a\n  pmis == 1 / 0\n', '3:16', 'division by 0'),
    ('test a\n  pmis == 0 1\n', '3:13', 'the statement should end here'),
    ('test a\n  pmis == 0x\n', '3:12', 'this is no number'),
    ('test a\n  cbox$n.ctr0 == 0\n', '3:8', '$n is not known'),
    ('test a\n  nest[0] == 0\n', '3:3', 'the read is answered with foreign'),
    ('test a\n  hand_back 0\n', '3:14', 'xeon-7500 has no OPAL'),
    (POWER9 + 'nest[0x40000] == 0\n', '4:3', 'the read is answered with foreign'),
    (POWER9 + 'start(nest, 0x7fff)\n', '4:3', 'OPAL answers -1'),
    (POWER9 + 'start(core, 0)\n', '4:17', '1 violations, last "'),
    (POWER9 + 'cbox0.ctr0 == 0\n', '4:13', 'power9 has no named registers'),
    (POWER9 + 'pmis == 0\n', '4:3', 'what is "pmis"?'),
    (POWER9 + 'ticks(1, 1) == 0\n', '4:3', 'what is "ticks"?'),
    (POWER9 + 'load 0\n', '4:9', 'power9 has no caches'),
    (POWER9 + 'banner == "virtual"\n', '4:22', 'is not "virtual"'),
)


def run_script(tmp_path, text):
    status, said = make_once(PROGRAM)
    require(not status, said)
    path = tmp_path / 'some.model'
    path.write_text(HEAD + text, encoding='utf-8')
    return (path, *run_command([PROGRAM, str(path)], 60, {'CMOCKA_MESSAGE_OUTPUT': 'TAP'}))


@pytest.mark.parametrize('text, place, reason', WRONG, ids=[re.sub(r'\W+', '-', row[2]) + row[1] for row in WRONG])
def test_wrong_scripts_are_refused(tmp_path, text, place, reason):
    path, status, said = run_script(tmp_path, text)
    first = next((line for line in said.splitlines() if f'{path}:' in line), '')
    require(status and f'{path}:{place}: ' in first and reason in said, said)


def test_each_test_is_a_case_and_stands_alone(tmp_path):
    _, status, said = run_script(tmp_path, 'test a\n  cbox0.ctr0 = 1; cbox0.ctr0 == 1\ntest b\n  cbox0.ctr0 == 1\ntest c\n  cbox0.ctr0 == 0\n')
    require(status and re.findall(r'^(ok|not ok) \d+ - (\w+)$', said, re.MULTILINE) == [('ok', 'a'), ('not ok', 'b'), ('ok', 'c')], said)
