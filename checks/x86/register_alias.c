/* SPDX-License-Identifier: BSD-2-Clause */
/* Two addresses are two registers. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

static uint64_t enable_of(const struct check_register *reg)
{
	const struct field *enable = layout_field(reg->row->layout, FIELD_ENABLE);

	return enable ? field_mask(enable) : 0;
}

/* Enables are left out: a filter must not change while it is enabled, and a counter must not count what its mark
 * happens to select. */
static uint64_t markable(const struct check_register *reg)
{
	const struct register_layout *layout = reg->row->layout;
	uint64_t bits = box_writable(&reg->box, reg->row);

	/* Fields that need others to be set start tracing of branches or storing of samples together with them. */
	for (unsigned i = 0; i < layout->field_count; i++)
		if (layout->fields[i].needs)
			bits &= ~field_mask(&layout->fields[i]);
	return bits & ~enable_of(reg) ? bits & ~enable_of(reg) : bits;
}

/* True if the register only enables values in other registers. */
static bool only_enables(const struct check_register *reg)
{
	return reg->row->role == ROLE_FILTER && !(layout_writable(reg->row->layout) & ~enable_of(reg));
}

/* Leaves out registers that did not answer, the global control, whose bits act on all others, and controls of boxes,
 * which compare_controls() tests. */
static bool takes_part(const struct check_context *context, const struct check_register *reg)
{
	const struct machine *machine = context->machine;

	if (!markable(reg) || check_found_at(context, reg)->outcome != OUTCOME_OK)
		return false;
	switch (reg->row->role) {
	case ROLE_BOX_CONTROL: return false;
	/* A select that is only an enable may alone start its counter. */
	case ROLE_FIXED_SELECT:
		return layout_writable(reg->row->layout) & ~enable_of(reg) ||
		       !control_stands_alone(machine, &reg->box, context->fixed_freeze != FIXED_STANDS);
	/* The control of the box may start counters that nothing else stops. */
	case ROLE_CONTROL:
		return !is_control_box(machine, &reg->box) && control_scope(machine, reg->box.type) != CONTROL_BY_CPU;
	default: return true;
	}
}

/* Distributes the bits of the number over the register's writable bits, lowest first. */
static uint64_t deal(uint64_t number, uint64_t writable)
{
	uint64_t value = 0;

	for (unsigned bit = 0; bit < 64 && number; bit++) {
		if (!(writable & BIT(bit)))
			continue;
		value |= (number & 1) << bit;
		number >>= 1;
	}
	return value;
}

/* Returns a value that no other register of the socket gets, if the register is wide enough; its low bits avoid errata.
 * A register that only enables is 0 at first. */
static uint64_t mark_of(const struct check_register *reg, unsigned number)
{
	if (only_enables(reg))
		return 0;
	return deal(UINT64_C(3) * number + 2, markable(reg));
}

/* A walk over all registers of the machine; `number` is the register's place in it. */
struct walk {
	const struct machine_box *place;
	unsigned n, number;
};

static bool any_step(const struct check_context *context, struct walk *walk, struct check_register *reg)
{
	const struct machine *machine = context->machine;

	while (walk->place < machine->boxes + machine->box_count) {
		const struct machine_box *place = walk->place;

		if (walk->n == check_register_count(&place->box)) {
			walk->place++;
			walk->n = 0;
			continue;
		}
		*reg = check_register_at(&place->box, walk->n++);
		walk->number++;
		if (place->state == BOX_FOUND && place->box.socket == context->target.place->box.socket)
			return true;
	}
	return false;
}

static bool alias_step(const struct check_context *context, struct walk *walk, struct check_register *reg)
{
	while (any_step(context, walk, reg))
		if (takes_part(context, reg))
			return true;
	return false;
}

static bool is_ours(const struct check_context *context, const struct walk *walk)
{
	return walk->place == context->target.place;
}

/* True for a read-only register: writes to other registers must not change it. */
static bool is_constant(const struct check_context *context, const struct check_register *reg)
{
	unsigned role = reg->row->role;

	return (role == ROLE_AVAILABLE || role == ROLE_CAPABILITIES || role == ROLE_OTHER || role == ROLE_BOX_COUNT ||
		role == ROLE_GLOBAL_FREEZE) &&
	       !markable(reg) && check_readable(reg) && !was_running(context, reg) &&
	       check_found_at(context, reg)->outcome == OUTCOME_OK;
}

/* ---- a socket's marks ----------------------------------------------------------------------------------
 * All registers of a socket are marked at once, and read back: of two that are one the first has the mark of the second then.
 * Written in the other order it is the second that has the mark of the first. */

enum { UPWARDS, DOWNWARDS, ORDERS };

/* Values of a register with all marks written, for each order. */
struct seen {
	uint64_t value[ORDERS];
};

/* `seen`: of each register of the machine, by number; `complete`: of each socket. */
struct marks_seen {
	struct seen *seen;
	bool *complete;
};

static unsigned count_registers(const struct machine *machine)
{
	unsigned count = 0;

	for (unsigned i = 0; i < machine->box_count; i++)
		count += check_register_count(&machine->boxes[i].box);
	return count;
}

static struct marks_seen marks_of(struct check_context *context)
{
	const struct machine *machine = context->machine;
	size_t seen = (count_registers(machine) + 1) * sizeof(struct seen); /* numbers begin with 1 */

	return (struct marks_seen){
		check_note(context, "marks", seen),
		check_note(context, "marked sockets", machine->socket_count * sizeof(bool)),
	};
}

static void write_box_downwards(struct check_context *context, const struct machine_box *place, unsigned last)
{
	unsigned count = check_register_count(&place->box);

	for (unsigned n = count; n--;) {
		struct check_register reg = check_register_at(&place->box, n);

		if (takes_part(context, &reg))
			check_write(context, &reg, mark_of(&reg, last - (count - 1 - n)));
	}
}

static void write_downwards(struct check_context *context)
{
	const struct machine *machine = context->machine;
	unsigned last = count_registers(machine);

	for (unsigned i = machine->box_count; i--;) {
		const struct machine_box *place = &machine->boxes[i];

		if (place->state == BOX_FOUND && place->box.socket == context->target.place->box.socket)
			write_box_downwards(context, place, last);
		last -= check_register_count(&place->box);
	}
}

static void read_marks(struct check_context *context, const struct marks_seen *marks, unsigned order)
{
	struct walk walk = {.place = context->machine->boxes};
	struct check_register reg;

	while (any_step(context, &walk, &reg))
		if (takes_part(context, &reg) || is_constant(context, &reg))
			marks->seen[walk.number].value[order] = check_read(context, &reg);
}

/* Takes the marks of the check's socket if no earlier check has. Returns false, with the verdict given, if a register
 * did not answer. */
static bool take_marks(struct check_context *context, const struct marks_seen *marks)
{
	struct walk walk = {.place = context->machine->boxes};
	struct check_register reg;
	bool *complete = marks->complete + context->target.place->box.socket;

	if (!marks->seen || !marks->complete) {
		check_fail(context, "not enough memory");
		return false;
	}
	if (*complete)
		return true;
	quiet_socket(context);
	while (alias_step(context, &walk, &reg))
		check_write(context, &reg, mark_of(&reg, walk.number));
	read_marks(context, marks, UPWARDS);
	write_downwards(context);
	read_marks(context, marks, DOWNWARDS);
	*complete = check_going(context);
	return *complete;
}

/* ---- what they tell ------------------------------------------------------------------------------------ */

/* Finds the register whose mark was read instead. Returns false if none has that mark. Narrow registers may share a
 * mark: registers of the same role are tried first. */
static bool find_other(const struct check_context *context, const struct check_register *victim, uint64_t got,
		       bool same_role, struct check_register *other)
{
	struct walk walk = {.place = context->machine->boxes};

	while (alias_step(context, &walk, other))
		if (!check_same(other, victim) && mark_of(other, walk.number) == got &&
		    (!same_role || other->row->role == victim->row->role))
			return true;
	return false;
}

static void name_other(const struct check_context *context, const struct check_register *victim, uint64_t got,
		       struct text *name)
{
	struct check_register other;

	if (find_other(context, victim, got, true, &other) || find_other(context, victim, got, false, &other))
		box_register_name(&other.box, other.row, other.index, name);
	else
		text_string(name, "no register");
}

/* `suspect`: the register written last, if known. */
static void compare_with(struct check_context *context, const struct check_register *reg, unsigned number,
			 uint64_t value, const struct check_register *suspect)
{
	uint64_t expected = mark_of(reg, number);
	uint64_t got = value & markable(reg);
	char storage[CHECK_REGISTER_NAME];
	struct text other = TEXT_OVER(storage);

	if (got == expected || !check_going(context))
		return;
	if (suspect)
		box_register_name(&suspect->box, suspect->row, suspect->index, &other);
	else
		name_other(context, reg, got, &other);
	fail_got(context, reg, expected, got, "it holds what was written to %s", other.at);
}

/* Returns the number of compared registers of the box. */
static unsigned compare_marks(struct check_context *context, const struct marks_seen *marks, unsigned order)
{
	const struct machine_box *place = context->target.place;
	unsigned number = check_register_number(context, place);
	unsigned count = check_register_count(&place->box);
	unsigned compared = 0;

	for (unsigned n = 0; n < count; n++) {
		struct check_register reg = check_register_at(&place->box, n);
		uint64_t value = marks->seen[++number].value[order];

		if (takes_part(context, &reg)) {
			compare_with(context, &reg, number, value, NULL);
			compared++;
		} else if (is_constant(context, &reg)) {
			expect_got(context, &reg, check_found_at(context, &reg)->value, value,
				   "it changed as others were written, though it was not");
		}
	}
	return compared;
}

/* True if the box has registers that only enable. Their mark is 0, which others may hold, too. So each is also set to
 * its enable while the box's other registers, and others of its kind, keep their marks. */
static bool has_enables(const struct check_context *context)
{
	const struct box *box = &context->target.place->box;

	for (unsigned n = 0; n < check_register_count(box); n++) {
		struct check_register reg = check_register_at(box, n);

		if (only_enables(&reg) && takes_part(context, &reg))
			return true;
	}
	return false;
}

/* Writes the marks of the box, and of all registers that only enable. */
static void write_near_marks(struct check_context *context)
{
	struct walk walk = {.place = context->machine->boxes};
	struct check_register reg;

	quiet_socket(context);
	while (alias_step(context, &walk, &reg))
		if (is_ours(context, &walk) || only_enables(&reg))
			check_write(context, &reg, mark_of(&reg, walk.number));
}

static void compare_enabled(struct check_context *context)
{
	struct walk walk = {.place = context->machine->boxes}, others;
	struct check_register reg, other;

	if (!has_enables(context))
		return;
	write_near_marks(context);
	while (alias_step(context, &walk, &reg)) {
		if (!is_ours(context, &walk) || !only_enables(&reg))
			continue;
		check_write(context, &reg, markable(&reg));
		others = (struct walk){.place = context->machine->boxes};
		while (alias_step(context, &others, &other))
			if ((is_ours(context, &others) || only_enables(&other)) && !check_same(&other, &reg))
				compare_with(context, &other, others.number, check_read(context, &other), &reg);
		check_write(context, &reg, 0);
	}
}

/* Returns the bits that a box's control shows while the box is frozen. */
static uint64_t frozen_bits(const struct control *control)
{
	return control->stop & ~control->ones;
}

/* Returns false if the control cannot be read back or does not hold its value: its `bits` check judges that. */
static bool shows_frozen(struct check_context *context, const struct control *control)
{
	struct check_register reg = {control->box, control->row, 0};

	quiet_socket(context);
	return (check_read(context, &reg) & frozen_bits(control)) == frozen_bits(control);
}

/* Freezes all boxes, then releases the one under test: no other control may change. */
static void compare_controls(struct check_context *context)
{
	struct control own = control_of_box(&context->target.place->box);
	struct check_register ours = {own.box, own.row, 0};
	const struct machine_box *place;
	unsigned walk = 0;

	if (!control_freezes(&own) || !shows_frozen(context, &own))
		return;
	check_write(context, &ours, own.run);
	while ((place = next_box(context, &walk))) {
		struct control control = control_of_box(&place->box);
		struct check_register other = {place->box, control.row, 0};
		uint64_t expected = frozen_bits(&control), got;

		if (place == context->target.place || !control_freezes(&control))
			continue;
		got = check_read(context, &other) & expected;
		if (got == expected)
			continue;
		if (shows_frozen(context, &control))
			fail_got(context, &other, expected, got, "it changed as another box's control was written");
		check_write(context, &ours, own.run);
	}
}

void run_register_alias(struct check_context *context)
{
	const struct marks_seen marks = marks_of(context);
	bool taken = take_marks(context, &marks);
	unsigned compared = 0;

	for (unsigned order = 0; taken && order < ORDERS; order++)
		compared = compare_marks(context, &marks, order);
	compare_enabled(context);
	compare_controls(context);
	check_pass(context, "%u registers keep their values while all others are written", compared);
}
