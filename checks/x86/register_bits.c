/* SPDX-License-Identifier: BSD-2-Clause */
/* Every writable bit of a register takes a 1 and a 0 by itself. Bits of a status without a meaning read 0. */
#include "boxes/core-pmu.h"
#include "checks/lib/core.h"
#include "checks/x86/all.h"

/* Keeps a counter's low bits clear of values that errata concern. */
#define FILTER_REGISTER BIT(5)

/* Returns the bits that must read as written, or 0: bits without a field, bits that cannot be written, and bits that
 * clear themselves. Leaves out bits that change by themselves or with other registers. */
static uint64_t bits_to_compare(const struct register_layout *layout)
{
	uint64_t bits = MASK(0, 64);

	for (unsigned i = 0; i < layout->field_count; i++) {
		unsigned access = layout->fields[i].access;

		if (access != ACCESS_RW && access != ACCESS_IGNORED && access != ACCESS_RESERVED &&
		    access != ACCESS_W1_TO)
			bits &= ~field_mask(&layout->fields[i]);
	}
	return bits;
}

/* ---- bits that may not be there ---------------------------------------------------------------------- */

static uint64_t all_candidates(const struct assumption *assumption)
{
	uint64_t all = 0;

	for (unsigned i = 0; i < assumption->candidate_count; i++)
		all |= assumption->candidates[i];
	return all;
}

/* Returns the bits that not all candidates have. */
static uint64_t optional_bits(const struct assumption *assumption)
{
	uint64_t common = ~UINT64_C(0);

	if (!assumption)
		return 0;
	for (unsigned i = 0; i < assumption->candidate_count; i++)
		common &= assumption->candidates[i];
	return all_candidates(assumption) & ~common;
}

/* Documents differ on where the field ends: anywhere from the narrowest candidate to the widest, but without holes. */
static void judge_missing(struct check_context *context, const struct check_register *reg,
			  const struct assumption *assumption, uint64_t missing)
{
	uint64_t there = all_candidates(assumption) & ~missing;
	char bytes[24];
	struct text answer = TEXT_OVER(bytes);

	if (missing && there > (missing & -missing)) {
		fail_got(context, reg, all_candidates(assumption), there, "bits 0x%llx do not hold a 1",
			 (unsigned long long)missing);
		return;
	}
	text_format(&answer, "0x%llx", (unsigned long long)there);
	check_answer(context, assumption->name, bytes);
}

/* ---- walking ------------------------------------------------------------------------------------------- */

/* Returns an architectural event that this processor has. */
static uint64_t core_event_there(struct check_context *context)
{
	for (unsigned i = 0; i < CORE_PMU_EVENTS; i++)
		if (!core_pmu_lacks_event(&context->machine->core_pmu, core_pmu_events[i]))
			return core_pmu_events[i];
	check_without(context, "CPUID leaf 0xa says that this processor lacks all events of the architecture");
	return 0;
}

/* Returns the bits to set with a bit that must not be set alone: errata concern low counter values, and an enabled
 * select must have an event. */
static uint64_t company_of(struct check_context *context, const struct check_register *reg, uint64_t bit)
{
	const struct counter_erratum *erratum = &reg->box.type->erratum;

	if (bit & reg->row->layout->joint)
		return reg->row->layout->joint;
	if ((reg->row->role == ROLE_COUNTER || reg->row->role == ROLE_FIXED_COUNTER) && erratum->low_mask &&
	    (bit & erratum->low_mask) <= erratum->correct_up_to)
		return FILTER_REGISTER;
	/* A processor may have more counters than its event tables know. */
	if (reg->row->role == ROLE_SELECT && core_pmu_has(reg->box.type))
		return bit == layout_bits(reg->row->layout, FIELD_ENABLE) ? core_event_there(context) : 0;
	if (reg->row->role == ROLE_SELECT) {
		struct counter counter = counter_of(&reg->box, reg->index);

		return bit == counter.select_enable ? event_of(context, &counter) : 0;
	}
	return 0;
}

/* Returns the bits of the pattern that do not hold and may be missing. */
static uint64_t try_pattern(struct check_context *context, const struct check_register *reg, uint64_t pattern,
			    uint64_t optional)
{
	uint64_t got;

	check_write(context, reg, pattern);
	got = check_read(context, reg) & bits_to_compare(reg->row->layout);
	if (reg->row->role == ROLE_GLOBAL_FREEZE)
		got &= named_above(context, reg);
	if (got == (pattern & ~optional) && check_going(context))
		return pattern & optional & ~got;
	if (got != pattern)
		fail_got(context, reg, pattern, got, "read back differs in bits 0x%llx",
			 (unsigned long long)(got ^ pattern));
	return 0;
}

/* A select alone may start its counter. Writing the counter has it restored after the select. */
static void keep_counter(struct check_context *context, const struct check_register *reg)
{
	bool fixed = reg->row->role == ROLE_FIXED_SELECT;
	struct counter counter;

	if ((reg->row->role != ROLE_SELECT && !fixed) ||
	    (control_scope(context->machine, reg->box.type) != CONTROL_BY_BOX &&
	     !control_stands_alone(context->machine, &reg->box, fixed)))
		return;
	counter = counter_of(&reg->box, fixed ? box_counters(&reg->box) : reg->index);
	check_write(context, &counter.count, check_read(context, &counter.count));
}

/* True if the register can be read back. The guide says that a box's control cannot; some parts can read it. */
static bool reads_back(struct check_context *context, const struct check_register *reg)
{
	uint64_t bits = layout_writable(reg->row->layout);

	if (reg->row->role != ROLE_BOX_CONTROL)
		return true;
	check_write(context, reg, bits);
	if (check_read(context, reg) & bits || !check_going(context))
		return true;
	check_answer_to(context, "box_ctl", "write-only", NULL);
	return false;
}

void run_register_bits(struct check_context *context)
{
	struct check_register reg = context->target.reg;
	const struct assumption *assumption = assumption_on(context, &reg);
	const struct global_control *global = control_global(context->machine);
	uint64_t bits = box_writable(&reg.box, reg.row), missing = 0;
	unsigned walked = 0;

	/* The reset of all counters has its own check. */
	if (global && is_control_box(context->machine, &reg.box) && reg.row->role == ROLE_CONTROL)
		bits &= ~global->reset_all;
	quiet_box(context, &reg.box);
	keep_counter(context, &reg);
	if (!reads_back(context, &reg))
		return;
	for (unsigned bit = 0; bit < 64; bit++) {
		if (!(bits & BIT(bit)))
			continue;
		missing |= try_pattern(context, &reg, BIT(bit) | company_of(context, &reg, BIT(bit)),
				       optional_bits(assumption));
		walked++;
	}
	if (assumption && check_going(context))
		judge_missing(context, &reg, assumption, missing);
	check_pass(context, "%u bits", walked);
}

/* ---- a status shows nothing where it has nothing to show ------------------------------------------------ */

/* Returns the bits that may be 1. In the global status any field may be: other checks find its notes. */
static uint64_t meaningful(const struct check_context *context, const struct check_register *reg)
{
	const struct register_layout *layout = reg->row->layout;
	bool controls = is_control_box(context->machine, &reg->box);
	uint64_t bits = 0;

	for (unsigned i = 0; i < layout->field_count; i++)
		if (controls ||
		    (layout->fields[i].access != ACCESS_IGNORED && layout->fields[i].access != ACCESS_RESERVED))
			bits |= box_field_mask(&reg->box, reg->row, &layout->fields[i]);
	return bits;
}

void run_register_reserved(struct check_context *context)
{
	struct check_register reg = context->target.reg;
	uint64_t bits = meaningful(context, &reg), got = 0;
	struct check_difference difference = {.reg = &reg};
	enum outcome outcome = check_peek(context, &reg, &got);

	difference.got = got & ~bits;
	difference.outcome = (uint8_t)outcome;
	if (outcome != OUTCOME_OK && reg.row->role == ROLE_CLEAR)
		check_pass(context, "it cannot be read, and need not be");
	else if (outcome != OUTCOME_OK)
		check_fail_at(context, &difference, "reading gives %s", outcome_name(outcome));
	else if (difference.got)
		check_fail_at(context, &difference, "bits 0x%llx read 1 and mean nothing",
			      (unsigned long long)difference.got);
	check_pass(context, "0 where there is nothing");
}
