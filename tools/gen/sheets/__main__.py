# SPDX-License-Identifier: BSD-2-Clause
"""Make const tables of a sheet, boxes/NAME.sheet (docs/sheets.md), and the header that its list of events and its checks need.

usage: tools/gen/sheets SHEET EVENTS.tsv METRICS.tsv DIRECTORY

DIRECTORY gets NAME.c, NAME.h and NAME.sheet.d, what they are made of for make. METRICS.tsv need not be there. Each error is said with file,
line and column; nothing is written then."""

import os
import sys

sys.dont_write_bytecode = True

from tables import read_events, translate  # noqa: E402


def make(path, events, metrics, directory):
    """The errors of the sheet; if there are none the files are written."""
    lists, wrong = read_events(events)
    texts, imports, errors = translate(path, lists, os.path.exists(metrics))
    if wrong + errors:
        return wrong + errors
    made = " ".join(os.path.join(directory, target) for target in texts)
    depends = os.path.join(directory, os.path.basename(path) + ".d")
    texts[os.path.basename(depends)] = f"{made}: {' '.join(imports)}\n" + "".join(f"{one}:\n" for one in imports)
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
