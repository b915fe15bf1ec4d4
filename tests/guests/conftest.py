# SPDX-License-Identifier: BSD-2-Clause
"""Shows what the guests have counted, in the rows that docs/guests.md has."""

import os
import time

PLACE = 'build/guests'
HEAD = '| machine | PMUs | events | counts compared | largest deviation | left out, known | {} | {} |'.format(
    'spellings, of which known not to be taken', 'samples = PMIs = overflows, cycles, one each')
STARTED = time.time()


def cells(machine, kind):
    """Of what this run has measured; nothing of an earlier one."""
    path = os.path.join(PLACE, f'{machine}.{kind}')
    if not os.path.exists(path) or os.path.getmtime(path) < STARTED:
        return None
    with open(path, encoding='ascii') as file:
        return [cell.strip() for cell in file.read().strip().strip('|').split('|')[1:]]


def row(machine):
    counted, spelled, sampled = [cells(machine, kind) for kind in ('row', 'spellings', 'samples')]
    return [machine, *(counted or ['-'] * 5), ', '.join(spelled or ['-']), ', '.join(sampled or ['-'])]


def pytest_terminal_summary(terminalreporter):
    """Behind the results, if anything was counted."""
    machines = sorted({name.split('.')[0] for name in os.listdir(PLACE) if name.endswith('.row')}) if os.path.isdir(PLACE) else []
    rows = [row(machine) for machine in machines if cells(machine, 'row')]
    if rows:
        terminalreporter.write_line(HEAD)
        for each in rows:
            terminalreporter.write_line(f'| {" | ".join(each)} |')
