# SPDX-License-Identifier: BSD-2-Clause
"""Our tables against those of Linux's uncore drivers of the Xeon 7500 and E7, the E5 family, Knights Landing, Skylake-SP, Ice Lake-SP and Sapphire
Rapids, which are compiled from Debian's linux-source and asked in a process (tests/guests/linux): numbers and addresses of boxes, controls and
counters, widths, PCI functions, what a select may hold, which counters an event may use, and which bits of a filter it looks at. Where units of
Sapphire Rapids are its own table says: compared is what Linux knows besides. What differs is listed below with its reason; what is not listed is
a failure, and so is a reason without a difference."""

import fnmatch
import glob
import importlib.machinery
import importlib.util
import itertools
import json
import os
import re
import shutil
import subprocess

import pytest

from suite.result import require

PACKAGE = 'linux-source-6.1'
PLACE = 'build/guests/linux'
# Drivers that have names in common are programs of their own.
DRIVERS = {'arch/x86/events/intel/uncore_snbep.c': [], 'arch/x86/events/intel/uncore_nhmex.c': ['-DOF_NEHALEM_EX']}
WANTED = ('*/arch/x86/events/intel/uncore*', '*/tools/perf/pmu-events/arch/x86/*/uncore-*.json', '*/include/linux/pci_ids.h', '*/arch/x86/include/asm/intel-family.h')
EMPTY = ('linux/slab.h', 'asm/apicdef.h', 'linux/io-64-nonatomic-lo-hi.h', 'linux/perf_event.h', 'asm/cpu_device_id.h')
MACHINES = ('xeon-7500', 'xeon-e7', 'xeon-e5-2600', 'xeon-e5-2600-v2', 'xeon-e5-2600-v3', 'xeon-e5-2600-v4', 'knights-landing', 'skylake-sp', 'ice-lake-sp',
            'sapphire-rapids')

CONTROLS = ('ENABLE', 'PMI', 'REPORT_OVERFLOW', 'FREEZE_ON_OVERFLOW', 'RESET')
ANY_EVENT = ('tid', 'cid')

# (machines, boxes, what differs as a pattern, reason)
CREDITS = 'Linux has events 38H look at thread and link, and 3BH at nothing; perfmon has links of both'
KNOWN = (
    ('xeon-*7*', 'bbox', 'select: 0x3e, Linux 0xfe', 'Linux has which counter it is to be in two bits that no select has'),
    ('xeon-*7*', 'bbox', 'more counters', 'for an event without those two bits Linux has counter 0'),
    ('xeon-*7*', 'ubox', 'select: 0x401ff, Linux 0x400ff', 'LIKWID has a ninth bit of the event'),
    ('sapphire-rapids', '*', 'fewer counters', 'as perfmon has it'),
    ('sapphire-rapids', 'imc', 'select: 0xff84ffff, Linux 0xffffffff84ffff', 'selects of channels are 4 bytes apart: what Linux would write above is the next one'),
    ('xeon-e5-2600*', '*', 'fewer counters', 'the guides, and perfmon where there is none, let it count on fewer: Linux may give it one that does not'),
    ('skylake-sp', '*', 'fewer counters', 'as perfmon has it'),
    ('xeon-e5-2600', 'pcu', 'select: 0xdfa4c0ff, Linux 0xdf84c0ff', "bit 21, the extra select of the guide, is in no field of Linux's"),
    ('xeon-e5-2600-v2', 'pcu', 'select: 0xdf24c0ff, Linux 0xdf04c0ff', 'as of the Xeon E5-2600'),
    ('xeon-e5-2600', 'cbox', 'filter of UNC_C_(LLC_LOOKUP 0x(1f)?34|TOR_(INSERTS|OCCUPANCY) 0x3[56]): ',
     'Linux has the umasks that libpfm4 has; the guide has the filter for all of the event'),
    ('xeon-e5-2600-v2', 'irp', 'bits: 44, Linux 48', 'LIKWID has 44: what both have is taken'),
    ('xeon-e5-2600-v2', 'r3qpi', 'boxes: 3, Linux 2', 'the third is that of the third QPI port, whose function Linux knows'),
    ('xeon-e5-2600-v4', 'r3qpi', 'bits: 44, Linux 48', 'LIKWID has 44: what both have is taken'),
    ('xeon-e5-2600-v[34]', 'cbox', 'filter of UNC_C_LLC_LOOKUP 0x4134: ', 'umask 40H asks for the node; Linux has states alone'),
    ('xeon-e5-2600-v[34]', 'cbox', 'filter of UNC_C_RXR_(IPQ_RETRY 0x1031|ISMQ_RETRY 0x8033): ', 'Linux has these filters of the v2 alone'),
    ('xeon-e5-2600-v[34]', 'cbox', 'filter of UNC_C_TOR_INSERTS 0x135: ', 'Linux has a link besides, which it has of no other umask of the event'),
    ('knights-landing', 'cha', 'select: 0xff8cffff, Linux 0xff8dffff', 'bit 16 resets the occupancy of a queue: it chooses no event'),
    ('knights-landing', 'irp', 'select: 0xff84ffff, Linux 0xff85ffff', 'as of CHAs'),
    ('knights-landing', 'cha', 'filter of UNC_H_SF_LOOKUP ', "Linux has the states' filter for 3DH; lookups are 34H"),
    ('knights-landing', 'cha', 'filter of UNC_H_TOR_(INSERTS|OCCUPANCY) ', 'bit 36, near memory, has no field of Linux'),
    ('skylake-sp', 'm2pcie', r'place of 3: \(22, 5\), Linux \(21, 5\)', 'boards have the fourth at D22:F5, where Linux does not look'),
    ('skylake-sp', 'cha', 'filter of UNC_CHA_UPI_CREDITS_ACQUIRED ', CREDITS),
    ('skylake-sp', 'cha', 'filter of UNC_CHA_UPI_CREDIT_OCCUPANCY ', CREDITS),
    ('skylake-sp', 'cha', r'filter of UNC_\w+_TOR_(INSERTS|OCCUPANCY) \w+: 0xf{5}', 'bit 61, c6, has no field of Linux'),
    ('skylake-sp', 'cha', r'filter of UNC_CHA_TOR_(INSERTS|OCCUPANCY) 0x(11|21|24)3[56]: 0x0,',
     'perfmon gives them no filter; Linux has it of all umasks'),
)


# ---- Linux ---------------------------------------------------------------------------------------------

def unpack_sources():
    """The drivers' files out of the package, once for each version; the tests are skipped where it cannot be had."""
    loader = importlib.machinery.SourceFileLoader('tools_guest', 'tools/guest')
    guest = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(guest)
    os.makedirs(PLACE, exist_ok=True)
    try:
        with guest.Progress('test_linux_tables') as progress:
            package, = guest.fetch([PACKAGE], PLACE, progress)
    except guest.Trouble as trouble:
        if trouble.status != guest.UNAVAILABLE:
            raise
        pytest.skip(str(trouble))
    place = os.path.splitext(package)[0]
    if not os.path.isdir(place):
        part = f'{place}.{os.getpid()}'  # processes of one run may unpack at once
        os.makedirs(part)
        wanted = ' '.join(f"'{pattern}'" for pattern in WANTED)
        subprocess.run(['bash', '-o', 'pipefail', '-c', f'dpkg-deb --fsys-tarfile "$0" | tar -xO ./usr/src/{PACKAGE}.tar.xz | xz -dc | '
                        f'tar -xC "$1" --strip-components=1 --wildcards {wanted}', package, part], check=True, timeout=600)
        try:
            os.rename(part, place)
        except OSError:  # it is there
            shutil.rmtree(part)
    return place


@pytest.fixture(scope='session', name='sources')
def fixture_sources():
    return unpack_sources()


@pytest.fixture(scope='session', name='linux')
def fixture_linux(sources, tmp_path_factory):
    """{machine: {type: what Linux has}}"""
    build = tmp_path_factory.mktemp('linux')
    for name in EMPTY:
        (build / name).parent.mkdir(exist_ok=True)
        (build / name).write_text('', encoding='ascii')
    for name, of in (('linux/pci.h', 'include/linux/pci_ids.h'), ('asm/intel-family.h', 'arch/x86/include/asm/intel-family.h'),
                     *((f'intel/{os.path.basename(driver)}', driver) for driver in DRIVERS), ('intel/uncore.h', 'arch/x86/events/intel/uncore.h'),
                     ('intel/uncore_discovery.h', 'arch/x86/events/intel/uncore_discovery.h')):
        (build / name).parent.mkdir(exist_ok=True)
        with open(os.path.join(sources, of), encoding='utf-8') as file:
            (build / name).write_text(file.read(), encoding='utf-8')
    (build / 'perf_event.h').write_text('', encoding='ascii')
    found = {}
    for driver, flags in DRIVERS.items():
        subprocess.run(['cc', '-w', '-std=gnu11', f'-I{build}', f'-DUNCORE="{build}/intel/{os.path.basename(driver)}"', *flags, '-o', str(build / 'dump'),
                        'tests/guests/linux/dump.c'], check=True, timeout=300)
        for line in subprocess.run([str(build / 'dump')], check=True, stdout=subprocess.PIPE, text=True, timeout=60).stdout.splitlines():
            record = json.loads(line)
            found.setdefault(record['machine'], {})[record['type']] = record
    return found


# ---- our tables ----------------------------------------------------------------------------------------

class Box:
    """A type of boxes, as the program that prints the tables has it."""

    def __init__(self, words):
        self.words = words
        self.instances, self.rows, self.events = [], [], []

    def number(self, name):
        return int(self.words.get(name, '0'), 0)

    def rows_of(self, *roles):
        return [row for row in self.rows if row['role'] in roles]

    def addresses(self, instance, *roles):
        found = []
        for row in self.rows_of(*roles):
            base = instance['base'][int(row.get('bank', '0'))] + int(row.get('offset', '0'))
            if 'offsets' in row:
                found += [base + int(offset, 0) for offset in row['offsets'].split(',')]
            else:
                found += [base + place * int(row.get('stride', '0')) for place in range(int(row.get('count', '1')))]
        return found


def words_of(line):
    return {name: value.strip('"') for name, value in re.findall(r'(\w+)=("[^"]*"|\S+)', line)}


def tables(machine):
    """{box as Linux calls it: Box}. Of kinds of boxes whose places the machine tells `type`, `home` and the layout of a select are in the words, too."""
    found, layouts, box, layout, kind = {}, {}, None, [], {}
    text = subprocess.run(['build/golden/tables', machine], check=True, stdout=subprocess.PIPE, text=True, timeout=60).stdout
    for line in text.splitlines():
        word, words = line.split(maxsplit=1)[0], words_of(line)
        if word == 'described_kind':
            kind = {'type': '0', **words}
        elif word == 'kind' and kind:
            kind |= words
        elif word == 'box' and 'perf' in words:
            box = found[words['perf'].removeprefix('uncore_')] = Box(kind | words)
            kind = {}
        elif word == 'instance':
            bases, ids = (words.get(name, '0').split(',') for name in ('base', 'id'))
            box.instances.append({'base': [int(base, 0) for base in bases], 'id': int(ids[0], 0)})
        elif word == 'row':
            box.rows.append(words)
        elif word in ('layout', 'select'):
            number = line.split()[1]
            layout, holes = layouts.setdefault(number, ([], int(words.get('holes', '0'), 0)))
            (kind if word == 'select' else box.rows[-1]).update(layout=layout, holes=holes)
        elif word == 'field':
            layout.append(words)
        elif word == 'event':
            box.events.append({**words, 'needs_of': []})
        elif word == 'need' and '.' in words.get('at', ''):
            box.events[-1]['needs_of'].append(words['at'])
    return found


def bits_of(entry):
    high, low = (int(bit) for bit in entry['bits'].split(':'))
    return (1 << (high + 1)) - (1 << low)


def chosen_bits(layout):
    """Of a select: what an event chooses, and not what lets it count, or says what an overflow does."""
    mask = 0
    for entry in layout:
        if entry['access'] == 'RW' and entry.get('kind') not in CONTROLS:
            mask |= bits_of(entry)
    return mask


def looked_at(box, event):
    """The bits of a box's filters that an event may choose: those of the second above those of the first, as Linux has them in one number.
    Whose thread or core it is, which any event may be asked for, is left out."""
    mask = 0
    for place in event['needs_of']:
        row, field = re.fullmatch(r'\d+:(\w+)\.\d+:(\w+)', place).groups()
        layout = next(each['layout'] for each in box.rows if each['name'] == row)
        if field not in ANY_EVENT:
            mask |= bits_of(next(entry for entry in layout if entry['name'] == field)) << (32 if row == 'filter1' else 0)
    return mask


# ---- the comparison --------------------------------------------------------------------------------------

def compare_registers(box, linux):
    in_function = linux['space'] == 'pci'
    for number, theirs in enumerate(linux['boxes']):
        if number >= len(box.instances):
            break
        base = box.instances[number]
        for fact, roles in (('ctl', ('SELECT',)), ('ctr', ('COUNTER',)), ('fixed_ctl', ('FIXED_SELECT',)), ('fixed_ctr', ('FIXED_COUNTER',)),
                            ('box_ctl', ('BOX_CONTROL',))):
            wanted = theirs[fact] if isinstance(theirs[fact], list) else [theirs[fact]] if theirs[fact] else []
            ours = box.addresses(base, *roles) or (fact == 'box_ctl' and wanted and box.addresses(base, 'CONTROL')) or []
            if in_function:
                ours = [address & 0xfff for address in ours]
            if ours != wanted and (wanted or ours):
                yield f'{fact} of {number}: {[hex(address) for address in ours]}, Linux {[hex(address) for address in wanted]}'


def compare_places(box, linux):
    for device_id, number, device, function in linux.get('functions', ()):
        if number >= len(box.instances):
            yield f'function {device_id:#x} of {number}: none, Linux has it'
            continue
        ours = box.instances[number]
        if ours['id'] != device_id:
            yield f'id of {number}: {ours["id"]:#x}, Linux {device_id:#x}'
        place = ours['base'][0] >> 15 & 31, ours['base'][0] >> 12 & 7
        if (device or function) and place != (device, function):
            yield f'place of {number}: {place}, Linux {(device, function)}'


def allowed(linux, code):
    """The counters that Linux lets an event use."""
    for low, high, mask, counters in linux['constraints']:
        if low <= code & mask <= high:
            return counters
    return (1 << linux['counters']) - 1


def compare_events(box, linux):
    for event in box.events:
        if 'code' not in event or int(event.get('flags', '0'), 0) & 2 and not event.get('code'):
            continue
        code, ours = int(event['code'], 0), int(event.get('counters', '0'), 0)
        theirs = allowed(linux, code | int(event.get('umask', '0'), 0) << 8)
        if ours and ours != theirs:
            yield f'{"fewer" if not ours & ~theirs else "more"} counters of {event["name"]} {code:#x}: {ours:#x}, Linux {theirs:#x}'


def compare_filters(box, linux):
    """Of boxes with a filter for all their counters; that of power control has a field for each of some events."""
    theirs = {config: bits for config, _, bits in linux['filters']}
    for event in box.events:
        if 'code' not in event or linux['type'] not in ('cbox', 'cha'):
            continue
        config = int(event['code'], 0) | int(event.get('umask', '0'), 0) << 8
        ours = looked_at(box, event)
        if config < 1 << 16 and ours != theirs.get(config, 0):
            yield f'filter of {event["name"]} {config:#x}: {ours:#x}, Linux {theirs.get(config, 0):#x}'


def compare_described(box, linux):
    """What Linux knows of units of a type beyond what the machine's table says."""
    fixed = linux['boxes'][0]
    for fact, ours, theirs in (
            ('type', box.number('type'), linux['id']),
            ('select', chosen_bits(box.words['layout']) & ~box.words['holes'], linux['mask']),
            ('fixed', [int(row['offset']) for row in box.rows_of('FIXED_SELECT', 'FIXED_COUNTER')],
             [fixed['fixed_ctl'], fixed['fixed_ctr']] if fixed['fixed_ctl'] else []),
            ('filter', [[int(row['offset']), sum(map(bits_of, row['layout']))] for row in box.rows_of('FILTER')],
             [[linux['whole'][0] & 0xf, linux['whole'][1]]] if 'whole' in linux else [])):
        if ours != theirs:
            yield f'{fact}: {hex(ours) if fact == "select" else ours}, Linux {hex(theirs) if fact == "select" else theirs}'
    # How many there are the table says: as many as events use.
    yield from compare_events(box, linux | {'counters': max(int(event['counters'], 0).bit_length() for event in box.events if 'counters' in event)})


def compare_free(ours, linux):
    """Registers that count by themselves: those of a box of their own, or of the first of a kind, from its home on."""
    name = linux['type'].removesuffix('_free_running')
    box = ours.get(linux['type']) or ours.get(name)
    if not box or not box.rows_of('FREE_COUNTER'):
        yield 'no such box'
        return
    found = box.addresses({'base': [int(box.words.get('home', '0'), 0)]}, 'FREE_COUNTER')
    if found != linux['free']:
        yield f'free: {[hex(address) for address in found]}, Linux {[hex(address) for address in linux["free"]]}'


def differences(box, linux):
    if 'type' in box.words:
        yield from compare_described(box, linux)
        return
    if len(box.instances) != len(linux['boxes']):
        yield f'boxes: {len(box.instances)}, Linux {len(linux["boxes"])}'
    if box.number('counters') != linux['counters']:
        yield f'counters: {box.number("counters")}, Linux {linux["counters"]}'
    if box.number('counter_bits') != linux['bits']:
        yield f'bits: {box.number("counter_bits")}, Linux {linux["bits"]}'
    select = box.rows_of('SELECT')[0]
    ours = chosen_bits(select['layout']) & ~select['holes']
    if ours != linux['mask']:
        yield f'select: {ours:#x}, Linux {linux["mask"]:#x}'
    yield from itertools.chain(compare_registers(box, linux), compare_places(box, linux), compare_events(box, linux), compare_filters(box, linux))


@pytest.mark.parametrize('machine', MACHINES)
def test_tables_are_those_of_linux(machine, linux):
    ours, used, strange = tables(machine), set(), []
    rows = [row for row in KNOWN if fnmatch.fnmatch(machine, row[0])]
    for name, type_of_linux in linux[machine].items():
        described = any('type' in box.words for box in ours.values())
        if not type_of_linux['bits'] and not described and name not in ours:
            continue  # counters that run freely: their places follow from numbers that are none of a type's
        if not type_of_linux['bits']:
            found = compare_free(ours, type_of_linux)
        else:
            found = differences(ours[name], type_of_linux) if name in ours else ['no such box']
        for text in sorted(set(found)):
            row = next((row for row in rows if fnmatch.fnmatchcase(name, row[1]) and re.match(row[2], text)), None)
            used.add(row)
            if not row:
                strange.append(f'{name}: {text}')
    require(not strange, f'{machine}: {len(strange)} differences without a reason:\n' + '\n'.join(strange))
    require(used.issuperset(rows), f'{machine}: reasons without a difference: {sorted(set(rows) - used)}')


# ---- perf's lists of events ------------------------------------------------------------------------------

LISTS = {'xeon-e5-2600': 'jaketown', 'xeon-e5-2600-v2': 'ivytown', 'xeon-e5-2600-v3': 'haswellx', 'xeon-e5-2600-v4': 'broadwellx',
         'skylake-sp': 'skylakex', 'cascade-lake-sp': 'cascadelakex', 'ice-lake-sp': 'icelakex', 'sapphire-rapids': 'sapphirerapids'}
FIXED = 0xff  # perf's code for counters that have none
WORDS = 'EventCode', 'UMask', 'UMaskExt', 'PortMask', 'FCMask'

# (machines, events, reason)
OLDER = 'the list of perf is older than that of perfmon which ours is from'
UNLISTED = "ours is the guide's and libpfm4's, which have neither IRPs nor these"
KNOWN_EVENTS = (
    *((machine, r'UNC_P_POWER_STATE_OCCUPANCY\.CORES_C', 'the state is a field of the select beside the code, and a filter of perf')
      for machine in LISTS if machine != 'sapphire-rapids'),
    ('sapphire-rapids', r'UNC_IIO_COMP_BUF_OCCUPANCY\.CMPD\.ALL_PARTS', OLDER),
    ('sapphire-rapids', 'UNC_M2M_DIRECT2CORE_TAKEN', OLDER),
    ('xeon-e5-2600', r'UNC_I_|UNC_U_(FILTER_MATCH|MSG_CHNL|PHOLD|RACU)|UNC_P_FREQ_|UNC_Q_RxL_STALLS\.BGF', UNLISTED),
    ('xeon-e5-2600-v[34]', r'UNC_C_TOR_OCCUPANCY\.LLC_DATA_READ', "perf's name for an opcode of MISS_OPCODE"),
    ('cascade-lake-sp', 'UNC_M_PMM_', "perf's names for events of persistent memory that ours have by the names of their queues"),
    ('ice-lake-sp', r'UNC_CHA_CORE_SNP\.REMOTE_GTONE|UNC_CHA_PIPE_REJECT\.VN_BL_(WB|NC[BS])|UNC_IIO_NUM_REQ_FROM_CPU\.IRP', OLDER),
    ('ice-lake-sp', 'UNC_IIO_BANDWIDTH_IN', "a counter that runs freely has no code: ours numbers them, as Linux's driver does"),
)


def listed_by_perf(sources, name):
    """(name, event code, umask) of each event of perf's lists that is a register's. Its names have dots where ours end in a umask's."""
    places = glob.glob(os.path.join(sources, 'tools/perf/pmu-events/arch/x86', name, 'uncore-*.json'))
    for place in places:
        with open(place, encoding='utf-8') as file:
            for event in json.load(file):
                if 'Deprecated' in event or not event.get('EventName', '').startswith('UNC_'):
                    continue  # others are perf's own names for such events
                yield event['EventName'], *(int(event.get(word, '0') or '0', 0) for word in WORDS)


def spelled(*words):
    """Ours have capitals, and NONE for what perf has beside names with more behind a dot."""
    return '_'.join(filter(None, words)).upper().replace('.', '_').removesuffix('_NONE')


@pytest.mark.parametrize('machine', LISTS)
def test_events_are_those_of_perf(machine, sources):
    ours = {}
    for box in tables(machine).values():
        for event in box.events:
            ours.setdefault(spelled(event['name'], event.get('umask_name', '')), set()).add((int(event.get('code', '0'), 0), int(event.get('umask', '0'), 0)))
    # Ports and kinds of flow control, of I/O stacks, stand above a umask.
    above_ports = 16 if machine in ('skylake-sp', 'cascade-lake-sp') else 20
    rows, used, strange, compared = [row for row in KNOWN_EVENTS if fnmatch.fnmatch(machine, row[0])], set(), [], 0
    for name, code, umask, above, ports, kinds in listed_by_perf(sources, LISTS[machine]):
        if umask < 0x100:
            umask |= above << 8
        wanted = (0, 0) if code == FIXED else (code, umask | ports << 8 | kinds << above_ports)
        compared += 1
        found = ours.get(spelled(name), ())
        if wanted in found:
            continue
        row = next((row for row in rows if re.match(row[1], name)), None)
        used.add(row)
        if not row:
            strange.append(f'{name}: {wanted[0]:#x} {wanted[1]:#x}, ours {[(hex(a), hex(b)) for a, b in found]}')
    require(compared > 200, f'{machine}: perf lists {compared} events')
    require(not strange, f'{machine}: {len(strange)} events without a reason:\n' + '\n'.join(strange))
    require(used.issuperset(rows), f'{machine}: reasons without a difference: {sorted(set(rows) - used)}')
