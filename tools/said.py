# SPDX-License-Identifier: BSD-2-Clause
"""Programs whose words arrive, or that say so: output that cannot be written is an error of its own."""

import io
import os
import shutil
import signal
import sys
import threading

ERROR = 2
PATIENCE = 2  # seconds that a program may work without a word
AGAIN = 0.25  # seconds from one word to the next


def one_line(text):
    """A name as it can be shown in a line: none ends it, or says anything to a terminal."""
    return ''.join(character if character.isprintable() else '\ufffd' for character in text)


class Heard:
    """Standard output, which remembers that it failed: argparse passes over that."""

    def __init__(self, stream):
        self.stream, self.error = stream, None

    def write(self, text):
        try:
            return self.stream.write(text)
        except OSError as error:
            self.error = error
            raise

    def flush(self):
        try:
            self.stream.flush()
        except OSError as error:
            self.error = error
            raise

    def __getattr__(self, name):
        return getattr(self.stream, name)


class Progress:
    """Shows on a terminal what a program is doing, once that has taken longer than people wait without a word; elsewhere nothing. The line
    is gone when the work ends."""

    def __init__(self, name):
        self._name, self._what, self._over, self._thread = name, str, threading.Event(), None

    def __enter__(self):
        if sys.stderr is not None and sys.stderr.isatty():
            self._thread = threading.Thread(target=self._show, daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        if self._thread:
            self._thread.join()

    def step(self, text):
        """The work goes on with `text`."""
        self._what = lambda: text

    def reading(self, file):
        """The work goes on with what is read from an open file."""
        size = os.fstat(file.fileno()).st_size
        name = one_line(str(file.name))

        def what():
            try:
                return f'read {100 * min(file.tell(), size) // size} % of {name}' if size else f'reading {name}'
            except ValueError:  # it is read, and closed
                return f'reading {name}'
        self._what = what

    def _show(self):
        shown, wait = '', PATIENCE
        try:
            while not self._over.wait(wait):
                text, wait = f'{self._name}: {self._what()}'[:shutil.get_terminal_size().columns - 1], AGAIN
                if text != shown:
                    print(f'\r{text.ljust(len(shown))}', end='', file=sys.stderr, flush=True)
                    shown = text
            if shown:
                print(f'\r{" " * len(shown)}\r', end='', file=sys.stderr, flush=True)
        except OSError:  # the terminal is gone; the work is not
            pass


def _streams():
    """The three of them are there: of those that were closed, no file that is opened takes the place, and output is an error. What is no
    text in their encoding is shown by its number."""
    for number, (name, mode) in enumerate((('stdin', os.O_RDONLY), ('stdout', os.O_RDONLY), ('stderr', os.O_WRONLY))):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, mode)
            if null != number:
                os.dup2(null, number)
                os.close(null)
            setattr(sys, name, io.TextIOWrapper(io.FileIO(number, 'w' if number else 'r', closefd=False)))
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors='backslashreplace')


def on_endings(handler, *more):
    """Handles the signals that end a program, and others, but for those that whoever started it had it ignore, as nohup does."""
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, *more):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, handler)


def _status_of(main):
    try:
        return main()
    except SystemExit as leaves:
        return leaves.code
    except KeyboardInterrupt:  # as a shell says of a program that a signal ended
        return 128 + signal.SIGINT


def leave_with(name, main):
    """Leaves with the status of main(); with an error, in one line, if not all that it printed has arrived."""
    _streams()
    heard = sys.stdout = Heard(sys.stdout)
    status, error = ERROR, None
    try:
        status = _status_of(main)
        heard.flush()
    except OSError as trouble:
        error = trouble
    error = heard.error or error
    if error:
        where = error.filename or 'standard output'
        what = '' if error.filename else '; output is lost'
        try:
            print(f'{name}: {one_line(str(where))}: {error.strerror or error}{what}', file=sys.stderr)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # nothing more is tried when Python ends
        except OSError:
            pass
        status = ERROR
    sys.exit(status)
