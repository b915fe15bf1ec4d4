# SPDX-License-Identifier: BSD-2-Clause
"""Make const tables of a sheet (docs/sheets.md): of the firmware's, boxes/NAME.sheet, with the header that its list of events and its checks need;
of one of virtual silicon, silicon/models/NAME.sheet; of what checks want to know of a processor, checks/x86/NAME.facts; of the checks
themselves, checks/DIRECTORY/all.checks.

usage: tools/gen/sheets SHEET EVENTS.tsv METRICS.tsv DIRECTORY
       tools/gen/sheets SHEET DIRECTORY

DIRECTORY gets NAME.c, of the firmware's and of checks NAME.h as well, and NAME.sheet.d, what they are made of for make. METRICS.tsv need not be there. Each error
is said with file, line and column; nothing is written then."""

import os
import sys

sys.dont_write_bytecode = True

import checks  # noqa: E402
import facts  # noqa: E402
import silicon  # noqa: E402
import tables  # noqa: E402

KINDS = {".facts": facts, ".checks": checks, ".sheet": silicon}


def make(path, *others):
    """The errors of the sheet; if there are none the files are written."""
    directory = others[-1]
    if len(others) == 1:
        texts, imports, errors = KINDS[os.path.splitext(path)[1]].translate(path)
    else:
        lists, errors = tables.read_events(others[0])
        texts, imports, more = tables.translate(path, lists, os.path.exists(others[1]))
        errors += more
    if errors:
        return errors
    made = " ".join(os.path.join(directory, target) for target in texts)
    depends = os.path.join(directory, os.path.basename(path) + ".d")
    texts[os.path.basename(depends)] = f"{made}: {' '.join(imports)}\n" + "".join(f"{one}:\n" for one in imports)
    for target, text in texts.items():
        with open(os.path.join(directory, target), "w", encoding="ascii", newline="\n") as file:
            file.write(text)
    return []


def main(arguments):
    if len(arguments) not in (3, 5):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    errors = make(*arguments[1:])
    for error in errors:
        print(error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
