/* SPDX-License-Identifier: BSD-2-Clause */
/* A counter counts if its own enable, its box's and the master enable are set, and only then. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#define START_VALUE UINT64_C(0x1000)

enum { OWN = 1, BOX = 2, MASTER = 4, ALL = OWN | BOX | MASTER };

static const char *const names[ALL + 1] = {
	"no enable",         "its own enable",        "its box's enable", "own and box's",
	"the master enable", "own and master enable", "box's and master", "all enables",
};

/* The enables that there are. What lets a socket, or a box that controls itself, go is the master enable; a box that has no
 * control at all is started by the counter's own. */
static unsigned varied(struct check_context *context, const struct counter *counter)
{
	const struct register_row *control = box_row_of_role(counter->box.type, ROLE_CONTROL);

	if (starts_alone(context, counter))
		return MASTER;
	return OWN | MASTER | (control_enable_bit(control, counter->fixed, counter->number) ? BOX : 0);
}

/* True for a general counter other than this one that can count the same event. */
static bool is_sibling(const struct check_context *context, const struct counter *counter,
		       const struct stimulus *stimulus, unsigned number)
{
	struct counter sibling = counter_of(&counter->box, number);

	return !counter->fixed && number != counter->number && (stimulus->siblings & BIT(number)) &&
	       counter_answers(context, &sibling);
}

/* Returns the select with its `own` enable or without. A select without such a bit counts nothing while it is 0. */
static uint64_t select_under(const struct counter *counter, const struct stimulus *stimulus, bool own)
{
	if (!counter->select_enable)
		return own ? stimulus->select : 0;
	return stimulus->select | (own ? counter->select_enable : 0);
}

/* Siblings are ready to count but for the box's enable, or their own where that is the one: they must not be
 * enabled by ours. */
static void load_siblings(struct check_context *context, const struct counter *counter, const struct stimulus *stimulus)
{
	bool own = varied(context, counter) & BOX;

	for (unsigned i = 0; i < box_counters(&counter->box); i++) {
		struct counter sibling = counter_of(&counter->box, i);

		if (is_sibling(context, counter, stimulus, i))
			counter_load(context, &sibling, select_under(&sibling, stimulus, own), START_VALUE);
	}
}

/* Runs the counter under these enables, and returns its advance. */
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

static void judge_counter_enables(struct check_context *context, const struct counter *counter, unsigned enables,
				  uint64_t advance)
{
	bool all = enables == ALL;

	if (all == !advance)
		fail_got(context, &counter->count, START_VALUE + all /* at least */, START_VALUE + advance,
			 "%s with %s", all ? "does not count" : "counts", names[enables]);
}

static void compare_siblings(struct check_context *context, const struct counter *counter,
			     const struct stimulus *stimulus, const uint64_t *before)
{
	for (unsigned i = 0; i < box_counters(&counter->box); i++) {
		struct counter sibling = counter_of(&counter->box, i);

		if (is_sibling(context, counter, stimulus, i))
			expect_got(context, &sibling.count, before[i], counter_value(context, &sibling),
				   "counts though it is not enabled");
	}
}

static void read_siblings(struct check_context *context, const struct counter *counter, const struct stimulus *stimulus,
			  uint64_t *values)
{
	for (unsigned i = 0; i < box_counters(&counter->box); i++) {
		struct counter sibling = counter_of(&counter->box, i);

		if (is_sibling(context, counter, stimulus, i))
			values[i] = counter_value(context, &sibling);
	}
}

void run_counter_enables(struct check_context *context)
{
	struct counter counter = counter_of_target(context);
	uint64_t siblings[COUNTERS_MAX];
	unsigned all = varied(context, &counter);
	struct stimulus stimulus;

	if (!stimulus_find(context, &counter, &stimulus))
		return;
	quiet_box(context, &counter.box);
	load_siblings(context, &counter, &stimulus);
	read_siblings(context, &counter, &stimulus, siblings);
	for (unsigned enables = 0; enables <= ALL; enables++)
		if ((enables | all) == ALL)
			judge_counter_enables(context, &counter, enables,
					      advance_under(context, &counter, &stimulus, enables));
	compare_siblings(context, &counter, &stimulus, siblings);
	check_pass(context, "counts only with %s", names[all]);
}
