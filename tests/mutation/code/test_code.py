# SPDX-License-Identifier: BSD-2-Clause
"""Mutants of the models' code: which there are, which are drawn, what becomes of one, and what is said of it."""

import collections
import itertools
import os
import tempfile

import pytest

from mutation import machines
from mutation.code import campaign, judged, mutants, report, source, trial
from mutation.machines import MACHINES, TOP
from suite.result import require

SOURCE = '''
/* if (a < b) in a comment, and in "a string": no code. */
#include <limits.h>
enum { FIRST = 3, SECOND };
struct thing { int a[7]; };
#define LOW(x) ((x) & \\
                0xf)
static const struct model_event events[] = {{.code = 5}};
static const struct model_bank banks[] = {
	{.name = "ctl", .zero = BIT(9), .writable = BIT(3), .wide = true},
};

static bool is_odd(const struct thing *thing, int *count)
{
	unsigned sum = 1;

	if (thing->a[0] < 2)
		return false;
	for (unsigned i = 0; i < sum; i++)
		count[i] = 0;
	(*count)++;
	return !sum && ~*count;
}
'''


def made(operator):
    return [(mutant.place, judged.change_of(mutant)) for mutant in mutants.mutants_of('silicon/models/x.c', SOURCE)
            if mutant.operator == operator]


def test_parts_have_names():
    found = [(part.sort, part.name) for part in source.parts(SOURCE)]
    assert found == [(source.MACRO, 'LOW'), (source.TABLE, 'events'), (source.TABLE, 'banks'), (source.FUNCTION, 'is_odd')]


@pytest.mark.parametrize('operator, expected', [
    ('relation', [('is_odd', '< -> <='), ('is_odd', '< -> >')] * 2),
    ('logic', [('is_odd', '&& -> ||')]),
    ('mask', [('LOW', '& -> |'), ('is_odd', '~ ->')]),
    ('constant', [('LOW', '0xf -> 0x10'), ('LOW', '0xf -> 0xe'), ('banks', '3 -> 4'), ('banks', '3 -> 2'), ('is_odd', '1 -> 2'),
                  ('is_odd', '1 -> 0'), ('is_odd', '0 -> 1'), ('is_odd', '2 -> 3'), ('is_odd', '2 -> 1'), ('is_odd', '0 -> 1'),
                  ('is_odd', '0 -> 1')]),
    ('truth', [('banks', 'true -> false'), ('is_odd', 'false -> true')]),
    ('negation', [('is_odd', '! ->'), ('is_odd', '(thing->a[0] < 2) -> (!(thing->a[0] < 2))')]),
    ('statement', [('is_odd', 'return false; -> {}'), ('is_odd', 'count[i] = 0; -> {}'), ('is_odd', '(*count)++; -> {}')]),
    ('entry', [('banks', '.writable = BIT(3), ->')]),
    ('shift', []), ('sum', []),
])
def test_operators(operator, expected):
    assert [(place, change.rstrip()) for place, change in made(operator)] == expected


def test_a_mutant_changes_its_place_alone():
    for mutant in mutants.mutants_of('x.c', SOURCE):
        text = mutants.apply(SOURCE, mutant)
        assert text[:mutant.start] == SOURCE[:mutant.start] and text.endswith(SOURCE[mutant.start + len(mutant.before):])
        assert text != SOURCE
    with pytest.raises(ValueError):
        mutants.apply('\n' + SOURCE, mutants.mutants_of('x.c', SOURCE)[0])


def test_the_seed_draws():
    everything = mutants.mutants_of('x.c', SOURCE)
    first = list(mutants.draw(everything, 1))
    assert first == list(mutants.draw(everything, 1)) != list(mutants.draw(everything, 2))
    assert sorted(first) == sorted(everything)


def test_operators_take_turns():
    """Constants are half of all mutants, and no half of a draw."""
    everything = [mutant for file, text in campaign.read_sources(campaign.played()).items()
                  for mutant in mutants.mutants_of(file, text)]
    drawn = collections.Counter(mutant.operator for mutant in itertools.islice(mutants.draw(everything, 1), 500))
    require(set(drawn) == set(mutants.OPERATORS) and max(drawn.values()) < 100, f'drawn: {drawn}')


def test_a_file_has_machines():
    played = campaign.played()
    owners = {file: [machine.name for machine in campaign.machines_of(f'silicon/models/{file}', played)]
              for file in ('time.c', 'xeon_7500_m.c', 'xeon_e5_2600_pcu.c', 'xeon_e5_2600_v2.c')}
    assert owners == {'time.c': [machine.name for machine in MACHINES if not machine.boots],
                      'xeon_7500_m.c': ['xeon-7500', 'xeon-e7'],
                      'xeon_e5_2600_pcu.c': [name for name in ('xeon-e5-2600', 'xeon-e5-2600-v2', 'xeon-e5-2600-v3')
                                             if name in [machine.name for machine in played]],
                      'xeon_e5_2600_v2.c': ['xeon-e5-2600-v2']}


# ---- judged.tsv -----------------------------------------------------------------------------------------------

@pytest.mark.parametrize('place', ['is_odd', 'x.c:is_odd', 'x.c:...'])
def test_judgements_survive_edits(place):
    rows = judged.read([f'{place}\trelation\tif (thing->a[0] < 2)\t< -> <=\tequivalent\tsaid\n'])
    for text in (SOURCE, '\n\n' + SOURCE.replace('\tif (thing', '\t\tif  (thing')):
        fitting = [mutant for mutant in mutants.mutants_of('x.c', text) if judged.judgement(mutant, rows)]
        assert [judged.change_of(mutant) for mutant in fitting] == ['< -> <=']


def test_a_judgement_of_a_file_is_of_no_other():
    rows = judged.read(['y.c:...\t...\t...\t...\tequivalent\tsaid\n'])
    assert not any(judged.judgement(mutant, rows) for mutant in mutants.mutants_of('x.c', SOURCE))


def test_what_all_boxes_show_is_told_by_its_words():
    with open(os.path.join(TOP, 'core/check/check_alike.c'), encoding='utf-8') as source:
        assert trial.ALIKE in source.read()


@pytest.mark.parametrize('line, complaint', [('a\tb\n', '6 columns'), ('a\tb\tc\td\tlazy\tf\n', 'no such kind: lazy')])
def test_wrong_judgements_are_refused(line, complaint):
    with pytest.raises(ValueError, match=complaint):
        judged.read([line])


def test_judgements_are_of_code_that_is_there():
    """A row whose line is gone judges nothing any more."""
    there = [mutant for file, text in campaign.read_sources(campaign.played()).items() for mutant in mutants.mutants_of(file, text)]
    gone = [row for row in judged.table() if not any(judged.fits(row, mutant) for mutant in there)]
    require(not gone, '\n'.join(f'no such line: {row.place}: {row.line}' for row in gone))


# ---- one mutant ---------------------------------------------------------------------------------------------------

def test_a_mutant_is_named():
    file, machine = 'silicon/models/pmon.c', MACHINES[0]
    sources = campaign.read_sources([machine])
    mutant = next(mutant for mutant in mutants.mutants_of(file, sources[file])
                  if mutant.place == 'model_pmon_write' and 'write_select' in mutant.before)
    same = mutant._replace(before='write_select', after=' write_select')
    sound, refusal = campaign.sound_checks([machine])
    require(not refusal, refusal)
    with tempfile.TemporaryDirectory() as directory:
        objects = {file: trial.object_of(os.path.join(directory, 'sound'), file, sources[file])}
        results = [trial.attempt(os.path.join(directory, name), tried, sources, objects, [machine], sound)
                   for name, tried in (('mutant', mutant), ('same', same))]
    assert [result.kept for result in results] == [True, False]
    assert results[0].outcomes[machine.name].verdict == trial.NAMED


def outcome_of(status, *results):
    checks = {f'check{number}': {'result': result, 'message': 'said'} for number, result in enumerate(results)}
    return trial.judge(status, checks, 'complaint', {'check1': {'result': 'pass'}})


def test_verdicts():
    assert outcome_of(1, 'pass', 'fail').verdict == trial.NAMED
    assert outcome_of(0, 'skip', 'skip') == (trial.MISSED, '', ['check1: said'])
    alike = {'a': {'result': 'untested', 'message': f'in all 8 boxes of its type {trial.ALIKE}: it stands still'}}
    assert trial.judge(0, alike, '', {'a': {'result': 'pass'}})[:2] == (trial.SUSPECTED, '1 checks: a')
    assert outcome_of(5, 'pass') == (trial.FOUND, 'status 5 complaint', [])
    assert 'no end' in outcome_of(trial.ENDED).detail


def test_the_report_says_what_survives():
    mutant = mutants.mutants_of('x.c', SOURCE)[0]
    missed, named = trial.Outcome(trial.MISSED, '', ['a: b']), trial.Outcome(trial.NAMED, '1 checks: c', [])
    results = [trial.Result(mutant, True, {'xeon-7500': missed, 'xeon-e7': missed}),
               trial.Result(mutant, True, {'xeon-7500': named, 'xeon-e7': missed})]
    done = campaign.Campaign(campaign.played()[:2], results, [(results[0], None)], '')
    lines = report.lines(done, collections.namedtuple('Options', 'seed')(4))
    said = '\n'.join(lines)
    assert lines[0] == 'seed 4' and 'NOT JUDGED' in said and 'xeon-7500 skips a: b' in said
    assert [line.split() for line in lines[2:5]] == [['all', '2', '1', '0', '0', '0', '1'],
                                                     ['xeon-7500', '2', '1', '0', '0', '0', '1'],
                                                     ['xeon-e7', '2', '0', '0', '0', '1', '1']]
    assert machines.NOTHING not in said
