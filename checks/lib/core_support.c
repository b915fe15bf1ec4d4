/* SPDX-License-Identifier: BSD-2-Clause */
#include "boxes/core-pmu.h"
#include "checks/lib/core.h"

#define BUSY_TURNS  30000
#define FAR_ENOUGH  1000 /* counts from the wrap, where all parts allow stopping a counter */
#define FAR_LOOK_NS 1000

static uint64_t field_bits(const struct check_register *reg, enum field_kind kind)
{
	const struct field *field = layout_field(reg->row->layout, kind);

	return field ? field_mask(field) : 0;
}

struct core core_of(const struct check_context *context, const struct box *box)
{
	struct core core = {
		.box = *box,
		.counters = core_pmu_counters(context->machine, box->type),
		.fixed_counters = core_pmu_fixed_counters(context->machine, box->type),
		.control = check_register_of(box, ROLE_CONTROL, 0),
		.status = check_register_of(box, ROLE_STATUS, 0),
		.clear = check_register_of(box, ROLE_CLEAR, 0),
		.fixed_select = check_register_of(box, ROLE_FIXED_SELECT, 0),
		.freeze = check_register_of(box, ROLE_PMI_FREEZE, 0),
	};

	core.freeze_bit = field_bits(&core.freeze, FIELD_FREEZE_ENABLE);
	if (core_pmu_streamlined(&context->machine->core_pmu))
		core.frozen = field_bits(&core.clear, FIELD_FROZEN);
	return core;
}

struct core core_of_target(const struct check_context *context)
{
	return core_of(context, &context->target.place->box);
}

struct core_counter core_counter_of(const struct check_context *context, const struct core *core, unsigned number)
{
	bool fixed = number >= core->counters;
	unsigned index = fixed ? number - core->counters : number;
	const struct field *enables =
		layout_field(core->control.row->layout, fixed ? FIELD_FIXED_ENABLE : FIELD_COUNT_ENABLES);

	return (struct core_counter){
		.count = check_register_of(&core->box, fixed ? ROLE_FIXED_COUNTER : ROLE_COUNTER, index),
		.select = fixed ? core->fixed_select : check_register_of(&core->box, ROLE_SELECT, index),
		.index = index,
		.fixed = fixed,
		.bit = BIT(enables->low + index),
		.mask = MASK(0, core_pmu_bits(context->machine, fixed)),
	};
}

struct core_counter core_counter_of_target(const struct check_context *context, const struct core *core)
{
	return core_counter_of(context, core, context->target.counter);
}

struct core_group core_group_of_target(const struct check_context *context)
{
	struct core_group group = {.core = core_of_target(context)};

	group.count = (unsigned)min_u64(group.core.counters + group.core.fixed_counters, ARRAY_SIZE(group.counters));
	for (unsigned i = 0; i < group.count; i++) {
		group.counters[i] = core_counter_of(context, &group.core, i);
		group.bits |= group.counters[i].bit;
	}
	return group;
}

unsigned core_event_of(const struct core_counter *counter)
{
	return counter->fixed && counter->index == 0 ? CORE_INSTRUCTIONS : CORE_CYCLES;
}

struct primed {
	struct check_context *context;
	const struct core *core;
};

static void write_primed(void *context, const struct register_row *row, unsigned index, uint64_t value)
{
	const struct primed *primed = context;
	struct check_register reg = {primed->core->box, row, (uint8_t)index};

	check_write(primed->context, &reg, value);
}

void core_quiet(struct check_context *context, const struct core *core)
{
	struct primed primed = {context, core};

	core_stop(context, core);
	check_write(context, &core->fixed_select, 0);
	if (!core_pmu_prime(context->machine, &core->box, write_primed, &primed))
		for (unsigned i = 0; i < core->counters; i++)
			write_primed(&primed, box_row_of_role(core->box.type, ROLE_SELECT), i, 0);
	check_write(context, &core->clear, check_allowed(context, &core->control) | core->frozen);
	check_watch_rearm(context);
}

/* In the layout of a general counter's select. */
static const uint64_t select_levels[] = {
	[CORE_LEVELS_ALL] = MASK(16, 2),
	[CORE_LEVEL_OS] = BIT(17),
	[CORE_LEVELS_USR] = BIT(16),
};

void core_load(struct check_context *context, const struct core_counter *counter, const struct core_load *load)
{
	if (counter->fixed) {
		uint64_t now = check_read(context, &counter->select) & ~core_pmu_fixed_bits(counter->index);

		if (!load->unselected)
			now |= core_pmu_fixed_value(select_levels[load->levels], counter->index);
		check_write(context, &counter->select, now | (load->pmi ? core_pmu_fixed_pmi(counter->index) : 0));
	} else {
		uint64_t select = load->event | load->modifiers | select_levels[load->levels];

		if (core_pmu_lacks_event(&context->machine->core_pmu, load->event))
			check_without(context, "CPUID leaf 0xa says that this processor lacks event %04XH",
				      load->event);
		if (!load->unselected)
			select |= field_bits(&counter->select, FIELD_ENABLE);
		if (load->pmi)
			select |= field_bits(&counter->select, FIELD_PMI);
		check_write(context, &counter->select, select);
	}
	check_write(context, &counter->count, load->value);
}

void core_load_all(struct check_context *context, const struct core *core, bool pmi)
{
	core_quiet(context, core);
	for (unsigned i = 0; i < core->counters + core->fixed_counters; i++) {
		const struct core_counter counter = core_counter_of(context, core, i);

		core_load(context, &counter, &(struct core_load){.event = core_event_of(&counter), .pmi = pmi});
	}
}

void core_start(struct check_context *context, const struct core *core, uint64_t bits)
{
	context->counted = true;
	check_write(context, &core->control, bits);
}

void core_stop(struct check_context *context, const struct core *core)
{
	check_write(context, &core->control, 0);
}

struct core_counter core_clock_beside(const struct check_context *context, const struct core *core,
				      const struct core_counter *counter)
{
	bool general = core->fixed_counters < 2 || (counter->fixed && counter->index == 1);
	unsigned other = !counter->fixed && counter->index == 0 && core->counters > 1 ? 1 : 0;

	return core_counter_of(context, core, general ? other : core->counters + 1);
}

bool core_can_hold(const struct core *core, const struct core_counter *counter, uint64_t value)
{
	return value <= counter->mask &&
	       (value < BIT(31) || !(counter->mask & ~box_writable(&core->box, counter->count.row)));
}

static void work_busily(void *context)
{
	(void)context;
	for (volatile unsigned i = 0; i < BUSY_TURNS; i = i + 1)
		;
}

void core_do(struct check_context *context, const struct core *core, hw_work *work, void *argument)
{
	if (check_going(context) && hw_run_on(context->machine->hw, core->box.cpu - 1u, work, argument) != OUTCOME_OK)
		check_fail(context, "its processor does not answer");
}

void core_run_busy(struct check_context *context, const struct core *core, uint64_t bits, unsigned times)
{
	core_start(context, core, bits);
	for (unsigned i = 0; i < times; i++)
		core_do(context, core, work_busily, NULL);
	check_pause(context, times * CORE_RUN_NS);
	core_stop(context, core);
}

static uint64_t preload_of(const struct core_counter *counter)
{
	return counter->mask + 1 - PRELOAD_DISTANCE;
}

void core_leave_end(struct check_context *context, const struct core *core, const struct core_counter *counter)
{
	struct hw *hw = context->machine->hw;
	uint64_t until = hw->now_ns(hw) + CORE_BOUND_NS;

	if (!core_pmu_quirk(context->machine, core->box.type, QUIRK_STICKS))
		return;
	while (check_going(context) && check_read(context, &counter->count) - FAR_ENOUGH > counter->mask / 2 &&
	       check_read(context, &core->control) && hw->now_ns(hw) < until)
		check_pause(context, FAR_LOOK_NS);
}

bool core_overflow(struct check_context *context, const struct core *core, const struct core_counter *counter, bool pmi)
{
	const struct expectation overflowed = {&core->status, counter->bit, counter->bit};
	const struct core_load load = {.event = core_event_of(counter), .value = preload_of(counter), .pmi = pmi};

	core_load(context, counter, &load);
	core_start(context, core, counter->bit);
	if (!wait_for(context, &overflowed, CORE_BOUND_NS))
		return false;
	core_leave_end(context, core, counter);
	return check_going(context);
}

bool core_skip_slow(struct check_context *context, const struct core_counter *counter)
{
	uint64_t advance = (check_read(context, &counter->count) - preload_of(counter)) & counter->mask;

	if (advance >= PRELOAD_DISTANCE || !check_going(context))
		return false;
	check_skip(context, "%llu of %u events in %u ms: what it counts comes too slowly, or it is dead: see `counts`",
		   (unsigned long long)advance, PRELOAD_DISTANCE, (unsigned)(CORE_BOUND_NS / 1000000));
	return true;
}

void core_fail_overflow(struct check_context *context, const struct core *core, const struct core_counter *counter)
{
	if (check_going(context) && !core_skip_slow(context, counter))
		fail_got(context, &core->status, counter->bit, check_read(context, &core->status) & ~counter->bit,
			 "%s%u does not overflow: see its `overflow` check", counter->fixed ? "fixed_ctr" : "ctr",
			 counter->index);
}
