/* SPDX-License-Identifier: BSD-2-Clause */
/* Reset bits clear exactly what they should and read 0 at once. Registers hold their reset values after a reset. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

/* Not zero, and no value that another register of the box holds. */
static uint64_t mark_of(const struct counter *counter)
{
	return UINT64_C(0x100) + counter->number;
}

/* Loads every counter with its mark, and its select with an event and a threshold, but without its enable. */
static void mark_box(struct check_context *context, const struct box *box)
{
	quiet_box(context, box);
	for (unsigned i = 0; i < counter_count(box); i++) {
		struct counter counter = counter_of(box, i);
		uint64_t select = counter.fixed ? counter.select_enable : cycles_with(context, &counter);

		counter_load(context, &counter, select, mark_of(&counter));
	}
}

/* Fails unless the counters in `cleared` (bit i: counter i) hold 0 and all others their marks. */
static void expect_marks(struct check_context *context, const struct box *box, uint32_t cleared)
{
	for (unsigned i = 0; i < counter_count(box); i++) {
		struct counter counter = counter_of(box, i);
		bool gone = cleared & BIT(i);

		expect_value(context, &counter.count, gone ? 0 : mark_of(&counter),
			     gone ? "not cleared" : "cleared along with others");
	}
}

/* Fails the reset bit itself if it clears nothing at all. */
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

/* Writes a reset bit to a register that otherwise holds `value`. */
static void trigger(struct check_context *context, const struct check_register *reg, enum field_kind kind,
		    uint64_t value)
{
	check_write(context, reg, value | layout_bits(reg->row->layout, kind));
	expect_value(context, reg, value & layout_writable(reg->row->layout),
		     "the bit that clears does not go away, or changed others");
}

/* The guide says that the control cannot be read: a reset bit is judged only if it can be. */
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

/* ---- the reset of the socket ---------------------------------------------------------------------------- */

/* Fills each counter with a value of its own, clear of those that errata concern. Returns the number of counters. */
static unsigned fill_all(struct check_context *context)
{
	struct counter_walk walk = {0};
	struct counter counter;
	unsigned count = 0;

	while (next_counter(context, &walk, &counter))
		check_write(context, &counter.count, UINT64_C(0x123400000100) + UINT64_C(0x1010) * count++);
	return count;
}

/* Returns the number of counters that are not 0, and the first of them. */
static unsigned find_uncleared(struct check_context *context, struct counter *first, uint64_t *got)
{
	struct counter_walk walk = {0};
	struct counter counter;
	unsigned uncleared = 0;

	while (next_counter(context, &walk, &counter)) {
		uint64_t value = counter_value(context, &counter);

		if (!value || uncleared++)
			continue;
		*first = counter;
		*got = value;
	}
	return uncleared;
}

void run_reset_all(struct check_context *context)
{
	const struct global_control *global = control_global(context->machine);
	struct check_register control = check_socket_control(context);
	struct counter first = {0};
	unsigned filled, uncleared;
	uint64_t got = 0;

	quiet_socket(context);
	filled = fill_all(context);
	check_write(context, &control, global->reset_all);
	check_write(context, &control, 0);
	uncleared = find_uncleared(context, &first, &got);
	if (uncleared == filled)
		fail_got(context, &control, global->reset_all, 0, "its reset bit clears no counter");
	else if (uncleared)
		fail_got(context, &first.count, 0, got, "%u of %u counters are not cleared", uncleared, filled);
	check_pass(context, "%u counters cleared", filled);
}

/* ---- registers hold their reset values when a run begins ------------------------------------------------ */

/* Returns the bits with a documented reset value. Filters reset as a whole: all their bits except the reserved ones. */
static uint64_t defined_bits(const struct register_row *row)
{
	const struct register_layout *layout = row->layout;
	uint64_t bits = 0, reserved = 0;

	for (unsigned i = 0; i < layout->field_count; i++)
		if (layout->fields[i].access != ACCESS_RESERVED)
			bits |= field_mask(&layout->fields[i]);
		else
			reserved |= field_mask(&layout->fields[i]);
	return (row->role == ROLE_FILTER ? ~reserved : bits) & ~layout->reset_unknown;
}

static bool is_reset(struct check_context *context, const struct check_register *reg, uint64_t *got)
{
	const struct register_layout *layout = reg->row->layout;
	const struct check_found *found = check_found_at(context, reg);
	uint64_t again;

	/* A register that did not answer is read again, so that the failure is reported. */
	again = found->outcome == OUTCOME_OK ? found->value : check_read(context, reg);
	*got = again & defined_bits(reg->row);
	return *got == layout->reset || !check_going(context);
}

void run_reset_state(struct check_context *context)
{
	const struct box *box = &context->target.place->box;
	unsigned count = check_register_count(box), differ = 0;
	struct check_register first = {0};
	uint64_t got, first_got = 0;
	char bytes[64];
	struct text name = TEXT_OVER(bytes);

	for (unsigned n = 0; n < count; n++) {
		struct check_register reg = check_register_at(box, n);

		if (!check_readable(&reg) || check_is_lost(context->target.place, &reg) ||
		    is_reset(context, &reg, &got))
			continue;
		if (!differ++) {
			first = reg;
			first_got = got;
		}
	}
	if (differ && !context->machine->expects.cold) {
		box_register_name(&first.box, first.row, first.index, &name);
		check_untested(
			context,
			"%s held 0x%llx when the run began, after a reset it is 0x%llx: without `expect cold` that is no failure",
			bytes, (unsigned long long)first_got, (unsigned long long)first.row->layout->reset);
	} else if (differ) {
		fail_got(context, &first, first.row->layout->reset, first_got,
			 "%u register%s not at %s reset value when the run began", differ,
			 differ == 1 ? " was" : "s were", differ == 1 ? "its" : "their");
	}
	check_pass(context, "as after reset");
}

/* Some processors have no documented reset values. */
bool is_documented(const struct machine *machine, const struct check_target *target)
{
	(void)target;
	return !machine->processor->resets_unknown;
}
