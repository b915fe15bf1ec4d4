# SPDX-License-Identifier: BSD-2-Clause
"""Which machine of ours a dump is of, and the scenario that gives it the board's shape.

Where functions of a machine are is asked of the virtual silicon itself (`uncork --silicon-functions`): a dump that has one of them elsewhere
contradicts the model, and that is said.
"""

import os
import subprocess
from dataclasses import dataclass, field

from board.dump import Function, Refused, show
from place import BUILT, HOW_TO_BUILD, host_tool

INTEL = 0x8086
FILLER = 0x7fff     # function 0 of a device of which others were filled in
BUSES = 256
ANY_ID = 0xffff
CERTAIN = 100       # a function with an id of the machine's counts as much as so many of which any will do


@dataclass
class Machine:
    name: str
    family: int
    model: int
    steppings: int
    places: dict = field(default_factory=dict)  # (bus of a socket, device, function): id
    usual: dict = field(default_factory=dict)   # bus of a socket: the number that it has in the model of one socket
    boxes: dict = field(default_factory=dict)   # the same places: the box whose registers are there; '-': none's

    def is_signed(self, signature):
        family, model, stepping = signature
        return (family, model) == (self.family, self.model) and (not self.steppings or self.steppings >> stepping & 1)

    def buses(self):
        return 1 + max((place[0] for place in self.places), default=-1)


def tool():
    """The host tool that belongs to this program."""
    found = host_tool(BUILT)
    if os.access(found, os.X_OK):
        return found
    raise Refused(f'there is no {found} to ask for the places of functions; {HOW_TO_BUILD}')


def machines():
    """All machines, in the order of the tool."""
    done = subprocess.run([tool(), '--silicon-functions'], capture_output=True, text=True, check=False, timeout=60)
    if done.returncode:
        raise Refused(f'uncork --silicon-functions: {done.stderr.strip()}')
    found = {}
    for line in done.stdout.splitlines():
        name, *numbers, box = line.split('\t')
        family, model, steppings, bus, usual, device, function, number = (int(word, 0) for word in numbers)
        machine = found.setdefault(name, Machine(name, family, model, steppings))
        if number:
            machine.places[bus, device, function] = number
            machine.boxes[bus, device, function] = box
            machine.usual[bus] = usual
    return list(found.values())


def hits_of(machine, dump):
    """{bus index: {(segment, bus): functions that are where the machine has them}}. Those whose id no document has count for little."""
    hits = {index: {} for index in range(machine.buses())}
    for (segment, bus, device, number), function in dump.functions.items():
        for index, buses in hits.items():
            wanted = machine.places.get((index, device, number))
            if function.vendor == INTEL and wanted in (function.device, ANY_ID):
                buses[segment, bus] = buses.get((segment, bus), 0) + (1 if wanted == ANY_ID else CERTAIN)
    return hits


def score(machine, dump):
    return sum(max(buses.values(), default=0) for buses in hits_of(machine, dump).values())


def choose(dump, known):
    """The machine that the dump is of. Without a signature, the first of those that fit best."""
    if dump.signature:
        for machine in known:
            if machine.is_signed(dump.signature):
                return machine
        raise Refused('family %#x model %#x stepping %d is not a machine that uncork knows' % dump.signature)
    scores = [score(machine, dump) for machine in known]
    best = max(scores)
    if best < 2 * CERTAIN:
        raise Refused('it shows no machine that uncork knows: neither a CPUID signature nor functions of the uncore')
    alike = [machine.name for machine, points in zip(known, scores) if points == best]
    if len(alike) > 1:
        dump.notes.append(f'its functions fit {" or ".join(alike)}: {alike[0]} is assumed')
    return known[scores.index(best)]


def buses_by_index(machine, dump):
    """For each bus of a socket, the board's buses that are it, in the order of sockets. A bus is what most of its functions say; what
    none says for certain are no more than there are sockets."""
    hits = hits_of(machine, dump)
    found = {}
    for index, buses in hits.items():
        certain = max(buses.values(), default=0) >= CERTAIN
        found[index] = sorted(bus for bus, count in buses.items() if (count >= CERTAIN or not certain)
                              and count == max(other.get(bus, 0) for other in hits.values()))
    sockets = max((len(buses) for index, buses in found.items() if max(hits[index].values(), default=0) >= CERTAIN), default=0)
    return {index: buses[:sockets] for index, buses in found.items()}


def free_bus(near, distance, taken):
    """A bus that nothing is on, `distance` from another of its socket or farther."""
    segment, number = near
    step = 1 if distance > 0 else -1
    for other in [*range(number + distance, BUSES if step > 0 else 0, step), *range(1, BUSES)]:
        if 0 < other < BUSES and (segment, other) not in taken:
            return segment, other
    raise Refused(f'segment {segment:04x} has no bus left for what the dump does not show')


def assign_buses(machine, dump, sockets):
    """[[(segment, bus) of each bus of the socket]]. What the dump does not show is where the model has it, seen from the next bus that it
    shows, else on the next free one."""
    by_index = buses_by_index(machine, dump)
    taken = {place[:2] for place in dump.functions}
    rows = []
    for socket in range(sockets):
        shown = {index: buses[socket] for index, buses in by_index.items() if socket < len(buses)}
        row = dict(shown)
        for index in range(machine.buses()):
            if index not in row:
                nearest = min(shown, key=lambda other, index=index: abs(other - index), default=None)
                near = (0, BUSES // sockets * (socket + 1) - 8) if nearest is None else shown[nearest]
                row[index] = free_bus(near, 0 if nearest is None else machine.usual[index] - machine.usual[nearest], taken)
                taken.add(row[index])
                if nearest is None:
                    shown = dict(row)
        rows.append([row[index] for index in range(machine.buses())])
    return rows


def is_unread(dump, place):
    return any(first <= place <= last for first, last in dump.unread)


def fill(machine, dump, rows):
    """Adds the machine's functions that are where the dump was not read. Returns how many."""
    count = 0
    for row in rows:
        for (index, device, number), identity in sorted(machine.places.items()):
            place = (*row[index], device, number)
            if place in dump.functions or not is_unread(dump, place):
                continue
            dump.functions[place] = Function(INTEL, FILLER if identity == ANY_ID else identity)
            dump.functions.setdefault((*row[index], device, 0), Function(INTEL, FILLER))
            count += 1
    return count


def contradictions(machine, dump, rows):
    """Functions with an id of the machine's that are on one of its buses, and where the model has none of that id."""
    index_of = {bus: index for row in rows for index, bus in enumerate(row)}
    known = set(machine.places.values())
    for place, function in sorted(dump.functions.items()):
        segment, bus, device, number = place
        index = index_of.get((segment, bus))
        if function.vendor != INTEL or function.device not in known or index is None:
            continue
        if machine.places.get((index, device, number)) not in (function.device, ANY_ID):
            yield f'{show(place)} is 8086:{function.device:04x}, which the model has elsewhere'


def sockets_of(machine, dump):
    packages = dump.packages()
    counts = [len(buses) for buses in buses_by_index(machine, dump).values()]
    of_pci = max(counts, default=0)
    found = dump.counts.get('sockets') or (len(packages) if len(dump.ids) != 1 else 0) or of_pci or 1
    if of_pci > found:
        raise Refused(f'{found} sockets by its processors, {of_pci} by its PCI functions')
    return found


def size_lines(dump):
    """How many logical processors a socket has, and a core; nothing if the dump does not say."""
    packages = dump.packages()
    if not packages:
        return []
    processors = {sum(cores.values()) for cores in packages.values()}
    threads = {count for cores in packages.values() for count in cores.values()}
    if len(processors) > 1 or len(threads) > 1:
        dump.notes.append(f'sockets with {sorted(processors)} processors and cores with {sorted(threads)}: all are modelled like the largest')
    lines = [f'cores = {max(processors)}']
    return lines + ([f'threads = {max(threads)}'] if max(threads) > 1 else [])


def bus_text(bus):
    return '%04x:%02x' % bus


def scenario(dump, known):
    """The lines of the scenario; the first names the machine."""
    machine = choose(dump, known)
    sockets = sockets_of(machine, dump)
    lines = [f'# machine: {machine.name}', f'sockets = {sockets}', *size_lines(dump)]
    if dump.functions and machine.places:
        rows = assign_buses(machine, dump, sockets)
        dump.notes += contradictions(machine, dump, rows)
        filled = fill(machine, dump, rows)
        if filled:
            dump.notes.append(f'{filled} functions are the model\'s, where the dump was not read')
        lines += [f'buses.{socket} = {" ".join(map(bus_text, row))}' for socket, row in enumerate(rows)]
        for place, function in sorted(dump.functions.items()):
            class_text = '' if function.pci_class is None else f' {function.pci_class:06x}'
            if function.vendor != 0xffff:
                lines.append(f'function = {show(place)} {function.vendor:04x}:{function.device:04x}{class_text}')
    elif dump.functions:
        dump.notes.append('this machine has no counters in PCI functions: those of the dump are not modelled')
    else:
        dump.notes.append('it has no PCI functions: those of the model are used')
    return lines
