# SPDX-License-Identifier: BSD-2-Clause
"""The page as the command writes it: whole in itself, the same each time, and never better than the run."""

import html.parser
import os
import re
import subprocess
import tempfile

from runs import EVERYTHING, FAULTS, UNCORK, check, end, lines_of, record, report, start, tested
from suite.result import require

VOID = ('meta', 'input', 'br', 'hr', 'link', 'img')


class Page(html.parser.HTMLParser):
    """What of a page can go wrong without a browser: nesting, identifiers, what it would load."""

    def __init__(self, text):
        super().__init__()
        self.open, self.identifiers, self.loads, self.wrong, self.text = [], [], [], [], []
        self.feed(text)
        self.wrong += [f'<{tag}> is not closed' for tag in self.open]

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if 'id' in attributes:
            self.identifiers.append(attributes['id'])
        self.loads += [f'{tag} {value}' for name, value in attrs
                       if name in ('src', 'href', 'xlink:href', 'data', 'action') and not (value or '').startswith('#')]
        self.wrong += [f'<{tag} {name}>' for name in attributes if name.startswith('on')]

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.wrong.append(f'</{tag}> closes {self.open[-1:]}')
        else:
            self.open.pop()

    def handle_data(self, data):
        if self.open[-1:] not in (['style'], ['script']):
            self.text.append(data)

    @property
    def words(self):
        return ' '.join(''.join(self.text).split())


def page_of(files, *options):
    """(the page of the files, its bytes)."""
    status, _, errors, written = report(files, '-o', 'out/page.html', *options)
    require(status == 0 and not errors, f'status {status}: {errors}')
    return Page(written['page.html'].decode()), written['page.html']


def verdict_of(page):
    return re.search(r'report of [\w ]+? runs? .*?\b(PASS|DONE|FAIL|ERROR|TIMEOUT|INCOMPLETE|VIOLATION|CRASH)\b', page.words)[1]


def test_whole_in_itself():
    files = {'good.json': record(EVERYTHING), 'bad.json': record(EVERYTHING, 'json', FAULTS, 2)}
    page, content = page_of(files)
    require(not page.wrong, f'{page.wrong[:5]}')
    require(not page.loads, f'it would load {page.loads[:5]}')
    require(b'url(' not in content.split(b'<body>')[0] and b'@import' not in content, 'the style sheet loads something')
    doubled = {name for name in page.identifiers if page.identifiers.count(name) > 1}
    require(not doubled, f'identifiers twice: {sorted(doubled)[:5]}')
    links = set(re.findall(r'href="#([^"]+)"', content.decode()))
    require(links <= set(page.identifiers), f'links to nothing: {links - set(page.identifiers)}')
    for text in ('cbox3.ctr1', '0xdd3', 'Next:', 'bit 17', 'Comparison', 'good', 'bad', 'Inventory'):
        require(text in page.words, f'the page lacks {text}')
    require(content.count(b'<svg') >= 8, 'figures are missing')
    require(not re.search(r'#0101[0-2]\d', content.decode()), 'a colour that is no colour')


def test_same_bytes_each_time():
    """Of two processes, which have other hashes of the same names; one of them as users start it."""
    files = {'a.json': record(EVERYTHING), 'b.json': record(EVERYTHING, 'json', FAULTS)}
    with tempfile.TemporaryDirectory(prefix='uncork-report-') as directory:
        for name, content in files.items():
            with open(os.path.join(directory, name), 'wb') as file:
                file.write(content)
        subprocess.run([UNCORK, 'report', *files, '-o', 'page.html'], cwd=directory, check=True, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, timeout=120)
        with open(os.path.join(directory, 'page.html'), 'rb') as file:
            require(file.read() == page_of(files)[1], 'other bytes the second time')


def test_other_forms():
    for form in ('ktap', 'text'):
        page, _ = page_of({'run': record(EVERYTHING, form, FAULTS)})
        require(verdict_of(page) == 'FAIL' and 'bit 17' in page.words, f'{form}: {verdict_of(page)}')


def test_less_than_whole_is_no_pass():
    content = record('test cbox3.*')
    page, _ = page_of({'cut': content[:len(content) // 2]})
    require(verdict_of(page) == 'INCOMPLETE' and 'not whole' in page.words, verdict_of(page))
    require('PASS' not in page.words.replace('PASSED', ''), 'a pass is spoken of')
    page, _ = page_of({'garbled': content.replace(b'"id":"xeon-7500.cbox3.reset"', b'"id":"xeo\xff', 1)})
    require(verdict_of(page) == 'INCOMPLETE' and 'is lost' in page.words, verdict_of(page))
    page, _ = page_of({'silent': lines_of(start(), end())})
    require(verdict_of(page) == 'DONE' and 'They ran no checks' in page.words, verdict_of(page))


def mapped(machine, form='json'):
    """A run of `map` where nothing else counts."""
    return subprocess.run([UNCORK, '--machine', machine, '-F', form, 'map -b cbox'], check=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=120).stdout


def test_what_cannot_be_is_said():
    """A metric out of its range has no value, and says which counts contradict each other: from JSON and from text."""
    for form in ('json', 'text'):
        said = subprocess.run([UNCORK, '--machine', 'xeon-7500', '--scenario', 'tests/golden/snoops.scenario', '-F', form,
                               'stat -M LLC_SNOOP_MISSES -t 10'], check=False, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=120).stdout
        page, _ = page_of({'run': said})
        require(not page.wrong and verdict_of(page) == 'FAIL', f'{form}: {verdict_of(page)}')
        for words in ('cannot be: these counts contradict each other', 'SNPS:REMOTE_ANY ', 'SNP_HITS:REMOTE_ANY '):
            require(words in page.words, f'{form}: no "{words}"')


def test_sums_say_what_they_lack():
    """A total and a metric over boxes of which one is hidden: from JSON, KTAP and text."""
    for form in ('json', 'ktap', 'text'):
        said = subprocess.run([UNCORK, '--machine', 'xeon-e5-2600', '--sockets', '2', '--fault', 'imc1.hidden', '-F', form,
                               'stat -e imc*::UNC_M_CAS_COUNT:RD -M MEMORY_BANDWIDTH -t 10'], check=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, timeout=120).stdout
        page, _ = page_of({'run': said})
        require(not page.wrong and verdict_of(page) == 'DONE', f'{form}: {verdict_of(page)}')
        require(page.words.count('over 3 of 4 boxes') == 2 and page.words.count('over 6 of 8 boxes') == 1, f'{form}: sums are not marked')


def test_late_looks_are_said():
    """A count and a total of counters that were looked at too late, as each form writes them, and a metric that they have no value for."""
    count = {'record': 'count', 'socket': 0, 'box': 'cbox0', 'event': 'A', 'value': '5', 'unit': 'events', 'time_ns': '1000000', 'modulo': '281474976710656'}
    records = lines_of(start(), count, {**{name: value for name, value in count.items() if name != 'socket'}, 'record': 'total', 'sockets': 2}, end())
    text = b"""uncork 0.1 host process
socket  box                   value unit              rate  counted for  event
     0  cbox0                     5 events       0.005 M/s        1.000 ms  A
  or more by a multiple of 281474976710656: looked at too late to know
   all  cbox                      5 events       0.005 M/s        1.000 ms  A
  over 3 of 4 boxes: the others gave no count
  or more by a multiple of 281474976710656: looked at too late to know
pass: 0 passed, 0 failed, 0 skipped (done, no checks were asked for)
"""
    for form, said in (('json', records), ('text', text)):
        page, _ = page_of({'run': said})
        require(not page.wrong and verdict_of(page) == 'DONE', f'{form}: {verdict_of(page)}')
        require(page.words.count('or more by a multiple of 281474976710656') == 2, f'{form}: {page.words}')


def test_why_a_metric_has_no_value_is_said():
    text = b"""uncork 0.1 host process
box                     value unit             metric
imc0                      n/a %            PCT_REQUESTS_PAGE_EMPTY
  not given: the counter went back
pass: 0 passed, 0 failed, 0 skipped (done, no checks were asked for)
"""
    page, _ = page_of({'run': text})
    require(not page.wrong and 'the counter went back' in page.words, page.words)


def test_maps_are_drawn():
    """Sums of address bits as rows of bits, turns as a row of boxes, and the share of each box; from JSON and from KTAP."""
    for machine, form, said in (('xeon-e5-2600', 'json', 'cbox: xor, as published; 64 bytes in a row'), ('xeon-e7', 'json', 'cbox: period; 64 bytes in a row'),
                                ('xeon-e5-2600', 'ktap', 'cbox: xor, as published; 64 bytes in a row')):
        page, content = page_of({'run': mapped(machine, form)})
        require(not page.wrong and verdict_of(page) == 'PASS', f'{page.wrong[:3]}')
        require('Which box serves which address' in page.words and said in page.words, f'{machine}, {form}: no map is drawn')
        require(content.count(b'<svg') >= 2, 'figures are missing')


def test_damaged_maps_are_said():
    """A map of which a part is missing or garbled loses that part, and the page says so."""
    good = {'record': 'map', 'socket': 0, 'box': 'cbox', 'rule': 'xor', 'published': 'none', 'functions': '0x40 0x80', 'known': '0xc0'}
    boxes = [{'record': 'map_box', 'socket': 0, 'box': f'cbox{box}', 'served': 1, 'share': 1, 'of': 0} for box in range(99)]
    lines = {'record': 'map_lines', 'socket': 0, 'box': 'cbox', 'line': 0, 'owners': '0 1 - ? \u2460 99999 <b>'}
    for records, damaged in (([good, *boxes], False), ([boxes[0]], True), ([{**good, 'functions': '0x'}], True), ([{**good, 'functions': '0x1 ' * 20}], True),
                             ([{**good, 'functions': '', 'known': ''}, *boxes[:2], lines], False), ([good, {**boxes[0], 'socket': 1}], True)):
        page, _ = page_of({'run.json': lines_of(*tested(check('map.cbox')), *records, end(passed=1))})
        require(not page.wrong, f'{page.wrong[:3]}')
        require((verdict_of(page) != 'PASS') == damaged, f'{records[0]}: {verdict_of(page)}')


def test_silent_boxes_are_named_first():
    page, _ = page_of({'run': record('info', machine='xeon-e5-2600', faults=('imc2.hidden',))})
    require('1 box does not answer: imc2 (hidden).' in page.words, 'the hidden box is not named')


def test_crash_is_shown():
    said = b'crash: #GP general protection at 0x1e6cc461 run+0x0\n  read  cbox3.ctr5, msr 0xddb socket 0 = 0x0: ok\ncrash: end of report\n'
    page, _ = page_of({'crash': lines_of(*tested(check('a.one'))) + said})
    require(verdict_of(page) == 'CRASH' and 'msr 0xddb' in page.words, verdict_of(page))


def nasty_run():
    """A run in which every name tries to be something else."""
    text = '</script></style><img src=x onerror="window.hit=1"><script>window.hit=1</script>{{7*7}}$\\frac{a$ &lt;'
    records = [{'record': 'start', 'program': 'uncork', 'version': text, 'platform': text},
               {'record': 'processor', 'name': text, 'title': text, 'vendor': text, 'brand': text, 'family': 6, 'model': 1, 'stepping': 1},
               {'record': 'box', 'box': text, 'socket': 0, 'state': text, 'title': text, 'evidence': text, 'found_by': text},
               {'record': 'answer', 'check': text, 'question': text, 'answer': text, 'assumed': 'x'},
               {'record': 'note', 'message': text}, {'record': text}]
    for number, box in enumerate((text + '0', text + '1')):
        records += [{'record': 'count', 'socket': 0, 'box': box, 'event': text, 'value': 10 ** 7 * (step + number + 1), 'unit': text,
                     'time_ns': 10 ** 9, 'interval': step, 'at_ns': (step + 1) * 10 ** 9} for step in range(4)]
    records += [{'record': 'sample', 'seq': step + 1, 'cpu': 0, 'tsc': step * 1000, 'ip': text, 'symbol': text, 'pmi': text,
                 'overflow': [text], 'values': {text: 1}, 'socket': 0, 'freeze': text, 'skew_ns': step} for step in range(5)]
    records += [{'record': 'film', 'work': text, 'units': 1, 'cpu': 0, 'socket': 0, 'clock': text, 'begin': 0, 'step': 100, 'frames': 2,
                 'late_least': 0, 'late_most': 0},
                {'record': 'film_counter', 'box': text, 'event': text, 'counts': {'100': 1, '200': 2}},
                {'record': 'map', 'socket': 0, 'box': text, 'rule': text, 'published': text, 'granule_bytes': 64},
                {'record': 'map_box', 'socket': 0, 'box': text, 'share': 1, 'of': 2},
                {'record': 'map_lines', 'socket': 0, 'owners': text},
                {'record': 'metric', 'socket': 0, 'box': text, 'metric': text, 'value': 1.5, 'unit': text},
                {'record': 'error', 'result': 'error', 'message': text}, {'record': 'complaint', 'event': text, 'reason': text, 'hint': text},
                {'record': 'fact', 'name': text, 'value': text}, {'record': 'finding', 'check': text, 'message': text}]
    failure = {'record': 'check', 'id': f'm.{text}', 'result': 'fail', 'message': text, 'advice': text, 'box': text, 'register': text,
               'space': text, 'address': text, 'socket': 0, 'expected': text, 'got': text, 'xor': text, 'fact': text}
    return records + [*tested(failure), end('fail', failed=1)]


def test_names_stay_names():
    files = {'a': lines_of(*nasty_run()), 'b': lines_of(*nasty_run()).replace(b'10000000', b'30000000')}
    page, content = page_of(files, '--title', '<b>title</b>')
    require(not page.wrong and not page.loads, f'{page.wrong[:5]} {page.loads[:5]}')
    require(content.count(b'<script>') == 1 and b'<img' not in content and b'<b>title' not in content, 'a name became a tag')
    require(b'{{7*7}}' in content and b'$\\frac{a$' in content, 'a name was worked out')


def run_report(*arguments, environment=None):
    with tempfile.TemporaryDirectory(prefix='uncork-report-') as directory:
        done = subprocess.run([UNCORK, 'report', *arguments], cwd=directory, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=60, check=False, env={**os.environ, **(environment or {})})
        return done.returncode, done.stdout, done.stderr, os.listdir(directory)


def test_what_cannot_be_done_is_said():
    status, said, _, _ = run_report('--help')
    require(status == 0 and 'examples:' in said and 'exit status' in said, 'help')
    for arguments, reason in ((('no-such-file', '-o', 'x'), 'No such file'), (('/etc/passwd', '-o', 'x'), 'holds no run'),
                              (('/dev/null', '-o', 'x'), 'it is empty'), (('/', '-o', 'x'), '/results.json: No such file'),
                              (('/etc/passwd',), 'nothing to write'), ((), 'required')):
        status, _, errors, left = run_report(*arguments)
        require(status == 2 and reason in errors and 'Traceback' not in errors, f'{arguments}: {status} {errors}')
        require(not left, f'{arguments} left {left}')
    status, _, errors, _ = report({'a': record('test cbox3.*')}, '-o', 'no/such/directory.html')
    require(status == 2 and 'no/such' in errors and 'Traceback' not in errors, errors)


def test_missing_library_is_named():
    """With an interpreter that has no matplotlib the error says what to install."""
    with tempfile.TemporaryDirectory(prefix='uncork-library-') as directory:
        os.mkdir(os.path.join(directory, 'matplotlib'))
        with open(os.path.join(directory, 'matplotlib', '__init__.py'), 'w', encoding='ascii') as file:
            file.write('raise ImportError("No module named matplotlib")\n')
        path = os.path.join(directory, 'run')
        with open(path, 'wb') as file:
            file.write(record('test cbox3.*'))
        status, _, errors, left = run_report(path, '-o', 'x.html', environment={'PYTHONPATH': directory})
    require(status == 2 and 'python3-matplotlib' in errors and 'Traceback' not in errors and not left, f'{status} {errors} {left}')


def test_status_of_the_worst_run():
    good, bad = record('test cbox3.*'), record('test cbox3.*', 'json', FAULTS)
    for files, wanted in (({'a': good}, 0), ({'a': good, 'b': bad}, 1), ({'a': good[:-40]}, 4), ({'a': good + b'violation: x\n'}, 5)):
        require(report(files, '--junit', 'out/x', '--verdict')[0] == wanted, f'not {wanted}')
    require(report({'b': bad}, '--junit', 'out/x')[0] == 0, 'a written report is a success without --verdict')


def test_files_of_a_stick():
    with tempfile.TemporaryDirectory(prefix='uncork-stick-') as directory:
        with open(os.path.join(directory, 'results.json'), 'wb') as file:
            file.write(record('test cbox3.*'))
        status, said, errors, _ = run_report(directory, '--junit', os.path.join(directory, 'x.xml'))
    require(status == 0 and f'{os.path.basename(directory)}: pass' in said, f'{status} {said} {errors}')


def test_runs_are_named():
    page, _ = page_of({'a.json': record('test cbox3.*'), 'b.json': record('test cbox3.*')})
    require('b beside a' in page.words and 'Nothing differs' in page.words, 'names')


def test_what_failed_comes_first():
    """The failing run before the good one, and of a stuck bit the advice of the check that shows it, not of those that follow."""
    page, content = page_of({'good.json': record(EVERYTHING), 'bad.json': record(EVERYTHING, 'json', FAULTS)})
    require(0 < content.find(b'id="run1"') < content.find(b'id="run0"'), 'the good run comes first')
    require('reads 1 whatever is written' in page.words and 'software before us' not in page.words, 'advice of what follows is given')


def test_what_follows_stands_with_its_root():
    """One article for a broken register; what fails elsewhere because of it is told there, and has none of its own."""
    root = check('cbox0.ctl0.bits', 'fail', box='cbox0', register='cbox0.ctl0', got='0x0', expected='0x1', xor='0x1')
    same = check('cbox0.ctl0.alias', 'fail', box='cbox0', register='cbox0.ctl0', got='0x0', because=root['id'])
    far = check('cbox5.ctr1.counts', 'fail', box='cbox5', register='cbox5.ctr1', got='0x7', because=root['id'])
    run = lines_of(*tested(root, same, far), end('fail', failed=3))
    page, content = page_of({'run.json': run})
    require(content.count(b'<article class="failure">') == 1, 'more than one finding')
    require('1 more check failed because of it' in page.words, 'what follows is not counted')
    require('1 finding, in cbox0.' in page.words, page.words[:400])
    require('2 of 2 fail' in page.words and '1 of 1 follow' in page.words, 'what follows looks like what failed')


def test_a_box_of_another_socket_is_another_box():
    root = check('cbox0.ctl0.bits', 'fail', box='cbox0', register='cbox0.ctl0', socket=0, got='0x0', expected='0x1', xor='0x1')
    far = check('socket1.cbox0.ctr1.counts', 'fail', box='cbox0', register='cbox0.ctr1', socket=1, got='0x7', because=root['id'])
    page, _ = page_of({'run.json': lines_of(*tested(root, far), end('fail', failed=2))})
    require('1 finding, in socket 0 cbox0.' in page.words, page.words[:400])
    require('1 of 1 fail' in page.words and '1 of 1 follow' in page.words, 'what follows looks like what failed')
