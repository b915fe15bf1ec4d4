# SPDX-License-Identifier: BSD-2-Clause
"""Which commit the programs of this tree are of."""

import functools
import os
import subprocess

from place import INSTALLED, TOP

TOOL = os.path.join(TOP, 'tools', 'gen', 'version')
INSTALLED_AS = os.path.join(TOP, 'VERSION')


@functools.lru_cache(maxsize=None)
def version() -> str:
    """What tools/gen/version says, as in the start record of a run of what is built here."""
    if INSTALLED:
        with open(INSTALLED_AS, encoding='ascii') as file:
            return file.read().strip()
    return subprocess.run([TOOL], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True).stdout.strip()
