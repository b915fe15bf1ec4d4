# SPDX-License-Identifier: BSD-2-Clause
"""Codes of the Xeon E5-2600 v2, v3 and v4 against libpfm4's. Their lists are perfmon's, with its names: what both programs know under one
name must have one code, but where it is known that libpfm4 has a slip. The program that the other test runs compares whole strings of
machines whose lists are libpfm4's."""

import ctypes
import os
import re
import subprocess

import pytest

from suite.result import Skip, require

LIBRARY = 'libpfm.so.4'
PMUS = ('cbo0', 'ha0', 'imc0', 'irp', 'pcu', 'qpi0', 'r2pcie', 'r3qpi0', 'ubo')
V3_PMUS = (*PMUS, 'sbo0')
# What is set by the enable, and lets an overflow be seen: libpfm4 leaves both to the kernel.
NOT_COMPARED = 1 << 22 | 1 << 20
# Some events want one; which value it has is not compared.
FILTERS = ('', ':nf=1', ':opc=1', ':state=1')

# Machine: start of its PMUs' names, PMUs, how many codes both know at least, and what differs: a pattern, and why ours is taken.
RING = 'even and odd of one direction are 0x3 and 0xc in perfmon, as single bits are in libpfm4; it has 0x33 and 0xcc, which reach bits of no name'
SLIP = "perfmon has a bit for each; libpfm4's are one bit, or another event's"
BANK = "perfmon numbers banks from 0 on; libpfm4 has decimal numbers in hexadecimal fields, which do not fit 8 bits"
CLOCK = 'the fixed counter has no code: 0xff is the convention of perf'
CAS = 'unproven: perfmon has them the other way round than libpfm4'
MACHINES = {
    'xeon-e5-2600-v3': ('hswep_unc_', V3_PMUS, 990, (
        (r'(C|S)_RING_A[DK]_USED:(UP|DOWN|ALL)|(C|S)_RING_BL_USED:(UP|DOWN|ALL)|H_RING_.._USED:C?CW', RING),
        (r'C_RING_BOUNCES:(AK|BL)|C_RXR_\w+_RETRY2:\w+|R[23]_STALL_NO_SBO_CREDIT:\w+', SLIP),
        (r'R2_RING_IV_USED.*', 'perfmon has 0xf, as libpfm4 for Broadwell-EP'),
        (r'M_(RD|WR)_CAS_RANK\d(:BANK(1[2-5]|G[1-3]))?', BANK),
        (r'M_CLOCKTICKS', 'its own code is 0x00 in perfmon: 0xff is the convention of perf for the fixed counter'),
        (r'M_CAS_COUNT:RD_[RW]MM', CAS))),
    'xeon-e5-2600-v4': ('bdx_unc_', V3_PMUS, 1100, (
        (r'S_RING_.._USED:DOWN', RING),
        (r'M_CLOCKTICKS', CLOCK),
        (r'Q_RXL_FLITS_G0:IDLE', 'perfmon has 0x1, as libpfm4 for Haswell-EP'))),
}


class PmuInfo(ctypes.Structure):
    _fields_ = [('name', ctypes.c_char_p), ('desc', ctypes.c_char_p), ('size', ctypes.c_size_t), ('pmu', ctypes.c_int),
                ('type', ctypes.c_int), ('nevents', ctypes.c_int), ('first_event', ctypes.c_int), ('rest', ctypes.c_int * 8)]


class EventInfo(ctypes.Structure):
    _fields_ = [('name', ctypes.c_char_p), ('desc', ctypes.c_char_p), ('equiv', ctypes.c_char_p), ('size', ctypes.c_size_t),
                ('code', ctypes.c_uint64), ('pmu', ctypes.c_int), ('dtype', ctypes.c_int), ('idx', ctypes.c_int),
                ('nattrs', ctypes.c_int), ('rest', ctypes.c_int * 8)]


class AttributeInfo(ctypes.Structure):
    _fields_ = [('name', ctypes.c_char_p), ('desc', ctypes.c_char_p), ('equiv', ctypes.c_char_p), ('size', ctypes.c_size_t),
                ('code', ctypes.c_uint64), ('type', ctypes.c_int), ('rest', ctypes.c_int * 11)]


ATTRIBUTE_UMASK = 1 # PFM_ATTR_UMASK
LAST_PMU = 1000     # numbers of PMUs have holes


class Library:
    """libpfm4, of whatever processor this runs on."""

    def __init__(self):
        os.environ['LIBPFM_ENCODE_INACTIVE'] = '1'
        try:
            self.pfm = ctypes.CDLL(LIBRARY)
        except OSError as error:
            raise Skip(f'libpfm4 is not installed (Debian: libpfm4): {error}') from error
        require(self.pfm.pfm_initialize() == 0, 'libpfm4 does not start')

    def first_event(self, pmu):
        for number in range(LAST_PMU):
            info = PmuInfo(size=0)
            if self.pfm.pfm_get_pmu_info(number, ctypes.byref(info)) == 0 and info.name.decode() == pmu:
                return info.first_event
        raise Skip(f'this libpfm4 has no {pmu}')

    def strings(self, pmu):
        """Every event of a PMU by itself, and with each of its umasks."""
        event = self.first_event(pmu)
        while event != -1:
            info = EventInfo(size=0)
            if self.pfm.pfm_get_event_info(event, 0, ctypes.byref(info)) == 0:
                yield f'{pmu}::{info.name.decode()}'
                for number in range(info.nattrs):
                    attribute = AttributeInfo(size=0)
                    if (self.pfm.pfm_get_event_attr_info(event, number, 0, ctypes.byref(attribute)) == 0 and
                            attribute.type == ATTRIBUTE_UMASK):
                        yield f'{pmu}::{info.name.decode()}:{attribute.name.decode()}'
            event = self.pfm.pfm_get_event_next(event)

    def code(self, string):
        """The select of an event; None if it does not take the string."""
        codes, count = ctypes.POINTER(ctypes.c_uint64)(), ctypes.c_int(0)
        if self.pfm.pfm_get_event_encoding(string.encode(), 3, None, None, ctypes.byref(codes), ctypes.byref(count)):
            return None
        return codes[0]

    def answers(self, pmu):
        """What it takes, and the code of that."""
        for string in self.strings(pmu):
            for given in FILTERS:
                code = self.code(string + given)
                if code is not None:
                    yield string + given, code
                    break


def our_codes(machine, strings):
    said = subprocess.run(['build/uncork', 'encode', '--machine', machine, '--raw', '-'], input='\n'.join(strings) + '\n',
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=60, check=False).stdout.splitlines()
    require(len(said) == len(strings), f'{len(strings)} strings, {len(said)} answers')
    return [int(line.split()[0], 16) if line.startswith('0x') else None for line in said]


@pytest.mark.parametrize('machine', MACHINES)
def test_codes_of_rows_that_both_have(machine):
    start, pmus, least, differences = MACHINES[machine]
    library, both, used, wrong = Library(), 0, set(), []
    for pmu in pmus:
        answers = list(library.answers(start + pmu))
        for (string, theirs), ours in zip(answers, our_codes(machine, [string for string, _ in answers])):
            if ours is None:
                continue
            both += 1
            if not (theirs ^ ours) & ~NOT_COMPARED:
                continue
            name = re.sub(r'(:nf|:opc|:state)=1$', '', string).split('::UNC_')[1]
            known = [pattern for pattern, _ in differences if re.fullmatch(pattern, name)]
            used.update(known)
            if not known:
                wrong.append(f'{string}: {ours:#x}, libpfm4 has {theirs:#x}')
    require(not wrong, '\n'.join(wrong[:20]))
    require(both >= least, f'both know {both} codes, {least} at least are expected')
    unused = [pattern for pattern, _ in differences if pattern not in used]
    require(not unused, f'no difference is explained by {unused}')
