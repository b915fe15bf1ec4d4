# SPDX-License-Identifier: BSD-2-Clause
"""CPUID as a guest executes it (build/selftest.efi prints it) against the list of dumps, bit by bit."""

import re

LIST = 'silicon/models/cpuid.dumps'
LEAVES = (0, 1, 2, 4, 5, 6, 7, 0xa, 0x1c, 0x23, *range(0x80000000, 0x80000009))
SUBLEAVES = {4: 5, 7: 5, 0x1c: 5, 0x23: 5}  # others answer the same, whatever is asked
NAME = range(0x80000002, 0x80000005)
NOTHING = (0, 0, 0, 0)

# What a dump has of the machine that it was read on, or of its system.
PLACE = {
    (1, 0): (0, 0xffff0000, 1 << 27 | 1 << 31, 1 << 28),  # APIC id and number of processors, OSXSAVE and hypervisor, HTT
    (4, 0): (0xffffc000, 0, 0, 0), (4, 1): (0xffffc000, 0, 0, 0), (4, 2): (0xffffc000, 0, 0, 0), (4, 3): (0xffffc000, 0, 0, 0),  # who shares a cache
    (7, 0): (0, 0, 1 << 4, 0),                              # OSPKE
    (0x80000001, 0): (0, 0, 0, 1 << 11),                    # SYSCALL, which 64-bit mode alone shows
}

# What the processors that QEMU emulates, the simplest of which plays the newest parts, cannot do. A bit that is not here must be as it is in the
# dump; none of the core PMU is: leaf 1 has PDCM (ECX 15), leaf 7 architectural LBRs (EDX 19), and its subleaf 1 the bitmaps of leaf 23H (EAX 8).
ALL = 0xffffffff
NOT_EXECUTED = {
    (1, 0): (0, 0, ALL & ~(1 << 0 | 1 << 13 | 1 << 15), 0xa8600002),  # of ECX SSE3 and CMPXCHG16B are there; VME, DS, ACPI, SS, TM, PBE
    (6, 0): (ALL, 0, ALL, 0),                                         # thermal sensors, power states
    (7, 0): (0, ALL, ALL, ALL & ~(1 << 19)),
    (7, 1): (ALL & ~(1 << 8), ALL, ALL, ALL),
    (7, 2): (0, 0, 0, ALL),
    (0x80000001, 0): (0, 0, 0x120, 0x0c000000),                       # LZCNT, PREFETCHW; pages of 1 GiB, RDTSCP
    (0x80000007, 0): (0, 0, 0, 0x100),                                # a time-stamp counter that never changes its rate
    (0x80000008, 0): (0x900, 0x200, 0, 0),                            # linear addresses of 57 bits, not 48; WBNOINVD
}


def dumps():
    """{dump: (machine, {(leaf, subleaf): words})}; what a dump does not say is as in its machine's first."""
    found, machine, first = {}, None, None
    with open(LIST, encoding='ascii') as file:
        for line in file:
            word = line.split()
            if line.startswith('machine '):
                machine, first = word[1], None
            elif line.startswith('dump '):
                rows = dict(first or {})
                first = first if first is not None else rows
                found[word[1]] = machine, rows
            elif line.startswith('  '):
                leaf, _, subleaf = word[0].partition('.')
                rows[int(leaf, 16), int(subleaf or '0', 16)] = tuple(int(number, 16) for number in word[1:])
    return found


def executed(lines):
    """{(leaf, subleaf): words} of what the program printed."""
    rows = (re.fullmatch(r'# cpuid ([0-9a-f]+)\.(\d+)((?: [0-9a-f]{8}){4})', line) for line in lines)
    return {(int(row[1], 16), int(row[2])): tuple(int(number, 16) for number in row[3].split()) for row in rows if row}


def differences(said, dump, chosen):
    """What a guest sees otherwise than the dump has it, a line each. `chosen`: the scenario names the dump, and so its name is played, too."""
    found = []
    for leaf in LEAVES:
        if leaf in NAME and not chosen:
            continue
        for subleaf in range(SUBLEAVES.get(leaf, 1)):
            got, says, place, lacks = (rows.get((leaf, subleaf), NOTHING) for rows in (said, dump, PLACE, NOT_EXECUTED))
            for register, one, other, free, lost in zip(('EAX', 'EBX', 'ECX', 'EDX'), got, says, place, lacks):
                more, less = one & ~other & ~free, other & ~one & ~free & ~lost
                if more or less or (leaf, subleaf) not in said:
                    found.append(f'leaf {leaf:#x}.{subleaf} {register}: {one:#x}, the dump has {other:#x}: {more:#x} too much, {less:#x} are missing')
    return found
