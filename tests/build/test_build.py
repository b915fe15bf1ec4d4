# SPDX-License-Identifier: BSD-2-Clause
"""The build itself: complete, without a warning from either compiler, the same bytes each time, small."""

import os
import shutil
import struct
import subprocess
import tempfile

from suite.power import why_not
from suite.result import must_run, require

IMAGES = ('uncork.efi', 'silicon.efi')
SELFTEST = ('selftest.efi', 'selftest/silicon.efi')
PAYLOADS = ('uncork-ppc64.elf', 'opal-silicon.elf')
UNCORK_BYTES_MAX = 4 << 20
NX_COMPATIBLE = 0x100
EXECUTE, WRITE = 0x20000000, 0x80000000


def make(*goals):
    return must_run(['make', '-s', '-j2', *goals], 1200)


def test_everything_builds():
    make('all', 'unit-programs', 'fuzz-programs')


def test_clang_has_nothing_to_say():
    """Checks only, makes nothing: half of the time, and the same warnings."""
    make('B=build/clang', 'CC=clang -fsyntax-only -Qunused-arguments', 'objects')


def copy_sources(to):
    listed = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard'], check=True,
                            stdout=subprocess.PIPE).stdout.decode().splitlines()
    for path in filter(os.path.isfile, listed):
        os.makedirs(os.path.join(to, os.path.dirname(path)), exist_ok=True)
        shutil.copy2(path, os.path.join(to, path))


def test_same_bytes_in_another_directory():
    """Another directory, another time: whatever of the two gets into the image shows."""
    names = IMAGES + (() if why_not() else PAYLOADS)
    library = [f'LIBFDT={os.path.abspath("build/libfdt.a")}'] if os.path.exists('build/libfdt.a') else []
    make(*(f'build/{name}' for name in names))
    with tempfile.TemporaryDirectory(prefix='uncork-again-') as directory:
        copy_sources(directory)
        must_run(['make', '-s', '-j2', '-C', directory, *library, *(f'build/{name}' for name in names)], 600)
        for name in names:
            with open(f'build/{name}', 'rb') as here, open(f'{directory}/build/{name}', 'rb') as there:
                require(here.read() == there.read(), f'{name} differs between two builds')


def pe_header(image):
    """(time stamp, subsystem, DLL characteristics, {section: characteristics}) of a PE image."""
    start = struct.unpack_from('<I', image, 0x3c)[0]
    require(image[start:start + 4] == b'PE\0\0', 'no PE signature')
    count, stamp = struct.unpack_from('<HI', image, start + 6)
    optional_size = struct.unpack_from('<H', image, start + 20)[0]
    subsystem, characteristics = struct.unpack_from('<HH', image, start + 24 + 68)
    table = start + 24 + optional_size
    sections = {}
    for at in range(table, table + 40 * count, 40):
        address = struct.unpack_from('<I', image, at + 12)[0]
        name = image[at:at + 8].rstrip(b'\0').decode()
        require(address % 4096 == 0, f'section {name} does not begin a page')
        sections[name] = struct.unpack_from('<I', image, at + 36)[0]
    return stamp, subsystem, characteristics, sections


def test_image_headers():
    """Nothing may be both written and executed. The self-test is for no boot loader that wants an SBAT."""
    images = (*IMAGES, *SELFTEST)
    make(*(f'build/{name}' for name in images))
    for name in images:
        with open(f'build/{name}', 'rb') as file:
            stamp, subsystem, characteristics, sections = pe_header(file.read())
        require(stamp == 0, f'{name} carries the time {stamp:#x}')
        require(subsystem == 10, f'{name} has subsystem {subsystem}, not that of an EFI application')
        require(characteristics & NX_COMPATIBLE, f'{name} does not say that data need not be executable')
        expected = {'.reloc', '.text', '.rodata', '.data', *(() if name in SELFTEST else ('.sbat',))}
        require(expected == set(sections), f'{name} has {list(sections)}')
        allowed = {section: sections[section] & (EXECUTE | WRITE) for section in sections}
        require(allowed == {**dict.fromkeys(sections, 0), '.text': EXECUTE, '.data': WRITE},
                f'{name}: what may be written or executed: {allowed}')


def test_boot_protocol_headers():
    """What a boot loader of Linux reads, and that the file is laid out as memory is: it is started where it was loaded."""
    make(*(f'build/{name}' for name in IMAGES))
    for name in IMAGES:
        with open(f'build/{name}', 'rb') as file:
            image = file.read()
        sectors, flag, magic, version = image[0x1f1], *struct.unpack_from('<H2x4sH', image, 0x1fe)
        require((flag, magic, version >= 0x20c) == (0xaa55, b'HdrS', True), f'{name} has no header of the boot protocol')
        require((sectors + 1) * 512 == 4096, f'{name}: {sectors} sectors of set-up code')
        paragraphs, init_size = (struct.unpack_from('<I', image, at)[0] for at in (0x1f4, 0x260))
        require(4096 + 16 * paragraphs == len(image), f'{name} says it has {4096 + 16 * paragraphs} bytes of {len(image)}')
        start = struct.unpack_from('<I', image, 0x3c)[0]
        table = start + 24 + struct.unpack_from('<H', image, start + 20)[0]
        require(table + 40 * struct.unpack_from('<H', image, start + 6)[0] <= 0x1f1, f'{name}: the headers overlap')
        base, memory = struct.unpack_from('<Q', image, start + 24 + 24)[0], struct.unpack_from('<I', image, start + 24 + 56)[0]
        require(base + memory == 0x100000 + init_size, f'{name} does not ask for the memory that it needs')
        for at in range(table, table + 40 * 4, 40):
            address, _, place = struct.unpack_from('<III', image, at + 12)
            require(address == place, f'{name}: a section lies at {place:#x} in the file and at {address:#x} in memory')


def test_size_of_the_firmware():
    make('build/uncork.efi')
    size = os.path.getsize('build/uncork.efi')
    require(size <= UNCORK_BYTES_MAX, f'uncork.efi has {size} bytes of {UNCORK_BYTES_MAX}')
