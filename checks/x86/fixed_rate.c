/* SPDX-License-Identifier: BSD-2-Clause */
/* The fixed clock agrees with what the general counters of its box make of the same clock. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#define START_VALUE UINT64_C(0x1000)
#define RUN_NS      UINT64_C(200000)
#define PAIRS       2
#define BETWEEN     64 /* one signal starts the counters of a box, and takes a few cycles to reach them */

/* Two counters of which in every cycle exactly one adds one. */
struct pair {
	struct counter with, without;
};

static struct pair pair_of(const struct box *box, unsigned number)
{
	return (struct pair){counter_of(box, 2 * number), counter_of(box, 2 * number + 1)};
}

static void load_fixed_rate(struct check_context *context, const struct counter *counter, uint64_t select)
{
	counter_load(context, counter, select | counter->select_enable, START_VALUE);
	counter_enable(context, counter);
}

static uint64_t advance_of(struct check_context *context, const struct counter *counter)
{
	return (counter_value(context, counter) - START_VALUE) & counter_mask(context, counter);
}

/* What the fixed counter and the pairs counted in one and the same stretch of time. */
struct tally {
	uint64_t clock, sums[PAIRS];
};

static void load_pairs(struct check_context *context, const struct counter *fixed)
{
	for (unsigned i = 0; i < PAIRS; i++) {
		struct pair pair = pair_of(&fixed->box, i);

		load_fixed_rate(context, &pair.with, cycles_with(context, &pair.with));
		load_fixed_rate(context, &pair.without, cycles_without(context, &pair.without));
	}
}

/* `clock`: the event of the box's clock, counted by one counter in place of each pair; NULL: there is none. */
static struct tally count_fixed(struct check_context *context, const struct counter *fixed, const uint64_t *clock)
{
	struct tally tally;

	quiet_box(context, &fixed->box);
	load_fixed_rate(context, fixed, 0);
	for (unsigned i = 0; clock && i < PAIRS; i++) {
		struct counter counter = counter_of(&fixed->box, i);

		load_fixed_rate(context, &counter, *clock);
	}
	if (!clock)
		load_pairs(context, fixed);
	start(context, 0);
	check_pause(context, RUN_NS);
	stop(context);
	tally.clock = advance_of(context, fixed);
	for (unsigned i = 0; i < PAIRS; i++) {
		struct pair pair = pair_of(&fixed->box, i);
		struct counter single = counter_of(&fixed->box, i);

		tally.sums[i] = clock ? advance_of(context, &single)
				      : advance_of(context, &pair.with) + advance_of(context, &pair.without);
	}
	return tally;
}

/* As far as is known the fixed counter and the box have the same clock. Start and stop may put a few cycles between the counts, however long
 * they run. */
static bool agree(uint64_t a, uint64_t b)
{
	uint64_t apart = a > b ? a - b : b - a;

	return apart <= BETWEEN;
}

/* False, with the check's verdict given, if two counters together do not count every cycle. */
static bool can_pair(struct check_context *context, const struct counter *fixed)
{
	struct counter first = counter_of(&fixed->box, 0);
	struct threshold_rule rule;

	if (box_counters(&fixed->box) < 2 * PAIRS || !cycles_without(context, &first)) {
		check_skip(context, "no general counters of this box can count every cycle");
		return false;
	}
	if (!threshold_find(context, &fixed->box, &rule) || rule.threshold || rule.invert) {
		check_skip(context, "threshold and invert do not tell cycles with from cycles without");
		return false;
	}
	return true;
}

static void run_fixed_rate(struct check_context *context)
{
	struct counter fixed = counter_of_target(context);
	struct counter first = counter_of(&fixed.box, 0);
	struct check_difference difference = {.reg = &fixed.count};
	struct tally tally;
	uint64_t clock;
	bool clocked;

	if (starts_alone(context, &fixed)) {
		check_skip(context, "it does not start and stop with the others of its box");
		return;
	}
	clocked = box_clock_of(context, &first, &clock);
	if (!clocked && !can_pair(context, &fixed))
		return;
	tally = count_fixed(context, &fixed, clocked ? &clock : NULL);
	if (!agree(tally.sums[0], tally.sums[1]))
		check_skip(context, "the general counters to compare with do not agree");
	difference.expected = tally.sums[0];
	difference.got = tally.clock;
	if (!agree(tally.clock, tally.sums[0]) && check_going(context))
		check_fail_at(context, &difference, "counts otherwise than the box's clock");
	check_pass(context, "%llu cycles", (unsigned long long)tally.clock);
}

const struct check check_fixed_rate = {
	.name = "rate",
	.title = "the fixed counter counts the cycles that the general counters see",
	.about = "Of two general counters one counts the cycles with an event, the other\n"
		 "those without it: together they count every cycle. Two such pairs must\n"
		 "agree with each other and with the fixed counter. Where the box has an event\n"
		 "that is its clock, two counters of that take their place. If it differs, it\n"
		 "counts another clock or at another rate: every rate and ratio that is\n"
		 "derived from it is wrong.",
	.scope = CHECK_OF_FIXED,
	.run = run_fixed_rate,
};
