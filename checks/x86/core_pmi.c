/* SPDX-License-Identifier: BSD-2-Clause */
/* Each overflow of a core counter with its PMI enabled interrupts its own processor once, whatever other overflows are
 * set. A PMI masks the local APIC's LVT performance entry: when to unmask it is measured, without a verdict. */
#include "checks/lib/core.h"
#include "checks/x86/all.h"

/* ---- one by one -------------------------------------------------------------------------------------- */

static uint32_t cpu_of(const struct core *core)
{
	return core->box.cpu - 1u;
}

/* One overflow. After its PMI everything is cleared and the LVT entry is unmasked: no second PMI may come. */
static void expect_pmis(struct check_context *context, const struct core *core, const struct core_counter *counter,
			uint32_t expected)
{
	uint32_t got;
	uint64_t strays;

	if (!core_overflow(context, core, counter, expected))
		core_fail_overflow(context, core, counter);
	if (expected)
		wait_for_pmi(context);
	core_quiet(context, core);
	check_pause(context, PMI_QUIET_NS);
	got = context->watch.count;
	strays = check_watch_strays(context);
	if (got != expected || strays)
		fail_got(context, &core->control, expected, got,
			 "%u PMIs reached cpu %u where %u were expected, and %llu came elsewhere", got, cpu_of(core),
			 expected, (unsigned long long)strays);
	context->watch.count = 0;
}

/* Tries two PMIs, as hardware masks the LVT entry when it delivers one: the second needs the entry unmasked. */
void run_core_pmi(struct check_context *context)
{
	const struct core core = core_of_target(context);
	const struct core_counter counter = core_counter_of_target(context, &core);

	core_quiet(context, &core);
	if (!check_watch_open(context, cpu_of(&core)))
		return;
	for (unsigned i = 0; i < 3; i++)
		expect_pmis(context, &core, &counter, i > 0);
	check_pass(context, "one for each of 2 overflows, none without its enable");
}

/* ---- beside others ----------------------------------------------------------------------------------- */

void run_core_pmi_each(struct check_context *context)
{
	const struct core core = core_of_target(context);
	unsigned count = core.counters + core.fixed_counters;

	core_load_all(context, &core, true);
	if (!check_watch_open(context, core.box.cpu - 1u))
		return;
	for (unsigned i = 0; i < count && check_going(context); i++) {
		const struct core_counter counter = core_counter_of(context, &core, i);

		/* One more counter overflows with its PMI enabled. Earlier overflows stay set, with their PMIs disabled. */
		context->watch.count = 0;
		check_watch_rearm(context);
		if (!core_overflow(context, &core, &counter, true))
			core_fail_overflow(context, &core, &counter);
		wait_for_pmi(context);
		check_pause(context, PMI_QUIET_NS); /* no second PMI may come although its cause is not cleared */
		core_stop(context, &core);
		core_load(context, &counter, &(struct core_load){.event = core_event_of(&counter)});
		if (context->watch.count != 1)
			fail_got(context, &core.control, 1, context->watch.count,
				 "%u PMIs came from %s%u with its PMI enabled while others' overflows show",
				 context->watch.count, counter.count.row->name, counter.index);
	}
	core_quiet(context, &core);
	check_pass(context, "one PMI from each of %u counters, one after the other", count);
}

/* ---- the entry, unmasked while the overflow still shows ---------------------------------------------- */

/* Unmasks the watched processor's LVT entry once: the next PMI masks it for good. */
static void let_one_through(struct check_context *context)
{
	struct hw *hw = context->machine->hw;
	enum outcome outcome;

	if (!check_going(context))
		return;
	outcome = hw->window_unmask(hw, context->watch.taker, UNMASK_NEVER);
	if (outcome != OUTCOME_OK)
		check_fail(context, "processor %u cannot unmask its performance entry: %s", context->watch.taker,
			   outcome_name(outcome));
}

void run_core_pmi_entry(struct check_context *context)
{
	const struct core core = core_of_target(context);
	struct hw *hw = context->machine->hw;
	bool again;
	bool fixed;
	struct core_counter counter;

	core_quiet(context, &core);
	if (!check_watch_open(context, core.box.cpu - 1u))
		return;
	let_one_through(context);

	/* The first PMI is of counter 0, or of a fixed one if CPUID says that cycles cannot be counted. */
	fixed = core.fixed_counters && core_pmu_lacks_event(&context->machine->core_pmu, CORE_CYCLES);
	counter = core_counter_of(context, &core, fixed ? core.counters : 0);
	if (!core_overflow(context, &core, &counter, true))
		core_fail_overflow(context, &core, &counter);
	wait_for_pmi(context);
	core_stop(context, &core);
	check_pause(context, PMI_QUIET_NS);
	if (check_going(context) && context->watch.count != 1)
		check_skip(context, "%u PMIs came of the first overflow: see its `pmi` check", context->watch.count);

	let_one_through(context);
	check_pause(context, PMI_QUIET_NS);
	again = context->watch.count > 1;
	core_quiet(context, &core);
	if (!check_going(context))
		return;
	hw->unmask = again ? UNMASK_LAST : UNMASK_FIRST;
	check_answer_to(context, "pmi-entry", again ? "level" : "edge", NULL);
}

bool has_entry(const struct machine *machine, const struct check_target *target)
{
	return core_pmu_counters(machine, target->place->box.type) && machine->hw->window_unmask;
}
