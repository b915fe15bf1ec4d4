# SPDX-License-Identifier: BSD-2-Clause
"""What tools/gen/sheets makes of a list of checks: each error is said where it is."""

import sys

import pytest

from suite.result import require
from suite.sheets import refused

sys.path.insert(0, 'tools/gen/sheets')
from checks import translate  # noqa: E402

GOOD = '''\
check first one.two of=box if=has_some absent-too "the first"
  fact "a guide"
  advice "look again"
  "What it does,"
  "and \\"why\\"."
check second two of=fixed run=run_first on-request "the second"
  as first
  core "another"
  "And more."
'''

# A line, by its start, and what it becomes; the word that is refused, and for what.
REFUSED = (
    ('check first', 'probe first', 'probe', 'check SYMBOL NAME'),
    ('check first', 'check First one of=box "the first"', 'First', 'is no name'),
    ('check first', 'check first of=box "the first"', 'check', 'a word is missing'),
    ('check first', 'check first one of=shelf "the first"', 'shelf', 'is none of machine socket'),
    ('check first', 'check first one "the first"', 'check', 'needs of='),
    ('check first', 'check first one of=box', 'check', 'a title and lines of help'),
    ('check first', 'check first one of=box late "the first"', 'late', 'means nothing here'),
    ('check second', 'check first two of=box "the second"', 'first', 'is there already'),
    ('check first', 'check first one of=box if=has_some row=SELECT "the first"', 'check', 'has all of the condition'),
    ('check first', 'check first one of=box row=select "the first"', 'select', 'is none of that'),
    ('check first', 'check first one of=box field=SELECT "the first"', 'SELECT', 'is none of that'),
    ('  fact', '  fact "a guide" "and more"', 'fact', 'below a check'),
    ('  fact', '  source "a guide"', 'source', 'below a check'),
    ('  fact', '  fact guide', 'guide', 'a "TEXT" is expected here'),
    ('  as', '  as third', 'third', 'is no check above'),
    ('  "And', '  "And" "more."', '"And"', 'one text'),
)


def test_where_a_check_is_planned(tmp_path):
    line = 'check first one of=counter general row=FLAGS global=latches,freezes field=SELECT.RESET type=fixed_apart facts=null_filter "the first"\n  "Help."\n'
    texts, errors = translated(tmp_path, line + 'check second two of=register role=STATUS,CLEAR "the second"\n  "Help."\n')
    require(not errors, '\n'.join(errors))
    for said in ('.applies = applies_first', 'box_row_of_role(type, ROLE_FLAGS) && ', 'control_global(machine) && control_global(machine)->latches && ',
                 'layout_field(box_row_of_role(type, ROLE_SELECT)->layout, FIELD_RESET)', 'type->fixed_apart', 'check_null_filter(machine, type)',
                 'target->counter < box_counters(', '(target->reg.row->role == ROLE_STATUS || target->reg.row->role == ROLE_CLEAR)'):
        require(said in texts['all.c'], f'{said} is not in\n{texts["all.c"]}')
    require('applies_first' not in texts['all.h'], 'conditions of the list are declared')


def translated(directory, text):
    (directory / 'all.checks').write_text(text)
    texts, _, errors = translate(str(directory / 'all.checks'))
    return texts, [error.removeprefix(f'{directory}/') for error in errors]


def test_a_good_list(tmp_path):
    texts, errors = translated(tmp_path, GOOD)
    require(not errors, '\n'.join(errors))
    for said in ('.name = "one.two"', '.absent_too = true', '.scope = CHECK_OF_BOX', '.applies = has_some', '.run = run_first',
                 '.fact = "a guide", .advice = "look again", .about = "What it does,\\nand \\\\"why\\\\"."', '.about = "What it does,\\nand \\\\"why\\\\".\\nAnd more."',
                 '.fact_core = "another"', '.on_request = true', '\t&check_first,\n\t&check_second,\n\tNULL,\n'):
        require(said.replace('\\\\', '\\') in texts['all.c'], f'{said} is not in\n{texts["all.c"]}')
    for said in ('extern const struct check check_second;', 'void run_first(struct check_context *context);', 'bool has_some('):
        require(texts['all.h'].count(said) == 1, f'{said} is not once in\n{texts["all.h"]}')


@pytest.mark.parametrize('case', REFUSED, ids=lambda case: case[1].strip()[:60])
def test_errors_are_said_where_they_are(case, tmp_path):
    refused(case, GOOD, lambda text: translated(tmp_path, text)[1], 'all.checks')
