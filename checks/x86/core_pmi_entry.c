/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the effect of unmasking the local APIC's performance entry while the overflow still shows. It gives no verdict:
 * it says when the entry, which each PMI masks, must be unmasked. */
#include "checks/lib/core.h"
#include "checks/x86/all.h"

/* Lets PMIs through on the processor that is watched, once: the next one shuts the entry for good. */
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

/* The overflow of a counter, and its PMI: of the first one, unless CPUID says that the processor lacks what it would count. */
static void take_first(struct check_context *context, const struct core *core)
{
	bool fixed = core->fixed_counters && core_pmu_lacks_event(&context->machine->core_pmu, CORE_CYCLES);
	const struct core_counter counter = core_counter_of(context, core, fixed ? core->counters : 0);

	if (!core_overflow(context, core, &counter, true))
		core_fail_overflow(context, core, &counter);
	wait_for_pmi(context);
	core_stop(context, core);
	check_pause(context, PMI_QUIET_NS);
	if (check_going(context) && context->watch.count != 1)
		check_skip(context, "%u PMIs came of the first overflow: see its `pmi` check", context->watch.count);
}

void run_core_pmi_entry(struct check_context *context)
{
	const struct core core = core_of_target(context);
	struct hw *hw = context->machine->hw;
	bool again;

	core_quiet(context, &core);
	if (!check_watch_open(context, core.box.cpu - 1u))
		return;
	let_one_through(context);
	take_first(context, &core);
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
