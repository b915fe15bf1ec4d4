/* SPDX-License-Identifier: BSD-2-Clause */
/* RDPMC gives the counter that ECX names. */
#include "checks/lib/core.h"
#include "checks/x86/all.h"
#include "core/hardware/write_ahead.h"

#define FIXED_COUNTERS BIT(30) /* in ECX */
#define NO_COUNTER     31      /* more than any part with these PMUs has, of either kind */

/* Each of a sort that no other counter has by chance, and none that a write of 32 bits would change. */
static const uint64_t values[] = {UINT64_C(0x2d5a0f0f), UINT64_C(0x52a5f0f0), UINT64_C(0x2d5a2da5d2f0)};

static uint64_t selector_of(const struct core_counter *counter, unsigned index)
{
	return index | (counter->fixed ? FIXED_COUNTERS : 0);
}

/* Counter `index` of the same kind as `counter`, on the same processor. */
static struct accessed read_selected(struct check_context *context, const struct core_counter *counter, unsigned index)
{
	struct location where = box_location(&counter->count.box, counter->count.row, counter->count.index);

	where.space = SPACE_PMC;
	where.address = selector_of(counter, index);
	return write_ahead_read(context->machine->hw, &where);
}

static void try_value(struct check_context *context, const struct core *core, const struct core_counter *counter,
		      uint64_t value)
{
	struct check_difference difference = {.reg = &counter->count, .expected = value};
	struct accessed accessed;

	if (!core_can_hold(core, counter, value) || !check_going(context))
		return;
	check_write(context, &counter->count, value);
	if (!check_going(context))
		return;
	accessed = read_selected(context, counter, counter->index);
	difference.outcome = accessed.outcome;
	difference.got = accessed.value;
	if (accessed.outcome != OUTCOME_OK || accessed.value != value)
		check_fail_at(context, &difference, "RDPMC of 0x%llx: %s",
			      (unsigned long long)selector_of(counter, counter->index),
			      accessed.outcome == OUTCOME_OK ? "another value than RDMSR has"
							     : outcome_name(accessed.outcome));
}

static void try_none(struct check_context *context, const struct core_counter *counter)
{
	struct check_difference difference = {.reg = &counter->count};
	struct accessed accessed;

	if (!check_going(context))
		return;
	accessed = read_selected(context, counter, NO_COUNTER);
	difference.got = accessed.value;
	if (accessed.outcome != OUTCOME_FAULT)
		check_fail_at(context, &difference, "RDPMC of 0x%llx, which is no counter, does not fault",
			      (unsigned long long)selector_of(counter, NO_COUNTER));
}

void run_core_rdpmc(struct check_context *context)
{
	const struct core core = core_of_target(context);
	const struct core_counter counter = core_counter_of_target(context, &core);

	core_quiet(context, &core);
	for (unsigned i = 0; i < ARRAY_SIZE(values); i++)
		try_value(context, &core, &counter, values[i]);
	if (counter.index == 0)
		try_none(context, &counter);
	check_pass(context, "RDPMC gives what was written");
}

bool core_has_counters(const struct machine *machine, const struct check_target *target)
{
	return core_pmu_counters(machine, target->place->box.type) > 0;
}
