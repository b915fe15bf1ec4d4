# SPDX-License-Identifier: BSD-2-Clause
"""What boxes/ says of a machine, from the text of its tables (tests/golden/tables.c)."""

import functools
import itertools
import operator

from suite.facts import ALL, MMIO, PCI, UNKNOWN, Facts, mask, place, plain

KINDS = {'CONTROL': 'control', 'STATUS': 'status', 'CLEAR': 'clear', 'SELECT': 'select', 'COUNTER': 'counter', 'FIXED_SELECT': 'select',
         'FIXED_COUNTER': 'counter', 'FILTER': 'filter', 'BOX_CONTROL': 'control', 'FREE_COUNTER': 'free', 'GLOBAL_FREEZE': 'control',
         'FLAGS': 'status'}  # others: 'store'
LACKS = 1 << 2 | 1 << 3  # no machine has a branch trace store or PEBS that may be used
ON_FIXED = 0xff00  # event.counters: fixed ones
TALLY = 1 << 5  # event.flags
ALIAS = 1 << 5  # event.group


class Field:
    def __init__(self, line):
        high, low = (int(bit) for bit in line.has['bits'].split(':'))
        self.name, self.low, self.width, self.mask = line.name(), low, high - low + 1, mask(low, high - low + 1)
        self.access, self.kind, self.needs = line.has['access'], line.has.get('kind', 'OTHER'), line.number('needs')


def union(fields):
    return functools.reduce(operator.or_, (field.mask for field in fields), 0)


class Layout:
    def __init__(self, line):
        self.width, self.reset, self.wide = line.number('width_bits'), line.number('reset'), line.number('wide')
        self.reset_unknown, self.holes = line.number('reset_unknown'), line.number('holes')
        self.fields = [Field(field) for field in line.lines('field')]

    def of_access(self, *accesses):
        return union(field for field in self.fields if field.access in accesses)

    def first(self, kind):
        return next((field for field in self.fields if field.kind == kind), None)

    def first_bits(self, kind):
        field = self.first(kind)
        return field.mask if field else 0

    def bits(self, *kinds):
        return union(field for field in self.fields if field.kind in kinds)

    def keeps(self):
        """Bits that hold what is written."""
        if self.wide:
            return self.writable()
        writable = union(field for field in self.fields if field.access == 'RW' and not field.needs & LACKS)
        return writable & ~self.holes | self.of_access('COUNTING', 'W1S')

    def writable(self):
        return self.of_access('RW') & ~self.holes

    def zero(self):
        return ~union(self.fields) & ALL | self.of_access('RESERVED') | self.holes


class Row:
    """Registers of one layout: of what is said of each, all but where it is."""

    def __init__(self, line, layout, resets_unknown):
        self.name, self.role, self.layout = line.name(), line.has['role'], layout
        self.bank, self.count = line.number('bank'), line.number('count')
        self.offsets = line.numbers('offsets') or [line.number('offset') + i * line.number('stride') for i in range(self.count)]
        self.says = dict(self.tell(resets_unknown))

    def tell(self, resets_unknown):
        layout, shown = self.layout, self.layout.of_access('RO')
        kind = KINDS.get(self.role, 'store')
        yield from (('kind', kind), ('bits', layout.width), ('keeps', layout.keeps()), ('zero', layout.zero()))
        if kind != 'select':
            # Bits that do something when 1 is written, and hold nothing.
            yield 'acts', layout.of_access('W1C', 'W1_TO', 'WO')
        if self.role in ('BOX_COUNT', 'OTHER') and shown:
            yield 'shows', shown
        yield 'reset', UNKNOWN if resets_unknown or layout.reset_unknown else layout.reset
        if self.role == 'SELECT':
            yield from ((kind.lower(), layout.first_bits(kind)) for kind in ('ENABLE', 'EDGE', 'INVERT', 'THRESHOLD'))
            yield 'pmi', layout.first_bits('PMI') + layout.first_bits('REPORT_OVERFLOW')
            yield 'tally', layout.first_bits('TALLY_RESET')
            yield 'code', layout.bits('EVENT', 'UMASK')


class Instance:
    def __init__(self, line, name):
        self.name, self.summary = name, line.number('summary')
        self.base, self.id = line.numbers('base'), line.numbers('id') or [0] * len(line.numbers('base'))


class Box:
    def __init__(self, line, layouts, resets_unknown):
        self.line, self.name, self.space, self.by_id = line, line.name(), line.has['space'], line.has['based'] == 'BY_ID'
        numbers = [int(number.others[0]) for number in line.lines('number')] or itertools.count()
        several = line.number('instances') > 1 or line.has['scope'] != 'SOCKET'
        self.instances = [Instance(instance, f'{self.name}{number}' if several else self.name)
                          for instance, number in zip(line.lines('instance'), numbers)]
        self.rows = []
        for row in line.lines('row'):
            layout = row.below[0]
            if layout.has:  # one that was not printed before
                layouts[layout.others[0]] = Layout(layout)
            self.rows.append(Row(row, layouts[layout.others[0]], resets_unknown))

    def registers(self, instance):
        """The name, row and address of each register of an instance."""
        for row in self.rows:
            for index, offset in enumerate(row.offsets):
                yield f'{instance.name} {row.name}{index if row.count > 1 else ""}', row, instance.base[row.bank] + offset

    def of_role(self, *roles):
        return next((row for role in roles for row in self.rows if row.role == role), None)

    def bit(self, row, kind, number):
        field = row and row.layout.first(kind)
        return 1 << field.low + number if field else 0


# ---- registers and counters ----------------------------------------------------------------------------

def tell_registers(facts, box, instance):
    for about, row, address in box.registers(instance):
        if box.by_id and not instance.base[row.bank]:
            facts.say(about, 'pci', UNKNOWN)
        else:
            facts.say(about, *place(box.space, address))
        for says, value in row.says.items():
            facts.say(about, says, value)


def tell_counters(facts, box, instance, fixed):
    counter, select = box.of_role(f'{fixed}COUNTER'), box.of_role(f'{fixed}SELECT')
    if not counter:
        return
    for i, offset in enumerate(counter.offsets):
        about, inside = f'{instance.name} {"fixed" if fixed else "counter"} {i}', MMIO if box.space == 'MMIO' else PCI
        facts.say(about, 'at', instance.base[counter.bank] + offset & inside)
        facts.say(about, 'select', instance.base[select.bank] + select.offsets[i if select.count > 1 else 0] & inside)
        facts.say(about, 'width', counter.layout.fields[0].width if fixed else box.line.number('counter_bits'))
        facts.say(about, 'enable', box.bit(box.of_role('CONTROL'), 'FIXED_ENABLE' if fixed else 'COUNT_ENABLES', i))
        facts.say(about, 'flag', box.bit(box.of_role('STATUS', 'FLAGS'), 'FIXED_OVERFLOW' if fixed else 'OVERFLOWS', i))


def tell_functions(facts, box, instance):
    for base, known in zip(instance.base, instance.id):
        if base:
            about = f'{instance.name} pci {base >> 15}.{base >> 12 & 7}'
            facts.say(about, 'id', known or UNKNOWN)
            facts.say(about, 'bus', int(box.by_id))


def tell_bus_register(facts, finder, which, fields):
    """A register that says on which bus a socket has its functions."""
    offset, high, low = (int(number, 0) for number in finder.has[which].replace(']', '').replace('[', ':').split(':'))
    about = finder.has[f'{which}_name'].replace('.', ' ', 1)
    facts.say(about, 'pci', finder.number('at') + offset if finder.number('at') else UNKNOWN)
    facts.say(about, 'shows', mask(low, (high - low + 1) * fields))


def tell_finder(facts, finder):
    at = finder.number('at')
    if finder.has['way'] == 'CHAIN':
        tell_bus_register(facts, finder, 'field', 1)
    if finder.has['way'] == 'MAP':
        tell_bus_register(facts, finder, 'node', 1)
        tell_bus_register(facts, finder, 'field', finder.number('fields'))
        if at:
            facts.say(f'{finder.has["box"]} pci {at >> 15}.{at >> 12 & 7}', 'id', finder.number('id'))


# ---- events ----------------------------------------------------------------------------------------------

def short_name(event):
    """A name without what says whose it is: "UNC_C_"."""
    return event.name().split('_', 2)[2] if event.name().startswith('UNC_') else event.name()


def is_alias(event):
    return any(need.has['kind'] == 'SAME' for need in event.below)


class Events:
    """Those of a box that counters with a select count; others are registers, and told as such."""

    def __init__(self, facts, box):
        self.facts, self.box, self.select = facts, box, box.of_role('SELECT')
        self.umask = self.select.layout.first('UMASK') if self.select else None

    def umask_of(self, event):
        """As far as it is in the field of that name: what is above are masks of ports and the like, which silicon's code reads."""
        return event.number('umask') & (mask(0, self.umask.width) if self.umask else ALL)

    def select_of(self, event, umask):
        """The select of a counter that counts the event; `umask` is part of it."""
        select = event.number('code') << self.select.layout.first('EVENT').low | (umask << self.umask.low if self.umask else 0)
        for need in event.below:
            row, _, field = need.has.get('at', '').partition('.')
            if need.has['kind'] != 'VALUE' or not field or self.box.rows[int(row.split(':')[0])] is not self.select:
                continue
            field = self.select.layout.fields[int(field.split(':')[0])]
            if field.kind in ('CODE', 'CODE_ABOVE'):
                select |= need.number('value') << field.low
        return select

    def tell_umasks(self, about, rows):
        umasks = 0
        for row in rows:
            umasks |= self.umask_of(row)
            if not is_alias(row) and not row.number('group') & ALIAS and row.number('counters'):
                self.facts.say(f'{about}:{plain(row.has["umask_name"])}', 'umask', self.umask_of(row))
        self.facts.say(about, 'umasks', umasks)

    def tell_event(self, rows, counters):
        first, about = rows[0], f'{self.box.name} event {short_name(rows[0])}'
        # An umask that all rows have is part of the code, and the rows differ in other registers.
        several = any(row.number('umask') != first.number('umask') for row in rows)
        most = [row.number('max_increment') for row in rows]
        if several:
            self.tell_umasks(about, rows)
        self.facts.say(about, 'select', self.select_of(first, 0 if several else self.umask_of(first)))
        self.facts.say(about, 'counters', counters)
        self.facts.say(about, 'each of', 1 << first.number('scale_bits'))
        self.facts.say(about, 'tally', int(bool(first.number('flags') & TALLY)))
        self.facts.say(about, 'most', max(most) if all(most) else UNKNOWN)

    def tell(self):
        """Lists keep names of earlier ones, which silicon does not have: of one short name the first counts, on the counters of all."""
        events, counters, named = self.box.line.lines('event'), {}, set()
        for event in events:
            counters[short_name(event)] = counters.get(short_name(event), 0) | event.number('counters') & ~ON_FIXED
        while events:
            rows, events = events[:events[0].number('after') + 1], events[events[0].number('after') + 1:]
            name = short_name(rows[0])
            counted = any(row.number('counters') & ~ON_FIXED for row in rows)
            if counted and not (is_alias(rows[0]) and not rows[0].has['umask_name']) and name not in named:
                self.tell_event(rows, counters[name])
            named.add(name)


def boxes(processor):
    layouts = {}
    return [Box(line, layouts, processor.number('resets_unknown')) for line in processor.lines('box')]


def facts_of(processor):
    facts = Facts()
    for box in boxes(processor):
        for instance in box.instances:
            facts.say(instance.name, 'summary', instance.summary)
            if box.space == 'PCI':
                tell_functions(facts, box, instance)
            tell_registers(facts, box, instance)
            tell_counters(facts, box, instance, '')
            tell_counters(facts, box, instance, 'FIXED_')
        Events(facts, box).tell()
    for finder in processor.lines('finder'):
        tell_finder(facts, finder)
    return facts
