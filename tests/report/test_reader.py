# SPDX-License-Identifier: BSD-2-Clause
"""Recorded runs as they are read: in each form, whole and damaged. What is not whole is never a pass."""

import random

from runs import EVERYTHING, FAULTS, Unreadable, check, count, end, lines_of, read, read_all, record, start, tested
from suite.result import require

MUTATIONS = 400


def unreadable(content):
    """What a file without a run is called."""
    try:
        read_all(content)
    except Unreadable as reason:
        return str(reason)
    return ''


def outline(run):
    """What a run says in any form."""
    checks = [(item.id, item.result, item.message, item.evidence and (item.evidence.register, item.evidence.address,
               int(item.evidence.got, 16), item.evidence.bits, item.evidence.fact), item.because) for item in run.checks]
    boxes = [(box.socket, box.name, box.state, box.counters) for box in run.boxes]
    counts = [(series.kind, series.socket, series.box, series.name, series.unit, [point.value for point in series.points])
              for item in run.measurements for series in item.series.values()]
    samples = [(item.seq, item.cpu, item.ticks, item.ip, item.pmi, item.freeze, item.overflow, item.values)
               for item in run.samples]
    return {'verdict': (run.verdict, run.planned, run.end), 'checks': checks, 'boxes': boxes, 'counts': counts,
            'samples': samples, 'skews': run.skews, 'machine': (run.machine, run.title, run.silicon, run.tick_hz)}


def test_forms_say_the_same():
    for faults, sockets in ((), 1), (FAULTS, 2):
        runs = {form: read(record(EVERYTHING, form, faults, sockets)) for form in ('json', 'ktap')}
        runs['text'] = read(record(EVERYTHING.replace('test', 'test -v'), 'text', faults, sockets))
        for form, run in runs.items():
            require(not run.damage, f'{form}: {run.damage}')
        wanted = outline(runs['json'])
        require(wanted['checks'] and wanted['boxes'] and wanted['counts'] and len(wanted['samples']) == 20, 'parts are missing')
        require(runs['json'].verdict.word == ('fail' if faults else 'pass'), runs['json'].reason)
        for form, run in runs.items():
            for part, value in outline(run).items():
                require(value == wanted[part], f'{part} of {form}:\n{str(value)[:800]}\ninstead of\n{str(wanted[part])[:800]}')


def test_what_blurs_a_window_is_a_remark():
    said = (b'smis: cpu 4 took 3 system management interrupts meanwhile, until 20 ms: counters count what they execute\n'
            b'timing: socket 1 counted for 12.922 ms until 20 ms, give or take 12400000 ns that starting and stopping took\n')
    same = (b'{"record":"smis","cpu":4,"smis":3,"interval":1,"at_ns":20000000}\n'
            b'{"record":"timing","socket":1,"time_ns":12922111,"within_ns":12400000,"interval":1,"at_ns":20000000}\n')
    text, json = record(EVERYTHING, 'text', (), 1), record(EVERYTHING, 'json', (), 1)
    for form, line in ((text, said), (json, same)):
        lines = form.splitlines(keepends=True)
        run = read(b''.join([*lines[:-1], line, lines[-1]]))
        for told in 'cpu 4 took 3 system management', 'socket 1 counted for 12922 us, give or take 12400000 ns':
            require(any(told in remark.text for remark in run.remarks), f'"{told}" is not told: {run.remarks}')


def test_text_counts_what_it_does_not_list():
    """The verdict, the failures with their evidence and the numbers of a box are those of JSON; a line less is no pass."""
    for faults, sockets in ((), 1), (FAULTS, 2), (('cbox2.gp',), 2):
        whole, text = (record(EVERYTHING, form, faults, sockets) for form in ('json', 'text'))
        wanted, run = read(whole), read(text)
        require(not run.damage and (run.verdict, run.planned, run.end) == (wanted.verdict, wanted.planned, wanted.end), str(run.damage))
        listed = [[(check.id, check.message, check.because, check.advice, check.place) for check in checks]
                  for checks in (run.checks, wanted.failures)]
        require(run.tallies and listed[0] == listed[1], f'{len(run.checks)} listed, {len(wanted.failures)} failed')
        for tally in run.tallies:
            of_box = [check.result for check in wanted.checks if (check.socket, check.box) == (tally.socket, tally.box)]
            require((tally.passed, tally.skipped) == (of_box.count('pass'), of_box.count('skip')), f'{tally} of {len(of_box)}')
        lines = text.splitlines(keepends=True)
        counted = [number for number, line in enumerate(lines) if b' passed' in line or b'  each box as on socket ' in line]
        require(1 < len(counted) <= len(run.tallies) + 1, f'{len(counted)} lines count')
        for number in counted:
            require(read(b''.join(lines[:number] + lines[number + 1:])).verdict.word not in ('pass', 'fail'), str(lines[number]))


def test_forms_of_other_machines():
    """Boxes in PCI functions, boxes of processors, proxies."""
    for machine in ('xeon-e5-2600', 'knights-landing', 'xeon-e7'):
        runs = {form: read(record('info; stat -t 100 -I 20; record -n 5', form, machine=machine)) for form in ('json', 'ktap', 'text')}
        wanted = outline(runs['json'])
        require(wanted['boxes'] and wanted['counts'] and len(wanted['samples']) == 5, f'{machine}: parts are missing')
        for form, run in runs.items():
            different = [part for part, value in outline(run).items() if value != wanted[part]]
            require(not different and not run.damage, f'{machine}: {form} has other {different} {run.damage}')


def test_whole_lines_are_missing():
    """A log that is cut after any of its lines is no pass, and none with a check, a plan or an end left out or doubled."""
    for faults in (), FAULTS:
        lines = record('test cbox3.*', 'json', faults).splitlines(keepends=True)
        for number, line in enumerate(lines):
            if not any(word in line for word in (b'"check","id"', b'"end"', b'"plan"')):
                continue
            changed = [lines[:number + 1], lines[:number] + lines[number + 1:], lines[:number + 1] + lines[number:]]
            for kept in changed[b'"end"' in line:2 if b'"end"' in line else 3]:
                runs = read_all(b''.join(kept))
                require(runs[0].verdict.word != 'pass' and runs[0].damage,
                        f'{runs[0].verdict.word} with {len(kept)} of {len(lines)} lines, at {line!r}')


def test_cut_anywhere():
    content = record('test cbox3.*', 'json')
    for length in range(1, len(content) - 1, 97):
        run_or_none = [] if unreadable(content[:length]) else read_all(content[:length])
        require(all(run.verdict.word == 'incomplete' and run.damage for run in run_or_none), f'a pass of {length} bytes')


def mutate(content, chance):
    """The bytes with some of what bad lines and bad disks do to them."""
    content = bytearray(content)
    for _ in range(chance.randint(1, 4)):
        if not content:
            break
        at, length = chance.randrange(len(content)), chance.randint(1, 200)
        kind = chance.randrange(5)
        if kind == 0:
            content[at] ^= 1 << chance.randrange(8)
        elif kind == 1:
            del content[at:at + length]
        elif kind == 2:
            content[at:at] = content[at:at + length]
        elif kind == 3:
            content[at:at + length] = bytes(chance.randrange(256) for _ in range(length))
        else:
            del content[max(at, 1):]
    return bytes(content)


def test_damage_is_no_pass():
    """Whatever happens to the record of a failed run, it does not become a pass; nor do numbers that do not add up."""
    chance = random.Random(1)
    for faults in (), FAULTS:
        for form, command in (('json', 'test'), ('ktap', 'test'), ('text', 'test'), ('text', 'test -v')):
            content = record(f'{command} cbox3.*', form, faults)
            for _ in range(MUTATIONS):
                broken = mutate(content, chance)
                try:
                    runs = read_all(broken)
                except Unreadable:
                    continue
                passed = [run for run in runs if run.verdict.word == 'pass']
                for run in passed:
                    sound = run.end and run.end.passed == run.count('pass') and not run.failures and not run.damage
                    require(sound and run.reported >= run.planned, f'{form}: a pass of {run.end}, {run.reported} checks')
                require(not (faults and any(run.reported for run in passed)), f'{form}: a failed run became a pass')


def test_numbers_have_to_add_up():
    good = tested(check('a.one'), check('a.two'))
    require(read(lines_of(*good, end(passed=2))).verdict.word == 'pass', 'a good run')
    for wrong in (end(passed=3), end(passed=1, skipped=1), end(passed=2, failed=1), end('fail', passed=2)):
        run = read(lines_of(*good, wrong))
        require(run.verdict.word != 'pass', f'pass of {wrong}')
    unrun = {'record': 'error', 'result': 'fail', 'message': '1 of 2 planned checks did not run'}
    run = read(lines_of(*good[:3], unrun, end('fail', passed=1, failed=1)))
    require(run.verdict.word == 'fail' and not run.damage, 'a planned check that did not run is counted by the end record')
    run = read(lines_of(*good[:3], end('fail', passed=1, failed=1)))
    require(run.verdict.word == 'incomplete', 'the record of a failure is lost')
    run = read(lines_of(*good[:3], check('a.two', 'fail'), end(passed=2)))
    require(run.verdict.word == 'incomplete' and run.damage, 'an end that denies a failure')


def test_untested_checks():
    """The fourth verdict is read in every form, counted apart, and no reason not to pass; nor to pass for what was not counted."""
    for form in ('json', 'ktap', 'text'):
        run = read(record('test -v *.identity', form, ('qpi1.hidden',), machine='xeon-e5-2600'))
        require(run.verdict.word == 'pass' and run.end.untested == len(run.untested) == 1, f'{form}: {run.end}, {run.damage}')
        require(run.untested[0].id.endswith('qpi1.identity') and run.untested[0].message.startswith('the board'), f'{form}: {run.untested}')
        require('1 check could not be tested' in run.reason, run.reason)
    counted = read(record('test *.identity', 'text', ('qpi1.hidden',), machine='xeon-e5-2600'))
    require(not counted.damage and counted.count('untested') == 1 and '1 check could not be tested' in counted.reason, counted.reason)
    good = tested(check('a.one'), check('a.two', 'untested'))
    for wrong in (end(passed=1), end(passed=2), end(passed=1, skipped=1), end(passed=1, untested=2)):
        require(read(lines_of(*good, wrong)).verdict.word == 'incomplete', f'pass of {wrong}')


def test_malformed_records():
    for line in ('{"record":"check","id":7,"result":"pass","message":""}', '{"record":"check","id":"m.a","result":"maybe"}',
                 '{"record":"count","socket":0,"box":"b","event":"e","value":-1,"unit":"u","time_ns":1}',
                 '{"record":"count","socket":0,"box":"b","event":"e","value":NaN,"unit":"u","time_ns":1}',
                 '{"record":"sample","seq":1,"cpu":0,"tsc":1,"ip":"0x1","pmi":"native","overflow":7,"values":{}}',
                 '{"record":"count"', '{"record":["count"]}', '{"record":"metric","socket":0,"metric":"m","value":1e999,"unit":"u"}',
                 '{"record":' + '[' * 100000, '{"record":"box","box":"b","state":"found","socket":' + '9' * 5000 + '}'):
        run = read(lines_of(*tested(check('a.one'))) + line.encode() + b'\n' + lines_of(end(passed=1)))
        require(run.verdict.word == 'incomplete' and run.damage, f'{line[:80]} went unnoticed')


def test_other_lines_are_passed_over():
    noise = b'\x1b[2J\x1b[01;01HBdsDxe: loading Boot0001\r\nShell> uncork.efi -F json test\r\n# not a record\n{"other":1}\n'
    run = read(noise + lines_of(*tested(check('a.one'))) + noise + lines_of(end(passed=1)) + noise)
    require(run.verdict.word == 'pass' and not run.damage, f'{run.verdict} {run.damage}')


def test_a_port_that_stalled():
    """No sum covers counts that went missing; the console says itself that something did."""
    whole = lines_of(*tested(check('a.one')), end(passed=1)).splitlines(keepends=True)
    run = read(b''.join([*whole[:-1], b'uncork: 123 characters lost here, the port took none\n', whole[-1]]))
    require(run.verdict.word == 'incomplete' and '123 characters' in run.damage[0], f'{run.verdict} {run.damage}')


def test_encodings():
    content = record('test cbox3.*', 'text').decode()
    for encoded in (content.encode('utf-16'), content.encode('utf-8-sig'), content.replace('\n', '\r\n').encode()):
        run = read(encoded)
        require(run.verdict.word == 'pass' and run.reported == run.planned > 50, f'{run.verdict}, {run.reported} checks')


def test_several_runs_in_a_file():
    good, bad = lines_of(*tested(check('a.one')), end(passed=1)), lines_of(*tested(check('a.one', 'fail')), end('fail', failed=1))
    runs = read_all(good + bad + lines_of(*tested(check('a.one'))))
    require([run.verdict.word for run in runs] == ['pass', 'fail', 'incomplete'], str([run.verdict for run in runs]))
    require([run.label for run in runs] == ['run (1)', 'run (2)', 'run (3)'], 'labels')


def test_a_machine_that_starts_again():
    runs = read_all(lines_of(*tested(check('a.one')), *tested(check('a.one')), end(passed=1)))
    require([run.verdict.word for run in runs] == ['incomplete', 'pass'], 'the first run has no end')
    require('starts again' in runs[0].damage[0], runs[0].damage)
    text = b'uncork 0.1 x86_64 UEFI\n'
    runs = read_all(text + b'1 checks\nPASS m.a.one: said\n' + text + b'1 checks\nPASS m.a.one: said\npass: 1 passed, 0 failed, 0 skipped\n')
    require([run.verdict.word for run in runs] == ['incomplete', 'pass'], 'the same as text')


def test_crash_violation_error():
    report = b'crash: #GP general protection at 0x1e6cc461 run+0x0\n  rax 0000000000000000\ncrash: end of report\n'
    run = read(lines_of(*tested(check('a.one'))) + report)
    require(run.verdict.word == 'crash' and not run.damage and len(run.crash) == 2, f'{run.verdict} {run.damage}')
    run = read(lines_of(*tested(check('a.one'))) + report + b'crash: left lvtpc of cpu 1: timeout, found 0x10000\n')
    require(not run.damage and run.crash[-1].startswith('crash: left lvtpc'), f'what follows the report: {run.damage} {run.crash}')
    run = read(lines_of(*tested(check('a.one'))) + report[:60])
    require(run.verdict.word == 'crash' and run.damage, 'a report that is cut')
    run = read(lines_of(*tested(check('a.one')), end(passed=1)) + b'tools/boot: violation: wrmsr 0xc00\n')
    require(run.verdict.word == 'violation', f'{run.verdict}')
    run = read(lines_of(*tested(check('a.one')), {'record': 'error', 'result': 'error', 'message': 'no'}, end(passed=1)))
    require(run.verdict.word == 'error', f'{run.verdict}')


def test_a_crash_that_is_cut_hides_no_run():
    """The machine was reset in the middle of its report, and ran again."""
    report = b'crash: #GP general protection at 0x1e6cc461 run+0x0\n  rax 0000000000000000\n'
    for form in ('json', 'ktap', 'text'):
        again = record('test cbox3.ctr0.*', form)
        runs = read_all(record('info', form).rsplit(b'\n', 2)[0] + b'\n' + report + again)
        require([run.verdict.word for run in runs] == ['crash', 'pass'], f'{form}: {[run.verdict.word for run in runs]}')
        require('starts again' in runs[0].damage[0], f'{form}: {runs[0].damage}')


def test_lost_lines_are_named():
    for line in (lines_of({'record': 'lost', 'first': 3, 'last': 5}), b'# lost first=3 last=5\n', b'[lost: lines 3 to 5]\n'):
        run = read(lines_of(*tested(check('a.one'))) + line + lines_of(end(passed=1)))
        require(run.verdict.word == 'incomplete' and '3 to 5' in run.damage[0], f'{run.verdict} {run.damage}')


def test_no_run_at_all():
    require('empty' in unreadable(b''), 'an empty file')
    require('no first line' in unreadable(b'%PDF-1.4\nstream\n'), 'another kind of file')
    require('framed' in unreadable(b'~ec9dc0ad 1.0 uncork 0.1\n~d24ca971 2.0 {"record":"end"}\n'), 'a framed console')


def test_listings_are_no_checks():
    run = read(record('test -l cbox3.*'))
    require(not run.checks and run.others['check'] > 50, 'a list of checks is taken for results')


def test_measurements_are_told_apart():
    second = 10 ** 9
    first = [count('cbox0', 10 * step, at_ns=step * second) for step in (1, 2, 3)]
    run = read(lines_of(start(), *first, *first, count('cbox0', 7), count('cbox1', 8), count('cbox0', 9), end()))
    found = [[len(series.points) for series in item.series.values()] for item in run.measurements]
    require(found == [[3], [3], [1, 1], [1]], str(found))


def test_places_in_pci_functions():
    """A function that is another one, in each form; its address as people write it."""
    for form in ('json', 'ktap', 'text'):
        run = read(record('info; test imc1.*', form, ('imc1.id=0x3cb0',), machine='xeon-e5-2600'))
        require(not run.damage and [box.name for box in run.boxes if box.state == 'wrong-device'] == ['imc1'], f'{form}: {run.damage}')
        places = {item.evidence.where for item in run.checks if item.result == 'fail' and item.evidence}
        require(places == {'pci 0000:ff:10.1+0x0'}, f'{form}: {places}')
