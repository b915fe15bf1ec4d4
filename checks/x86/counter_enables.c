/* SPDX-License-Identifier: BSD-2-Clause */
/* A counter counts only if its own enable, its box's and the master enable are set. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

enum { OWN = 1, BOX = 2, MASTER = 4, ALL = OWN | BOX | MASTER };

static const char *const names[ALL + 1] = {
	"no enable",         "its own enable",        "its box's enable", "own and box's",
	"the master enable", "own and master enable", "box's and master", "all enables",
};

/* Returns the enables that exist. The control that starts a socket, or a box that controls itself, is the master
 * enable. If a box has no control, the counter's own enable is it. */
static unsigned varied(struct check_context *context, const struct counter *counter)
{
	const struct register_row *control = box_row_of_role(counter->box.type, ROLE_CONTROL);

	if (starts_alone(context, counter))
		return MASTER;
	return OWN | MASTER | (control_enable_bit(control, counter->fixed, counter->number) ? BOX : 0);
}

/* Returns the select with or without its `own` enable. A select without an enable bit counts nothing while it is 0. */
static uint64_t select_under(const struct counter *counter, const struct stimulus *stimulus, bool own)
{
	if (!counter->select_enable)
		return own ? stimulus->select : 0;
	return stimulus->select | (own ? counter->select_enable : 0);
}

/* Runs the counter with these enables. Returns its advance. */
static uint64_t advance_under(struct check_context *context, const struct counter *counter,
			      const struct stimulus *stimulus, unsigned enables)
{
	uint64_t select = select_under(counter, stimulus, enables & OWN);
	uint64_t before, after;

	quiet_box(context, &counter->box);
	counter_load(context, counter, select, START_VALUE);
	before = counter_value(context, counter);
	if (enables & BOX)
		counter_enable(context, counter);
	if (enables & MASTER)
		start(context, 0);
	else
		stop(context);
	check_pause(context, stimulus->window_ns);
	stop(context);
	after = counter_value(context, counter);
	return (after - before) & counter_mask(context, counter);
}

void run_counter_enables(struct check_context *context)
{
	struct counter counter = counter_of_target(context);
	struct together siblings = {.count = 0};
	unsigned all = varied(context, &counter);
	struct stimulus stimulus;

	if (!stimulus_find(context, &counter, &stimulus))
		return;
	quiet_box(context, &counter.box);
	/* Siblings lack only the box's enable, or else their own: the tested counter's enable must not enable them. */
	together_add_siblings(context, &siblings, &counter, &stimulus);
	for (unsigned i = 0; i < siblings.count; i++) {
		const struct counter *sibling = &siblings.of[i].counter;

		counter_load(context, sibling, select_under(sibling, &stimulus, all & BOX), START_VALUE);
	}
	together_note(context, &siblings);
	for (unsigned enables = 0; enables <= ALL; enables++) {
		bool must = enables == ALL;
		uint64_t advance;

		if ((enables | all) != ALL)
			continue;
		advance = advance_under(context, &counter, &stimulus, enables);
		if (must == !advance)
			fail_got(context, &counter.count, START_VALUE + must /* at least */, START_VALUE + advance,
				 "%s with %s", must ? "does not count" : "counts", names[enables]);
	}
	for (unsigned i = 0; i < siblings.count; i++)
		expect_got(context, &siblings.of[i].counter.count, siblings.of[i].from,
			   counter_value(context, &siblings.of[i].counter), "counts though it is not enabled");
	check_pass(context, "counts only with %s", names[all]);
}
