/* SPDX-License-Identifier: BSD-2-Clause */
/* Hardware stops a processor's counters when one of them requests a PMI, if its freeze is enabled. */
#include "checks/lib/core.h"
#include "checks/x86/all.h"

/* An overflow of one counter with its PMI enabled, while all other counters of its processor run. */
struct trial {
	struct core_group all;
	const struct core_counter *overflows;
	const struct counter_quirk *runs_on; /* erratum by which some counters keep running; NULL: none known */
};

/* True if a freeze must stop the counter. */
static bool must_stop(const struct trial *trial, const struct core_counter *counter)
{
	return !trial->runs_on || counter->fixed || counter->index < trial->runs_on->from;
}

static bool provoke_freeze(struct check_context *context, const struct trial *trial, bool freeze)
{
	const struct expectation overflowed = {&trial->all.core.status, trial->overflows->bit, trial->overflows->bit};
	uint64_t kept = check_read(context, &trial->all.core.freeze) & ~trial->all.core.freeze_bit;

	core_quiet(context, &trial->all.core);
	check_write(context, &trial->all.core.freeze, kept | (freeze ? trial->all.core.freeze_bit : 0));
	for (unsigned i = 0; i < trial->all.count; i++) {
		const struct core_counter *counter = &trial->all.counters[i];
		bool chosen = counter == trial->overflows;
		const struct core_load load = {
			.event = core_event_of(counter),
			.value = chosen ? counter->mask + 1 - PRELOAD_DISTANCE : 0,
			.pmi = chosen,
		};

		core_load(context, counter, &load);
	}
	core_start(context, &trial->all.core, trial->all.bits);
	if (wait_for(context, &overflowed, CORE_BOUND_NS))
		return true;
	if (check_going(context))
		core_fail_overflow(context, &trial->all.core, trial->overflows);
	return false;
}

static void expect_values(struct check_context *context, const struct trial *trial,
			  const uint64_t values[CORE_COUNTERS], const char *wrong)
{
	check_pause(context, CORE_RUN_NS);
	for (unsigned i = 0; i < trial->all.count; i++)
		if (must_stop(trial, &trial->all.counters[i]))
			expect_value(context, &trial->all.counters[i].count, values[i], wrong);
}

/* Fails unless all counters count again, with unchanged enables, once the frozen bit of the status is cleared. */
static void expect_thaw(struct check_context *context, const struct trial *trial, const uint64_t values[CORE_COUNTERS])
{
	struct hw *hw = context->machine->hw;

	check_write(context, &trial->all.core.clear, trial->all.core.frozen);
	for (unsigned i = 0; i < trial->all.count && check_going(context); i++) {
		uint64_t until = hw->now_ns(hw) + CORE_BOUND_NS, got = values[i];

		while (got == values[i] && check_going(context) && hw->now_ns(hw) < until) {
			check_pause(context, CORE_RUN_NS);
			got = check_read(context, &trial->all.counters[i].count);
		}
		if (got == values[i])
			fail_got(context, &trial->all.counters[i].count, values[i] + 1, got,
				 "it stands still although the freeze was cleared");
	}
}

static void check_frozen(struct check_context *context, const struct trial *trial)
{
	uint64_t values[CORE_COUNTERS] = {0};
	uint64_t status = check_read(context, &trial->all.core.status);

	/* The enables cannot be clear by chance: all counters were enabled. */
	if (trial->all.core.frozen) {
		expect_value(context, &trial->all.core.control, trial->all.bits, "the freeze changed the enables");
		expect_got(context, &trial->all.core.status, status | trial->all.core.frozen, status,
			   "it does not say that counters are frozen");
	} else {
		expect_value(context, &trial->all.core.control, 0,
			     "the enables were not cleared as a PMI was requested");
	}

	if (!must_stop(trial, trial->overflows))
		return; /* the overflow of a running counter cannot be cleared */
	for (unsigned i = 0; i < trial->all.count; i++)
		values[i] = check_read(context, &trial->all.counters[i].count);
	expect_values(context, trial, values, "it counts on though frozen");
	check_write(context, &trial->all.core.clear, trial->overflows->bit);
	expect_values(context, trial, values,
		      trial->all.core.frozen ? "clearing the overflow set it going: only clearing the freeze may"
					     : "clearing the overflow set it going: only the enables may");
	if (trial->all.core.frozen)
		expect_thaw(context, trial, values);
}

void run_core_freeze(struct check_context *context)
{
	struct trial trial = {.all = core_group_of_target(context)};

	trial.runs_on = core_pmu_quirk(context->machine, trial.all.core.box.type, QUIRK_RUNS_ON);
	trial.overflows = &trial.all.counters[0];
	if (!provoke_freeze(context, &trial, false))
		return;
	expect_value(context, &trial.all.core.control, trial.all.bits, "the enables were cleared with the freeze off");
	if (trial.all.core.frozen)
		expect_value(context, &trial.all.core.status, trial.overflows->bit,
			     "the status shows more with the freeze off");
	core_leave_end(context, &trial.all.core, trial.overflows);
	for (unsigned i = 0; i < trial.all.count; i++) {
		trial.overflows = &trial.all.counters[i];
		if (!provoke_freeze(context, &trial, true))
			return;
		check_frozen(context, &trial);
	}
	check_pass(context, "frozen by each of %u counters until %s, and only if told to", trial.all.count,
		   trial.all.core.frozen ? "that is cleared" : "the enables are set again");
}
