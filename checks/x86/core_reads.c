/* SPDX-License-Identifier: BSD-2-Clause */
/* A core counter reads what it holds, also by RDPMC and at each of its addresses.
 *
 * If it counts only above privilege level 0, a counter is enabled and has nothing to count: each read must give the
 * value written. While it counts, each read must lie between two reads of a counter that counts the same. */
#include "boxes/core-pmu.h"
#include "checks/lib/core.h"
#include "checks/x86/all.h"
#include "core/hardware/bus.h"
#include "core/hardware/write_ahead.h"

#define LOOKS 32
#define APART 64 /* counts by which the two may differ at any moment */

/* Values on both sides of a carry. */
static const uint8_t carries[] = {4, 8, 16, 24, 31, 32, 39, 47};

/* False if the counter counts, as virtual silicon may be set to do above level 0: then a read proves only that it is
 * not below `value`. */
static bool stands(struct check_context *context, const struct core_counter *counter, uint64_t value, uint64_t got)
{
	if ((got - value) & (counter->mask / 2 + 1))
		return true;
	check_pause(context, CORE_RUN_NS);
	return check_read(context, &counter->count) == got;
}

static void try_value(struct check_context *context, const struct core *core, const struct core_counter *counter,
		      uint64_t value)
{
	uint64_t got;

	if (!core_can_hold(core, counter, value))
		return;
	check_write(context, &counter->count, value);
	core_start(context, core, counter->bit);
	got = check_read(context, &counter->count);
	if (got != value && stands(context, counter, value, got))
		fail_got(context, &counter->count, value, got,
			 "enabled, with nothing to count, it reads otherwise than was written");
	core_stop(context, core);
}

/* Returns a counter that counts the same. Fixed counters from 2 on have none and are compared with themselves. */
static struct core_counter partner_reads(const struct check_context *context, const struct core *core,
					 const struct core_counter *counter)
{
	if (counter->fixed && counter->index == 0)
		return core_counter_of(context, core, 0);
	return counter->fixed && counter->index > 1 ? *counter : core_clock_beside(context, core, counter);
}

static void count_and_look(struct check_context *context, const struct core *core, const struct core_counter *counter)
{
	const struct core_counter partner = partner_reads(context, core, counter);
	const struct core_load load = {.event = core_event_of(counter)};

	core_quiet(context, core);
	core_load(context, counter, &load);
	core_load(context, &partner, &load);
	core_start(context, core, counter->bit | partner.bit);

	for (unsigned i = 0; i < LOOKS && check_going(context); i++) {
		uint64_t before = check_read(context, &partner.count);
		uint64_t got = check_read(context, &counter->count);
		uint64_t after = check_read(context, &partner.count);

		if (got + APART < before || got > after + APART)
			fail_got(context, &counter->count, before, got,
				 "read between 0x%llx and 0x%llx of %s%u, which counts the same",
				 (unsigned long long)before, (unsigned long long)after, partner.count.row->name,
				 partner.index);
	}

	core_stop(context, core);
}

void run_core_reads(struct check_context *context)
{
	const struct core core = core_of_target(context);
	const struct core_counter counter = core_counter_of_target(context, &core);

	core_quiet(context, &core);
	core_load(context, &counter, &(struct core_load){.event = core_event_of(&counter), .levels = CORE_LEVELS_USR});
	for (unsigned i = 0; i < ARRAY_SIZE(carries) && check_going(context); i++) {
		try_value(context, &core, &counter, BIT(carries[i]));
		try_value(context, &core, &counter, BIT(carries[i]) - 1);
	}

	count_and_look(context, &core, &counter);
	check_pass(context, "reads what it holds, standing and counting");
}

/* ---- RDPMC gives the counter that ECX names ------------------------------------------------------------- */

#define FIXED_COUNTERS BIT(30) /* in ECX */
#define NO_COUNTER     31      /* more counters of either kind than any part with these PMUs has */

/* Values that no other counter has by chance, and that a 32-bit write would not change. */
static const uint64_t values[] = {UINT64_C(0x2d5a0f0f), UINT64_C(0x52a5f0f0), UINT64_C(0x2d5a2da5d2f0)};

static uint64_t selector_of(const struct core_counter *counter, unsigned index)
{
	return index | (counter->fixed ? FIXED_COUNTERS : 0);
}

/* Reads counter `index` of the same kind as `counter` on the same processor. */
static struct accessed read_selected(struct check_context *context, const struct core_counter *counter, unsigned index)
{
	struct location where = box_location(&counter->count.box, counter->count.row, counter->count.index);

	where.space = SPACE_PMC;
	where.address = selector_of(counter, index);
	return write_ahead_read(context->machine->hw, &where);
}

static void try_rdpmc(struct check_context *context, const struct core *core, const struct core_counter *counter,
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
		try_rdpmc(context, &core, &counter, values[i]);
	if (counter.index == 0)
		try_none(context, &counter);
	check_pass(context, "RDPMC gives what was written");
}

bool core_has_counters(const struct machine *machine, const struct check_target *target)
{
	return core_pmu_counters(machine, target->place->box.type) > 0;
}

/* ---- the addresses of a counter are of one counter ------------------------------------------------------ */

#define POSITIVE    UINT64_C(0x5a5a5a5a)
#define NEGATIVE    UINT64_C(0xa5a5a5a5) /* the bits above it are ones: a narrow write sign-extends bit 31 */
#define SELECT_USER BIT(16)

/* Returns the counter at its wide address, or else its narrow one. */
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

/* Reads the register at its address of version 6, and writes it there with the bits of `flip` inverted. */
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
