# SPDX-License-Identifier: BSD-2-Clause
"""Make const tables of a sheet, boxes/NAME.sheet (docs/sheets.md), and the header that its list of events and its checks need.

usage: tools/gen/sheets SHEET EVENTS.tsv METRICS.tsv DIRECTORY

DIRECTORY gets NAME.c, NAME.h and NAME.sheet.d, what they are made of for make. METRICS.tsv need not be there. Each error is said with file,
line and column; nothing is written then."""

import importlib.machinery
import importlib.util
import os
import sys

sys.dont_write_bytecode = True

from sheet import read_sheets  # noqa: E402
from tables import Tables, header  # noqa: E402
from text import Refused  # noqa: E402


def read_events(path):
    """The lists of events by box, and their errors, as tools/gen/events has them."""
    loader = importlib.machinery.SourceFileLoader("events", os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "events"))
    events = importlib.util.module_from_spec(importlib.util.spec_from_loader("events", loader))
    loader.exec_module(events)
    boxes, errors = events.read_list(path)
    return {name: box["rows"] for name, box in boxes.items()}, errors


def make(path, events, metrics, directory):
    """The errors of the sheet; if there are none the files are written."""
    name = os.path.basename(path).removesuffix(".sheet")
    sheets, errors = read_sheets(path)
    lists, wrong = read_events(events)
    errors += wrong
    if errors:
        return errors
    measured = os.path.exists(metrics)
    tables = Tables(name, lists, measured)
    try:
        for sheet in sheets:
            tables.processor(sheet)
        texts = {f"{name}.c": tables.source(), f"{name}.h": header(name, sheets, lists, measured)}
    except Refused as refusal:
        return [str(refusal)]
    imported = sorted({one for sheet in sheets for one in sheet.imports})
    made = " ".join(os.path.join(directory, target) for target in texts)
    texts[f"{name}.sheet.d"] = f"{made}: {' '.join(imported)}\n" + "".join(f"{one}:\n" for one in imported)
    for target, text in texts.items():
        with open(os.path.join(directory, target), "w", encoding="ascii", newline="\n") as file:
            file.write(text)
    return []


def main(arguments):
    if len(arguments) != 5:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    errors = make(*arguments[1:])
    for error in errors:
        print(error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
