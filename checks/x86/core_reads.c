/* SPDX-License-Identifier: BSD-2-Clause */
/* What a core counter reads while it is enabled is what it holds.
 *
 * Set to count above privilege level 0 alone, a counter is enabled and has nothing to count: each read must be what was
 * written. Then it counts, and each read must lie between two of a counter that counts the same. */
#include "checks/lib/core.h"
#include "checks/x86/all.h"

#define LOOKS 32
#define APART 64 /* counts by which the two may be apart at any moment */

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

static void try_values(struct check_context *context, const struct core *core, const struct core_counter *counter)
{
	core_quiet(context, core);
	core_load(context, counter, &(struct core_load){.event = core_event_of(counter), .levels = CORE_LEVELS_USR});
	for (unsigned i = 0; i < ARRAY_SIZE(carries) && check_going(context); i++) {
		try_value(context, core, counter, BIT(carries[i]));
		try_value(context, core, counter, BIT(carries[i]) - 1);
	}
}

/* The one that counts the same: fixed counter 2 has none, and is held against itself. */
static struct core_counter partner_reads(const struct check_context *context, const struct core *core,
					 const struct core_counter *counter)
{
	if (counter->fixed && counter->index == 0)
		return core_counter_of(context, core, 0);
	return counter->fixed && counter->index > 1 ? *counter : core_clock_beside(context, core, counter);
}

static void look_between(struct check_context *context, const struct core_counter *counter,
			 const struct core_counter *partner)
{
	for (unsigned i = 0; i < LOOKS && check_going(context); i++) {
		uint64_t before = check_read(context, &partner->count);
		uint64_t got = check_read(context, &counter->count);
		uint64_t after = check_read(context, &partner->count);

		if (got + APART < before || got > after + APART)
			fail_got(context, &counter->count, before, got,
				 "read between 0x%llx and 0x%llx of %s%u, which counts the same",
				 (unsigned long long)before, (unsigned long long)after, partner->count.row->name,
				 partner->index);
	}
}

static void count_and_look(struct check_context *context, const struct core *core, const struct core_counter *counter)
{
	const struct core_counter partner = partner_reads(context, core, counter);
	const struct core_load load = {.event = core_event_of(counter)};

	core_quiet(context, core);
	core_load(context, counter, &load);
	core_load(context, &partner, &load);
	core_start(context, core, counter->bit | partner.bit);
	look_between(context, counter, &partner);
	core_stop(context, core);
}

void run_core_reads(struct check_context *context)
{
	const struct core core = core_of_target(context);
	const struct core_counter counter = core_counter_of_target(context, &core);

	try_values(context, &core, &counter);
	count_and_look(context, &core, &counter);
	check_pass(context, "reads what it holds, standing and counting");
}
