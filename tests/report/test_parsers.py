# SPDX-License-Identifier: BSD-2-Clause
"""Whatever becomes of a log, each output that is made of it is one that its own parser reads: the page by the rules of HTML and by a browser,
its figures and JUnit by two readers of XML, CSV by a strict reader, traces as JSON, waveforms by their grammar; and the page has no verdict that the reader does not have."""

import csv
import io
import json
import os
import random
import re
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree

from runs import EVERYTHING, FAULTS, Unreadable, end, exported, lines_of, read_all, record, tested
from suite.result import require
from test_browser import look
from test_page import Page, nasty_run
from test_watch import framed, heard

from report import junit, page, tables

COMMANDS = 'info; test cbox3.*; stat -e cbox*::LLC_HITS:M -t 10'
TIMES = 'stat -e cbox0::LLC_HITS:M -t 10 -I 5; record -c 100000 -n 3; film -w read:1'
# Each of these has ended something once: an attribute, a tag, a comment, a cell, a line, a section of XML.
PIECES = (b'"><meta http-equiv=refresh content=0>', b"'", b'"', b'<', b'>', b'&', b'-->', b']]>', b'</script>', b'</style>', b'</title>', b'\\u0001',
          b'\\ud800', b'\\ufffe', b'\0', b'\x0b', b'\x1b[2J', b'\x7f', b'\x80', b'\xed\xa0\x80', b'\xef\xbf\xbf', b'\r', b'\n', b'=cmd|x', b'{{1}}',
          b'$\\\\frac{$', b'&#0;', b'\xe2\x80\xae', b',', b' ')


def mutated(log, chance):
    """The log with pieces put over it or into it, or cut."""
    log = bytearray(log)
    for _ in range(chance.randint(1, 12)):
        at, piece = chance.randrange(len(log)), chance.choice(PIECES)
        log[at:at + chance.choice((0, len(piece)))] = piece
    return bytes(log[:chance.randrange(len(log))] if chance.random() < 0.1 else log)


def read_xml(content):
    """By Python's reader, and by xmllint's."""
    root = ElementTree.fromstring(content)
    done = subprocess.run(['xmllint', '--noout', '-'], input=content, capture_output=True, timeout=60, check=False) if XMLLINT else None
    require(not done or not done.returncode, f'xmllint: {done and done.stderr[:300]}')
    return root


XMLLINT = any(os.access(os.path.join(directory, 'xmllint'), os.X_OK) for directory in os.environ.get('PATH', '').split(':'))


def read_vcd(text):
    """A value change dump: names once, scopes closed, values of names that there are, times that ascend."""
    names, depth, time, heads = set(), 0, -1, True
    for line in text.splitlines():
        word = line.split(' ')
        if heads:
            require(line.startswith('$') and line.endswith(' $end') and word.count('$end') == 1, f'a heading: {line!r}')
            depth += {'$scope': 1, '$upscope': -1}.get(word[0], 0)
            require(depth >= 0 and word[0] in ('$version', '$timescale', '$scope', '$comment', '$var', '$upscope', '$enddefinitions'), line)
            if word[0] == '$var':
                require(len(word) == 6 and word[3] not in names, f'a variable: {line!r}')
                names.add(word[3])
            heads = word[0] != '$enddefinitions'
        elif line.startswith('#'):
            require(int(line[1:]) > time, f'time: {line!r}')
            time = int(line[1:])
        else:
            require(re.fullmatch('b[01]{1,64}', word[0]) and word[1] in names and len(word) == 2, f'a value: {line!r}')
    require(not heads and not depth, 'the headings do not end')


def strict_json(text):
    def refuse(word):
        raise ValueError(word)
    return json.loads(text, parse_constant=refuse)


def strict_csv(text):
    return list(csv.reader(io.StringIO(text), strict=True))


def check_exports(log):
    for form, read in (('json', strict_json), ('vcd', read_vcd), ('csv', strict_csv)):
        try:
            text = exported(log, form)
        except Unreadable:
            continue
        read(text)


def check_files(runs, log):
    """JUnit, CSV, traces and waveforms."""
    root = read_xml(junit.render(runs))
    require([suite.get('name') for suite in root] == [run.label for run in runs], 'JUnit has other runs')
    for text in tables.render_files(runs).values():
        strict_csv(text)
    check_exports(log)


def check_outputs(log):
    try:
        runs = read_all(log)
    except Unreadable:
        return False
    check_files(runs, log)
    text = page.render(runs, None)
    read_xml('<page>{}</page>'.format(''.join(re.findall('<svg.*?</svg>', text, re.DOTALL))).encode())
    shown = Page(text)
    require(not shown.wrong and not shown.loads, f'{shown.wrong[:5]} {shown.loads[:5]}')
    require(len(set(shown.identifiers)) == len(shown.identifiers), 'an identifier is there twice')
    return True


def test_a_page_has_one_style_sheet():
    text = page.render(read_all(record(EVERYTHING)), None)
    tags = re.findall(r'<[a-z][^<>]*>', text)
    require(len(tags) > 1000 and not any(' style=' in tag for tag in tags) and text.count('<style') == 1, 'there are other styles')


def test_outputs_of_mutated_logs_are_read_by_their_parsers(pytestconfig):
    chance, seen, count = random.Random(7), 0, pytestconfig.getoption('logs')
    logs = [*(record(COMMANDS, form, FAULTS) for form in ('json', 'ktap', 'text')), record(TIMES)]
    for number in range(count):
        log = mutated(logs[number % len(logs)], chance)
        try:
            seen += check_outputs(log)
        except Exception as error:
            with tempfile.NamedTemporaryFile(prefix='uncork-log-', delete=False) as file:
                file.write(log)
            raise AssertionError(f'log {number}, kept in {file.name}: {error}') from error
    require(seen > count * 3 // 4, f'{seen} of {count} logs held a run')


def test_mutated_frames_are_no_better_run(pytestconfig):
    """What `watch` makes of a damaged line of frames: never a pass of a run that failed, or of which a line is another, and what it writes is read."""
    chance, count, words = random.Random(5), pytestconfig.getoption('logs'), set()
    logs = [record(COMMANDS, form, faults) for form in ('json', 'ktap', 'text') for faults in (FAULTS, ())]
    for number in range(count):
        log, fails = logs[number % len(logs)], number % 2 == 0
        frames = framed(log.splitlines())
        if number % 3:
            kept = [frame for frame in frames.splitlines(keepends=True) if chance.random() > 0.01 * (number % 3 - 1)]
            frames = b''.join(kept)
        listener = heard(mutated(frames, chance) if number % 3 != 1 else frames)
        word, text = listener.finish(), b''.join(line + b'\n' for line in listener.came)
        words.add(word)
        require(word != 'pass' or (not fails and text == log), f'log {number}: a pass')
        require(fails or word != 'fail', f'log {number}: a failure that was none')
        try:
            runs = read_all(text)
        except Unreadable:
            continue
        require(not fails or all(run.verdict.word != 'pass' for run in runs), f'log {number}: the lines are a pass')
        check_files(runs, text)
    require({'pass', 'fail', 'error'} <= words, str(words))


SHEET = ('x" style="position:fixed;inset:0"><div id="sheet" style="position:fixed;inset:0;background:#fff">PASS, 1301 of 1301</div>'
         '<meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/"><svg aria-label="')


def hostile(value):
    """The record with that text in each of its texts."""
    if isinstance(value, dict):
        return {name: item if name in ('record', 'result', 'counts') else hostile(item) for name, item in value.items()}
    if isinstance(value, list):
        return [hostile(item) for item in value]
    return SHEET if isinstance(value, str) else value


def test_no_field_of_any_record_lays_a_sheet():
    """In a browser: each field of each kind of record that a log can hold closes an attribute and lays a false verdict over the page."""
    failure = {'record': 'check', 'id': 'm.a', 'result': 'fail', 'message': SHEET, 'advice': SHEET, 'box': SHEET, 'fact': SHEET}
    kinds = [item for item in nasty_run() if item['record'] not in ('check', 'plan', 'end', 'start')]
    log = lines_of(*tested(failure), *map(hostile, kinds), end('fail', failed=1))

    def use(shown):
        title = shown.run('document.title')
        require(title.startswith(('error: ', 'incomplete: ')), f'the title has another verdict: {title}')
        require(shown.run('document.getElementById("sheet") === null'), 'a sheet lies over the page')
        require(shown.run('document.querySelectorAll("meta[http-equiv=refresh]").length') == 0, 'the page asks another address')
        require(shown.run('document.elementFromPoint(innerWidth / 2, 200).closest("main, body, header") !== null'), 'nothing is on top')
        shown.run('document.body.insertAdjacentHTML("beforeend", \'<p id="late" style="position:fixed">a</p>\')')
        require(shown.run('getComputedStyle(document.getElementById("late")).position') == 'static', 'a style of a log would count')
        shown.complaints[:] = [text for text in shown.complaints if 'inline style' not in text]
    look({'a': log}, use)
