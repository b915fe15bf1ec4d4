/* SPDX-License-Identifier: BSD-2-Clause */
/* The two addresses of a general core counter are one counter. */
#include "boxes/core-pmu.h"
#include "checks/lib/core.h"
#include "checks/x86/all.h"

#define POSITIVE UINT64_C(0x5a5a5a5a)
#define NEGATIVE UINT64_C(0xa5a5a5a5) /* above it ones: a narrow write is one of 31 bits and a sign */

/* The counter by its other address. */
static struct check_register by(const struct core_counter *counter, bool wide)
{
	struct check_register reg = counter->count;

	reg.box.wide = wide;
	return reg;
}

static void run_core_window(struct check_context *context)
{
	const struct core core = core_of_target(context);
	const struct core_counter counter = core_counter_of_target(context, &core);
	const struct check_register narrow = by(&counter, false), wide = by(&counter, true);
	uint64_t extended = (NEGATIVE | ~MASK(0, 32)) & counter.mask;

	core_quiet(context, &core);
	check_write(context, &counter.count, 0);
	check_write(context, &narrow, POSITIVE);
	expect_value(context, &narrow, POSITIVE, "it does not take 31 bits");
	check_write(context, &narrow, extended);
	expect_value(context, &narrow, extended, "it does not take 31 bits and the sign");
	if (context->machine->core_pmu.full_width) {
		expect_value(context, &wide, extended, "the wide address shows another value");
		check_write(context, &wide, counter.mask - POSITIVE);
		expect_value(context, &narrow, counter.mask - POSITIVE, "the narrow address shows another value");
	}
	check_pass(context, "takes 31 bits and the sign%s",
		   context->machine->core_pmu.full_width ? ", and all bits at the other address"
							 : "; there is no other address");
}

static bool is_general(const struct machine *machine, const struct check_target *target)
{
	return target->counter < core_pmu_counters(machine, target->place->box.type);
}

const struct check check_core_window = {
	.name = "window",
	.title = "a core counter takes narrow writes with their sign, and wide ones whole",
	.about = "Writes 31 bits and a sign through the one address, and, if\n"
		 "IA32_PERF_CAPABILITIES has the bit for it, all bits through the\n"
		 "other, and reads by both. A failure with the second alone means that the\n"
		 "capability is announced but not there.",
	.fact_core = "SDM: WRMSR to IA32_PMCx takes bits 31:0 and extends the sign; IA32_A_PMCx takes the full width",
	.scope = CHECK_OF_COUNTER,
	.applies = is_general,
	.run = run_core_window,
};
