# SPDX-License-Identifier: BSD-2-Clause
"""A film of known work on the Xeon 7500: each line is seen in the cycle in which it was read, in the box that it belongs to, and nowhere
else. Where a line belongs is computed here from its address, by the published masks."""

import json
import subprocess
import tempfile

import pytest

from suite.result import require

# facts: Maurice et al., RAID 2015; slice bit k is the parity of the address under mask k.
MASKS = (0x1b5f575440, 0x2eb5faa880, 0x3cccc93100)
LINES = 8
ACCESS_NS = 100  # between two touches of the host's machine
BASE = 1 << 36  # where the memory of its first socket is


def film(scenario, *words, machine='xeon-7500', status=0):
    with tempfile.NamedTemporaryFile('w', suffix='.scenario') as file:
        file.write(scenario)
        file.flush()
        done = subprocess.run(['build/uncork', '--machine', machine, '--scenario', file.name, '-F', 'json', 'film', *words],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=120, check=False)
    require(done.returncode == status, f'film {words}: status {done.returncode}\n{done.stdout.decode()}')
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def counters(records):
    """{event with its box: {cycles: what it counted up to them}}"""
    return {item['event'].removeprefix('nhmex_unc_'): {int(cycle): count for cycle, count in item['counts'].items()}
            for item in records if item['record'] == 'film_counter'}


def pages():
    """The order in which the first pages are touched: core/work/work.h says that it looks random and is always the same."""
    place, order = 0, []
    while len(order) < LINES:
        place = (place * 1664525 + 1013904223) % LINES
        order.append(place)
    return order


def slice_of(page):
    address = BASE + 4096 * page + 64 * ((17 * page + page // 64) % 64)
    return sum((bin(address & mask).count('1') & 1) << bit for bit, mask in enumerate(MASKS))


@pytest.mark.parametrize('clock, length, step', [(100_000_000, 100, 1), (1_000_000_000, 1000, 10)])
def test_a_hundred_frames_show_each_line_at_its_place(clock, length, step):
    """A hundred cycles one by one, and a thousand in steps of ten."""
    records = film(f'background = 0\nrate.clock = {clock}\n', '-w', f'read:{LINES}', '-t', str(length), '-d', str(step))
    head = next(item for item in records if item['record'] == 'film')
    require((head['frames'], head['step'], head['units']) == (100, step, LINES), f'the film is {head}')
    seen = counters(records)
    first = min(seen['mbox0::BBOX_CMDS_ALL'] | seen['mbox1::BBOX_CMDS_ALL'])
    between = ACCESS_NS * clock // 10 ** 9
    want = {f'cbox{box}::LLC_MISSES:ALL': {} for box in range(8)}
    for number, page in enumerate(pages()):
        frames = want[f'cbox{slice_of(page)}::LLC_MISSES:ALL']
        frames[first + number * between] = len(frames) + 1
    misses = {event: frames for event, frames in seen.items() if 'LLC_MISSES' in event}
    require(misses == want, f'C-Boxes saw {misses} instead of {want}')
    for half in (0, 1):
        boxes = {cycle for box in range(4 * half, 4 * half + 4) for cycle in want[f'cbox{box}::LLC_MISSES:ALL']}
        for event in (f'sbox{half}::PKTS_RCVD_DRS_FROM_B', f'bbox{half}::IMT_INSERTS_RD', f'mbox{half}::BBOX_CMDS_ALL'):
            require(sorted(seen[event]) == sorted(boxes), f'{event} counts in {seen[event]}, the lines pass in {boxes}')
    late = {cycle: count - cycle for cycle, count in seen['wbox::FIXED_UNCORE_CLK'].items()}
    require(head['late_most'] == max(late.values()) and head['late_least'] == min(late.values()), f'{head} and {late}')
    # The erratum of the W-Box forbids periods of 1 and 2.
    require(not any(count for cycle, count in late.items() if cycle > 3), f'frozen late: {late}')


@pytest.mark.parametrize('machine', ('xeon-7500', 'xeon-e7'))
def test_a_film_is_as_long_as_the_work(machine):
    records = film('background = 0\n', '-e', 'mbox*::BBOX_CMDS_ALL', '-w', 'read:64', machine=machine)
    head = next(item for item in records if item['record'] == 'film')
    counted = sum(item['count'] for item in records if item['record'] == 'film_counter' and 'mbox' in item['box'])
    require(head['frames'] <= 100 and counted == 64, f'{counted} of 64 lines in {head}')


def test_a_clock_of_the_ubox_freezes_the_e5_2600_v2():
    """What it is told to count is filmed, frame by frame; else what its table knows to count the work, each line once on its way."""
    records = film('rate.imc*.CAS_COUNT.RD_REG = 2300000000\n', '-e', 'imc*::UNC_M_CAS_COUNT:RD', '-t', '100', '-d', '10', machine='xeon-e5-2600-v2')
    frames = [list(item['counts'].values()) for item in records if item['record'] == 'film_counter' and item['box'].startswith('imc')]
    require(frames and all(counts == sorted(counts) and counts[-1] > counts[0] for counts in frames), f'{frames}')
    records = film('background = 0\n', '-w', f'read:{LINES}', machine='xeon-e5-2600-v2')
    for event in ('UNC_C_TOR_INSERTS:MISS_OPCODE:opc=0x182', 'UNC_H_REQUESTS:READS', 'UNC_M_CAS_COUNT:RD'):
        counted = sum(item['count'] for item in records if item['record'] == 'film_counter' and item['event'].endswith(f'::{event}'))
        require(counted == LINES, f'{counted} of {LINES} lines by {event}')


def test_a_clock_of_fewer_bits_than_documented_films_the_same():
    """Of the UBox's fixed counter programs disagree whether it has 44 bits or 48."""
    of = {width: [item for item in film(f'background = 0\nuclk.width = {width}\n', '-w', 'read:4', '-t', '50', machine='xeon-e5-2600-v2')
                  if item['record'].startswith('film')] for width in (44, 48)}
    require(of[44] and of[44] == of[48], f'of 44 bits {of[44][:2]}, of 48 {of[48][:2]}')


def test_a_slow_freeze_is_told():
    """The counters stand so many nanoseconds behind the overflow; the clock's own count says it."""
    records = film('background = 0\nrate.clock = 1000000000\nfreeze.delay = 7\n', '-t', '100', '-d', '10')
    head = next(item for item in records if item['record'] == 'film')
    require((head['late_least'], head['late_most']) == (7, 7), f'{head}')


def test_the_clock_may_be_named():
    shot = ('-w', 'read:4', '-t', '50', '-d', '10')
    events = [[item['event'] for item in film('background = 0\n', '-e', names, *shot) if item['record'] == 'film_counter']
              for names in ('mbox0::BBOX_CMDS_ALL', 'wbox*::FIXED_UNCORE_CLK,mbox0::BBOX_CMDS_ALL,mbox0::BBOX_CMDS_ALL')]
    require(events[0] == events[1] and len(events[0]) == 2, f'{events}')


@pytest.mark.parametrize('machine, words, reason', [
    ('xeon-e5-2600', (), 'a film needs a clock whose overflow freezes all counters'),
    ('knights-landing', ('-e', 'knl_unc_imc0::UNC_M_CAS_COUNT:RD'), 'film the others apart'),
    ('xeon-7500', ('-t', '100000', '-d', '1'), 'too many frames'),
    ('xeon-7500', ('-t', '5', '-d', '10'), 'no frame'),
    ('xeon-7500', ('-w', 'reed:8'), 'no work'),
    ('xeon-7500', ('-w', 'instructions:8'), 'uncork knows no events of xeon-7500 that count this work: name some with -e'),
    ('xeon-e5-2600-v2', ('-w', 'instructions:8'), 'uncork knows no events of xeon-e5-2600-v2 that count this work: name some with -e'),
    ('xeon-7500', ('-C', '99'), '-C'),
])
def test_what_is_no_film_is_refused(machine, words, reason):
    records = film('background = 0\n', *words, machine=machine, status=2)
    errors = [item['message'] for item in records if item['record'] == 'error']
    require(len(errors) == 1 and reason in errors[0], f'{errors}')


def test_a_clock_that_freezes_nothing_fails():
    records = film('background = 0\nfault = ubox.freeze.ignored\n', '-t', '50', '-d', '10', status=1)
    errors = [item['message'] for item in records if item['record'] == 'error']
    require(any('counters still running' in error for error in errors), f'{errors}')


def test_a_clock_that_stands_still_fails():
    records = film('fault = core0.fixed_ctr1.dead\n', '-t', '1000', '-d', '100', machine='knights-landing', status=1)
    require(any('UNHALTED_CORE_CYCLES is a clock and does not count on cpu 0' in item.get('message', '') for item in records), f'said was {records}')
