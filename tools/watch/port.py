# SPDX-License-Identifier: BSD-2-Clause
"""What is watched: a serial device, a socket of a console server, a file, or standard input."""

from __future__ import annotations

import atexit
import os
import select
import signal
import socket
import stat
import sys
import termios
import tty
from typing import Any, Optional

from said import on_endings

RATES = (9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600)


def _connect(name: str) -> socket.socket:
    if name.startswith('unix:'):
        port = socket.socket(socket.AF_UNIX)
        port.connect(name[5:])
        return port
    host, _, service = name[4:].rpartition(':')
    if not host or not service:
        raise OSError(None, 'tcp:HOST:PORT names both')
    return socket.create_connection((host.strip('[]'), service))  # type: ignore[arg-type]


def _open(name: str) -> int:
    if name == '-':
        return sys.stdin.fileno()
    if name.startswith(('unix:', 'tcp:')):
        return _connect(name).detach()
    flags = os.O_NOCTTY | os.O_NONBLOCK
    try:
        return os.open(name, os.O_RDWR | flags)
    except OSError:
        return os.open(name, os.O_RDONLY | flags)


class Port:
    """Something that speaks, and may listen. OSError, with the name, if it cannot be opened or read."""

    def __init__(self, name: str, baud: int) -> None:
        try:
            self._file = _open(name)
            status = os.fstat(self._file)
            if stat.S_ISDIR(status.st_mode):
                raise IsADirectoryError(21, os.strerror(21))
            self.answers = stat.S_ISSOCK(status.st_mode) or os.isatty(self._file)
            if os.isatty(self._file):
                self._set_terminal(baud)
        except (OSError, termios.error) as error:
            raise OSError(error.args[0], error.args[-1], name) from error

    def _set_terminal(self, baud: int) -> None:
        """As it was found, whatever ends this program but SIGKILL."""
        found = termios.tcgetattr(self._file)

        def restore(number: Optional[int] = None, _: Any = None) -> None:
            termios.tcsetattr(self._file, termios.TCSANOW, found)
            if number:
                signal.signal(number, signal.SIG_DFL)
                os.kill(os.getpid(), number)

        atexit.register(restore)
        on_endings(restore)
        tty.setraw(self._file, termios.TCSANOW)
        modes = termios.tcgetattr(self._file)
        modes[2] = modes[2] & ~(termios.CRTSCTS | termios.CSTOPB | termios.PARENB) | termios.CLOCAL | termios.CREAD
        modes[4] = modes[5] = getattr(termios, f'B{baud}')
        termios.tcsetattr(self._file, termios.TCSANOW, modes)

    def read(self, seconds: float) -> Optional[bytes]:
        """What came, of at most that time; None at the end of input."""
        if not select.select([self._file], [], [], seconds)[0]:
            return b''
        try:
            return os.read(self._file, 65536) or None
        except BlockingIOError:
            return b''
        except OSError:  # a device that was unplugged, a terminal whose other side is closed
            return None

    def write(self, data: bytes) -> None:
        """Asks, where something can be asked; what the port does not take is asked again."""
        if not self.answers:
            return
        try:
            os.write(self._file, data)
        except BlockingIOError:
            pass
        except OSError as error:
            print(f'uncork: cannot write to the port: {error.strerror}', file=sys.stderr)

    def is_file(self, path: str) -> bool:
        """True if what is watched is this file."""
        ours = os.fstat(self._file)
        return stat.S_ISREG(ours.st_mode) and os.path.exists(path) and os.path.samestat(ours, os.stat(path))
