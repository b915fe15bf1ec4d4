/* SPDX-License-Identifier: BSD-2-Clause */
/* An overflow of a core counter interrupts whatever other overflows show. */
#include "checks/lib/core.h"
#include "checks/x86/all.h"

/* Lets one more counter overflow with its PMI enabled; what overflowed before shows, and asks for nothing any more. */
static void overflow_next(struct check_context *context, const struct core *core, const struct core_counter *counter)
{
	context->watch.count = 0;
	check_watch_rearm(context);
	if (!core_overflow(context, core, counter, true))
		core_fail_overflow(context, core, counter);
	wait_for_pmi(context);
	check_pause(context, PMI_QUIET_NS); /* none comes again although its cause is not cleared */
	core_stop(context, core);
	core_load(context, counter, &(struct core_load){.event = core_event_of(counter)});
	if (context->watch.count != 1)
		fail_got(context, &core->control, 1, context->watch.count,
			 "%u PMIs came from %s%u with its PMI enabled while others' overflows show",
			 context->watch.count, counter->count.row->name, counter->index);
}

void run_core_pmi_each(struct check_context *context)
{
	const struct core core = core_of_target(context);
	unsigned count = core.counters + core.fixed_counters;

	core_load_all(context, &core, true);
	if (!check_watch_open(context, core.box.cpu - 1u))
		return;
	for (unsigned i = 0; i < count && check_going(context); i++) {
		const struct core_counter counter = core_counter_of(context, &core, i);

		overflow_next(context, &core, &counter);
	}
	core_quiet(context, &core);
	check_pass(context, "one PMI from each of %u counters, one after the other", count);
}
