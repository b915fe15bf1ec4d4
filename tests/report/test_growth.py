# SPDX-License-Identifier: BSD-2-Clause
"""What a log takes grows with its length, whatever stands in it: four times as much of one thing takes some four times as long, where a
search through all that came before would take sixteen. Processor time, of the same process, as a ratio."""

import os
import tempfile
import time
import tracemalloc

import pytest

from runs import check, end, lines_of, read, read_all, start, tested
from export import cli as export
from report import cli, junit, kept, page
from suite.result import require

MOST = 9  # times, for four times the input
TEXT, LAST = 'uncork 0.1 host process\n', 'pass: 0 passed, 0 failed, 0 skipped\n'


def text(*lines):
    return (TEXT + ''.join(lines) + LAST).encode()


def ktap(answer):
    return (f'KTAP version 1\n# start program=uncork version=0.1 platform="x"\n# plan checks=1\n1..1\n# answer {answer}\n'
            '# message="said"\nok 1 xeon-7500.cbox0.present\n# end result=pass passed=1 failed=0 skipped=0\n').encode()


def answers(number):
    asked = ({'record': 'answer', 'check': 'xeon-7500.ubox.bits', 'question': f'q{n}', 'answer': '1', 'assumed': '1'} for n in range(number))
    return lines_of(start(), {'record': 'plan', 'checks': 1}, *asked, check('ubox.bits'), end(passed=1))


# {what there is much of: (how many, a log with so many)}. Where a run keeps 10,000 at most, four times as many are no more.
LOGS = {
    'runs': (500, lambda number: lines_of(start(), end()) * number),
    'boxes that pass': (1500, lambda number: lines_of(*tested(*(check(f'box{n}.present') for n in range(number))), end(passed=number))),
    'boxes that fail': (1000, lambda number: lines_of(*tested(*(check(f'box{n}.present', 'fail') for n in range(number))), end('fail', failed=number))),
    'checks of a box': (2000, lambda number: lines_of(*tested(*(check(f'ubox.c{n}') for n in range(number))), end(passed=number))),
    'answers': (8000, answers),
    'errors': (2500, lambda number: lines_of(start(), *({'record': 'error', 'result': 'fail', 'message': f'e{n}'} for n in range(number)), end('fail'))),
    'pairs of a line': (40000, lambda number: ktap(' '.join(f'p{n}={n}' for n in range(number)))),
    'quotes': (200000, lambda number: ktap('p="' + '\\"' * number + '"')),
    'lines of a note': (20000, lambda number: text('note: it\n', '      goes on\n' * number)),
    'boxes of a text': (1500, lambda number: text(*(f'box{n}  3 passed\n' for n in range(number)))),
    'colons': (500000, lambda number: text(':' * number, '\n')),
    'stamps': (60000, lambda number: text('[17:27:01.123] ' * number, '\n')),
    'escapes': (200000, lambda number: text('\x1b[1;' * number, '\n')),
    'backspaces': (200000, lambda number: text('x\b' * number, '\n')),
    'facts': (2500, lambda number: lines_of(start(), *({'record': 'fact', 'name': f'n{n}', 'value': 'v'} for n in range(number)), end())),
    'violations': (2500, lambda number: text(*(f'violation: v{n}\n' for n in range(number)))),
    'lost lines': (20000, lambda number: lines_of(start(), *({'record': 'lost', 'first': 1, 'last': n + 1} for n in range(number)), end())),
    'intervals': (4000, lambda number: lines_of(start(), *map(interval, range(number)), end())),
    'series': (1000, lambda number: lines_of(start(), *(interval(1, f'box{at}') for at in range(number)), end())),
    'samples': (4000, lambda number: lines_of(start(), *map(KINDS['samples'], range(number)), end())),
    'films': (800, lambda number: lines_of(start(), *EXPORTS['vcd of films'][1](number), end())),
    'lines of others': (20000, lambda number: text('x y z\n' * number)),
}


# Of what a picture has much of: drawing takes so long that beside it nothing else would be seen to grow.
PICTURES = {'films': 10, 'boxes that fail': 80, 'series': 80}


def seconds_for(content):
    """What reading it and writing all that can be written of it takes."""
    with tempfile.TemporaryDirectory(prefix='uncork-growth-') as directory:
        path = os.path.join(directory, 'log')
        with open(path, 'wb') as file:
            file.write(content)
        before = time.process_time()
        status = cli.main([path, '-o', f'{path}.html', '--junit', f'{path}.xml', '--csv', f'{path}.csv'])
        taken = time.process_time() - before
        require(status == 0, f'status {status}')
    return taken


def grows(number, log):
    seconds_for(log(10))  # what is loaded but once
    once, four_times = seconds_for(log(number)), seconds_for(log(4 * number))
    require(four_times < MOST * max(once, 0.1), f'{number} take {once:.2f} s, {4 * number} {four_times:.2f} s')


@pytest.mark.parametrize('much', LOGS)
def test_it_grows_with_the_log(much, monkeypatch):
    for figure in ('boxes_map', 'rates_map', 'film_figure'):
        monkeypatch.setattr(f'report.plots.{figure}', lambda *_: '')
    grows(*LOGS[much])


@pytest.mark.parametrize('much', PICTURES)
def test_pictures_grow_with_the_log(much):
    grows(PICTURES[much], LOGS[much][1])


FILM = {'record': 'film', 'work': 'read', 'units': 8, 'cpu': 0, 'socket': 0, 'clock': 'c', 'begin': 100, 'step': 10, 'late_least': 1, 'late_most': 2}
FRAMES = {'record': 'film_counter', 'socket': 0, 'event': 'a', 'count': 3, 'counts': {'120': 3}}


def interval(at, box='ubox'):
    return {'record': 'count', 'at_ns': 1000 * at, 'socket': 0, 'box': box, 'event': 'e', 'value': at, 'unit': 'events', 'time_ns': 1000, 'rate': 5}


# {a file's ending and what there is much of: (how many, records with so many)}
EXPORTS = {
    'json of intervals': (4000, lambda n: map(interval, range(n))),
    'json of series': (1000, lambda n: (interval(1, f'box{at}') for at in range(n))),
    'json of samples': (4000, lambda n: map(KINDS['samples'], range(n))),
    'csv of intervals': (4000, lambda n: map(interval, range(n))),
    'vcd of films': (500, lambda n: [record for at in range(n) for record in ({**FILM, 'frames': 5}, {**FRAMES, 'box': f'cbox{at}'})]),
    'vcd of counters': (1000, lambda n: [{**FILM, 'frames': 5}, *({**FRAMES, 'box': f'cbox{at}'} for at in range(n))]),
}


@pytest.mark.parametrize('much', EXPORTS)
def test_an_export_grows_with_the_log(much, tmp_path):
    number, rows = EXPORTS[much]

    def taken(count):
        log = tmp_path / f'log{count}'
        log.write_bytes(lines_of(start(), *rows(count), end()))
        before = time.process_time()
        require(export.main([str(log), '-o', f'{log}.{much[:4].strip()}']) == 0, 'it was not written')
        return time.process_time() - before

    taken(10)  # what is loaded but once
    once, four_times = taken(number), taken(4 * number)
    require(four_times < MOST * max(once, 0.1), f'{number} take {once:.2f} s, {4 * number} {four_times:.2f} s')


def peak_of(content):
    """The most memory that reading it took beyond its own bytes, and the runs."""
    tracemalloc.start()
    try:
        runs = read_all(content)
        return tracemalloc.get_traced_memory()[1], runs
    finally:
        tracemalloc.stop()


KINDS = {
    'checks': lambda n: check(f'ubox.c{n}'),
    'notes': lambda n: {'record': 'note', 'message': f'note {n}'},
    'errors': lambda n: {'record': 'error', 'result': 'fail', 'message': f'e{n}'},
    'counts': lambda n: {'record': 'count', 'socket': 0, 'box': 'ubox', 'event': f'e{n}', 'value': n, 'unit': 'events', 'time_ns': 1},
    'samples': lambda n: {'record': 'sample', 'seq': n, 'cpu': 0, 'tsc': n, 'ip': '0x1', 'pmi': 'native', 'overflow': ['a'], 'values': {'b': n}},
    'kinds': lambda n: {'record': f'kind{n}'},
}


@pytest.mark.parametrize('kind', KINDS)
def test_memory_is_bounded(kind, monkeypatch):
    """What a file holds beyond a bound is counted and not kept: three times as much of it takes no more memory."""
    monkeypatch.setattr(kept, 'KEPT_MAX', 100000)
    monkeypatch.setattr('report.model.REMARKS_MAX', 500)
    monkeypatch.setattr('report.lines.READ_AT_ONCE', 1 << 14)
    once, more = (peak_of(lines_of(start(), *map(KINDS[kind], range(number)), end()))[0] for number in (3000, 9000))
    require(more < once * 1.3 + 150000, f'{once} bytes, {more} bytes of three times as much')


FRAMED = {**FILM, 'frames': 900}
OF_A_FILM = {f'{100 + 10 * n}': n for n in range(1, 41)}
# {a file's ending: (how many, records with so many)}
STREAMS = {
    'csv': (500, lambda n: (KINDS[kind](at) for at in range(n) for kind in ('checks', 'samples'))),
    'json': (500, lambda n: (interval(1 + at // 8, f'box{at % 8}') for at in range(n))),
    'vcd': (200, lambda n: [FRAMED, *({**FRAMES, 'box': f'cbox{at}', 'counts': OF_A_FILM} for at in range(n))]),
}


@pytest.mark.parametrize('form', STREAMS)
def test_an_export_takes_no_more_memory_of_a_longer_log(form, tmp_path, monkeypatch, capsys):
    """Ten times the log, of which all is written, takes the same memory."""
    monkeypatch.setattr('export.spool.BATCH', 32)
    monkeypatch.setattr('report.tables.LINES_AT_ONCE', 100)
    monkeypatch.setattr('export.spool.SORTED_AT_ONCE', 500)
    monkeypatch.setattr('export.spool.MERGED_AT_ONCE', 4)
    monkeypatch.setattr('report.lines.READ_AT_ONCE', 1 << 14)
    log, out, peaks = tmp_path / 'log', tmp_path / f'out.{form}', []
    most, rows = STREAMS[form]
    for number in (20, most, 10 * most):  # the first loads what is loaded but once
        log.write_bytes(lines_of(start(), *rows(number), end()))
        tracemalloc.start()
        try:
            require(export.main([str(log), '-o', str(out)]) == 0, 'it was not written')
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    text = out.read_text()
    require({'csv': text.count('\nsamples,'), 'json': text.count('"C"') - 8, 'vcd': text.count('$var ')}[form] == 10 * most, 'the file lacks some')
    require(peaks[2] < peaks[1] * 1.3, f'{peaks} bytes')
    require('incomplete' in capsys.readouterr().err if form == 'csv' else True, 'checks without a plan')


def test_an_export_names_what_it_cannot_take(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr('export.spool.SERIES_MAX', 100)
    log = tmp_path / 'log'
    for number, status in ((100, 0), (101, 2)):
        log.write_bytes(lines_of(start(), *map(KINDS['counts'], range(number)), end()))
        require(export.main([str(log), '-o', str(tmp_path / 'out.csv')]) == status, f'{number} series')
        told = capsys.readouterr().err
        require(('more than 100 series' in told) == bool(status), told)


def test_what_is_not_kept_is_judged(monkeypatch):
    """A failure behind the bound fails, an error is one, and a pass is a pass that says what it leaves out."""
    monkeypatch.setattr(kept, 'KEPT_MAX', 20000)
    checks = [check(f'ubox.c{n}') for n in range(1000)]
    passed = read(lines_of(*tested(*checks), end(passed=1000)))
    require(passed.verdict.word == 'pass' and passed.count('pass') == 1000 and len(passed.checks) < 500, passed.reason)
    require('records are not shown' in page.render([passed], None), 'the page does not say that it leaves records out')
    failed = read(lines_of(*tested(*checks, check('ubox.last', 'fail')), end('fail', passed=1000, failed=1)))
    require(failed.verdict.word == 'fail' and not failed.failures, failed.reason)
    require(b'errors="1"' in junit.render([failed]), 'JUnit is green')
    false = read(lines_of(*tested(*checks, check('ubox.last', 'fail')), end(passed=1001)))
    require(false.verdict.word == 'incomplete', 'a failure that the end record does not count')
    error = read(lines_of(*tested(*checks), {'record': 'error', 'result': 'error', 'message': 'no'}, end(passed=1000)))
    require(error.verdict.word == 'error', error.reason)
    again = read_all(lines_of(*tested(*checks), end(passed=1000)) + lines_of(start(), KINDS['counts'](1)) + lines_of(start(), end()))
    require([run.verdict.word for run in again] == ['pass', 'incomplete', 'pass'], 'a run that was cut behind the bound')
