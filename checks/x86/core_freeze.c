/* SPDX-License-Identifier: BSD-2-Clause */
/* Hardware stops a processor's counters when one of them asks for a PMI, if it is told to. */
#include "checks/lib/core.h"
#include "checks/x86/all.h"
#include "core/event/event.h"

#define GROUP_MAX (2 * EVENT_FIXED_FIRST)

/* An overflow of one counter with its PMI enabled while all others of its processor count along. */
struct trial {
	struct core core;
	struct core_counter counters[GROUP_MAX];
	unsigned count;
	const struct core_counter *overflows;
};

static struct trial trial_of(const struct check_context *context)
{
	struct trial trial = {.core = core_of_target(context)};

	trial.count = (unsigned)min_u64(trial.core.counters + trial.core.fixed_counters, GROUP_MAX);
	for (unsigned i = 0; i < trial.count; i++)
		trial.counters[i] = core_counter_of(context, &trial.core, i);
	return trial;
}

static bool provoke_freeze(struct check_context *context, const struct trial *trial, bool freeze)
{
	const struct expectation overflowed = {&trial->core.status, trial->overflows->bit, trial->overflows->bit};
	uint64_t kept = check_read(context, &trial->core.freeze) & ~trial->core.freeze_bit, bits = 0;

	core_quiet(context, &trial->core);
	check_write(context, &trial->core.freeze, kept | (freeze ? trial->core.freeze_bit : 0));
	for (unsigned i = 0; i < trial->count; i++) {
		const struct core_counter *counter = &trial->counters[i];
		bool chosen = counter == trial->overflows;
		const struct core_load load = {
			.event = core_event_of(counter),
			.value = chosen ? counter->mask + 1 - PRELOAD_DISTANCE : 0,
			.pmi = chosen,
		};

		core_load(context, counter, &load);
		bits |= counter->bit;
	}
	core_start(context, &trial->core, bits);
	if (wait_for(context, &overflowed, CORE_BOUND_NS))
		return true;
	if (check_going(context))
		core_fail_overflow(context, &trial->core, trial->overflows);
	return false;
}

static void read_values(struct check_context *context, const struct trial *trial, uint64_t values[GROUP_MAX])
{
	for (unsigned i = 0; i < trial->count; i++)
		values[i] = check_read(context, &trial->counters[i].count);
}

static void expect_values(struct check_context *context, const struct trial *trial, const uint64_t values[GROUP_MAX],
			  const char *wrong)
{
	check_pause(context, CORE_RUN_NS);
	for (unsigned i = 0; i < trial->count; i++)
		expect_value(context, &trial->counters[i].count, values[i], wrong);
}

/* What was overflowing has no bit here that would be found clear by chance: all counters were on. */
static void check_frozen(struct check_context *context, const struct trial *trial)
{
	uint64_t values[GROUP_MAX] = {0};

	expect_value(context, &trial->core.control, 0, "the enables were not cleared as a PMI was requested");
	read_values(context, trial, values);
	expect_values(context, trial, values, "it counts on though frozen");
	check_write(context, &trial->core.clear, trial->overflows->bit);
	expect_values(context, trial, values, "clearing the overflow set it going: only the enables may");
}

static void run_core_freeze(struct check_context *context)
{
	struct trial trial = trial_of(context);
	uint64_t all = 0;

	for (unsigned i = 0; i < trial.count; i++)
		all |= trial.counters[i].bit;
	trial.overflows = &trial.counters[0];
	if (!provoke_freeze(context, &trial, false))
		return;
	expect_value(context, &trial.core.control, all, "the enables were cleared with the freeze off");
	for (unsigned i = 0; i < trial.count; i++) {
		trial.overflows = &trial.counters[i];
		if (!provoke_freeze(context, &trial, true))
			return;
		check_frozen(context, &trial);
	}
	check_pass(context, "frozen by each of %u counters until the enables are set again, and only if told to",
		   trial.count);
}

const struct check check_core_freeze = {
	.name = "freeze.pmi",
	.title = "hardware stops a processor's counters as one asks for a PMI",
	.about = "Lets each counter in turn overflow with its PMI enabled while all others\n"
		 "count along, with the freeze, and one without it. With it the global control\n"
		 "must read 0, all counters must stand still, and go on standing when the\n"
		 "overflow is cleared. The PMI itself is held back. If the\n"
		 "freeze does not work samples are taken later than the overflow: `record`\n"
		 "says so, too.",
	.fact_core =
		"SDM: with FREEZE_PERFMON_ON_PMI, version 3 clears the enables as a PMI is requested; software sets them again",
	.scope = CHECK_OF_BOX,
	.run = run_core_freeze,
};
