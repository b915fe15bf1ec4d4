/* SPDX-License-Identifier: BSD-2-Clause */
/* The bits that clear: what they should, nothing else, and they are gone at once. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

/* Clear of zero, and of what any other register of the box holds. */
static uint64_t mark_of(const struct counter *counter)
{
	return UINT64_C(0x100) + counter->number;
}

/* Every counter holds its mark, and its select an event with a threshold, not enabled. */
static void mark_box(struct check_context *context, const struct box *box)
{
	quiet_box(context, box);
	for (unsigned i = 0; i < counter_count(box); i++) {
		struct counter counter = counter_of(box, i);
		uint64_t select = counter.fixed ? counter.select_enable : cycles_with(context, &counter);

		counter_load(context, &counter, select, mark_of(&counter));
	}
}

/* All but those in `cleared` (bit i: counter i) still hold their marks. */
static void expect_marks(struct check_context *context, const struct box *box, uint32_t cleared)
{
	for (unsigned i = 0; i < counter_count(box); i++) {
		struct counter counter = counter_of(box, i);
		bool gone = cleared & BIT(i);

		expect_value(context, &counter.count, gone ? 0 : mark_of(&counter),
			     gone ? "not cleared" : "cleared along with others");
	}
}

/* A bit that clears nothing at all is at fault itself. */
static void expect_effect(struct check_context *context, enum field_kind kind, bool any_cleared)
{
	struct check_register control = check_register_of(&context->target.place->box, ROLE_BOX_CONTROL, 0);
	uint64_t bit = layout_bits(control.row->layout, kind);

	if (!any_cleared)
		fail_got(context, &control, bit, 0, "its bit 0x%llx clears nothing", (unsigned long long)bit);
}

static bool any_counter_cleared(struct check_context *context, const struct box *box)
{
	for (unsigned i = 0; i < counter_count(box); i++) {
		struct counter counter = counter_of(box, i);

		if (check_read(context, &counter.count) != mark_of(&counter))
			return true;
	}
	return false;
}

static bool any_select_cleared(struct check_context *context, const struct box *box)
{
	for (unsigned i = 0; i < box_counters(box); i++) {
		struct counter counter = counter_of(box, i);

		if (!check_read(context, &counter.select))
			return true;
	}
	return false;
}

/* Writes a bit that clears, in a register that otherwise holds `value`. */
static void trigger(struct check_context *context, const struct check_register *reg, enum field_kind kind,
		    uint64_t value)
{
	check_write(context, reg, value | layout_bits(reg->row->layout, kind));
	expect_value(context, reg, value & layout_writable(reg->row->layout),
		     "the bit that clears does not go away, or changed others");
}

/* By the guide the control cannot be read: then nothing is said of it here. */
static void trigger_control(struct check_context *context, enum field_kind kind)
{
	struct check_register control = check_register_of(&context->target.place->box, ROLE_BOX_CONTROL, 0);
	uint64_t frozen = control_of_box(&context->target.place->box).stop;

	if (check_read(context, &control) & frozen)
		trigger(context, &control, kind, frozen);
	else
		check_write(context, &control, frozen | layout_bits(control.row->layout, kind));
}

/* ---- all counters of a box -------------------------------------------------------------------------- */

void run_reset_counters(struct check_context *context)
{
	const struct box *box = &context->target.place->box;

	mark_box(context, box);
	expect_marks(context, box, 0);
	trigger_control(context, FIELD_RESET_COUNTERS);
	expect_effect(context, FIELD_RESET_COUNTERS, any_counter_cleared(context, box));
	expect_marks(context, box, UINT32_MAX);
	check_pass(context, "%u counters cleared at once", counter_count(box));
}

/* ---- all selects of a box --------------------------------------------------------------------------- */

void run_reset_controls(struct check_context *context)
{
	const struct box *box = &context->target.place->box;

	mark_box(context, box);
	trigger_control(context, FIELD_RESET_CONTROLS);
	expect_effect(context, FIELD_RESET_CONTROLS, any_select_cleared(context, box));
	for (unsigned i = 0; i < box_counters(box); i++) {
		struct counter counter = counter_of(box, i);

		expect_value(context, &counter.select, 0, "not cleared");
	}
	expect_marks(context, box, 0);
	check_pass(context, "%u selects cleared at once", box_counters(box));
}

/* ---- one counter ------------------------------------------------------------------------------------- */

void run_reset_own(struct check_context *context)
{
	struct counter counter = counter_of_target(context);

	mark_box(context, &counter.box);
	trigger(context, &counter.select, FIELD_RESET,
		check_read(context, &counter.select) & check_allowed(context, &counter.select));
	expect_marks(context, &counter.box, (uint32_t)BIT(counter.number));
	check_pass(context, "cleared alone");
}

bool resets_own(const struct machine *machine, const struct check_target *target)
{
	const struct counter counter = counter_of(&target->place->box, target->counter);

	(void)machine;
	return counter.select.row && layout_field(counter.select.row->layout, FIELD_RESET);
}
