# SPDX-License-Identifier: BSD-2-Clause
"""Recorded runs to try the report with: of the host tool, and small ones made by hand."""

import contextlib
import functools
import io
import json
import os
import subprocess
import sys
import tempfile

from suite.result import TOP, require

sys.path.insert(0, os.path.join(TOP, 'tools'))

from export import table, trace, vcd  # noqa: E402
from export.spool import Spool  # noqa: E402
from report import cli  # noqa: E402
from report.reader import Unreadable, read_stream  # noqa: E402, F401

UNCORK = os.path.join(TOP, 'build', 'uncork')
FAULTS = ('cbox3.ctr1.stuck1=17', 'wbox.ctr2.rate=2', 'cbox2.ctr0.dead')
EVERYTHING = "info; stat -e 'cbox*::LLC_HITS:M' -t 100 -I 20; record -c 100000 -n 20; test cbox*"


@functools.lru_cache(maxsize=None)
def record(commands, form='json', faults=(), sockets=1, machine='xeon-7500'):
    """What the host tool prints for commands."""
    options = [word for fault in faults for word in ('--fault', fault)]
    done = subprocess.run([UNCORK, '--machine', machine, '--sockets', str(sockets), *options, '-F', form, commands],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False)
    require(done.returncode in (0, 1), f'{commands}: status {done.returncode}\n{done.stderr.decode()}')
    return done.stdout


def lines_of(*records):
    """Records as the lines of a run."""
    return ''.join(json.dumps(item, separators=(',', ':')) + '\n' for item in records).encode()


def check(name, result='pass', **more):
    return {'record': 'check', 'id': f'xeon-7500.{name}', 'result': result, 'message': 'said', **more}


def start():
    """The first line of a run."""
    return {'record': 'start', 'program': 'uncork', 'version': '0.1', 'platform': 'x86_64 UEFI'}


def tested(*checks):
    """A run's first records: checks with the plan before them."""
    return start(), {'record': 'plan', 'checks': len(checks)}, *checks


def end(result='pass', passed=0, failed=0, skipped=0, untested=0):
    more = {'untested': untested} if untested else {}
    return {'record': 'end', 'result': result, 'passed': passed, 'failed': failed, 'skipped': skipped, **more}


def count(box, value, event='EVENT', socket=0, at_ns=0, time_ns=10 ** 9):
    more = {'interval': at_ns // time_ns - 1, 'at_ns': at_ns} if at_ns else {}
    return {'record': 'count', 'socket': socket, 'box': box, 'event': f'pmu_{box}::{event}', 'value': value, 'unit': 'events',
            'time_ns': time_ns, **more}


def read_all(content, label='run'):
    """The runs in the bytes of a file."""
    return read_stream(io.BytesIO(content), 'FILE', label)


def exported(content, form):
    """What `uncork export` makes of the bytes of a file; Unreadable if nothing."""
    spool = Spool(None)
    runs = read_stream(io.BytesIO(content), 'FILE', 'run', spool)
    return ''.join({'csv': table, 'json': trace, 'vcd': vcd}[form].render(runs, spool))


def read(content, label='run'):
    """The one run in the bytes of a file."""
    runs = read_all(content, label)
    require(len(runs) == 1, f'{len(runs)} runs instead of one')
    return runs[0]


def report(files, *options):
    """`uncork report` over {name: content}, in this process; (status, what it printed, its errors, {name: bytes} that it wrote).

    Options that name files are to name them in 'out/'."""
    said, errors, here = io.StringIO(), io.StringIO(), os.getcwd()
    with tempfile.TemporaryDirectory(prefix='uncork-report-') as directory:
        os.mkdir(os.path.join(directory, 'out'))
        for name, content in files.items():
            with open(os.path.join(directory, name), 'wb') as file:
                file.write(content)
        os.chdir(directory)
        try:
            with contextlib.redirect_stdout(said), contextlib.redirect_stderr(errors):
                status = cli.main([*files, *options])
        except SystemExit as error:
            status = error.code
        finally:
            os.chdir(here)
        written = {}
        for where, _, names in os.walk(os.path.join(directory, 'out')):
            for name in names:
                path = os.path.join(where, name)
                with open(path, 'rb') as file:
                    written[os.path.relpath(path, os.path.join(directory, 'out'))] = file.read()
    return status, said.getvalue(), errors.getvalue(), written
