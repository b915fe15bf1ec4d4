/* SPDX-License-Identifier: BSD-2-Clause */
/* A core counter counts at the privilege levels that its select names, and at no other. */
#include "checks/lib/core.h"
#include "checks/x86/all.h"

/* Counts are compared as shares of those of a reference counter, in parts of ONE. */
#define ONE         BIT(16)
#define LEAST       256
#define LEAST_OWN   16 /* of the counter itself, at all levels: fewer may all fall into one of two equal times */
#define AGREE_SHIFT 5  /* a part in 32 */

/* Shares counted at all levels, at level 0, where the checks run, and at those above. */
struct shares {
	uint64_t all, os, usr;
	uint64_t own;   /* counts at all levels */
	uint64_t least; /* of the reference counter's counts, in any of the three */
};

/* Counts with both from one write to another, for `times` runs; the reference counter counts at all levels. */
static uint64_t count_levels(struct check_context *context, const struct core *core, const struct core_counter *counter,
			     enum core_levels levels, unsigned times, uint64_t *least, uint64_t *own)
{
	const struct core_counter beside = core_clock_beside(context, core, counter);
	const struct core_load load = {.event = core_event_of(counter), .levels = (uint8_t)levels};
	uint64_t other;

	core_quiet(context, core);
	core_load(context, counter, &load);
	core_load(context, &beside, &(struct core_load){.event = core_event_of(&beside)});
	core_run_busy(context, core, counter->bit | beside.bit, times);
	*own = check_read(context, &counter->count);
	other = check_read(context, &beside.count);
	*least = min_u64(*least, other);
	return other ? *own * ONE / other : 0;
}

static struct shares shares_of(struct check_context *context, const struct core *core,
			       const struct core_counter *counter, unsigned times)
{
	struct shares shares = {.least = UINT64_MAX};
	uint64_t counts;

	shares.all = count_levels(context, core, counter, CORE_LEVELS_ALL, times, &shares.least, &shares.own);
	shares.os = count_levels(context, core, counter, CORE_LEVEL_OS, times, &shares.least, &counts);
	shares.usr = count_levels(context, core, counter, CORE_LEVELS_USR, times, &shares.least, &counts);
	return shares;
}

static void fail_levels(struct check_context *context, const struct core_counter *counter, uint64_t expected,
			uint64_t got, const char *wrong)
{
	fail_got(context, &counter->count, expected, got, "%s%u %s: parts of %u of the counter next to it",
		 counter->count.row->name, counter->index, wrong, (unsigned)ONE);
}

/* All of this is done at level 0. */
static void judge_levels(struct check_context *context, const struct core_counter *counter, const struct shares *shares)
{
	if (shares->usr)
		fail_levels(context, counter, 0, shares->usr, "counts above level 0 alone, where nothing runs");
	if (shares->os < shares->all / 2)
		fail_levels(context, counter, shares->all, shares->os, "does not count at level 0 alone, where we are");
	check_pass(context, "counts at level 0, and nothing above it");
}

/* Something ran above level 0 while the check ran at level 0: a hypervisor, or an emulator of the processor. */
static void judge_split(struct check_context *context, const struct core_counter *counter, const struct shares *shares)
{
	uint64_t sum = shares->os + shares->usr, apart = max_u64(sum, shares->all) - min_u64(sum, shares->all);

	if (apart > (shares->all >> AGREE_SHIFT) + 1)
		fail_levels(context, counter, shares->all, sum, "counts level 0 and those above otherwise than both");
	check_pass(context, "counts at level 0, and the rest above it, where something else runs");
}

/* True if another counter counts at level 0. */
static bool is_at_level_0(struct check_context *context, const struct core *core, const struct core_counter *counter)
{
	const struct core_counter beside = core_clock_beside(context, core, counter);
	uint64_t least = UINT64_MAX, counts;

	return count_levels(context, core, &beside, CORE_LEVEL_OS, CORE_SLOW_TIMES, &least, &counts);
}

static bool is_enough(const struct shares *shares)
{
	return shares->least >= LEAST && shares->own >= LEAST_OWN;
}

void run_core_levels(struct check_context *context)
{
	const struct core core = core_of_target(context);
	const struct core_counter counter = core_counter_of_target(context, &core);
	struct shares shares = shares_of(context, &core, &counter, 1);

	if (!is_enough(&shares))
		shares = shares_of(context, &core, &counter, CORE_SLOW_TIMES);
	if (!check_going(context))
		return;
	if (!is_enough(&shares)) {
		check_skip(context, "the counter or the one next to it hardly advances: see `counts`");
		return;
	}
	if (!shares.os && !is_at_level_0(context, &core, &counter)) {
		check_skip(context, "no counter has anything happen at level 0, where we are");
		return;
	}
	if (shares.usr && shares.os)
		judge_split(context, &counter, &shares);
	else
		judge_levels(context, &counter, &shares);
}
