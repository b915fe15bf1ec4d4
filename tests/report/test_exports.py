# SPDX-License-Identifier: BSD-2-Clause
"""JUnit and CSV: every check is there, and nothing looks better than it is."""

import csv
import io
import xml.etree.ElementTree as ElementTree

from runs import EVERYTHING, FAULTS, check, end, lines_of, read, record, report, tested
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
             'error': lines_of({'record': 'error', 'result': 'error', 'message': 'no such event'}, end('error')),
             'failed without a check': lines_of({'record': 'error', 'result': 'fail', 'message': 'lost'}, end('fail')),
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
