# SPDX-License-Identifier: BSD-2-Clause
"""Started over the network: by PXE where there is UEFI, by iPXE where there is none. The server is QEMU's own."""

import os
import shutil
import tempfile

from suite.qemu import ERROR, PASS, boot


def boot_network(machine, configuration, *options):
    with tempfile.TemporaryDirectory(prefix='uncork-tftp-') as directory:
        shutil.copy('build/uncork.efi', directory)
        shutil.copy('tools/lab/network/uncork.ipxe', directory)
        if configuration is not None:
            with open(os.path.join(directory, 'uncork.cfg'), 'w', encoding='ascii') as file:
                file.write(configuration)
        return boot(machine, '', '--tftp', directory, *options)


def test_pxe_takes_the_configuration_from_the_server():
    """On virtual silicon, which starts first and lets the firmware boot over it."""
    run = boot_network('xeon-7500', '# from a server\n-F json info\r\nrecord -e cbox0::LLC_HITS:M -c 2000 -n 3\n')
    run.expect_status(PASS)
    run.expect(len(run.records('sample')) == 3, 'samples are missing')
    run.expect(all(box['state'] == 'found' for box in run.records('box')), 'a box was not found')
    run.expect(not run.records('note'), f'something is noted: {run.records("note")}')


def test_pxe_says_what_it_cannot_take():
    run = boot_network('bare-xeon-7500', '#' * 65537)
    run.expect_status(ERROR)
    run.expect_text('uncork.cfg is longer than 65536 bytes')


def test_ipxe_without_uefi():
    run = boot_network('bare-xeon-7500', '-F json info\nversion\n', '--bios')
    run.expect_status(PASS)
    run.expect([record['platform'] for record in run.records('start')] == ['x86_64 BIOS'], 'this was no BIOS')
    run.expect(run.records('box'), 'the configuration did not come')
