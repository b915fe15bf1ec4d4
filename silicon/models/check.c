/* SPDX-License-Identifier: BSD-2-Clause */
/* What programs must not do, whatever the part. These rules are the models' own, stricter than silicon. */
#include "silicon/models/model.h"

static bool is_started(const struct model_write *write, unsigned counter)
{
	return model_started(write->silicon, write->socket, counter);
}

/* Whether the select, if it enables its counter, chooses an event that there is. */
static bool makes_sense(const struct model_write *write, unsigned counter, uint64_t select,
			struct model_meaning *meaning)
{
	if (!model_decode(write->silicon->counter[counter].layout, select).enable)
		return true;
	model_find_meaning(write->silicon, write->socket, counter, select, true, meaning);
	return meaning->where != MODEL_WRONG_SELECT;
}

/* Bits that a fault put there may come along with what a program writes back, or may be bits that it
 * means: it is right if either reading is. What another register's writes may have put there is anybody's. */
void model_check_event(const struct model_write *write, unsigned counter)
{
	uint64_t excused = model_excused(&write->silicon->reg[write->reg]);
	struct model_meaning meaning, other;

	if (write->silicon->reg[write->reg].forgiven || makes_sense(write, counter, write->value, &meaning))
		return;
	if (!excused || !makes_sense(write, counter, write->value & ~excused, &other))
		model_violation(write, "%s", meaning.wrong);
}

void model_check_select(const struct model_write *write)
{
	const struct model_register *at = &write->silicon->reg[write->reg];
	bool enable = model_decode(at->bank->layout, write->value).enable;

	/* Clearing the local enable is a way to stop; anything else needs a counter at rest. */
	if (is_started(write, at->counter) && enable &&
	    write->value != write->silicon->socket[write->socket].value[write->reg])
		model_violation(write, "select changed while its counter is counting");
	model_check_event(write, at->counter);
}

static bool uses(const struct model_meaning *meaning, unsigned reg)
{
	for (unsigned i = 0; i < meaning->uses; i++)
		if (meaning->use[i] == reg)
			return true;
	return false;
}

unsigned model_served(const struct silicon *silicon, unsigned box)
{
	return box - silicon->part->box[box].type->serves;
}

void model_check_companion(const struct model_write *write)
{
	const struct silicon *silicon = write->silicon;
	const uint64_t *value = silicon->socket[write->socket].value;
	const struct model_box_place *box = &silicon->box[model_served(silicon, silicon->reg[write->reg].box)];
	struct model_meaning meaning;

	if (write->value == value[write->reg])
		return;
	for (unsigned i = box->counter; i < box->counter + box->counters; i++) {
		if (!is_started(write, i))
			continue;
		model_find_meaning(silicon, write->socket, i, value[silicon->counter[i].select], true, &meaning);
		if (!uses(&meaning, write->reg))
			continue;
		model_violation(write, "changed while counter %u, which depends on it, is counting",
				silicon->counter[i].number);
		return;
	}
}

/* Whether anything that a counter depends on is too broken to blame software for it. */
static bool is_forgiven(const struct silicon *silicon, unsigned counter, const struct model_meaning *meaning)
{
	if (silicon->reg[silicon->counter[counter].select].forgiven)
		return true;
	for (unsigned i = 0; i < meaning->uses; i++)
		if (silicon->reg[meaning->use[i]].forgiven)
			return true;
	return false;
}

/* Software is to blame only if the counter really counts: what a fault holds back does no harm. */
static void check_started(const struct model_write *write, unsigned counter)
{
	const struct silicon *silicon = write->silicon;
	unsigned select = silicon->counter[counter].select;
	struct model_meaning meaning;
	char name[48];
	struct text text = TEXT_OVER(name);

	model_find_meaning(silicon, write->socket, counter, silicon->socket[write->socket].value[select], true,
			   &meaning);
	if (meaning.where != MODEL_WRONG_COMPANION || is_forgiven(silicon, counter, &meaning) ||
	    !silicon->part->enabled(silicon, write->socket, counter))
		return;
	model_put_register(&text, silicon, select);
	model_violation(write, "lets the counter of %s count, but %s", name, meaning.wrong);
}

void model_check_started(const struct model_write *write, unsigned box)
{
	struct silicon *silicon = write->silicon;
	bool *begun = silicon->socket[write->socket].begun;
	unsigned first = 0, count = silicon->counters;

	if (box != MODEL_NONE) {
		first = silicon->box[box].counter;
		count = silicon->box[box].counters;
	}
	for (unsigned i = first; i < first + count; i++) {
		bool now = is_started(write, i);

		if (now && !begun[i] && silicon->box[silicon->counter[i].box].companions)
			check_started(write, i);
		begun[i] = now;
	}
}
