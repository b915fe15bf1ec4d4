/* SPDX-License-Identifier: BSD-2-Clause */
/* The fixed clock agrees with what the general counters of its box make of the same clock. */
#include "checks/lib/nested.h"
#include "checks/x86/all.h"

#define START_VALUE UINT64_C(0x1000)
#define RUN_NS      UINT64_C(200000)
#define AROUND_NS   UINT64_C(10000000)
#define OTHERS      2  /* which must agree with each other before anything is held against them */
#define BETWEEN     64 /* one signal starts the counters of a box, and takes a few cycles to reach them */

/* Counts of the fixed counter and the others in the same stretch of time. */
struct tally {
	uint64_t clock, others[OTHERS];
};

/* `every`: what the general counters count in every cycle. */
static struct tally count_fixed(struct check_context *context, const struct counter *fixed, uint64_t every)
{
	struct counter others[OTHERS];
	struct tally tally;

	quiet_box(context, &fixed->box);
	counter_prepare(context, fixed, 0, START_VALUE);
	for (unsigned i = 0; i < OTHERS; i++) {
		others[i] = counter_of(&fixed->box, i);
		counter_prepare(context, &others[i], every, START_VALUE);
	}
	start(context, 0);
	check_pause(context, RUN_NS);
	stop(context);
	tally.clock = counter_advance(context, fixed, START_VALUE);
	for (unsigned i = 0; i < OTHERS; i++)
		tally.others[i] = counter_advance(context, &others[i], START_VALUE);
	return tally;
}

/* As far as is known the fixed counter and the box have the same clock. Start and stop may put a few cycles between the counts, however long
 * they run. */
static bool agree(uint64_t a, uint64_t b)
{
	uint64_t apart = a > b ? a - b : b - a;

	return apart <= BETWEEN;
}

/* One that does not start and stop with the others of its box is read before and after one of them, and within. */
static void compare_around(struct check_context *context, const struct counter *fixed, const struct counter *first,
			   uint64_t every)
{
	struct check_difference difference = {.reg = &fixed->count};
	struct nested nested;

	quiet_box(context, &fixed->box);
	counter_prepare(context, fixed, 0, START_VALUE);
	counter_prepare(context, first, every, START_VALUE);
	start(context, 0);
	nested = nested_count(context, fixed, first, AROUND_NS);
	stop(context);
	nested_note_difference(&nested, &difference);
	if (!nested_agree(&nested) && check_going(context))
		check_fail_at(context, &difference, "counts otherwise than the box's clock");
	check_pass(context, "%llu cycles, by reads around each other", (unsigned long long)nested.outer_a);
}

void run_fixed_rate(struct check_context *context)
{
	struct counter fixed = counter_of_target(context);
	struct counter first = counter_of(&fixed.box, 0);
	struct tally tally;
	uint64_t every;

	if (!find_every_cycle(context, &first, &every))
		return;
	if (starts_alone(context, &fixed)) {
		compare_around(context, &fixed, &first, every);
		return;
	}
	tally = count_fixed(context, &fixed, every);
	if (!agree(tally.others[0], tally.others[1]))
		check_skip(context, "the general counters to compare with do not agree");
	if (!agree(tally.clock, tally.others[0]))
		fail_got(context, &fixed.count, tally.others[0], tally.clock, "counts otherwise than the box's clock");
	check_pass(context, "%llu cycles", (unsigned long long)tally.clock);
}
