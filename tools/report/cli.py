# SPDX-License-Identifier: BSD-2-Clause
"""`uncork report`: arguments, files, exit status."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from typing import Callable, Optional, Sequence

from arguments import Parser
from place import same_file
from said import Progress, one_line

from . import junit, tables
from .builder import clean
from .model import Run
from .output import write_file
from .reader import Unreadable, files_of, read_file

ERROR = 2

DESCRIPTION = """Makes one self-contained page of recorded runs: verdict and failures first, then boxes, counts,
samples and inventory; with two or more runs also the differences from the first of them."""

DETAILS = """A RUN is what a run wrote: the console with -F json, -F ktap or as plain text, or results.json from the
stick, or a directory with that file. NAME=RUN names the run. JSON has most; plain text lacks what people do not look at. A file
may hold several runs. A run that is cut off, garbled or inconsistent is never shown as a pass: the page names what is missing.

examples:
  build/uncork -F json 'info; test; stat -a -t 1000 -I 100; record -n 100' > a.json
  build/uncork report a.json -o a.html
  build/uncork report good=a.json board-b=b.json -o both.html --junit both.xml --csv both/

exit status: 0 written, 2 not; with --verdict that of the worst run, like tools/boot (0 pass,
1 a check failed, 2 error, 3 crash, 4 timeout or incomplete, 5 violation)."""


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog='uncork report', usage='uncork report [OPTION]... [NAME=]RUN... -o FILE',
                                     description=DESCRIPTION, epilog=DETAILS)
    parser.add_argument('runs', metavar='RUN', nargs='+', help='a recorded run; the others are compared with the first')
    parser.add_argument('-o', dest='page', metavar='FILE', help='write the page as HTML')
    parser.add_argument('--title', metavar='TEXT', help='title of the page (default: the machine)')
    parser.add_argument('--junit', metavar='FILE', help='write checks as JUnit XML')
    parser.add_argument('--csv', metavar='FILE|DIR', help='write everything as CSV: one FILE.csv, or a file for each kind in DIR')
    parser.add_argument('--verdict', action='store_true', help='exit with the status of the worst run')
    return parser


def _say(text: str) -> None:
    print(f'uncork report: {text}', file=sys.stderr)


def _split(argument: str) -> tuple[Optional[str], str]:
    """(name, path) of [NAME=]RUN; a file that is there as it stands has no name in front."""
    name, equals, path = argument.partition('=')
    return (one_line(name), path) if equals and name and '/' not in name and not os.path.exists(argument) else (None, argument)


def _read(arguments: Sequence[str], progress: Progress) -> list[Run]:
    runs: list[Run] = []
    for argument in arguments:
        name, path = _split(argument)
        runs += read_file(path, progress, name)
    _tell_apart(runs)
    return runs


def _doubled(runs: list[Run]) -> list[Run]:
    """The runs that share their name with another."""
    times = Counter(run.label for run in runs)
    return [run for run in runs if times[run.label] > 1]


def _number(runs: list[Run]) -> None:
    """Runs of the same name get a number."""
    seen: Counter[str] = Counter()
    for run in _doubled(runs):
        seen[run.label] += 1
        run.label = f'{run.label} #{seen[run.label]}'


def _tell_apart(runs: list[Run]) -> None:
    """Runs of the same name get their board's serial number in front, or their directory's name, and a number if that is not enough."""
    for run in _doubled(runs):
        serial = dict(run.facts).get('serial number')
        if serial:
            run.label = one_line(f'{serial}/{run.label}')
    for run in _doubled(runs):
        run.label = one_line(f'{os.path.basename(os.path.dirname(os.path.abspath(run.path)))}/{run.label}')
    _number(runs)


def _write_page(runs: list[Run], path: str, title: Optional[str]) -> None:
    # Late, as it takes a second: JUnit and CSV do without.
    from . import page  # pylint: disable=import-outside-toplevel
    write_file(path, page.render(runs, title).encode())


def _write(options: argparse.Namespace, runs: list[Run], progress: Progress) -> None:
    steps: list[tuple[Optional[str], Callable[[str], None]]] = [
        (options.page, lambda path: _write_page(runs, path, clean(options.title) if options.title else None)),
        (options.junit, lambda path: write_file(path, junit.render(runs))), (options.csv, lambda path: tables.write(runs, path))]
    for path, step in steps:
        if path:
            progress.step(f'writing {one_line(path)}')
            step(path)


def _overwritten(options: argparse.Namespace) -> Optional[str]:
    """The recorded run, or the output, that would be lost under one of the outputs; None if there is none."""
    outputs = [path for path in (options.page, options.junit, options.csv) if path]
    inputs = [path for argument in options.runs for path in files_of(_split(argument)[1])]
    twice = (one for number, one in enumerate(outputs) if any(os.path.realpath(one) == os.path.realpath(other) for other in outputs[:number]))
    return next((path for path in inputs if any(same_file(path, output) for output in outputs)), next(twice, None))


def _summary(runs: list[Run]) -> None:
    for run in runs:
        print(f'{run.label}: {run.verdict.word}. {run.reason}')
    sys.stdout.flush()  # a full disk is to be noticed here, not when Python ends


def main(arguments: Sequence[str]) -> int:
    """Does what the command line asks for; returns the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if not (options.page or options.junit or options.csv):
        parser.error('nothing to write: give -o, --junit or --csv')
    lost = _overwritten(options)
    if lost:
        parser.error(f'{one_line(lost)} would be both read and written, or written twice: name another file for the output')
    try:
        with Progress('uncork report') as progress:
            runs = _read(options.runs, progress)
            _write(options, runs, progress)
        _summary(runs)
    except Unreadable as error:
        _say(str(error))
        return ERROR
    except OSError as error:
        _say(f'{one_line(str(error.filename or "standard output"))}: {error.strerror}')
        return ERROR
    except ImportError as error:
        _say(f'{error}; Debian has it in python3-matplotlib or python3-jinja2')
        return ERROR
    return max(runs, key=lambda run: run.verdict).verdict.status if options.verdict else 0
