# SPDX-License-Identifier: BSD-2-Clause
"""The build itself: complete, without a warning from either compiler, the same bytes each time, small."""

import json
import os
import shlex
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
    """Checks only, makes nothing: half of the time, and the same warnings. What it has looked over, it is shown again once it has changed. Sources that the
    build makes are those of the other compiler."""
    os.makedirs('build/gen', exist_ok=True)
    os.makedirs('build/clang', exist_ok=True)
    if not os.path.lexists('build/clang/gen'):
        os.symlink('../gen', 'build/clang/gen')
    make('B=build/clang', 'CC=tests/suite/looked-over clang -fsyntax-only -Qunused-arguments', 'objects')


def test_tools_are_told_how_sources_are_compiled():
    make('compile-commands')
    with open('compile_commands.json', encoding='utf-8') as file:
        commands = json.load(file)
    require({'core/check/check.c', 'silicon/models/flow.c', 'tools/uncork/main.c'} <= {command['file'] for command in commands}, f'{len(commands)} commands')
    require(all(command['arguments'][0] and command['output'].endswith('.o') for command in commands), 'a command makes no object')


def copy_sources(to):
    listed = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard'], check=True,
                            stdout=subprocess.PIPE).stdout.decode().splitlines()
    for path in filter(os.path.isfile, listed):
        os.makedirs(os.path.join(to, os.path.dirname(path)), exist_ok=True)
        shutil.copy2(path, os.path.join(to, path))
    with open(os.path.join(to, 'VERSION'), 'w', encoding='ascii') as file:
        file.write(subprocess.run(['tools/gen/version'], check=True, stdout=subprocess.PIPE).stdout.decode())


def test_same_bytes_in_another_directory():
    """Another directory, another time: whatever of the two gets into the image shows. The directory's name is no word of the
    shell's: what is behind its semicolon would be run."""
    names = IMAGES + (() if why_not() else PAYLOADS)
    library = [f'LIBFDT={os.path.abspath("build/libfdt.a")}'] if os.path.exists('build/libfdt.a') else []
    make(*(f'build/{name}' for name in names))
    with tempfile.TemporaryDirectory(prefix='uncork-again-') as place:
        directory = os.path.join(place, 'a b;touch c;\'d"e$x`f`,#(g)')
        copy_sources(directory)
        must_run(['make', '-s', '-j2', '-C', directory, *library, *(f'build/{name}' for name in names)], 600)
        require(not any(name == 'c' for _, folders, files in os.walk(place) for name in (*folders, *files)), 'a word of the path was run')
        for name in names:
            with open(f'build/{name}', 'rb') as here, open(f'{directory}/build/{name}', 'rb') as there:
                require(here.read() == there.read(), f'{name} differs between two builds')


def test_variables_are_words():
    """What a variable of make holds is never a command of the shell."""
    nasty = 'x\'y"; touch build/hit; #'
    for goal, name in (('run', 'MACHINE'), ('run', 'RUN'), ('image', 'SIGN_KEY'), ('fuzz', 'SECONDS'), ('test-on', 'MIRROR'), ('test-on', 'SUITE')):
        said = subprocess.run(['make', '-n', goal, f'{name}={nasty}'], check=True, stdout=subprocess.PIPE, text=True).stdout
        line = next(line for line in reversed(said.replace('\\\n', ' ').splitlines()) if 'touch' in line)
        require(nasty in shlex.split(line), f'{name}: {line}')


def test_a_directory_to_build_in():
    """Make knows no names with blanks: they are refused, and nothing is run."""
    for name in ('a b', 'a;touch build/hit', "a'b", 'a$(shell touch build/hit)'.replace('$', '$$')):
        done = subprocess.run(['make', '-n', f'B={name}', 'all'], check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        require(done.returncode == 2 and 'build in a directory of letters' in done.stdout, f'{name}: {done.stdout}')
    require(not os.path.exists('build/hit'), 'a word of the name was run')


def test_packages_without_a_network():
    """apt-get says of each package and list that there is no network; what stays is what is needed."""
    with tempfile.TemporaryDirectory(prefix='uncork-apt-') as directory:
        for name, script in (('apt-get', 'for i in 1 2 3 4 5 6 7 8 9; do echo "E: Could not resolve $i" >&2; done; exit 100'),
                             ('apt-cache', 'exit 100'), ('dpkg-query', 'exit 1'), ('id', 'echo 0')):
            path = os.path.join(directory, name)
            with open(path, 'w', encoding='ascii') as file:
                file.write(f'#!/bin/sh\n{script}\n')
            os.chmod(path, 0o755)
        done = subprocess.run(['tools/install-deps', 'run'], check=False, capture_output=True, text=True, timeout=120,
                              env={**os.environ, 'PATH': f'{directory}:{os.environ["PATH"]}', 'UNCORK_APT_PAUSE': '0', 'TMPDIR': directory})
        lines = done.stderr.splitlines()
        require(done.returncode == 1 and all(line.startswith('uncork: ') for line in lines), f'{done.returncode}: {done.stderr}')
        require(lines[-1].startswith('uncork: no network? needed: gcc ') and 'ovmf' in lines[-1], lines[-1])
        require(sum('Could not resolve' in line for line in lines) <= 3, done.stderr)
        require(sorted(os.listdir(directory)) == ['apt-cache', 'apt-get', 'dpkg-query', 'id'], 'a file is left')


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
