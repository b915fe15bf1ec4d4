/* SPDX-License-Identifier: BSD-2-Clause */
/* While a box is frozen, all its counters stand still; let go, all of them count. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#define RUN_NS UINT64_C(50000)

/* Prepares every counter of the box that an event advances; each advances within *window_ns. */
static void prepare_box(struct check_context *context, const struct box *box, struct together *all, uint64_t *window_ns)
{
	for (unsigned i = 0; i < counter_count(box); i++) {
		struct counter counter = counter_of(box, i);
		struct stimulus stimulus;

		if (!counter_answers(context, &counter) || !stimulus_try(context, &counter, &stimulus) ||
		    (stimulus.event && needs_filter(box->type, stimulus.event)))
			continue;
		all->of[all->count++] = (struct counting){counter, stimulus.select, START_VALUE, 0};
		*window_ns = max_u64(*window_ns, stimulus.window_ns);
	}
	quiet_box(context, box);
	together_prepare(context, all);
}

/* Fails unless all counters have moved since they were noted; or, if not `moving`, none. */
static void expect_moved(struct check_context *context, const struct box *box, const struct together *before,
			 bool moving)
{
	struct together now = *before;
	unsigned moved = 0;

	together_note(context, &now);
	for (unsigned i = 0; i < now.count; i++)
		moved += now.of[i].from != before->of[i].from;
	if (!moving && now.count > 1 && moved == now.count) {
		struct check_register control = check_register_of(box, ROLE_BOX_CONTROL, 0);

		/* If no counter stands still, the counters are not to blame. */
		fail_got(context, &control, layout_bits(control.row->layout, FIELD_FREEZE),
			 check_readable(&control) ? check_read(context, &control) : 0,
			 "all its counters count while frozen");
	}
	for (unsigned i = 0; i < now.count; i++) {
		uint64_t was = before->of[i].from, is = now.of[i].from;

		if ((is != was) != moving)
			fail_got(context, &now.of[i].counter.count, was + moving /* at least */, is,
				 moving ? "stands still though its box runs" : "counts while frozen");
	}
}

/* If the socket's control stops the box, its own control must freeze it while the socket runs. */
static void freeze_alone(struct check_context *context, const struct box *box, const struct together *all)
{
	struct control own = control_of_box(box);
	struct check_register control = {own.box, own.row, 0};
	struct together frozen = {.count = 0};

	if (control_scope(context->machine, box->type) != CONTROL_BY_SOCKET)
		return;
	for (unsigned i = 0; i < all->count; i++)
		if (!starts_alone(context, &all->of[i].counter))
			frozen.of[frozen.count++] = all->of[i];
	check_write(context, &control, own.stop);
	check_settle(context);
	together_note(context, &frozen);
	check_pause(context, RUN_NS);
	expect_moved(context, box, &frozen, false);
	check_write(context, &control, own.run);
}

void run_box_freeze(struct check_context *context)
{
	const struct box *box = &context->target.place->box;
	uint64_t window_ns = RUN_NS * 40;
	struct together all = {.count = 0};

	prepare_box(context, box, &all, &window_ns);
	if (!all.count && check_going(context)) {
		check_skip(context, "no event of this box advances");
		return;
	}
	together_note(context, &all);
	check_pause(context, RUN_NS);
	expect_moved(context, box, &all, false);
	start(context, 0);
	check_pause(context, window_ns);
	freeze_alone(context, box, &all);
	stop(context);
	expect_moved(context, box, &all, true);
	together_note(context, &all);
	check_pause(context, RUN_NS);
	expect_moved(context, box, &all, false);
	check_pass(context, "%u counters stood, ran and stood", all.count);
}

/* ---- what the enable of the freeze is worth ----------------------------------------------------------- */

static bool moves_under(struct check_context *context, const struct counter *counter, const struct stimulus *stimulus,
			uint64_t control)
{
	struct check_register reg = check_register_of(&counter->box, ROLE_BOX_CONTROL, 0);
	uint64_t before, after;

	quiet_box(context, &counter->box);
	counter_load(context, counter, stimulus->select | counter->select_enable, START_VALUE);
	start(context, 0); /* starts the controls above the box */
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

/* True if the control has two adjacent bits: the freeze enable and the freeze. If software clears both to run the box,
 * they are one field of two bits, of which the lower one freezes. */
bool has_freeze_enable(const struct machine *machine, const struct check_target *target)
{
	const struct register_row *row = box_row_of_role(target->place->box.type, ROLE_BOX_CONTROL);

	(void)machine;
	return row && (layout_field(row->layout, FIELD_FREEZE_ENABLE) ||
		       count_bits(layout_bits(row->layout, FIELD_FREEZE)) > 1);
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
