# SPDX-License-Identifier: BSD-2-Clause
"""One run of uncork on the board of a labgrid environment, and a pytest result for each of its checks.

Only the board knows its checks, and pytest has to know its tests before it runs one: so the board runs when tests
are collected. What it says is kept with --uncork-log, for `uncork report`."""

import io
import os
import re
import sys
import time

import pytest
from labgrid.driver.exception import ExecutionError
from labgrid.exceptions import NoDriverFoundError
from pexpect import EOF, TIMEOUT

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..'))

from report.reader import Unreadable, read_stream  # noqa: E402

END = re.compile(rb'"record":"end"[^\n]*\n')
TAIL = 4096  # no end record is longer
DRAIN = 5.0  # seconds in which a line without power falls silent
RUN = pytest.StashKey()


def pytest_addoption(parser):
    group = parser.getgroup('uncork')
    group.addoption('--uncork-log', metavar='FILE', help='write the console of the board to this file')
    group.addoption('--uncork-timeout', metavar='SECONDS', type=float, default=900.0, help='time limit of the whole run (900)')


def read_console(console, seconds):
    """What the board says until its end record, or until nothing can come any more."""
    said = bytearray()
    until = time.monotonic() + seconds
    while time.monotonic() < until and not END.search(said, max(0, len(said) - TAIL)):
        try:
            piece = console.read(size=TAIL // 2, timeout=1)
        except TIMEOUT:
            piece = b''
        except (EOF, ExecutionError):
            break
        if piece:
            said += piece
        else:
            time.sleep(0.02)
    return bytes(said)


def forget_before(console):
    """Drops what the line still holds from before the power was switched: it is not this run's."""
    until = time.monotonic() + DRAIN
    try:
        while time.monotonic() < until and console.read(size=TAIL, timeout=0.1):
            pass
    except (TIMEOUT, EOF, ExecutionError):
        pass


def stage_images(env, target):
    """For a board that boots over the network: what the environment has it boot is on its server from now on."""
    try:
        server = target.get_driver('TFTPProviderDriver')
    except NoDriverFoundError:
        return  # it boots from its stick, or somebody else fills the server
    for image in env.config.get_images().values():
        server.stage(image)


def run_board(config):
    """The run of the board that the environment names."""
    env = config._labgrid_env  # pylint: disable=protected-access
    if not env:
        raise pytest.UsageError('no board: --lg-env FILE names the environment')
    target = env.get_target('main')
    stage_images(env, target)
    console = target.get_driver('ConsoleProtocol')
    try:
        power = target.get_driver('PowerProtocol')
    except NoDriverFoundError:
        power = None  # it is switched by somebody else
    if power:
        power.off()
    forget_before(console)
    if power:
        power.on()
    said = read_console(console, config.getoption('--uncork-timeout'))
    if config.getoption('--uncork-log'):
        with open(config.getoption('--uncork-log'), 'wb') as file:
            file.write(said)
    try:
        return read_stream(io.BytesIO(said), 'the console', 'console')[-1]
    except Unreadable as error:
        raise pytest.UsageError(f'{error}; it said: {said[-400:]!r}') from error


def run_of(config):
    """The one run of this session."""
    if RUN not in config.stash:
        config.stash[RUN] = run_board(config)
    return config.stash[RUN]


def pytest_generate_tests(metafunc):
    if 'check' in metafunc.fixturenames:
        checks = run_of(metafunc.config).checks
        metafunc.parametrize('check', checks, ids=[check.id for check in checks])


@pytest.fixture
def run(request):
    """The whole run."""
    return run_of(request.config)
