# SPDX-License-Identifier: BSD-2-Clause
"""Starts `uncork report`, with the interpreter that has the libraries of the system's packages."""

import importlib.util
import os
import sys

sys.dont_write_bytecode = True
sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

SYSTEM = '/usr/bin/python3'
LIBRARIES = ('matplotlib', 'jinja2')


def other_interpreter() -> bool:
    """True if this one lacks a library and is not the one that packages are installed for."""
    if all(importlib.util.find_spec(name) for name in LIBRARIES) or 'UNCORK_PYTHON' in os.environ:
        return False
    return os.path.exists(SYSTEM) and os.path.realpath(sys.executable) != os.path.realpath(SYSTEM)


if other_interpreter():
    os.environ['UNCORK_PYTHON'] = 'system'
    os.execv(SYSTEM, [SYSTEM, '-B', os.path.abspath(__file__), *sys.argv[1:]])

from said import leave_with  # noqa: E402  # pylint: disable=wrong-import-position
from report.cli import main  # noqa: E402  # pylint: disable=wrong-import-position

leave_with('uncork report', lambda: main(sys.argv[1:]))
