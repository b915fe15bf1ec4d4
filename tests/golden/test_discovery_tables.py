# SPDX-License-Identifier: BSD-2-Clause
"""Discovery tables of our own making: a scenario puts each into virtual silicon, and the firmware says what it reads there. Layout: Linux,
uncore_discovery.h; the first table is the example of the sheet."""

import json
import os
import subprocess

from suite.result import require

MSR, MEMORY, CONFIG, NO_SPACE = range(4)
ONES = 2 ** 64 - 1


def first(units, stride=3):
    """The global block: as many units, MSR 0x2700, statuses four registers behind it."""
    return [stride << 8 | units << 16, 0x2700, 0x104]


def unit(kind, number, address, space=MSR, ctl=2, ctr=8, status=1):
    """A block: four counters of 48 bits."""
    return [4 | ctl << 8 | 48 << 16 | ctr << 24 | status << 32 | space << 62, address, kind | number << 16]


def info(directory, machine, words, *options):
    """The records of `info` on a machine with this table, a word in hexadecimal a line."""
    with open(os.path.join(directory, 'table'), 'w', encoding='ascii') as file:
        file.write('# ours\n' + ''.join(f'{word:016x}\n' for word in words))
    scenario = os.path.join(directory, 'scenario')
    with open(scenario, 'w', encoding='ascii') as file:
        file.write('idle = 0\ndiscovery.table = table # beside this file\n')
    done = subprocess.run(['build/uncork', '--machine', machine, '--scenario', scenario, *options, '-F', 'json', 'info'],
                          check=False, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    require(done.returncode == 0, f'{words[:6]}: status {done.returncode}: {done.stderr.decode()}')
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def tables(records):
    return [(record['units'], record['used']) for record in records if record['record'] == 'discovery']


def boxes(records, socket=0):
    """Where each unit is, by its name."""
    return {record['box']: record['evidence'] for record in records
            if record['record'] == 'box' and record['socket'] == socket and record['box'].startswith('type')}


def left_out(records):
    return {record['blocks']: record['what'] for record in records
            if record['record'] == 'discovery_blocks' and not record['used']}


def test_the_example_of_the_sheet(tmp_path):
    words = [0x0000000000052000, 0x0000000000002FF0, 0x0000000000000201] + [0] * 29
    for block in ([0x0000000108300204, 0x2000, 0x0000000100000000], [0x0000000108300204, 0x2010, 0x0000000200010000],
                  [0x8000006008303804, 0x07E09318, 0x0000000300000008], [0x4000005C08304004, 0xC8022800, 0x0000000400000006],
                  [0, 0, 0]):
        words += block + [0] * 29
    records = info(tmp_path, 'unknown-xeon', words)
    require(tables(records) == [(5, 4)], f'{tables(records)}')
    require(boxes(records) == {'type0_0': 'msr 0x2008', 'type0_1': 'msr 0x2018', 'type6': 'mmio 0xc8022808',
                               'type8': 'pci 0000:7e:01.1+0x320'}, f'{boxes(records)}')
    require(list(left_out(records)) == ['4'], f'{left_out(records)}')


def test_nothing_is_in_it(tmp_path):
    for words in ([0, 0, 0], [ONES] * 3, [ONES] * 96, first(0)):
        records = info(tmp_path, 'unknown-xeon', words)
        require(not boxes(records), f'{words[:3]}: {boxes(records)}')
        require([used for _, used in tables(records)] in ([], [0]), f'{words[:3]}: {tables(records)}')


def test_order_gaps_and_types_nobody_knows(tmp_path):
    words = first(5, 4)
    for block in (unit(0x7f, 9, 0x2650), unit(0, 2, 0x2620), unit(0, 0, 0x2600), unit(0xfffe, 0, 0x2660), unit(0, 0xffff, 0x2630)):
        words += [0] + block # blocks of four words, of which the last means nothing
    records = info(tmp_path, 'unknown-xeon', words)
    require(boxes(records) == {'type0_0': 'msr 0x2608', 'type0_2': 'msr 0x2628', 'type0_65535': 'msr 0x2638',
                               'type127': 'msr 0x2658', 'type65534': 'msr 0x2668'}, f'{boxes(records)}')


def test_1023_units(tmp_path):
    words = first(1023)
    for number in range(1023):
        words += unit(0x30, number, 0x4000 + 0x10 * number)
    records = info(tmp_path, 'unknown-xeon', words)
    require(tables(records) == [(1023, 1023)], f'{tables(records)}')
    require(boxes(records)['type48_1022'] == f'msr {0x4008 + 0x10 * 1022:#x}', boxes(records)['type48_1022'])


def test_three_segments(tmp_path):
    words = first(3)
    for segment in range(3):
        words += unit(8, segment, segment << 28 | 0x0fe09318, CONFIG, ctl=0x38, status=0x60)
    records = info(tmp_path, 'unknown-xeon', words)
    require(boxes(records) == {f'type8_{segment}': f'pci {segment:04x}:fe:01.1+0x320' for segment in range(3)}, f'{boxes(records)}')


def test_what_must_not_be_touched(tmp_path):
    bad = (unit(1, 0, 0x1000100800, MEMORY, ctl=0x40, status=0x60), # memory of socket 0
           unit(2, 0, 0x2600, NO_SPACE), unit(3, 0, 0), unit(4, 0, 0x2600, ctl=0), unit(5, 0, 0x2600, ctr=0), [ONES, ONES, ONES])
    words = first(len(bad) + 1) + sum(bad, []) + unit(0, 0, 0x2600)
    records = info(tmp_path, 'unknown-xeon', words)
    require(boxes(records) == {'type0': 'msr 0x2608'}, f'{boxes(records)}')
    require(tables(records) == [(len(bad) + 1, 1)], f'{tables(records)}')


def test_two_dies(tmp_path):
    records = info(tmp_path, 'unknown-xeon', first(2) + unit(0, 0, 0x2600) + unit(0, 1, 0x2610), '--sockets', '2')
    require(tables(records) == [(2, 2), (2, 2)], f'{tables(records)}')
    require(boxes(records) == boxes(records, 1) == {'type0_0': 'msr 0x2608', 'type0_1': 'msr 0x2618'}, f'{boxes(records)}')


def test_a_table_of_each_socket(tmp_path):
    """The other one is the machine's own."""
    words = first(1) + unit(0, 7, 0x2600)
    (tmp_path / 'far').write_text('\n'.join(f'{word:x}' for word in words) + '\n')
    (tmp_path / 'scenario').write_text('discovery.table.1 = far\n')
    said = subprocess.run(['build/uncork', '--machine', 'unknown-xeon', '--sockets', '2', '--scenario', str(tmp_path / 'scenario'),
                           '-F', 'json', 'info'], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE).stdout
    records = [json.loads(line) for line in said.decode().splitlines()]
    require([table[1] for table in tables(records)] == [13, 1], f'{tables(records)}')
    require(boxes(records, 1) == {'type0_7': 'msr 0x2608'}, f'{boxes(records, 1)}')


def test_files_that_are_no_tables(tmp_path):
    for name, text, word in (('none', None, 'opened'), ('words', 'hello\n', 'hexadecimal'), ('long', '1' * 17 + '\n', 'hexadecimal')):
        if text:
            (tmp_path / name).write_text(text)
        (tmp_path / 'scenario').write_text(f'discovery.table = {name}\n')
        done = subprocess.run(['build/uncork', '--machine', 'unknown-xeon', '--scenario', str(tmp_path / 'scenario'), 'info'],
                              check=False, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        require(done.returncode == 2 and word in done.stderr.decode(), f'{name}: status {done.returncode}, {done.stderr.decode()}')
