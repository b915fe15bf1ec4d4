# SPDX-License-Identifier: BSD-2-Clause
"""`uncork export`: what a run counted is all there in the forms of other programs, which take it; hostile logs break none of them."""

import json
import shutil
import subprocess

import pytest

from runs import UNCORK, count, end, exported, lines_of, read, record, start
from suite.result import require

FILM = {'record': 'film', 'work': 'read', 'units': 8, 'cpu': 0, 'socket': 0, 'clock': 'c', 'begin': 100, 'step': 10, 'frames': 5,
        'late_least': 1, 'late_most': 2}
ROW = {'record': 'film_counter', 'socket': 0, 'box': 'cbox0', 'event': 'a::B:C=1', 'count': 7, 'counts': {'120': 3, '140': 7}}


def export(path, output):
    return subprocess.run([UNCORK, 'export', str(path), '-o', str(output)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=60, check=False, text=True)


def values_of(text):
    """{(scope, name): [(time, value)]} of a value change dump."""
    names, scopes, changes, now = {}, [], {}, None
    for line in text.splitlines():
        words = line.split()
        if words[0] == '$scope':
            scopes.append(words[2])
        elif words[0] == '$upscope':
            scopes.pop()
        elif words[0] == '$var':
            names[words[3]] = ('/'.join(scopes), words[4])
        elif line[0] == '#':
            require(now is None or int(line[1:]) > now, f'time goes back at {line}')
            now = int(line[1:])
        elif line[0] == 'b':
            changes.setdefault(names[words[1]], []).append((now, int(words[0][1:], 2)))
    require(not scopes, 'a scope has no end')
    return changes


def test_a_film_is_a_waveform():
    said = values_of(exported(lines_of(start(), FILM, ROW, end()), 'vcd'))
    require(list(said.values()) == [[(0, 0), (120, 3), (140, 7)]] and next(iter(said))[1] == 'a::B:C=1', str(said))


def test_films_of_the_host_tool(tmp_path):
    """Each counter has each change."""
    log, output = tmp_path / 'film.json', tmp_path / 'film.vcd'
    log.write_bytes(record('film -w read:8'))
    done = export(log, output)
    require(done.returncode == 0, done.stderr)
    counters = [item for item in map(json.loads, log.read_text().splitlines()) if item['record'] == 'film_counter']
    said = list(values_of(output.read_text()).values())
    require(len(said) == len(counters) > 10, f'{len(said)} of {len(counters)} counters')
    for item, changes in zip(counters, said):
        require(changes[1:] == [(int(cycles), value) for cycles, value in item['counts'].items()], f'{item["event"]}: {changes}')


def test_the_converter_of_gtkwave_takes_it(tmp_path):
    if not shutil.which('vcd2fst'):
        pytest.skip('vcd2fst is not installed: it is in the package gtkwave')
    output = tmp_path / 'film.vcd'
    output.write_text(exported(lines_of(start(), FILM, ROW, end()), 'vcd'))
    taken = subprocess.run(['vcd2fst', str(output), str(tmp_path / 'film.fst')], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, timeout=60, check=False, text=True)
    require(taken.returncode == 0 and (tmp_path / 'film.fst').stat().st_size, taken.stdout)


def test_intervals_and_samples_are_a_trace(tmp_path):
    log, output = tmp_path / 'a.json', tmp_path / 'trace.json'
    log.write_bytes(record('info; stat -e cbox0::LLC_HITS:M -I 10 -t 50; record -n 5'))
    done = export(log, output)
    require(done.returncode == 0, done.stderr)
    events = json.loads(output.read_text())['traceEvents']
    records = list(map(json.loads, log.read_text().splitlines()))
    counts = [item for item in records if item['record'] == 'count']
    counters = [event for event in events if event['ph'] == 'C']
    require([event['args'] for event in counters[:len(counts)]] == [{'events/s': item['value'] * 1e9 / item['time_ns']} for item in counts],
            str(counters))
    require(all(abs(event['ts'] * 1000 + item['time_ns'] - item['at_ns']) < 1 for event, item in zip(counters, counts)), 'times are wrong')
    samples = [event for event in events if event['ph'] == 'i']
    require(len(samples) == 5 and samples[0]['ts'] == 0 and all(event['args']['pmi'] == 'native' for event in samples), str(samples))
    require(sorted(samples, key=lambda event: event['ts']) == samples, 'samples are out of order')


def test_what_is_not_whole_is_said(tmp_path):
    log, output = tmp_path / 'a.json', tmp_path / 'a.csv'
    log.write_bytes(lines_of(start(), count('cbox0', 5)))
    done = export(log, output)
    require(done.returncode == 0 and 'incomplete' in done.stderr and 'EVENT' in output.read_text(), done.stderr)
    for name, status in (('a.vcd', 2), ('b.json', 2), ('a.txt', 2), ('nowhere/a.csv', 2)):
        done = export(log, tmp_path / name)
        require(done.returncode == status and done.stderr and 'Traceback' not in done.stderr, f'{name}: {done.returncode} {done.stderr}')
    require(export(log, log).returncode == 2 and log.read_bytes() == lines_of(start(), count('cbox0', 5)), 'the log is written over')


def test_boxes_that_share_a_line_are_all_read():
    """In plain text, whose lines count boxes and sockets that say the same."""
    for machine, sockets in (('skylake-sp', 1), ('xeon-7500', 2)):
        plain = read(record('test *.bits', 'text', sockets=sockets, machine=machine))
        whole = read(record('test *.bits', 'json', sockets=sockets, machine=machine))
        require(plain.verdict == whole.verdict and all(plain.count(word) == whole.count(word) for word in ('pass', 'skip', 'untested')),
                f'{machine}: {plain.reason}')
        boxes = [(tally.socket, tally.box) for tally in plain.tallies]
        require(len(boxes) == len(set(boxes)) and {box for _, box in boxes} >= {check.box for check in whole.checks}, str(boxes))


def test_hostile_logs_stay_what_they_are():
    """Names cannot end a line or a keyword of a dump; numbers cannot be too long; what no number is makes no trace."""
    names = '$end\n#0\nb1 !', '', '$dumpoff $end', 'a b\tc', '\u202e[3:0]', 'x' * 5000
    for name in names:
        text = exported(lines_of(start(), {**FILM, 'work': name, 'clock': name}, {**ROW, 'box': name, 'event': name}, end()), 'vcd')
        said = values_of(text)
        require(list(said.values()) in ([[(0, 0), (120, 3), (140, 7)]], []), f'{name!r}: {said}')
        require(text.count('enddefinitions') == 1, name)
    for value in (2 ** 64 - 1, 2 ** 70, -1, 1e400, None, 'x', [1]):
        item = {**count('cbox0', 5, at_ns=10 ** 9), 'value': value}
        log = lines_of(start(), item, count('cbox1', 5, at_ns=10 ** 9), end())
        said = json.loads(exported(log, 'json'), parse_constant=lambda name: require(False, f'{name} is no JSON'))
        require(said['traceEvents'], 'nothing is left')
    sample = {'record': 'sample', 'seq': 1, 'cpu': 0, 'tsc': 2 ** 64 - 1, 'ip': '0x1', 'pmi': 'native', 'overflow': ['a'], 'values': {'e': 1},
              'socket': 0, 'skew_ns': 0}
    json.loads(exported(lines_of(start(), sample, {**sample, 'tsc': 0}, end()), 'json'))
