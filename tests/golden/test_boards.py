# SPDX-License-Identifier: BSD-2-Clause
"""Shapes of real boards: tests/boards has what programs printed of machines that exist. Sound silicon in each shape passes, nothing is blamed,
and every function of a box that the board shows is found where the board shows it."""

import functools
import glob
import json
import os
import random
import subprocess
import sys

import pytest

from suite.result import require

sys.path.insert(0, 'tools')
from board import dump as dumps, shape  # noqa: E402  # pylint: disable=wrong-import-position

BOARDS = sorted(os.path.splitext(os.path.basename(name))[0] for name in glob.glob('tests/boards/*.txt'))
MUTATIONS = 300


def board_file(name):
    return f'tests/boards/{name}.txt'


def run(*words, status=0):
    done = subprocess.run(['build/uncork', *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=600, check=False)
    require(done.returncode == status, f'{words}: status {done.returncode}\n{done.stderr[-2000:]}\n{done.stdout[-2000:]}')
    return done


def records_of(*words):
    return [json.loads(line) for line in run('-F', 'json', *words).stdout.splitlines()]


@functools.cache
def machines():
    return shape.machines()


@functools.cache
def counted_by(machine):
    """Boxes of the machine in PCI functions that `info` finds where nothing is hidden."""
    return {record['box'] for record in records_of('--machine', machine, 'info -a')
            if record['record'] == 'box' and record['state'] == 'found' and record['evidence'].startswith('pci')}


def read(name):
    dump = dumps.Dump()
    with open(board_file(name), encoding='ascii') as file:
        dumps.read(dump, file.read())
    return dump


def shown_by(name):
    """The functions, as '0000:7f:08.2', that the dump shows of boxes which `info` finds on that machine."""
    dump = read(name)
    machine = shape.choose(dump, machines())
    index_of = {bus: index for index, buses in shape.buses_by_index(machine, dump).items() for bus in buses}
    shown = set()
    for (segment, bus, device, number), function in dump.functions.items():
        place = index_of.get((segment, bus)), device, number
        if machine.places.get(place) == function.device and machine.boxes[place] in counted_by(machine.name) and function.pci_class != 0xffffff:
            shown.add(dumps.show((segment, bus, device, number)))
    return shown


@pytest.mark.parametrize('name', BOARDS)
def test_no_dump_contradicts_the_model(name):
    dump = read(name)
    shape.scenario(dump, machines())
    require(not [note for note in dump.notes if 'elsewhere' in note], f'{name}: {dump.notes}')


@pytest.mark.parametrize('name', BOARDS)
def test_every_box_that_it_shows_is_found(name):
    found = {record['evidence'].removeprefix('pci ').partition('+')[0] for record in records_of('--board', board_file(name), 'info -a')
             if record['record'] == 'box' and record['state'] == 'found'}
    require(shown_by(name) <= found, f'{name}: not found: {sorted(shown_by(name) - found)}')


@functools.cache
def firsts():
    """The first board of each machine."""
    boards = {}
    for name in BOARDS:
        boards.setdefault(shape.choose(read(name), machines()).name, name)
    return set(boards.values())


@pytest.mark.parametrize('name', BOARDS)
def test_nothing_is_blamed(name):
    """By every check on one board of each machine; on the others by those that reach each register and counter of each box."""
    records = records_of('--board', board_file(name), 'test' if name in firsts() else 'test *.present; test *.bits; test *.counts; test *.pmi')
    require(records[-1]['result'] == 'pass' and not records[-1]['failed'] and records[-1]['passed'] > 100, f'{name}: {records[-1]}')


def test_functions_are_found_at_all():
    require(sum(len(shown_by(name)) for name in BOARDS) > 200, 'hardly a function of a box is in the dumps')


def as_lspci(functions, form):
    """What `lspci` prints of functions: of -nn names and ids, of -x the first bytes."""
    lines = []
    for place, function in sorted(functions.items()):
        pci_class = function.pci_class or 0x088000
        if form == '-nn':
            lines.append(f'{dumps.show(place)} System peripheral [{pci_class >> 8:04x}]: Intel Corporation Device '
                         f'[{function.vendor:04x}:{function.device:04x}] (rev 04)')
        elif form == '-n':
            lines.append(f'{dumps.show(place)} {pci_class >> 8:04x}: {function.vendor:04x}:{function.device:04x} (rev 04)')
        else:
            head = bytes([function.vendor & 255, function.vendor >> 8, function.device & 255, function.device >> 8, 0, 0, 16, 0, 4,
                          pci_class & 255, pci_class >> 8 & 255, pci_class >> 16, 0, 0, 128, 0])
            lines += [f'{dumps.show(place)} System peripheral: Intel Corporation Device {function.device:04x} (rev 04)',
                      '00: ' + head.hex(' '), '10: ' + bytes(16).hex(' '), '']
    return '\n'.join(lines) + '\n'


def functions_in(text):
    dump = dumps.Dump()
    dumps.read(dump, text)
    return {place: (function.vendor, function.device) for place, function in dump.functions.items()}


def test_lspci_is_read_in_all_its_forms():
    functions = read('sapphire-rapids-two-sockets').functions
    wanted = {place: (function.vendor, function.device) for place, function in functions.items()}
    for form in ('-nn', '-n', '-x'):
        require(functions_in(as_lspci(functions, form)) == wanted, f'lspci {form} is read otherwise')


@pytest.mark.parametrize('name', ('ice-lake-sp-supermicro-x12dai-n6', 'e5-2600-2x-e5-2650-processors'))
def test_a_ticket_is_the_board_once_more(name, tmp_path):
    ticket = tmp_path / 'ticket.json'
    ticket.write_text(run('-F', 'json', '--board', board_file(name), 'info -a').stdout, encoding='ascii')

    def shape_of(file):
        return [record for record in records_of('--board', file, 'info -a') if record['record'] in ('processor', 'socket', 'pci_function', 'box')]

    require(shape_of(str(ticket)) == shape_of(board_file(name)), f'{name}: the ticket gives another board')


def boxes_of_sockets(records):
    """{socket: the names of its boxes that were found}."""
    found = {}
    for record in records:
        if record['record'] == 'box' and record['state'] == 'found':
            found.setdefault(record['socket'], set()).add(record['box'].rpartition('.')[2])
    return found


def test_eight_sockets_in_two_segments(tmp_path):
    """The two sockets of a machine that exists, four times: segments 0 and 1 with four sockets each, and a network card of 32 virtual
    functions for each socket: some 2,400 functions. Each socket has 64 of the buses of its segment."""
    real = read('sapphire-rapids-two-sockets').functions
    used = sorted({bus for _, bus, _, _ in real})
    ranks = {bus: [other for other in used if other // 128 == bus // 128].index(bus) for bus in used}
    functions = {(copy // 2, 128 * (copy % 2) + 64 * (bus // 128) + ranks[bus], device, number): function
                 for copy in range(4) for (_, bus, device, number), function in real.items()}
    require(len(functions) == 4 * len(real), 'copies are in each other\'s place')
    functions |= {(segment, 64 * socket + 63, device, 0): dumps.Function(0x8086, 0x154c, 0x20000)
                  for segment in range(2) for socket in range(4) for device in range(32)}
    require(len(functions) >= 2400, f'{len(functions)} functions')
    board = tmp_path / 'eight.txt'
    board.write_text(as_lspci(functions, '-nn') + 'family-model-stepping 0x6 0x8f 0x6\n', encoding='ascii')
    records = records_of('--board', str(board), 'info -a')
    require(records[-1]['result'] == 'pass', str(records[-1]))
    two = boxes_of_sockets(records_of('--board', board_file('sapphire-rapids-two-sockets'), 'info -a'))
    eight = boxes_of_sockets(records)
    require(len(two) == 2 and eight == {socket: two[socket % 2] for socket in range(8)}, f'{eight} instead of {two}')
    upi = {record['evidence'] for record in records if record['record'] == 'box' and record['box'].startswith('upi') and record['state'] == 'found'}
    require(len(upi) == 8 * 4 and any('0001:' in evidence for evidence in upi), str(sorted(upi)))


def test_what_is_no_board_is_refused(tmp_path):
    for text, why in (('hello\n', 'it shows no machine that uncork knows'),
                      ('family-model-stepping 0x6 0x56 0x3\n', 'is not a machine that uncork knows'),
                      ('family-model-stepping 0x6 0x2d 0x7\nfamily-model-stepping 0x6 0x3e 0x4\n', 'processors of two kinds'),
                      ('0000:00:05.0 0880: 8086:3c28\n0000:00:05.0 0880: 8086:3c29\n', '0000:00:05.0 is 8086:3c28 and 8086:3c29')):
        board = tmp_path / 'board.txt'
        board.write_text(text, encoding='ascii')
        said = run('--board', str(board), 'info', status=2).stderr
        require(why in said and len(said.splitlines()) == 1, f'{text!r}: {said!r}')
    said = run('--board', str(tmp_path / 'none.txt'), 'info', status=2).stderr
    require('No such file' in said, said)


def test_lines_of_a_scenario_that_say_no_function_are_errors(tmp_path):
    scenario = tmp_path / 'wrong.scenario'
    for lines, why in (('function = 00:05.0', 'is not [SEGMENT:]BUS:DEVICE.FUNCTION VENDOR:DEVICE [CLASS]'),
                       ('function = 00:20.0 8086:3c28', 'is not [SEGMENT:]BUS'), ('function = 00:05.8 8086:3c28', 'is not [SEGMENT:]BUS'),
                       ('function = 00:05.0 8086:3c28 1000000', 'is not [SEGMENT:]BUS'), ('function = 10000:00:05.0 8086:3c28', 'is not [SEGMENT:]BUS'),
                       ('function = 00:05.0 8086:3c28\nfunction = 0000:00:05.0 8086:3c28', 'is at the place of another'),
                       ('buses.1 = 7f 00', 'the machine has no such socket'), ('buses.0 = 7f', '2 to 8 buses are needed'),
                       ('buses.0 = 7f 7f', 'is no bus, or one that is there already'), ('buses.0 = 7f xx', 'is no bus'),
                       ('buses.0 = 1 2 3 4 5 6 7 8 9', '2 to 8 buses are needed')):
        scenario.write_text(lines + '\n', encoding='ascii')
        said = run('--machine', 'xeon-e5-2600', '--scenario', str(scenario), 'info', status=2).stderr
        require(why in ' '.join(said.split()), f'{lines!r}: {said!r}')


def test_any_text_is_a_board_or_refused():
    """Lines and bytes of real dumps in any disorder: a scenario, or one reason; no other exception."""
    chance = random.Random(1)
    lines = [line for name in BOARDS for line in open(board_file(name), encoding='ascii').read().splitlines()]
    for _ in range(MUTATIONS):
        picked = chance.sample(lines, chance.randint(1, 200))
        text = bytearray('\n'.join(picked).encode())
        for _ in range(chance.randint(0, 20)):
            text[chance.randrange(len(text))] = chance.randrange(256)
        dump = dumps.Dump()
        try:
            dumps.read(dump, bytes(text).decode('utf-8', 'replace'))
            require(shape.scenario(dump, machines())[0].startswith('# machine: '), 'no machine')
        except dumps.Refused as reason:
            require(str(reason), 'no reason')
