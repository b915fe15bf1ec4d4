/* SPDX-License-Identifier: BSD-2-Clause */
/* The fixed clock agrees with what the general counters of its box make of the same clock. */
#include "checks/lib/nested.h"
#include "checks/x86/all.h"

#define RUN_NS    UINT64_C(200000)
#define AROUND_NS UINT64_C(10000000)
#define OTHERS    2  /* which must agree with each other before anything is held against them */
#define BETWEEN   64 /* one signal starts the counters of a box, and takes a few cycles to reach them */

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
	struct together tally = {.of = {{fixed, 0, START_VALUE, 0}}, .count = 1};
	const struct counting *clock = &tally.of[0], *others = &tally.of[1];
	uint64_t every;

	if (!find_every_cycle(context, &first, &every))
		return;
	if (starts_alone(context, &fixed)) {
		compare_around(context, &fixed, &first, every);
		return;
	}
	for (unsigned i = 0; i < OTHERS; i++)
		tally.of[tally.count++] = (struct counting){counter_of(&fixed.box, i), every, START_VALUE, 0};
	quiet_box(context, &fixed.box);
	together_prepare(context, &tally);
	together_run(context, &tally, RUN_NS);
	if (!agree(others[0].counts, others[1].counts))
		check_skip(context, "the general counters to compare with do not agree");
	if (!agree(clock->counts, others[0].counts))
		fail_got(context, &fixed.count, others[0].counts, clock->counts,
			 "counts otherwise than the box's clock");
	check_pass(context, "%llu cycles", (unsigned long long)clock->counts);
}
