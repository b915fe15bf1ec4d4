/* SPDX-License-Identifier: BSD-2-Clause */
/* What programs must not do to the Xeon 7500's uncore. Rules without a page are the model's own,
 * stricter than silicon. */
#include "silicon/models/xeon_7500.h"

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

	return model_xeon_7500_has_erratum(silicon, at->counter) && silicon->part->box[at->box].type->erratum &&
	       (low == 0xfffffe || low == 0xffffff);
}

void model_xeon_7500_check_counter(const struct model_write *write)
{
	const struct silicon *silicon = write->silicon;
	unsigned counter = silicon->reg[write->reg].counter;
	unsigned global = silicon->box[silicon->global].reg[MODEL_GLOBAL_CTL];

	if (model_started(silicon, write->socket, counter))
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

		if (silicon->socket[socket].box[box].owed >> silicon->counter[i].flag & 1)
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
	model_violation(write, "a new interval begins with overflow bits 0x%llx of %s not cleared (323535 p.15)",
			(unsigned long long)write->silicon->socket[write->socket].box[box].owed, name);
}
