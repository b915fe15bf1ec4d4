/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/control.h"

#include "boxes/core-pmu.h"
#include "core/hardware/core_pmu.h"
#include "core/hardware/machine.h"

/* ---- registers ---------------------------------------------------------------------------------------- */

/* An instance may lack a register of its type. */
static const struct register_row *own_row(const struct box *box, enum role role)
{
	const struct register_row *row = box_row_of_role(box->type, role);

	return row && box_row_count(box, row) ? row : NULL;
}

/* The common part of all controls. Bits that must be 1 are 1 in every value. */
static struct control control_over(const struct box *box, const struct register_row *row, uint64_t run, uint64_t stop)
{
	uint64_t ones = layout_ones(row->layout);

	return (struct control){.box = *box, .row = row, .run = run | ones, .stop = stop | ones, .ones = ones};
}

const struct global_control *control_global(const struct machine *machine)
{
	return machine->processor ? machine->processor->global : NULL;
}

static struct box box_of_socket(const struct machine *machine, uint16_t socket)
{
	return (struct box){.type = machine->processor->global->box, .socket = socket};
}

struct control control_of_socket(const struct machine *machine, uint16_t socket)
{
	const struct global_control *global = control_global(machine);
	struct control control;
	struct box box;

	if (!global)
		return (struct control){.row = NULL};
	box = box_of_socket(machine, socket);
	control = control_over(&box, box_row_by_name(box.type, global->control), global->run, global->stop);
	control.shown = (global->run ^ global->stop) & ~global->commands;
	control.release = global->run & global->commands;
	control.global = global;
	return control;
}

struct status control_socket_status(const struct machine *machine, uint16_t socket)
{
	const struct global_control *global = control_global(machine);
	struct box box;

	if (!global || !global->status)
		return (struct status){.row = NULL};
	box = box_of_socket(machine, socket);
	return (struct status){
		.box = box,
		.row = box_row_by_name(box.type, global->status),
		.clear = box_row_by_name(box.type, global->clear ? global->clear : global->status),
	};
}

struct control control_of_box(const struct box *box)
{
	const struct register_row *enables = own_row(box, ROLE_CONTROL);
	const struct register_row *freeze = own_row(box, ROLE_BOX_CONTROL);
	uint64_t may;

	if (enables)
		return control_over(box, enables, 0, 0);
	if (!freeze)
		return (struct control){.row = NULL};
	may = layout_bits(freeze->layout, FIELD_FREEZE_ENABLE);
	return control_over(box, freeze, may, may | layout_bits(freeze->layout, FIELD_FREEZE));
}

struct status control_box_status(const struct box *box)
{
	const struct register_row *row = own_row(box, ROLE_STATUS);
	const struct register_row *clear = own_row(box, ROLE_CLEAR);

	return (struct status){.box = *box, .row = row, .clear = clear ? clear : row};
}

/* ---- controlling boxes -------------------------------------------------------------------------------- */

enum control_scope control_scope(const struct machine *machine, const struct box_type *type)
{
	if (type->postings)
		return CONTROL_BY_NOBODY;
	if (type->scope == BOX_OF_THREAD)
		return CONTROL_BY_CPU;
	return control_global(machine) ? CONTROL_BY_SOCKET : CONTROL_BY_BOX;
}

struct control control_switch(const struct machine *machine, const struct box *box)
{
	if (control_scope(machine, box->type) == CONTROL_BY_SOCKET)
		return control_of_socket(machine, box->socket);
	return control_of_box(box);
}

bool is_control_box(const struct machine *machine, const struct box *box)
{
	return control_global(machine) && !box->instance && box->type == box_of_socket(machine, box->socket).type;
}

bool control_stands_alone(const struct machine *machine, const struct box *box, bool fixed)
{
	return (fixed && box->type->fixed_apart) ||
	       (control_scope(machine, box->type) == CONTROL_BY_BOX && !control_of_box(box).row);
}

/* ---- counters ----------------------------------------------------------------------------------------- */

/* A processor may have more counters than its event table, so the field's width is not a limit. */
static uint64_t bit_of(const struct register_row *row, enum field_kind kind, unsigned number)
{
	const struct field *field = row ? layout_field(row->layout, kind) : NULL;

	return field ? BIT(field->low + number) : 0;
}

uint64_t control_enable_bit(const struct register_row *row, bool fixed, unsigned number)
{
	return bit_of(row, fixed ? FIELD_FIXED_ENABLE : FIELD_COUNT_ENABLES, number);
}

uint64_t control_overflow_bit(const struct register_row *row, bool fixed, unsigned number)
{
	return bit_of(row, fixed ? FIELD_FIXED_OVERFLOW : FIELD_OVERFLOWS, number);
}

/* A control that freezes keeps a counter still. One made of enables needs nothing: they are off at power-up. Without
 * a control, the select stops the counter. */
struct control_still control_still(const struct box *box, unsigned number)
{
	const struct register_row *select = own_row(box, ROLE_SELECT);
	struct control control = control_of_box(box);
	struct control_still still = {.row = NULL};

	if (control_freezes(&control))
		still = (struct control_still){control.row, box_location(box, control.row, 0), control.stop,
					       control.ones};
	else if (!control.row && select)
		still = (struct control_still){select, box_location(box, select, number), layout_ones(select->layout),
					       layout_ones(select->layout)};
	return still;
}

uint64_t control_mirrored(const struct machine *machine, const struct box *box)
{
	uint64_t bits = 0;

	if (!is_control_box(machine, box) || control_global(machine)->status_stays)
		return 0;
	for (unsigned i = 0; i < machine->box_count; i++)
		if (machine->boxes[i].box.type != box->type)
			bits |= box_place(&machine->boxes[i].box)->summary;
	return bits;
}

/* A processor's counter counts if its select (for fixed counters a part of it) and its bit in the control both enable
 * it. For others, if the switch of a box cannot be read, the select is the best evidence. */
bool control_let_count(const struct machine *machine, const struct box *box, const struct register_row *row,
		       unsigned index, control_held *held, const void *context)
{
	bool fixed = row->role == ROLE_FIXED_COUNTER;
	const struct register_row *select = own_row(box, fixed ? ROLE_FIXED_SELECT : ROLE_SELECT);
	struct control control;

	if (row->role != ROLE_COUNTER && !fixed)
		return false;
	if (core_pmu_has(box->type)) {
		const struct register_row *enables = own_row(box, ROLE_CONTROL);
		uint64_t enable = fixed ? core_pmu_fixed_bits(index) : layout_bits(select->layout, FIELD_ENABLE);

		return held(context, box, select, fixed ? 0 : index) & enable &&
		       held(context, box, enables, 0) & control_enable_bit(enables, fixed, index);
	}
	control = control_switch(machine, box);
	if (control.shown)
		return (held(context, &control.box, control.row, 0) & control.shown) != (control.stop & control.shown);
	return select && held(context, box, select, fixed ? 0 : index) & layout_bits(select->layout, FIELD_ENABLE);
}

/* ---- PMIs of a socket, as measured --------------------------------------------------------------------- */

unsigned control_core_number(const struct machine *machine, const struct cpu *cpu)
{
	bool in_order = machine->core_numbers == CORE_NUMBERS_IN_ORDER;
	uint64_t below = 0;

	/* If nothing was measured, one ID too large for the core select field shows that cores are numbered in order. */
	if (machine->core_numbers == CORE_NUMBERS_UNKNOWN)
		for (unsigned i = 0; !in_order && i < machine->cpu_count; i++)
			in_order = machine->cpus[i].core >= control_global(machine)->core_select.width;
	if (!in_order)
		return cpu->core;

	/* In order, a core's number is that of cores of its socket with lower IDs. */
	for (unsigned i = 0; i < machine->cpu_count; i++)
		if (machine->cpus[i].socket == cpu->socket && machine->cpus[i].core < cpu->core)
			below |= BIT(machine->cpus[i].core & 63);
	return count_bits(below);
}

bool control_core_select(const struct machine *machine, const struct cpu *cpu, uint64_t *bits)
{
	const struct field *field = &control_global(machine)->core_select;
	unsigned width = machine->core_select_width ? machine->core_select_width : field->width;
	unsigned core = control_core_number(machine, cpu);

	if (machine->core_select == CORE_SELECT_NUMBER) {
		*bits = (uint64_t)core << field->low;
		return core < BIT(width);
	}
	*bits = core < width ? BIT(field->low + core) : 0;
	return core < width;
}

uint64_t control_pmi_noted(const struct machine *machine)
{
	return machine->pmi_noted ? machine->pmi_noted : control_global(machine)->pmi_received;
}

uint64_t control_pmi_clear(const struct machine *machine)
{
	const struct global_control *global = control_global(machine);

	return control_pmi_noted(machine) | (global->pmi_clear & ~global->pmi_received);
}

struct location control_pmi_gate(const struct machine *machine, uint32_t cpu)
{
	return (struct location){
		.space = SPACE_MSR,
		.width_bits = 64,
		.socket = machine->cpus[cpu].socket,
		.cpu = (uint16_t)(cpu + 1),
		.address = control_global(machine)->gate,
	};
}
