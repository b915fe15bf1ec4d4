/* SPDX-License-Identifier: BSD-2-Clause */
/* What programs must not do to the Xeon 7500's uncore. Rules without a page are the model's own,
 * stricter than silicon. */
#include "silicon/models/xeon_7500.h"

static bool is_started(const struct model_write *write, unsigned counter)
{
	return write->silicon->part->started(write->silicon, write->socket, counter);
}

/* What an enabled select makes no sense of by itself. */
static void check_event(const struct model_write *write)
{
	const struct model_register *at = &write->silicon->reg[write->reg];
	uint64_t select = write->value & ~model_excused(at);
	struct model_meaning meaning;

	if (!model_decode(at->bank->layout, select).enable)
		return;
	model_find_meaning(write->silicon, write->socket, at->counter, select, true, &meaning);
	if (meaning.where == MODEL_WRONG_SELECT)
		model_violation(write, "%s", meaning.wrong);
}

void model_xeon_7500_check_select(const struct model_write *write)
{
	const struct model_register *at = &write->silicon->reg[write->reg];
	bool enable = model_decode(at->bank->layout, write->value).enable;

	/* Clearing the local enable is a way to stop; anything else needs a counter at rest. */
	if (is_started(write, at->counter) && enable &&
	    write->value != write->silicon->socket[write->socket].value[write->reg])
		model_violation(write, "select changed while its counter is counting");
	check_event(write);
}

static bool uses(const struct model_meaning *meaning, unsigned reg)
{
	for (unsigned i = 0; i < meaning->uses; i++)
		if (meaning->use[i] == reg)
			return true;
	return false;
}

void model_xeon_7500_check_companion(const struct model_write *write)
{
	const struct silicon *silicon = write->silicon;
	const uint64_t *value = silicon->socket[write->socket].value;
	const struct model_box_place *box = &silicon->box[silicon->reg[write->reg].box];
	struct model_meaning meaning;

	if (write->value == value[write->reg])
		return;
	for (unsigned i = box->counter; i < box->counter + box->counters; i++) {
		if (!is_started(write, i))
			continue;
		model_find_meaning(silicon, write->socket, i, value[silicon->counter[i].select],
				   true, &meaning);
		if (!uses(&meaning, write->reg))
			continue;
		model_violation(write, "changed while counter %u, which depends on it, is counting",
				silicon->counter[i].number);
		return;
	}
}

/* Whether anything that a counter depends on is too broken to blame software for it. */
static bool is_forgiven(const struct silicon *silicon, unsigned counter,
			const struct model_meaning *meaning)
{
	if (silicon->reg[silicon->counter[counter].select].forgiven)
		return true;
	for (unsigned i = 0; i < meaning->uses; i++)
		if (silicon->reg[meaning->use[i]].forgiven)
			return true;
	return false;
}

static void check_started(const struct model_write *write, unsigned counter)
{
	const struct silicon *silicon = write->silicon;
	unsigned select = silicon->counter[counter].select;
	struct model_meaning meaning;
	char name[48];
	struct text text = TEXT_OVER(name);

	model_find_meaning(silicon, write->socket, counter,
			   silicon->socket[write->socket].value[select], true, &meaning);
	if (meaning.where != MODEL_WRONG_COMPANION || is_forgiven(silicon, counter, &meaning))
		return;
	model_put_register(&text, silicon, select);
	model_violation(write, "lets the counter of %s count, but %s", name, meaning.wrong);
}

void model_xeon_7500_check_started(const struct model_write *write, unsigned box)
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

bool model_xeon_7500_has_erratum(const struct silicon *silicon, unsigned counter)
{
	const struct model_counter_place *place = &silicon->counter[counter];

	switch (silicon->setting[SET_ERRATUM]) {
	case ERRATUM_ALL: return true;
	case ERRATUM_WBOX: return silicon->part->box[place->box].type->erratum;
	case ERRATUM_FIXED: return silicon->reg[place->select].bank->layout->clock;
	default: return false;
	}
}

/* Only where the guide prints the erratum can a program know of it. */
static bool reads_wrong(const struct model_write *write)
{
	const struct silicon *silicon = write->silicon;
	const struct model_register *at = &silicon->reg[write->reg];
	uint64_t low = write->value & MASK(0, 24);

	return model_xeon_7500_has_erratum(silicon, at->counter) &&
	       silicon->part->box[at->box].type->erratum && (low == 0xfffffe || low == 0xffffff);
}

void model_xeon_7500_check_counter(const struct model_write *write)
{
	const struct silicon *silicon = write->silicon;
	unsigned counter = silicon->reg[write->reg].counter;
	unsigned global = silicon->box[silicon->global].reg[MODEL_GLOBAL_CTL];

	if (is_started(write, counter))
		model_violation(write, "counter written while it is counting");
	if (silicon->socket[write->socket].value[global] & U_CTL_RST_ALL)
		model_violation(write, "counter written while rst_all holds it at 0 (323535 p.15)");
	if (reads_wrong(write))
		model_violation(write, "preload ends in 0x%llx (323535 p.140)",
				(unsigned long long)(write->value & MASK(0, 24)));
}

/* The first box with overflow bits that nobody has cleared; MODEL_NONE. */
static unsigned stale_box(const struct silicon *silicon, unsigned socket)
{
	for (unsigned i = 0; i < silicon->counters; i++) {
		unsigned box = silicon->counter[i].box;

		if (silicon->socket[socket].box[box].owed >> silicon->counter[i].bit & 1)
			return box;
	}
	return MODEL_NONE;
}

void model_xeon_7500_check_global(const struct model_write *write, uint64_t old)
{
	char name[24];
	struct text text = TEXT_OVER(name);
	unsigned box;

	if (!(write->value & U_CTL_EN_ALL))
		return;
	if (write->value & U_CTL_RST_ALL)
		model_violation(write, "en_all together with rst_all (323535 p.15)");
	if (old & U_CTL_EN_ALL)
		return;
	box = stale_box(write->silicon, write->socket);
	if (box == MODEL_NONE)
		return;
	model_put_box(&text, write->silicon, box);
	model_violation(write,
			"a new interval begins with overflow bits 0x%llx of %s not cleared "
			"(323535 p.15)",
			(unsigned long long)write->silicon->socket[write->socket].box[box].owed,
			name);
}
