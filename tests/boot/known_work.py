# SPDX-License-Identifier: BSD-2-Clause
"""Known work: what the program does to memory is what the silicon's counters count, and in which box it says whose memory it was."""

import contextlib
import json
import os
import socket
import tempfile
import threading
import time

import pytest

from suite.few import Machine, host
from suite.qemu import PASS, boot
from suite.result import require

# Each line is an exit of a virtual machine, a tenth of a millisecond, and nothing else happens here: what `test` does up to five times (so one machine
# does it here) is done once. Page walks of a run are a hundredth of fewer lines than these, and hide what they do.
ONCE, LINES = '-n 1', 1024


# Each bit of a slice's number is the parity of the address under one of these.
SLICES = (0x1b5f575440, 0x2eb5faa880, 0x3cccc93100)


def expect_slices(run):
    """Eight slices by the functions of virtual silicon, in those address bits that its memory has."""
    found = run.records('map')[0]
    known = int(found['known'], 16)
    run.expect(found['rule'] == 'xor' and found['misfits'] == 0 and found['untold'] == 0, f'the map is {found}')
    run.expect(known & 0xffffc0 == 0xffffc0, f'only the bits {known:#x} of addresses are known')
    functions = [int(mask, 16) & known for mask in found['functions'].split()]
    run.expect(functions == [mask & known for mask in SLICES], f'the functions are {found["functions"]}')


def expect_written(run, times):
    """So many commands of a channel for each line that is written."""
    flows = {flow['events']: flow for flow in run.records('flow') if flow['work'] == 'write'}
    for event in ('CAS_COUNT:RD', 'CAS_COUNT:WR', 'WPQ_INSERTS'):
        flow = flows[f'imc*::UNC_M_{event}']
        run.expect(flow['result'] == 'pass' and round(flow['slope']) == times, f'the flow is {flow}')


def expect_counted(run, checks):
    """Nothing else touches memory: each event is judged, and each is right."""
    run.expect_status(PASS)
    results = {check['id']: check['result'] for check in run.records('check')}
    run.expect(results == dict.fromkeys(checks, 'pass'), f'the checks are {results}')
    counted = run.statistics()
    run.expect(counted['violations'] == 0, 'the silicon logged a violation')
    run.expect(counted['touches'] > 10000, 'the silicon saw no work')


def test_reads_and_writes_are_counted():
    """From the same boot, whose lines are whose."""
    run = boot('xeon-7500', "-F json test '*.work.*'; map -b cbox")
    expect_counted(run, ('xeon-7500.ubox.work.read', 'xeon-7500.ubox.work.write', 'xeon-7500.map.cbox'))
    expect_slices(run)


def test_channels_count_what_is_written():
    """Channels are independent unless the scenario says otherwise."""
    run = boot('xeon-e5-2600', f'-F json work {ONCE} write:{LINES}')
    expect_counted(run, ('xeon-e5-2600.work.write',))
    expect_written(run, 1)


def test_lockstep_is_read_and_counted():
    """What the memory's own registers say is read in configuration space, and channels count what they say."""
    with tempfile.NamedTemporaryFile('w', suffix='.scenario') as scenario:
        scenario.write('memory = lockstep\n')
        scenario.flush()
        run = boot('xeon-e5-2600', f'-F json work {ONCE} write:{LINES}', '-r', scenario.name)
    run.expect_status(PASS)
    expect_written(run, 2)
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')


def test_memory_of_another_socket_is_read():
    """Two sockets have an SRAT without being asked for, and the silicon and the firmware read the same in it."""
    run = boot('xeon-7500', f'-F json work {ONCE} remote:{LINES}', '--bios', '-s', '2', '-c', '2')
    run.expect_status(PASS)
    results = [check['result'] for check in run.records('check') if check['id'].endswith('.work.remote')]
    run.expect(results == ['pass', 'pass'], f'the checks are {results}')
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')


@pytest.mark.parametrize('machine, done', ((Machine('xeon-e5-2600-v2'), f'read:{LINES} write:{LINES}'), (Machine('xeon-e5-2600', cpus=4, sockets=2), f'remote:{LINES}')))
def test_siblings_count_in_the_host_process(machine, done):
    """Memory that is touched reaches the silicon in one way in all guests."""
    results = [record['result'] for record in host(machine, f'work {ONCE} {done}') if record['record'] == 'check']
    require(results == ['pass', 'pass'], f'the checks are {results}')


# A node with all processors, and one with memory alone, as an expander is.
ALONE = ('-object memory-backend-ram,size=256M,id=m0 -object memory-backend-ram,size=256M,id=m1 '
         '-numa node,nodeid=0,memdev=m0,cpus=0-1 -numa node,nodeid=1,memdev=m1')


def test_memory_without_processors_is_no_other_sockets():
    """The work is done, and no row of another socket's memory is held against it, so that few lines of it do."""
    run = boot('xeon-e5-2600', f'-F json work {ONCE} read:{LINES} remote:64', '--bios', '--qemu', ALONE)
    run.expect_status(PASS)
    homes = {work['work']: work['home'] for work in run.records('work')}
    run.expect(homes == {'read': 'socket0', 'remote': 'alone'}, f'the memory is of {homes}')
    results = {check['id'].split('.')[-1]: check['result'] for check in run.records('check')}
    run.expect(results == {'read': 'pass', 'remote': 'untested'}, f'the checks are {results}')


def stop_again_and_again(path, over):
    """Has QEMU stop its processors and let them go on, as often as it can, until it ends."""
    while not os.path.exists(path) and not over.is_set():
        time.sleep(0.05)
    with contextlib.suppress(OSError, EOFError), socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)
        with connection.makefile('rw') as monitor:
            print(json.dumps({'execute': 'qmp_capabilities'}), file=monitor, flush=True)
            while not over.is_set():
                for command in ('stop', 'cont'):
                    print(json.dumps({'execute': command}), file=monitor, flush=True)
                    while '"return"' not in (monitor.readline() or '"return"'):
                        pass


def test_no_interrupt_comes_twice_where_the_host_stops_it():
    """In each frame the way into the PMI's handler is not in memory's tables, so that its interrupt is delivered a second time:
    QEMU would deliver it once more if it is stopped then."""
    with tempfile.TemporaryDirectory(prefix='uncork-test-') as directory:
        path, over = os.path.join(directory, 'qmp'), threading.Event()
        stopper = threading.Thread(target=stop_again_and_again, args=(path, over))
        stopper.start()
        try:
            run = boot('xeon-7500', '-F json film -w read:8 -t 2000000 -d 10000', '--qemu', f'-qmp unix:{path},server=on,wait=off')
        finally:
            over.set()
            stopper.join()
    run.expect_status(PASS)
    film, = run.records('film')
    run.expect(film['frames'] == 200, f'{film}')


def test_a_film_is_taken():
    """Hardware freezes each frame, and every register is as it was. In which cycle a line is read depends on the host here:
    tests/golden/test_film.py holds that to what was done."""
    run = boot('xeon-7500', '-F json film -w read:8 -t 2000000 -d 200000')
    run.expect_status(PASS)
    film, = run.records('film')
    run.expect(film['frames'] == 10, f'{film}')
    clock = [record['counts'] for record in run.records('film_counter') if record['event'] == film['clock']]
    run.expect([int(cycles) <= count for counts in clock for cycles, count in counts.items()] == [True] * 10, f'{clock}')
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')
