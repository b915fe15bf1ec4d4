/* SPDX-License-Identifier: BSD-2-Clause */
/* A core counter runs only with both of its enables. */
#include "checks/lib/core.h"
#include "checks/x86/all.h"

#define START UINT64_C(0x1000)

void run_core_enables(struct check_context *context)
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
