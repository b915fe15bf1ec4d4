/* SPDX-License-Identifier: BSD-2-Clause */
/* Clearing the overflow of a core counter clears that bit, and changes nothing else. */
#include "checks/lib/core.h"
#include "checks/x86/all.h"

#define KEPT UINT64_C(0x5a5a5a5a)

/* Lets both counters overflow, one after the other, and leaves all stopped. */
static void overflow_two(struct check_context *context, const struct core *core, const struct core_counter *counter,
			 const struct core_counter *other)
{
	const struct core_counter *const both[] = {other, counter};

	core_load_all(context, core, false);
	for (unsigned i = 0; i < ARRAY_SIZE(both) && check_going(context); i++) {
		if (!core_overflow(context, core, both[i], false))
			core_fail_overflow(context, core, both[i]);
		core_stop(context, core);
	}
}

void run_core_clear(struct check_context *context)
{
	const struct core core = core_of_target(context);
	const struct core_counter counter = core_counter_of_target(context, &core);
	const struct core_counter other = core_clock_beside(context, &core, &counter);

	overflow_two(context, &core, &counter, &other);
	check_write(context, &counter.count, KEPT);
	check_write(context, &core.clear, counter.bit);
	expect_value(context, &counter.count, KEPT, "clearing its overflow bit changed it");
	expect_value(context, &core.status, other.bit, "a 1 for one counter's bit left other bits than its sibling's");
	check_write(context, &core.clear, other.bit);
	expect_value(context, &core.status, 0, "the last bit did not clear");
	check_pass(context, "clears its bit, and leaves its sibling's and the count");
}
