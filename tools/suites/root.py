# SPDX-License-Identifier: BSD-2-Clause
"""Roots of a suite. One with git and make alone is made once and kept; each run works in a copy of it, so that what a run
installs is what the project itself asks for. Downloaded packages are kept beside it, for the next run."""

import contextlib
import fcntl
import os
import shlex
import shutil
import subprocess

from suites.trouble import Trouble

PACKAGES = ('git', 'make')
TREE = '/uncork'
PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
PROXIES = ('http_proxy', 'https_proxy', 'ftp_proxy', 'no_proxy')
NAMES = ('/etc/resolv.conf', '/etc/hosts')  # how this machine finds others

# In a space of their own, mounts go away with the last process; the first word is the root, the rest a command.
ENTER = '''
root=$1
shift
mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" && mount --bind "$PACKAGES" "$root/var/cache/apt/archives" ||
    exit 2
exec chroot "$root" /usr/bin/env -i "$@"
'''


def owner_of(path):
    """An environment in which git takes a tree for ours, whoever owns it: root does not own what sudo is run for."""
    with open(path, 'w', encoding='ascii') as file:
        file.write('[safe]\n\tdirectory = *\n')
    return {**os.environ, 'GIT_CONFIG_GLOBAL': path}


def run(arguments, what, **options):
    try:
        done = subprocess.run(arguments, stdin=subprocess.DEVNULL, check=False, **options)
    except OSError as error:
        raise Trouble(f'{arguments[0]}: {error.strerror}; `tools/install-deps suites` installs it') from error
    if done.returncode:
        raise Trouble(f'{what}: {arguments[0]} left with status {done.returncode}')


class Roots:
    """The roots of one suite below a directory: that with nothing in it, and that of a run, by its name."""

    def __init__(self, directory, suite, name):
        self.suite = suite
        self.directory = os.path.join(directory, suite)
        self.base = os.path.join(self.directory, 'base')
        self.work = os.path.join(self.directory, f'run-{name}')
        self.packages = os.path.join(self.directory, 'packages')
        os.makedirs(os.path.join(self.packages, 'partial'), exist_ok=True)

    @contextlib.contextmanager
    def locked(self):
        """One run at a time."""
        with open(os.path.join(self.directory, 'lock'), 'w', encoding='ascii') as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise Trouble(f'another run on {self.suite} is under way in {self.directory}') from error
            yield

    def make_base(self, mirror, settings):
        """Under another name until it is whole: half a root is never taken for one."""
        half = self.base + '.half'
        self.remove(half)
        packages = [*PACKAGES, 'ca-certificates'] if mirror.startswith('https:') else PACKAGES
        try:
            run(['mmdebstrap', '--quiet', '--mode=root', '--variant=minbase', f'--include={",".join(packages)}',
                 *(f'--aptopt={setting}' for setting in settings), self.suite, half, mirror],
                f'no root of {self.suite} could be made from {mirror}')
            os.rename(half, self.base)
        finally:
            self.remove(half)

    def remove(self, path):
        """Never across a mount: what is mounted into a root is this machine's."""
        if os.path.isdir(path):
            run(['rm', '-rf', '--one-file-system', path], f'{path} could not be removed')

    def copy_base(self):
        self.remove(self.work)
        run(['cp', '-a', '--reflink=auto', self.base, self.work], f'{self.base} could not be copied')

    def put_tree(self, top):
        """A clone of what is committed; where there is one already, it is brought up to that."""
        tree = self.work + TREE
        environment = owner_of(os.path.join(self.directory, 'gitconfig'))
        if os.path.isdir(tree):
            run(['git', '-C', tree, 'fetch', '-q', '--no-tags', top, 'HEAD'], 'no clone', env=environment)
            run(['git', '-C', tree, 'reset', '-q', '--hard', 'FETCH_HEAD'], 'no clone', env=environment)
        else:
            run(['git', 'clone', '-q', '--no-hardlinks', top, tree], 'no clone', env=environment)

    def command(self, arguments):
        """What runs a command in the root, in the tree, as its root; and the environment for it."""
        for name in NAMES:
            shutil.copyfile(name, self.work + name)
        words = [f'{name}={value}' for name, value in os.environ.items() if name.lower() in PROXIES]
        words += ['HOME=/root', f'PATH={PATH}', 'LANG=C.UTF-8', 'TERM=dumb', 'sh', '-c', f'cd {TREE} && exec {shlex.join(arguments)}']
        enter = ['unshare', '--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private',
                 'sh', '-c', ENTER, 'enter', self.work, *words]
        return enter, {**os.environ, 'PACKAGES': self.packages}
