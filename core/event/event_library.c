/* SPDX-License-Identifier: BSD-2-Clause */
/* What libpfm4 has otherwise than the registers: modifiers of its own, and when it wants them. */
#include "core/event/event_internal.h"

void library_shape(const struct box_type *type, struct select_shape *shape)
{
	for (unsigned i = 0; i < type->library->field_count; i++)
		if (type->library->fields[i].field.kind == FIELD_UMASK)
			shape->of[FIELD_UMASK] = &type->library->fields[i].field;
}

bool library_has_modifiers(const struct parse *parse)
{
	uint8_t flags = parse->choice->type->library->flags;

	return !(flags & LIBRARY_NO_MODIFIERS) &&
	       !(flags & LIBRARY_BARE_CLOCKS && parse->rows.first->flags & EVENT_CLOCK);
}

/* One that it lists and takes no value of. */
static const struct field *vain_field(const struct parse *parse, struct slice name)
{
	const struct library *library = parse->choice->type->library;
	uint16_t code = parse->rows.first->code;

	return library->vain && code >= library->vain_from && code <= library->vain_to &&
			       name_is(name, library->vain->modifier)
		       ? library->vain
		       : NULL;
}

const struct field *library_field(const struct parse *parse, struct slice name, const struct register_row **row)
{
	const struct box_type *type = parse->choice->type;

	*row = NULL;
	if (!library_has_modifiers(parse))
		return vain_field(parse, name);
	for (unsigned i = 0; i < type->library->field_count; i++) {
		const struct library_field *own = &type->library->fields[i];

		*row = &type->registers[own->row];
		if (own->field.modifier && name_is(name, own->field.modifier) &&
		    (!(own->flags & LIBRARY_WHERE_GIVEN) ||
		     event_needs(type, parse->rows, (struct needed){*row, field_mask(&own->field), true})))
			return &own->field;
	}
	return NULL;
}

bool library_set(struct parse *parse, const struct field *field, uint64_t value)
{
	const struct library *library = parse->choice->type->library;

	for (unsigned i = 0; i < library->field_count; i++) {
		if (&library->fields[i].field != field)
			continue;
		parse->library_given |= (uint8_t)BIT(i);
		return !value && library->fields[i].flags & LIBRARY_NO_ZERO_CODE;
	}
	return false;
}

/* True if one of the umasks, or an event that has none, must be given the field. */
static bool wants(const struct parse *parse, const struct library_field *own)
{
	const struct box_type *type = parse->choice->type;
	struct needed needed = {&type->registers[own->row], field_mask(&own->field), true};

	if (!parse->rows.first->umask_name)
		return event_needs(type, parse->rows, needed);
	for (unsigned i = 0; i < parse->rows.count && i < 64; i++)
		if (parse->umasks & BIT(i) && event_needs(type, (struct event_rows){parse->rows.first + i, 1}, needed))
			return true;
	return false;
}

bool library_given(struct parse *parse)
{
	const struct library *library = parse->choice->type->library;

	for (unsigned i = 0; i < library->field_count; i++) {
		const struct library_field *own = &library->fields[i];
		bool given = parse->library_given & BIT(i);

		if (own->flags & LIBRARY_WHERE_GIVEN && wants(parse, own) != given)
			return refuse(parse, COMPLAINT_MODIFIER, parse->event_at,
				      given ? "libpfm4 does not take %s with these umasks" : "libpfm4 wants %s",
				      own->field.modifier);
	}
	return true;
}

/* What libpfm4 has in a field of the select instead, or locks it to; NULL if nothing. */
static const struct requirement *instead_of(const struct box_type *type, const struct event *event,
					    const struct requirement *need)
{
	for (unsigned i = 0; i < event->requirement_count; i++) {
		const struct requirement *other = &type->requirements[event->requirements + i];

		if (other->kind == REQUIRE_LIBRARY && other->row == need->row && other->field == need->field)
			return other;
	}
	return NULL;
}

static bool applies(const struct parse *parse, const struct event *event, const struct requirement *need)
{
	const struct box_type *type = parse->choice->type;
	const struct register_row *row = &type->registers[need->row];
	unsigned kind;

	if (row != parse->shape.row || need->field == REQUIREMENT_WHOLE)
		return false;
	kind = row->layout->fields[need->field].kind;
	if (need->kind == REQUIRE_VALUE)
		return !instead_of(type, event, need);
	if (need->kind != REQUIRE_LIBRARY || kind == FIELD_UMASK)
		return false;
	return kind == FIELD_CODE || kind == FIELD_CODE_ABOVE || (parse->named && !parse->companion);
}

bool apply_library_needs(struct parse *parse, const struct event *event)
{
	const struct box_type *type = parse->choice->type;

	for (unsigned i = 0; i < event->requirement_count; i++) {
		const struct requirement *need = &type->requirements[event->requirements + i];

		if (applies(parse, event, need) && !apply_select_need(parse, event, need))
			return false;
	}
	return true;
}
