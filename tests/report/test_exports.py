# SPDX-License-Identifier: BSD-2-Clause
"""JUnit and CSV: every check is there, and nothing looks better than it is."""

import csv
import io
import os
import random
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree

from runs import EVERYTHING, FAULTS, UNCORK, check, end, lines_of, read, read_all, record, report, start, tested
from suite.result import require

from report import junit, tables


def suites(*runs):
    return list(ElementTree.fromstring(junit.render(list(runs))))


def outcome(case):
    return next((child.tag for child in case), 'pass')


def test_junit_has_every_check():
    run = read(record('test', 'json', FAULTS))
    suite = suites(run)[0]
    cases = list(suite.iter('testcase'))
    require(len(cases) == len(run.checks) + 1, f'{len(cases)} cases of {len(run.checks)} checks')
    counted = {name: int(suite.get(name)) for name in ('tests', 'failures', 'errors', 'skipped')}
    wanted = {'tests': len(cases), 'failures': len(run.failures), 'errors': 0, 'skipped': len(run.skips) + len(run.untested)}
    require(counted == wanted and run.failures and run.skips, f'{counted} instead of {wanted}')
    broken = next(case for case in cases if case.get('name') == 'bits' and outcome(case) == 'failure')
    text = broken.find('failure').text
    for part in ('cbox3.ctr1', '0xdd3', 'expected', 'got', '0x20000', 'fact'):
        require(part in text, f'the failure lacks {part}: {text}')


def test_junit_skips_what_could_not_be_tested():
    run = read(lines_of(*tested(check('a.one'), check('a.two', 'untested')), end(passed=1, untested=1)))
    suite = suites(run)[0]
    messages = [child.get('message') for case in suite.iter('testcase') for child in case]
    require(suite.get('skipped') == '1' and messages == ['untested: said'], f'{messages}, {suite.attrib}')
    require('untested' in tables.render_files([run])['runs.csv'].splitlines()[0], 'no column of it')


def test_junit_is_never_green_for_less_than_a_pass():
    content = record('test cbox3.*')
    cut = content[:len(content) // 2]
    cases = {'cut': cut, 'no end': content[:content.rindex(b'{')],
             'error': lines_of(start(), {'record': 'error', 'result': 'error', 'message': 'no such event'}, end('error')),
             'failed without a check': lines_of(start(), {'record': 'error', 'result': 'fail', 'message': 'lost'}, end('fail')),
             'violation': content + b'violation: wrmsr 0xc00\n',
             'crash': content[:content.rindex(b'{')] + b'crash: #UD\ncrash: end of report\n'}
    for name, log in cases.items():
        suite = suites(read(log))[0]
        require(int(suite.get('errors')) == 1 and any(outcome(case) == 'error' for case in suite), f'{name} is green')
    require(suites(read(content))[0].get('errors') == '0', 'a good run is an error')


def test_names_cannot_break_out():
    nasty = 'a.<b>&"\'\x00\x1b]]>\ud800=cmd|calc'
    failure = check(nasty, 'fail', register='<script>', got='0x1', expected='0x0', xor='0x1', fact='&amp;')
    run = read(lines_of(*tested(failure), end('fail', failed=1)), '=label')
    case = next(suites(run)[0].iter('testcase'))
    require('<b>' in case.get('classname') + case.get('name'), 'the name is not there')
    for text in tables.render_files([run]).values():
        for row in csv.reader(io.StringIO(text)):
            require(not any(cell[:1] in ('=', '+', '@') for cell in row), f'a formula: {row}')


def test_csv_holds_what_was_recorded():
    run = read(record(EVERYTHING))
    rows = {name: list(csv.DictReader(io.StringIO(text))) for name, text in tables.render_files([run]).items()}
    require(len(rows['checks.csv']) == len(run.checks) and len(rows['boxes.csv']) == len(run.boxes), 'checks or boxes')
    require(len(rows['counts.csv']) == 8 * 5, f'{len(rows["counts.csv"])} counts')
    events = {f'nhmex_unc_cbox{number}::LLC_HITS:M' for number in range(8)}
    require({row['event'] for row in rows['counts.csv']} == events, 'events')
    require(len({row['seq'] for row in rows['samples.csv']}) == 20, 'samples')
    require(rows['runs.csv'][0]['verdict'] == 'pass', 'verdict')
    total = sum(len(lines) for lines in rows.values())
    require(len(list(csv.DictReader(io.StringIO(tables.render_one([run]))))) == total, 'the one table has other lines')


def test_files_by_the_command():
    files = {'a.json': record('test cbox3.*'), 'b.json': record('test cbox3.*', 'json', FAULTS)}
    status, said, errors, written = report(files, '--junit', 'out/x.xml', '--csv', 'out/tables')
    require(status == 0 and not errors, f'{status} {errors}')
    tables_written = {f'tables/{name}.csv' for name in ('runs', 'boxes', 'checks', 'counts', 'samples')}
    require(set(written) == {'x.xml', *tables_written}, str(written))
    require('a: pass' in said and 'b: fail' in said, said)
    again = report(files, '--junit', 'out/x.xml', '--csv', 'out/tables')[3]
    require(again == written, 'other bytes the second time')
    require(list(report(files, '--csv', 'out/all.csv')[3]) == ['all.csv'], 'one file')


def test_damaged_logs_make_files_that_parse():
    generator = random.Random(2)
    commands = "info; test cbox3.*; stat -e 'cbox*::LLC_HITS:M' -t 10"
    for form in ('json', 'ktap', 'text'):
        whole = record(commands, form, FAULTS)
        for _ in range(40):
            log = bytearray(whole)
            for _ in range(generator.randint(1, 12)):
                log[generator.randrange(len(log))] = generator.choice((0, 1, 0x0b, 0x1b, 0x7f, 0x80, 0xff, 0x3c, 0x26, 0x22, 0x3d))
            runs = read_all(bytes(log))
            suites(*runs)
            for text in tables.render_files(runs).values():
                list(csv.DictReader(io.StringIO(text), strict=True))


def test_what_stood_there_stays_if_writing_fails():
    """A run is never replaced by its own page, and no file is left half written."""
    run = {'a.json': record('test cbox3.*')}
    for option in ('-o', '--junit', '--csv'):
        status, _, errors, _ = report(run, option, 'a.json')
        require(status == 2 and 'a.json would be both read and written' in errors, f'{option}: {status} {errors}')
    with tempfile.TemporaryDirectory(prefix='uncork-run-') as directory:
        path = os.path.join(directory, 'results.json')
        with open(path, 'wb') as file:
            file.write(run['a.json'])
        for program, *arguments in (('report', '-o'), ('report', '--junit'), ('export', '-o')):
            done = subprocess.run([UNCORK, program, directory, *arguments, path], capture_output=True, timeout=60, check=False)
            with open(path, 'rb') as file:
                require(done.returncode == 2 and file.read() == run['a.json'], f'{program}: a directory lost its run: {done.stderr}')
    status, _, errors, _ = report(run, '-o', 'out/x.html', '--junit', 'out/x.html')
    require(status == 2 and 'written twice' in errors, f'{status} {errors}')
    status, _, errors, written = report(run, '-o', 'out/x.html', '--junit', 'out/nowhere/x.xml')
    require(status == 2 and 'out/nowhere/x.xml: ' in errors and 'Traceback' not in errors, f'{status} {errors}')
    require(list(written) == ['x.html'], str(list(written)))
    if os.path.exists('/dev/full'):
        status, _, errors, _ = report(run, '--junit', '/dev/full')
        require(status == 2 and '/dev/full: ' in errors and 'Traceback' not in errors, f'{status} {errors}')


def test_names_that_are_no_text():
    name = os.fsdecode(b'a\xff\xed\xa0\x80.json')
    lines = lines_of({'record': 'note', 'message': '\ud800'}, *tested(check('a.one')), end(passed=1))
    status, said, errors, written = report({name: lines}, '-o', 'out/x.html', '--junit', 'out/x.xml', '--csv', 'out/x.csv')
    require(status == 0 and not errors and len(written) == 3, f'{status} {errors}')
    require('pass' in said, said)
    name = 'a: fail.\ngood: pass. 9 of 9 checks passed\x1b[2J.json'
    for arguments, status in ((('--junit', 'out/x.xml'), 0), (('--junit', 'out/nowhere\n/x.xml'), 2)):
        ended, said, errors, _ = report({name: lines}, *arguments)
        shown = (said + errors).splitlines()
        require(ended == status and shown and '\x1b' not in said + errors, f'{said} {errors}')
        require(all(line.startswith(('a: fail.\ufffdgood: pass', 'uncork report: out/nowhere\ufffd/x.xml: ')) for line in shown), str(shown))
