# SPDX-License-Identifier: BSD-2-Clause
"""One boot of the firmware, and what it said."""

import json
import os
import pty
import re
import select
import subprocess
import tempfile
import time

from suite.result import Failure, require

PASS, FAIL, ERROR, CRASH, TIMEOUT, VIOLATION = range(6)
SECONDS = 120
# For all checks of a machine; not to be reached however busy the host is.
WHOLE_TEST = 600

# UEFI itself is not what most boots are about.
BOOT = ('tools/boot', '--warm', 'build/warm')
COLD = ('tools/boot',)

# Processors that run at the same time, as real ones do; most boots let them take turns, so that the host's load does less.
TOGETHER = ('--accel', 'tcg,thread=multi')

# PMIs of a long run; `tests/run --pmis` has another number.
LONG_RUN = 4000

# PMIs that the first `record` of a run sends to a processor to see whether they arrive.
PROBING_PMIS = 1

# How uncork says in each form that a register is left otherwise than found.
LEFT = re.compile(r'(crash: left |left: +|# left register=|\{"record":"left","register":")([\w.]+)')
MOST_LEFT_IN_A_CRASH = 16

# How uncork says in each form that a check has failed.
FAILED_CHECK = re.compile(r'FAIL |not ok |\{"record":"check",.*"result":"fail"')


class Run:
    """What came of a boot: exit status, console, standard error, the silicon's log."""

    def __init__(self, arguments, status, console, errors, log):
        self.arguments, self.status = arguments, status
        self.errors, self.log = errors, log
        self.hear(console)
        self.expect_audits_agree()

    def hear(self, console):
        """What follows looks at this console."""
        self.console, self.lines = console, console.splitlines()

    def expect(self, condition, message):
        """Failure with everything that was said, unless the condition holds; checks that failed may stand far above the end."""
        failed = [line[:400] for line in self.lines if FAILED_CHECK.match(line)][:10]
        require(condition, '\n'.join([message, f'$ {" ".join(self.arguments)}', f'(status {self.status})', *failed]) +
                           f'\n{self.console[-6000:]}\n{self.errors[-2000:]}\nlog:\n{self.log[-1500:]}')

    def expect_status(self, status):
        self.expect(self.status == status, f'status {self.status}, expected {status}')

    def expect_audits_agree(self):
        """What the silicon sees its registers left with, uncork has named, however it ended and in whatever form it spoke; where it has passed, that is
        nothing. It names one register of a box in which a processor stands still, and of a crash so many; of a run that another processor
        ended it says that the board must be powered off. What a user wrote is the user's."""
        seen = {'lvtpc' if ' the PMI entry of its local APIC ' in line else line.split(' leaving with ')[1].split()[0]
                for line in self.log.splitlines() if ' leaving with ' in line}
        left = [(match, line) for line in self.lines if (match := LEFT.match(line))]
        named = {match[2] for match, _ in left}
        silent = {match[2].split('.')[0] for match, line in left if 'timeout' in line}
        unnamed = {name for name in seen - named if name.split('.')[0] not in silent and f'poke {name} ' not in ' '.join(self.arguments)}
        if re.search(r'uncork \d+\.\d+', self.console) and ' hangs in its ' not in self.console and sum('crash' in match[1] for match, _ in left) < MOST_LEFT_IN_A_CRASH:
            self.expect(not unnamed, f'the silicon sees {unnamed} left, and uncork names {named}')
            self.expect(self.status != PASS or not named, f'it has passed, and names {named} as left')

    def expect_text(self, *texts):
        for text in texts:
            self.expect(text in self.console, f'the console lacks "{text}"')

    def records(self, kind):
        """The JSON records of one kind, in order."""
        found = []
        for line in self.lines:
            if not line.startswith('{'):
                continue
            try:
                record = json.loads(line)
            except ValueError:
                self.expect(False, f'no JSON: {line}')
            if record['record'] == kind:
                found.append(record)
        return found

    def checks(self):
        """{id: (result, evidence)} of a KTAP run. Ids are unique, and all that was planned is there."""
        found, before = {}, []
        for line in self.lines:
            match = re.match(r'(not ok|ok) (\d+) (\S+)(.*)', line)
            if line.startswith('#'):
                before.append(line)
            if not match:
                continue
            self.expect(match[3] not in found, f'{match[3]} is there twice')
            self.expect(int(match[2]) == len(found) + 1, f'{match[3]} has the wrong number')
            result = 'fail' if match[1] == 'not ok' else 'untested' if '# SKIP untested: ' in match[4] else 'skip' if '# SKIP' in match[4] else 'pass'
            found[match[3]] = (result, '\n'.join([*before, match[4]]))
            before = []
        plan = re.search(r'^1\.\.(\d+)$', self.console, re.MULTILINE)
        self.expect(plan and int(plan[1]) == len(found), f'the plan is not what {len(found)} checks ran')
        return found

    def failed(self):
        """The checks that failed in a KTAP run, with their evidence."""
        return {name: text for name, (result, text) in self.checks().items() if result == 'fail'}

    def statistics(self):
        """The silicon's own counts at the end of its log."""
        accounts = [line for line in self.log.splitlines() if line.startswith('statistics:')]
        self.expect(accounts, 'the silicon gave no account of the run')
        return {name: int(value) for name, value in re.findall(r'\b(\w+)=(\d+)', ' '.join(accounts))}


def boot(machine, command='', *options, seconds=SECONDS, tool=BOOT):
    """Boots and waits for the end, at most so long. Options are those of tools/boot; `tool` is COLD where UEFI shall start,
    too."""
    with tempfile.TemporaryDirectory(prefix='uncork-test-') as directory:
        log = os.path.join(directory, 'silicon.log')
        arguments = [*tool, '-t', str(seconds), '-l', log, *options, machine, *([command] if command else [])]
        try:
            done = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, timeout=seconds + SECONDS, check=False)
        except subprocess.TimeoutExpired as expired:
            raise Failure(f'{" ".join(arguments)}: no end') from expired
        said = ''
        if os.path.exists(log):
            with open(log, errors='replace') as file:
                said = file.read()
    return Run(arguments, done.returncode, done.stdout.decode(errors='replace'),
               done.stderr.decode(errors='replace'), said)


class Conversation:
    """A boot with somebody at a terminal: say what to wait for, then what to type. With `command`, one of something
    else's than tools/boot."""

    def __init__(self, machine=None, *options, command=None):
        self.log = tempfile.NamedTemporaryFile(prefix='uncork-log-')
        self.arguments = command or [*BOOT, '-t', str(SECONDS), '-l', self.log.name, *options, machine]
        self.keys, terminal = pty.openpty()
        with os.fdopen(terminal, 'wb') as stdin:
            self.process = subprocess.Popen(self.arguments, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.console, self.seen = '', 0

    def read(self, seconds):
        if not select.select([self.process.stdout], [], [], seconds)[0]:
            return True
        data = os.read(self.process.stdout.fileno(), 65536)
        self.console += data.decode(errors='replace')
        return bool(data)

    def wait_for(self, text):
        """Waits until the text comes, behind what was waited for before."""
        end = time.monotonic() + SECONDS
        while self.console.find(text, self.seen) < 0:
            if time.monotonic() > end or not self.read(1):
                raise Failure(f'waited for "{text}" in vain behind\n{self.console[-3000:]}')
        self.seen = self.console.find(text, self.seen) + len(text)

    def type(self, keys):
        os.write(self.keys, keys.encode())

    def end(self):
        """What came of it all, once the firmware has ended."""
        try:
            while self.read(SECONDS) and self.process.poll() is None:
                pass
            self.process.wait(SECONDS)
        finally:
            self.close()
        errors = self.process.stderr.read().decode(errors='replace')
        log = self.log.read().decode(errors='replace')
        return Run(self.arguments, self.process.returncode, self.console, errors, log)

    def close(self):
        if self.process.poll() is None:
            self.process.terminate()
        os.close(self.keys)
