/* SPDX-License-Identifier: BSD-2-Clause */
#include "checks/lib/support.h"

#include "boxes/core-pmu.h"
#include "core/hardware/bus.h"
#include "core/hardware/buses.h"
#include "core/hardware/core_pmu.h"
#include "core/program/program.h"

/* ---- what belongs to a counter ---------------------------------------------------------------------- */

static uint64_t bit_of(const struct check_register *reg, enum field_kind kind, unsigned number)
{
	const struct field *field = reg->row ? layout_field(reg->row->layout, kind) : NULL;

	return field && number < field->width ? BIT(field->low + number) : 0;
}

struct counter counter_of(const struct box *box, unsigned number)
{
	bool fixed = number >= box_counters(box);
	unsigned index = fixed ? 0 : number;
	struct status status = control_box_status(box);
	struct counter counter = {
		.box = *box,
		.number = number,
		.fixed = fixed,
		.count = check_register_of(box, fixed ? ROLE_FIXED_COUNTER : ROLE_COUNTER, index),
		.select = check_register_of(box, fixed ? ROLE_FIXED_SELECT : ROLE_SELECT, index),
		.control = check_register_of(box, ROLE_CONTROL, 0),
		.status = {*box, status.row, 0},
		.clear = {*box, status.clear, 0},
	};

	counter.enable = bit_of(&counter.control, fixed ? FIELD_FIXED_ENABLE : FIELD_COUNT_ENABLES, index);
	counter.overflow = bit_of(&counter.status, fixed ? FIELD_FIXED_OVERFLOW : FIELD_OVERFLOWS, index);
	counter.select_enable = bit_of(&counter.select, FIELD_ENABLE, 0);
	counter.select_pmi = bit_of(&counter.select, FIELD_PMI, 0);
	if (counter.select.row)
		counter.select_report = layout_bits(counter.select.row->layout, FIELD_FREEZE_ON_OVERFLOW) |
					layout_bits(counter.select.row->layout, FIELD_REPORT_OVERFLOW);
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

bool find_sibling(const struct counter *counter, const struct stimulus *stimulus, struct counter *sibling)
{
	for (unsigned i = 0; i < box_counters(&counter->box) && !counter->fixed; i++) {
		if (i == counter->number || !(stimulus->advanced & BIT(i)))
			continue;
		*sibling = counter_of(&counter->box, i);
		return true;
	}
	return false;
}

bool counter_answers(const struct check_context *context, const struct counter *counter)
{
	return check_found_at(context, &counter->count)->outcome == OUTCOME_OK &&
	       check_found_at(context, &counter->select)->outcome == OUTCOME_OK;
}

unsigned counter_count(const struct box *box)
{
	return box_counters(box) + (unsigned)box->type->fixed;
}

uint64_t counter_mask(const struct check_context *context, const struct counter *counter)
{
	const struct assumption *assumption = assumption_on(context, &counter->count);
	uint64_t mask = MASK(0, box_counter_bits(counter->box.type, counter->count.row));

	for (unsigned i = 0; assumption && i < assumption->candidate_count; i++)
		mask &= assumption->candidates[i];
	return mask;
}

uint64_t summary_of(const struct counter *counter)
{
	return box_place(&counter->box)->summary;
}

/* Returns the register that the inventory tried; else counter 0, or the first register of a box without counters. */
static struct check_register asked(const struct machine_box *place)
{
	struct check_register counter = check_register_of(&place->box, ROLE_COUNTER, 0);

	for (unsigned n = 0; n < check_register_count(&place->box); n++) {
		struct check_register reg = check_register_at(&place->box, n);

		if (box_location(&reg.box, reg.row, reg.index).address == place->evidence.address)
			return reg;
	}
	return counter.row ? counter : check_register_at(&place->box, 0);
}

/* Reads the identifiers of the box's PCI function. True, with the difference, if the function is wrong or missing. */
static bool misfit_of(const struct machine *machine, const struct machine_box *place, struct silent_box *silent)
{
	struct text name = TEXT_OVER(silent->name);
	struct accessed ids;
	uint32_t expected;

	if (!buses_misfit(machine, place, &silent->function.where, &expected))
		return false;
	box_name(&place->box, silent->box);
	text_format(&name, "%s.id", silent->box);
	silent->function.box = silent->box;
	silent->function.reg = silent->name;
	ids = bus_read(machine->hw, &silent->function.where);
	if (!(expected >> 16)) /* only the vendor is known */
		expected |= (uint32_t)ids.value & 0xffff0000u;
	if (ids.value == expected) /* the right function: something else is hidden */
		return false;
	silent->difference = (struct check_difference){
		.place = &silent->function,
		.expected = expected,
		.got = ids.value,
		.outcome = (uint32_t)ids.value == UINT32_MAX ? OUTCOME_ALL_ONES : (uint8_t)ids.outcome,
	};
	return true;
}

void silent_box_of(const struct machine *machine, const struct machine_box *place, struct silent_box *silent)
{
	static const uint8_t outcomes[BOX_STATE_COUNT] = {
		[BOX_FAULTS] = OUTCOME_FAULT,  [BOX_NO_WRITE_BACK] = OUTCOME_DROPPED, [BOX_HIDDEN] = OUTCOME_ALL_ONES,
		[BOX_ABSENT] = OUTCOME_ABSENT, [BOX_DENIED] = OUTCOME_DENIED,
	};

	if (misfit_of(machine, place, silent))
		return;
	silent->reg = asked(place);
	silent->difference = (struct check_difference){.reg = &silent->reg, .outcome = outcomes[place->state]};
}

/* ---- reading ------------------------------------------------------------------------------------------ */

void fail_got(struct check_context *context, const struct check_register *reg, uint64_t expected, uint64_t got,
	      const char *format, ...)
{
	const struct check_difference difference = {.reg = reg, .expected = expected, .got = got};
	char bytes[CHECK_MESSAGE_SIZE];
	struct text wrong = TEXT_OVER(bytes);
	va_list arguments;

	if (!check_going(context))
		return;
	va_start(arguments, format);
	text_format_list(&wrong, format, arguments);
	va_end(arguments);
	check_fail_at(context, &difference, "%s", bytes);
}

void expect_got(struct check_context *context, const struct check_register *reg, uint64_t expected, uint64_t got,
		const char *wrong)
{
	if (got != expected)
		fail_got(context, reg, expected, got, "%s", wrong);
}

void expect_value(struct check_context *context, const struct check_register *reg, uint64_t expected, const char *wrong)
{
	expect_got(context, reg, expected, check_read(context, reg), wrong);
}

uint64_t named_above(const struct check_context *context, const struct check_register *reg)
{
	return control_global(context->machine) ? UINT64_MAX : check_allowed(context, reg);
}

void expect_above(struct check_context *context, const struct check_register *reg, uint64_t expected, const char *wrong)
{
	expect_got(context, reg, expected, check_read(context, reg) & named_above(context, reg), wrong);
}

uint64_t counter_value(struct check_context *context, const struct counter *counter)
{
	const struct counter_erratum *erratum = &counter->box.type->erratum;
	uint64_t raw = check_read(context, &counter->count);

	/* A value smaller than the erratum's addition cannot come from the erratum. */
	if (erratum->low_mask && (raw & erratum->low_mask) <= erratum->correct_up_to &&
	    raw >= erratum->correct_subtract)
		return raw - erratum->correct_subtract;
	return raw;
}

uint64_t counter_advance(struct check_context *context, const struct counter *counter, uint64_t from)
{
	return (counter_value(context, counter) - from) & counter_mask(context, counter);
}

bool may_be_misread(uint64_t value)
{
	return (value & MASK(0, 24)) <= 1;
}

/* True if the assumption's name is the register's ("irp.ctr0.count") or its row's ("irp.ctr.count"). */
static bool is_about(const struct assumption *assumption, const struct check_register *reg)
{
	char full_bytes[CHECK_REGISTER_NAME + 1], row_bytes[CHECK_REGISTER_NAME + 1];
	struct text full = TEXT_OVER(full_bytes), row = TEXT_OVER(row_bytes);
	struct slice name = slice_of(assumption->name);

	box_register_name(&reg->box, reg->row, reg->index, &full);
	text_char(&full, '.');
	text_format(&row, "%s.%s.", reg->box.type->name, reg->row->name);
	return slice_starts(name, full_bytes) || slice_starts(name, row_bytes);
}

/* True if there are at least two candidates and all are sets of writable bits of the register. */
static bool is_on_bits(const struct assumption *assumption, const struct check_register *reg)
{
	uint64_t writable = layout_writable(reg->row->layout);
	unsigned i = 0;

	while (i < assumption->candidate_count && !(assumption->candidates[i] & ~writable))
		i++;
	return i > 1 && i == assumption->candidate_count;
}

const struct assumption *assumption_on(const struct check_context *context, const struct check_register *reg)
{
	const struct assumption *const *at = context->machine->processor->assumptions;

	while (at && *at && !(is_on_bits(*at, reg) && is_about(*at, reg)))
		at++;
	return at ? *at : NULL;
}

unsigned counter_width(struct check_context *context, const struct counter *counter)
{
	uint64_t all = layout_writable(counter->count.row->layout);

	if (!assumption_on(context, &counter->count))
		return count_bits(counter_mask(context, counter));
	quiet_box(context, &counter->box);
	check_write(context, &counter->count, all);
	return count_bits(check_read(context, &counter->count) & all);
}

static uint64_t found_value(const void *context, const struct box *box, const struct register_row *row, unsigned index)
{
	struct check_register reg = {*box, row, (uint8_t)index};

	return check_found_at(context, &reg)->value;
}

bool was_running(const struct check_context *context, const struct check_register *reg)
{
	if (reg->row->role == ROLE_FLAGS || (reg->row->role == ROLE_OTHER && !layout_writable(reg->row->layout)))
		return true;
	return control_let_count(context->machine, &reg->box, reg->row, reg->index, found_value, context);
}

bool wait_for(struct check_context *context, const struct expectation *expectation, uint64_t bound_ns)
{
	struct hw *hw = context->machine->hw;
	uint64_t until = hw->now_ns(hw) + bound_ns;

	while (check_going(context)) {
		bool late = hw->now_ns(hw) >= until;

		if ((check_read(context, expectation->reg) & expectation->mask) == expectation->wanted)
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

	return control_core_select(context->machine, cpu, &bits) ? bits : 0;
}

const struct cpu *home_cpu(struct check_context *context)
{
	const struct machine *machine = context->machine;
	const struct cpu *first = NULL;

	for (unsigned i = 0; i < machine->cpu_count; i++) {
		const struct cpu *cpu = &machine->cpus[i];
		uint64_t bits;

		if (!cpu->usable || cpu->socket != context->target.place->box.socket ||
		    !control_core_select(context->machine, cpu, &bits))
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

bool reference_watch(struct check_context *context, const struct reference *reference, const struct cpu *cpu)
{
	quiet_clear(context, &reference->counter.box);
	/* An earlier PMI request must not count in this watch. */
	check_pause(context, FREEZE_BOUND_NS);
	return check_watch_open(context, (uint32_t)(cpu - context->machine->cpus));
}

bool provoke_pmi(struct check_context *context, const struct reference *reference, const struct cpu *cpu,
		 uint64_t select, uint64_t away_ns)
{
	struct overflow_request request = {
		.counter = &reference->counter,
		.stimulus = &reference->stimulus,
		.select_extra = reference->counter.select_pmi,
		.global_extra = control_global(context->machine)->freeze_on_pmi | select,
	};
	bool taken;

	if (!reference_watch(context, reference, cpu))
		return false;
	expect_overflow(context, &request);
	if (away_ns)
		check_pause(context, away_ns);
	else
		wait_for_pmi(context);
	taken = context->watch.count;
	check_watch_close(context);
	return taken;
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
