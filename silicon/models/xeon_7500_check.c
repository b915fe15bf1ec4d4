/* SPDX-License-Identifier: BSD-2-Clause */
/* What programs must not do to the Xeon 7500's uncore. Rules without a page are the model's own,
 * stricter than silicon. */
#include "silicon/models/xeon_7500.h"

static void check_umask(const struct model_write *write, const struct model_event *event,
			const struct model_selection *selection)
{
	if (selection->umask & ~(unsigned)event->subs)
		model_violation(write, "umask bits 0x%x mean nothing with event %s",
				selection->umask & ~(unsigned)event->subs, event->name);
}

/* The event of an enabled select, and the ways to count it. */
static void check_event(const struct model_write *write)
{
	const struct model_register *at = &write->silicon->reg[write->reg];
	struct model_selection selection =
		model_decode(at->bank->layout, write->value & ~model_excused(at));
	const struct model_event *event;
	unsigned number = write->silicon->counter[at->counter].number;

	if (!selection.enable || at->bank->layout->clock)
		return;
	event = model_find_event(at->bank->events, selection.event);
	if (!event) {
		model_violation(write, "event 0x%x is none of this box's", selection.event);
		return;
	}
	check_umask(write, event, &selection);
	if (event->counters && !(event->counters >> number & 1))
		model_violation(write, "event %s cannot be counted by this counter", event->name);
	if (selection.edge && event->increment > 1)
		model_violation(write, "edge_detect with %s, which can add more than 1 in a cycle",
				event->name);
	if (selection.invert && !selection.threshold)
		model_violation(write, "invert without a threshold has no defined effect");
}

void model_xeon_7500_check_select(const struct model_write *write)
{
	const struct model_register *at = &write->silicon->reg[write->reg];
	bool enable = model_decode(at->bank->layout, write->value).enable;

	/* Clearing the local enable is a way to stop; anything else needs a counter at rest. */
	if (write->silicon->part->started(write->silicon, write->socket, at->counter) && enable &&
	    write->value != write->silicon->socket[write->socket].value[write->reg])
		model_violation(write, "select changed while its counter is counting");
	check_event(write);
}

static bool reads_wrong(const struct model_write *write)
{
	const struct silicon *silicon = write->silicon;
	unsigned box = silicon->reg[write->reg].box;
	uint64_t low = write->value & MASK(0, 24);

	return silicon->part->box[box].type->erratum && silicon->setting[SET_ERRATUM] &&
	       (low == 0xfffffe || low == 0xffffff);
}

void model_xeon_7500_check_counter(const struct model_write *write)
{
	const struct silicon *silicon = write->silicon;
	unsigned counter = silicon->reg[write->reg].counter;
	unsigned global = silicon->box[silicon->global].reg[MODEL_GLOBAL_CTL];

	if (silicon->part->started(silicon, write->socket, counter))
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
