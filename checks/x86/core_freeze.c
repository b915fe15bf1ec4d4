/* SPDX-License-Identifier: BSD-2-Clause */
/* Hardware stops a processor's counters when one of them asks for a PMI, if it is told to. */
#include "checks/lib/core.h"
#include "checks/x86/all.h"

/* An overflow of general counter 0 with its PMI enabled while a fixed one counts along. */
struct trial {
	struct core core;
	struct core_counter overflows, along;
};

static bool provoke_freeze(struct check_context *context, const struct trial *trial, bool freeze)
{
	const struct core_load load = {.event = core_event_of(&trial->along)};
	uint64_t kept = check_read(context, &trial->core.freeze) & ~trial->core.freeze_bit;

	core_quiet(context, &trial->core);
	check_write(context, &trial->core.freeze, kept | (freeze ? trial->core.freeze_bit : 0));
	core_load(context, &trial->along, &load);
	if (core_overflow(context, &trial->core, &trial->overflows, true))
		return true;
	core_fail_overflow(context, &trial->core, &trial->overflows);
	return false;
}

/* What was overflowing has no bit here that would be found clear by chance: both counters were on. */
static void check_frozen(struct check_context *context, const struct trial *trial)
{
	uint64_t value;

	expect_value(context, &trial->core.control, 0, "the enables were not cleared as a PMI was requested");
	value = check_read(context, &trial->along.count);
	check_pause(context, CORE_RUN_NS);
	expect_value(context, &trial->along.count, value, "it counts on though frozen");
	check_write(context, &trial->core.clear, trial->overflows.bit);
	check_pause(context, CORE_RUN_NS);
	expect_value(context, &trial->along.count, value, "clearing the overflow set it going: only the enables may");
}

static void run_core_freeze(struct check_context *context)
{
	struct trial trial = {.core = core_of_target(context)};
	uint64_t both;

	trial.overflows = core_counter_of(context, &trial.core, 0);
	trial.along = core_counter_of(context, &trial.core, trial.core.fixed_counters ? trial.core.counters : 1);
	both = trial.overflows.bit;
	if (!provoke_freeze(context, &trial, false))
		return;
	expect_value(context, &trial.core.control, both, "the enables were cleared with the freeze off");
	if (!provoke_freeze(context, &trial, true))
		return;
	check_frozen(context, &trial);
	check_pass(context, "frozen until the enables are set again, and only if told to");
}

const struct check check_core_freeze = {
	.name = "freeze.pmi",
	.title = "hardware stops a processor's counters as one asks for a PMI",
	.about = "Lets a counter overflow with its PMI enabled, with and without the freeze.\n"
		 "With it the global control must read 0, counters must stand still, and go on\n"
		 "standing when the overflow is cleared. The PMI itself is held back. If the\n"
		 "freeze does not work samples are taken later than the overflow: `record`\n"
		 "says so, too.",
	.fact_core =
		"SDM: with FREEZE_PERFMON_ON_PMI, version 3 clears the enables as a PMI is requested; software sets them again",
	.scope = CHECK_OF_BOX,
	.run = run_core_freeze,
};
