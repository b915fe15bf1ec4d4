# SPDX-License-Identifier: BSD-2-Clause
"""Which commit the programs of this tree are of."""

import argparse
import os
import subprocess
from typing import Any

from place import INSTALLED, TOP

TOOL = os.path.join(TOP, 'tools', 'gen', 'version')
INSTALLED_AS = os.path.join(TOP, 'VERSION')


def version() -> str:
    """What tools/gen/version says, as in the start record of a run of what is built here."""
    if INSTALLED:
        with open(INSTALLED_AS, encoding='ascii') as file:
            return file.read().strip()
    return subprocess.run([TOOL], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True).stdout.strip()


class Version(argparse.Action):
    """Says which uncork this is, and ends. Unlike argparse's own action it asks for that only then."""

    def __init__(self, option_strings: list[str], dest: str, **_: Any) -> None:
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help='say which uncork this is, and end')

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        print(f'uncork {version()}')
        parser.exit()
