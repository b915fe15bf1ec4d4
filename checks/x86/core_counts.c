/* SPDX-License-Identifier: BSD-2-Clause */
/* A core counter counts what the others of its processor count. */
#include "checks/lib/core.h"
#include "checks/x86/all.h"

static void judge_core(struct check_context *context, const struct core_counter *counter,
		       const struct core_counter *partner)
{
	uint64_t expected = check_read(context, &partner->count);
	uint64_t got = check_read(context, &counter->count);

	/* Any processor that is awake counts cycles; virtual silicon may count no instructions. */
	if (!got && (expected >= CORE_LEAST || core_event_of(counter) != CORE_INSTRUCTIONS))
		fail_got(context, &counter->count, expected, got, "dead: it did not advance");
	else if (!got)
		check_skip(context, "nothing to count: no instruction retires");
	else if (!core_agree(expected, got))
		fail_got(context, &counter->count, expected, got, "counts otherwise than %s%u",
			 partner->count.row->name, partner->index);
	check_pass(context, "%llu counts, and %llu of %s%u on the same event", (unsigned long long)got,
		   (unsigned long long)expected, partner->count.row->name, partner->index);
}

/* ---- while it counts --------------------------------------------------------------------------------- */

#define BOUNDARY BIT(32)
#define BEFORE   64
#define BEYOND   64
#define STEP_NS  UINT64_C(1000)
#define STEPS    1000

/* The carry into the upper half is there as soon as the lower half is past it. Where writes reach the lower half
 * alone the counter cannot be brought near it. */
static void expect_whole(struct check_context *context, const struct core *core, const struct core_counter *counter)
{
	const struct core_load load = {.event = core_event_of(counter), .value = BOUNDARY - BEFORE};
	uint64_t past = 0, got = 0;

	if (~box_writable(&core->box, counter->count.row) & MASK(0, 33))
		return;
	core_quiet(context, core);
	core_load(context, counter, &load);
	core_start(context, core, counter->bit);
	for (unsigned i = 0; i < STEPS && past < BEFORE + BEYOND && check_going(context); i++) {
		check_pause(context, STEP_NS);
		got = check_read(context, &counter->count);
		past = (got - load.value) & counter->mask;
	}
	core_stop(context, core);
	/* The counter may be too slow to get there. */
	if (past >= BEFORE && (got < BOUNDARY || got >= BOUNDARY + BOUNDARY / 2))
		fail_got(context, &counter->count, BOUNDARY, got,
			 "torn: read while it counts, the carry from bit 31 is late");
}

void run_core_counts(struct check_context *context)
{
	const struct core core = core_of_target(context);
	const struct core_counter counter = core_counter_of_target(context, &core);
	/* The counter that counts the same: a general one for a fixed counter, else the fixed one of the cycles. */
	const struct core_counter partner = core_counter_of(context, &core, counter.fixed ? 0 : core.counters + 1);
	const struct core_load load = {.event = core_event_of(&counter)};
	uint64_t got;
	bool alone = counter.fixed ? counter.index > 1 : core.fixed_counters < 2;

	expect_whole(context, &core, &counter);
	core_quiet(context, &core);
	core_load(context, &counter, &load);
	core_load(context, &partner, &load);
	core_run_until(context, &core, counter.bit | partner.bit, alone ? &counter : &partner);
	if (!alone) {
		judge_core(context, &counter, &partner);
		return;
	}
	got = check_read(context, &counter.count);
	if (!got)
		fail_got(context, &counter.count, 1, got, "dead: it did not advance");
	check_pass(context, "%llu counts; no other counter counts the same for sure", (unsigned long long)got);
}
