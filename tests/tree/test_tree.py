# SPDX-License-Identifier: BSD-2-Clause
"""Who may know whom. The compiler's own lists of what it read are the evidence, not the sources."""

import ast
import glob
import os
import re
import subprocess

from suite.power import why_not
from suite.result import require

FIRMWARE = ('boxes/', 'build/gen/boxes/', 'core/', 'checks/', 'arch/', 'efi/', 'bios/', 'tests/')
HOST_BRIDGE = ('arch/host/', 'tools/', 'tests/unit/')  # they join the two sides, through silicon's one public header
PRINTER = 'tests/golden/silicon.c'  # of virtual silicon's tables
PUBLIC = ('silicon/silicon.h', 'silicon/cores.h')  # the former and what it includes


def reads(dependency_file):
    """The source an object was made of, and every file that was read for it."""
    with open(dependency_file, encoding='utf-8') as file:
        rule = file.read().split('\n\n')[0].replace('\\\n', ' ').split('\n')[0]
    names = [os.path.normpath(name) for name in rule.split(':', 1)[1].split()]
    return names[0], names[1:]


def dependency_files(directory):
    found = glob.glob(f'build/{directory}/**/*.d', recursive=True)
    if directory in ('opal', 'ppc64') and why_not():
        return []
    kept = [path for path in found if os.path.exists(path[:-2] + '.o') and os.path.exists(reads(path)[0])]
    require(kept, f'build/{directory} holds no lists of what was read')
    return kept


def test_silicon_knows_no_firmware():
    wrong = []
    for path in dependency_files('silicon') + dependency_files('opal'):
        source, read = reads(path)
        wrong += [f'{source} reads {name}' for name in read if name.startswith(FIRMWARE)]
    require(not wrong, '\n'.join(wrong))


def test_firmware_knows_no_silicon():
    wrong = []
    for path in dependency_files('fw') + dependency_files('host') + dependency_files('ppc64'):
        source, read = reads(path)
        if source.startswith(PRINTER):
            continue
        allowed = PUBLIC if source.startswith(HOST_BRIDGE) else ()
        wrong += [f'{source} reads {name}' for name in read if name.startswith('silicon/') and name not in allowed]
    require(not wrong, '\n'.join(sorted(set(wrong))))


def test_one_way_to_registers():
    """Nobody but bus.c has struct hw make an access: it alone routes it and notes it in the flight recorder."""
    sources = [path for part in ('core', 'checks', 'arch', 'efi', 'bios', 'pc') for path in glob.glob(f'{part}/**/*.[ch]', recursive=True)]
    callers = set()
    for path in sources:
        with open(path, encoding='utf-8') as file:
            if re.search(r'\bhw(->|\.)(read|write)\(', file.read()):
                callers.add(path)
    require(callers == {'core/hardware/bus.c'}, f'accesses are made in {sorted(callers)}')


def test_judges_are_blind():
    """No check asks whether the silicon is virtual: what it says there it says of every board."""
    asking = []
    for path in sorted(glob.glob('checks/**/*.[ch]', recursive=True) + glob.glob('core/check/*.[ch]')):
        with open(path, encoding='utf-8') as file:
            if 'virtual_silicon' in file.read():
                asking.append(path)
    require(not asking, f'asked in {asking}')


def test_arrows_go_one_way():
    """core and boxes know neither arch nor efi; boxes and pc know nobody but lib; the lower parts of core not the upper."""
    upper = tuple(f'core/{part}/' for part in ('metric', 'record', 'session', 'work', 'map', 'film', 'check', 'command'))
    forbidden = {**{f'core/{part}/': upper for part in ('program', 'event')}, 'core/hardware/': (*upper, 'core/program/'),
                 'core/session/': ('core/check/', 'core/command/', 'core/work/', 'core/map/', 'core/film/'),
                 'core/work/': ('core/session/', 'core/map/', 'core/film/', 'core/check/', 'core/command/'),
                 'core/map/': ('core/film/', 'core/check/', 'core/command/'), 'core/film/': ('core/map/', 'core/check/', 'core/command/'),
                 **dict.fromkeys(('boxes/', 'build/gen/boxes/'), ('core/', 'checks/', 'arch/', 'efi/', 'bios/', 'pc/', 'tests/')),
                 'core/': ('checks/', 'arch/', 'efi/', 'bios/', 'pc/'), 'arch/': ('efi/', 'bios/'), 'efi/': ('bios/',),
                 'bios/': ('efi/',), 'pc/': FIRMWARE, 'lib/': (*FIRMWARE, 'pc/')}
    wrong = []
    for path in dependency_files('fw') + dependency_files('ppc64'):
        source, read = reads(path)
        for directory, others in forbidden.items():
            if source.startswith(directory):
                wrong += [f'{source} reads {name}' for name in read if name.startswith(others)]
    require(not wrong, '\n'.join(wrong))


def imported(path):
    """The packages that a source in Python names, at the top or within."""
    with open(path, encoding='utf-8') as file:
        for node in ast.walk(ast.parse(file.read())):
            if isinstance(node, ast.ImportFrom) and not node.level:
                yield node.module.split('.')[0]
            elif isinstance(node, ast.Import):
                yield from (name.name.split('.')[0] for name in node.names)


def test_packages_of_tools_import_in_no_circle():
    packages = {os.path.basename(os.path.dirname(path)) for path in glob.glob('tools/*/__init__.py')}
    known = {package: {name for path in glob.glob(f'tools/{package}/**/*.py', recursive=True) for name in imported(path)} & packages - {package}
             for package in packages}
    require(known['qemu'] == {'report'}, f'qemu imports {known["qemu"]}: is this seen?')
    while known:
        free = [package for package, others in known.items() if not others & set(known)]
        require(free, f'a circle of {sorted(known)}')
        for package in free:
            del known[package]


# The parts of virtual silicon: sound models know neither faults nor rules, faults know no rules.
SILICON_ARROWS = {**dict.fromkeys(('silicon/models/', 'build/gen/silicon/'), ('silicon/faults/', 'silicon/rules/')),
                  'silicon/faults/': ('silicon/rules/',)}


def test_models_know_no_faults():
    wrong, seen = [], 0
    for path in dependency_files('silicon') + dependency_files('opal'):
        source, read = reads(path)
        for directory, others in SILICON_ARROWS.items():
            if source.startswith(directory):
                seen += 1
                wrong += [f'{source} reads {name}' for name in read if name.startswith(others)]
    require(not wrong, '\n'.join(sorted(set(wrong))))
    require(seen, 'no object of the models was looked at')


def linked_models(map_file):
    """The objects of models that a linker says it took, as paths under build/."""
    with open(map_file, encoding='utf-8') as file:
        text = file.read()
    direct = re.findall(r'build/\w+/(?:gen/|)silicon/(?:models/|faults/|rules/|)[\w-]+\.o', text)
    members = re.findall(r'build/silicon/libmodels\.a\(([\w-]+\.o)\)', text)
    places = (f'build/silicon/{part}{member}' for member in members
              for part in ('silicon/', 'silicon/models/', 'silicon/faults/', 'silicon/rules/', 'gen/silicon/models/'))
    return set(direct).union(filter(os.path.exists, places))


def archive_member(name):
    return subprocess.run(['ar', 'p', 'build/silicon/libmodels.a', name], check=True, stdout=subprocess.PIPE).stdout


# Lists what can be broken on every machine, which only programs on the host ask for.
HOST_ONLY = {'fault_list_all.o', 'functions.o'}


def test_models_are_the_same_objects():
    """Hypervisor, host tool and unit tests run one and the same compiled model of each machine with UEFI."""
    hypervisor = linked_models('build/silicon.so.map')
    require(hypervisor, 'silicon.efi holds no model')
    for path in hypervisor:
        with open(path, 'rb') as file:
            require(file.read() == archive_member(os.path.basename(path)), f'{path} differs from its copy in the archive')
    users = [path for path in ['build/uncork.map', *glob.glob('build/unit/*.map')] if linked_models(path)]
    require('build/uncork.map' in users, 'the host tool holds no model')
    require(len(users) > 1, 'no unit test holds a model')
    # The layer under OPAL payloads runs on another processor: the same sources, compiled for that one.
    payload = {os.path.basename(path) for path in linked_models('build/opal-silicon.elf.map')}
    require(payload or why_not(), 'opal-silicon.elf holds no model')
    wrong = [f'{path} has {name}' for path in users for name in linked_models(path) - hypervisor
             if os.path.basename(name) not in payload | HOST_ONLY]
    require(not wrong, '\n'.join(wrong))


def test_of_unit_tests_only_those_asked_for_are_built(tmp_path):
    """With a make that only notes what it is asked for; the program is there, built for this group."""
    asked = tmp_path / 'asked'
    make = tmp_path / 'make'
    make.write_text(f'#!/bin/sh\necho "$@" >> {asked}\n')
    make.chmod(0o755)
    done = subprocess.run(['tests/run', '-j', '1', 'unit/test_gf2'], capture_output=True, text=True, timeout=120, check=False,
                          env={**os.environ, 'PATH': f'{tmp_path}:{os.environ["PATH"]}'})
    require(done.returncode == 0, done.stdout)
    require(asked.read_text() == '-s -k -j2 build/unit/test_gf2\n', asked.read_text())
