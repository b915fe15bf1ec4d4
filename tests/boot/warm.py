# SPDX-License-Identifier: BSD-2-Clause
"""Machines that go on from where UEFI was about to start a program (tools/boot --warm): nobody can tell them from such as
have started themselves. The other tests rely on it."""

import os
import tempfile

from suite.qemu import BOOT, COLD, ERROR, PASS, Conversation, boot
from suite.result import must_run, require

MEMORY_BYTES = 512 << 20
VARIES = {'tsc', 'tsc_hz', 'value', 'time_ns', 'address', 'rate'}


def told(run, *kinds):
    """What does not depend on when it was asked."""
    return [{name: value for name, value in record.items() if name not in VARIES}
            for kind in kinds for record in run.records(kind)]


def test_goes_on_as_if_from_the_start():
    """Twice from one state: other commands and another program, which find the machine that the first found. Without a state of its own hardware a
    machine that has its UEFI in a ROM finds the same."""
    with tempfile.TemporaryDirectory(prefix='uncork-warm-') as directory:
        warm = (*COLD, '--warm', directory)
        commands = '-F json info -a; stat -t 10; record -n 3 -C 1'
        cold, state, rom = (boot('xeon-7500', commands, *options, tool=tool)
                            for tool, options in ((COLD, ()), (warm, ()), (warm, ('--qemu=-boot menu=off',))))
        for run in (state, rom):
            run.expect_status(PASS)
            for kinds in (('start', 'processor', 'cpu', 'pci_function', 'box'), ('end',)):
                run.expect(told(run, *kinds) == told(cold, *kinds), f'not what a cold start tells: {kinds}')
            run.expect(len(run.records('sample')) == 3 and run.records('count'), 'it does not count')
            run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')
        other = boot('xeon-7500', '', '-k', 'build/selftest.efi', '--append', 'exit=77', tool=warm)
        other.expect_status(77)
        states = [name for name in os.listdir(directory) if '.' not in name]
        require(len(states) == 1, f'the states {states} of one machine')
        require(os.path.getsize(os.path.join(directory, states[0])) < MEMORY_BYTES // 64, 'the memory is in the state')
        require(sum(name.endswith('.rom') for name in os.listdir(directory)) == 1, 'there is no ROM, or several')


def test_a_medium_is_read_after_the_start():
    """Two sticks on machines from one state, and one on a machine that has started itself: each runs its own commands."""
    said = []
    with tempfile.TemporaryDirectory(prefix='uncork-warm-') as directory:
        for commands, tool in (('info', COLD), ('version', BOOT), ('info', BOOT)):
            configuration, image = os.path.join(directory, 'cfg'), os.path.join(directory, 'stick')
            with open(configuration, 'w', encoding='ascii') as file:
                file.write(f'-F json expect no-boxes\n{commands}\n')
            must_run(['tools/image/make-image', '-o', image, '-c', configuration], 60)
            run = boot('bare-xeon-7500', '', '-i', image, tool=tool)
            run.expect_status(PASS)
            said.append(told(run, 'start', 'version', 'processor', 'cpu', 'memory', 'pci_function', 'end'))
    require(said[0] == said[2] != said[1], f'{said[2]}\n{said[0]}')


def test_a_prompt_comes_without_commands():
    talk = Conversation('bare-xeon-7500')
    try:
        talk.wait_for('uncork> ')
        talk.type('expect no-boxes; version; exit\r')
    finally:
        run = talk.end()
    run.expect_status(PASS)


def test_states_need_a_place():
    run = boot('bare-xeon-7500', 'version', tool=(*COLD, '--warm', 'Makefile/warm'))
    run.expect_status(ERROR)
    run.expect('boot: Makefile/warm: ' in run.errors, 'the directory is not named')
