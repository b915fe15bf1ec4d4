# SPDX-License-Identifier: BSD-2-Clause
"""Broken silicon: each fault makes a check fail that names the broken part, and no other box is blamed. Every kind of fault
is tried in the host process; these go all the way."""

from suite.qemu import ERROR, FAIL, boot

BROKEN = {'cbox3.ctr1.stuck1=17': 'cbox3.ctr1', 'cbox2.ctr0.dead': 'cbox2.ctr0', 'cbox1.status.sticky': 'cbox1.status'}
# The U-Box's own status keeps showing the box below whose status sticks.
BLAMED = {'cbox3', 'cbox2', 'cbox1', 'ubox'}


def failures(commands, *faults, status=FAIL):
    run = boot('xeon-7500', f'-F json {commands}', *(word for fault in faults for word in ('-f', fault)))
    run.expect_status(status)
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')
    return run, [check for check in run.records('check') if check['result'] == 'fail']


def test_three_faults_at_once():
    run, failed = failures('test', *BROKEN, status=ERROR)  # an overflow bit stays behind
    left = {record['register'] for record in run.records('left')}
    run.expect(left == {'cbox1.status'}, f'{left} are left behind')
    run.expect([line.split()[5] for line in run.log.splitlines() if ' leaving with ' in line] == ['cbox1.status'],
               f'the silicon says otherwise: {run.log}')
    for register in BROKEN.values():
        run.expect(any(check.get('register') == register for check in failed), f'no failing check names {register}')
    others = {check['box'] for check in failed if 'box' in check} - BLAMED
    run.expect(not others, f'{others} are blamed as well')
    bits = [int(check['xor'], 16) for check in failed if check.get('register') == 'cbox3.ctr1' and 'xor' in check]
    run.expect(1 << 17 in bits, f'no evidence differs in bit 17 alone: {[hex(bit) for bit in bits]}')


def expect_ubox_blamed(fault):
    run, failed = failures('test ubox.*', fault)
    run.expect(any(check.get('box') == 'ubox' for check in failed), 'no failing check names the U-Box')


def test_lost_pmi():
    expect_ubox_blamed('ubox.pmi.lost')


def test_ignored_freeze():
    expect_ubox_blamed('ubox.freeze.ignored')
