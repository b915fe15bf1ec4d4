# SPDX-License-Identifier: BSD-2-Clause
"""`uncork export`: arguments, files, exit status."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Callable, Iterator, Optional, Sequence

from arguments import Parser
from place import same_file
from report.model import Run
from report.output import write_pieces
from report.reader import Unreadable, files_of, read_file
from said import Progress, one_line

from . import table, trace, vcd
from .spool import Spool

ERROR = 2

DESCRIPTION = """Writes the counts of a recorded run in a form that other programs read: waveforms of a film, a timeline of
counts and samples, or a table."""

DETAILS = """RUN is what `uncork report` takes: a console with -F json, -F ktap or as plain text, results.json, or a directory with
that file. Films, intervals and samples are complete only in JSON. The ending of FILE gives the form:

  .vcd    films as waveforms of counters, one time unit a cycle of the clock: GTKWave, Surfer
  .json   `stat -I` and samples as a trace: ui.perfetto.dev, chrome://tracing
  .csv    everything as one table, as `uncork report --csv`

examples:
  build/uncork -F json 'film -w read:8' > film.json
  build/uncork export film.json -o film.vcd
  build/uncork -F json 'stat -a -I 10 -t 100; record -n 100' > a.json
  build/uncork export a.json -o trace.json

exit status: 0 written, 2 not. A failed or incomplete run is written as far as possible, with a message."""

FORMS: dict[str, Callable[[list[Run], Spool], Iterator[str]]] = {'vcd': vcd.render, 'json': trace.render, 'csv': table.render}


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog='uncork export', usage='uncork export RUN -o FILE', description=DESCRIPTION, epilog=DETAILS)
    parser.add_argument('run', metavar='RUN', help='a recorded run')
    parser.add_argument('-o', dest='file', metavar='FILE', required=True, help='FILE.vcd, FILE.json or FILE.csv')
    return parser


def _say(text: str) -> None:
    print(f'uncork export: {text}', file=sys.stderr)


def _room_beside(path: str) -> Optional[str]:
    """The directory of a file that is to be written, where there is room; None for that of temporary files."""
    return os.path.dirname(os.path.realpath(path)) if os.path.isfile(path) or not os.path.exists(path) else None


def main(arguments: Sequence[str]) -> int:
    """Does what the command line asks for; returns the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    form = options.file.rpartition('.')[2].lower()
    if form not in FORMS:
        parser.error(f'{one_line(options.file)}: the name must end in .vcd, .json or .csv, which chooses the form')
    if any(same_file(path, options.file) for path in files_of(options.run)):
        parser.error(f'{one_line(options.run)} would be both read and written: name another file for the output')
    try:
        spool = Spool(_room_beside(options.file))
        with Progress('uncork export') as progress:
            runs = read_file(options.run, progress, kept=spool)
            progress.step(f'writing {one_line(options.file)}')
            write_pieces(options.file, (piece.encode() for piece in FORMS[form](runs, spool)))
    except Unreadable as error:
        _say(str(error))
        return ERROR
    except OSError as error:
        _say(f'{one_line(str(error.filename or "standard output"))}: {error.strerror}')
        return ERROR
    for run in runs:
        if run.verdict.status:
            _say(f'{run.label}: {run.verdict.word}. {run.reason}')
    return 0
