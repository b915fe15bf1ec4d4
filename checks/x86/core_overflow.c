/* SPDX-License-Identifier: BSD-2-Clause */
/* A core counter wraps at its width and sets only its own status bit. Clearing that bit changes nothing else. */
#include "checks/lib/core.h"
#include "checks/x86/all.h"

/* ---- overflow ---------------------------------------------------------------------------------------- */

/* Its overflow bit was not set: judges if the counter wrapped. */
static void fail_silent(struct check_context *context, const struct core *core, const struct core_counter *counter)
{
	uint64_t count, status;

	if (core_skip_slow(context, counter))
		return;
	count = check_read(context, &counter->count);
	status = check_read(context, &core->status);
	if (count <= counter->mask / 2)
		fail_got(context, &core->status, counter->bit, status,
			 "%s%u began anew at 0, and its overflow does not show", counter->count.row->name,
			 counter->index);
	fail_got(context, &counter->count, 0, count,
		 "loaded 16 events below 2^%u, it did not overflow: is it as wide as CPUID says?",
		 core_pmu_bits(context->machine, counter->fixed));
}

void run_core_overflow(struct check_context *context)
{
	const struct core core = core_of_target(context);
	const struct core_counter counter = core_counter_of_target(context, &core);
	uint64_t control, status, count, cleared;

	core_quiet(context, &core);
	if (!core_overflow(context, &core, &counter, false)) {
		fail_silent(context, &core, &counter);
		return;
	}
	control = check_read(context, &core.control);
	core_stop(context, &core);
	status = check_read(context, &core.status);
	count = check_read(context, &counter.count);
	/* Several events may come in one cycle, and some come before the stop takes effect. */
	if (count > counter.mask / 2)
		fail_got(context, &counter.count, 0, count, "its overflow shows, but it did not begin anew at 0");
	check_write(context, &core.clear, counter.bit);
	cleared = check_read(context, &core.status);
	expect_got(context, &core.status, counter.bit, status, "it shows other bits than the counter's own");
	expect_got(context, &core.control, counter.bit, control, "it stopped counters though its PMI was not enabled");
	expect_got(context, &core.status, 0, cleared, "its bit would not clear");
	check_pass(context, "at 2^%u, and cleared", core_pmu_bits(context->machine, counter.fixed));
}

/* ---- clear ------------------------------------------------------------------------------------------- */

#define KEPT UINT64_C(0x5a5a5a5a)

/* Makes both counters overflow, one after the other, and leaves all counters stopped. */
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
