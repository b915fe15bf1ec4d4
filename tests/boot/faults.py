# SPDX-License-Identifier: BSD-2-Clause
"""Broken silicon: each fault makes a check fail that names the broken part, and no other box is blamed."""

from suite.qemu import FAIL, boot


def expect_blamed(fault, box, register=None):
    """The run fails, and the failing checks name this box (and register) and no other."""
    run = boot('xeon-7500', '-F json test', '-f', fault)
    run.expect_status(FAIL)
    failed = [check for check in run.records('check') if check['result'] == 'fail']
    run.expect(failed, 'no check failed')
    run.expect(any(check.get('box') == box for check in failed), f'no failing check names {box}')
    if register:
        run.expect(any(check.get('register') == register for check in failed), f'no failing check names {register}')
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')
    return run, failed


def only(run, failed, *boxes):
    others = {check['box'] for check in failed if 'box' in check} - set(boxes)
    run.expect(not others, f'{others} are blamed as well')


def test_stuck_bit():
    run, failed = expect_blamed('cbox3.ctr1.stuck1=17', 'cbox3', 'cbox3.ctr1')
    only(run, failed, 'cbox3')
    bits = [int(check['xor'], 16) for check in failed if check.get('register') == 'cbox3.ctr1' and 'xor' in check]
    run.expect(1 << 17 in bits, f'no evidence differs in bit 17 alone: {[hex(bit) for bit in bits]}')


def test_dead_counter():
    run, failed = expect_blamed('cbox2.ctr0.dead', 'cbox2', 'cbox2.ctr0')
    only(run, failed, 'cbox2')


def test_sticky_status():
    run, failed = expect_blamed('cbox1.status.sticky', 'cbox1', 'cbox1.status')
    only(run, failed, 'cbox1', 'ubox')  # the U-Box's own status keeps showing the box below


def test_lost_pmi():
    expect_blamed('ubox.pmi.lost', 'ubox')


def test_ignored_freeze():
    expect_blamed('ubox.freeze.ignored', 'ubox')
