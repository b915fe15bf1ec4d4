# SPDX-License-Identifier: BSD-2-Clause
"""The driver of tests/boot/policy in the ROM of a PCI device, from where firmware loads it before all else; and images
whose headers say what they should not. "PE Format" of Microsoft; PCI Firmware specification, section 5.1."""

import functools
import os
import struct
import tempfile

from suite.few import run_busy
from suite.qemu import WHOLE_TEST, boot

DRIVER = 11  # boot service driver: it stays when it has returned
NX_COMPATIBLE = 0x100
EXECUTE, WRITE = 0x20000000, 0x80000000

PE_OFFSET = 0x3c
SECTION_BYTES = 40
ROM_UNIT = 512
ROM_HEADER = struct.Struct('<HHIHHH8xHH')  # signature, units, EFI signature, subsystem, machine, compression, image, PCIR
PCI_DATA = struct.Struct('<4sHHHHB3sHHBBH')
DEVICE = (0x1b36, 0x0005)  # QEMU's pci-testdev
CODE_EFI, LAST_IMAGE = 3, 0x80


def header_of(image):
    return struct.unpack_from('<I', image, PE_OFFSET)[0]


def set_subsystem(image, subsystem):
    struct.pack_into('<H', image, header_of(image) + 24 + 68, subsystem)


def without_nx_compat(image):
    """The image, its header without the flag."""
    image, at = bytearray(image), header_of(image) + 24 + 70
    struct.pack_into('<H', image, at, struct.unpack_from('<H', image, at)[0] & ~NX_COMPATIBLE)
    return bytes(image)


def with_section(image, name, add=0, take=0):
    """The image, with other characteristics of one section."""
    image = bytearray(image)
    start = header_of(image)
    count, optional = struct.unpack_from('<H', image, start + 6)[0], struct.unpack_from('<H', image, start + 20)[0]
    for at in range(start + 24 + optional, start + 24 + optional + SECTION_BYTES * count, SECTION_BYTES):
        if image[at:at + 8].rstrip(b'\0').decode() == name:
            flags = struct.unpack_from('<I', image, at + 36)[0]
            struct.pack_into('<I', image, at + 36, flags & ~take | add)
            return bytes(image)
    raise ValueError(f'no section {name}')


def rom(image):
    """The content of an expansion ROM with the image as a driver."""
    image = bytearray(image)
    set_subsystem(image, DRIVER)
    pci_at = ROM_HEADER.size + -ROM_HEADER.size % 4
    start = pci_at + PCI_DATA.size
    start += -start % 16
    units = -(-(start + len(image)) // ROM_UNIT)
    head = ROM_HEADER.pack(0xaa55, units, 0x0ef1, DRIVER, 0x8664, 0, start, pci_at)
    data = PCI_DATA.pack(b'PCIR', *DEVICE, 0, PCI_DATA.size, 0, bytes(3), units, 0, CODE_EFI, LAST_IMAGE, 0)
    return ((head.ljust(pci_at, b'\0') + data).ljust(start, b'\0') + image).ljust(units * ROM_UNIT, b'\xff')


def built(name):
    with open(f'build/{name}', 'rb') as file:
        return file.read()


class Protected:
    """Files for boots under the driver."""

    def __init__(self, driver=None):
        self.directory = tempfile.TemporaryDirectory(prefix='uncork-protection-')
        self.device = f'-device pci-testdev,romfile={self.put("policy.rom", rom(driver or built("policy.efi")))}'

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.directory.cleanup()

    def path(self, name):
        return os.path.join(self.directory.name, name)

    def put(self, name, content):
        with open(self.path(name), 'wb') as file:
            file.write(content)
        return self.path(name)

    def boot(self, machine, command, *options, images, qemu=''):
        """`images` is how many the driver shall have taken in, itself included, before the silicon is there."""
        run = boot(machine, command, '--qemu', f'{self.device} {qemu}', *options, seconds=WHOLE_TEST)
        run.expect('policy: in force' in run.log, 'the driver was not loaded')
        run.expect(run.log.count('is protected') == images, f'not {images} images are protected')
        return run


def run_protected(machine, checks):
    """A busy machine's run where nothing may execute data or write code."""
    with Protected() as protected:
        return run_busy(machine, checks, functools.partial(protected.boot, images=2))
