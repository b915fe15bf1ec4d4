# SPDX-License-Identifier: BSD-2-Clause
"""Which commit a program is of: what git says, what a copy without a repository says, and what a commit rebuilds."""

import json
import os
import shutil
import subprocess
import tarfile
import tempfile

from suite.made import make_once, version
from suite.result import TOP, require

GIT = ['git', '-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false']


def said(arguments, directory=TOP):
    return subprocess.run(arguments, cwd=directory, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE).stdout.decode().strip()


def as_git_says():
    """VERSION has the number as long as there is no tag."""
    tagged = subprocess.run(['git', 'describe', '--tags', '--match', 'v[0-9]*', '--abbrev=12', '--dirty'], cwd=TOP, check=False,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode().strip()
    if tagged:
        return tagged[1:]
    with open(os.path.join(TOP, 'VERSION'), encoding='ascii') as file:
        number = file.read().split()[0]
    changed = '-dirty' if said(['git', 'status', '--porcelain', '--untracked-files=no']) else ''
    return f'{number}-g{said(["git", "rev-parse", "--short=12", "HEAD"])}{changed}'


def clone(directory):
    subprocess.run(['git', 'clone', '-q', '--no-hardlinks', TOP, directory], check=True)
    return directory


def commit(directory):
    subprocess.run([*GIT, 'commit', '-q', '--allow-empty', '-m', 'tests: a commit'], cwd=directory, check=True)


def test_a_run_says_the_commit():
    """The first record of a run, and every program that is asked, say what git says."""
    require(not make_once('build/uncork')[0], 'the host tool does not build')
    expected = as_git_says()
    for form, wanted in (('json', f'"program":"uncork","version":"{expected}"'), ('ktap', f'# start program=uncork version={expected} '),
                         ('text', f'uncork {expected} host process')):
        text = said(['build/uncork', '-F', form, 'version'])
        require(wanted in text, f'{wanted} is not in {text[:300]}')
    for program in (['build/uncork'], ['build/uncork', 'report'], ['tools/boot'], ['tools/guest'], ['tools/image/make-image'],
                    ['tools/suites/test-on']):
        text = said([*program, '--version'])
        require(text == f'uncork {expected}', f'{" ".join(program)} --version: {text}')


def test_reports_say_the_commit():
    """The page and the JUnit document of a run: theirs, and that of the run."""
    with tempfile.TemporaryDirectory() as place:
        log, page, junit = (os.path.join(place, name) for name in ('a.json', 'a.html', 'a.xml'))
        with open(log, 'w', encoding='ascii') as file:
            file.write(json.dumps({'record': 'start', 'program': 'uncork', 'version': '9.9-3-gabc', 'platform': 'x86_64 UEFI'}) + '\n')
            file.write('{"record":"end","result":"pass","passed":0,"failed":0,"skipped":0}\n')
        said(['build/uncork', 'report', log, '-o', page, '--junit', junit])
        for path in (page, junit):
            with open(path, encoding='utf-8') as file:
                text = file.read()
            for wanted in ('9.9-3-gabc', version()):
                require(wanted in text, f'{wanted} is not in {os.path.basename(path)}')


def clone_with_objects(directory):
    """A clone with the sources and the host's objects of this tree, as old as they are here."""
    require(not make_once('build/uncork')[0], 'the host tool does not build')
    tree = clone(directory)
    for path in said(['git', 'ls-files']).splitlines():
        if os.path.isfile(path):
            shutil.copy2(path, os.path.join(tree, path))
    for part in ('build/gen', 'build/host'):
        shutil.copytree(part, os.path.join(tree, part))
    return tree


def test_a_commit_rebuilds_one_object():
    """What make would compile after a commit of nothing: the object with the version, once for each kind of program."""
    with tempfile.TemporaryDirectory() as place:
        tree = clone_with_objects(os.path.join(place, 'tree'))
        said(['make', '-s', 'UNCORK_DEPS=checked', 'build/uncork'], tree)
        first = said(['build/uncork', '--version'], tree)
        require(f'-g{said(["git", "rev-parse", "--short=12", "HEAD"], tree)}' in first, first)
        require('-c ' not in said(['make', 'V=1', 'UNCORK_DEPS=checked', 'build/uncork'], tree), 'the second make compiles something')
        commit(tree)
        compiled = [line.split()[-1] for line in said(['make', 'V=1', 'UNCORK_DEPS=checked', 'build/uncork'], tree).splitlines() if ' -c ' in line]
        require(compiled == ['build/host/gen/version.o'], f'a commit compiles {compiled}')
        second = said(['build/uncork', '--version'], tree)
        require(second != first and said(['git', 'rev-parse', '--short=12', 'HEAD'], tree) in second, f'{first} became {second}')


def test_a_tarball_knows_its_commit():
    """What `make tarball` packs, below another project's repository; a changed file shows in the repository alone."""
    with tempfile.TemporaryDirectory() as place:
        tree = clone(os.path.join(place, 'tree'))
        head = said(['git', 'rev-parse', '--short=12', 'HEAD'], tree)
        path = said(['make', '-s', 'tarball'], tree).splitlines()[-1]
        require(head in path, f'{path} does not name {head}')
        subprocess.run(['git', 'init', '-q', place], check=True)
        commit(place)
        with tarfile.open(os.path.join(tree, path)) as packed:
            packed.extractall(place)
        copy = os.path.join(place, os.path.basename(path)[:-len('.tar.gz')])
        unpacked = said(['tools/gen/version'], copy)
        require(unpacked == said(['tools/gen/version'], tree) and head in unpacked, f'the copy says {unpacked}')
        said(['make', '-s', 'UNCORK_DEPS=checked', 'build/gen/version.c', 'build/gen/sbat.csv'], copy)
        with open(os.path.join(copy, 'build/gen/version.c'), encoding='ascii') as file:
            require(f'"{unpacked}"' in file.read(), 'the source of the version says something else')
        with open(os.path.join(tree, 'README.md'), 'a', encoding='ascii') as file:
            file.write('changed\n')
        require(said(['tools/gen/version'], tree) == f'{unpacked}-dirty', 'a changed file does not show')
        subprocess.run([*GIT, 'tag', 'v7.8'], cwd=tree, check=True)
        commit(tree)
        require(said(['tools/gen/version'], tree).startswith('7.8-1-g'), 'a tag does not show')
        require(said(['git', 'archive', 'HEAD', 'VERSION'], tree).find(' v7.8-1-g') > 0, 'an archive does not have the tag')
