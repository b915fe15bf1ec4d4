# SPDX-License-Identifier: BSD-2-Clause
"""Files that a report leaves: whole, or as they were."""

from __future__ import annotations

import os
import stat
import tempfile
from typing import Iterable


def _mode_of(path: str) -> int:
    """The permissions that a file has, or that a new one gets."""
    try:
        return stat.S_IMODE(os.stat(path).st_mode)
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        return 0o666 & ~umask


def _write_over(path: str, pieces: Iterable[bytes]) -> None:
    directory, name = os.path.split(os.path.realpath(path))
    mode = _mode_of(path)
    handle, beside = tempfile.mkstemp(prefix=f'.{name[:100]}.', dir=directory)
    try:
        with os.fdopen(handle, 'wb') as file:
            file.writelines(pieces)
        os.chmod(beside, mode)
        os.replace(beside, os.path.join(directory, name))
    except BaseException:
        os.unlink(beside)
        raise


def write_file(path: str, content: bytes) -> None:
    """As write_pieces()."""
    write_pieces(path, (content,))


def write_pieces(path: str, pieces: Iterable[bytes]) -> None:
    """Writes the file next to its place and moves it there, so that what stood there stays if this fails; OSError names the
    path. What is no regular file (a pipe, a terminal) is written as it is."""
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            with open(path, 'wb') as file:
                file.writelines(pieces)
        else:
            _write_over(path, pieces)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from error
