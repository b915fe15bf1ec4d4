/* SPDX-License-Identifier: BSD-2-Clause */
/* Hardware stops a processor's counters when one of them asks for a PMI, if its freeze is enabled. */
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
	const struct counter_quirk *runs_on; /* an erratum has some counters run on; NULL: none is known to */
};

static struct trial trial_of(const struct check_context *context)
{
	struct trial trial = {.core = core_of_target(context)};

	trial.runs_on = core_pmu_quirk(context->machine, trial.core.box.type, QUIRK_RUNS_ON);
	trial.count = (unsigned)min_u64(trial.core.counters + trial.core.fixed_counters, GROUP_MAX);
	for (unsigned i = 0; i < trial.count; i++)
		trial.counters[i] = core_counter_of(context, &trial.core, i);
	return trial;
}

/* True if a freeze must stop the counter. */
static bool must_stop(const struct trial *trial, const struct core_counter *counter)
{
	return !trial->runs_on || counter->fixed || counter->index < trial->runs_on->from;
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
		if (must_stop(trial, &trial->counters[i]))
			expect_value(context, &trial->counters[i].count, values[i], wrong);
}

static uint64_t all_of(const struct trial *trial)
{
	uint64_t all = 0;

	for (unsigned i = 0; i < trial->count; i++)
		all |= trial->counters[i].bit;
	return all;
}

/* What was overflowing has no bit here that would be found clear by chance: all counters were on. */
static void expect_stopped(struct check_context *context, const struct trial *trial)
{
	uint64_t status = check_read(context, &trial->core.status);

	if (trial->core.frozen) {
		expect_value(context, &trial->core.control, all_of(trial), "the freeze changed the enables");
		expect_got(context, &trial->core.status, status | trial->core.frozen, status,
			   "it does not say that counters are frozen");
	} else {
		expect_value(context, &trial->core.control, 0, "the enables were not cleared as a PMI was requested");
	}
}

/* Fails unless all counters count again, by their old enables, once the status no longer says that they are frozen. */
static void expect_thaw(struct check_context *context, const struct trial *trial, const uint64_t values[GROUP_MAX])
{
	struct hw *hw = context->machine->hw;

	check_write(context, &trial->core.clear, trial->core.frozen);
	for (unsigned i = 0; i < trial->count && check_going(context); i++) {
		uint64_t until = hw->now_ns(hw) + CORE_BOUND_NS, got = values[i];

		while (got == values[i] && check_going(context) && hw->now_ns(hw) < until) {
			check_pause(context, CORE_RUN_NS);
			got = check_read(context, &trial->counters[i].count);
		}
		if (got == values[i])
			fail_got(context, &trial->counters[i].count, values[i] + 1, got,
				 "it stands still although the freeze was cleared");
	}
}

static void check_frozen(struct check_context *context, const struct trial *trial)
{
	uint64_t values[GROUP_MAX] = {0};

	expect_stopped(context, trial);
	if (!must_stop(trial, trial->overflows))
		return; /* its overflow cannot be cleared while it counts */
	read_values(context, trial, values);
	expect_values(context, trial, values, "it counts on though frozen");
	check_write(context, &trial->core.clear, trial->overflows->bit);
	expect_values(context, trial, values,
		      trial->core.frozen ? "clearing the overflow set it going: only clearing the freeze may"
					 : "clearing the overflow set it going: only the enables may");
	if (trial->core.frozen)
		expect_thaw(context, trial, values);
}

void run_core_freeze(struct check_context *context)
{
	struct trial trial = trial_of(context);

	trial.overflows = &trial.counters[0];
	if (!provoke_freeze(context, &trial, false))
		return;
	expect_value(context, &trial.core.control, all_of(&trial), "the enables were cleared with the freeze off");
	if (trial.core.frozen)
		expect_value(context, &trial.core.status, trial.overflows->bit,
			     "the status shows more with the freeze off");
	core_leave_end(context, &trial.core, trial.overflows);
	for (unsigned i = 0; i < trial.count; i++) {
		trial.overflows = &trial.counters[i];
		if (!provoke_freeze(context, &trial, true))
			return;
		check_frozen(context, &trial);
	}
	check_pass(context, "frozen by each of %u counters until %s, and only if told to", trial.count,
		   trial.core.frozen ? "that is cleared" : "the enables are set again");
}
