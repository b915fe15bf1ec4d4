/* SPDX-License-Identifier: BSD-2-Clause */
/* A core counter runs only with both of its enables. */
#include "checks/lib/core.h"
#include "checks/x86/all.h"

#define START UINT64_C(0x1000)

static void run_core_enables(struct check_context *context)
{
	const struct core core = core_of_target(context);
	const struct core_counter counter = core_counter_of_target(context, &core);
	const struct core_load load = {.event = core_event_of(&counter), .value = START};
	const struct core_load unselected = {.event = load.event, .value = START, .unselected = true};
	uint64_t others = check_allowed(context, &core.control) & ~counter.bit;

	core_quiet(context, &core);
	core_load(context, &counter, &load);
	core_run(context, &core, others);
	expect_value(context, &counter.count, START, "it counts without its bit in the global control");
	core_quiet(context, &core);
	core_load(context, &counter, &unselected);
	core_run(context, &core, others | counter.bit);
	expect_value(context, &counter.count, START, "it counts without its own enable");
	check_pass(context, "still without either");
}

const struct check check_core_enables = {
	.name = "enables",
	.title = "a core counter stands still without either of its enables",
	.about = "Runs all counters of the processor but for this one's bit in the global\n"
		 "control, then with that bit but without its own enable: the select's, which\n"
		 "keeps its event, or the privilege bits of a fixed counter. It must not\n"
		 "advance. If it does, an enable is ignored, or two counters' bits are crossed.",
	.fact_core = "SDM: a counter counts when IA32_PERF_GLOBAL_CTRL and its own control enable it",
	.scope = CHECK_OF_COUNTER,
	.run = run_core_enables,
};
