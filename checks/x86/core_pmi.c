/* SPDX-License-Identifier: BSD-2-Clause */
/* Each overflow of a core counter interrupts its own processor once, if it may. */
#include "checks/lib/core.h"
#include "checks/x86/all.h"

static uint32_t cpu_of(const struct core *core)
{
	return core->box.cpu - 1u;
}

/* One overflow. After its PMI all is cleared, and the local APIC's entry lets the next PMI through: none may come. */
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

/* Twice, since hardware masks the local APIC's entry as it delivers: it must have been unmasked. */
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
