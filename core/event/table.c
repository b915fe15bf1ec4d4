/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/event/table.h"

#include "core/event/event.h"
#include "lib/memory.h"

/* ---- names ---------------------------------------------------------------------------------------- */

bool name_is(struct slice name, const char *string)
{
	for (size_t i = 0; i < name.length; i++) {
		char a = name.at[i], b = string[i];

		if (!b || (a != b && !same_letter(a, b)))
			return false;
	}
	return !string[name.length];
}

/* Compares `name` with a table's `entry`, which is in capitals. *same is the number of leading characters known to be
 * equal, and is updated. Returns less than, equal to or greater than 0. */
static int compare_entry(struct slice name, const char *entry, size_t *same)
{
	for (; *same < name.length; ++*same) {
		char a = name.at[*same], b = entry[*same];

		if (a != b && !same_letter(a, b))
			return (unsigned char)upper(a) - (unsigned char)upper(b);
	}
	return entry[name.length] ? -1 : 0;
}

/* ---- rows ----------------------------------------------------------------------------------------- */

struct event_rows event_rows_named(const struct processor *processor, const struct box_type *type, struct slice name)
{
	unsigned low = 0, high = type->event_count;
	size_t low_same = 0, high_same = 0; /* characters shared with the last entry below, and above */

	while (low < high) {
		unsigned middle = (low + high) / 2;
		const char *entry = processor_string(processor, type->events[middle].name);
		size_t same = low_same < high_same ? low_same : high_same;
		int order = compare_entry(name, entry, &same);

		if (!order)
			return event_rows_around(&type->events[middle]);
		if (order < 0) {
			high = middle;
			high_same = same;
		} else {
			low = middle + 1;
			low_same = same;
		}
	}
	return (struct event_rows){0};
}

struct event_rows event_rows_around(const struct event *event)
{
	return (struct event_rows){event - event->before, 1u + event->before + event->after};
}

const struct event *event_row_of_umask(struct event_rows rows, uint64_t code, uint64_t umask)
{
	for (unsigned i = 0; i < rows.count; i++)
		if (rows.first[i].umask == umask && rows.first[i].code == code && rows.first[i].counters &&
		    !(rows.first[i].group & (UMASK_ALIAS | UMASK_GROUP)))
			return &rows.first[i];
	return NULL;
}

static bool is_separator(char c)
{
	return c == ':' || c == '.';
}

/* If the text starts with the name, the length of it in the text, else 0. perfmon's names have dots where tables have
 * underscores. */
static size_t length_of_name(struct slice text, const char *name)
{
	size_t i = 0;

	for (; name[i]; i++) {
		if (i == text.length)
			return 0;
		if (name[i] == '.' ? !is_separator(text.at[i]) && text.at[i] != '_'
				   : !same_letter(name[i], text.at[i]) && !(name[i] == '_' && text.at[i] == '.'))
			return 0;
	}
	return i == text.length || is_separator(text.at[i]) ? i : 0;
}

const struct event *event_row_of_name(const struct processor *processor, struct event_rows rows, struct slice text,
				      size_t *length)
{
	const struct event *found = NULL, *end;
	char first = text.length ? upper(*text.at) : 0;

	*length = 0;
	if (!rows.count || !rows.first->umask_name)
		return NULL;
	end = rows.first + rows.count;
	for (const struct event *row = rows.first; row < end && *length < text.length; row++) {
		const char *name = processor_string(processor, row->umask_name);
		size_t same = *name == first ? length_of_name(text, name) : 0;

		if (same <= *length)
			continue;
		found = row;
		*length = same;
	}
	return found;
}

uint64_t event_same(const struct box_type *type, const struct event *row)
{
	return event_requirements(type, row)->value;
}

/* ---- the select ----------------------------------------------------------------------------------- */

void select_shape_read(const struct box_type *type, struct select_shape *shape)
{
	const struct register_layout *layout;

	shape->row = box_row_of_role(type, ROLE_SELECT);
	if (!shape->row)
		return;
	layout = shape->row->layout;
	for (unsigned i = 0; i < layout->field_count; i++) {
		const struct field *field = &layout->fields[i];

		shape->of[field->kind] = field;
		shape->bits[field->kind] |= field_mask(field);
	}
	shape->identity = shape->bits[FIELD_EVENT] | shape->bits[FIELD_UMASK] | shape->bits[FIELD_UMASK_ABOVE] |
			  shape->bits[FIELD_CODE] | shape->bits[FIELD_CODE_ABOVE];
}

uint64_t field_value(const struct field *field, uint64_t value)
{
	return (value & field_mask(field)) >> field->low;
}

uint64_t umask_to_select(const struct select_shape *shape, uint64_t umask)
{
	const struct field *low = shape->of[FIELD_UMASK], *above = shape->of[FIELD_UMASK_ABOVE];
	uint64_t select = low ? umask << low->low & field_mask(low) : 0;

	return low && above ? select | (umask >> low->width << above->low & field_mask(above)) : select;
}

uint64_t umask_of_select(const struct select_shape *shape, uint64_t select)
{
	const struct field *low = shape->of[FIELD_UMASK], *above = shape->of[FIELD_UMASK_ABOVE];
	uint64_t umask = low ? field_value(low, select) : 0;

	return low && above ? umask | field_value(above, select) << low->width : umask;
}

uint64_t event_identity(const struct box_type *type, const struct select_shape *shape, const struct event *event)
{
	const struct requirement *needs = event_requirements(type, event);
	uint64_t value = umask_to_select(shape, event->umask);

	if (shape->of[FIELD_EVENT])
		value |= (uint64_t)event->code << shape->of[FIELD_EVENT]->low;
	for (unsigned i = 0, count = event_need_count(type, event); i < count; i++)
		if (&type->registers[needs[i].row] == shape->row)
			value |= requirement_value(type, event, &needs[i]);
	return value;
}

uint64_t bits_of_kind(const struct register_row *row, enum field_kind kind)
{
	const struct register_layout *layout = row->layout;
	uint64_t bits = 0;

	for (unsigned i = 0; i < layout->field_count; i++)
		if (layout->fields[i].kind == kind)
			bits |= field_mask(&layout->fields[i]);
	return bits;
}

bool event_parts_alone(const struct register_layout *layout)
{
	const struct field *part = layout->parts;

	for (unsigned i = 0; part && i < layout->field_count; i++)
		if (layout->fields[i].modifier && field_mask(&layout->fields[i]) & field_mask(part))
			return false;
	return part;
}

uint16_t event_counters_at_most(const struct box_type *type, uint16_t counters)
{
	uint64_t any = MASK(0, type->counters);

	return type->fixed_counters && (counters & any) == any ? (uint16_t)(counters | MASK(0, EVENT_FIXED_FIRST))
							       : counters;
}

bool field_suits(const struct field *field, unsigned counters)
{
	if (field->kind == FIELD_ANY_THREAD)
		return counters & EVENT_FIXED_MASK;
	return (field->kind != FIELD_EDGE && field->kind != FIELD_INVERT && field->kind != FIELD_THRESHOLD) ||
	       counters & ~EVENT_FIXED_MASK;
}

/* ---- requirements --------------------------------------------------------------------------------- */

const struct requirement *event_requirements(const struct box_type *type, const struct event *event)
{
	return event->requirement_count ? type->requirements + event->requirements : NULL;
}

unsigned event_need_count(const struct box_type *type, const struct event *event)
{
	const struct requirement *needs = event_requirements(type, event);
	unsigned count = 0;

	while (count < event->requirement_count && needs[count].kind < REQUIRE_BITS)
		count++;
	return count;
}

uint64_t requirement_bits(const struct box_type *type, const struct event *event, const struct requirement *need)
{
	const struct register_row *row = &type->registers[need->row];
	const struct resource *resource = resource_of_row(type, event);
	uint64_t own;

	if (need->field != REQUIREMENT_WHOLE)
		return field_mask(&row->layout->fields[need->field]);
	own = resource ? resource_bits(type, resource, row) : 0;
	return own ? own : layout_writable(row->layout);
}

uint64_t requirement_value(const struct box_type *type, const struct event *event, const struct requirement *need)
{
	uint64_t bits = requirement_bits(type, event, need);

	if (need->kind == REQUIRE_ONES)
		return bits;
	return need->value * (bits & -bits);
}

bool event_needs(const struct box_type *type, struct event_rows rows, struct needed needed)
{
	for (unsigned r = 0; r < rows.count; r++) {
		const struct event *event = &rows.first[r];
		const struct requirement *needs = event_requirements(type, event);

		for (unsigned i = 0, count = event_need_count(type, event); i < count; i++) {
			const struct register_row *row = &type->registers[needs[i].row];

			if (row != needed.row || (needed.given && needs[i].kind != REQUIRE_GIVEN))
				continue;
			if (needs[i].field == REQUIREMENT_WHOLE ||
			    field_mask(&row->layout->fields[needs[i].field]) & needed.bits)
				return true;
		}
	}
	return false;
}

uint64_t declared_bits(const struct box_type *type, const struct event *event, const struct register_row *row)
{
	const struct requirement *needs = event_requirements(type, event);
	uint64_t bits = 0;

	for (unsigned i = 0, count = event_need_count(type, event); i < count; i++)
		if (&type->registers[needs[i].row] == row)
			bits |= requirement_bits(type, event, &needs[i]);
	return bits;
}

uint64_t any_declared_bits(const struct box_type *type, struct event_rows rows, const struct register_row *row)
{
	uint64_t bits = 0;

	for (unsigned i = 0; i < rows.count; i++)
		bits |= declared_bits(type, &rows.first[i], row);
	return bits;
}

/* ---- umasks in filter registers ------------------------------------------------------------------------- */

const struct register_row *umask_filter_register(const struct box_type *type, const struct event *row)
{
	const struct requirement *needs = event_requirements(type, row);

	for (unsigned i = 0; i < row->requirement_count; i++)
		if (needs[i].kind == REQUIRE_BITS)
			return &type->registers[needs[i].row];
	return NULL;
}

const struct register_row *event_filter_register(const struct box_type *type, struct event_rows rows)
{
	const struct register_row *filter_register = umask_filter_register(type, rows.first);

	for (unsigned i = 1; rows.first->group & UMASK_GROUPED && !filter_register && i < rows.count; i++)
		filter_register = umask_filter_register(type, &rows.first[i]);
	return filter_register;
}

static const struct field *field_of(const struct box_type *type, const struct requirement *need)
{
	return &type->registers[need->row].layout->fields[need->field];
}

uint64_t umask_filter_register_bits(const struct box_type *type, const struct event *row)
{
	const struct requirement *needs = event_requirements(type, row);
	uint64_t bits = 0;

	for (unsigned i = 0; i < row->requirement_count; i++)
		if (needs[i].kind == REQUIRE_BITS)
			bits |= needs[i].value << field_of(type, &needs[i])->low;
	return bits;
}

uint64_t umask_filter_register_mask(const struct box_type *type, const struct event *row)
{
	const struct requirement *needs = event_requirements(type, row);
	uint64_t mask = 0;

	for (unsigned i = 0; i < row->requirement_count; i++)
		if (needs[i].kind == REQUIRE_BITS)
			mask |= field_mask(field_of(type, &needs[i]));
	return mask;
}

bool umasks_fill(const struct register_row *filter_register)
{
	return filter_register && bits_of_kind(filter_register, FIELD_UMASK);
}

/* ---- resources ------------------------------------------------------------------------------------ */

uint64_t resource_bits(const struct box_type *type, const struct resource *resource, const struct register_row *row)
{
	unsigned number = (unsigned)(row - type->registers);
	uint64_t bits = 0;

	if (number < resource->row || number >= resource->row + resource->rows)
		return 0;
	if (!resource->fields)
		return layout_writable(row->layout);
	for (unsigned i = 0; i < resource->fields; i++)
		bits |= field_mask(&row->layout->fields[resource->field + i]);
	return bits;
}

bool resource_decode(const struct resource *resource, uint64_t code, uint8_t *group, uint8_t *unit)
{
	for (uint8_t g = 0; g < resource->groups; g++) {
		for (uint8_t u = 0; u < resource->units; u++) {
			if (code !=
			    resource->code + (unsigned)g * resource->group_step + (unsigned)u * resource->unit_step)
				continue;
			*group = g;
			*unit = u;
			return true;
		}
	}
	return false;
}

const struct resource *resource_of_code(const struct box_type *type, uint64_t code, uint8_t *group, uint8_t *unit)
{
	for (unsigned i = 0; i < type->resource_count; i++)
		if (resource_decode(&type->resources[i], code, group, unit))
			return &type->resources[i];
	return NULL;
}

const struct resource *resource_of_row(const struct box_type *type, const struct event *event)
{
	return event->resource ? &type->resources[event->resource - 1] : NULL;
}

/* ---- registers ------------------------------------------------------------------------------------ */

bool event_row_of_other_unit(const struct box_type *type, const struct register_row *row)
{
	unsigned number = (unsigned)(row - type->registers);

	for (unsigned i = 0; i < type->resource_count; i++) {
		const struct resource *resource = &type->resources[i];
		unsigned second = (unsigned)resource->row + resource->row_step;

		if (resource->row_step && number >= second &&
		    number < second + (resource->units - 1u) * resource->row_step)
			return true;
	}
	return false;
}

const struct field *event_field_of(const struct register_row *row, uint64_t bits)
{
	uint64_t lowest = bits & -bits;

	for (unsigned i = 0; i < row->layout->field_count; i++)
		if (field_mask(&row->layout->fields[i]) & lowest)
			return &row->layout->fields[i];
	return NULL;
}

bool event_field_repeats(const struct field *fields, unsigned number)
{
	const char *modifier = fields[number].modifier;

	for (unsigned i = 0; modifier && i < number; i++)
		if (fields[i].modifier && !strcmp(fields[i].modifier, modifier))
			return true;
	return false;
}
