# SPDX-License-Identifier: BSD-2-Clause
"""Broken silicon: each fault makes a check fail that names the broken part, and no other box is blamed. Every kind of fault
is tried in the host process; these go all the way."""

from suite.qemu import ERROR, FAIL, PASS, WHOLE_TEST, boot

BROKEN = {'cbox3.ctr1.stuck1=17': 'cbox3.ctr1', 'cbox2.ctr0.dead': 'cbox2.ctr0', 'cbox1.status.sticky': 'cbox1.status'}
# The U-Box's own status keeps showing the box below whose status sticks.
BLAMED = {'cbox3', 'cbox2', 'cbox1', 'ubox'}
CHECKS = ('cbox?.ctr1.bits', 'cbox?.ctr0.counts', 'cbox?.ctr0.clear', 'ubox.clear.*')


def failures(commands, *faults, status=FAIL):
    run = boot('xeon-7500', f'-F json {commands}', *(word for fault in faults for word in ('-f', fault)), seconds=WHOLE_TEST)
    run.expect_status(status)
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')
    return run, [check for check in run.records('check') if check['result'] == 'fail']


def test_three_faults_at_once():
    run, failed = failures('; '.join(f'test {check}' for check in CHECKS), *BROKEN, status=ERROR)  # an overflow bit stays behind
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


def test_a_lost_pmi_and_an_ignored_freeze():
    run, failed = failures('test ubox.pmi.once; test ubox.freeze.*', 'ubox.pmi.lost', 'ubox.freeze.ignored')
    run.expect({check['id'].split('.')[2] for check in failed if check.get('box') == 'ubox'} == {'pmi', 'freeze'}, f'failed: {failed}')


def test_a_masked_entry_is_left_behind():
    """Once a PMI has come, the local APIC stays masked: both audits name its entry, and neither the silicon's as a violation."""
    cycles = 'ix86arch::UNHALTED_CORE_CYCLES'
    run = boot('skylake-sp', f'-F json record -e {cycles} -c 20000000 -n 3 -C 1', '--bios', '-c', '2', '-f', 'core1.pmi.masked')
    run.expect_status(ERROR)
    left = [(record['register'], record['cpu'], record['before'], record['after']) for record in run.records('left')]
    run.expect(left == [('lvtpc', 1, '0x10000', '0x100f0')], f'left behind: {left}')
    said = [line for line in run.log.splitlines() if ' leaving with ' in line]
    run.expect(len(said) == 1 and 'processor 1 leaving with the PMI entry of its local APIC = 0x100f0' in said[0], f'{said}')
    run.expect(run.statistics()['violations'] == 0, 'the silicon logged a violation')
    sound = boot('skylake-sp', f'-F json record -e {cycles} -c 20000000 -n 3 -C 1', '--bios', '-c', '2')
    sound.expect_status(PASS)
    sound.expect(not sound.records('left') and ' leaving with ' not in sound.log, 'sound silicon is left otherwise than found')


def test_a_freeze_is_left_behind():
    """Of counters and of branches, which firmware had asked for: both audits name the status."""
    faults = ('core1.debugctl.reset=0x800', 'core1.thaw.ignored', 'core0.status.sticky')
    run = boot('skylake-sp', '-F json record -e ix86arch::UNHALTED_CORE_CYCLES -c 20000000 -n 2 -C 1; '
               'record -e ix86arch::UNHALTED_CORE_CYCLES -c 20000000 -n 2 -C 0', '--bios', '-c', '2',
               *(word for fault in faults for word in ('-f', fault)))
    run.expect_status(ERROR)
    left = {record['register']: int(record['xor'], 16) for record in run.records('left')}
    run.expect(set(left) == {'core0.status', 'core1.status'}, f'left behind: {left}')
    run.expect(left['core1.status'] >> 59 & 1 and left['core0.status'] >> 33 & 1, f'left behind: {left}')
    said = sorted(line.split()[5] for line in run.log.splitlines() if ' leaving with core' in line)
    run.expect(said == sorted(left), f'the silicon says otherwise: {said}')
