/* SPDX-License-Identifier: BSD-2-Clause */
/* The two addresses of a general core counter are one counter, and so are those that version 6 has of each. */
#include "boxes/core-pmu.h"
#include "checks/lib/core.h"
#include "checks/x86/all.h"
#include "core/hardware/bus.h"

#define POSITIVE    UINT64_C(0x5a5a5a5a)
#define NEGATIVE    UINT64_C(0xa5a5a5a5) /* above it ones: a narrow write is one of 31 bits and a sign */
#define SELECT_USER BIT(16)

/* The counter by its other address. */
static struct check_register by(const struct core_counter *counter, bool wide)
{
	struct check_register reg = counter->count;

	reg.box.wide = wide;
	return reg;
}

/* ---- version 6 --------------------------------------------------------------------------------------- */

static uint32_t other_address(const struct core_counter *counter)
{
	uint32_t first = counter->fixed ? CORE_PMU_OTHER_FIXED : CORE_PMU_OTHER_GENERAL;

	return first + CORE_PMU_OTHER_STRIDE * counter->index;
}

/* Reads the register by its address of version 6, and writes it there with the bits of `flip` changed. */
static void expect_alias(struct check_context *context, const struct check_register *reg, uint32_t address,
			 uint64_t flip)
{
	const struct location where = machine_msr(context->machine, reg->box.cpu - 1u, address);
	uint64_t value = check_read(context, reg);
	char box[BOX_NAME_SIZE], name[BOX_NAME_SIZE + 24];
	struct text text = TEXT_OVER(name);
	const struct check_place place = {box, name, where};
	struct check_difference difference = {.place = &place, .expected = value};
	struct accessed accessed;

	box_name(&reg->box, box);
	text_format(&text, "%s.%s%u", box, reg->row->name, reg->index);
	if (!check_going(context))
		return;
	accessed = bus_read(context->machine->hw, &where);
	difference.got = accessed.value;
	difference.outcome = accessed.outcome;
	if (accessed.outcome != OUTCOME_OK || accessed.value != value)
		check_fail_at(context, &difference, "the address of version 6 shows another value");
	else if ((difference.outcome = bus_write(context->machine->hw, &where, value ^ flip).outcome) != OUTCOME_OK)
		check_fail_at(context, &difference, "the address of version 6 is not written");
	else
		expect_value(context, reg, value ^ flip, "what is written to the address of version 6 does not show");
}

static void expect_aliases(struct check_context *context, const struct core *core, const struct core_counter *counter)
{
	const struct core_load load = {.event = core_event_of(counter), .value = counter->mask - POSITIVE};

	if (context->machine->core_pmu.version < CORE_PMU_OTHER_VERSION)
		return;
	core_quiet(context, core);
	core_load(context, counter, &load);
	expect_alias(context, &counter->count, other_address(counter), 1);
	if (!counter->fixed)
		expect_alias(context, &counter->select, other_address(counter) + CORE_PMU_OTHER_SELECT, SELECT_USER);
}

/* ---- the check --------------------------------------------------------------------------------------- */

static void expect_window(struct check_context *context, const struct core *core, const struct core_counter *counter)
{
	const struct check_register narrow = by(counter, false), wide = by(counter, true);
	uint64_t extended = (NEGATIVE | ~MASK(0, 32)) & counter->mask;

	core_quiet(context, core);
	check_write(context, &counter->count, 0);
	check_write(context, &narrow, POSITIVE);
	expect_value(context, &narrow, POSITIVE, "it does not take 31 bits");
	check_write(context, &narrow, extended);
	expect_value(context, &narrow, extended, "it does not take 31 bits and the sign");
	if (context->machine->core_pmu.full_width) {
		expect_value(context, &wide, extended, "the wide address shows another value");
		check_write(context, &wide, counter->mask - POSITIVE);
		expect_value(context, &narrow, counter->mask - POSITIVE, "the narrow address shows another value");
	}
}

void run_core_window(struct check_context *context)
{
	const struct core core = core_of_target(context);
	const struct core_counter counter = core_counter_of_target(context, &core);

	if (!counter.fixed)
		expect_window(context, &core, &counter);
	expect_aliases(context, &core, &counter);
	if (counter.fixed)
		check_pass(context, "one counter by both addresses");
	else
		check_pass(context, "takes 31 bits and the sign%s",
			   context->machine->core_pmu.full_width ? ", and all bits at the other address"
								 : "; there is no other address");
}

bool has_addresses(const struct machine *machine, const struct check_target *target)
{
	return target->counter < core_pmu_counters(machine, target->place->box.type) ||
	       machine->core_pmu.version >= CORE_PMU_OTHER_VERSION;
}
