# SPDX-License-Identifier: BSD-2-Clause
"""The page in a browser without a window: it shows without a complaint, its tables sort, it prints."""

import os
import tempfile

import browser
from runs import EVERYTHING, FAULTS, lines_of, record, report
from suite.result import Skip, require
from test_page import nasty_run

SHEETS_MAX = 20
COLUMN = '''(() => {{
  const table = document.querySelectorAll("#run1 table.sortable")[{table}];
  const heads = Array.from(table.tHead.rows[0].cells, (head) => head.textContent);
  const column = heads.indexOf("{head}");
  if ({click}) table.tHead.rows[0].cells[column].querySelector("button").click();
  return Array.from(table.tBodies[0].rows, (row) => row.cells[column].dataset.key ?? row.cells[column].textContent);
}})()'''
SEARCH = '''(() => {
  const field = document.querySelector("#run1 input.search");
  field.value = "cbox3 ctr1";
  field.dispatchEvent(new Event("input"));
  return document.querySelectorAll("#run1-all tbody tr:not([hidden])").length;
})()'''
TABLE_WITH = '''Array.from(document.querySelectorAll("#run1 table.sortable"), (table) =>
  Array.from(table.tHead.rows[0].cells, (head) => head.textContent)).findIndex((heads) => heads.includes("{head}"))'''


def look(files, use, *options):
    """Makes the page of the files and lets `use` look at it in a browser."""
    program = browser.find()
    if not program:
        raise Skip('there is no Chromium (Debian: chromium-headless-shell)')
    status, _, errors, written = report(files, '-o', 'out/page.html', *options)
    require(status == 0, errors)
    with tempfile.TemporaryDirectory(prefix='uncork-page-') as directory, browser.Browser(program) as shown:
        path = os.path.join(directory, 'page.html')
        with open(path, 'wb') as file:
            file.write(written['page.html'])
        shown.open(path)
        use(shown)
        require(not shown.complaints, f'the browser complains: {shown.complaints[:3]}')
        require(len(shown.requests) == 1, f'it loads more than the page: {shown.requests[1:4]}')


def sorts(shown, head):
    """A click on a column's head sorts by it, a second one the other way round; numbers as numbers."""
    table = shown.run(TABLE_WITH.format(head=head))
    require(table >= 0, f'no table has a column "{head}"')
    before = shown.run(COLUMN.format(table=table, head=head, click='false'))
    once = shown.run(COLUMN.format(table=table, head=head, click='true'))
    twice = shown.run(COLUMN.format(table=table, head=head, click='true'))
    numbers = all(cell.replace('.', '', 1).replace('-', '', 1).isdigit() for cell in before)
    key = float if numbers else str
    wanted = sorted(before, key=key)
    require(once == wanted or not numbers and sorted(once) == sorted(before) and once == twice[::-1], f'{head}: {once[:5]}')
    require([key(cell) for cell in twice] == sorted(map(key, before), reverse=True) or not numbers, f'{head}: {twice[:5]} second')
    require(len(set(before)) > 1, f'{head}: nothing to sort')


def test_shows_sorts_prints():
    def use(shown):
        require(shown.run('document.title').startswith('fail: '), 'the title has the verdict')
        for head in ('value', 'rate', 'result', 'sample', 'box'):
            sorts(shown, head)
        kept = shown.run(SEARCH)
        total = shown.run('document.querySelectorAll("#run1-all tbody tr").length')
        require(0 < kept < total / 10, f'{kept} rows of {total} are kept')
        require(shown.run('document.documentElement.scrollWidth <= window.innerWidth'), 'wider than the window')
        paper = shown.run('getComputedStyle(document.body).backgroundColor')
        shown.scheme('dark')
        require(shown.run('getComputedStyle(document.body).backgroundColor') != paper, 'no dark page')
        shown.scheme('light')
        data, sheets = shown.pdf()
        require(data[:5] == b'%PDF-' and 2 <= sheets <= SHEETS_MAX, f'{sheets} sheets')
    look({'good': record(EVERYTHING), 'bad': record(EVERYTHING, 'json', FAULTS)}, use)


def test_names_do_nothing():
    def use(shown):
        require(shown.run('window.hit') is None, 'a name ran as a script')
        require(shown.run('document.images.length') == 0, 'a name became an image')
        require(shown.run('document.querySelectorAll("script").length') == 1, 'a name became a script')
        require('</script>' in shown.run('document.body.innerText'), 'the names are not shown')
    look({'a': lines_of(*nasty_run()), 'b': lines_of(*nasty_run())}, use, '--title', '<script>window.hit=1</script>')


def test_narrow_window():
    def use(shown):
        shown.run('1')
        require(shown.run('document.querySelectorAll("figure svg").length') > 0, 'no figures')
        widths = shown.run('Array.from(document.querySelectorAll("figure svg"), (item) => item.getBoundingClientRect().right)')
        require(all(right <= shown.run('window.innerWidth') + 1 for right in widths), 'a figure sticks out')
    look({'bad': record(EVERYTHING, 'json', FAULTS)}, use)
