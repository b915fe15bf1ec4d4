# SPDX-License-Identifier: BSD-2-Clause
"""labgrid runs the tests of tools/lab on a board that QEMU plays: each check is a result of pytest's."""

import json
import os
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree

from suite.result import Failure, Skip, require

SECONDS = 300
PYTHON = '/usr/bin/python3'  # the one that Debian's packages are installed for
TESTS = 'tools/lab/labgrid'
OUTCOMES = {'pass': 'pass', 'fail': 'failure', 'skip': 'skipped', 'untested': 'skipped'}


class Session:
    """What came of a pytest session: status, what it printed, {name: (outcome, message)}, the board's console."""

    def __init__(self, status, said, path, log):
        self.status, self.said, self.cases, self.console = status, said, {}, log
        if os.path.exists(path):
            for case in ElementTree.parse(path).iter('testcase'):
                child = next((item for item in case if item.tag in ('failure', 'skipped', 'error')), None)
                self.cases[case.get('name')] = (child.tag, child.get('message')) if child is not None else ('pass', '')

    def expect(self, condition, message):
        require(condition, f'{message}\nstatus {self.status}\n{self.said[-6000:]}')

    def outcome(self, check):
        return self.cases.get(f'test_check[{check}]', (None,))[0]


def pytest(environment, board='', *options, **variables):
    """`variables` are more of the system's environment."""
    if subprocess.run([PYTHON, '-c', 'import labgrid, pytest'], stderr=subprocess.DEVNULL, check=False).returncode:
        raise Skip('there is no labgrid; `tools/install-deps lab` installs it')
    with tempfile.TemporaryDirectory(prefix='uncork-labgrid-') as directory:
        results, console = os.path.join(directory, 'results.xml'), os.path.join(directory, 'console')
        try:
            done = subprocess.run([PYTHON, '-B', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', '--lg-env',
                                   os.path.join(TESTS, environment), f'--junitxml={results}', f'--uncork-log={console}', *options, TESTS],
                                  env={**os.environ, 'LG_BOARD': board, **variables}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, errors='replace', timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired as expired:
            raise Failure(f'no end after {SECONDS} s') from expired
        log = ''
        if os.path.exists(console):
            with open(console, encoding='utf-8', errors='replace') as file:
                log = file.read()
        return Session(done.returncode, done.stdout, results, log)


def test_good_board():
    session = pytest('qemu.yaml', 'xeon-7500 -F json test cbox*')
    session.expect(session.status == 0, 'the session failed')
    session.expect(session.cases['test_run'][0] == 'pass', 'the run did not pass')
    session.expect(sum(outcome == 'pass' for outcome, _ in session.cases.values()) > 100, 'too few checks')


def test_every_check_arrives():
    """What the board says of each of its many checks is what pytest has."""
    session = pytest('qemu.yaml', 'xeon-7500 -F json test')
    records = [json.loads(line) for line in session.console.splitlines() if line.startswith('{')]
    said = {record['id']: OUTCOMES[record['result']] for record in records if record['record'] == 'check'}
    session.expect(len(said) > 1000, f'{len(said)} checks')
    had = {name[len('test_check['):-1]: outcome for name, (outcome, _) in session.cases.items() if name != 'test_run'}
    session.expect(had == said, 'pytest has other results')
    passed = records[-1]['result'] == 'pass'
    session.expect(passed == (session.cases['test_run'][0] == 'pass') == (session.status == 0), 'another verdict')


def test_board_on_a_network():
    with tempfile.TemporaryDirectory(prefix='uncork-tftp-') as directory:
        for path in ('build/uncork.efi', 'tools/lab/network/uncork.cfg'):
            shutil.copy(path, directory)
        session = pytest('network-qemu.yaml', 'xeon-7500', LG_TFTP=directory)
    session.expect(session.status == 0, 'the session failed')
    session.expect(session.cases['test_run'][0] == 'pass', 'the run did not pass')
    session.expect(sum(outcome == 'pass' for outcome, _ in session.cases.values()) > 1000, 'too few checks')


# The server is this machine: what labgrid runs there by ssh is run here.
SSH = '''#!/bin/sh
while [ $# -gt 0 ]; do
    case "$1" in
    rack1) shift; cd / && exec sh -c "$*" ;;
    -o) shift 2 ;;
    -O) exit ;; # there is a connection already
    *) shift ;;
    esac
done'''


def test_images_come_to_the_server():
    """Before the board is asked for, its server has what the environment names."""
    with tempfile.TemporaryDirectory(prefix='uncork-tftp-') as directory:
        environment, ssh = os.path.join(directory, 'network-board.yaml'), os.path.join(directory, 'ssh')
        with open(f'{TESTS}/network-board.yaml', encoding='utf-8') as file:
            text = file.read().replace('$BASE', os.path.join(os.getcwd(), TESTS)).replace('/srv/uncork', directory)
        with open(environment, 'w', encoding='utf-8') as file:
            file.write(text)
        with open(ssh, 'w', encoding='utf-8') as file:
            file.write(SSH)
        os.chmod(ssh, 0o755)
        session = pytest(environment, '', '--uncork-timeout=1', PATH=f'{directory}:{os.environ["PATH"]}')
        session.expect(session.status not in (0, 1), 'there is no such board')
        for name, path in (('uncork.efi', 'build/uncork.efi'), ('uncork.cfg', 'tools/lab/network/uncork.cfg')):
            staged = os.path.join(directory, name)
            session.expect(os.path.exists(staged) and os.path.samefile(staged, path), f'{name} is not on the server')


def test_broken_board():
    """A failing check is a failing result that says what was seen."""
    session = pytest('qemu.yaml', '-f cbox3.ctr1.stuck1=17 xeon-7500 -F json test cbox3.*')
    session.expect(session.status == 1, 'the session of a broken board')
    session.expect(session.outcome('xeon-7500.cbox3.ctr1.bits') == 'failure', 'the stuck bit is no failure')
    session.expect(session.outcome('xeon-7500.cbox3.ctr0.bits') == 'pass', 'its neighbour fails too')
    session.expect(session.cases['test_run'][0] == 'failure', 'the run passed')
    session.expect('0xdd3' in session.said and '0x20000' in session.said, 'the evidence is missing')


def test_dying_board():
    """A board that crashes on the way has no good run."""
    session = pytest('qemu.yaml', "xeon-7500 '-F json test cbox3.ctr*.bits; crash gp'")
    session.expect(session.status == 1, 'the session of a crashed board')
    session.expect(session.outcome('xeon-7500.cbox3.ctr1.bits') == 'pass', 'what was said before is lost')
    session.expect(session.cases['test_run'] and 'crash' in session.cases['test_run'][1], 'the crash is not named')


def test_environment_of_a_board():
    """The environment for a board on a serial server is one that labgrid takes: it fails for want of the board."""
    session = pytest('board.yaml', '', '--uncork-timeout=1')
    session.expect(session.status not in (0, 1), 'there is no such board')
    session.expect('rack1' in session.said or 'pdu1' in session.said, 'labgrid did not get to the board')
