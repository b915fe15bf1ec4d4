/* SPDX-License-Identifier: BSD-2-Clause */
/* Threshold, invert and edge detect, tried where the result is known: on a clock, which adds one in each cycle, or with
 * thresholds above all that an event adds. Then every cycle must count, or none. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#include "lib/memory.h"

#define RUN_NS     UINT64_C(20000)
#define LONGEST_NS UINT64_C(100000000)
#define LEAST      16 /* cycles that distinguish all from none */

/* The part of the cycles that counts. */
enum amount { AMOUNT_NONE, AMOUNT_ALL, AMOUNT_ODD };

static const char *const amounts[] = {"none", "all", "some"};

/* Two counters that start and stop together: one under test, and one that counts every cycle. */
struct pair {
	struct counter tested, every;
	uint64_t event;  /* for the one under test */
	uint64_t cycles; /* for the other one: the clock's event, 0 for a fixed counter */
	bool clock;      /* `event` adds one in every cycle; else at most one */
	struct threshold_rule rule;
};

/* One way to count. */
struct trial {
	unsigned threshold;
	bool invert, edge;
};

struct counts {
	uint64_t tested, every;
};

/* True if every cycle counts. An event adds 0 or 1 in a cycle; thresholds above 1 treat both the same. */
static bool passes(const struct pair *pair, const struct trial *trial)
{
	bool above = pair->rule.threshold || (trial->invert && pair->rule.invert == INVERT_ABOVE);
	bool reached = above ? trial->threshold < 1 : trial->threshold <= 1;

	if (!trial->threshold)
		return true;
	if (pair->rule.invert == INVERT_SWAPPED)
		return trial->invert ? reached : !reached;
	return trial->invert && pair->rule.invert == INVERT_BELOW ? !reached : reached;
}

static enum amount amount_of(const struct counts *counts)
{
	if (counts->tested <= 2)
		return AMOUNT_NONE;
	return counts->tested >= counts->every / 2 ? AMOUNT_ALL : AMOUNT_ODD;
}

/* ---- counting ------------------------------------------------------------------------------------------ */

static uint64_t modifier_bits(const struct counter *counter, enum field_kind kind, uint64_t value)
{
	const struct field *field = layout_field(counter->select.row->layout, kind);

	return field ? value << field->low : 0;
}

static struct counts count_modified(struct check_context *context, const struct pair *pair, const struct trial *trial,
				    uint64_t run_ns)
{
	const struct counter *tested = &pair->tested;
	const uint64_t select = pair->event | modifier_bits(tested, FIELD_THRESHOLD, trial->threshold) |
				modifier_bits(tested, FIELD_INVERT, trial->invert) |
				modifier_bits(tested, FIELD_EDGE, trial->edge);
	struct together both = {.of = {{*tested, select, START_VALUE, 0}, {pair->every, pair->cycles, START_VALUE, 0}},
				.count = 2};

	quiet_box(context, &tested->box);
	if (pair->every.box.type != tested->box.type)
		quiet_box(context, &pair->every.box);
	together_prepare(context, &both);
	together_run(context, &both, run_ns);
	return (struct counts){both.of[0].counts, both.of[1].counts};
}

/* ---- what to count ------------------------------------------------------------------------------------- */

/* Finds the fixed counter of the box, or of a box that starts with it. */
static bool find_fixed(const struct check_context *context, const struct box *box, struct counter *fixed)
{
	struct counter_walk walk = {0};

	if (box->type->fixed) {
		*fixed = counter_of(box, box_counters(box));
		return true;
	}
	while (control_scope(context->machine, box->type) == CONTROL_BY_SOCKET && next_counter(context, &walk, fixed))
		if (fixed->fixed)
			return true;
	return false;
}

/* Without documented events, pairs with another counter: every cycle of that box is below a threshold of two. */
static bool find_below(struct pair *pair)
{
	const struct box *box = &pair->tested.box;

	pair->every = counter_of(box, pair->tested.number ? 0 : 1);
	pair->cycles = pair->event | modifier_bits(&pair->tested, FIELD_THRESHOLD, 2) |
		       modifier_bits(&pair->tested, FIELD_INVERT, 1);
	return !box->type->event_count && box_counters(box) > 1 && modifier_bits(&pair->tested, FIELD_INVERT, 1);
}

/* Returns false if no other counter can count every cycle. */
static bool find_pair(const struct check_context *context, struct pair *pair)
{
	pair->tested = counter_of_target(context);
	pair->clock = box_clock_of(context, &pair->tested, &pair->event) &&
		      find_clock_beside(context, &pair->tested, &pair->every, &pair->cycles) &&
		      pair->cycles == pair->event;
	if (pair->clock)
		return true;
	pair->cycles = 0;
	return one_bit_event_of(context, &pair->tested, &pair->event) &&
	       (find_fixed(context, &pair->tested.box, &pair->every) || find_below(pair));
}

/* ---- judging ------------------------------------------------------------------------------------------- */

static void judge_counter_modifiers(struct check_context *context, const struct pair *pair, const struct trial *trial,
				    const struct counts *counts)
{
	struct check_difference difference = {.reg = &pair->tested.select, .got = counts->tested};
	/* A condition that is true in every cycle, or in none, has no edge except its first. */
	enum amount amount = amount_of(counts),
		    expected = passes(pair, trial) && !trial->edge ? AMOUNT_ALL : AMOUNT_NONE;
	/* For machines that describe themselves, no document says which counts meet a threshold of 1. */
	bool guess = context->machine->processor->described && trial->threshold == 1;

	difference.expected = expected == AMOUNT_ALL ? counts->every : 0;
	if (amount != expected && guess)
		check_doubt_at(context, &difference,
			       &(struct check_doubt){"threshold of 1", amounts[amount], amounts[expected]});
	else if (amount != expected && check_going(context))
		check_fail_at(context, &difference, "with a threshold of %u%s%s, %s of the cycles count",
			      trial->threshold, trial->invert ? ", inverted" : "", trial->edge ? ", edges" : "",
			      amounts[amount]);
}

static void try_modifiers(struct check_context *context, const struct pair *pair, const struct trial *trial)
{
	struct counts counts = {0};

	/* A clock may be slow. A part of the cycles also remains if the machine pauses between the separate starts or
	 * stops of the two counters; in a longer run that part is smaller. */
	for (uint64_t ns = RUN_NS;
	     ns < LONGEST_NS && (counts.every < LEAST || amount_of(&counts) == AMOUNT_ODD) && check_going(context);
	     ns *= 8)
		counts = count_modified(context, pair, trial, ns);
	if (!check_going(context))
		return;
	/* A documented clock that no counter counts is left to `speed` where a register tells whether the clock runs. */
	if (counts.every < LEAST && !stimulus_left_unclocked(context, &pair->tested.box)) {
		if (pair->clock && counts.tested <= 2 && !check_rated_clock_of(context->machine, pair->tested.box.type))
			fail_got(context, &pair->tested.select, 1, 0,
				 "the clock of its box counts nothing, here and next to it");
		else
			check_skip(context, "the clock next to it does not advance: see `counts`");
	}
	judge_counter_modifiers(context, pair, trial, &counts);
}

/* Tries each bit of the threshold alone, also inverted, and the edges of whichever condition is always true. */
static unsigned try_thresholds(struct check_context *context, const struct pair *pair)
{
	const struct register_layout *layout = pair->tested.select.row->layout;
	const struct field *field = layout_field(layout, FIELD_THRESHOLD);
	bool inverts = layout_field(layout, FIELD_INVERT);
	unsigned tried = 0;

	for (unsigned bit = pair->clock ? 0 : 1; bit < field->width; bit++) {
		for (unsigned invert = 0; invert <= (inverts ? 1u : 0u); invert++) {
			struct trial trial = {1u << bit, invert, false};

			try_modifiers(context, pair, &trial);
			trial.edge = true;
			if (passes(pair, &trial))
				try_modifiers(context, pair, &trial);
			tried += 1 + trial.edge;
		}
	}
	return tried;
}

void run_counter_modifiers(struct check_context *context)
{
	struct pair pair = {.rule = {0, INVERT_BELOW}};
	unsigned tried;

	if (!find_pair(context, &pair)) {
		check_skip(context, "no counter next to it counts every cycle");
		return;
	}
	if (threshold_is_open(context, &pair.tested) && !threshold_find(context, &pair.tested.box, &pair.rule)) {
		check_skip(context, "what a threshold lets pass is not known: see `hunt.threshold`");
		return;
	}
	if (pair.clock)
		try_modifiers(context, &pair, &(struct trial){0, false, false});
	tried = try_thresholds(context, &pair);
	check_pass(context, "%u ways to count cycles", tried);
}

/* The counter can count a clock, its box has a fixed counter, or the fixed counter of the socket starts with it. For
 * described units without documented events see selects.c. */
bool has_modifiers(const struct machine *machine, const struct check_target *target)
{
	const struct box_type *type = target->place->box.type;
	const struct register_row *row = box_row_of_role(type, ROLE_SELECT);

	return control_scope(machine, type) != CONTROL_BY_CPU && target->counter < box_counters(&target->place->box) &&
	       row && layout_field(row->layout, FIELD_THRESHOLD) && layout_field(row->layout, FIELD_EDGE) &&
	       (has_clock(type, (uint32_t)BIT(target->counter)) || type->fixed ||
		(!type->event_count && !machine->processor->described) ||
		control_scope(machine, type) == CONTROL_BY_SOCKET);
}
