# SPDX-License-Identifier: BSD-2-Clause
"""Logs as boards, recorders and other people's programs leave them: what stands before, behind and between the lines of a run
never makes its verdict better, and what a recorder adds to each line does not hide it."""

import bz2
import functools
import gzip
import html
import json
import lzma
import os
import random
import re
import shutil
import subprocess
import tempfile

from runs import UNCORK, Unreadable, read_all
from report.lines import StatusFilter, clean_line, overprinted
from suite.result import require

MACHINES = ('xeon-7500', 'xeon-e5-2600', 'skylake-sp', 'sapphire-rapids', 'knights-landing')
STATUS = {0: 'pass', 1: 'fail', 2: 'error'}
RUNS = (((), 'test *.ctr0.*'), (('cbox0.ctr0.stuck1=17',), 'test *.ctr0.*'), ((), 'info; test *.ctr0.w*; stat -e nosuch'),
        ((), 'stat -t 10; test *.ctr0.w*; test *.ctr0.r*'), ((), 'tset'), ((), 'list'))
DAMAGED = 10  # logs, for each that other tests mutate

GRUB = 'Welcome to GRUB!\n\nerror: no suitable video mode found.\nBooting in blind mode\n'
UEFI = 'BdsDxe: loading Boot0001 "UEFI QEMU"\nUEFI Interactive Shell v2.2\nShell> fs0:\nFS0:\\> uncork.efi -F json test\n'
LINUX = ('[    0.000000] Linux version 6.1.0-18-amd64\n[    1.200000] KTAP version 1\n[    1.200001] 1..1\n[    1.300000] not ok 1 bits_test.one.two\n'
         'KTAP version 1\n1..2\nok 1 list_test\nnot ok 2 time_test\n# time_test: pass:0 fail:1 skip:0 total:1\n'
         'crash: saved vmcore\neth0  3 passed\n1 check\nfail: 3 errors\nerror: eth0: link is down\npass: all\n')
IPXE = 'iPXE 1.21.1 -- Open Source Network Boot Firmware\nnet0: 52:54:00:12:34:56 using virtio-net on 0000:00:03.0 (open)\n'
BIOS = 'SeaBIOS (version 1.16.2-debian)\nMachine UUID 1-2-3\nBooting from Hard Disk...\n# ahead of time\n'
SKIBOOT = '[   12.345678,5] OPAL: Starting CPU 0 of 1\n[   12.400000,3] PCI: error: link down\n'
OTHERS = (GRUB, UEFI, LINUX, IPXE, BIOS, SKIBOOT, '\x00\x7f\ufffd\x02 ~ \x1b[2J\x1b[H', '', '1..4\n# note=x\nok 1 a\n')
NOISE = ('eth0  3 passed', 'error: usb 1-1 disconnected', '# note of somebody', '1 check', 'crashed: no', '[  10.1] audit: x')

STAMPS = {
    'conserver': lambda number: f'[Thu Nov 26 10:{number // 60 % 60:02}:{number % 60:02} 2026]',
    'ts': lambda number: f'Nov 26 17:{number // 60 % 60:02}:{number % 60:02} ',
    'seconds': lambda number: f'{1764178034 + number}.{number * 7919 % 1000000:06} ',
    'printk': lambda number: f'[{number * 0.75:12.6f}] ',
    'syslog': lambda number: f'<30>1 2026-11-26T17:{number % 60:02}:09.001Z board-7 console 812 - - ',
    'journal': lambda number: f'Nov 26 09:00:{number % 60:02} lab conserver[{800 + number}]: ',
    'pipeline': lambda number: f'2026-11-26T17:27:{number % 60:02}.{number * 131 % 10000000:07}Z ',
    'tio': lambda number: f'[17:27:{number % 60:02}.123] ',
    'name': lambda number: 'board1  | ',
}


@functools.lru_cache(maxsize=None)
def said(machine, form, faults, commands):
    """(what the host tool prints, its exit status)."""
    options = [word for fault in faults for word in ('--fault', fault)]
    done = subprocess.run([UNCORK, '--machine', machine, '--cpus', '1', *options, '-F', form, commands], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120, check=False)
    require(done.returncode in STATUS, f'{machine} {commands}: status {done.returncode}')
    return done.stdout.decode(), done.returncode


def runs_of(chance):
    faults, commands = chance.choice(RUNS)
    machine = chance.choice(MACHINES if not faults else MACHINES[:2])
    return said(machine, chance.choice(('json', 'ktap', 'text')), faults, commands)


def words_of(text):
    """The verdicts of the runs in a log."""
    try:
        return [run.verdict.word for run in read_all(text if isinstance(text, bytes) else text.encode())]
    except Unreadable:
        return []


def damaged_in(log):
    """What the reader held against a log, to be shown where a test fails."""
    return [run.damage for run in read_all(log.encode())] if words_of(log) else 'no run'


def stamped(text, recorder):
    stamp = STAMPS[recorder]
    return ''.join(stamp(number) + line + '\n' for number, line in enumerate(text.splitlines()))


def as_lava(text, dash='- ', escape=False):
    """LAVA's own log: a mapping a line, of which its dispatcher's has no dash, and a backslash before each quote."""
    def line_of(line):
        quoted = (line.replace('"', '\\"') if escape else line).replace('\\', '\\\\').replace('"', '\\"')
        return f'{dash}{{"dt": "2026-11-26T17:27:14.123456", "lvl": "target", "msg": "{quoted}"}}\n'
    head = dash + '{"dt": "2026-11-26T17:27:13.000001", "lvl": "debug", "msg": "error: start: 1 deploy"}\n'
    return head + ''.join(map(line_of, text.splitlines())) + head


def test_every_run_is_read_as_it_ended():
    """Each form of each kind of run of each machine: the verdict is the exit status."""
    for machine in MACHINES:
        for faults, commands in RUNS:
            if faults and machine not in MACHINES[:2]:
                continue
            for form in ('json', 'ktap', 'text'):
                text, status = said(machine, form, faults, commands)
                require(words_of(text) == [STATUS[status]], f'{machine} {form} {commands}: {words_of(text)} of {status}: {damaged_in(text)}')


def test_whatever_stands_around_a_run():
    for form in ('json', 'ktap', 'text'):
        for faults, commands in RUNS[:4]:
            text, status = said('xeon-7500', form, faults, commands)
            for number, before in enumerate(OTHERS):
                for behind in (before, OTHERS[number - 1]):
                    log = before + text + behind
                    require(words_of(log) == [STATUS[status]], f'{form} {commands}: {words_of(log)} of {status} between {before!r} and {behind!r}')
            require(words_of(text + GRUB + text) == [STATUS[status]] * 2, f'{form}: twice')


def test_other_programs_have_no_run():
    require(words_of(''.join(OTHERS)) == [], 'a run of nobody')


def test_noise_within_a_run():
    for form in ('json', 'ktap', 'text'):
        text, status = said('xeon-7500', form, (), 'test *.ctr0.*')
        lines = text.splitlines(keepends=True)
        for noise in NOISE:
            for at in (1, len(lines) // 2, len(lines) - 1):
                found = words_of(''.join(lines[:at] + [noise + '\n'] + lines[at:]))
                allowed = [[STATUS[status]]] if form == 'json' else [[STATUS[status]], ['incomplete'], ['error']]
                require(found in allowed, f'{form}: {found} with {noise!r}')


def test_a_line_within_a_line():
    """Firmware and kernels that say something in the middle of a line of ours: which line it was is said, and no verdict is better for it."""
    within = ('[    1.235912345,3] SBE: Timer stuck, falling back to OPAL pollers.', '[ 1.2359,3] SBE: Timer stuck', '[   12.345678] usb 1-1: new device')
    for form in ('json', 'ktap', 'text'):
        text, status = said('xeon-7500', form, ('cbox0.ctr0.stuck1=17',), 'test *.ctr0.*; stat -t 10')
        lines = text.splitlines()
        for at, line in enumerate(lines[:-1]):
            if at % 40 and at + 3 < len(lines) or len(line) < 8:
                continue
            other = within[at % 3]
            for place in (2, len(line) // 2):
                log = '\n'.join([*lines[:at], line[:place] + other + '\r\n'[at // 40 % 2:] + line[place:], *lines[at + 1:]]) + '\n'
                runs = read_all(log.encode())
                require(len(runs) == 1 and runs[0].verdict.word in ('incomplete', 'fail'), f'{form}: {words_of(log)} of {status}')
                named = [damage for damage in runs[0].damage if f'line {at + 1} ' in damage or f'line {at + 2} ' in damage]
                require(named or not at or not line[:place].strip(), f'{form}: {line!r} at {place}: {runs[0].damage}')
    text, status = said('xeon-7500', 'ktap', (), 'test *.ctr0.*')
    quoted = 'Nov 26 17:00:01 board kernel: [   12.345678] usb 1-1: new device\n'
    require(words_of(text.replace('KTAP version 1\n', 'KTAP version 1\n' + quoted)) == ['pass'], 'a line of a logger is damage')


def test_stamps():
    for form in ('json', 'ktap', 'text'):
        for faults, commands in RUNS:
            text, status = said('xeon-7500', form, faults, commands)
            for recorder in STAMPS:
                log = stamped(GRUB + text, recorder)
                require(words_of(log) == [STATUS[status]], f'{recorder} {form} {commands}: {words_of(log)} of {status}: {damaged_in(log)}')
            for log in as_lava(text), as_lava(text, dash='', escape=True):
                require(words_of(log) == [STATUS[status]], f'LAVA {form} {commands}: {damaged_in(log)}')


def test_terminals():
    """Statuses, line ends of every kind, escapes, blanks that cover."""
    for form in ('json', 'ktap', 'text'):
        text, status = said('xeon-7500', form, (), 'test *.ctr0.*')
        for changed in (re.sub('(?m)^', '\r\rstep a\r\rcheck some.thing   \b\b\b\r', text), text.replace('\n', '\r\r\n'), text.replace('\n', '   \r\n'),
                        re.sub('(?m)^', '\x1b[0m\r\r  \b\b\b\r', text), text.replace('\n', '\x00\n')):
            require(words_of(changed) == [STATUS[status]], f'{form}: {words_of(changed)} of {changed[:80]!r}: {damaged_in(changed)}')


def damage(text, chance):
    """The log with some of what happens to logs, and whether the run was cut."""
    lines = text.splitlines(keepends=True)
    cut = False
    for kind in chance.sample(range(6), chance.randint(1, 3)):
        if not lines:
            break
        if kind == 0:
            lines[:0] = [chance.choice(OTHERS)]
        elif kind == 1:
            lines.append(chance.choice(OTHERS))
        elif kind == 2:
            lines = stamped(''.join(lines), chance.choice(list(STAMPS))).splitlines(keepends=True)
        elif kind == 3:
            lines, cut = lines[chance.randrange(len(lines)):], True
        elif kind == 4:
            lines, cut = lines[:chance.randrange(len(lines))], True
        else:
            at = chance.randrange(len(lines))
            lines, cut = lines[:at] + lines[at + 1:], True
    return ''.join(lines), cut


def test_damaged_logs(pytestconfig):
    """The verdict is the exit status, or that the log is not whole."""
    chance = random.Random(2)
    for number in range(DAMAGED * pytestconfig.getoption('logs')):
        text, status = runs_of(chance)
        log, cut = damage(text, chance)
        allowed = {STATUS[status]} | ({'incomplete'} if cut else set())
        found = words_of(log)
        require(set(found) <= allowed and (cut or len(found) == 1), f'{number}: {found} of {allowed}; {log[:300]!r}')


def test_prove_comes_to_the_exit_status():
    """A program that knows of TAP alone: of every kind of run, whole and cut."""
    require(shutil.which('prove'), 'prove is missing: perl has it')
    with tempfile.TemporaryDirectory(prefix='uncork-prove-') as directory:
        path = os.path.join(directory, 'run.t')

        def proves(text):
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
            return subprocess.run(['prove', '-e', 'cat', path], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, timeout=60, check=False).returncode == 0

        for faults, commands in RUNS:
            text, status = said('xeon-7500', 'ktap', faults, commands)
            require(proves(text) == (status == 0), f'{commands}: status {status}')
            lines = text.splitlines(keepends=True)
            last = next(number for number, line in enumerate(lines) if re.match(r'(not )?ok \d+ run$|Bail out!', line))
            require(not proves(''.join(lines[:last])), f'{commands}: a pass of what is cut')
            require(len(re.findall(r'(?m)^1\.\.\d+$', text)) == 1, f'{commands}: plans')


def test_lines_are_those_of_the_filter():
    """Line by line or byte by byte, what a console said is the same."""
    chance = random.Random(3)
    for _ in range(2000):
        line = ''.join(chance.choice(['\r', '\r\r', 'a', 'bc ', ' ', 'f\bg', 'd e']) for _ in range(chance.randint(0, 12)))
        filtered = overprinted(StatusFilter().feed(line.encode() + b'\n').decode().rstrip('\n')).rstrip()
        require(clean_line(line) == filtered, f'{line!r}: {clean_line(line)!r}, {filtered!r}')


def wrapped(text, width):
    """As the screen of a terminal shows it that a management processor sends on: blanks at the end of its lines are lost."""
    lines = (line[at:at + width].rstrip() for line in text.splitlines() for at in range(0, max(len(line), 1), width))
    return ''.join(line + '\r\n' for line in lines)


def each_line(before, behind='\n'):
    return lambda text: ''.join((before(number) if callable(before) else before) + line + behind for number, line in enumerate(text.splitlines(), 1))


# What recorders, consoles of management processors and terminals make of a log.
RECORDERS = {
    'journal as JSON': lambda text: ''.join(json.dumps({'__CURSOR': 's=1', 'PRIORITY': '6', 'MESSAGE': line if number % 2 else list(line.encode()),
                                                        '_PID': '812'}) + '\n' for number, line in enumerate(text.splitlines())),
    'no-break blanks': lambda text: text.replace('  ', '\u00a0 ').replace(' ', '\u00a0'),
    'script': lambda text: f'Script started on 2026-11-26 10:00:00+00:00 [TERM="xterm"]\n{text}\nScript done on 2026-11-26 [COMMAND_EXIT_CODE="0"]\n',
    'PuTTY': lambda text: f'=~=~=~=~=~=~= PuTTY log 2026.11.26 10:00:00 =~=~=~=~=~=~=\n{text}',
    'IPMI': lambda text: '[SOL Session operational.  Use ~? for help]\r\n' + text.replace('\n', '\r\n') + '~. [terminated ipmitool]\n',
    'telnet': lambda text: b'\xff\xfd\x18\xff\xfb\x01' + text.encode() + b'Connection closed by foreign host.\n',
    'marks': lambda text: re.sub('(?m)$(?<=[05])', '\n[-- MARK -- Thu Nov 26 10:00:00 2026]', text),
    'Docker': lambda text: ''.join('{"log":%s,"stream":"stdout","time":"2026-11-26T17:27:14Z"}\n' % json.dumps(line + '\n') for line in text.splitlines()),
    'Kubernetes': each_line('2026-11-26T17:27:14.123456789Z stdout F '),
    'grep -n': each_line('{}:'.format), 'cat -n': each_line('{:6}\t'.format), 'mail': each_line('> '), 'indented': each_line('    '),
    'colours': each_line('\x1b[0m\x1b[37m\x1b[40m', '\x1b[K\r\n'), 'charset': each_line('\x1b(B', '\x1b(0\r\n'),
    'title': each_line('\x1b]0;title\x07'), 'answer': each_line('\x1bP1$r0m\x1b\\'), 'flow control': each_line('\x13', '\x11\n'),
    'places': each_line(lambda number: f'\x1b[{number % 24 + 1:02};01H', ''), 'labgrid': each_line('SerialDriver < ', '\u240d\u240a\n'),
    'Jenkins': each_line('\x1b[8mha:////4AbcDef+/w==\x1b[0m'), 'saved page': html.escape, 'cat -v': each_line('^[[0m', '^M\n'),
    'curled': lambda text: re.sub('"([^"\n]*)"', '\u201c\\1\u201d', text), 'carriage returns': lambda text: text.replace('\n', '\r'),
    'rsyslog': each_line('Nov 29 03:04:05 lab console: #033[0m', '#015\n'), 'sysklogd': each_line('Nov 29 03:04:05 lab console: ', '\\015\n'),
    'RFC 5424': each_line('<14>1 2026-11-29T10:00:00.001Z lab con 1 - - \ufeff'), 'spinner': each_line('|\b/\b-\b', '\r\n'),
    'unpowered': lambda text: b'\xfe\xff\xfe' + text.encode(), 'the same the other way round': lambda text: b'\xff\xfe' + text.encode(),
    'UTF-16': lambda text: text.encode('utf-16'), 'padded': lambda text: text + '\0' * 4096, 'Ctrl-Z': lambda text: text + '\x1a',
}


def test_recorders():
    for form in ('json', 'ktap', 'text'):
        for faults, commands in RUNS[:3]:
            text, status = said('xeon-7500', form, faults, commands)
            for name, changed in RECORDERS.items():
                log = changed(text)
                found = words_of(log)
                require(found == [STATUS[status]], f'{name} {form} {commands}: {found} of {status}')
            for width in (80, 100, 132) if form == 'json' else ():
                log = wrapped(text, width)
                require(words_of(log) == [STATUS[status]], f'{width} columns, {commands}: {damaged_in(log)}')


def test_samples_that_a_terminal_cuts_are_no_others():
    """In plain text: what is shown of a sample is what was said, or it is lost and named."""
    text, status = said('xeon-7500', 'text', (), 'record -c 100000 -n 3')
    whole = read_all(text.encode())[0]
    require(status == 0 and len(whole.samples) == 3 and all(sample.pmi == 'native' for sample in whole.samples), damaged_in(text))
    for width in (72, 80, 100):
        run, = read_all(wrapped(text, width).encode())
        require(run.verdict.word == 'incomplete' and not run.samples and len(run.damage) == 3, f'{width} columns: {run.samples} {run.damage}')


def test_files_put_behind_each_other():
    """Each with the mark that editors write."""
    for form in ('json', 'ktap', 'text'):
        text, status = said('xeon-7500', form, *RUNS[0])
        require(words_of(('\ufeff' + text) * 2) == [STATUS[status]] * 2, f'{form}: {damaged_in(text)}')


def test_lines_that_a_journal_hides_are_named():
    text, _ = said('xeon-7500', 'json', *RUNS[0])
    try:
        read_all(''.join(f'Nov 29 03:04:05 lab conserver[7]: [{len(line) + 1}B blob data]\n' for line in text.splitlines()).encode())
    except Unreadable as error:
        require('journalctl -a' in str(error), str(error))
    else:
        raise AssertionError('a run of lines that are not there')


def test_what_is_compressed_is_named():
    for packed in (gzip.compress(b'x'), bz2.compress(b'x'), lzma.compress(b'x')):
        try:
            read_all(packed)
        except Unreadable as error:
            require('compressed' in str(error), str(error))
        else:
            raise AssertionError('a run of a compressed file')
