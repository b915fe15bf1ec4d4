/* SPDX-License-Identifier: BSD-2-Clause */
/* A counter has exactly the width it should: carries pass every boundary, and it wraps at the last. */
#include "tests/target/all.h"
#include "tests/target/support.h"

/* Counting starts this far before a boundary, and must get past it by more than errata on the lowest
 * values reach. */
#define BEFORE 16
#define BEYOND 16

#define WAITS  40

/* Counts across 2^bits. True if the counter got there. */
static bool cross(struct check_context *context, const struct counter *counter,
		  const struct stimulus *stimulus, unsigned bits)
{
	uint64_t from = MASK(0, bits) + 1 - BEFORE, now;

	quiet_box(context, &counter->box);
	counter_load(context, counter, stimulus->select | counter->select_enable, from);
	counter_enable(context, counter);
	start(context, 0);
	for (unsigned i = 0; i < WAITS; i++) {
		check_pause(context, stimulus->window_ns);
		now = counter_value(context, counter);
		if (((now - from) & counter_mask(counter)) >= BEFORE + BEYOND)
			break;
	}
	stop(context);
	return check_going(context);
}

static void judge(struct check_context *context, const struct counter *counter, unsigned bits)
{
	bool last = bits == counter->box.type->counter_bits;
	uint64_t boundary = last ? 0 : BIT(bits);
	uint64_t got = counter_value(context, counter);
	struct check_difference difference = {
		.reg = &counter->count, .expected = boundary, .got = got};

	/* However fast it counts, in the time given it gets nowhere near half the next boundary. */
	if (got >= boundary + BEYOND && got < boundary + BIT(bits - 1))
		return;
	if (last)
		check_fail_at(context, &difference, "does not wrap after %u bits", bits);
	else
		check_fail_at(context, &difference, "loses the carry from bit %u to %u", bits - 1,
			      bits);
}

static void run(struct check_context *context)
{
	struct counter counter = counter_of_target(context);
	unsigned width = counter.box.type->counter_bits;
	const unsigned boundaries[] = {32, 40, width - 1, width};
	struct stimulus stimulus;

	if (!stimulus_find(context, &counter, &stimulus))
		return;
	for (unsigned i = 0; i < ARRAY_SIZE(boundaries); i++)
		if (cross(context, &counter, &stimulus, boundaries[i]))
			judge(context, &counter, boundaries[i]);
	check_pass(context, "wraps after %u bits", width);
}

const struct check check_counter_width = {
	.name = "width",
	.title = "the counter has its full width and wraps there",
	.about =
		"Loads the counter just below 2^32, 2^40, half its range and its end, lets it "
		"count\n"
		"across, and looks at the value: the carry must arrive, and after the last bit "
		"the\n"
		"counter must start over from 0. A counter that is narrower loses the carry or "
		"wraps\n"
		"too early. Overflow sampling with it would come after the wrong number of events.",
	.fact = "323535 p.27, p.140: event_count is bits 47:0; overflow is the carry out of bit 47",
	.fact_box = "327043-001: event_count has the width of the table, and wraps to 0 with the "
		    "carry out of it",
	.scope = CHECK_OF_COUNTER,
	.run = run,
};
