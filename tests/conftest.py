# SPDX-License-Identifier: BSD-2-Clause
"""What all tests share: the groups, what `make` has to bring about before one runs, and the last line, which is always
`N passed, N failed, N skipped`."""

import collections
import os

import pytest

from suite import cmocka, costs, qemu
from suite.made import make_once
from suite.power import needs_power, why_not
from suite.result import TOP, Failure

HERE = os.path.dirname(os.path.abspath(__file__))

# The groups, and what their tests are made of. Those that take longest start first.
NEEDS = {'mutation': ['all'], 'build': [], 'boot': ['all', 'selftest', 'policy'], 'lab': ['all'],
         'guests': ['build/silicon.efi', 'build/uncork', 'build/guests/pmu', 'build/guests/touch', 'build/golden/tables'],
         'fuzz': ['fuzz-programs'], 'unit': ['unit-programs'], 'oracle': ['all', 'oracle-programs'],
         'golden': ['build/uncork', 'build/golden/tables', 'build/golden/silicon'], 'report': ['build/uncork'],
         'tree': ['all', 'unit-programs'], 'style': []}


def group_of(path):
    return os.path.relpath(path, HERE).split(os.sep)[0]


# ---- options ---------------------------------------------------------------------------------------

def pytest_addoption(parser):
    group = parser.getgroup('uncork')
    group.addoption('--fuzz-seconds', type=int, default=0,
                    help='fuzz each target for that many seconds instead of a fixed number of runs')
    group.addoption('--pmis', type=int, default=qemu.LONG_RUN,
                    help=f'PMIs of a long run ({qemu.LONG_RUN}); figures are given for 100000')
    group.addoption('--sound', type=int, default=2, help='scenarios of sound silicon, of each machine (2)')
    group.addoption('--dumps', choices=('some', 'all'), default='some', help='dumps of CPUID that are tried (some)')
    group.addoption('--counts', type=int, default=30, help='drawn counts of any width, rate, window and interval (30)')
    group.addoption('--logs', type=int, default=40, help='mutated logs whose outputs are read by their parsers, and ten times as many damaged ones (40)')
    group.addoption('--repeat', type=int, default=1, help='run each test that many times (1)')
    group.addoption('--costs', type=int, default=0, metavar='N',
                    help='show the groups and the N tests that cost most of the processors\' time')
    group.addoption('--only', metavar='GROUP/WORD', action='append', default=[],
                    help='of that group only the tests whose name contains the word')


def pytest_configure(config):
    qemu.LONG_RUN = config.getoption('pmis')
    os.chdir(TOP)
    if not is_worker(config):
        config.pluginmanager.register(Counter(config))


@pytest.fixture
def fuzz_seconds(request):
    return request.config.getoption('fuzz_seconds')


def pytest_generate_tests(metafunc):
    if metafunc.config.getoption('repeat') > 1:
        metafunc.fixturenames.append('time_of_many')
        metafunc.parametrize('time_of_many', range(metafunc.config.getoption('repeat')))


# ---- which tests, and in which order ------------------------------------------------------------------

def pytest_collect_file(file_path, parent):
    if group_of(file_path) == 'unit' and (file_path.match('test_*.c') or file_path.match('test_*.model')):
        return cmocka.Source.from_parent(parent, path=file_path)
    return None


def is_wanted(item, words):
    group = group_of(item.path)
    name = item.nodeid.replace('_', ' ')
    return group not in words or any(word.replace('_', ' ') in name for word in words[group])


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    words = collections.defaultdict(list)
    for group, word in (only.split('/', 1) for only in config.getoption('only')):
        words[group].append(word)
    for item in items:
        item.add_marker(group_of(item.path))
    left = [item for item in items if not is_wanted(item, words)]
    config.hook.pytest_deselected(items=left)
    if 'unit' in words:
        NEEDS['unit'] = [cmocka.program_of(item) for item in items if isinstance(item, cmocka.Program) and is_wanted(item, words)]
    groups = list(NEEDS)
    items[:] = sorted((item for item in items if is_wanted(item, words)), key=lambda item: groups.index(group_of(item.path)))


def pytest_xdist_make_scheduler(config, log):
    """Gives a worker a test when it has one left, in the order of the tests: long ones would lie in a batch of one worker
    while the other has nothing to do."""
    from xdist.scheduler import LoadScheduling

    class OneByOne(LoadScheduling):
        def _send_tests(self, node, num):
            super()._send_tests(node, max(0, min(num, 2 - len(self.node2pending[node]))))

    return OneByOne(config, log)


# ---- running ------------------------------------------------------------------------------------------

@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """What does not build is not tested: an earlier build would be tested in its place."""
    goals = NEEDS[group_of(item.path)]
    status, said = make_once(*goals) if goals else (0, '')
    if status:
        raise Failure(f'make {" ".join(goals)}: status {status}\n{said[-4000:]}')
    if needs_power(item.nodeid) and why_not():
        pytest.skip(f'without POWER: {why_not()}')


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logstart():
    costs.METER.read()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """What it took to get ready is its own; what is built first belongs to no test."""
    made = yield
    cost = costs.METER.read()
    if call.when != 'setup':
        made.get_result().user_properties.append((costs.COST, cost))


def pytest_runtest_protocol(item, nextitem):
    return cmocka.run_protocol(item, nextitem) if isinstance(item, cmocka.Program) else None


# ---- the count ------------------------------------------------------------------------------------------

COUNTED = collections.Counter(passed=0, failed=0, skipped=0)


def is_worker(config):
    return hasattr(config, 'workerinput')


class Counter:
    """What is here once, and not in each worker."""

    def __init__(self, config):
        self.hook, self.shown = config.hook, config.getoption('costs')
        self.costs = costs.Costs()

    def pytest_runtest_logreport(self, report):
        self.costs.note(report)
        if report.when == 'call' or not report.passed:
            COUNTED[report.outcome] += 1
        for case in cmocka.reports_of_cases(report):
            self.hook.pytest_runtest_logreport(report=case)

    def pytest_terminal_summary(self, terminalreporter):
        if self.shown:
            terminalreporter.section('seconds of the processors\' time')
            for line in self.costs.lines(self.shown):
                terminalreporter.write_line(line)


def pytest_collectreport(report):
    if report.failed:
        COUNTED['failed'] += 1


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    """A run in which nothing passed is none."""
    if not exitstatus and not COUNTED['passed'] and not is_worker(session.config) and not session.config.option.collectonly:
        session.exitstatus = pytest.ExitCode.NO_TESTS_COLLECTED


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config):
    if not is_worker(config) and not config.option.help and not config.option.collectonly:
        print(f'{COUNTED["passed"]} passed, {COUNTED["failed"]} failed, {COUNTED["skipped"]} skipped', flush=True)
