/* SPDX-License-Identifier: BSD-2-Clause */
/* Attributes after an event's name: umasks and modifiers. */
#include "tools/uncork/libpfm4/reading.h"

#include <string.h>

/* True if the event requires the field. */
bool libpfm4_is_wanted(const struct reading *reading, const struct libpfm4_field *own, struct event_rows rows)
{
	return event_needs(reading->type, rows,
			   (struct needed){&reading->type->registers[own->row], field_mask(&own->field), true});
}

static const struct libpfm4_field *own_field(const struct reading *reading, struct slice name)
{
	for (unsigned i = 0; i < reading->box->field_count; i++) {
		const struct libpfm4_field *own = &reading->box->fields[i];

		if (own->field.modifier && name_is(name, own->field.modifier) &&
		    (!(own->flags & LIBPFM4_WHERE_GIVEN) || libpfm4_is_wanted(reading, own, reading->rows)))
			return own;
	}
	return NULL;
}

/* Finds the select's field of that name; of several, the one that the event needs, else the first. */
static const struct field *select_field(const struct reading *reading, struct slice name)
{
	const struct register_row *select = reading->shape.row;
	const struct field *found = NULL;

	for (unsigned i = 0; i < select->layout->field_count; i++) {
		const struct field *field = &select->layout->fields[i];

		if (!field->modifier || !name_is(name, field->modifier) ||
		    (reading->type->fixed_counters && !field_suits(field, reading->rows.first->counters)))
			continue;
		if (event_needs(reading->type, reading->rows, (struct needed){select, field_mask(field), false}))
			return field;
		if (!found)
			found = field;
	}
	return found;
}

static bool find_modifier(const struct reading *reading, struct slice name, struct attribute *attribute)
{
	const struct libpfm4_box *box = reading->box;
	const struct event *event = reading->rows.first;
	bool has_modifiers = !(box->flags & LIBPFM4_NO_MODIFIERS) &&
			     !(box->flags & LIBPFM4_BARE_CLOCKS && event->flags & EVENT_CLOCK);
	const struct libpfm4_field *own;

	attribute->row = NULL;
	if (!has_modifiers) {
		/* libpfm4 lists this field, but ignores its value. */
		bool vain = box->vain && event->code >= box->vain_from && event->code <= box->vain_to &&
			    name_is(name, box->vain->modifier);

		attribute->field = vain ? box->vain : NULL;
		return vain;
	}
	own = own_field(reading, name);
	attribute->row = own ? &reading->type->registers[own->row] : reading->shape.row;
	attribute->field = own ? &own->field : select_field(reading, name);
	return attribute->field;
}

static enum libpfm4_error append(struct reading *reading, const struct attribute *attribute)
{
	if (reading->attribute_count == LIBPFM4_ATTRIBUTES)
		return LIBPFM4_TOOMANY;
	reading->attributes[reading->attribute_count++] = *attribute;
	return LIBPFM4_SUCCESS;
}

/* Collects a umask by its name, or all umasks that the name stands for. */
static enum libpfm4_error collect_name(struct reading *reading, const struct event *row)
{
	struct attribute attribute = {.umask = row};
	enum libpfm4_error error = LIBPFM4_SUCCESS;
	uint64_t others;

	if (reading->number)
		return LIBPFM4_ATTR;
	reading->names = true;
	if (!(row->group & UMASK_ALIAS))
		return append(reading, &attribute);
	others = event_same(reading->type, row);
	for (attribute.umask = reading->rows.first; others && !error; others >>= 1, attribute.umask++)
		if (others & 1)
			error = append(reading, &attribute);
	return error;
}

static enum libpfm4_error collect_number(struct reading *reading, struct slice digits, struct slice value)
{
	struct attribute attribute = {0};

	if (!libpfm4_umask_most(reading) || reading->names || reading->number ||
	    !libpfm4_number(digits, &attribute.value))
		return LIBPFM4_ATTR;
	if (value.at)
		return LIBPFM4_ATTR_VAL;
	reading->number = true;
	return append(reading, &attribute);
}

static enum libpfm4_error collect_modifier(struct reading *reading, struct slice name, struct slice value)
{
	struct attribute attribute = {0};

	if (!find_modifier(reading, name, &attribute))
		return LIBPFM4_ATTR;
	if (reading->attribute_count == LIBPFM4_ATTRIBUTES)
		return LIBPFM4_TOOMANY;
	return libpfm4_value(attribute.field, value, &attribute.value) ? append(reading, &attribute) : LIBPFM4_ATTR_VAL;
}

/* Cuts off the text before the first ':' or '.'. */
struct slice libpfm4_cut(struct slice *rest)
{
	struct slice first = *rest;

	for (size_t i = 0; i < rest->length; i++) {
		if (rest->at[i] != ':' && rest->at[i] != '.')
			continue;
		first.length = i;
		*rest = without_first(*rest, i + 1);
		return first;
	}
	*rest = (struct slice){0};
	return first;
}

/* Collects the first attribute of the rest. */
static enum libpfm4_error collect(struct reading *reading, struct slice *rest)
{
	struct slice from = *rest, token = libpfm4_cut(rest);
	struct slice value = token, name = slice_cut(&value, '=');
	size_t length = 0;
	const struct event *umask = NULL;

	if (!value.at)
		umask = event_row_of_name(reading->tables->processor, reading->rows, from, &length);
	for (size_t taken = token.length; taken < length;) /* a separator within the name */
		taken += 1 + libpfm4_cut(rest).length;
	if (umask && !is_unlisted(reading, umask))
		return collect_name(reading, umask);
	if (length > token.length) {
		token.length = length;
		name = token;
	}
	if (is_hexadecimal(token))
		return collect_number(reading, name, value);
	return collect_modifier(reading, name, value);
}

/* Drops repeated attributes; a repeated one with another value is an error. Like libpfm4, it skips the attribute after
 * a removed copy: it accepts u:u:u=0. */
static enum libpfm4_error drop_copies(struct reading *reading)
{
	struct attribute *list = reading->attributes;

	for (unsigned i = 0; i < reading->attribute_count; i++) {
		for (unsigned j = i + 1; j < reading->attribute_count; j++) {
			if (list[i].umask != list[j].umask || list[i].field != list[j].field)
				continue;
			if (list[i].value != list[j].value)
				return LIBPFM4_ATTR_SET;
			reading->attribute_count--;
			memmove(&list[j], &list[j + 1], (reading->attribute_count - j) * sizeof(*list));
		}
	}
	return LIBPFM4_SUCCESS;
}

enum libpfm4_error libpfm4_collect(struct reading *reading, struct slice rest)
{
	enum libpfm4_error error = LIBPFM4_SUCCESS;

	if (reading->alias)
		reading->attributes[reading->attribute_count++] = (struct attribute){.umask = reading->alias};
	while (rest.at && !error)
		error = collect(reading, &rest);
	return error ? error : drop_copies(reading);
}
