# SPDX-License-Identifier: BSD-2-Clause
"""Started over the network: by PXE or HTTP where there is UEFI, by iPXE where there is none. The server is QEMU's own, and, where
results are sent or HTTP is spoken, one that takes files; and dnsmasq, as docs/lab.md has it."""

import os
import shutil
import subprocess
import tempfile

from suite.lan import Lan, firmware
from suite.qemu import BOOT, CRASH, ERROR, PASS, Conversation, boot
from suite.result import Skip, must_run, require
from suite.web import Web


def test_board_of_a_runner():
    """The console that LAVA and labgrid connect to: by PXE, from QEMU's own server, the board runs what the rack's uncork.cfg says, and the
    line stays open after the end record. The server has no place for results: none are sent, and no note says so."""
    with tempfile.TemporaryDirectory(prefix='uncork-tftp-') as directory:
        for path in ('build/uncork.efi', 'tools/lab/network/uncork.cfg'):
            shutil.copy(path, directory)
        line = Conversation(command=['tools/lab/qemu-console', *BOOT[1:], '--tftp', directory, 'bare-xeon-7500'])
        try:
            for text in ('"record":"plan"', '"record":"check"', '"record":"end"', '\n'):
                line.wait_for(text)
            require(line.process.poll() is None, 'the line is closed')
            require('the server refuses' not in line.console, 'results were sent to a server that has no place for them')
        finally:
            line.close()
            line.process.wait()


def test_ipxe_without_uefi():
    with tempfile.TemporaryDirectory(prefix='uncork-tftp-') as directory:
        for path in ('build/uncork.efi', 'tools/lab/network/uncork.ipxe'):
            shutil.copy(path, directory)
        with open(os.path.join(directory, 'uncork.cfg'), 'w', encoding='ascii') as file:
            file.write('-F json expect no-boxes\ninfo\nversion\n')
        run = boot('bare-xeon-7500', '', '--tftp', directory, '--bios')
    run.expect_status(PASS)
    run.expect([record['platform'] for record in run.records('start')] == ['x86_64 BIOS'], 'this was no BIOS')
    run.expect(run.records('box'), 'the configuration did not come')


def test_pxelinux_without_uefi():
    """syslinux's boot loader for networks starts what starts Linux; the one for media reads the same lines."""
    with tempfile.TemporaryDirectory(prefix='uncork-tftp-') as directory:
        os.mkdir(os.path.join(directory, 'pxelinux.cfg'))
        shutil.copy('tools/lab/network/pxelinux.cfg', os.path.join(directory, 'pxelinux.cfg', 'default'))
        for path in ('build/uncork.efi', '/usr/lib/PXELINUX/pxelinux.0', '/usr/lib/syslinux/modules/bios/ldlinux.c32'):
            shutil.copy(path, directory)
        with open(os.path.join(directory, 'uncork.cfg'), 'w', encoding='ascii') as file:
            file.write('-F json expect no-boxes\ninfo\n')
        run = boot('bare-xeon-7500', '', '--bios', '--network', f'user,tftp={directory},bootfile=pxelinux.0')
    run.expect_status(PASS)
    run.expect([record['platform'] for record in run.records('start')] == ['x86_64 BIOS'], 'this was no BIOS')
    run.expect(run.records('box'), 'the configuration did not come')


def boot_rack(*options):
    """A board on a network of dnsmasq's, and what that says."""
    with tempfile.TemporaryDirectory(prefix='uncork-rack-') as directory:
        for path in ('build/uncork.efi', 'tools/lab/network/uncork.ipxe', '/usr/lib/ipxe/undionly.kpxe'):
            shutil.copy(path, directory)
        with open(os.path.join(directory, 'uncork.cfg'), 'w', encoding='ascii') as file:
            file.write('-F json version\n')
        run = boot('bare-xeon-7500', '', *options, tool=('unshare', '--map-root-user', '--net', 'tests/suite/rack.sh', directory, *BOOT[1:]))
        with open(os.path.join(directory, 'dnsmasq.log'), encoding='utf-8', errors='replace') as file:
            return run, file.read()


def test_network_of_dnsmasq():
    """A board of each kind gets what it starts, and its configuration. That dnsmasq has sent the last file may be said after the board
    has run it and all is over."""
    must_run(['dnsmasq', '--test', '--conf-file=tools/lab/network/dnsmasq.conf'], 60)
    if subprocess.run(['unshare', '--map-root-user', '--net', 'ip', 'tuntap', 'add', 'rack', 'mode', 'tap'],
                      stderr=subprocess.DEVNULL, check=False).returncode:
        raise Skip('this system lets us have no network of our own: user namespaces or /dev/net/tun are missing')
    for options, sent in (((), ('uncork.efi',)), (('--bios',), ('uncork.ipxe', 'uncork.efi'))):
        run, said = boot_rack(*options)
        run.expect_status(PASS)
        run.expect(run.records('version'), 'the configuration did not come')
        run.expect(all(f'/{name} to ' in said for name in sent), f'dnsmasq said {said}')


def boot_lan(machine, files, refused=()):
    """A board on a network whose server has these files beside uncork.efi, in a folder, and the network afterwards."""
    beside = {f'rack/{name}': text for name, text in files.items()}
    with Lan({'rack/uncork.efi': firmware(), **beside}, 'rack/uncork.efi', [f'rack/{name}' for name in refused]) as lan:
        return boot(machine, '', '--network', lan.network()), lan


RECORDING = {'uncork.cfg': b'# from a server\n-F json info\r\nrecord -e cbox0::LLC_HITS:M -c 2000 -n 3\n', 'console.log': b'',
             **dict.fromkeys(('result.txt', 'results.json'), b'old ' * 100000)}


def expect_recording(run, sent):
    """All of it is on the server, and nothing of what the last run left."""
    run.expect_status(PASS)
    run.expect(len(run.records('sample')) == 3, 'samples are missing')
    run.expect(all(box['state'] == 'found' for box in run.records('box')), 'a box was not found')
    run.expect(not run.records('note'), f'something is noted: {run.records("note")}')
    run.expect(set(sent) == {'result.txt', 'console.log', 'results.json'}, f'on the server are {set(sent)}')
    run.expect('\nresult: pass\n' in sent['result.txt'], f'result.txt says {sent["result.txt"]}')
    run.expect(sent['console.log'].split() == run.console.split(), 'console.log is not what was said')
    run.expect(sent['results.json'].splitlines() == run.lines, 'results.json is not what was said')


def test_results_are_on_the_server():
    """Those for which it has a place. The board is virtual silicon, which starts first and lets UEFI boot from the network on it."""
    run, lan = boot_lan('xeon-7500', RECORDING)
    expect_recording(run, {name.removeprefix('rack/'): text.decode() for name, text in lan.files.items() if name in lan.written})


def test_server_that_refuses_changes_no_verdict():
    run, lan = boot_lan('bare-xeon-7500', {'uncork.cfg': b'-F json version\n', 'result.txt': b'', 'console.log': b''}, ['result.txt'])
    run.expect_status(PASS)
    run.expect([note['message'] for note in run.records('note')] == ['the server refuses result.txt: no results are sent'],
               'it is not said, or not once')
    run.expect(not lan.written, f'written were {lan.written}')


def test_run_that_does_not_end_is_known_on_the_server():
    run, lan = boot_lan('bare-xeon-7500', {'uncork.cfg': b'crash ud\n', 'result.txt': b'result: pass'})
    run.expect_status(CRASH)
    run.expect(b'did not reach its end' in lan.files['rack/result.txt'], f'result.txt says {lan.files["rack/result.txt"]}')


def boot_http(machine, files, refused=(), held=(), options=()):
    """The same by HTTP."""
    beside = {f'/rack/{name}': text for name, text in files.items()}
    with Web({'/rack/uncork.efi': firmware(), **beside}, '/rack/uncork.efi', [f'/rack/{name}' for name in refused],
             [f'/rack/{name}' for name in held]) as web:
        return boot(machine, '', *web.options(), *options, seconds=200), web


def test_http_boot_takes_the_configuration_and_leaves_results():
    """On virtual silicon: the program, its configuration and its results are beside each other on the server."""
    run, web = boot_http('xeon-7500', RECORDING)
    expect_recording(run, {name.removeprefix('/rack/'): web.files[name].decode() for name in web.written})


def test_http_server_that_takes_not_all():
    """Where there is no place nothing is sent, and what is refused in the end is a line: no verdict changes."""
    run, web = boot_http('bare-xeon-7500', {'uncork.cfg': b'-F json version\n', 'result.txt': b'', 'console.log': b''}, ['console.log'])
    run.expect_status(PASS)
    run.expect(run.lines[-1] == 'uncork: the server has refused console.log', 'it is not said')
    run.expect(web.written == ['/rack/result.txt'] * 2, f'written were {web.written}')


def test_http_server_holds_no_board():
    """A byte now and then is an answer each time, and would come to its end in days; what the board waits for is said before."""
    run, web = boot_http('bare-xeon-7500', {'uncork.cfg': b'#' * 4000, 'result.txt': b''}, held=['uncork.cfg'], options=['--raw'])
    run.expect_status(ERROR)
    run.expect('asking the HTTP server for uncork.cfg' in run.console.partition('uncork 0')[0], 'what it waits for is not said before')
    run.expect_text('uncork.cfg cannot be read')
    run.expect(b'\nresult: error\n' in web.files['/rack/result.txt'], f'result.txt says {web.files["/rack/result.txt"]}')
