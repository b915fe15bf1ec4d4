/* SPDX-License-Identifier: BSD-2-Clause */
/* A counter has exactly its documented width: it carries past every boundary and wraps at the last one. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

/* Counting starts this far before a boundary, and must get farther past it than the values that errata concern. */
#define BEFORE 16
#define BEYOND 16

/* After STILL reads in a row without a change, the counter has stopped. A slow one gets time as long as it moves. */
#define STILL  40
#define LOOKS  400

/* The bound on time keeps even a fast counter far from half the next boundary. */
static bool is_beyond(uint64_t value, uint64_t boundary, unsigned bits)
{
	return value >= boundary + BEYOND && value < boundary + BIT(bits - 1);
}

/* Counts across 2^bits. Returns true if the counter got there, or stopped before; *running is the last value read
 * before it was stopped. Skips the check if the counter is too slow. */
static bool cross(struct check_context *context, const struct counter *counter, const struct stimulus *stimulus,
		  unsigned bits, uint64_t *running)
{
	uint64_t from = MASK(0, bits) + 1 - BEFORE, now = from;
	unsigned looks = 0, still = 0;

	quiet_box(context, &counter->box);
	counter_prepare(context, counter, stimulus->select, from);
	start(context, 0);
	for (; looks < LOOKS && still < STILL; looks++) {
		check_pause(context, stimulus->window_ns);
		*running = counter_value(context, counter);
		still = *running == now ? still + 1 : 0;
		now = *running;
		if (((now - from) & counter_mask(context, counter)) >= BEFORE + BEYOND && !may_be_misread(now))
			break;
	}
	stop(context);
	if (looks == LOOKS)
		check_skip(context, "what it counts comes too slowly to get across bit %u in time", bits);
	return looks < LOOKS && check_going(context);
}

/* `boundary`: the value at the boundary, 0 after the last bit; `running`: the last value read before the stop. */
static void judge_counter_width(struct check_context *context, const struct counter *counter, unsigned bits,
				uint64_t boundary, uint64_t running)
{
	uint64_t got = counter_value(context, counter), least = boundary + BEYOND;

	if (!is_beyond(got, boundary, bits) && !boundary)
		fail_got(context, &counter->count, least, got, "does not wrap after %u bits", bits);
	else if (!is_beyond(got, boundary, bits))
		fail_got(context, &counter->count, least, got, "loses the carry from bit %u to %u", bits - 1, bits);
	else if (!is_beyond(running, boundary, bits))
		fail_got(context, &counter->count, boundary, running,
			 "torn: read while it counts, the carry from bit %u is late", bits - 1);
}

void run_counter_width(struct check_context *context)
{
	struct counter counter = counter_of_target(context);
	unsigned width = counter_width(context, &counter);
	const unsigned boundaries[] = {32, 40, width - 1, width};
	struct stimulus stimulus;

	if (!stimulus_find(context, &counter, &stimulus))
		return;
	for (unsigned i = 0; i < ARRAY_SIZE(boundaries); i++) {
		unsigned bits = boundaries[i];
		uint64_t running;

		if (bits <= width && cross(context, &counter, &stimulus, bits, &running))
			judge_counter_width(context, &counter, bits, bits == width ? 0 : BIT(bits), running);
	}
	check_pass(context, "wraps after %u bits", width);
}
