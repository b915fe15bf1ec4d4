# SPDX-License-Identifier: BSD-2-Clause
"""The negative control: QEMU alone has no boxes. Registers read 0 and writes vanish there, which must
never be taken for silicon that counts nothing."""

from suite.qemu import COLD, ERROR, FAIL, boot


def test_no_box_passes_a_check():
    run = boot('bare-xeon-7500', '-F json info; test', '--qemu=-rtc base=2031-02-03T04:05:06', tool=COLD)
    run.expect(run.status in (FAIL, ERROR), f'status {run.status} without any box')
    run.expect([record['name'] for record in run.records('hypervisor')] == ['TCGTCGTCGTCG'], 'info does not name QEMU, which stands between')
    board = run.records('board')
    run.expect(len(board) == 1 and board[0]['maker'] == 'QEMU' and board[0]['modules'] == 1, 'the board is not named by its firmware')
    run.expect(board[0].get('began', '').startswith('2031-02-03T04:0'), f'the run did not begin by its clock: {board}')
    boxes = run.records('box')
    run.expect(boxes and all(box['state'] != 'found' for box in boxes), 'a box was found')
    checks = run.records('check')
    run.expect(checks, 'not a single check was planned')
    passed = [check['id'] for check in checks if check['result'] == 'pass' and 'box' in check['id']]
    run.expect(not passed, f'checks of boxes passed: {passed}')
    unexplained = [check['id'] for check in checks if check['result'] == 'skip' and not check.get('message')]
    run.expect(not unexplained, f'skipped without a reason: {unexplained}')


def test_nothing_is_counted():
    run = boot('bare-xeon-7500', '-F json stat -e cbox0::LLC_HITS:M -t 10; record -e cbox0::LLC_HITS:M -c 1000 -n 3')
    run.expect(run.status in (FAIL, ERROR), f'status {run.status} without any box')
    run.expect(not run.records('count') and not run.records('sample'), 'something was counted')
