/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/event/assign.h"

static bool refuse_conflict(struct assignments *assignments, struct slice at, const struct field *field)
{
	return refuse(assignments->refusal, (struct refusal){REFUSED_CONFLICT, .where = at, .field = field});
}

struct assignment *assignment_of(struct assignments *assignments, const struct register_row *row)
{
	for (unsigned i = 0; i < assignments->count; i++)
		if (assignments->of[i].row == row)
			return &assignments->of[i];
	return NULL;
}

uint64_t assigned_value(const struct assignments *assignments, const struct register_row *row, uint64_t bits)
{
	for (unsigned i = 0; i < assignments->count; i++)
		if (assignments->of[i].row == row)
			return assignments->of[i].value & bits;
	return 0;
}

/* Checks bits of a filter register alone, without what other registers require of them. */
static bool assignments_add(struct assignments *assignments, struct slice at, struct event_setting wanted)
{
	struct assignment *assignment = assignment_of(assignments, wanted.row);
	uint64_t differing;

	if (!assignment) {
		if (assignments->count == EVENT_SETTINGS)
			return refuse(assignments->refusal, (struct refusal){REFUSED_FILTER_REGISTERS, .where = at,
									     .number = EVENT_SETTINGS});
		assignment = &assignments->of[assignments->count++];
		*assignment = (struct assignment){.row = wanted.row, .at = at};
	}
	differing = (assignment->value ^ wanted.value) & assignment->mask & wanted.mask;
	if (differing)
		return refuse_conflict(assignments, at, event_field_of(wanted.row, differing));
	assignment->mask |= wanted.mask;
	assignment->value |= wanted.value;
	return true;
}

bool assign_bits(struct assignments *assignments, struct slice at, struct event_setting wanted)
{
	const struct box_type *type = assignments->type;
	const struct filter_register *filter_register = box_filter_register(type, wanted.row);
	const struct register_row *select = assignments->shape->row, *gate;
	uint64_t enable;

	if (!assignments_add(assignments, at, wanted))
		return false;
	if (type->look && wanted.row == &type->registers[type->look->row] && wanted.mask & type->look->bits &&
	    !assign_field(assignments, at, select, &select->layout->fields[type->look->field], 1))
		return false;
	if (!filter_register || !filter_register->gate)
		return true;
	gate = &type->registers[filter_register->gate - 1];
	enable = field_mask(layout_field(gate->layout, FIELD_ENABLE));
	return assignments_add(assignments, at, (struct event_setting){gate, enable, enable});
}

bool assign_field(struct assignments *assignments, struct slice at, const struct register_row *row,
		  const struct field *field, uint64_t value)
{
	uint64_t mask = field_mask(field), bits = value << field->low & mask;

	if (row != assignments->shape->row)
		return assign_bits(assignments, at, (struct event_setting){row, mask, bits});
	if (assignments->given & mask && (assignments->select & mask) != bits)
		return refuse_conflict(assignments, at, field);
	assignments->given |= mask;
	assignments->select = (assignments->select & ~mask) | bits;
	if (field->kind == FIELD_EDGE)
		assignments->edge_at = at;
	if (field->kind == FIELD_INVERT)
		assignments->invert_at = at;
	if ((field->kind == FIELD_CODE || field->kind == FIELD_CODE_ABOVE) && !assignments->code_at.at)
		assignments->code_at = at;
	return true;
}

bool assign_register(struct assignments *assignments, struct slice at, const struct register_row *row, uint64_t value)
{
	uint64_t writable = layout_writable(row->layout);

	if (value & ~writable)
		return refuse(assignments->refusal,
			      (struct refusal){REFUSED_RESERVED, .where = at, .row = row, .bits = value & ~writable});
	if (!assign_bits(assignments, at, (struct event_setting){row, writable, value}))
		return false;
	assignment_of(assignments, row)->whole = true;
	return true;
}

void assignments_sort(struct assignments *assignments)
{
	for (unsigned i = 1; i < assignments->count; i++) {
		struct assignment moved = assignments->of[i];
		unsigned at = i;

		for (; at && assignments->of[at - 1].row > moved.row; at--)
			assignments->of[at] = assignments->of[at - 1];
		assignments->of[at] = moved;
	}
}
