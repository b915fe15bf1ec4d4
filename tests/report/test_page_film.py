# SPDX-License-Identifier: BSD-2-Clause
"""A film of known work in the page: a cell where a line was read, and none elsewhere."""

import re

from runs import end, lines_of, read, record, report
from suite.result import require

import report.plots as plots  # noqa: E402  (runs.py says where it is)

HEAD = {'record': 'film', 'work': 'read', 'units': 8, 'cpu': 0, 'socket': 0, 'clock': 'pmu_wbox::CLOCK', 'begin': 0, 'step': 10,
        'frames': 100, 'late_least': 0, 'late_most': 2}


def row(box, counts, event='EVENT'):
    return {'record': 'film_counter', 'socket': 0, 'box': box, 'event': f'pmu_{box}::{event}', 'count': 1, 'counts': counts}


def cells(page):
    """(row, cycles) of each cell of the page's films."""
    return sorted((int(number), int(cycles)) for number, cycles in re.findall(r'id="[\w-]*-cell-(\d+)-(\d+)"', page))


def page_of(content):
    status, _, errors, written = report({'run.json': content}, '-o', 'out/page.html')
    require(status == 0 and not errors, f'status {status}: {errors}')
    return written['page.html'].decode()


def test_eight_lines_are_eight_cells():
    """The host's machine reads eight lines: in the page each is a cell of its C-Box, at the cycles in which it was read."""
    content = record('film -e cbox*::LLC_MISSES:ALL -w read:8 -t 2000 -d 20')
    film = read(content).films[0]
    rows = plots.film_rows(film)
    require([row.box for row in rows] == [f'cbox{number}' for number in range(8)], f'the rows are {[row.box for row in rows]}')
    want = sorted((number, cycles) for number, row in enumerate(rows) for cycles, _ in row.counts)
    page = page_of(content)
    require(cells(page) == want, f'the cells are {cells(page)} instead of {want}')
    require('100 frames' in page and 'cycles</text>' in page, 'the page does not say what the picture shows')


def test_background_is_left_to_see():
    """What other traffic counts is in the picture as well."""
    content = lines_of(HEAD, row('cbox0', {'10': 3, '30': 4, '1000': 2}), row('cbox1', {}), row('wbox', {'10': 10}, 'CLOCK'), end())
    require(cells(page_of(content)) == [(0, 10), (0, 30), (0, 1000)], f'{cells(page_of(content))}')


def test_what_is_no_film_is_damage():
    for records in ((row('cbox0', {'10': 1}),), (HEAD, row('cbox0', {'15': 1})), (HEAD, row('cbox0', {'x"><b>': 1})),
                    (HEAD, row('cbox0', [1])), (dict(HEAD, frames=10 ** 9),), (dict(HEAD, step=0),)):
        run = read(lines_of(*records, end()))
        require(run.damage or not run.films, f'{records} was taken')
        require(run.verdict.word != 'pass', f'{records} passes')
