/* SPDX-License-Identifier: BSD-2-Clause */
/* Finding rows of the event tables. Rows are sorted by name, case ignored, by tools/gen/events or whoever
 * makes a table at run time. */
#include "core/event/event_internal.h"

bool name_is(struct slice name, const char *string)
{
	for (size_t i = 0; i < name.length; i++) {
		char a = name.at[i], b = string[i];

		if (!b || (a != b && !same_letter(a, b)))
			return false;
	}
	return !string[name.length];
}

/* Less than, equal to or greater than 0 as `name`, in capitals and without NUL, stands to `entry` of
 * the table. *same is how many characters are known to be the same, and becomes how many are. */
static int compare(struct slice name, const char *entry, size_t *same)
{
	for (; *same < name.length; ++*same) {
		char a = name.at[*same], b = entry[*same];

		if (a != b && !same_letter(a, b))
			return (unsigned char)upper(a) - (unsigned char)upper(b);
	}
	return entry[name.length] ? -1 : 0;
}

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
	shape->identity = shape->bits[FIELD_EVENT] | shape->bits[FIELD_UMASK] | shape->bits[FIELD_CODE] |
			  shape->bits[FIELD_CODE_ABOVE];
}

struct event_rows event_rows_named(const struct processor *processor, const struct box_type *type, struct slice name)
{
	unsigned low = 0, high = type->event_count;
	size_t low_same = 0, high_same = 0; /* characters shared with the last below, and above */

	while (low < high) {
		unsigned middle = (low + high) / 2;
		const char *entry = processor_string(processor, type->events[middle].name);
		size_t same = low_same < high_same ? low_same : high_same;
		int order = compare(name, entry, &same);

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

/* True if an umask given as a number may follow the event's name and is then all of the umask. */
static bool takes_number(const struct box_type *type, const struct event *event)
{
	return !(event->flags & EVENT_FIXED) && !(event->group & UMASK_ALIAS) && (event->umask_name || !event->umask) &&
	       !umask_companion(type, event);
}

const struct event *event_row_coded(const struct parse *parse)
{
	const struct box_type *type = parse->choice->type;
	uint64_t code = field_value(parse->shape.of[FIELD_EVENT], parse->choice->select);
	uint64_t bits = parse->shape.identity & ~field_mask(parse->shape.of[FIELD_UMASK]);

	for (unsigned i = 0; i < type->event_count; i++) {
		const struct event *row = &type->events[i];

		if (row->code == code && takes_number(type, row) &&
		    !((parse->choice->select ^ identity_of(type, &parse->shape, row)) & bits))
			return row;
	}
	return NULL;
}

const struct event *event_row_of_umask(struct event_rows rows, uint64_t code, uint64_t umask)
{
	for (unsigned i = 0; i < rows.count; i++)
		if (rows.first[i].umask == umask && rows.first[i].code == code && rows.first[i].counters &&
		    !(rows.first[i].group & (UMASK_ALIAS | UMASK_GROUP)))
			return &rows.first[i];
	return NULL;
}

uint64_t field_value(const struct field *field, uint64_t value)
{
	return (value & field_mask(field)) >> field->low;
}
