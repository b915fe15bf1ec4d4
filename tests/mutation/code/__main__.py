#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Changes the models' code in small ways, one at a time, and looks whether the on-target checks notice.

    python3 tests/mutation/code [--seed N] [--count N] [--machine M]... [-j JOBS]

The faults of virtual silicon's list of faults were thought of by those who wrote the checks; what a random change of the code
breaks nobody has thought of. A mutant is one change of silicon/models/*.c by an operator (a relation, a constant, a mask, a
shift, a condition the other way round, a statement or an entry of a table left out) in a line that the checks make run; lists of events are left out.
Which are drawn follows from the seed. Those that do not compile, or to nothing else, do not count.

Standard output is the score by machine, then every mutant that all checks pass on all machines that its file is of, with the
checks that it makes skip. The status is 1 if one of these is not in judged.tsv, 2 if there was nothing to try."""

import argparse
import os
import sys

sys.dont_write_bytecode = True
TESTS = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[0] = TESTS  # a module of Python's own is called as this directory is

from mutation.code import campaign, report  # noqa: E402


def positive(text):
    if int(text) < 1:
        raise ValueError
    return int(text)


def parse_arguments():
    names = [machine.name for machine in campaign.played()]
    parser = argparse.ArgumentParser(prog='tests/mutation/code', description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--seed', type=int, default=1, help='which mutants are drawn (1)')
    parser.add_argument('--count', type=positive, default=100, help='how many (100)')
    parser.add_argument('--machine', dest='machines', action='append', choices=names, metavar='M',
                        help=f'only mutants of that machine: {", ".join(names)}; as often as wanted (all)')
    parser.add_argument('-j', dest='jobs', type=positive, default=os.cpu_count(), help='mutants at a time')
    options = parser.parse_args()
    options.machines = options.machines or names
    return options


def progress(text):
    """On a terminal; a log needs no line for every mutant."""
    if sys.stderr.isatty():
        sys.stderr.write(f'\r{text:78.78}')
        sys.stderr.flush()


def main():
    options = parse_arguments()
    done = campaign.run(options, progress)
    progress('')
    if done.refusal or not done.results:
        print(done.refusal or 'no mutant to try', file=sys.stderr)
        return 2
    print('\n'.join(report.lines(done, options)))
    return 1 if any(not judgement for _, judgement in done.survivors) else 0


if __name__ == '__main__':
    sys.exit(main())
