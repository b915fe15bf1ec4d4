# SPDX-License-Identifier: BSD-2-Clause
"""Where this copy of uncork is: a source tree, or what `make install` made of one."""

import os

TOP = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
INSTALLED = not os.path.exists(os.path.join(TOP, 'Makefile'))
# The images for machines, and the host tool.
BUILT = os.path.join(TOP, 'firmware' if INSTALLED else 'build')
HOW_TO_BUILD = 'this installation was made without it' if INSTALLED else '`make` builds it'
HOW_TO_INSTALL = '`man uncork-boot` names the packages' if INSTALLED else '`make deps` installs it'


def program(name):
    """The name by which users call tools/NAME."""
    return f'uncork-{name}' if INSTALLED else f'tools/{name}'


def host_tool(built):
    """The program `uncork` that belongs to these images."""
    return os.path.join(os.path.dirname(os.path.dirname(TOP)), 'bin', 'uncork') if INSTALLED else os.path.join(built, 'uncork')


def cache(name):
    """A directory for what can be fetched again."""
    if not INSTALLED:
        return os.path.join(BUILT, name)
    return os.path.join(os.environ.get('XDG_CACHE_HOME') or os.path.expanduser('~/.cache'), 'uncork', name)


def same_file(one: str, other: str) -> bool:
    """True if both paths lead to one file that is there."""
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False
