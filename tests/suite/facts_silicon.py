# SPDX-License-Identifier: BSD-2-Clause
"""What silicon/models/ says of a machine, from the text of its tables (tests/golden/silicon.c)."""

from suite import cpuid
from suite.facts import ALL, MMIO, PCI, UNKNOWN, Facts, fits, mask, place, plain, rows

NAMES = 'tests/golden/sides-names.tsv'
KINDS = {'GLOBAL_CTL': 'control', 'STATUS': 'status', 'OVF_CTL': 'clear', 'SELECT': 'select', 'COUNTER': 'counter', 'COMPANION': 'filter',
         'TICKER': 'free', 'WINDOW': 'window', 'STORE': 'store'}
NO_BIT = 255               # a position: there is no such field
TALLIED, NUMBERED = 2, 32  # event.flags


def other_names(machine):
    """{(box, register or event): as the other side calls them}; '' is the box itself."""
    return {pair(mine): pair(other) for machines, mine, other in rows(NAMES) if fits(machine, machines)}


def pair(words):
    return words.partition(' ')[::2]


class Tables:
    """A part, and what of it is printed once and referred to by number."""

    def __init__(self, part):
        self.part, self.name, self.names = part, part.name(), other_names(part.name())
        self.types, self.banks, self.layouts, self.lists, self.choices = {}, {}, {}, {}, {}
        self.boxes = [Box(self, line) for line in part.lines('box')]

    def called(self, box, name):
        return self.names.get((box, name), (box, name))

    def core_counters(self):
        """General counters of a core, of a machine that is not told otherwise: as its first dump of CPUID says."""
        setting = next(line for line in self.part.lines('setting') if line.name() == 'cpuid')
        return cpuid.dumps()[setting.has['words'].split()[1]][1][0xa, 0][0] >> 8 & 0xff


class Bank:
    def __init__(self, line, layouts):
        for layout in line.below:
            if layout.has:
                layouts[layout.others[0]] = layout
        self.line, self.name, self.role = line, line.name(), line.has['role']
        self.fixed, self.numbered = self.name.startswith('fixed'), line.number('numbered')
        self.first, self.shared = line.number('number'), line.number('shared') or 1
        self.layout = layouts[line.below[0].others[0]] if line.below else None

    def tell(self):
        """What is said of each of its registers, all but where it is."""
        line = self.line
        writable, zero, bits = line.number('writable'), line.number('zero'), line.number('bits')
        # Counters lose what is written beyond their width, unless the bank says that it must be 0.
        unbounded = self.role == 'COUNTER' and not zero
        acts = writable if self.role in ('STATUS', 'OVF_CTL') else line.number('acts')
        yield from (('kind', KINDS[self.role]), ('bits', bits))
        yield 'keeps', writable & ~acts & (mask(0, line.number('width')) if unbounded else ALL)
        if self.role != 'SELECT':
            yield 'acts', acts
        yield 'zero', zero | ~mask(0, bits) & ALL if writable and not unbounded else UNKNOWN
        if self.role == 'STORE' and line.number('undocumented'):
            yield 'shows', ~line.number('undocumented') & mask(0, bits)
        yield 'reset', UNKNOWN if line.number('start_undocumented') else line.number('reset')
        if self.role == 'SELECT' and not self.fixed:
            yield from self.tell_layout(writable)

    def tell_layout(self, writable):
        layout = self.layout
        for says, key, width in (('enable', 'enable', 1), ('pmi', 'pmi', 1), ('edge', 'edge', 1), ('invert', 'invert', 1), ('tally', 'reset_tally', 1),
                                 ('threshold', 'threshold_low', layout.number('threshold_bits') or 8)):
            yield says, 0 if layout.number(key) == NO_BIT else mask(layout.number(key), width)
        umask = 0 if layout.number('umask_low') == NO_BIT else mask(layout.number('umask_low'), 8)
        yield 'code', (mask(layout.number('event_low'), layout.number('event_bits')) | umask) & writable


class Type:
    def __init__(self, tables, line):
        self.line, self.name, self.space = line, line.name(), line.has['space']
        number = line.lines('banks')[0].others[0]
        tables.banks.setdefault(number, line.lines('bank'))
        self.banks = [Bank(bank, tables.layouts) for bank in tables.banks[number]]
        self.lists = []
        for events in line.lines('events'):
            if events.has:  # those of a part that this one is like come after its own
                tables.lists[events.others[0]] = [events.lines('event'), line.lines('event')]
            self.lists = tables.lists[events.others[0]]
        for event in (event for events in self.lists for event in events if event.below):
            tables.choices[event.others[0]] = event.below

    def of_role(self, role):
        return next((bank for bank in self.banks if bank.role == role and not bank.fixed), None)


class Box:
    def __init__(self, tables, line):
        which = line.others[1]
        if 'name' in line.has:
            tables.types[which] = Type(tables, line)
        self.tables, self.line, self.type, self.number = tables, line, tables.types[which], line.number('number')
        self.bases = [line.number(f'base[{i}]') for i in range(3)]
        self.name = self.called('')

    def called(self, name):
        """The box's name on the other side: "cbox3"."""
        other, _ = self.tables.called(self.type.name, name)
        return other if self.type.line.number('single') or other == 'pcu' else f'{other}{self.number}'

    def address(self, bank, index):
        return self.bases[bank.line.number('base')] + bank.line.number('offset') + index * bank.line.number('stride') & 0xffffffff

    def count(self, bank):
        general = bank.numbered and not bank.fixed
        return self.tables.core_counters() if self.type.line.number('per_core') and general else bank.line.number('count')

    def select(self, number):
        """The address of that counter's select."""
        for bank in self.type.banks:
            if bank.role == 'SELECT' and bank.first <= number < bank.first + bank.line.number('count') * bank.shared:
                return self.address(bank, (number - bank.first) // bank.shared)
        return 0

    def summary(self):
        """The bits above that its overflows show in, of the box and of single counters."""
        bits = self.line.number('summary') | self.line.number('other')
        for bank in self.type.banks:
            bits |= 1 << bank.line.number('summary') >> 1
        return bits

    def is_part(self):
        """True if the box is only a part of one that the other side has, whose counters are in another."""
        return not self.type.of_role('COUNTER') and any(box.name == self.name and box.type.of_role('COUNTER') for box in self.tables.boxes)


# ---- registers and counters ----------------------------------------------------------------------------

def tell_counter(facts, box, bank, index):
    control, inside = box.type.of_role('GLOBAL_CTL'), MMIO if box.type.space == 'MMIO' else PCI
    bit = 0 if bank.line.number('bit') == NO_BIT else 1 << bank.line.number('bit') + index
    about = f'{box.name} {"fixed" if bank.fixed else "counter"} {index + (0 if bank.fixed else bank.first)}'
    facts.say(about, 'at', box.address(bank, index) & inside)
    facts.say(about, 'select', box.select(bank.first + index) & inside)
    facts.say(about, 'width', bank.line.number('width') or 48)
    # A control with commands is that of a box that controls itself, and has no enables.
    facts.say(about, 'enable', bit & control.line.number('writable') if control and not control.line.number('acts') else 0)
    facts.say(about, 'flag', bit if box.type.of_role('STATUS') else 0)


def tell_function(facts, box):
    kind, base = box.type.line, box.bases[0]
    about = f'{box.name} pci {base >> 15 & 0x1f}.{base >> 12 & 7}'
    ids = kind.numbers('ids')
    unknown = kind.number('id_undocumented') >> box.number & 1
    facts.say(about, 'id', UNKNOWN if unknown else ids[box.number] if ids else kind.number('id'))
    facts.say(about, 'bus', int(base >> 20 != 0))


def tell_box(facts, box):
    if not box.is_part():
        facts.say(box.name, 'summary', box.summary())
    if box.type.space == 'CONFIG':
        tell_function(facts, box)
    for bank in box.type.banks:
        said = list(bank.tell())
        _, other = box.tables.called(box.type.name, bank.name)
        for index in range(box.count(bank)):
            about = f'{box.called(bank.name)} {other}{index if bank.numbered else ""}'
            facts.say(about, *place(box.type.space, box.address(bank, index)))
            for says, value in said:
                facts.say(about, says, value)
            if bank.role == 'COUNTER':
                tell_counter(facts, box, bank, index)


# ---- events ----------------------------------------------------------------------------------------------

class Events:
    def __init__(self, facts, box, counters):
        self.facts, self.box, self.type, self.tables = facts, box.type.name, box.type, box.tables
        self.every = mask(0, counters)

    def select(self, code):
        """The select of a counter that counts the event. Codes are those of the event field, with umasks behind them if those have no field of
        their own; what is more says which other bits are set."""
        # M-Box: the flag's event instead of the increment's.
        if self.box == 'mbox' and code >= 0x20:
            return 1 << 7 | code - 0x20 << 19
        # PCU and QPI of the Xeon E5-2600: extra select.
        if self.box in ('pcu', 'qpi') and code & 0x100:
            return 1 << 21 | code & 0xff
        return code << self.type.of_role('SELECT').layout.number('event_low')

    def tell_umasks(self, event, about):
        names = iter(event.has.get('sub_names', '').split(' '))
        for bit in (1 << i for i in range(8) if event.number('subs') >> i & 1):
            for name in next(names, '').split('/'):
                if name not in ('', '-'):
                    self.facts.say(f'{about}:{plain(name)}', 'umask', bit)
        self.facts.say(about, 'umasks', event.number('subs'))

    def tell_numbers(self, event, about):
        """Of umasks that are numbers each has one name, as lists of events have it."""
        names = self.tables.choices[event.others[0]][0].has['names'] if event.number('choices') else ''
        for name, _, number in (word.partition('=') for word in names.split()):
            if name != '-':
                self.facts.say(f'{about}:{plain(name)}', 'umask', int(number or '0', 0))
        self.facts.say(about, 'umasks', UNKNOWN)

    def tell_event(self, event, alike):
        """`alike`: the events of its list with the same name up to a point. "NAME.SUB" is the umask SUB of NAME, which is its code's upper half;
        without one each has a number."""
        box, name = self.tables.called(self.box, event.name())
        if len(alike) > 1 and '.' not in event.name():
            name += f'_{alike.index(event)}'
        name, point, umask = name.upper().partition('.')
        about, select = f'{box} event {name}', self.select(event.number('code'))
        if point and len(alike) > 1:
            self.facts.say(f'{about}:{umask}', 'umask', select >> 8 & 0xff)
            self.facts.say(about, 'umasks', UNKNOWN)
            select &= ~0xff00
        if event.number('flags') & NUMBERED:
            self.tell_numbers(event, about)
        elif event.number('subs') & event.number('subs') - 1:
            self.tell_umasks(event, about)
        else:
            select |= event.number('subs') << 8
        # Its umasks are codes, and the model's own code says what each means.
        if event.number('choices') and not event.number('subs'):
            self.facts.say(about, 'umasks', UNKNOWN)
        # Of ports: codes are the model's own.
        self.facts.say(about, 'select', UNKNOWN if self.type.line.number('ports') else select)
        self.facts.say(about, 'counters', event.number('counters') or self.every)
        self.facts.say(about, 'each of', event.number('granule') or 1)
        self.facts.say(about, 'tally', int(bool(event.number('flags') & TALLIED)))
        self.facts.say(about, 'most', event.number('increment'))

    def tell(self):
        """Of a part that is like another an event of its own takes the place of the other's of that name."""
        own = set()
        for events in self.type.lists:
            alike = {}
            for event in events:
                alike.setdefault(event.name().split('.')[0], []).append(event)
            for event in events:
                if event.name() not in own:
                    self.tell_event(event, alike[event.name().split('.')[0]])
            own |= {event.name() for event in events}


def facts_of(part):
    facts = Facts()
    for box in Tables(part).boxes:
        if box.type.line.number('per_core') and box.number:
            continue
        tell_box(facts, box)
        counters = sum(box.count(bank) for bank in box.type.banks if bank.role == 'COUNTER' and not bank.fixed)
        if not box.number and counters:
            Events(facts, box, counters).tell()
    return facts
