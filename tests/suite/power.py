# SPDX-License-Identifier: BSD-2-Clause
"""What is tested of POWER where it can be: everything else runs without it."""

import os
import re
import shutil

from suite.result import TOP

# Files and cases of it, by their names.
OF_POWER = re.compile(r'power(?:9|10)|opal|ppc64')
HOSTED = re.compile(r'/unit/|/fuzz/')  # these run in a process


def why_not():
    """Why nothing that runs on POWER can be tried; '' if it can."""
    try:
        with open(os.path.join(TOP, 'build', 'no-power'), encoding='utf-8') as file:
            return file.read().strip()
    except FileNotFoundError:
        return '' if shutil.which('qemu-system-ppc64') else 'there is no qemu-system-ppc64 (package qemu-system-ppc)'


def needs_power(nodeid):
    return bool(OF_POWER.search(nodeid)) and not HOSTED.search('/' + nodeid)
