/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/target/support.h"

/* ---- what belongs to a counter ---------------------------------------------------------------------- */

static uint64_t bit_of(const struct check_register *reg, enum field_kind kind, unsigned number)
{
	const struct field *field = reg->row ? layout_field(reg->row->layout, kind) : NULL;

	return field && number < field->width ? BIT(field->low + number) : 0;
}

struct counter counter_of(const struct box *box, unsigned number)
{
	bool fixed = number >= box->type->counters;
	unsigned index = fixed ? 0 : number;
	struct counter counter = {
		.box = *box,
		.number = number,
		.fixed = fixed,
		.count = check_register_of(box, fixed ? ROLE_FIXED_COUNTER : ROLE_COUNTER, index),
		.select = check_register_of(box, fixed ? ROLE_FIXED_SELECT : ROLE_SELECT, index),
		.control = check_register_of(box, ROLE_CONTROL, 0),
		.status = check_register_of(box, ROLE_STATUS, 0),
		.clear = check_register_of(box, ROLE_CLEAR, 0),
	};

	counter.enable =
		bit_of(&counter.control, fixed ? FIELD_FIXED_ENABLE : FIELD_COUNT_ENABLES, index);
	counter.overflow =
		bit_of(&counter.status, fixed ? FIELD_FIXED_OVERFLOW : FIELD_OVERFLOWS, index);
	counter.select_enable = bit_of(&counter.select, FIELD_ENABLE, 0);
	counter.select_pmi = bit_of(&counter.select, FIELD_PMI, 0);
	return counter;
}

struct counter counter_of_target(const struct check_context *context)
{
	return counter_of(&context->target.place->box, context->target.counter);
}

void counter_name(const struct counter *counter, char name[COUNTER_NAME_SIZE])
{
	struct text text = text_over(name, COUNTER_NAME_SIZE);

	box_register_name(&counter->box, counter->count.row, counter->count.index, &text);
}

bool counter_answers(const struct check_context *context, const struct counter *counter)
{
	return check_found_at(context, &counter->count)->outcome == OUTCOME_OK &&
	       check_found_at(context, &counter->select)->outcome == OUTCOME_OK;
}

unsigned counter_count(const struct box_type *type)
{
	return type->counters + (unsigned)type->fixed;
}

uint64_t counter_mask(const struct counter *counter)
{
	return MASK(0, counter->box.type->counter_bits);
}

uint64_t summary_of(const struct counter *counter)
{
	return counter->box.type->places[counter->box.instance].summary;
}

void silent_box_of(const struct machine_box *place, struct silent_box *silent)
{
	static const uint8_t outcomes[BOX_STATE_COUNT] = {
		[BOX_FAULTS] = OUTCOME_FAULT,    [BOX_DEAF] = OUTCOME_DROPPED,
		[BOX_HIDDEN] = OUTCOME_ALL_ONES, [BOX_ABSENT] = OUTCOME_ABSENT,
		[BOX_STRANGE] = OUTCOME_DROPPED,
	};

	silent->reg = check_register_of(&place->box, ROLE_COUNTER, 0);
	silent->difference =
		(struct check_difference){.reg = &silent->reg, .outcome = outcomes[place->state]};
}

/* ---- stopping and starting -------------------------------------------------------------------------- */

static const struct global_control *global_of(const struct check_context *context)
{
	return context->machine->processor->global;
}

void stop(struct check_context *context)
{
	struct check_register control;

	if (!global_of(context))
		return;
	control = check_global(context, global_of(context)->control);
	check_write(context, &control, context->global_bits);
}

void start(struct check_context *context, uint64_t extra)
{
	struct check_register control = check_global(context, global_of(context)->control);

	context->counted = true;
	check_write(context, &control,
		    context->global_bits | global_of(context)->enable_all | extra);
}

bool is_counting(struct check_context *context)
{
	struct check_register control = check_global(context, global_of(context)->control);

	return check_read(context, &control) & global_of(context)->enable_all;
}

/* True if the box's control must be written for its counters to stand still. What was found enabled
 * in other boxes would run along with ours and could not be put back. */
static bool must_quiet(const struct check_context *context, const struct machine_box *place,
		       const struct box *box)
{
	struct check_register control = check_register_of(&place->box, ROLE_CONTROL, 0);

	if (place->state != BOX_FOUND || place->box.socket != context->target.place->box.socket ||
	    !control.row || check_governs(context->machine, &place->box))
		return false;
	return !box || (box->type == place->box.type && box->instance == place->box.instance) ||
	       check_found_at(context, &control)->value;
}

static void quiet(struct check_context *context, const struct box *box)
{
	const struct machine *machine = context->machine;

	context->global_bits = 0;
	stop(context);
	for (unsigned i = 0; i < machine->box_count; i++) {
		struct check_register control =
			check_register_of(&machine->boxes[i].box, ROLE_CONTROL, 0);

		if (must_quiet(context, &machine->boxes[i], box))
			check_write(context, &control, 0);
	}
}

void quiet_box(struct check_context *context, const struct box *box)
{
	quiet(context, box);
}

void quiet_socket(struct check_context *context)
{
	quiet(context, NULL);
}

void counter_load(struct check_context *context, const struct counter *counter, uint64_t select,
		  uint64_t value)
{
	check_write(context, &counter->select, select);
	check_write(context, &counter->count, value);
}

void counter_enable(struct check_context *context, const struct counter *counter)
{
	uint64_t now;

	if (check_governs(context->machine, &counter->box)) {
		context->global_bits |= counter->enable;
		return;
	}
	now = check_read(context, &counter->control) & check_allowed(context, &counter->control);
	check_write(context, &counter->control, now | counter->enable);
}

/* ---- reading ------------------------------------------------------------------------------------------ */

uint64_t counter_value(struct check_context *context, const struct counter *counter)
{
	const struct counter_erratum *erratum = &counter->box.type->erratum;
	uint64_t raw = check_read(context, &counter->count);

	/* A value smaller than what the erratum adds cannot be the result of it. */
	if (erratum->low_mask && (raw & erratum->low_mask) <= erratum->mend_up_to &&
	    raw >= erratum->mend_subtract)
		return raw - erratum->mend_subtract;
	return raw;
}

bool was_running(const struct check_context *context, const struct check_register *reg)
{
	const struct global_control *global = global_of(context);
	struct check_register control;

	if (!global || (reg->row->role != ROLE_COUNTER && reg->row->role != ROLE_FIXED_COUNTER))
		return false;
	control = check_global(context, global->control);
	return check_found_at(context, &control)->value & global->enable_all;
}

bool wait_for(struct check_context *context, const struct expectation *expectation,
	      uint64_t bound_ns)
{
	struct hw *hw = context->machine->hw;
	uint64_t until = hw->now_ns(hw) + bound_ns;

	while (check_going(context)) {
		bool late = hw->now_ns(hw) >= until;

		if ((check_read(context, expectation->reg) & expectation->mask) ==
		    expectation->wanted)
			return check_going(context);
		if (late)
			return false;
		check_pause(context, bound_ns / 16 + 1);
	}
	return false;
}

/* ---- PMIs --------------------------------------------------------------------------------------------- */

uint64_t core_select_of(const struct check_context *context, const struct cpu *cpu)
{
	uint64_t bits;

	return machine_core_select(context->machine, cpu->core, &bits) ? bits : 0;
}

static bool can_take(const struct check_context *context, const struct cpu *cpu)
{
	uint64_t bits;

	return cpu->usable && cpu->socket == context->target.place->box.socket &&
	       machine_core_select(context->machine, cpu->core, &bits);
}

const struct cpu *home_cpu(struct check_context *context)
{
	const struct machine *machine = context->machine;
	const struct cpu *first = NULL;

	for (unsigned i = 0; i < machine->cpu_count; i++) {
		const struct cpu *cpu = &machine->cpus[i];

		if (!can_take(context, cpu))
			continue;
		if (cpu->bootstrap)
			return cpu;
		if (!first)
			first = cpu;
	}
	if (!first)
		check_fail(context, "no processor of this socket can take a PMI");
	return first;
}

void wait_for_pmi(struct check_context *context)
{
	struct hw *hw = context->machine->hw;
	uint64_t until = hw->now_ns(hw) + PMI_BOUND_NS;

	if (!check_going(context))
		return;
	while (!context->watch.count && hw->now_ns(hw) < until)
		hw->wait(hw, until);
}
