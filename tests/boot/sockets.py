# SPDX-License-Identifier: BSD-2-Clause
"""Several processors and sockets: each is told apart, works, and is counted on its own."""

from suite.qemu import CRASH, FAIL, PASS, boot

SOCKETS = ('-c', '4', '-s', '2')


def expect_clean(run):
    run.expect_status(PASS)
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')


def test_inventory_of_two_sockets():
    run = boot('xeon-7500', '-F json info', *SOCKETS)
    expect_clean(run)
    cpus = [(cpu['socket'], cpu['core'], cpu['usable']) for cpu in run.records('cpu')]
    run.expect(cpus == [(0, 0, 1), (0, 1, 1), (1, 0, 1), (1, 1, 1)], f'processors are {cpus}')
    states = [(box['socket'], box['state']) for box in run.records('box')]
    run.expect(states == [(0, 'found')] * 10 + [(1, 'found')] * 10, f'boxes are {states}')
