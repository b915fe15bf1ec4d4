# SPDX-License-Identifier: BSD-2-Clause
"""Which Python runs the tests."""

import importlib.util
import os
import sys

SYSTEM = '/usr/bin/python3'  # the one that the system's packages are installed for


def need(program, *modules):
    """Another Python than the system's may come first in PATH, and know nothing of the system's packages: then that one runs `program`."""
    missing = [name for name in modules if not importlib.util.find_spec(name)]
    if not missing:
        return
    if os.path.exists(SYSTEM) and not os.path.samefile(sys.executable, SYSTEM):
        os.execv(SYSTEM, [SYSTEM, program, *sys.argv[1:]])
    sys.exit(f'{os.path.relpath(program)}: there is no {" and no ".join(missing)} for {sys.executable}; `make deps` installs it')
