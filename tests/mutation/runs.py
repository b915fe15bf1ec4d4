# SPDX-License-Identifier: BSD-2-Clause
"""One run of the on-target checks on broken or good silicon, and what it says about the fault."""

import collections
import json
import re

from mutation.machines import box_type, test

NAMED, FOUND, MISSED, ERROR = 'named', 'found', 'missed', 'error'
NEVER = 'never' # it comes after more accesses than the checks make: nothing was broken
PASS, FAIL, BROKEN, TIMEOUT = 0, 1, 2, 4

ENOUGH = 3
NOT_COME = 'a fault has not come'

Outcome = collections.namedtuple('Outcome', 'fault verdict detail')

# Registers that stand for each other: what is wrong with one shows in the other.
PARTNERS = [(re.compile(r'^(.*)ctl(\d*)$'), r'\1ctr\2'), (re.compile(r'^(.*)ctr(\d*)$'), r'\1ctl\2'),
            (re.compile(r'^status$'), 'ovf_ctl'), (re.compile(r'^ovf_ctl$'), 'status')]
# Where an overflow that goes astray shows.
SHOWN_IN_STATUS = {'silent', 'flag', 'late'}


def records(said, kind):
    """The records of a kind among what was said as JSON, a line each; the last may have been cut off."""
    for line in said.splitlines():
        if line.startswith(f'{{"record":"{kind}"') and line.endswith('}'):
            yield json.loads(line)


def failed_checks(said):
    """The records of the checks that failed, by their ids, and of registers that are left otherwise than found."""
    failed = {record['id']: record for record in records(said, 'check') if record['result'] == 'fail'}
    left = [record | {'id': f'left.{record["register"]}'} for record in records(said, 'left')]
    return failed | {record['id']: record for record in left}


def status_of(status, said):
    """What a run leaves behind makes it an error, and is a finding like a failed check."""
    errors = [record for record in records(said, 'error') if record['result'] == 'error']
    only_left = errors and all('left otherwise than found' in record['message'] for record in errors)
    return FAIL if status == BROKEN and only_left else status


def names_of(fault):
    """The registers by which a failing check names the fault of a register."""
    box, _, register = fault.name.partition('.')
    registers = {register}
    for pattern, partner in PARTNERS:
        if pattern.match(register):
            registers.add(pattern.sub(partner, register))
    if fault.kind in SHOWN_IN_STATUS:
        registers.add('status')
    names = {f'{box}.{register}' for register in registers}
    if fault.kind == 'alias':
        names.add(fault.text.partition('=')[2])
    return names


def is_named_by_part(fault, check, box):
    """The same where the checks have boxes of their own for the parts of one of the list of faults."""
    if fault.register.startswith('0x'):
        return check.get('register', '').endswith(f'+{fault.register}')
    if fault.kind == 'dead' and fault.register != '-':
        return box == fault.name.partition('.')[2]
    if fault.kind == 'absent' and box == 'machine':
        return f'has no {fault.box}' in check.get('message', '') # what is not there has no box
    return box_type(box) in fault.parts


def is_named(fault, check):
    """Whether a failing check names what is broken: the register, by address or name (tables written apart from each
    other may call it differently), or of faults of a whole box the box."""
    box = check.get('box', check['id'].split('.')[1])
    if fault.parts:
        return is_named_by_part(fault, check, box)
    if fault.register == '-':
        named = fault.name.partition('.')[0]
        return box == named or f'.{named}.' in check['id']
    if check.get('space') == 'msr' and check.get('address') in (fault.address, fault.other):
        return box in (fault.name.partition('.')[0], fault.text.partition('=')[2].partition('.')[0])
    return check.get('register') in names_of(fault)


def judge(fault, status, failed, complaint, names=is_named):
    """`failed`: the checks that fail; none of them does on good silicon. `names`: whether one of them names the fault."""
    if status == PASS:
        return Outcome(fault, NEVER if NOT_COME in complaint else MISSED, '')
    if status == TIMEOUT:
        return Outcome(fault, FOUND, 'timeout')
    if status != FAIL:
        return Outcome(fault, ERROR, f'status {status} {complaint}')
    for check in failed.values():
        if names(fault, check):
            return Outcome(fault, NAMED, check['id'])
    return Outcome(fault, FOUND, ' '.join(list(failed)[:3]))


def good_failures(machine, options, patterns=()):
    """The checks that fail although nothing is broken, and the status."""
    status, said, complaint = test(machine, options, patterns)
    return status, failed_checks(said), complaint.partition('\n')[0]


def try_checks(machine, options, fault, pattern):
    status, said, complaint = test(machine, [*options, '--fault', fault.text], pattern)
    return judge(fault, status_of(status, said), failed_checks(said), complaint.partition('\n')[0])


def sort_of(fault):
    """What faults of boxes that differ only in their address have in common."""
    reached = fault.text.partition('=')[2].partition('.')[0] if fault.kind == 'alias' else ''
    return box_type(fault.box), box_type(reached), fault.text.partition('.')[2].replace(f'={reached}.', '=')


def try_fault(machine, options, fault, missed):
    """The outcome of one fault. The checks of its own box are a part of all checks and many times as fast: if they find and
    name it, so do all; if they find nothing, all of them decide. `missed` counts, by their sort, faults that all checks have
    missed: where that is ENOUGH it holds of the same fault of the other boxes too that the checks of its own box miss."""
    if machine.boots:
        return try_checks(machine, options, fault, [])
    outcome = try_checks(machine, options, fault, [f'{fault.box}.*'])
    if outcome.verdict == NAMED or (outcome.verdict == MISSED and missed[sort_of(fault)] >= ENOUGH):
        return outcome
    outcome = try_checks(machine, options, fault, [])
    missed[sort_of(fault)] += outcome.verdict == MISSED
    return outcome
