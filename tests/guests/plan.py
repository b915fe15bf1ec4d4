# SPDX-License-Identifier: BSD-2-Clause
"""What a Linux guest shall count, and what must come out: every event of our lists, as Linux's drivers want it said, beside
a reference of the same box; and the ratios that the model, run in a process, has for them."""

import collections
import json
import re
import subprocess

from suite.result import Failure

HOST = 'build/uncork'

# What an event may need that goes without saying for no user. The first that makes it complete is taken.
ADDITIONS = ('', ':nf=1', ':opc=0x182', ':state=0x1f', ':ff=10', ':OPC_RFO', ':nf=1:opc=0x182', ':nf=1:state=0x1f',
             ':lo_addr=0x0', ':opc=0x1', ':OPC_RFO:nf=1')

ENABLE = 0x400000          # of a select register of the uncore
OF_CORE = 0x00430000       # of a core's: enable, user, kernel
FIXED = 0xff               # Linux's event of a fixed counter

ALL_AT_ONCE, IN_TURN = 8, 4  # instances of a box that each event is counted on


# `beyond` are registers that the event needs and no field of the driver's reaches.
Event = collections.namedtuple('Event', 'box name words clock counters beyond')


def run(*arguments, **options):
    return subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False, **options)


def records(machine, *arguments, **options):
    done = run(HOST, '--machine', machine, '-F', 'json', *arguments, **options)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{')]


# ---- from registers to what perf_event_open wants ---------------------------------------------------------

def low_and_high(low, high):
    return lambda r: r.get(low, 0) | r.get(high, 0) << 32


def words_of_later(r):
    """E5-2600 and behind: select and filter registers as they are."""
    config = FIXED if 'fixed_ctl' in r else r['ctl'] & ~ENABLE
    config1 = low_and_high('filter0', 'filter1')(r) | r.get('filter', 0)
    if 'match0' in r:
        return config, low_and_high('match0', 'match1')(r), low_and_high('mask0', 'mask1')(r)
    return config, config1, 0


def words_of_core(r):
    return r['ctl'] & ~OF_CORE, r.get('rsp_0', r.get('rsp_1', 0)), 0


def words_of_mbox(r):
    """The PLD's register is in the upper half, whatever other one there is in the lower."""
    low = next((r[name] for name in ('iss', 'map', 'pgt', 'msc_thr', 'dsp', 'zdp_ctl_fvc') if name in r), 0)
    return r['ctl'] & ~1, low | r.get('pld', 0) << 32, r.get('mm_cfg', 0)


def words_of_rbox(r):
    """The driver's event of an R-Box has the port in it; all of ours here are of port 0."""
    config = r['ctl'] & ~1
    for name, value in r.items():
        if name.endswith('mm_cfg_port0'):
            return config | value << 32, r[name.replace('mm_cfg', 'match')], r[name.replace('mm_cfg', 'mask')]
        if name.startswith(('iperf', 'qlx')):
            return config, value, 0
    return config, 0, 0


def words_of_7500(box, r):
    if 'fixed_ctl' in r:
        return FIXED, 0, 0
    if box == 'mbox':
        return words_of_mbox(r)
    if box == 'rbox':
        return words_of_rbox(r)
    enable = 1 if box == 'bbox' else ENABLE
    return r.get('ctl', r.get('ctl0', 0)) & ~enable, r.get('match', 0), r.get('mask', 0)


def words(machine, box, registers):
    if machine in ('xeon-7500', 'xeon-e7'):
        return words_of_7500(box, registers)
    return words_of_core(registers) if box == 'core' else words_of_later(registers)


# What `words` makes use of.
REACHED = re.compile(r'(fixed_)?ctl0?|filter[01]?|match[01]?|mask[01]?|rsp_[01]|iss|map|pgt|msc_thr|dsp|zdp_ctl_fvc|pld|mm_cfg|'
                     r'(iperf_cfg[01]|qlx_cfg|xbr[12]_(mm_cfg|match|mask))_port0')


# ---- the events ---------------------------------------------------------------------------------------------

def encode(machine, event):
    """The canonical name and {register: value}; None if that is no event."""
    done = run(HOST, 'encode', '--machine', machine, event)
    if done.returncode:
        return None
    name, *registers = done.stdout.splitlines()[-1].split(' ')
    return name, {word.split('=')[0]: int(word.split('=')[1], 16) for word in registers if '=0x' in word}


def counter_of(counters):
    """The first that an event may use."""
    return int(re.match(r'\d+', counters)[0]) if re.match(r'\d+', counters) else 0


def event_of(machine, record, instances):
    first = record['box'] + ('0' if instances > 1 else '')
    for addition in ADDITIONS:
        found = encode(machine, f'{first}::{record["event"]}{addition}')
        if found:
            break
    else:
        return None
    name, registers = found
    if not registers:
        return None
    config, config1, config2 = words(machine, record['box'], registers)
    if machine in ('xeon-7500', 'xeon-e7') and record['box'] == 'bbox':
        config |= counter_of(record['counters']) << 6  # each counter has events of its own, and the driver is told which
    beyond = [register for register in registers if not REACHED.fullmatch(register)]
    return Event(record['box'], name, (config, config1, config2), 'clock' in record['flags'].split(','), record['counters'],
                 beyond)


def present(machine):
    """{box: how many of them a part has}."""
    boxes = [record['box'] for record in records(machine, 'info') if record['record'] == 'box' and record['state'] == 'found']
    return collections.Counter(re.sub(r'\d+$', '', box) for box in boxes)


def events(machine):
    """({box: [Event]}, [what of our list is no event by itself], {box: its record})."""
    listed = records(machine, 'list')
    types = {record['name']: record for record in listed if record['record'] == 'box_type'}
    for name, count in present(machine).items():
        types[name]['instances'] = min(count, types[name]['instances'])
    found, left = collections.defaultdict(list), []
    for record in listed:
        if record['record'] != 'event':
            continue
        event = event_of(machine, record, types[record['box']]['instances'])
        if event:
            found[record['box']].append(event)
        else:
            left.append(f'{record["box"]}::{record["event"]}')
    return found, left, types


# ---- references -----------------------------------------------------------------------------------------------

def shares_no_counter(one, other):
    """Whether each finds a counter beside the other: events of a single counter, and that one the same, do not."""
    return one.counters != other.counters or not one.counters.isdigit()


def reference_of(event, others):
    """A clock, else what counts without a filter on another counter."""
    plain = [other for other in others if other.name != event.name and shares_no_counter(event, other)]
    return min(plain, key=lambda other: (not other.clock, other.words[1:] != (0, 0)), default=None)


def pairs(found, alone=()):
    """{box: [(event, reference)]}; the reference is None for a box of `alone`, and where there is none."""
    return {box: [(event, None if box in alone else reference_of(event, those)) for event in those]
            for box, those in found.items()}


def instances_of(number, perf, instances):
    """The PMUs that the event of that number is counted on: all; of many some, which take turns."""
    if instances <= ALL_AT_ONCE:
        return [perf]
    return [f'{perf}_{(number * IN_TURN + i) % instances}' for i in range(IN_TURN)]


def plan_text(paired, types):
    """The plan for the guest: round n has the n-th event of every box. Ids are BOX.NUMBER."""
    lines = []
    for number in range(max(map(len, paired.values()))):
        for box, those in paired.items():
            if number < len(those):
                said = [':'.join(f'{word:x}' for word in one.words) for one in those[number] if one]
                lines += [f'{box}.{number} {pmu} {" ".join(said)}'
                          for pmu in instances_of(number, types[box]['perf'], types[box]['instances'])]
        lines.append('go')
    return '\n'.join(lines) + '\n'


# ---- what the model says ----------------------------------------------------------------------------------------

PORT = re.compile(r':port=(\d)$')  # of an R-Box; each has four, and events of ours are of the first


def key_of(name):
    return PORT.sub('', name.split('::', 1)[1])


def every(name, box):
    """The canonical name of the first instance, for all of them."""
    pmu, event = name.split('::', 1)
    if PORT.search(event):
        return f'{box}0::{event},{box}1::{PORT.sub(":port=4", event)}'
    return f'{box}*::{event}' if pmu.endswith('0') else name


def model_rates(machine, paired, options):
    """{(box instance, socket, event): counts a nanosecond}, of one second."""
    asked = [[every(one.name, box) for one in both if one] for box, those in paired.items() for both in those]
    lines = [f"stat -e '{','.join(names)}' -t 1000" for names in asked]
    said = records(machine, *options, input='\n'.join(lines) + '\n')
    counts = [record for record in said if record['record'] == 'count']
    if not counts:
        raise Failure(f'the model counts nothing: {said[-3:]}')
    return {(record['box'], record.get('socket', 0), key_of(record['event'])): record['value'] / record['time_ns']
            for record in counts}
