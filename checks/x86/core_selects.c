/* SPDX-License-Identifier: BSD-2-Clause */
/* A core counter counts only at the privilege levels that its select names, and as its threshold, invert and edge
 * detect say. */
#include "boxes/core-pmu.h"
#include "checks/lib/core.h"
#include "checks/x86/all.h"

/* Counts are compared as shares of a reference counter's counts, in units of 1/ONE. */
#define ONE         BIT(16)
#define LEAST       256
#define LEAST_OWN   16 /* of the counter itself, at all levels: fewer may all fall into one of two equal runs */
#define AGREE_SHIFT 5  /* one part in 32 */

/* Shares counted at all levels, at level 0, where the checks run, and above level 0. */
struct shares {
	uint64_t all, os, usr;
	uint64_t own;   /* counts at all levels */
	uint64_t least; /* the least count of the reference counter in these three */
};

/* Runs both counters `times` runs long; the reference counter counts at all levels. Returns the counter's share. */
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

/* True if the counter next to it counts at level 0. */
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
	if (shares.usr && shares.os) {
		uint64_t sum = shares.os + shares.usr, apart = max_u64(sum, shares.all) - min_u64(sum, shares.all);

		/* A hypervisor or an emulator of the processor ran above level 0 while the check ran at level 0. */
		if (apart > (shares.all >> AGREE_SHIFT) + 1)
			fail_levels(context, &counter, shares.all, sum,
				    "counts level 0 and those above otherwise than both");
		check_pass(context, "counts at level 0, and the rest above it, where something else runs");
	} else {
		/* All work was done at level 0. */
		if (shares.usr)
			fail_levels(context, &counter, 0, shares.usr, "counts above level 0 alone, where nothing runs");
		if (shares.os < shares.all / 2)
			fail_levels(context, &counter, shares.all, shares.os,
				    "does not count at level 0 alone, where we are");
		check_pass(context, "counts at level 0, and nothing above it");
	}
}

/* ---- threshold, invert and edge detection --------------------------------------------------------------- */

struct trial {
	uint8_t threshold;
	bool invert, edge, all; /* `all`: all cycles must count, else none */
	const char *name;
};

/* A condition that is always true has edges only where the processor sleeps. Inverting a threshold of one is not tried:
 * no document says whether cycles of a sleeping processor count then. */
static const struct trial trials[] = {
	{0, false, false, true, "as it is"},
	{1, false, false, true, "with a threshold of 1"},
	{2, false, false, false, "with a threshold of 2"},
	{0x80, false, false, false, "with a threshold of 128"},
	{2, true, false, true, "below a threshold of 2"},
	{1, false, true, false, "with edges of a threshold of 1"},
};

/* Counts `event` as the trial says in `got`, and unmodified with `beside`, in `times` runs. Returns the count of
 * `beside`; 0 if it is too small to compare. */
static uint64_t count_trial(struct check_context *context, const struct core *core, const struct core_counter *counter,
			    const struct core_counter *beside, const struct trial *trial, unsigned event,
			    unsigned times, uint64_t *got)
{
	const struct register_layout *layout = counter->select.row->layout;
	const struct field *threshold = layout_field(layout, FIELD_THRESHOLD);
	const struct core_load load = {.event = event,
				       .modifiers = (uint64_t)trial->threshold << threshold->low |
						    (trial->invert ? layout_bits(layout, FIELD_INVERT) : 0) |
						    (trial->edge ? layout_bits(layout, FIELD_EDGE) : 0)};
	uint64_t every;

	core_quiet(context, core);
	core_load(context, counter, &load);
	core_load(context, beside, &(struct core_load){.event = event});
	core_run_busy(context, core, counter->bit | beside->bit, times);
	every = check_read(context, &beside->count);
	*got = check_read(context, &counter->count);
	return check_going(context) && every >= LEAST ? every : 0;
}

/* Returns false if there is nothing to compare with. */
static bool try_modifier(struct check_context *context, const struct core *core, const struct core_counter *counter,
			 const struct trial *trial)
{
	const struct core_counter beside = core_clock_beside(context, core, counter);
	uint64_t got, every = count_trial(context, core, counter, &beside, trial, CORE_CYCLES, 1, &got);

	if (!every)
		every = count_trial(context, core, counter, &beside, trial, CORE_CYCLES, CORE_SLOW_TIMES, &got);
	/* Up to a sixteenth, for the time that one write takes to reach both counters, is taken for none. */
	if (every && (trial->all ? got < every / 2 : got > every / 16))
		fail_got(context, &counter->select, trial->all ? every : 0, got, "ctr%u %s counts %llu of %llu cycles",
			 counter->index, trial->name, (unsigned long long)got, (unsigned long long)every);
	return every;
}

/* Fails if a higher threshold counts more cycles of instructions. */
static void try_rising(struct check_context *context, const struct core *core, const struct core_counter *counter)
{
	static const struct trial rising[] = {{.threshold = 1}, {.threshold = 2}, {.threshold = 4}};
	const struct core_counter beside = core_counter_of(context, core, core->counters); /* of instructions */
	uint64_t before = ONE, got;

	if (!core->fixed_counters || core_pmu_lacks_event(&context->machine->core_pmu, CORE_INSTRUCTIONS))
		return;
	for (unsigned i = 0; i < ARRAY_SIZE(rising); i++) {
		uint64_t every = count_trial(context, core, counter, &beside, &rising[i], CORE_INSTRUCTIONS, 1, &got);

		if (!every)
			return;
		if (got * ONE / every > before + before / 8 + ONE / 64)
			fail_got(
				context, &counter->select, before * every / ONE, got,
				"ctr%u lets more cycles pass with a threshold of %u instructions than with a lower one",
				counter->index, rising[i].threshold);
		before = got * ONE / every;
	}
}

void run_core_modifiers(struct check_context *context)
{
	const struct core core = core_of_target(context);
	const struct core_counter counter = core_counter_of_target(context, &core);

	for (unsigned i = 0; i < ARRAY_SIZE(trials) && check_going(context); i++)
		if (!try_modifier(context, &core, &counter, &trials[i]))
			check_skip(context, "the counter next to it hardly advances: see its `counts` check");
	if (check_going(context))
		try_rising(context, &core, &counter);
	check_pass(context, "%u ways to count cycles", (unsigned)ARRAY_SIZE(trials));
}

bool has_core_modifiers(const struct machine *machine, const struct check_target *target)
{
	const struct box_type *type = target->place->box.type;

	return target->counter < core_pmu_counters(machine, type) && core_has_beside(machine, target) &&
	       layout_field(box_row_of_role(type, ROLE_SELECT)->layout, FIELD_THRESHOLD);
}

/* True if core_clock_beside() can find another counter for each counter. */
bool core_has_beside(const struct machine *machine, const struct check_target *target)
{
	const struct box_type *type = target->place->box.type;

	return core_pmu_counters(machine, type) > 1 ||
	       (core_pmu_counters(machine, type) && core_pmu_fixed_counters(machine, type) > 1);
}
