# SPDX-License-Identifier: BSD-2-Clause
"""What is known of Linux on the virtual silicon: what its drivers cannot say, where its counts are no exact ones, and what it
does that a document forbids. Each with the reason; what is not here is a failure."""

import fnmatch
import re

# Counts of a group agree with the model within so many counts, or so much of them.
COUNTS, PART = 3, 3e-4
# Boxes whose counters the driver stops one after the other, for want of a control of their own, or which have a single counter.
# Their events are counted alone, and held against the guest's clock, which is not the model's: as much may they differ.
ALONE = (('xeon-e5-2600*', 'ubox'), ('xeon-7500', 'ubox'), ('xeon-e7', 'ubox'), ('*lake-sp', 'ubox'))
CLOCKS = 1e-2

EXTRA_SELECT = 1 << 21
SET_BY_DRIVER = 1 << 32 | 1 << 33 | 1 << 37  # remote, local, not near memory, whatever is asked for
NEAR_MEMORY = 1 << 36


def is_narrower(event):
    """Of a CHA: whether filter 1 must let less pass than the driver does, or near memory, of which it does not know."""
    upper = event.words[1] >> 32 << 32
    return upper and (upper & NEAR_MEMORY or upper & SET_BY_DRIVER != SET_BY_DRIVER)


COUNTER_0 = 'the driver does not know that the event counts on counter 0 alone, and gives that to the first of a group'
LOWER_HALF = 'the driver writes the lower half of a select in configuration space: what stands above bit 31 never gets there'

# (machines, box, test of the event, reason)
UNSAID = (
    ('xeon-7500', 'sbox', lambda event: 'OCCUPANCY' in event.name,
     'the driver never resets the tally of a queue (reset_occ_cnt), without which it has what was left there'),
    ('xeon-e7', 'sbox', lambda event: 'OCCUPANCY' in event.name, 'as of the Xeon 7500'),
    ('xeon-7500', 'ubox', lambda event: event.words[0] > 0xff, 'the field `event` has 8 bits, and these codes have nine'),
    ('xeon-e7', 'ubox', lambda event: event.words[0] > 0xff, 'as of the Xeon 7500'),
    ('xeon-e5-2600*', 'ha', lambda event: event.beyond,
     'the driver does not know the address and opcode registers of home agents'),
    ('xeon-e5-2600-v2', 'r2pcie', lambda event: event.words[0] & 0xff == 0x13, COUNTER_0),
    ('xeon-e5-2600-v[34]', 'cbox', lambda event: event.words[0] & 0x40ff == 0x4034,
     'the driver gives lookups the filter of states alone, and not the node that umask 0x40 asks for'),
    ('xeon-e5-2600-v[34]', 'r3qpi', lambda event: event.words[0] & 0xff in (0x2a, 0x2b), COUNTER_0),
    ('xeon-e5-2600-v4', 'r2pcie', lambda event: event.words[0] & 0xff == 0x2a, COUNTER_0),
    ('skylake-sp', 'cha', lambda event: event.words[0] & 0xff == 0x3b, COUNTER_0),
    ('skylake-sp', 'm3upi', lambda event: event.words[0] & 0xff in (0x1c, 0x3c, 0x8e), COUNTER_0),
    ('*lake-sp', 'upi', lambda event: event.words[0] >> 32, LOWER_HALF),
    ('ice-lake-sp', 'm2m', lambda event: event.words[0] >> 32, LOWER_HALF),
    *(('sapphire-rapids', box, lambda event: event.counters == '0', COUNTER_0) for box in ('iio', 'm3upi', 'pcu')),
    ('sapphire-rapids', 'ubox', lambda event: True, 'Linux makes no PMU of it'),
    ('knights-landing', 'cha', lambda event: event.words[0] & 0xff == 0x34 and event.words[1],
     "the driver writes the filter's state for event 0x3d, and lookups are 0x34: they are counted with whatever state is there"),
    ('knights-landing', 'cha', is_narrower,
     'the driver always sets bits 32, 33 and 37 of the filter, and there is no field for bit 36, near memory'),
    ('xeon-e5-2600*', 'pcu', lambda event: event.words[0] & EXTRA_SELECT,
     "the field `event` has 8 bits; bit 21, the extra select, is in none (occ_edge says config:14-51 and means bit 31)"),
)

# (machines, events, reason): a format field lacks a bit, or perf_event_open does not take it
REFUSED = (
)

# (machines, register and rule as in the log without values, reason)
VIOLATIONS = (
    ('xeon-e5-2600', r'write (ha|imc\d|qpi\d|r2pcie|r3qpi\d)\.box_ctl config 0x[0-9a-f]+: bits 0x3 must be written as 0 .*',
     'Linux resets each box with bits 0 and 1 of its control, which are the resets of MSR boxes and reserved in PCI ones'),
    ('sapphire-rapids', r'write config 0xfd02048, 2 bytes: no such register',
     'Linux sets up PCI Express, of which the function with the tables says that it has it, and the silicon has no more'),
    ('xeon-e5-2600-v3', r'write msr 0xc90: no such register',
     'Linux writes the mask of the first class of cache allocation to see whether there is one, and takes the fault for a no'),
    ('ice-lake-sp', r'write config 0xfe(11|19|21)378, 4 bytes: no such register',
     'Linux resets a UPI link where its control was on Skylake-SP'),
    ('ice-lake-sp', r'write config 0xfe(29|31|39)0f4, 4 bytes: no such register', 'as of UPI links, for M3UPI'),
    *((machine, r'write core\d+\.ctl[0-3] msr 0x18[6-9]: event 0x(b5|d2|b1) is none of this box\'s',
       'Linux has general counters count these for a moment before they count anything else, since they may otherwise count cycles (AAJ91)')
      for machine in ('xeon-7500', 'xeon-e7')),
    ('xeon-e5-2600-v2', r'write \w+\.box_ctl (msr|config) 0x[0-9a-f]+: bits 0x30000 must be written as 1 .*',
     'Linux freezes a box by writing back what it read of the control, in which bits 17:16, to be written 1, read 0'),
)


OF_THE_MODEL = ('an event of this processor that is none of the seven of the architecture, which are all that the tables have '
                'of its cores')
PIN = 'pin control, bit 19: it counts nothing, and uncork sets it nowhere'
RESET = "bit 16 resets a queue's occupancy: it counts nothing, and uncork sets it nowhere"
BANDS = 'no event of the list counts the time in a band of frequencies'
FREE_RUNNING = ('a counter that nobody programs has no select, and no code: Linux made these up. uncork calls them by their '
                'events')
IRP = 'each code is an event of counters 0 and 1, and another of 2 and 3; Linux says neither, and uncork wants to be told'
INVERTED = 'Linux shows bit 23, which its own masks of these boxes clear: it is reserved there'

EARLY = ('xeon-7500', 'xeon-e7')
LATER = ('*lake-sp', 'sapphire-rapids')

# (machines, pattern of KIND/FIELD or PMU/ALIAS/ as Linux shows it, reason): what `encode` does not take
NOT_TAKEN = (
    *((machine, f'cpu/{name}/', OF_THE_MODEL) for machine in ('xeon-e5-2600*', 'skylake-sp') for name in (
        'topdown-slots-issued', 'topdown-total-slots', 'topdown-fetch-bubbles', 'topdown-slots-retired',
        'topdown-recovery-bubbles')),
    *((machine, 'cpu/stalled-cycles-frontend/', OF_THE_MODEL) for machine in (*EARLY, 'xeon-e5-2600', 'xeon-e5-2600-v2')),
    *((machine, 'cpu/stalled-cycles-backend/', OF_THE_MODEL) for machine in (*EARLY, 'xeon-e5-2600')),
    *((machine, f'cpu/{name}', OF_THE_MODEL) for machine in (*EARLY, 'xeon-e5-2600*', *LATER)
      for name in ('offcore_rsp', 'ldlat')),
    *((machine, 'cpu/frontend', OF_THE_MODEL) for machine in LATER),
    *((machine, 'cpu/pc', PIN) for machine in (*EARLY, 'xeon-e5-2600*', *LATER, 'knights-landing')),
    *(('knights-landing', f'uncore_{box}/qor', RESET) for box in ('cha', 'irp')),
    ('knights-landing', 'uncore_cha/filter_tid', 'no source says which events look at it, so that uncork has it of none'),
    ('knights-landing', 'uncore_cha/filter_link', 'Linux shows bit 12 of the filter, which its own mask clears'),
    *(('xeon-e5-2600-v[234]', f'uncore_irp/{name}', IRP) for name in ('edge', 'thresh')),
    ('xeon-e5-2600-v[34]', 'uncore_irp/inv', IRP),
    *(('xeon-e5-2600-v2', f'uncore_{box}/inv', INVERTED) for box in ('ha', 'imc', 'irp', 'r2pcie', 'r3qpi', 'ubox')),
    *((machine, 'uncore_pcu/filter_band?', BANDS) for machine in ('xeon-e5-2600-v4', '*lake-sp')),
    ('sapphire-rapids', 'uncore_type/*', 'what Linux calls units that it does not know; uncork knows these two, of CXL'),
    *((machine, f'uncore_{box}_free_running{rest}', FREE_RUNNING)
      for machine, box in (('*lake-sp', 'iio'), ('ice-lake-sp', 'imc'),
                           ('sapphire-rapids', 'iio'), ('sapphire-rapids', 'imc')) for rest in ('_?/*', '/event', '/umask')),
)


def reason_of(table, machine, matches):
    """The reason of the first row of the table for that machine that `matches`; None: it is not known."""
    return next((row[-1] for row in table if fnmatch.fnmatch(machine, row[0]) and matches(row)), None)


def why_unsaid(machine, event):
    return reason_of(UNSAID, machine, lambda row: row[1] == event.box and row[2](event))


def why_refused(machine, name):
    return reason_of(REFUSED, machine, lambda row: fnmatch.fnmatchcase(name, row[1]))


def not_taken(machine):
    return [row[1] for row in NOT_TAKEN if fnmatch.fnmatch(machine, row[0])]


def why_not_taken(machine, text):
    return reason_of(NOT_TAKEN, machine, lambda row: fnmatch.fnmatchcase(text, row[1]))


def why_violated(machine, rule):
    return reason_of(VIOLATIONS, machine, lambda row: re.fullmatch(row[1], rule))


def alone(machine):
    return [row[1] for row in ALONE if fnmatch.fnmatch(machine, row[0])]
