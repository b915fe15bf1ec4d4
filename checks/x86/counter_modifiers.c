/* SPDX-License-Identifier: BSD-2-Clause */
/* Threshold, invert and edge detection, tried on a clock: what each makes of it is known to the cycle. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#define RUN_NS      UINT64_C(20000)
#define START_VALUE UINT64_C(0x1000)

/* What is left of a clock. */
enum amount { AMOUNT_NONE, AMOUNT_ALL, AMOUNT_ODD };

static const char *const amounts[] = {"none", "all", "some"};

/* A clock adds one in each cycle: it never passes a threshold of two, and always one of one. */
static const struct trial {
	uint8_t threshold;
	bool invert, edge;
	uint8_t expected; /* enum amount */
	const char *name;
} trials[] = {
	{0, false, false, AMOUNT_ALL, "as it is"},
	{1, false, false, AMOUNT_ALL, "with a threshold of 1"},
	{2, false, false, AMOUNT_NONE, "with a threshold of 2"},
	{1, true, false, AMOUNT_NONE, "with a threshold of 1, inverted"},
	{2, true, false, AMOUNT_ALL, "with a threshold of 2, inverted"},
	{1, false, true, AMOUNT_NONE, "with edges of a threshold of 1"},
};

static uint64_t modifier_bits(const struct counter *counter, enum field_kind kind, uint64_t value)
{
	const struct field *field = layout_field(counter->select.row->layout, kind);

	return field ? value << field->low : 0;
}

/* Two counters of a box, that start and stop together: one under test, and one that counts every cycle. */
struct pair {
	struct counter tested, every;
	uint64_t clock; /* the event */
};

struct counts {
	uint64_t tested, every;
};

static void load_counter_modifiers(struct check_context *context, const struct counter *counter, uint64_t select)
{
	counter_load(context, counter, select | counter->select_enable, START_VALUE);
	counter_enable(context, counter);
}

static uint64_t advance(struct check_context *context, const struct counter *counter)
{
	return (counter_value(context, counter) - START_VALUE) & counter_mask(counter);
}

static struct counts count_modified(struct check_context *context, const struct pair *pair, const struct trial *trial)
{
	const struct counter *tested = &pair->tested;
	struct counts counts;

	quiet_box(context, &tested->box);
	load_counter_modifiers(context, tested,
			       pair->clock | modifier_bits(tested, FIELD_THRESHOLD, trial->threshold) |
				       modifier_bits(tested, FIELD_INVERT, trial->invert) |
				       modifier_bits(tested, FIELD_EDGE, trial->edge));
	load_counter_modifiers(context, &pair->every, pair->clock);
	start(context, 0);
	check_pause(context, RUN_NS);
	stop(context);
	counts.tested = advance(context, tested);
	counts.every = advance(context, &pair->every);
	return counts;
}

/* False if the box has no two counters for its clock. */
static bool find_pair(const struct check_context *context, struct pair *pair)
{
	pair->tested = counter_of_target(context);
	if (!box_clock_of(context, &pair->tested, &pair->clock))
		return false;
	for (unsigned i = 0; i < box_counters(&pair->tested.box); i++) {
		uint64_t clock;

		pair->every = counter_of(&pair->tested.box, i);
		if (i != pair->tested.number && box_clock_of(context, &pair->every, &clock) && clock == pair->clock)
			return true;
	}
	return false;
}

/* The edges of a clock are one, where it begins. A sibling that counts otherwise is found by `counts`. */
static enum amount amount_of(const struct counts *counts)
{
	if (counts->tested <= 2)
		return AMOUNT_NONE;
	return counts->tested >= counts->every / 2 ? AMOUNT_ALL : AMOUNT_ODD;
}

static void judge_counter_modifiers(struct check_context *context, const struct counter *counter,
				    const struct trial *trial, const struct counts *counts)
{
	struct check_difference difference = {.reg = &counter->select, .got = counts->tested};
	enum amount amount = amount_of(counts);

	difference.expected = trial->expected == AMOUNT_ALL ? counts->every : 0;
	if (amount != trial->expected && check_going(context))
		check_fail_at(context, &difference, "%s, %s of the clock's cycles count", trial->name, amounts[amount]);
}

static void run_counter_modifiers(struct check_context *context)
{
	struct pair pair;

	if (!find_pair(context, &pair)) {
		check_skip(context, "no two counters of this box count its clock");
		return;
	}
	for (unsigned i = 0; i < ARRAY_SIZE(trials); i++) {
		struct counts counts = count_modified(context, &pair, &trials[i]);

		if (counts.every <= 2 && check_going(context)) {
			check_skip(context, "the clock does not advance: see `counts`");
			return;
		}
		judge_counter_modifiers(context, &pair.tested, &trials[i], &counts);
	}
	check_pass(context, "%u ways to count cycles", (unsigned)ARRAY_SIZE(trials));
}

static bool has_clock(const struct box_type *type, unsigned counter)
{
	for (unsigned i = 0; i < type->event_count; i++)
		if (type->events[i].flags & EVENT_CLOCK && type->events[i].counters & BIT(counter))
			return true;
	return false;
}

static bool has_modifiers(const struct machine *machine, const struct check_target *target)
{
	const struct box_type *type = target->place->box.type;
	const struct register_row *row = box_row_of_role(type, ROLE_SELECT);

	return control_scope(machine, type) == CONTROL_BY_BOX && target->counter < box_counters(&target->place->box) &&
	       row && layout_field(row->layout, FIELD_THRESHOLD) && layout_field(row->layout, FIELD_INVERT) &&
	       layout_field(row->layout, FIELD_EDGE) && has_clock(type, target->counter);
}

const struct check check_counter_modifiers = {
	.name = "modifiers",
	.title = "threshold, invert and edge detection do what they say",
	.about = "Counts the box's clock, which adds one in each cycle: as it is, with\n"
		 "thresholds of one and two, the same inverted, and the edges of it. All\n"
		 "or none of the cycles must be left. The message names the setting that\n"
		 "lets other cycles pass: see the `bits` check of the select.",
	.scope = CHECK_OF_COUNTER,
	.applies = has_modifiers,
	.run = run_counter_modifiers,
};
