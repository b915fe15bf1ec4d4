# SPDX-License-Identifier: BSD-2-Clause
"""POWER9: on the virtual silicon everything works and what is broken is named; on stock QEMU, whose OPAL
takes every call and whose counters never move, nothing is taken for a count. And all the ways in."""

import glob
import os
import re
import shutil
import struct
import sys
import tempfile

from suite.made import version
from suite.posted import expect_all_pass, expect_clean, expect_found, real_events
from suite.qemu import BOOT, CRASH, ERROR, FAIL, PASS, TIMEOUT, Conversation, boot
from suite.result import Failure, Skip, require

sys.path.insert(0, 'tools')
from qemu import flash  # noqa: E402

NEST = 'nest_mcs01/PM_MCS01_64B_RD_DISP_PORT01/'
SCALE_NEST, SCALE_CORE = 256, 512
SAMPLES = 200

# A sibling checkout may hold the catalogs of real machines, and the list of what is in them.
CATALOGS = '../*/facts/power9/*.dtb'
EVENTS = '../*/facts/events/power9-imc.tsv'


def boot_with_qemu(script):
    """With a program in QEMU's place, which finds QEMU in $REAL."""
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, 'qemu-system-ppc64')
        with open(path, 'w') as file:
            file.write('#!/bin/sh\n' + script)
        os.chmod(path, 0o755)
        return boot('power9', 'info', tool=('env', f'PATH={directory}:{os.environ["PATH"]}',
                                            f'REAL={shutil.which("qemu-system-ppc64")}', *BOOT))


# ---- good silicon --------------------------------------------------------------------------------

def test_every_check_passes():
    run, checks = expect_all_pass('power9')
    for box in ('machine', 'mcs01', 'powerbus0', 'core0', 'core1', 'thread0', 'thread4', 'trace0'):
        run.expect(any(name.startswith(f'power9.{box}.') for name in checks), f'{box} has no check')
    skipped = [name for name, (result, _) in checks.items() if result == 'skip']
    run.expect(skipped == ['power9.machine.chips-apart'], f'skipped: {skipped}')


def test_a_busy_host_changes_nothing():
    """The hidden thread sleeps for longer than a check waits: what the firmware finds is of the moment at which it looks."""
    with tempfile.NamedTemporaryFile('w', suffix='.txt') as file:
        file.write('model.late = 300\n')
        file.flush()
        run = boot('power9', f'-F json test; stat -e {NEST} -t 10', '-r', file.name)
    expect_clean(run)
    run.expect(not [check for check in run.records('check') if check['result'] == 'fail'], 'a check fails')
    count = run.records('count')[0]
    run.expect(count['postings'] < 100, f'a posting a millisecond, and {count} for 10 ms')


def test_what_a_profile_forbids_is_no_failure():
    for profile in ('safe', 'uncore'):
        run = boot('power9', f'-F json profile = {profile}; info; test')
        run.expect_status(PASS)
        run.expect(not [check for check in run.records('check') if check['result'] == 'fail'], 'something failed')
        run.expect_text(f'not touched: profile {profile}')


def test_two_chips():
    """Each has its cores, and its own counters: checks of each kind of box."""
    checks = '; '.join(f'test {some}' for some in ('machine.*', '*.nest.*', '*mcs*.counts', '*core1.*', '*thread0.*', '*trace0.*'))
    run = boot('power9', f'-F json {checks}; stat -e {NEST} -t 50', '-s', '2')
    expect_clean(run)
    checks = {check['id']: check['result'] for check in run.records('check')}
    run.expect('fail' not in checks.values(), 'a check fails')
    run.expect(checks['power9.machine.chips-apart'] == 'pass', 'the chips were not told apart')
    run.expect({'power9.socket1.mcs01.counts', 'power9.socket1.core1.counts'} <= checks.keys(), 'the second chip has no check')
    run.expect([count['socket'] for count in run.records('count')] == [0, 1], 'not one count a chip')
    run.expect(run.records('total'), 'no total')


def test_one_processor():
    expect_all_pass('power9', '-c', '1')


def test_machine_that_ends_before_its_payload_starts_once_more():
    ends = "echo '[    0.228257880,2] NVRAM: Failed to load'\n"
    run = boot_with_qemu(f'{ends}mkdir "$0.before" 2>/dev/null || exec "$REAL" "$@"\n')
    expect_clean(run)
    run.expect('started once more' in run.errors and 'boxes answer' in run.console,
               'it did not start once more, or not say so')
    run = boot_with_qemu(ends)
    run.expect_status(TIMEOUT)
    run.expect('started once more' in run.errors and 'switched itself off without a verdict' in run.errors,
               'what came instead is not said')


def test_counts_are_the_silicons():
    """Rates that the scenario sets come out, scaled, of chip and core, whatever the machine's speed."""
    with tempfile.NamedTemporaryFile('w', suffix='.txt') as file:
        file.write('rate.mcs01.PM_MCS01_64B_RD_DISP_PORT01 = 3000000\n'
                   'rate.core.CPM_INST = 2000000\nrate.core.CPM_CCYC = 1000000\n')
        file.flush()
        run = boot('power9', f'-F json stat -e {NEST},core_imc/CPM_INST/,core_imc/CPM_CCYC/ -t 400', '-r', file.name)
    expect_clean(run)
    counts = {(count['box'], count['event']): count for count in run.records('count')}
    run.expect(len(counts) == 5, f'{len(counts)} counts')
    for (box, event), count in counts.items():
        scale = SCALE_NEST if box == 'mcs01' else SCALE_CORE
        rate = {NEST: 3e6, 'core_imc/CPM_INST/': 2e6, 'core_imc/CPM_CCYC/': 1e6}[event]
        ratio = count['value'] / scale / (rate * count['time_ns'] / 1e9)
        run.expect(0.8 < ratio < 1.2, f'{box} counts {ratio} times what it should')
        run.expect(count['value'] % scale == 0, f'{box} is not scaled by {scale}')
    run.expect({count.get('cpu') for count in counts.values()} == {None, 0, 1}, 'cores are not told apart')


ALL_SPELLINGS = f'{NEST},nest_mcs01_imc/PM_MCS01_64B_RD_DISP_PORT01/,mcs01:0xc8'


def test_a_session():
    """All in one boot: each command finds the machine as if it were the first."""
    run = boot('power9', f'-F json info; stat -e core_imc/CPM_CCYC/ -C 1 -t 90 -I 30 -w spin; stat -e thread_imc/CPM_CS_INST_USER/,core_imc/CPM_INST/ -t 50; '
                         f'stat -e {ALL_SPELLINGS} -t 10; record -e trace_imc/trace_cycles/ -n {SAMPLES} -C 1; program -e thread_imc/CPM_CS_INST_USER/')
    expect_clean(run)
    expect_inventory(run)
    counts = [count for count in run.records('count') if 'value' in count]
    expect_intervals(run, [count for count in counts if count['event'] == 'core_imc/CPM_CCYC/'])
    counted = {count['box'] for count in counts if count['event'] in ('thread_imc/CPM_CS_INST_USER/', 'core_imc/CPM_INST/') and count['value']}
    run.expect(counted == {'thread0', 'thread4', 'core0', 'core1'}, f'counted were {counted}')
    spelt = [count['value'] for count in counts if count['event'] == NEST]
    run.expect(len(spelt) == 3 and len(set(spelt)) == 1, f'spellings differ: one counter, values {spelt}')
    expect_samples(run)
    expect_calls(run)


def expect_inventory(run):
    boxes = {box['box']: box for box in run.records('box')}
    run.expect({'mcs01', 'mcs23', 'powerbus0', 'core0', 'core1', 'thread0', 'thread4', 'trace0', 'trace4'} <= set(boxes),
               f'boxes are {sorted(boxes)}')
    run.expect(all(box['state'] == 'found' for box in boxes.values()), 'not every box was found')
    facts = {fact['name']: fact['value'] for fact in run.records('fact')}
    run.expect('POWER9 Nimbus DD2.' in facts['version'] and '(13 nest, 1 core, 1 thread, 1 trace)' in facts['IMC catalog'],
               f'facts are {facts}')
    run.expect(facts['image'].startswith('0x20000000'), 'the image is not where skiboot put it')


def expect_intervals(run, counts):
    """Of one core."""
    run.expect([count['interval'] for count in counts] == [0, 1, 2], 'intervals are missing')
    run.expect(all(count['box'] == 'core1' and count['value'] > 0 for count in counts), 'another core was counted')


def expect_samples(run):
    samples = run.records('sample')
    run.expect(len(samples) == SAMPLES, f'{len(samples)} samples')
    run.expect(all(a['tsc'] < b['tsc'] for a, b in zip(samples, samples[1:])), 'time went back')
    run.expect(all(s['pmi'] == 'none' and s['cpu'] == 1 for s in samples), 'a sample came by an interrupt')
    run.expect(all('+0x' in s['symbol'] for s in samples), 'an address has no symbol')
    notes = ' '.join(note['message'] for note in run.records('note'))
    run.expect('without an interrupt' in notes, 'nobody looked for interrupts')
    run.expect(run.statistics()['records'] >= SAMPLES, 'the silicon posted fewer')


def expect_calls(run):
    """Of the dry run."""
    programs = {}
    for operation in run.records('operation'):
        programs.setdefault(operation['program'], []).append(operation)
    run.expect([o['space'] for o in programs['start']] == ['spr', 'spr'] * 2 + ['opal'] * 2, 'LDBAR does not come before START')
    run.expect(programs['disarm'][-1]['space'] == 'spr', 'LDBAR is not cleared last')


def test_what_cannot_be_counted_is_refused():
    commands = {'stat -e mcs01:0x40000': 'not the offset of a counter', 'stat -e nest_mcs01/PM_MCS01_64B_RD_DISP_PORT02/': 'did you mean',
                'stat -e core_imc/CPM_CCYC/ -C 9': 'no cpu 9', 'record -e core_imc/CPM_CCYC/': 'raise no interrupt'}
    run = boot('power9', '; '.join(commands))
    run.expect_status(ERROR)
    run.expect_text(*commands.values())


# ---- what is broken ------------------------------------------------------------------------------

# Faults that are played together; the checks that fail because of them ('*' stands for anything), and what
# their evidence says.
NESTS = '*.counts'
FAULTS = {
    'single counters': (
        ('core0.0x98.dead', 'thread0.dead', 'catalog.badoffset', 'nest.0x8.stuck1=20', 'core1.0x820.stuck0=4',
         'trace.late=1'),
        {'core0.clock-rate', 'core1.bits', 'thread0.counts', 'mcs01.nest.bits', 'machine.catalog',
         'trace0.samples', 'trace4.samples'},
        ('CPM_CCYC', 'no counter moves, though those of others do', 'outside their region', 'powerbus0+0x8',
         'bit 20 is always 1', 'bit 4 is always 0', 'in place 1 of the ring')),
    'posting and tracing': (
        ('nest.torn', 'trace.torn', 'catalog.duplicate'),
        {'mcs01.nest.groups', 'trace0.samples', 'trace4.samples', 'machine.catalog'},
        ('update counts', 'time stamps differ', 'occur twice')),
    'silence': (
        ('nest.status=0', 'core0.dead', 'trace.dead', 'catalog.badscale'),
        {'machine.boxes-answer', '*.present', 'core0.present', 'trace0.samples', 'trace0.quiet', 'trace4.samples',
         'trace4.quiet', 'machine.catalog'},
        ('no microcode', 'nothing is posted', 'no sample', 'are not numbers')),
    'refusals': (
        ('nest.start.error=6', 'core1.init.error=6', 'catalog.noevents'),
        {'mcs23.nest.commands', 'mcs23.nest.groups', NESTS, 'machine.boxes-answer', 'core1.present', 'thread4.present',
         'machine.catalog'},
        ('IMC START nest', 'OPAL_HARDWARE (-6)', 'OPAL refuses IMC INIT core', 'mcs01@c8')),
    'deafness': (
        ('nest.stop.ignored', 'core0.stop.ignored', 'trace4.wrap'),
        {'mcs01.nest.commands', 'machine.left-off', 'core0.counts', 'trace4.interval'},
        ('does not pause', 'the counter moves', 'is not paused')),
    'microcode that is elsewhere': (
        ('nest.skips=250',), {'mcs01.nest.groups'}, ('nothing was posted for 200 ms',), '*.nest.*'),
    # If it does so just after it was told to stop, that looks as if it did not.
    'microcode that begins again': (
        ('nest.restarts=250',), {'mcs01.nest.*'}, ('began again by itself|does not pause',), '*.nest.*'),
    'a stuck command': (
        ('nest.command.stuck', 'core0.start.ignored', 'trace.disorder'),
        {'mcs01.nest.commands', 'machine.boxes-answer', 'core0.present', 'thread0.counts', 'trace0.samples', 'trace4.samples'},
        ('keeps its command', 'nothing is posted', 'time goes back')),
}


def test_faults_of_single_counters():
    expect_found('power9', FAULTS['single counters'])


def test_faults_of_posting_and_tracing():
    expect_found('power9', FAULTS['posting and tracing'])


def test_silence():
    expect_found('power9', FAULTS['silence'])


def test_refusals():
    expect_found('power9', FAULTS['refusals'])


def test_deafness():
    expect_found('power9', FAULTS['deafness'])


def test_microcode_that_is_elsewhere():
    expect_found('power9', FAULTS['microcode that is elsewhere'])


def test_microcode_that_begins_again():
    expect_found('power9', FAULTS['microcode that begins again'])


def test_a_stuck_command():
    expect_found('power9', FAULTS['a stuck command'])


def test_a_fault_ends_a_measurement_with_its_name():
    run = boot('power9', f'stat -e {NEST} -t 10; record -e trace_imc/trace_cycles/ -n 100', '-f', 'nest.start.error=6', '-f', 'trace.torn')
    run.expect_status(FAIL)
    run.expect_text('arm: IMC START nest', 'OPAL_HARDWARE (-6)', 'records are torn')


# ---- stock QEMU ----------------------------------------------------------------------------------

def boxes_of_qemu(facts):
    """Those that skiboot exports there: traces only of the DD2.2 that QEMU 10 and newer have."""
    traces = {'trace0', 'trace4'} if 'DD2.2' in facts['version'] else set()
    return {'core0', 'core1', 'thread0', 'thread4'} | traces


def test_bare_is_truthful():
    run = boot('bare-power9', '-F json info; list; test; stat -e core_imc/CPM_CCYC/ -t 10; record -n 1')
    run.expect_status(ERROR if 'no event' in run.console else FAIL)
    states = {box['box']: box['state'] for box in run.records('box')}
    facts = {fact['name']: fact['value'] for fact in run.records('fact')}
    run.expect(states.keys() == boxes_of_qemu(facts), f'boxes are {states}')
    silent = 'no-write-back'
    run.expect(states['core0'] == states['core1'] == silent and set(states.values()) <= {silent, 'absent'}, f'boxes are {states}')
    run.expect("microcode is not running" in facts['no nest'], f'facts are {facts}')
    run.expect('trace0' in states or 'DD2.2' in facts['no trace'], f'facts are {facts}')
    run.expect(len(run.records('event')) > 20, 'the events of core and thread are not listed')
    run.expect(not run.records('count') and not run.records('sample'), 'something was counted')
    passed = {check['id'] for check in run.records('check') if check['result'] == 'pass'}
    run.expect(passed == {f'power9.machine.{name}' for name in ('catalog', 'calls-refused', 'threads-set')}, f'passed: {passed}')


# ---- ways in and out -----------------------------------------------------------------------------

# Which of QEMU's processors skiboot starts its payload on is a race: an attempt that meant another one and
# hit the payload's own is made again, with the other one.
ATTEMPTS = 24


def expect_report(run):
    run.expect_status(CRASH)
    run.expect_text('crash: program at 0x', 'crash_by_invalid_opcode+0x', 'crash: calls, innermost first',
                    'crash: register accesses, latest first', 'crash: end of report')
    msr = re.search(r'msr +(?:0x)?([0-9a-f]+)', run.console)
    run.expect(msr and int(msr.group(1), 16) & 0x1000, f'MSR[ME] is off: {msr and msr.group(0)}')


def test_what_firmware_and_a_dead_kernel_leave():
    """A core that firmware calls bad, processors that come out of turn, engines that were never stopped: nothing is blamed."""
    with tempfile.NamedTemporaryFile('w', suffix='.txt') as file:
        file.write('start.late = 1\ncore.bad = 1\nengines.left = 0x3000000\n')
        file.flush()
        run = boot('power9', '-F json info -v; test', '-c', '3', '-r', file.name)
    expect_clean(run)
    boxes = {box['box']: box['state'] for box in run.records('box')}
    run.expect({boxes[f'{kind}'] for kind in ('core3', 'thread12', 'trace12')} == {'hidden'}, f'boxes are {boxes}')
    run.expect({boxes[f'thread{pir}'] for pir in (0, 4, 8)} == {'found'}, f'boxes are {boxes}')
    untested = {check['id'] for check in run.records('check') if check['result'] == 'untested'}
    run.expect({'power9.core3.counts', 'power9.thread12.bits', 'power9.trace12.samples'} <= untested,
               f'untested are {untested}')
    facts = {fact['name']: fact['value'] for fact in run.records('fact')}
    run.expect(facts['threads set'].startswith('3 of 3'), f'facts are {facts}')
    for cpu, pir in enumerate((0, 4, 8)):
        state = dict(word.split() for word in facts[f'state of cpu {cpu}'].split(', '))
        run.expect(int(state['PIR'], 16) == pir and int(state['MSR'], 16) & 0x1001 == 0x1001 and
                   int(state['HID0'], 16) >> 59 & 1 == 1 and int(state['LPCR'], 16) & 9 == 0, f'cpu {cpu}: {state}')


def test_a_machine_check_is_reported():
    """A load that has no answer: an outcome if the load itself is named, a report if it shows later."""
    for name, status, words in (('silent', FAIL, ('memory 0x2f00000: fault', 'POWER9 Nimbus')),
                                ('late', CRASH, ('crash: machine check at', 'cpu_try_load', 'memory 0x2f00000',
                                                 'crash: end of report'))):
        with tempfile.NamedTemporaryFile('w', suffix='.txt') as file:
            file.write(f'load.{name} = 0x2f00000\n')
            file.flush()
            run = boot('power9', 'peek memory 0x2f00008; peek memory 0x2f00000; info', '-r', file.name)
        run.expect_status(status)
        run.expect_text('memory 0x2f00008  0x0', *words)


def test_crash_report():
    expect_report(boot('power9', 'info; on-crash = reset; crash ud'))
    for attempt in range(ATTEMPTS):
        run = boot('power9', f'info; crash ud {1 - attempt % 2}')
        expect_report(run)
        if 'start_secondary' in run.console:
            return
    run.expect(False, 'the calls of the second processor are not followed to its start')


WAIT = bytes.fromhex('3c00007c')


def address_of(code):
    """Where the payload has these bytes, which it has once."""
    with open('build/uncork-ppc64.elf', 'rb') as file:
        image = file.read()
    at, segments = image.index(code), struct.unpack_from('<Q', image, 32)[0]
    require(image.count(code) == 1, 'there are several')
    for number in range(struct.unpack_from('<H', image, 56)[0]):
        offset, start, _, length = struct.unpack_from('<4Q', image, segments + 56 * number + 8)
        if offset <= at < offset + length:
            return start + at - offset
    raise Failure('they are not loaded')


def test_nothing_is_said_behind_the_report_of_another():
    """`wait` becomes an instruction that no processor knows: one that has no work crashes on it. The first one goes on, and says nothing any more,
    a verdict least of all."""
    run = boot('bare-power9', f'poke memory {address_of(WAIT):#x} 0 -w 32' + '; help' * 5, '-c', '2')
    run.expect_status(CRASH)
    run.expect_text('start_secondary', 'crash: end of report')
    behind = run.console[run.console.index('crash: '):]
    run.expect('bare-metal' not in behind and 'error' not in behind and 'pass' not in behind, 'the first one went on')


def test_a_lost_processor_is_left_out():
    for attempt in range(ATTEMPTS):
        lost = 1 - attempt % 2
        run = boot('power9', f'crash hang {lost}; stat -e core_imc/CPM_CCYC/ -C {1 - lost} -t 10')
        if 'hang needs a CPU other than' not in run.console:
            break
    run.expect_status(FAIL)
    run.expect_text(f'cpu {lost} goes on: timeout', 'core_imc/CPM_CCYC/')


def test_prompt_completes_and_stops():
    """Tab, and Ctrl-C while counters run and samples come."""
    talk = Conversation('power9')
    try:
        talk.wait_for('uncork> ')
        for command, sign in (('stat -e core_i\tcpm_cc\t -t 50000 -I 100\r', 'core_imc/CPM_CCYC/'),
                              ('record -e trace_i\ttrace_c\t -n 1000000 -t 100000\r', 'sample 3')):
            talk.type(command)
            talk.wait_for(sign)
            talk.type('\x03')
            talk.wait_for('interrupted')
            talk.wait_for('uncork> ')
        talk.type('exit\r')
    finally:
        run = talk.end()
    run.expect_status(ERROR)
    run.expect('violation:' not in run.errors, 'the silicon logged a violation')


def test_moves_away_from_its_vectors():
    """Linux' kexec may load a payload at address 0, and does not say where OPAL is."""
    run = boot('bare-power9', '-F json expect no-boxes; info', '--firmware', 'build/opal-kexec.elf', '--qemu=-initrd build/uncork-ppc64.elf')
    run.expect_status(PASS)
    facts = {fact['name']: fact['value'] for fact in run.records('fact')}
    run.expect(int(facts['image'].split()[0], 16) >= 0x10000, f'the image is at {facts["image"]}')
    run.expect({box['box'] for box in run.records('box')} == boxes_of_qemu(facts), 'the machine was not found')


def test_boots_from_flash():
    """skiboot loads what stands in the partition BOOTKERNEL, and there is nobody to give arguments."""
    with open('build/uncork-ppc64.elf', 'rb') as file, tempfile.NamedTemporaryFile(suffix='.pnor') as pnor:
        pnor.write(flash.image({'BOOTKERNEL': file.read()}))
        pnor.flush()
        talk = Conversation(command=[
            'qemu-system-ppc64', '-machine', 'powernv9', '-m', '1G', '-smp', '1', '-nodefaults', '-display', 'none',
            '-monitor', 'none', '-serial', 'stdio', '-no-reboot', '-device', 'ipmi-bmc-sim,id=bmc0',
            '-device', 'isa-ipmi-bt,bmc=bmc0,irq=10', '-drive', f'if=mtd,format=raw,file={pnor.name},readonly=on'])
        # Keys that come before are skiboot's, of which some versions take one.
        talk.wait_for('the flash has no catalog')
        talk.wait_for('uncork> ')
        talk.type('version\rexit\r')
        run = talk.end()
    run.expect_text(f'uncork {version()} ppc64le OPAL', 'pass: 0 passed, 0 failed, 0 skipped')


# ---- real catalogs -------------------------------------------------------------------------------

def test_real_catalogs_row_by_row():
    lists, catalogs = glob.glob(EVENTS), sorted(glob.glob(CATALOGS))
    if not lists or not catalogs:
        raise Skip(f'neither {CATALOGS} nor {EVENTS} is there: they are not part of this tree')
    for catalog in catalogs:
        expected = real_events(lists[0], os.path.basename(catalog).removesuffix('.dtb'))
        run = boot('power9', '-F json list', '--catalog', catalog)
        run.expect_status(PASS)
        found = {(e['box'], e['event']): (e['offset'], e['scale'], e['posted_at']) for e in run.records('event')}
        run.expect(len(found) > 600, f'{len(found)} events')
        differ = [f'{key}: {found.get(key)}, expected {expected.get(key)}'
                  for key in sorted(found.keys() | expected.keys()) if found.get(key) != expected.get(key)]
        run.expect(not differ, '\n'.join(differ[:20]))


def test_real_catalog_on_virtual_silicon():
    catalogs = sorted(glob.glob(CATALOGS))
    if not catalogs:
        raise Skip(f'{CATALOGS} is not there: it is not part of this tree')
    run = boot('power9', '-F ktap test', '--catalog', catalogs[-1])
    run.expect_status(PASS)
    doubtful = {name.split('.')[1] for name, (result, said) in run.checks().items() if result == 'skip'}
    run.expect(doubtful == {'machine', 'nx', *(f'nvlink{i}' for i in range(6)), *(f'centaur{i}' for i in range(8))},
               f'skipped are {sorted(doubtful)}')
