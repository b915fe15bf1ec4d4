# SPDX-License-Identifier: BSD-2-Clause
"""LAVA's dispatcher runs the job of tools/lab on a board that QEMU plays: what the checks say are its results."""

import io
import json
import os
import shutil
import subprocess
import sys
import tempfile

from suite.result import TOP, Failure, Skip, require

sys.path.insert(0, os.path.join(TOP, 'tools'))

from report.reader import read_stream  # noqa: E402

SECONDS = 300
PYTHON = '/usr/bin/python3'  # the one that Debian's packages are installed for
TEMPLATES = 'tools/lab/lava'
RENDER = '''import jinja2, json, sys
templates = jinja2.Environment(loader=jinja2.FileSystemLoader(sys.argv[1]), undefined=jinja2.StrictUndefined)
print(templates.get_template(sys.argv[2]).render(**json.loads(sys.argv[3])))'''


class Job:
    """What came of a job: its status, and the results that LAVA took."""

    def __init__(self, status, log):
        self.status, self.log = status, log
        self.results = {}
        for line in log.splitlines():
            try:
                entry = json.loads(line)
            except ValueError:
                continue
            if entry.get('lvl') == 'results':
                said = entry['msg']
                # Names are made into words for LAVA; which may make two of them alike.
                name = said.get('extra', {}).get('test_case_id', said['case']) if said['definition'] == 'uncork' else said['case']
                self.results[said['definition'], name] = said['result']

    def expect(self, condition, message):
        require(condition, f'{message}\nstatus {self.status}\n{self.log[-6000:]}')

    def records(self, kind):
        """What the board's console said, as LAVA logged it."""
        lines = (json.loads(line) for line in self.log.splitlines() if line.startswith('{'))
        said = (entry['msg'].replace('\\"', '"') for entry in lines if entry['lvl'] == 'target')
        return [json.loads(line) for line in said if line.startswith(f'{{"record":"{kind}"')]

    def result(self, check):
        return self.results.get(('uncork', check))

    def cases(self):
        return {case: result for (suite, case), result in self.results.items() if suite == 'uncork'}


def render(template, **variables):
    done = subprocess.run([PYTHON, '-c', RENDER, TEMPLATES, template, json.dumps(variables)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False)
    require(done.returncode == 0, done.stderr)
    return done.stdout


def lava_run(device, *options):
    """Runs the job on a device; lava-run wants to be root."""
    if not shutil.which('lava-run'):
        raise Skip('there is no lava-run; `tools/install-deps lab` installs it')
    as_root = [] if os.geteuid() == 0 else ['sudo', '-n']
    with tempfile.TemporaryDirectory(prefix='uncork-lava-') as directory:
        path = os.path.join(directory, 'device.yaml')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(device)
        number = str(1000000 + int(directory.encode().hex()[-5:], 16) % 1000000)
        try:
            done = subprocess.run([*as_root, 'lava-run', '--job-id', number, '--device', path, '--output-dir',
                                   os.path.join(directory, 'out'), *options, os.path.join(TEMPLATES, 'job.yaml')],
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                  errors='replace', timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired as expired:
            raise Failure(f'no end after {SECONDS} s') from expired
    return Job(done.returncode, done.stdout)


def board(arguments):
    return render('qemu.jinja2', top=os.getcwd(), board=arguments)


def test_good_board():
    job = lava_run(board('xeon-7500 -F json test cbox*'))
    job.expect(job.status == 0, 'the job failed')
    job.expect(set(job.cases().values()) <= {'pass', 'skip'} and job.result('end') == 'pass', 'the board is not good')
    job.expect(list(job.cases().values()).count('pass') > 100, 'too few checks')


def test_every_check_arrives():
    """What the board says of each of its many checks is what LAVA has."""
    job = lava_run(board('xeon-7500 -F json test'))
    job.expect(job.status == 0, 'the job failed')
    said = {record['id']: record['result'] for record in job.records('check')}
    end = job.records('end')[0]
    job.expect(len(said) > 1000 and len(said) == job.records('plan')[0]['checks'], f'{len(said)} checks')
    known = {check: 'skip' if result == 'untested' else result for check, result in said.items()}  # LAVA has no word for it
    job.expect(job.cases() == {**known, 'end': end['result']}, 'LAVA has other results')
    runs = read_stream(io.BytesIO(job.log.encode()), 'log', 'log')
    job.expect([run.verdict.word for run in runs] == ['pass'] and len(runs[0].checks) == len(said), 'its log is no report')


def test_board_on_a_network():
    with tempfile.TemporaryDirectory(prefix='uncork-tftp-') as directory:
        for path in ('build/uncork.efi', 'tools/lab/network/uncork.cfg'):
            shutil.copy(path, directory)
        job = lava_run(render('network-qemu.jinja2', top=os.getcwd(), directory=directory, board='xeon-7500'))
    job.expect(job.status == 0, 'the job failed')
    job.expect(set(job.cases().values()) <= {'pass', 'skip'} and job.result('end') == 'pass', 'the board is not good')
    job.expect(list(job.cases().values()).count('pass') > 1000, 'too few checks')


def test_broken_board():
    """A failing check is a failing result, and the job itself is one that did its work."""
    job = lava_run(board('-f cbox3.ctr1.stuck1=17 xeon-7500 -F json test cbox3.*'))
    job.expect(job.status == 0, 'the job failed, though the board said all it had to say')
    job.expect(job.result('xeon-7500.cbox3.ctr1.bits') == 'fail', 'the stuck bit is no failure')
    job.expect(job.result('xeon-7500.cbox3.ctr0.bits') == 'pass', 'its neighbour fails too')
    job.expect(job.result('end') == 'fail', 'the end is not that of a failed run')


def test_dying_board():
    """A board that crashes on the way has no end, and its job is no success."""
    job = lava_run(board("xeon-7500 '-F json test cbox3.ctr*.bits; crash gp'"))
    job.expect(job.status != 0, 'the job of a crashed board succeeded')
    job.expect(job.result('xeon-7500.cbox3.ctr1.bits') == 'pass', 'what was said before is lost')
    job.expect(job.result('end') is None, 'there was an end')


def test_board_with_power():
    """The template of a board that is on a serial server and a switched socket is one that LAVA takes."""
    device = render('uncork.jinja2', connection_command='cat /dev/null', hard_reset_command='/bin/true',
                    power_off_command='/bin/true')
    job = lava_run(device, '--validate')
    job.expect(job.status == 0, 'LAVA refuses the device')


def test_board_without_boxes():
    """A board on which nothing can be tested says so at once, and its run is a failed one."""
    job = lava_run(board('bare-xeon-7500 -F json test'))
    job.expect(job.status == 0, 'the job failed, though the board said all it had to say')
    job.expect(job.result('end') == 'fail', f'the end is {job.result("end")}')
