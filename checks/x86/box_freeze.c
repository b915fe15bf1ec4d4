/* SPDX-License-Identifier: BSD-2-Clause */
/* A box stands still while it is frozen, all of it, and its neighbours go on. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#define RUN_NS      UINT64_C(50000)
#define START_VALUE UINT64_C(0x1000)

struct values {
	uint64_t at[COUNTERS_MAX];
};

/* Loads every counter of the box that an event advances, within *window_ns at the latest. Returns bit i for counter i. */
static uint32_t load_box_freeze(struct check_context *context, const struct box *box, uint64_t *window_ns)
{
	struct stimulus stimuli[COUNTERS_MAX];
	uint32_t loaded = 0;

	for (unsigned i = 0; i < counter_count(box); i++) {
		struct counter counter = counter_of(box, i);

		if (!counter_answers(context, &counter) || !stimulus_try(context, &counter, &stimuli[i]) ||
		    (stimuli[i].event && needs_filter(box->type, stimuli[i].event)))
			continue;
		loaded |= (uint32_t)BIT(i);
		*window_ns = max_u64(*window_ns, stimuli[i].window_ns);
	}
	quiet_box(context, box);
	for (unsigned i = 0; i < counter_count(box); i++) {
		struct counter counter = counter_of(box, i);

		if (loaded & BIT(i))
			counter_prepare(context, &counter, stimuli[i].select, START_VALUE);
	}
	return loaded;
}

static void read_values(struct check_context *context, const struct box *box, uint32_t loaded, struct values *values)
{
	for (unsigned i = 0; i < counter_count(box); i++) {
		struct counter counter = counter_of(box, i);

		if (loaded & BIT(i))
			values->at[i] = counter_value(context, &counter);
	}
}

/* Number of counters whose values changed. */
static unsigned count_moved(const struct box *box, uint32_t loaded, const struct values *before,
			    const struct values *now)
{
	unsigned moved = 0;

	for (unsigned i = 0; i < counter_count(box); i++)
		moved += loaded >> i & 1 && now->at[i] != before->at[i];
	return moved;
}

/* If none stands it is no counter's fault. */
static void blame_control(struct check_context *context, const struct box *box)
{
	struct check_register control = check_register_of(box, ROLE_BOX_CONTROL, 0);

	fail_got(context, &control, layout_bits(control.row->layout, FIELD_FREEZE),
		 check_readable(&control) ? check_read(context, &control) : 0, "all its counters count while frozen");
}

static void compare_frozen(struct check_context *context, const struct box *box, uint32_t loaded,
			   const struct values *before, bool moving)
{
	struct values now = *before;

	read_values(context, box, loaded, &now);
	if (!moving && loaded & (loaded - 1) && count_moved(box, loaded, before, &now) == count_bits(loaded)) {
		blame_control(context, box);
		return;
	}
	for (unsigned i = 0; i < counter_count(box); i++) {
		struct counter counter = counter_of(box, i);

		if (loaded & BIT(i) && (now.at[i] != before->at[i]) != moving)
			fail_got(context, &counter.count, before->at[i] + (moving ? 1 : 0 /* at least */), now.at[i],
				 moving ? "stands still though its box runs" : "counts while frozen");
	}
}

void run_box_freeze(struct check_context *context)
{
	const struct box *box = &context->target.place->box;
	uint64_t window_ns = RUN_NS * 40;
	uint32_t loaded = load_box_freeze(context, box, &window_ns);
	struct values before = {{0}}, frozen = {{0}};

	if (!loaded && check_going(context)) {
		check_skip(context, "no event of this box advances");
		return;
	}
	read_values(context, box, loaded, &before);
	check_pause(context, RUN_NS);
	compare_frozen(context, box, loaded, &before, false);
	start(context, 0);
	check_pause(context, window_ns);
	stop(context);
	compare_frozen(context, box, loaded, &before, true);
	read_values(context, box, loaded, &frozen);
	check_pause(context, RUN_NS);
	compare_frozen(context, box, loaded, &frozen, false);
	check_pass(context, "%u counters stood, ran and stood", count_bits(loaded));
}

/* ---- what the enable of the freeze is worth ----------------------------------------------------------- */

static bool moves_under(struct check_context *context, const struct counter *counter, const struct stimulus *stimulus,
			uint64_t control)
{
	struct check_register reg = check_register_of(&counter->box, ROLE_BOX_CONTROL, 0);
	uint64_t before, after;

	quiet_box(context, &counter->box);
	counter_load(context, counter, stimulus->select | counter->select_enable, START_VALUE);
	start(context, 0); /* what is above the box */
	check_write(context, &reg, control);
	before = counter_value(context, counter);
	check_pause(context, stimulus->window_ns);
	quiet_box(context, &counter->box);
	after = counter_value(context, counter);
	return before != after;
}

void run_box_freeze_enable(struct check_context *context)
{
	const struct box *box = &context->target.place->box;
	struct check_register control = check_register_of(box, ROLE_BOX_CONTROL, 0);
	uint64_t freeze = layout_bits(control.row->layout, FIELD_FREEZE);
	struct counter counter = counter_of(box, 0);
	struct stimulus stimulus;

	if (!stimulus_find(context, &counter, &stimulus))
		return;
	check_answer(context, ASSUMED_LONE_FREEZE,
		     moves_under(context, &counter, &stimulus, freeze & -freeze) ? "ignored" : "freezes");
}

/* True if a control has two adjacent bits: the enable, and what it enables. Where software lets the box go with
 * neither, they are one freeze of two bits, of which the lower one freezes. */
static bool is_enabled_apart(const struct register_layout *layout)
{
	return layout_field(layout, FIELD_FREEZE_ENABLE) || count_bits(layout_bits(layout, FIELD_FREEZE)) > 1;
}

bool has_freeze_enable(const struct machine *machine, const struct check_target *target)
{
	const struct register_row *row = box_row_of_role(target->place->box.type, ROLE_BOX_CONTROL);

	(void)machine;
	return row && is_enabled_apart(row->layout);
}

/* ---- what a freeze is to the fixed counter ------------------------------------------------------------ */

void run_fixed_freeze(struct check_context *context)
{
	struct counter counter = counter_of_target(context);
	struct check_register control = check_register_of(&counter.box, ROLE_BOX_CONTROL, 0);
	struct check_difference difference = {.reg = &control, .expected = 0, .got = 1};
	enum fixed_freeze freeze;

	quiet_box(context, &counter.box);
	freeze = fixed_freeze_of(context, &counter);
	if (freeze && !context->fixed_freeze)
		context->fixed_freeze = freeze;
	if (freeze == FIXED_RUNS)
		check_doubt_at(context, &difference, &(struct check_doubt){ASSUMED_FIXED_FREEZE, "runs", "stands"});
	else if (freeze == FIXED_STANDS)
		check_answer(context, ASSUMED_FIXED_FREEZE, "stands");
	else if (check_going(context) && !stimulus_left_unclocked(context, &counter.box))
		check_skip(context, "it does not move at all: see `counts`");
}
