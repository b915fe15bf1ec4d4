#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Breaks virtual silicon in every way of its list, and tests whether the on-target checks find and name each fault.

    python3 tests/mutation [-j JOBS] [--stride N] [--good N] [--list FILE] [--only registers|meaning|drawn] [--drawn N] [--seed S]
                            [--answers] [MACHINE...]

Standard output is the score; progress goes to standard error. The status is 1 if a fault that was not found and
named is not in explained.tsv, or if good silicon fails. Faults that no document contradicts (judged by `nothing`) are
counted, and not tried. In addition faults that are not in the list are drawn, of any kind, in any place, with any
argument; the score gives the seed, which draws the same faults again."""

import argparse
import os
import random
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from mutation import campaign, score  # noqa: E402
from mutation.machines import MACHINES  # noqa: E402


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('-j', dest='jobs', type=int, default=os.cpu_count(), help='runs at a time')
    parser.add_argument('--stride', type=int, default=1, help='try every Nth fault of the list (1)')
    parser.add_argument('--good', type=int, default=100, help='number of runs of good silicon (100)')
    parser.add_argument('--only', choices=('registers', 'meaning', 'drawn'), help='only faults that accesses show, that known work shows, or drawn ones; else all')
    parser.add_argument('--drawn', type=int, default=100, help='number of drawn faults of each machine (100)')
    parser.add_argument('--answers', action='store_true', help='draw the answers of the silicon of drawn faults, too')
    parser.add_argument('--seed', type=int, default=random.randrange(1, 1 << 32), help='seed of drawn faults; else a random one')
    parser.add_argument('--list', metavar='FILE', help='write the outcome of each fault to this file')
    parser.add_argument('machines', metavar='MACHINE', nargs='*', default=[machine.name for machine in MACHINES])
    options = parser.parse_args()
    unknown = set(options.machines) - {machine.name for machine in MACHINES}
    if unknown:
        parser.error(f'no such machine: {" ".join(sorted(unknown))}')
    return options


def progress(text):
    """On a terminal; a log needs no line for every few faults."""
    if not sys.stderr.isatty():
        return
    sys.stderr.write(f'\r{text:78}')
    sys.stderr.flush()


def report(results):
    print(score.heading())
    for result in results:
        if result.outcomes:
            print('\n'.join(score.table(result.machine, result.outcomes, result.unjudged)))
        else:
            print(f'{result.machine:26}not run: {result.refusal}')
    for result in results:
        if 'seed' in result.machine and result.outcomes:
            print(score.shares(result.machine.partition(',')[0], result.machine, result.outcomes))
    for result in results:
        for complaint in result.complaints:
            print(f'{result.machine}: {complaint}')


def main():
    options = parse_arguments()
    machines = [machine for machine in MACHINES if machine.name in options.machines]
    campaigns = {'registers': campaign.run, 'meaning': campaign.run_meaning, 'drawn': campaign.run_drawn}
    results = [run(machine, options, progress) for name, run in campaigns.items() if options.only in (None, name)
               for machine in machines if name == 'registers' or (machine.meaning if name == 'meaning' else not machine.boots)]
    progress('')
    sys.stderr.write('\n')
    report(results)
    if options.list:
        with open(options.list, 'w', encoding='utf-8') as file:
            for result in results:
                for outcome in result.outcomes:
                    file.write('\t'.join([result.machine, *outcome.fault[:6], outcome.verdict, outcome.detail]) + '\n')
    return 1 if any(result.complaints for result in results) else 0


if __name__ == '__main__':
    sys.exit(main())
