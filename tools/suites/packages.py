# SPDX-License-Identifier: BSD-2-Clause
"""Where packages come from: what this machine's apt knows, carried over into the root of another suite."""

import re
import subprocess

from suites.trouble import Trouble

# Of apt's settings those that say how the mirror is reached and what of it is taken. A setting that names a program or a
# file of this machine is of no use in a root: Proxy-Auto-Detect, CaInfo and their like stay behind.
CARRIED = re.compile(r'Acquire::(https?::(\S*::)?Proxy|Check-Valid-Until|Check-Date|Max-ValidTime|Retries)(::\S*)? ')
TARGETS = ['apt-get', 'indextargets', '--format', '$(ORIGIN)|$(LABEL)|$(REPO_URI)', 'Created-By: Packages']


def said_by(arguments):
    try:
        done = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False, text=True)
    except OSError as error:
        raise Trouble(f'{arguments[0]}: {error.strerror}; roots are made on Debian and its relatives') from error
    return done.stdout.splitlines()


def mirror_among(targets):
    """The first mirror of Debian among apt's lists (origin|label|address); nothing if there is none."""
    for origin, label, address in (target.split('|', 2) for target in targets if target.count('|') == 2):
        if origin == label == 'Debian':
            return address.rstrip('/')
    return None


def find_mirror():
    """The mirror that this machine takes its own packages from."""
    mirror = mirror_among(said_by(TARGETS))
    if not mirror:
        raise Trouble('apt has no list of a mirror of Debian: run `apt-get update`, or name one with --mirror (make: MIRROR=)')
    return mirror


def carried_among(settings):
    """Those of the lines `name "value";` that are worth carrying over."""
    return [setting for setting in settings if CARRIED.match(setting)]


def find_settings():
    return carried_among(said_by(['apt-config', 'dump', '--no-empty', '--format', '%F "%v";%n']))
