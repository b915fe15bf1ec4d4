# SPDX-License-Identifier: BSD-2-Clause
"""What a comparison of two runs says, and what it keeps quiet about."""

from runs import FAULTS, check, count, end, lines_of, read, record, tested
from suite.result import require

from report.advice import bit_list, group_failures
from report.cli import _read
from said import Progress  # noqa: E402
from report.compare import compare, percent

SECOND = 10 ** 9


def box(name, state='found', socket=0):
    return {'record': 'box', 'box': name, 'socket': socket, 'state': state, 'title': 'a box', 'counters': 4, 'counter_bits': 48,
            'fixed_counters': 0, 'evidence': 'msr 0x1', 'found_by': 'was asked'}


def sentences(before, after):
    return compare(read(lines_of(*before, end()), 'A'), read(lines_of(*after, end()), 'B')).sentences


def expect(found, *wanted):
    require(found == list(wanted), f'{found}\ninstead of\n{list(wanted)}')


def test_hidden_box():
    boxes = [box('imc0'), box('imc1'), box('imc2')]
    expect(sentences(boxes, boxes))
    expect(sentences(boxes, [box('imc0'), box('imc1'), box('imc2', 'hidden')]), 'imc2 hidden (found in A)')
    expect(sentences(boxes, boxes[:2]), 'imc2 not listed (found in A)')


def test_box_that_counts_low():
    def counts(factor):
        return [count(f'cbox{number}', round(10 ** 8 * (1 + number) * (factor if number == 5 else 1)), event)
                for number in range(8) for event in ('HITS', 'MISSES', 'FILLS')]
    expect(sentences(counts(1), counts(1)))
    expect(sentences(counts(1), counts(0.996)), 'cbox5 counts 0.40 % low (3 of 3 events)')
    expect(sentences(counts(1), counts(1.5)), 'cbox5 counts 50 % high (3 of 3 events)')
    expect(sentences(counts(1), counts(0)), 'cbox5 counts nothing (3 of 3 events)')
    expect(sentences(counts(1), counts(0.9995)))


def test_what_all_share_is_said_once():
    def counts(factor, odd=1.0):
        return [count(f'cbox{number}', round(10 ** 8 * factor * (odd if number == 3 else 1)), event)
                for number in range(8) for event in ('HITS', 'MISSES')]
    expect(sentences(counts(1), counts(1.03)), 'socket 0 counts 3.0 % high throughout (16 events)')
    expect(sentences(counts(1), counts(1.03, 0.99)), 'socket 0 counts 3.0 % high throughout (16 events)',
           'cbox3 counts 1.0 % low (2 of 2 events)')


def test_noise_is_not_spoken_of():
    def intervals(rates):
        return [count('cbox0', rate, at_ns=(step + 1) * SECOND) for step, rate in enumerate(rates)]
    noisy, shifted = [10 ** 8, 12 * 10 ** 7, 9 * 10 ** 7, 11 * 10 ** 7], [103 * 10 ** 6, 12 * 10 ** 7, 93 * 10 ** 6, 11 * 10 ** 7]
    expect(sentences(intervals(noisy), intervals(shifted)))
    calm = [10 ** 8, 10 ** 8 + 1000, 10 ** 8 - 1000, 10 ** 8]
    found = sentences(intervals(calm), intervals([round(rate * 0.99) for rate in calm]))
    expect(found, 'cbox0 counts 1.0 % low (EVENT)')
    expect(sentences([count('cbox0', 100)], [count('cbox0', 50)]))  # too few to tell


def test_checks_that_differ():
    good, bad = [check('cbox0.bits'), check('cbox0.width')], [check('cbox0.bits', 'fail'), check('cbox0.width', 'fail')]
    expect(sentences(tested(*good), tested(*bad)), 'cbox0: 2 checks fail here and not in A')
    expect(sentences(tested(*bad), tested(good[0], bad[1])), 'cbox0: 1 check does not fail here but does in A')
    expect(sentences(tested(*good), tested(good[0])), '1 check ran only in A')


def test_sockets_and_machines():
    found = sentences([count('wbox', 10 ** 8), count('wbox', 10 ** 8, socket=1)], [count('wbox', 10 ** 8)])
    expect(found, 'socket 1 not there')
    other = tested({**check('a.one'), 'id': 'xeon-e7.a.one'})
    require('another machine: xeon-e7 (xeon-7500 in A)' in sentences(tested(check('a.one')), other), 'another machine')


def test_faults_of_the_silicon_are_seen():
    """Runs of the virtual silicon: what is broken in one of them is what is said, and nothing else."""
    measure = 'info; stat -a -t 500 -I 50'
    good, bad = read(record(measure), 'A'), read(record(measure, 'json', ('cbox4.ctr3.dead',)), 'B')
    expect(compare(good, read(record(measure), 'B')).sentences)
    found = compare(good, bad).sentences
    require(len(found) == 1 and found[0].startswith('cbox4 counts nothing'), found)
    whole, hidden = (read(record('info; stat -t 50', machine='xeon-e5-2600', faults=faults), label)
                     for faults, label in (((), 'A'), (('imc2.hidden',), 'B')))
    expect(compare(whole, hidden).sentences, 'imc2 hidden (found in A)')


def test_percent():
    for change, text in ((-0.004, '0.40 % low'), (0.031, '3.1 % high'), (-0.5, '50 % low'), (1.0, '2 times as much'),
                         (-1, 'nothing'), (0.00123, '0.12 % high')):
        require(percent(change) == text, f'{change}: {percent(change)}')


def test_failures_of_one_cause_stand_together():
    groups = {group.place: group for group in group_failures(read(record('test', 'json', FAULTS)).failures)}
    require('bit 17 reads 1' in groups['cbox3.ctr1'].finding, groups['cbox3.ctr1'].finding)
    require(groups['cbox2.ctr0'].finding == 'it never counts' and len(groups['cbox2.ctr0'].checks) > 3, groups['cbox2.ctr0'])
    require('2 times as fast' in groups['wbox.ctr2'].finding, groups['wbox.ctr2'].finding)
    require(all(group.advice and all(group.advice) for group in groups.values()), 'a failure without advice')


def test_advice_of_the_record_comes_first():
    failure = check('a.bits', 'fail', advice='Turn it off and on.', register='a.ctr0', got='0x1', expected='0x0', xor='0x1')
    groups = group_failures(read(lines_of(*tested(failure), end('fail', failed=1))).failures)
    require(groups[0].advice == ['Turn it off and on.'], str(groups[0].advice))


def test_bit_list():
    for bits, text in (([17], 'bit 17'), ([3, 4, 5, 9], 'bits 3 to 5 and 9'), ([0, 2, 4], 'bits 0, 2 and 4'), ([], 'bits none')):
        require(bit_list(bits) == text, f'{bits}: {bit_list(bits)}')


def test_runs_of_one_name_are_named_by_their_boards(tmp_path):
    """Sticks of two boards, each with a results.json, and one of an earlier run of the first."""
    files = []
    for directory, serial in (('a', 'S1'), ('b', 'S1'), ('c', 'S2')):
        (tmp_path / directory).mkdir()
        files.append(tmp_path / directory / 'results.json')
        files[-1].write_bytes(lines_of({'record': 'board', 'product': 'X', 'serial': serial}, end()))
    require([run.label for run in _read([str(file) for file in files], Progress('test'))] == ['a/S1/results', 'b/S1/results', 'S2/results'], 'other names')
