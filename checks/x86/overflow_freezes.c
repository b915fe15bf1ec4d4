/* SPDX-License-Identifier: BSD-2-Clause */
/* An overflow freezes all boxes of its die if its select asks for it. A second check looks for an interrupt and a late freeze. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#define WAITS   64
#define HOLD_NS UINT64_C(200000)

/* The freeze may have come just now: waits until the counters have settled. */
static bool is_frozen(struct check_context *context, const struct check_register *control)
{
	bool frozen = check_read(context, control) & layout_bits(control->row->layout, FIELD_FREEZE);

	if (frozen)
		check_settle(context);
	return frozen;
}

static void release_dies(struct check_context *context)
{
	struct check_register control;

	for (unsigned walk = 0; next_die(context, &walk, &control);)
		release_die(context, &control);
}

static void clear_statuses(struct check_context *context, const struct box *box)
{
	const struct machine *machine = context->machine;

	for (unsigned i = 0; i < machine->box_count; i++) {
		const struct machine_box *place = &machine->boxes[i];
		struct check_register status = check_register_of(&place->box, ROLE_FLAGS, 0);
		bool above = !box_counters(&place->box) && place->box.type->scope == BOX_OF_SOCKET;

		if (place->state != BOX_FOUND || place->box.socket != box->socket || !status.row ||
		    (!above && !(place->box.type == box->type && place->box.instance == box->instance)))
			continue;
		for (unsigned j = 0; j < box_row_count(&place->box, status.row); j++) {
			status.index = (uint8_t)j;
			check_write(context, &status, check_read(context, &status) & check_allowed(context, &status));
		}
	}
}

/* Lets the counter overflow with the freeze requested in its select. Returns true if the die freezes in time. */
static bool overflow_asking(struct check_context *context, const struct counter *counter,
			    const struct stimulus *stimulus, const struct check_register *control)
{
	struct hw *hw = context->machine->hw;
	uint64_t until = UINT64_MAX; /* when the freeze must have come */
	bool frozen = false;

	release_dies(context);
	quiet_box(context, &counter->box);
	clear_statuses(context, &counter->box);
	counter_prepare(context, counter, stimulus->select | counter->select_report, overflow_preload(counter));
	start(context, 0);
	for (unsigned i = 0; i < WAITS && !frozen && hw->now_ns(hw) < until && check_going(context); i++) {
		check_pause(context, stimulus->window_ns);
		frozen = is_frozen(context, control);
		if (until == UINT64_MAX && counter_value(context, counter) <= counter_mask(context, counter) >> 1)
			until = hw->now_ns(hw) + FREEZE_BOUND_NS;
	}
	return frozen || is_frozen(context, control); /* a look that began late is followed by one after the bound */
}

static void end_overflow(struct check_context *context, const struct box *box)
{
	stop(context);
	release_dies(context);
	clear_statuses(context, box);
}

/* ---- the freeze ------------------------------------------------------------------------------------------- */

void run_overflow_freezes(struct check_context *context)
{
	struct counter counter = counter_of_target(context);
	struct check_register control, other;
	struct check_difference difference = {.reg = &control, .expected = 1};
	struct stimulus stimulus;

	if (!find_die(context, &counter.box, &control)) {
		check_skip(context, "nothing that freezes its die answers");
		return;
	}
	if (!stimulus_find(context, &counter, &stimulus))
		return;
	if (overflow_asking(context, &counter, &stimulus, &control)) {
		uint64_t held = counter_value(context, &counter);

		if (held > counter_mask(context, &counter) >> 1)
			fail_got(context, &counter.count, 0, held,
				 "its die is frozen, and it did not come to its overflow");
		check_pause(context, HOLD_NS);
		expect_value(context, &counter.count, held, "it goes on though its overflow has frozen the die");

		for (unsigned walk = 0; next_die(context, &walk, &other);)
			if (!check_same(&other, &control))
				expect_above(context, &other, 0, "an overflow in another die has frozen this one");

		held = counter_value(context, &counter);
		release_die(context, &control);
		expect_above(context, &control, 0, "the freeze of an overflow cannot be taken back");
		check_pause(context, stimulus.window_ns);
		if (counter_value(context, &counter) == held)
			fail_got(context, &counter.count, held + 1 /* at least */, held,
				 "it does not move although the die was let go");
	} else {
		/* Documented for related processors, not for this one. */
		check_doubt_at(context, &difference,
			       &(struct check_doubt){"overflow.freezes", "it does not", "it does"});
	}
	end_overflow(context, &counter.box);
	check_pass(context, "its overflow freezes the die, which can be let go");
}

/* A box without a summary above may not be able to ask. */
bool may_ask(const struct machine *machine, const struct check_target *target)
{
	(void)machine;
	return target->counter < box_counters(&target->place->box) && box_place(&target->place->box)->summary &&
	       counter_of(&target->place->box, target->counter).select_report;
}

/* ---- an interrupt? ---------------------------------------------------------------------------------------- */

/* Finds an advancing counter of the socket whose select can ask. */
static bool find_asking(struct check_context *context, struct counter *counter, struct stimulus *stimulus)
{
	struct counter_walk walk = {0};

	while (next_counter(context, &walk, counter) && check_going(context))
		if (!counter->fixed && counter->select_report && summary_of(counter) &&
		    stimulus_try(context, counter, stimulus))
			return true;
	return false;
}

static uint32_t cpu_of_target(const struct check_context *context)
{
	const struct machine *machine = context->machine;

	for (uint32_t i = 0; i < machine->cpu_count; i++)
		if (machine->cpus[i].usable && machine->cpus[i].socket == context->target.place->box.socket)
			return i;
	return 0;
}

void run_overflow_interrupt(struct check_context *context)
{
	struct check_register control;
	struct counter counter;
	struct stimulus stimulus;
	bool came, frozen;

	if (!find_asking(context, &counter, &stimulus) || !find_die(context, &counter.box, &control)) {
		check_skip(context, "no counter of the socket advances");
		return;
	}
	release_dies(context);
	if (!check_watch_open(context, cpu_of_target(context)))
		return;
	frozen = overflow_asking(context, &counter, &stimulus, &control);
	check_pause(context, frozen ? PMI_QUIET_NS : 100 * FREEZE_BOUND_NS);
	if (!frozen)
		expect_above(context, &control, 0,
			     "an overflow freezes the die, but late: counts of its samples are too large");
	check_settle_pmis(context);
	came = context->watch.count || check_watch_strays(context);
	check_watch_close(context);
	end_overflow(context, &counter.box);
	check_answer(context, ASSUMED_INTERRUPT, came ? "arrives" : "none");
}

bool is_first_die(const struct machine *machine, const struct check_target *target)
{
	(void)machine;
	return target->reg.row->role == ROLE_GLOBAL_FREEZE && !target->place->box.instance;
}
