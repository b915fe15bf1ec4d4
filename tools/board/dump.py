# SPDX-License-Identifier: BSD-2-Clause
"""Reading what people can print of a board: lspci, cpuid, /proc/cpuinfo, kernel logs, lists of numbers, and records of uncork.

Each line is recognized by itself, so that files may be cut, joined, or have other text around them. What no pattern matches is no
part of the dump; where two lines contradict each other the dump is refused.
"""

import json
import re
from dataclasses import dataclass, field

HEX = '[0-9a-fA-F]'
PLACE = rf'(?:({HEX}{{4,8}}):)?({HEX}{{2}}):([01]{HEX})\.([0-7])'
FUNCTION_LINES = (
    # `lspci -nn`: class and ids in brackets behind their names
    (re.compile(rf'{PLACE} .*?\[({HEX}{{4}})\]: .*\[({HEX}{{4}}):({HEX}{{4}})\]'), 'class16'),
    # `lspci -n`
    (re.compile(rf'{PLACE} (?:Class )?({HEX}{{4}}): ({HEX}{{4}}):({HEX}{{4}})'), 'class16'),
    # Linux's log
    (re.compile(rf'.*\bpci {PLACE}: \[({HEX}{{4}}):({HEX}{{4}})\](?: type \S+)?(?: class (?:0x)?({HEX}{{6}}))?'), 'log'),
    # a list of numbers: segment bus device function vendor:device class
    (re.compile(rf'({HEX}{{4}}) ({HEX}{{2}}) ([01]{HEX}) ([0-7]) ({HEX}{{4}}):({HEX}{{4}}) ({HEX}{{6}}|-)(?: |$)'), 'list'),
)
PLACE_ALONE = re.compile(PLACE)
HEADER = re.compile(rf'{PLACE}(?: |$)')                       # of `lspci -x`, rows of bytes behind it
ROW = re.compile(rf'([0-9a-fA-F]{{1,3}}):((?: {HEX}{{2}}){{16}}) *$')
UNREAD = re.compile(rf'unread {PLACE} to {PLACE}$')
LEAF_LINES = (
    re.compile(rf' *0x({HEX}{{8}}) 0x({HEX}{{2}}): eax=0x({HEX}{{8}}) ebx=0x({HEX}{{8}}) ecx=0x({HEX}{{8}}) edx=0x({HEX}{{8}})'),
    re.compile(rf'({HEX}{{8}}) ({HEX}{{2}}) ({HEX}{{8}}) ({HEX}{{8}}) ({HEX}{{8}}) ({HEX}{{8}})$'))
CPUINFO = re.compile(r'(processor|physical id|core id|apicid|cpu family|model|stepping)\s*: (\d+)$')
SIGNATURE = re.compile(rf'cpuid1-eax (?:0x)?({HEX}{{5,8}})$')
FAMILY = re.compile(r'family-model-stepping 0x([0-9a-f]+) 0x([0-9a-f]+) 0x([0-9a-f]+)$')
LOG_FAMILY = re.compile(r'.*\(family: 0x([0-9a-f]+), model: 0x([0-9a-f]+), stepping: 0x([0-9a-f]+)\)')
SHIFTS = re.compile(r'shift thread (\d+) package (\d+)')
PACKAGE = re.compile(rf'processor (\d+) apic-id {HEX}+ package (\d+) core (\d+)$')
PROCESSOR = re.compile(rf'processor \d+ initial-id {HEX}+ x2apic-id ({HEX}+)$')
COUNT = re.compile(r'(sockets|cores-per-socket|cpus) (\d+)$')
OTHERS = ((re.compile(r'(?:table|madt|lapic|x2apic|srat) '), 'ACPI tables'), (re.compile(r'[A-Z]{4} @ 0x[0-9a-f]+$'), 'ACPI tables'),
          (re.compile(r'/dts-v1/'), 'a device tree'))

FUNCTIONS_MOST = 8192
PROCESSORS_MOST = 4096
SOCKETS_MOST = 64
THREADS_MOST = 8


class Refused(Exception):
    """The dump is none that a board can be made of; the reason in words."""


@dataclass(frozen=True)
class Function:
    vendor: int
    device: int
    pci_class: int | None = None   # three bytes; None: the dump does not say


@dataclass
class Dump:
    functions: dict = field(default_factory=dict)   # (segment, bus, device, function): Function
    unread: list = field(default_factory=list)      # (first, last) places, both included, that were not printed
    signature: tuple | None = None                  # family, model, stepping
    counts: dict = field(default_factory=dict)      # sockets, cores-per-socket, cpus (logical processors in all), as lines say
    ids: set = field(default_factory=set)           # x2APIC ids
    shifts: tuple | None = None                     # of an id: below the first is the thread, above the second the package
    said: tuple | None = None                       # logical processors of a core, of a package, as leaf 0bH of one says
    core_of: dict = field(default_factory=dict)     # /proc/cpuinfo's processor: (package, core)
    notes: list = field(default_factory=list)       # what is in the dump and does not go into the board

    def add(self, place, function):
        known = self.functions.setdefault(place, function)
        if (known.vendor, known.device) != (function.vendor, function.device):
            raise Refused(f'{show(place)} is {known.vendor:04x}:{known.device:04x} and {function.vendor:04x}:{function.device:04x}')
        if len(self.functions) > FUNCTIONS_MOST:
            raise Refused(f'more than {FUNCTIONS_MOST} functions')

    def sign(self, signature):
        if self.signature not in (None, signature):
            raise Refused('processors of two kinds: family %#x model %#x stepping %d, and %#x %#x %d' % (self.signature + signature))
        self.signature = signature

    def packages(self):
        """{package: {core: logical processors}}, empty if the dump has no processors. Of one processor alone, what it says of all."""
        found = {}
        if len(self.counts) == 3 and not self.ids:
            sockets, cores, cpus = (max(1, self.counts[name]) for name in ('sockets', 'cores-per-socket', 'cpus'))
            threads = min(THREADS_MOST, max(1, cpus // sockets // cores))
            return {package: dict.fromkeys(range(min(cores, PROCESSORS_MOST)), threads) for package in range(min(sockets, SOCKETS_MOST))}
        if len(self.ids) == 1 and self.said:
            threads, processors = self.said
            return {0: {core: threads for core in range(processors // threads)}}
        if self.ids and self.shifts:
            thread, package = self.shifts
            for number in self.ids:
                cores = found.setdefault(number >> package, {})
                cores[number >> thread] = cores.get(number >> thread, 0) + 1
        else:
            for package, core in self.core_of.values():
                cores = found.setdefault(package, {})
                cores[core] = cores.get(core, 0) + 1
        return found


def show(place):
    return '%04x:%02x:%02x.%x' % place


def place_of(groups):
    segment, bus, device, function = groups
    return int(segment or '0', 16), int(bus, 16), int(device, 16), int(function, 16)


def signature_of(eax):
    family = eax >> 8 & 0xf
    model = eax >> 4 & 0xf
    if family in (6, 15):
        model |= eax >> 12 & 0xf0
    return family + (eax >> 20 & 0xff if family == 15 else 0), model, eax & 0xf


class Reader:
    """Takes a dump line by line."""

    def __init__(self, dump):
        self.dump = dump
        self.header = None      # the place of the function whose bytes may follow
        self.cpuinfo = {}       # of the processor under way
        self.levels = {}        # of leaf 0bH

    def take(self, line):
        line = line.rstrip()
        if line.startswith('{"record":'):
            self.take_record(line)
        elif self.take_function(line) or self.take_bytes(line) or self.take_leaf(line) or self.take_cpuinfo(line):
            return
        self.take_fact(line)

    def take_record(self, line):
        """What uncork itself says of a board, with `info -a`, or in the ticket that it leaves on a stick."""
        try:
            record = json.loads(line)
            kind = record['record']
            if kind == 'processor' and record['vendor'] == 'GenuineIntel':
                self.dump.sign((record['family'], record['model'], record['stepping']))
            elif kind == 'cpu':
                self.add_core(record['cpu'], record['socket'], record['core'])
            elif kind == 'pci_function' and (place := PLACE_ALONE.fullmatch(record['address'])):
                vendor, device = (int(word, 16) for word in record['id'].split(':'))
                self.dump.add(place_of(place.groups()), Function(vendor, device))
        except (ValueError, KeyError, TypeError, AttributeError):
            pass  # cut, or no record of ours

    def take_function(self, line):
        for pattern, kind in FUNCTION_LINES:
            match = pattern.match(line)
            if not match:
                continue
            place, rest = place_of(match.groups()[:4]), match.groups()[4:]
            if kind == 'class16':
                function = Function(int(rest[1], 16), int(rest[2], 16), int(rest[0], 16) << 8)
            else:
                function = Function(int(rest[0], 16), int(rest[1], 16), int(rest[2], 16) if rest[2] not in (None, '-') else None)
            self.header = place
            self.dump.add(place, function)
            return True
        match = HEADER.match(line)
        if match:
            self.header = place_of(match.groups())
        return bool(match)

    def take_bytes(self, line):
        match = ROW.match(line)
        if not match or self.header is None:
            return False
        data = bytes.fromhex(match[2])
        if int(match[1], 16) == 0 and self.header not in self.dump.functions:
            self.dump.add(self.header, Function(data[0] | data[1] << 8, data[2] | data[3] << 8,
                                                data[9] | data[10] << 8 | data[11] << 16))
        return True

    def take_leaf(self, line):
        for pattern in LEAF_LINES:
            match = pattern.match(line)
            if not match:
                continue
            leaf, sub, eax, ebx, _, edx = (int(word, 16) for word in match.groups())
            if leaf == 1:
                self.dump.sign(signature_of(eax))
            if leaf == 0xb and sub in (0, 1) and ebx & 0xffff:
                self.levels[sub] = (eax & 0x1f, ebx & 0xffff)
                self.add_id(edx)
            if len(self.levels) == 2:
                self.dump.shifts, self.dump.said = zip(*(self.levels[sub] for sub in (0, 1)))
            return True
        return False

    def take_cpuinfo(self, line):
        match = CPUINFO.match(line)
        if not match:
            return False
        if match[1] == 'processor':
            self.cpuinfo = {}
        self.cpuinfo[match[1]] = int(match[2])
        got = self.cpuinfo
        if {'cpu family', 'model', 'stepping'} <= got.keys():
            self.dump.sign((got['cpu family'], got['model'], got['stepping']))
        if {'processor', 'physical id', 'core id'} <= got.keys():
            self.add_core(got['processor'], got['physical id'], got['core id'])
        return True

    def add_core(self, processor, package, core):
        self.dump.core_of[processor] = (package, core)
        if len(self.dump.core_of) > PROCESSORS_MOST:
            raise Refused(f'more than {PROCESSORS_MOST} processors')

    def add_id(self, number):
        self.dump.ids.add(number)
        if len(self.dump.ids) > PROCESSORS_MOST:
            raise Refused(f'more than {PROCESSORS_MOST} processors')

    def take_fact(self, line):
        if match := SIGNATURE.match(line):
            self.dump.sign(signature_of(int(match[1], 16)))
        elif match := FAMILY.match(line) or LOG_FAMILY.match(line):
            self.dump.sign(tuple(int(word, 16) for word in match.groups()))
        elif match := SHIFTS.match(line):
            self.dump.shifts = (int(match[1]), int(match[2]))
        elif match := PROCESSOR.match(line):
            self.add_id(int(match[1], 16))
        elif match := PACKAGE.match(line):
            self.add_core(int(match[1]), int(match[2]), int(match[3]))
        elif match := COUNT.match(line):
            self.dump.counts[match[1]] = int(match[2])
        elif match := UNREAD.match(line):
            self.dump.unread.append((place_of(match.groups()[:4]), place_of(match.groups()[4:])))
        else:
            for pattern, what in OTHERS:
                if pattern.match(line) and f'{what} are not modelled' not in self.dump.notes:
                    self.dump.notes.append(f'{what} are not modelled')


def read(dump, text):
    """Adds what is in a text, which may be anything."""
    reader = Reader(dump)
    for line in text.splitlines():
        reader.take(line)
