/* SPDX-License-Identifier: BSD-2-Clause */
/* Writing events down: the canonical spelling, and complaints under the string they are about. */
#include "core/event_internal.h"

/* ---- umasks -------------------------------------------------------------------------------------- */

/* Which rows of an event (bit i: row i, 64 at most) make up a umask when OR-ed; 0 if none do. */
static uint64_t cover(struct event_rows rows, uint64_t code, uint64_t umask)
{
	uint64_t chosen = 0, open = umask;

	for (unsigned i = 0; i < rows.count && i < 64; i++) {
		const struct event *row = &rows.first[i];

		if (row->code != code || row->flags & EVENT_ALONE || row->umask & ~umask ||
		    !(row->umask & open))
			continue;
		chosen |= BIT(i);
		open &= ~(uint64_t)row->umask;
	}
	return open ? 0 : chosen;
}

static void put_umask(const struct event_choice *choice, uint64_t code, uint64_t umask,
		      struct text *text)
{
	struct event_rows rows = event_rows_around(choice->type, choice->event);
	const struct event *exact = event_row_of_umask(rows, code, umask);
	uint64_t chosen = exact ? 0 : cover(rows, code, umask);

	if (exact && !exact->umask_name)
		return;
	if (exact)
		text_format(text, ":%s", processor_string(choice->processor, exact->umask_name));
	else if (!chosen || !rows.first->umask_name)
		text_format(text, ":0x%llx", (unsigned long long)umask);
	for (unsigned i = 0; rows.first->umask_name && i < rows.count && i < 64; i++)
		if (chosen & BIT(i))
			text_format(text, ":%s",
				    processor_string(choice->processor, rows.first[i].umask_name));
}

/* ---- the canonical spelling ---------------------------------------------------------------------- */

static void put_box(const struct box_type *type, unsigned instance, struct text *text)
{
	text_string(text, type->pmu);
	if (type->instances == 1)
		return;
	if (instance == EVENT_EVERY_INSTANCE)
		text_char(text, '*');
	else
		text_format(text, "%u", instance);
}

/* The modifiers that are not 0, in order of their bits. */
static void put_modifiers(const struct register_layout *layout, uint64_t select, struct text *text)
{
	for (unsigned low = 0; low < 64; low++) {
		const struct field *field = NULL;

		if (!(select >> low))
			return;
		for (unsigned i = 0; i < layout->field_count && !field; i++)
			if (layout->fields[i].low == low && layout->fields[i].modifier)
				field = &layout->fields[i];
		if (field && field_value(field, select))
			text_format(text, ":%s=%llu", field->modifier,
				    (unsigned long long)field_value(field, select));
	}
}

void event_canonical(const struct event_choice *choice, unsigned instance, struct text *text)
{
	struct select_shape shape = select_shape_of(choice->type);
	const struct field *code = shape.of[FIELD_EVENT], *umask = shape.of[FIELD_UMASK];

	put_box(choice->type, instance, text);
	if (!choice->event) {
		text_format(text, ":0x%llx", (unsigned long long)choice->select);
		return;
	}
	text_format(text, "::%s", processor_string(choice->processor, choice->event->name));
	if (choice->fixed)
		return;
	if (umask)
		put_umask(choice, code ? field_value(code, choice->select) : 0,
			  field_value(umask, choice->select), text);
	if (shape.row)
		put_modifiers(shape.row->layout, choice->select, text);
	for (unsigned i = 0; i < choice->setting_count; i++)
		text_format(text, ":%s=0x%llx", choice->settings[i].field->modifier,
			    (unsigned long long)choice->settings[i].value);
}

void event_row_name(const struct processor *processor, const struct event *event, struct text *text)
{
	text_string(text, processor_string(processor, event->name));
	if (event->umask_name)
		text_format(text, ":%s", processor_string(processor, event->umask_name));
}

/* ---- complaints ---------------------------------------------------------------------------------- */

void complaint_text(const struct complaint *complaint, struct slice string, struct text *text)
{
	for (size_t i = 0; i < string.length; i++)
		text_char(text, string.at[i] >= ' ' && string.at[i] <= '~' ? string.at[i] : '?');
	text_char(text, '\n');
	for (unsigned i = 0; i < complaint->column; i++)
		text_char(text, ' ');
	text_char(text, '^');
	for (unsigned i = 1; i < complaint->length; i++)
		text_char(text, '~');
	text_format(text, "\n%s\n", complaint->reason);
	if (complaint->hint[0])
		text_format(text, "%s\n", complaint->hint);
}
