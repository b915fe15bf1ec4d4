# SPDX-License-Identifier: BSD-2-Clause
"""What `make install` and `make dist` bring: usable from any directory by any user, and gone after `make uninstall`."""

import fnmatch
import hashlib
import json
import os
import shutil
import stat
import subprocess
import tempfile

import pytest

from suite.result import must_run, require, run_command
from suite.made import make_once

NOBODY = 65534


@pytest.fixture(scope='module', name='place')
def _place():
    make_once('all')
    with tempfile.TemporaryDirectory(prefix='uncork-install-') as directory:
        os.chmod(directory, 0o755)
        must_run(['make', '-s', 'install', f'DESTDIR={directory}', 'PREFIX=/us r'], 600)
        yield directory


def as_user(place, directory, *words, seconds=300):
    """Runs an installed program in a directory of an ordinary user, by its name alone."""
    before = ['setpriv', '--reuid', str(NOBODY), '--regid', str(NOBODY), '--clear-groups'] if os.geteuid() == 0 else []
    done = subprocess.run([*before, *words], cwd=directory, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=seconds, check=False,
                          env={'PATH': f'{place}/us r/bin:/usr/bin:/bin', 'HOME': directory, 'TMPDIR': directory, 'LC_ALL': 'C.UTF-8'})
    return done.returncode, done.stdout


@pytest.fixture(name='empty')
def _empty():
    with tempfile.TemporaryDirectory(prefix='uncork-user-') as directory:
        os.chmod(directory, 0o777)
        yield directory


def test_boots_from_an_empty_directory(place, empty):
    status, said = as_user(place, empty, 'uncork-boot', '--bios', 'xeon-7500', 'test ubox.*')
    require(status == 0 and '\npass: ' in said, f'status {status}: {said}')
    require(not os.listdir(empty), f'{os.listdir(empty)} are left')


def test_reports_from_an_empty_directory(place, empty):
    status, said = as_user(place, empty, 'sh', '-c', 'uncork -F json "info; test ubox.*" > a.json && uncork report a.json -o a.html && rm -rf .[a-z]*')
    require(status == 0 and sorted(os.listdir(empty)) == ['a.html', 'a.json'], f'status {status}: {said}')


def test_makes_a_stick_in_an_empty_directory(place, empty):
    with open(os.path.join(empty, 'my.cfg'), 'w', encoding='ascii') as file:
        file.write('test ubox.*\n')
    status, said = as_user(place, empty, 'uncork-image', '-c', 'my.cfg')
    require(status == 0 and sorted(os.listdir(empty)) == ['my.cfg', 'uncork-usb.img'], f'status {status}: {said}')
    for name, word in (('licence.txt', 'GPL-3.0-or-later'), ('uncork.man', 'film')):
        said = subprocess.run(['mtype', '-i', f'{empty}/uncork-usb.img@@1M', f'::/uncork/{name}'], capture_output=True, check=True,
                              env={**os.environ, 'MTOOLS_SKIP_CHECK': '1'}).stdout
        text = said.decode('utf-16' if name.endswith('.man') else 'ascii')
        require(word in text, f'{name} lacks {word}')


def test_help_names_programs_as_they_are_installed(place, empty):
    for name in ('uncork-boot', 'uncork-guest', 'uncork-image'):
        status, said = as_user(place, empty, name, '--help')
        require(status == 0 and f'usage: {name}' in said, f'{name}: status {status}: {said}')
        require('tools/' not in said and 'make ' not in said and place not in said, f'{name} speaks of a source tree: {said}')


def test_man_pages(place):
    """Each command has its section, and groff has nothing to say."""
    folder = f'{place}/us r/share/man/man1'
    require(sorted(os.listdir(folder)) == [f'uncork{name}.1.gz' for name in ('-boot', '-guest', '-image', '')], f'{os.listdir(folder)}')
    for name in os.listdir(folder):
        done = subprocess.run(['man', '--warnings', '-l', os.path.join(folder, name)], capture_output=True, text=True, check=True,
                              env={**os.environ, 'MANWIDTH': '120', 'LC_ALL': 'C.UTF-8'})
        require(not done.stderr and place not in done.stdout, f'{name}: {done.stderr}')
        if name == 'uncork.1.gz':
            commands = [record['name'] for record in map(json.loads, must_run(['build/uncork', '-F', 'json', 'help'], 60).splitlines())
                        if record['record'] == 'command']
            missing = [command for command in commands if f'\n   {command}' not in done.stdout]
            require(len(commands) > 20 and not missing, f'no section of {missing}')


def complete(place, function, line):
    """What bash offers for the end of this line."""
    script = (f'. "{place}/us r/share/bash-completion/completions/uncork"; COMP_LINE=$1; COMP_POINT=${{#1}}; {function} 2>/dev/null; '
              'printf "%s\\n" "${COMPREPLY[@]}"')
    return must_run(['bash', '-c', script, 'bash', line], 60, {'PATH': f'{place}/us r/bin:/usr/bin:/bin'}).split()


@pytest.mark.parametrize('line, some', [
    ('uncork --mach', ['--machine']), ('uncork --machine xeon-e7', ['xeon-e7']), ('uncork wa', ['watch']), ('uncork st', ['stat']),
    ('uncork --machine xeon-7500 stat -e wbox::FIXED_UNC', ['FIXED_UNCORE_CLK']), ('uncork --machine xeon-e5-2600 stat -e pc', ['pcu::']),
    ('uncork-boot --ti', ['--timeout']), ('uncork-boot --thr', ['--threads']), ('uncork-boot power', ['power9', 'power10']),
    ('uncork-boot -f xeon-7500 xeon-e', ['xeon-e7', 'xeon-e5-2600', 'xeon-e5-2600-v2', 'xeon-e5-2600-v3', 'xeon-e5-2600-v4']),
    ('uncork-boot -c 4 bare-xeon-7500 inf', ['info'])])
def test_tab_of_bash(place, line, some):
    offered = complete(place, '_uncork_boot' if line.startswith('uncork-boot') else '_uncork', line)
    require(offered == some, f'{line}: {offered}')


def test_zsh_can_read_its_completion(place):
    if not shutil.which('zsh'):
        pytest.skip('there is no zsh')
    must_run(['zsh', '-n', f'{place}/us r/share/zsh/site-functions/_uncork'], 60)


def test_nothing_can_be_changed_by_users(place):
    for folder, _, names in os.walk(place):
        for name in names:
            mode = os.lstat(os.path.join(folder, name)).st_mode
            require(stat.S_ISLNK(mode) or mode & 0o022 == 0, f'{name} has mode {mode:o}')


def test_uninstall_leaves_what_is_not_ours():
    with tempfile.TemporaryDirectory() as directory:
        other = os.path.join(directory, 'p/share/man/man1/other.1')
        os.makedirs(os.path.dirname(other))
        with open(other, 'w', encoding='ascii'):
            pass
        for goal in ('install', 'uninstall'):
            must_run(['make', '-s', goal, f'DESTDIR={directory}', 'PREFIX=/p'], 600)
        left = [os.path.join(folder, name) for folder, folders, names in os.walk(directory) for name in [*names, *folders]]
        require(set(left) == {other, *(os.path.join(directory, at) for at in ('p', 'p/share', 'p/share/man', 'p/share/man/man1'))}, f'{left}')


def test_a_release():
    """The same bytes each time, with sums that hold and a licence for each file."""
    with tempfile.TemporaryDirectory() as directory:
        releases = []
        for name in ('one', 'two'):
            must_run(['tools/dist', '-o', f'{directory}/{name}'], 600)
            releases.append(f'{directory}/{name}')
        names = sorted(os.listdir(releases[0]))
        for name in names:
            with open(f'{releases[0]}/{name}', 'rb') as one, open(f'{releases[1]}/{name}', 'rb') as two:
                require(one.read() == two.read(), f'{name} differs between two releases')
        status, said = run_command(['sh', '-c', f'cd {releases[0]} && sha256sum --strict -c SHA256SUMS'], 60)
        require(status == 0 and said.count(': OK') == len(names) - 1, said)
        document = next(name for name in names if name.endswith('.spdx.json'))
        with open(f'{releases[0]}/{document}', encoding='utf-8') as file:
            spdx = json.load(file)
        listed = {file['fileName']: file for file in spdx['files']}
        require(set(listed) == {f'./{name}' for name in names if name not in (document, 'SHA256SUMS')}, f'{sorted(listed)}')
        with open(f'{releases[0]}/uncork.efi', 'rb') as file:
            require({'algorithm': 'SHA256', 'checksumValue': hashlib.sha256(file.read()).hexdigest()} in listed['./uncork.efi']['checksums'],
                    'the sum of uncork.efi is another')
        identifiers = {part['SPDXID'] for part in [spdx, *spdx['packages'], *spdx['files']]}
        ends = {end for relation in spdx['relationships'] for end in (relation['spdxElementId'], relation['relatedSpdxElement'])}
        require(ends <= identifiers, f'{ends - identifiers} are related and not there')
        require(any(part['name'] == 'GRUB' and part['licenseDeclared'] == 'GPL-3.0-or-later' for part in spdx['packages']), 'no GRUB')
        archive = next(name for name in names if name.endswith('.tar.gz'))
        must_run(['tar', '-xzf', f'{releases[0]}/{archive}', '-C', directory], 60)
        must_run([f'{directory}/{archive.split("-linux")[0]}/bin/uncork', 'info'], 60)


def test_each_file_is_in_one_package(place):
    """debian/*.install, of which dh_install is held to have no word that finds nothing."""
    top = f'{place}/us r'
    files = [os.path.relpath(os.path.join(folder, name), top) for folder, _, names in os.walk(top) for name in names]
    lists = {}
    for name in ('uncork', 'uncork-firmware', 'uncork-virtual-silicon'):
        with open(f'debian/{name}.install', encoding='ascii') as file:
            lists[name] = [line.strip().removeprefix('usr/').replace('vendor-completions', 'site-functions') for line in file]
    for path in files:
        parts = path.split('/')
        above = ['/'.join(parts[:depth]) for depth in range(1, len(parts) + 1)]
        holders = [name for name, words in lists.items() if any(fnmatch.fnmatchcase(part, word) and part.count('/') == word.count('/')
                                                                for word in words for part in above)]
        require(len(holders) == 1, f'{path} is in {holders}')
