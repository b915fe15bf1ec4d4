/* SPDX-License-Identifier: BSD-2-Clause */
/* A core counter counts what the others of its processor count, and runs only with both its enables set. */
#include "checks/lib/core.h"
#include "checks/x86/all.h"

#define LEAST       256 /* counts that are enough to compare */
#define AGREE_SHIFT 10  /* tolerance: a thousandth, plus ... */
#define AGREE_SLACK 64  /* ... the time that one write takes to reach all counters */
#define START       UINT64_C(0x1000)

/* Runs the counters until `counter` has advanced by LEAST, but no longer than a tenth of a second. */
static void run_until(struct check_context *context, const struct core *core, uint64_t bits,
		      const struct core_counter *counter)
{
	struct hw *hw = context->machine->hw;
	uint64_t until = hw->now_ns(hw) + CORE_BOUND_NS, from = check_read(context, &counter->count), now;

	core_start(context, core, bits);
	do {
		check_pause(context, CORE_RUN_NS);
		now = check_read(context, &counter->count);
	} while (check_going(context) && ((now - from) & counter->mask) < LEAST && hw->now_ns(hw) < until);
	core_stop(context, core);
}

/* True if two counts agree, apart from the time between the starts and stops of their counters. */
static bool agree(uint64_t a, uint64_t b)
{
	uint64_t more = max_u64(a, b), less = min_u64(a, b);

	return more - less <= (more >> AGREE_SHIFT) + AGREE_SLACK;
}

/* ---- counts ------------------------------------------------------------------------------------------ */

static void judge_core(struct check_context *context, const struct core_counter *counter,
		       const struct core_counter *partner)
{
	uint64_t expected = check_read(context, &partner->count);
	uint64_t got = check_read(context, &counter->count);

	/* Any awake processor counts cycles; virtual silicon may count no instructions. */
	if (!got && (expected >= LEAST || core_event_of(counter) != CORE_INSTRUCTIONS))
		fail_got(context, &counter->count, expected, got, "dead: it did not advance");
	else if (!got)
		check_skip(context, "nothing to count: no instruction retires");
	else if (!agree(expected, got))
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

/* A read must not miss the carry into the upper half once the lower half has wrapped. If writes reach only the lower
 * half, the counter cannot be brought near that carry. */
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
	/* The counter that counts the same: a general one for a fixed counter, else the fixed one of core cycles. */
	const struct core_counter partner = core_counter_of(context, &core, counter.fixed ? 0 : core.counters + 1);
	const struct core_load load = {.event = core_event_of(&counter)};
	uint64_t got;
	bool alone = counter.fixed ? counter.index > 1 : core.fixed_counters < 2;

	expect_whole(context, &core, &counter);
	core_quiet(context, &core);
	core_load(context, &counter, &load);
	core_load(context, &partner, &load);
	run_until(context, &core, counter.bit | partner.bit, alone ? &counter : &partner);
	if (!alone) {
		judge_core(context, &counter, &partner);
		return;
	}
	got = check_read(context, &counter.count);
	if (!got)
		fail_got(context, &counter.count, 1, got, "dead: it did not advance");
	check_pass(context, "%llu counts; no other counter counts the same for sure", (unsigned long long)got);
}

/* ---- enables ----------------------------------------------------------------------------------------- */

static void run_once(struct check_context *context, const struct core *core, uint64_t bits)
{
	core_start(context, core, bits);
	check_pause(context, CORE_RUN_NS);
	core_stop(context, core);
}

void run_core_enables(struct check_context *context)
{
	const struct core core = core_of_target(context);
	const struct core_counter counter = core_counter_of_target(context, &core);
	const struct core_load load = {.event = core_event_of(&counter), .value = START};
	const struct core_load unselected = {.event = load.event, .value = START, .unselected = true};
	uint64_t others = check_allowed(context, &core.control) & ~counter.bit;

	core_quiet(context, &core);
	core_load(context, &counter, &load);
	run_once(context, &core, others);
	expect_value(context, &counter.count, START, "it counts without its bit in the global control");
	core_quiet(context, &core);
	core_load(context, &counter, &unselected);
	run_once(context, &core, others | counter.bit);
	expect_value(context, &counter.count, START, "it counts without its own enable");
	check_pass(context, "still without either");
}
