#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Makes one small change to the models' code at a time, and tests whether the on-target checks notice.

    python3 tests/mutation/code [--seed N] [--count N] [--machine M]... [-j JOBS]

The authors of the checks also wrote virtual silicon's list of faults; a random change of the code breaks what they did not
think of. A mutant is one change of silicon/models/*.c by an operator (a relation, a constant, a mask, a shift, an inverted
condition, a statement or an entry of a table left out) in a line that the checks execute; lists of events are left out. The
seed chooses the mutants. Those that do not compile, or compile to the same code, do not count.

Standard output is the score by machine, then each mutant for which all checks pass on all machines of its file, with the
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
    parser.add_argument('--seed', type=int, default=1, help='seed that chooses the mutants (1)')
    parser.add_argument('--count', type=positive, default=100, help='number of mutants (100)')
    parser.add_argument('--machine', dest='machines', action='append', choices=names, metavar='M',
                        help=f'only mutants of that machine: {", ".join(names)}; may be repeated (all)')
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
