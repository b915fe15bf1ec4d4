# SPDX-License-Identifier: BSD-2-Clause
"""The image of a USB stick: what it holds, what a run leaves on it, and what a stick that takes nothing, that
is damaged or pulled out costs: a note, never the run or its verdict."""

import functools
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from suite import policy
from suite.made import version
from suite.power import why_not
from suite.power_cut import cuts
from suite.qemu import BOOT, ERROR, PASS, SECONDS, Conversation, boot
from suite.result import Failure, must_run, require
from suite.shell import shell
from suite.sums import count
from suite.web import Web

sys.path.insert(0, 'tools')
from qemu.image import file_system  # noqa: E402

MIB = 1 << 20
CLUSTER = 512
SNAKEOIL = '/usr/share/ovmf/PkKek-1-snakeoil'
FILES = ('console.log', 'results.json', 'journal.txt', 'result.txt')


class Stick:
    """An image in a directory of its own, and its files as mtools see them."""

    def __init__(self, configuration=None, *options):
        self.directory = tempfile.TemporaryDirectory(prefix='uncork-stick-')
        self.image = self.path('stick.img')
        must_run(['tools/image/make-image', '-o', self.image, *options] if options or not configuration else ['cp', made_once().image, self.image], 60)
        if configuration:
            self.put('uncork.cfg', configuration.encode('ascii'))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.directory.cleanup()

    def path(self, name):
        return os.path.join(self.directory.name, name)

    def tool(self, name, *arguments):
        done = subprocess.run([name, '-i', file_system(self.image), *arguments], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        require(done.returncode == 0, f'{name} {" ".join(arguments)}: {done.stdout.decode(errors="replace")}')
        return done.stdout

    def read(self, name):
        return self.tool('mtype', f'::/uncork/{name}').decode('ascii')

    def has(self, name):
        return f'::/uncork/{name}' in self.tool('mdir', '-/', '-b', '::/uncork').decode().split()

    def put(self, name, content):
        with open(self.path('content'), 'wb') as file:
            file.write(content)
        self.tool('mcopy', '-o', self.path('content'), f'::/uncork/{name}')

    def records(self):
        return [json.loads(line) for line in self.read('results.json').splitlines()]

    def boot(self, machine, *options, **more):
        return boot(machine, '', '-i', self.image, *options, **more)

    def boot_until(self, machine, text, *options):
        """Boots and pulls the plug once the silicon's log, or the console, says `text`."""
        log, console = self.path('silicon.log'), self.path('console')
        arguments = [*BOOT, '--raw', '-t', str(SECONDS), '-l', log, *options, '-i', self.image, machine]
        with open(console, 'wb') as out:
            process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT)
        try:
            end = time.monotonic() + SECONDS
            while not (holds(log, text) or holds(console, text)):
                if process.poll() is not None or time.monotonic() > end:
                    raise Failure(f'"{text}" did not come:\n{read(console)[-3000:]}\n{read(log)[-1000:]}')
                time.sleep(0.1)
        finally:
            process.terminate()
            process.wait()
        return read(console)


@functools.cache
def made_once():
    """An image for copies."""
    return Stick()


def read(path):
    if not os.path.exists(path):
        return ''
    with open(path, encoding='ascii', errors='replace') as file:
        return file.read()


def holds(path, text):
    return text in read(path)


def expect_same(run, stick):
    """Console and log are the same, and every record that the console shows is in results.json, too."""
    run.expect(stick.read('console.log') == run.console, 'console.log is not what the console said')
    records = stick.records()
    end = records[-1]
    run.expect(end['record'] == 'end', 'results.json does not end with the end record')
    run.expect(run.lines[-1].startswith(f'{end["result"]}: {end["passed"]} passed, {end["failed"]} failed, '
                                        f'{end["skipped"]} skipped'), 'the end records differ')
    run.expect(f'result: {end["result"]}\n' in stick.read('result.txt'), 'result.txt differs')
    run.expect(stick.read('journal.txt').endswith(f'\nend {end["result"]}\n'), 'the journal has no end')
    return records


# ---- the image -------------------------------------------------------------------------------------

def test_image_is_the_same_each_time():
    """Later, with other ids of users and processes, in another directory: same bytes. What it holds is whole."""
    with Stick() as stick, Stick() as again:
        with open(stick.image, 'rb') as one, open(again.image, 'rb') as other:
            require(one.read() == other.read(), 'two images of one tree differ')
        said = must_run(['sfdisk', '--verify', stick.image], 60)
        require('No errors detected' in said, said)
        listing = stick.tool('mdir', '-/', '-b', '::').decode().split()
        for name in ('EFI/BOOT/BOOTX64.EFI', 'uncork/uncork.cfg', 'uncork/uncork.man', 'uncork/silicon.efi', 'uncork/grub.cfg'):
            require(f'::/{name}' in listing, f'{name} is not on it: {listing}')
        manual = stick.tool('mtype', '::/uncork/uncork.man')
        require(manual.startswith(b'\xff\xfe.\0T\0H\0'), 'the manual is no UTF-16 text with a title')


def test_shell_shows_the_manual():
    with Stick() as stick, shell('@echo -off\nfs0:\ncd \\uncork\nuncork -?\nuncork.efi version\nreset\n') as directory:
        stick.tool('mcopy', '-s', '::/uncork', directory)
        shutil.rmtree(os.path.join(directory, 'uncork', 'previous'), ignore_errors=True)
        run = boot('bare-xeon-7500', '', '--raw', '--esp', directory)
    run.expect_text('record       sample on overflow', '-I MS         print counts each interval', 'pass: 0 passed')
    run.expect('write protected' in run.console, 'nobody was told that the medium takes no files')


# ---- what a run leaves -----------------------------------------------------------------------------

DENIED = [*(f'cbox{i}' for i in range(7)), *(f'{kind}{i}' for kind in ('core', 'sbox', 'bbox', 'mbox', 'rbox') for i in range(2))]


def test_image_runs_its_own_configuration():
    """The configuration of the image as `make image` makes it, to its verdict, with the files copied out. Checks of boxes that are denied are planned,
    and untested."""
    with Stick() as stick:
        content = stick.tool('mtype', '::/uncork/uncork.cfg')
        require(b'\ninfo ' in content and b'\ntest ' in content, 'the image runs something else')
        stick.put('uncork.cfg', f'deny = {" ".join(DENIED)}\n'.encode() + content)
        run = stick.boot('xeon-7500', '--results', stick.path('out'), '--qemu=-smbios type=1,serial=UN/CORK-7', seconds=2 * SECONDS)
        run.expect_status(PASS)
        records = expect_same(run, stick)
        kinds = {record['record'] for record in records}
        run.expect({'processor', 'box', 'plan', 'check', 'count', 'sample', 'end'} <= kinds, f'only {kinds} are kept')
        checks = [record for record in records if record['record'] == 'check']
        plan = next(record for record in records if record['record'] == 'plan')
        passed = count(run.console)[0][0]
        run.expect(len(checks) == plan['checks'] and passed == sum(check['result'] == 'pass' for check in checks),
                   'checks are missing')
        ticket = [json.loads(line) for line in stick.read('ticket-UN_CORK-7.json').splitlines()]
        run.expect(ticket[0]['record'] == 'board' and ticket[0]['serial'] == 'UN/CORK-7' and ticket[0]['microcode'] == '0x1',
                   f'the ticket begins with {ticket[0]}')
        run.expect({'processor', 'socket', 'cpu', 'memory', 'pci_function', 'box'} <= {record['record'] for record in ticket}, 'the ticket is cut off')
        regions = bytes.fromhex(''.join(record['bytes'] for record in ticket
                                        if record['record'] == 'table_bytes' and record['signature'] == 'MCFG'))
        run.expect(any(record['record'] == 'table' and record['signature'] == 'MCFG' and record['bytes'] == len(regions) for record in ticket) and
                   sum(regions) % 256 == 0 and regions[44:52] == bytes.fromhex('000000b000000000'), f'the table MCFG is {regions.hex()}')
        for name in (*FILES, 'ticket-UN_CORK-7.json'):
            run.expect(read(stick.path(f'out/{name}')) == stick.read(name), f'{name} was not copied out')
        run.expect(run.statistics()['violations'] == 0, 'the journal made the firmware break a rule')


def test_paths_that_programs_would_take_apart():
    """A comma ends an option of QEMU's, a colon a protocol, and @@ a path of mtools'; the folder for what is passing is such a one, too."""
    with Stick('version\n') as stick, tempfile.TemporaryDirectory(prefix="uncork-a,b:c@@1'd ") as place:
        image = os.path.join(place, 'stick@@.img')
        shutil.copy(stick.image, image)
        tool = ('env', f'TMPDIR={place}', *BOOT)
        run = boot('bare-xeon-7500', '', '-i', image, '--results', os.path.join(place, 'out'), tool=tool)
        run.expect_status(PASS)
        run.expect('result.txt' in os.listdir(os.path.join(place, 'out')), 'no results are there')
        for machine in ('xeon-7500', *(() if why_not() else ('power9',))):
            boot(machine, 'version', tool=tool).expect_status(PASS)


def test_hang_is_named_by_the_next_run():
    """A box that hangs in the middle of a run: what stopped it is on the stick. The next run says so, here one
    whose stick is nearly full: its files are cut off, its verdict is not."""
    with Stick('stat -t 10\n') as stick:
        stick.boot_until('xeon-7500', 'hang: processor', '-f', 'wbox.hang=12')
        require('result: none' in stick.read('result.txt'), 'the run that hung has a result')
        last = stick.read('journal.txt').splitlines()[-1]
        address = re.match(r'(?:read|write) wbox\.\S+ \((.+?)\)', last)
        require(address, f'the journal ends with: {last}')
        stick.put('uncork.cfg', f'allow = {address[1]}\nstat -t 10\n'.encode())  # so that it is made again
        partial = stick.read('console.log')
        left = int(re.search(r'([\d ]+) bytes free', stick.tool('mdir', '::').decode())[1].replace(' ', ''))
        stick.put('filler', bytes(left - 6 * CLUSTER))
        run = stick.boot('xeon-7500')
        run.expect_status(PASS)
        run.expect_text(f'last run stopped at {last}, in command: stat', 'is not complete: the medium is full')
        run.expect('result: pass' in stick.read('result.txt'), 'the result did not find its way onto the full stick')
        log = stick.read('console.log')
        run.expect(run.console.startswith(log.rsplit('\n', 1)[0]), 'console.log is not how the console began')
        require(stick.read('previous/console.log') == partial, 'what the hung run left is not kept')
        require('result: none' in stick.read('previous/result.txt'), 'the result of the hung run is not kept')


def test_what_earlier_runs_left_is_kept_where_nothing_is_renamed():
    """A driver of the file system that gives no file another name: what the last run left and what it had moved itself are copied, and
    deleted only then."""
    with Stick('version\n') as stick:
        rom = stick.path('rom')
        with open(rom, 'wb') as file:
            file.write(policy.rom(policy.built('no_rename.efi')))
        for place in ('', 'previous/'):
            for name in FILES:
                stick.put(f'{place}{name}', f'{name} of a run before, {len(place)}\n'.encode() * 1000)
        left = {f'{place}{name}': stick.read(f'{place}{name}') for place in ('', 'previous/') for name in FILES}
        run = stick.boot('bare-xeon-7500', f'--qemu=-device pci-testdev,romfile={rom}')
        run.expect_status(PASS)
        run.expect('no_rename: refused' in run.log, 'the driver was not asked for another name')
        for name in FILES:
            run.expect(stick.read(f'previous/{name}') == left[name], f'{name} of the last run is not kept')
            run.expect(stick.read(f'previous/1/{name}') == left[f'previous/{name}'], f'{name} of the run before that is not kept')
        run.expect('result: pass' in stick.read('result.txt'), 'this run left nothing')
        run.expect('could be moved' not in run.console, 'something is said to be left')


def test_where_a_run_stopped_is_denied_from_then_on():
    """The run that hangs leaves its last access. The next one denies it, says so, and passes; so does the one after that, which found
    a journal with an end. `allow` takes it back for good, and what the first one left is still there."""
    with Stick('test wbox.ctr*.counts\n') as stick:
        stick.boot_until('xeon-7500', 'hang: processor', '-f', 'wbox.hang=1')
        last = stick.read('journal.txt').splitlines()[-1]
        require('wbox.ctr0 (msr 0xc91)' in last, f'the journal ends with: {last}')
        first = stick.read('console.log')
        for reason in ('the last run stopped there', 'an earlier run stopped there'):
            run = stick.boot('xeon-7500')
            run.expect_status(PASS)
            run.expect_text(f'denied: msr 0xc91: {reason}', 'denied: wbox.ctr0 (msr 0xc91)')
            journal = stick.read('journal.txt')
            run.expect('\ndenied msr 0xc91\n' in journal and '(msr 0xc91)' not in journal, 'it was accessed, or will be by the next run')
        stick.put('uncork.cfg', b'allow = msr 0xc91\ntest wbox.ctr*.counts\n')
        run = stick.boot('xeon-7500')
        run.expect_status(PASS)
        run.expect('denied' not in run.console and 'denied' not in stick.read('journal.txt'), 'it is still denied')
        require(stick.read('previous/2/console.log') == first, 'what the first run left is not kept')


def test_ten_runs_are_kept():
    """The last one, and nine before it: the oldest goes."""
    places = ('', 'previous/', *(f'previous/{number}/' for number in range(1, 10)))
    with Stick('version\n') as stick:
        for age, place in enumerate(places):
            if place.count('/') == 2:
                stick.tool('mmd', f'::/uncork/{place[:-1]}')
            stick.put(f'{place}console.log', f'{age} runs ago\n'.encode())
        run = stick.boot('bare-xeon-7500')
        run.expect_status(PASS)
        kept = [stick.read(f'{place}console.log') for place in places]
        run.expect(kept[0] == run.console and kept[1:] == [f'{age} runs ago\n' for age in range(10)], f'the wrong runs are kept: {kept}')


def journal_lines(found, whole):
    """How many lines of the whole journal are there; what was not written yet may be anything."""
    count = 0
    for have, wanted in zip((found or b'').split(b'\n')[:-1], whole):
        if have != wanted:
            break
        count += 1
    return count


def test_a_power_cut_keeps_journal_and_verdict():
    """The stick as it would be if the power went at any write. Of the journal nothing that was there is ever lost, and from the start on a
    result is there: none, or the verdict, in result.txt or in the journal while that is written anew."""
    with Stick(f'deny = {" ".join(DENIED)}\ntest wbox.ctr*.counts\n') as stick:
        with open(stick.image, 'rb') as file:
            before = file.read()
        log = stick.path('writes')
        run = stick.boot('xeon-7500', '--log-writes', log)
        run.expect_status(PASS)
        run.expect(re.search(r'^note:  the medium was flushed \d+ times; recent flushes took up to \d+ us', run.console, re.MULTILINE),
                   'nobody says what a flush costs')
        whole = stick.read('journal.txt').encode().split(b'\n')
        run.expect(whole[-2] == b'end pass', f'the journal ends with {whole[-3:]}')
        number, kept, had_result = 0, 0, False
        for number, volume in enumerate(cuts(before, log)):
            lines = journal_lines(volume.read(b'JOURNAL TXT'), whole)
            run.expect(lines >= kept, f'write {number}: the journal has {lines} lines, and had {kept}')
            kept = lines
            result = volume.read(b'RESULT  TXT') or b''
            told = b'\nresult: ' in result or b'end pass' in whole[:lines]
            run.expect(told or not had_result, f'write {number}: no verdict in {result}, nor in {lines} lines of the journal')
            had_result |= told
        run.expect(kept == len(whole) - 1 and had_result and number > 200, f'{kept} lines after {number} writes')


def test_protected_stick_is_left_alone():
    """It runs, and says that it cannot keep anything; and a journal that nobody can read is no reason to stop."""
    with Stick('version\n') as stick:
        stick.put('journal.txt', os.urandom(3000))
        with open(stick.image, 'rb') as file:
            before = file.read()
        run = stick.boot('bare-xeon-7500', '--protect')
        run.expect_status(PASS)
        run.expect_text('journal of the last run cannot be read', 'the medium is write protected')
        with open(stick.image, 'rb') as file:
            require(file.read() == before, 'a protected stick was written to')


def said_before(run):
    """The notes before the first word of its command."""
    return run.console[:run.console.index(f'uncork {version()}', run.console.index('note:'))]


def test_files_that_cannot_be_replaced_are_named():
    """Before the run: which of its files will not be there, and that what has their names is another run's. They stay as they are, what
    can be written is, and nothing is lost where nothing can be moved."""
    with Stick('version\n') as stick:
        for name in ('results.json', 'result.txt'):
            stick.put(name, b'of an earlier run\n')
            stick.tool('mattrib', '+r', f'::/uncork/{name}')
        stick.tool('mmd', '::/uncork/journal.txt')
        stick.put('journal.txt/kept', b'a file of the user\n')
        stick.put('console.log', b'the console of an earlier run\n')
        run = stick.boot('bare-xeon-7500')
        run.expect_status(PASS)
        said = said_before(run)
        for text in ('not all files of earlier runs could be moved', 'result.txt cannot be written to the medium',
                     'results.json of this run is not written: ', 'the one on the medium belongs to an earlier run'):
            run.expect(text in said, f'"{text}" is not said before the run')
        for name in ('results.json', 'result.txt'):
            require(stick.read(name) == 'of an earlier run\n', f'{name} was changed')
        require(stick.read('previous/console.log') == 'the console of an earlier run\n', 'the log of the run before is lost')
        require(run.console.endswith(stick.read('console.log')[-200:]), 'the log of this run is not there')
        found = [path for path in ('journal.txt/kept', 'previous/journal.txt/kept') if stick.has(path)]
        require(found, 'a file of the user is lost')


def test_a_full_medium_is_named_before_the_run():
    """Not one file of the run fits: no other one has its name."""
    with Stick('version\n') as stick:
        for name in FILES:
            stick.put(name, b'of an earlier run\n')
        left = int(re.search(r'([\d ]+) bytes free', stick.tool('mdir', '::').decode())[1].replace(' ', ''))
        stick.put('filler', bytes(left))
        run = stick.boot('bare-xeon-7500')
        run.expect_status(PASS)
        for name in FILES[:3]:
            run.expect(f'{name} of this run is not written: the medium is full' in said_before(run), f'{name} is not named')
        run.expect('result.txt cannot be written to the medium' in said_before(run), 'result.txt is not named')
        for name in FILES:
            require(not stick.has(name) or not stick.read(name), f'{name} looks like this run\'s')
            require(stick.read(f'previous/{name}') == 'of an earlier run\n', f'{name} of an earlier run is lost')


def test_a_disk_in_memory_is_named_before_the_run():
    """UEFI takes an image from a server into memory and boots that: here a small one, for each byte costs time."""
    with tempfile.TemporaryDirectory(prefix='uncork-stick-') as directory:
        path, configuration = (os.path.join(directory, name) for name in ('stick.img', 'uncork.cfg'))
        with open(path, 'wb') as file:
            file.truncate(4 * MIB)
        with open(configuration, 'w', encoding='ascii') as file:
            file.write('version\n')
        for tool in (('mformat', '-i', path, '::'), ('mmd', '-i', path, '::/EFI', '::/EFI/BOOT', '::/uncork'),
                     ('mcopy', '-i', path, 'build/uncork.efi', '::/EFI/BOOT/BOOTX64.EFI'), ('mcopy', '-i', path, configuration, '::/uncork')):
            must_run(tool, 60)
        with open(path, 'rb') as file:
            image = file.read()
    with Web({'/rack/stick.img': image}, '/rack/stick.img') as web:
        run = boot('bare-xeon-7500', '', *web.options(), seconds=200)
    run.expect_status(PASS)
    run.expect('the medium is a disk in memory: the files of this run are lost when power is off' in said_before(run), 'it is not said')


def damage(stick):
    """Makes the file allocation table say that every cluster of what the last run left is the next to itself."""
    with open(stick.image, 'r+b') as file:
        file.seek(MIB)
        sector = file.read(512)
        reserved = int.from_bytes(sector[14:16], 'little')
        listing = stick.tool('mshowfat', '::/uncork/results.json', '::/uncork/journal.txt').decode()
        for cluster in {int(number) for number in re.findall(r'<(\d+)', listing)}:
            for copy in range(sector[16]):
                file.seek(MIB + 512 * (reserved + copy * int.from_bytes(sector[36:40], 'little')) + 4 * cluster)
                file.write(cluster.to_bytes(4, 'little'))


def test_damaged_stick_does_not_stop_a_run():
    with Stick('info\n') as stick:
        for name in ('results.json', 'journal.txt'):
            stick.put(name, b'x' * 4000)
        damage(stick)
        run = stick.boot('xeon-7500')
        run.expect_status(PASS)
        run.expect_text('20 of 20 boxes answer')


def circle(stick, name):
    """The first cluster of a file is the one behind it, too."""
    with open(stick.image, 'r+b') as file:
        file.seek(MIB)
        sector = file.read(512)
        first = int(re.search(r'<(\d+)', stick.tool('mshowfat', f'::/uncork/{name}').decode())[1])
        for copy in range(sector[16]):
            file.seek(MIB + 512 * (int.from_bytes(sector[14:16], 'little') + copy * int.from_bytes(sector[36:40], 'little')) + 4 * first)
            file.write(first.to_bytes(4, 'little'))


def be_folder(stick):
    stick.tool('mdel', '::/uncork/uncork.cfg')
    stick.tool('mmd', '::/uncork/uncork.cfg')


def test_a_configuration_that_cannot_be_read_has_a_verdict():
    """As a command that is wrong has: in result.txt, whoever takes the stick away finds it."""
    spoilt = {'uncork.cfg cannot be read': be_folder, 'uncork.cfg is longer than 65536 bytes': lambda stick: stick.put('uncork.cfg', b'#' * 65537),
              'no command was given': lambda stick: (stick.put('uncork.cfg', b'#' * 3000), circle(stick, 'uncork.cfg'))}
    for what, spoil in spoilt.items():
        with Stick('info\n') as stick:
            spoil(stick)
            run = stick.boot('bare-xeon-7500')
            run.expect_status(ERROR)
            run.expect_text(what)
            run.expect('\nresult: error\n' in stick.read('result.txt'), f'{what}: result.txt says {stick.read("result.txt")}')


def pull_out(path):
    """Tells QEMU's monitor to unplug the stick."""
    with socket.socket(socket.AF_UNIX) as monitor:
        monitor.connect(path)
        monitor.sendall(b'device_del stick\n')
        monitor.settimeout(10)
        while b'device_del stick' not in monitor.recv(4096):
            pass
        time.sleep(3)  # the firmware looks once a second


def await_on(stick, name, end):
    """Waits until a file on the stick ends so: what has passed is written at a pace. In between its entry may be incomplete."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        try:
            if stick.read(name).endswith(end):
                return
        except Failure:
            pass
        time.sleep(0.2)
    raise Failure(f'{name} never ends with {end!r}')


def test_stick_may_be_pulled_out():
    """At the prompt, which the medium gives if it has no configuration. What was said before is on the stick."""
    with Stick() as stick:
        stick.tool('mdel', '::/uncork/uncork.cfg')
        path = stick.path('monitor')
        talk = Conversation('xeon-7500', '--qemu', f'-monitor unix:{path},server,nowait', '-i', stick.image)
        try:
            talk.wait_for('uncork> ')
            talk.type('version\r')
            talk.wait_for('uncork> ')
            await_on(stick, 'console.log', f'uncork> version\nuncork {version()}\n')
            await_on(stick, 'journal.txt', '\ncommand version\nprompt\n')
            pull_out(path)
            talk.type('stat -t 10\r')
            talk.wait_for('FIXED_UNCORE_CLK')
            talk.wait_for('uncork> ')
            talk.type('exit\r')
        finally:
            run = talk.end()
        run.expect_status(PASS)
        for name in FILES[:3]:
            run.expect(f'{name} is not complete: the medium' in run.console, f'nobody was told of {name}')
        require(stick.read('console.log').endswith(f'uncork> version\nuncork {version()}\n'), 'console.log is not up to date')
        require(stick.read('journal.txt').endswith('\ncommand version\nprompt\n'), 'the journal is not up to date')


# ---- choices at the start -----------------------------------------------------------------------------

def test_keys_change_what_happens():
    """Space: a prompt instead of the configuration. V: the stick's own virtual silicon under all of it."""
    with Stick('info; exit\n') as stick:
        talk = Conversation('bare-xeon-7500', '--raw', '-i', stick.image)
        try:
            talk.wait_for('Space: a prompt')
            talk.type(' ')
            talk.wait_for('uncork> ')
            talk.type('expect no-boxes; version; exit\r')
        finally:
            run = talk.end()
        run.expect_status(PASS)
        talk = Conversation('bare-xeon-7500', '--raw', '-i', stick.image,
                            '--qemu=-cpu Nehalem,+svm,+npt,model=46')
        try:
            talk.wait_for('V: virtual silicon')
            talk.type('v')
        finally:
            run = talk.end()
        run.expect_status(PASS)
        run.expect_text('virtual silicon xeon-7500', '20 of 20 boxes answer')


# ---- signatures ---------------------------------------------------------------------------------------

def test_secure_boot_takes_signed_images_only():
    with tempfile.TemporaryDirectory(prefix='uncork-key-') as directory:
        key = os.path.join(directory, 'key.pem')
        must_run(['openssl', 'rsa', '-in', f'{SNAKEOIL}.key', '-passin', 'pass:snakeoil', '-out', key], 60)
        with Stick('version\n', '--key', key, '--cert', f'{SNAKEOIL}.pem') as stick:
            for name in ('EFI/BOOT/BOOTX64.EFI', 'uncork/silicon.efi'):
                stick.tool('mcopy', f'::/{name}', stick.path('signed.efi'))
                must_run(['sbverify', '--cert', f'{SNAKEOIL}.pem', stick.path('signed.efi')], 60)
                os.unlink(stick.path('signed.efi'))
            run = stick.boot('bare-xeon-7500', '--secure-boot', '-c', '1')
            run.expect_status(PASS)
            run.expect('result: pass' in stick.read('result.txt'), 'the signed program left no result')
        with Stick('version\n') as stick:
            said = stick.boot_until('bare-xeon-7500', 'Access Denied', '--secure-boot', '-c', '1')
            require('uncork 0' not in said, 'what is not signed was started')
