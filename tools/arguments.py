# SPDX-License-Identifier: BSD-2-Clause
"""The command line of every program here, and what `--help` and `--version` say."""

import argparse
import itertools
import shutil
import textwrap
from typing import Any

from place import INSTALLED
from version import version


class Version(argparse.Action):
    """Says which uncork this is, and ends. Unlike argparse's own action it asks for that only then."""

    def __init__(self, option_strings: list[str], dest: str, **_: Any) -> None:
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help='print the version of uncork and exit')

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        print(f'uncork {version()}')
        parser.exit()


class Help(argparse.HelpFormatter):
    """Lines of less than a hundred columns, however wide the terminal is. Of a description paragraphs are filled, and indented lines stay."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=min(shutil.get_terminal_size().columns, 100) - 2)

    def _fill_text(self, text, width, indent):
        prose = itertools.groupby(text.splitlines(), lambda line: bool(line) and not line.startswith(' '))
        return '\n'.join(textwrap.fill(' '.join(lines), width, break_on_hyphens=False) if filled else '\n'.join(lines) for filled, lines in prose)

    def _split_lines(self, text, width):
        return textwrap.wrap(text, width, break_on_hyphens=False)


class Parser(argparse.ArgumentParser):
    """Says `tools/boot` and the like by the names that users call them by."""

    def __init__(self, **parts):
        super().__init__(formatter_class=Help, **parts)
        self.add_argument('--version', action=Version)

    def format_help(self):
        text = super().format_help()
        names = (('make image', 'uncork-image'), ('tools/image/make-image', 'uncork-image'), ('tools/', 'uncork-'), ('build/', ''))
        for tree, installed in names if INSTALLED else ():
            text = text.replace(tree, installed)
        return text
