/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/event/resolve.h"

#include "core/event/box_name.h"
#include "core/event/number.h"
#include "lib/memory.h"

/* ---- boxes ---------------------------------------------------------------------------------------- */

static void take_type(struct resolved *resolved, const struct box_type *type, uint32_t instance)
{
	resolved->type = type;
	resolved->instance = instance;
	resolved->assignments.type = type;
	select_shape_read(type, &resolved->shape);
}

/* The reason for a wrong number after a box name. Every core and CPU has one core box; strings do not select one. */
static enum refusal_reason refuse_number(const struct box_type *type, enum refusal_reason numbered)
{
	if (type->instances > 1)
		return numbered;
	return type->scope == BOX_OF_SOCKET ? REFUSED_ONE_BOX : REFUSED_OWN_BOX;
}

static bool resolve_box(struct resolved *resolved, struct slice name)
{
	const struct box_type *type = NULL;
	enum refusal_reason reason = REFUSED_BOX;
	uint32_t instance;

	switch (box_meaning(resolved->processor, name, &type, &instance)) {
	case BOX_MEANS_INSTANCES: take_type(resolved, type, instance); return true;
	case BOX_MEANS_NOTHING: break;
	case BOX_MEANS_TYPE: reason = refuse_number(type, REFUSED_WHICH_BOX); break;
	case BOX_MEANS_BEYOND: reason = refuse_number(type, REFUSED_BOX_BEYOND);
	}
	return refuse(resolved->refusal, (struct refusal){reason, .where = name, .name = name, .type = type});
}

/* ---- events --------------------------------------------------------------------------------------- */

#define DOTTED_NAME_SIZE 96 /* longer than every event name */

/* Names of posted counters may contain dots, so a dot does not separate terms. */
static bool keeps_dots(const struct resolved *resolved)
{
	const struct processor *processor = resolved->processor;

	return processor->type_count && processor->types[0]->postings;
}

/* The rows of an event. perfmon writes a dot for an underscore. */
static struct event_rows rows_named(const struct resolved *resolved, const struct box_type *type, struct slice name)
{
	char bytes[DOTTED_NAME_SIZE];

	if (name.length > sizeof(bytes) || keeps_dots(resolved))
		return event_rows_named(resolved->processor, type, name);
	for (size_t i = 0; i < name.length; i++)
		bytes[i] = name.at[i] == '.' ? '_' : name.at[i];
	return event_rows_named(resolved->processor, type, (struct slice){bytes, name.length});
}

/* True if the type has this event; without a type, true if any type has it. */
static bool is_event(const struct resolved *resolved, struct slice name)
{
	const struct processor *processor = resolved->processor;

	for (unsigned i = 0; i < (resolved->type ? 1u : processor->type_count); i++)
		if (rows_named(resolved, resolved->type ? resolved->type : processor->types[i], name).count)
			return true;
	return false;
}

/* Without a box, all types are searched. Only one may have the event; all its instances are meant. */
static bool find_type(struct resolved *resolved, struct slice name)
{
	const struct processor *processor = resolved->processor;
	const struct box_type *found = NULL;

	for (unsigned i = 0; i < processor->type_count; i++) {
		const struct box_type *type = processor->types[i];

		if (!rows_named(resolved, type, name).count)
			continue;
		resolved->type = found;
		if (found)
			return refuse(resolved->refusal,
				      (struct refusal){REFUSED_TWO_TYPES, .where = name, .name = name, .type = type});
		found = type;
	}
	if (found)
		take_type(resolved, found, EVENT_EVERY_INSTANCE);
	return true;
}

/* ---- fields --------------------------------------------------------------------------------------- */

const char *resolved_field_name(const struct resolved *resolved, const struct field *field)
{
	return resolved->perf ? field->perf : field->modifier;
}

bool resolved_field_suits(const struct resolved *resolved, const struct field *field)
{
	return !resolved->type->fixed_counters || !resolved->rows.count ||
	       field_suits(field, resolved->rows.first->counters);
}

/* State of a search for a field. */
struct sought {
	struct slice name;
	char first;                /* its first letter, in upper case */
	const struct field *field; /* the first of that name, or the one that the event needs */
	const struct register_row *row;
	bool sure; /* the event needs it, or no event is known */
};

static void look_among(const struct resolved *resolved, struct sought *sought, const struct register_row *row,
		       const struct field *fields, unsigned count)
{
	for (unsigned i = 0; i < count && !sought->sure; i++) {
		const struct field *field = &fields[i];
		const char *name = resolved_field_name(resolved, field);

		if (!name || upper(*name) != sought->first || !name_is(sought->name, name) ||
		    !resolved_field_suits(resolved, field))
			continue;
		sought->sure =
			!resolved->type->shared_spellings || !resolved->rows.count ||
			event_needs(resolved->type, resolved->rows, (struct needed){row, field_mask(field), false});
		if (sought->field && !sought->sure)
			continue;
		sought->field = field;
		sought->row = row;
	}
}

static void look_in(const struct resolved *resolved, struct sought *sought, const struct register_row *row)
{
	const struct register_layout *layout = row->layout;

	look_among(resolved, sought, row, layout->fields, layout->field_count);
	if (resolved->rows.count || event_parts_alone(layout))
		look_among(resolved, sought, row, layout->parts, layout->part_count);
}

/* Finds the field of a modifier: first in the select, then in the filter registers. If several have the name, the one
 * that the event needs. Returns NULL if there is none; else *row is its register. */
static const struct field *find_field(const struct resolved *resolved, struct slice name,
				      const struct register_row **row)
{
	const struct box_type *type = resolved->type;
	const struct event *event = resolved->rows.first;
	const struct register_row *before = NULL;
	struct sought sought = {.name = name, .first = name.length ? upper(*name.at) : 0};

	if (resolved->shape.row)
		look_in(resolved, &sought, resolved->shape.row);

	/* The registers that the event needs come first: the field is most likely there. */
	for (unsigned i = 0; !type->shared_spellings && event && i < event->requirement_count && !sought.sure; i++) {
		const struct register_row *needed = &type->registers[event_requirements(type, event)[i].row];

		if (needed->role == ROLE_FILTER && needed != before)
			look_in(resolved, &sought, needed);
		before = needed;
	}
	for (unsigned i = 0; i < type->register_count && !sought.sure; i++)
		if (type->registers[i].role == ROLE_FILTER)
			look_in(resolved, &sought, &type->registers[i]);
	*row = sought.row;
	return sought.field;
}

/* ---- values --------------------------------------------------------------------------------------- */

static bool refuse_value(const struct resolved *resolved, enum refusal_reason reason, struct slice where,
			 struct slice name, const struct field *limits)
{
	return refuse(resolved->refusal, (struct refusal){reason, .where = where, .name = name, .field = limits});
}

static bool is_flag(const struct field *field)
{
	return field->width == 1 && !field->most;
}

/* Reads the term's value. A flag without a value is 1. */
static bool read_value(const struct resolved *resolved, struct term term, const struct field *limits, uint64_t *value)
{
	bool good;

	*value = 1;
	if (!term.value.at)
		return is_flag(limits) || refuse_value(resolved, REFUSED_VALUE_MISSING, term.text, term.text, limits);
	if (is_flag(limits) && !resolved->perf)
		good = number_read_flag(term.value, value);
	else
		good = number_read(term.value, !resolved->perf, value);
	return good || refuse_value(resolved, REFUSED_VALUE_FORM, term.value.length ? term.value : term.text,
				    term.value, limits);
}

/* Checks the value against the field's limits. */
static bool check_range(const struct resolved *resolved, struct term term, const struct field *limits, uint64_t value)
{
	enum refusal_reason reason = REFUSED_VALUE_WIDTH;

	if (value >= limits->least && value <= field_most(limits))
		return true;
	if (limits->most)
		reason = REFUSED_VALUE_MOST;
	if (limits->least)
		reason = REFUSED_VALUE_LEAST;
	return refuse_value(resolved, reason, term.value, term.value, limits);
}

static bool read_number(const struct resolved *resolved, struct term term, const struct field *limits, uint64_t *value)
{
	return read_value(resolved, term, limits, value) && check_range(resolved, term, limits, *value);
}

/* ---- modifiers ------------------------------------------------------------------------------------ */

/* Finds the meaning of a modifier that is not a field. For KNOB_REGISTER *filter_register is set; "filter1=" sets it
 * whole. */
static enum knob find_knob(const struct box_type *type, struct slice name,
			   const struct filter_register **filter_register)
{
	if (name_is(name, "counter"))
		return KNOB_COUNTER;
	for (unsigned i = 0; i < type->resource_count; i++) {
		const struct resource *resource = &type->resources[i];

		if (resource->group_modifier && name_is(name, resource->group_modifier))
			return KNOB_GROUP;
		if (resource->unit_modifier && name_is(name, resource->unit_modifier))
			return KNOB_UNIT;
	}

	for (unsigned i = 0; i < type->filter_register_count; i++) {
		const struct register_row *row = &type->registers[type->filter_registers[i].row];
		const char *modifier = type->filter_registers[i].modifier;

		*filter_register = &type->filter_registers[i];
		if (modifier ? name_is(name, modifier)
			     : slice_starts(slice_of(row->name), "filter") && name_is(name, row->name))
			return KNOB_REGISTER;
	}
	return KNOB_NONE;
}

/* Keeps a small number. Giving the same number twice is allowed. */
static bool keep_given(const struct resolved *resolved, struct slice at, struct given *given, uint64_t number)
{
	if (given->at.at && given->number != number)
		return refuse(resolved->refusal, (struct refusal){REFUSED_TWICE, .where = at});
	*given = (struct given){at, (uint8_t)number};
	return true;
}

static bool set_knob(struct resolved *resolved, struct term term)
{
	static const struct field of_register = {.name = "a register", .width = 64};
	static const struct field small = {.name = "it", .width = 8};
	const struct filter_register *filter_register;
	enum knob knob = find_knob(resolved->type, term.name, &filter_register);
	uint64_t number;

	if (knob == KNOB_NONE)
		return refuse(resolved->refusal,
			      (struct refusal){REFUSED_ATTRIBUTE, .where = term.text, .name = term.name});
	if (!read_number(resolved, term, knob == KNOB_REGISTER ? &of_register : &small, &number))
		return false;
	switch (knob) {
	case KNOB_COUNTER: return keep_given(resolved, term.text, &resolved->counter, number);
	case KNOB_GROUP: return keep_given(resolved, term.text, &resolved->group, number);
	case KNOB_UNIT: return keep_given(resolved, term.text, &resolved->unit, number);
	default:
		return assign_register(&resolved->assignments, term.text,
				       &resolved->type->registers[filter_register->row], number);
	}
}

static bool set_modifier(struct resolved *resolved, struct term term)
{
	const struct register_row *row;
	const struct field *field = find_field(resolved, term.name, &row);
	uint64_t number;

	if (!field)
		return set_knob(resolved, term);
	return read_number(resolved, term, field, &number) &&
	       assign_field(&resolved->assignments, term.text, row, field, number);
}

/* ---- attributes: umasks and modifiers after an event's name ----------------------------------------- */

/* Attributes are collected, then stripped of duplicates, then applied. Thus unknown attributes are reported before
 * conflicts between known ones, in whatever order they are. */
struct attribute {
	struct term term;
	const struct event *umask; /* NULL if it is a modifier or a number */
	const struct field *field; /* of a modifier; both NULL: a umask given as a number */
	const struct register_row *row;
	uint64_t value;
	bool joins; /* combines by OR with others of its field */
};

struct attributes {
	struct attribute list[EVENT_ATTRIBUTES];
	unsigned count;
	bool names, number, modifiers; /* kinds seen in the string so far */
	uint64_t umask;                /* OR of the umasks named so far */
};

static bool append_attribute(const struct resolved *resolved, struct attributes *attributes,
			     const struct attribute *attribute)
{
	if (attributes->count == EVENT_ATTRIBUTES)
		return refuse(resolved->refusal, (struct refusal){REFUSED_TERMS, .where = attribute->term.text,
								  .number = EVENT_ATTRIBUTES});
	attributes->list[attributes->count++] = *attribute;
	return true;
}

static bool refuse_attribute(const struct resolved *resolved, enum refusal_reason reason, struct slice token)
{
	return refuse(resolved->refusal, (struct refusal){reason, .where = token, .name = token});
}

/* Collects a umask by name, or all umasks that an alias means. */
static bool collect_name(const struct resolved *resolved, struct attributes *attributes, struct term term,
			 const struct event *row)
{
	struct attribute attribute = {.term = term, .umask = row};
	bool adds = !attributes->names || resolved->umasks.filter_register || row->umask & ~attributes->umask;
	const struct register_row *unused;
	uint64_t others;

	if (attributes->number)
		return refuse_attribute(resolved, REFUSED_MIXTURE, term.text);
	/* No counter counts it: it is known to libpfm4 only, or undefined by the documents. */
	if (!row->counters && !(row->flags & EVENT_FIXED) && !(row->group & UMASK_ALIAS))
		return refuse_attribute(resolved, REFUSED_LISTED_ONLY, term.text);
	/* A name that is both a umask and a modifier means the umask, as in libpfm4. It is doubtful if that umask adds
	 * nothing or follows a modifier: the "e" of LLC_HITS:ALL:e. */
	if ((!adds || resolved->assignments.given || attributes->modifiers) && find_field(resolved, term.text, &unused))
		return refuse_attribute(resolved, REFUSED_DOUBTFUL, term.text);
	attributes->names = true;
	attributes->umask |= row->umask;
	if (!(row->group & UMASK_ALIAS))
		return append_attribute(resolved, attributes, &attribute);
	others = event_same(resolved->type, row);
	for (attribute.umask = resolved->rows.first; others; others >>= 1, attribute.umask++)
		if (others & 1 && !append_attribute(resolved, attributes, &attribute))
			return false;
	return true;
}

/* Collects a umask given as a number, for cases that the table does not name. */
static bool collect_number(const struct resolved *resolved, struct attributes *attributes, struct term term)
{
	struct attribute attribute = {.term = term};
	uint64_t most = umasks_most(&resolved->umasks, &resolved->shape);

	if (!most)
		return refuse_attribute(resolved, REFUSED_NO_UMASKS, term.text);
	if (attributes->names || attributes->number)
		return refuse_attribute(resolved, REFUSED_MIXTURE, term.text);
	if (!number_read_saturated(term.name, &attribute.value))
		return refuse(resolved->refusal,
			      (struct refusal){REFUSED_UMASK_RANGE, .where = term.text, .bits = most});
	if (term.value.at)
		return refuse_attribute(resolved, REFUSED_UMASK_VALUE, term.text);
	attributes->number = true;
	return append_attribute(resolved, attributes, &attribute);
}

/* Collects "OPC_RFO", or "STATE_M:STATE_E", which becomes one value of one modifier. */
static bool collect_value(const struct resolved *resolved, struct attributes *attributes, struct term term,
			  const struct value_name *named)
{
	struct attribute attribute = {.term = term, .value = named->value, .joins = named->joins};

	attribute.term.value = term.text;
	attribute.field = find_field(resolved, slice_of(named->modifier), &attribute.row);
	if (!attribute.field)
		return refuse_attribute(resolved, REFUSED_ATTRIBUTE, term.text);
	for (unsigned i = 0; i < attributes->count; i++) {
		struct attribute *other = &attributes->list[i];

		if (other->field != attribute.field || !other->joins || !attribute.joins)
			continue;
		other->value |= attribute.value;
		return true;
	}
	return append_attribute(resolved, attributes, &attribute);
}

static bool collect_modifier(struct resolved *resolved, struct attributes *attributes, struct term term)
{
	struct attribute attribute = {.term = term};
	const struct value_name *named = resolved->type->value_names;

	for (; !term.value.at && named && named->name; named++)
		if (name_is(term.text, named->name))
			return collect_value(resolved, attributes, term, named);
	attribute.field = find_field(resolved, term.name, &attribute.row);
	if (!attribute.field)
		return set_knob(resolved, term);
	attributes->modifiers = true;
	return append_attribute(resolved, attributes, &attribute) &&
	       read_value(resolved, term, attribute.field, &attributes->list[attributes->count - 1].value);
}

/* Collects the first attribute of *rest. */
static bool collect(struct resolved *resolved, struct attributes *attributes, struct slice *rest)
{
	struct slice from = *rest;
	struct term term = term_cut(rest, false);
	const struct event *umask = NULL;
	size_t length = 0;

	if (!term.value.at)
		umask = event_row_of_name(resolved->processor, resolved->rows, from, &length);
	while (term.text.length < length) /* the name contains separators */
		term = term_longer(term, term.text.length + 1 + term_cut(rest, false).text.length);
	if (resolved->fixed)
		return refuse_attribute(resolved, REFUSED_FIXED_BARE, term.text);
	/* "UNC_H_SNOOPS_SENT." is perfmon's name of an event with an unnamed umask. */
	if (!umask && !from.length && from.at[-1] == '.')
		umask = event_row_of_name(resolved->processor, resolved->rows, slice_of("NONE"), &length);
	if (umask)
		return collect_name(resolved, attributes, term, umask);
	if (term.text.length > 1 && term.text.at[0] == '0' && (term.text.at[1] | 0x20) == 'x')
		return collect_number(resolved, attributes, term);
	return collect_modifier(resolved, attributes, term);
}

/* Drops repeated attributes. Refuses two values of one field. */
static bool drop_copies(const struct resolved *resolved, struct attributes *attributes)
{
	struct attribute *list = attributes->list;

	for (unsigned i = 0; i < attributes->count; i++) {
		for (unsigned j = i + 1; j < attributes->count;) {
			if (list[i].umask != list[j].umask || list[i].field != list[j].field) {
				j++;
				continue;
			}
			if (list[i].value != list[j].value)
				return refuse(resolved->refusal,
					      (struct refusal){list[i].field ? REFUSED_CONFLICT : REFUSED_UMASK_TWICE,
							       .where = list[j].term.text, .field = list[i].field});
			attributes->count--;
			memmove(&list[j], &list[j + 1], (attributes->count - j) * sizeof(*list));
		}
	}
	return true;
}

/* `alias` is the umask that the event's name includes; NULL: none. */
static bool resolve_attributes(struct resolved *resolved, struct slice rest, const struct event *alias)
{
	struct attributes attributes;

	attributes.count = 0;
	attributes.umask = 0;
	attributes.names = attributes.number = attributes.modifiers = false;
	if (alias)
		attributes.list[attributes.count++] =
			(struct attribute){.term = {.text = resolved->event_at}, .umask = alias};
	while (rest.at)
		if (!collect(resolved, &attributes, &rest))
			return false;
	if (!drop_copies(resolved, &attributes))
		return false;
	for (unsigned i = 0; i < attributes.count; i++) {
		const struct attribute *attribute = &attributes.list[i];
		struct slice at = attribute->term.text;
		bool good;

		if (attribute->umask)
			good = umasks_add(&resolved->umasks, at, attribute->umask);
		else if (!attribute->field)
			good = umasks_add_number(&resolved->umasks, at, attribute->value,
						 umasks_most(&resolved->umasks, &resolved->shape));
		else
			good = check_range(resolved, attribute->term, attribute->field, attribute->value) &&
			       assign_field(&resolved->assignments, at, attribute->row, attribute->field,
					    attribute->value);
		if (!good)
			return false;
	}
	return true;
}

/* Tries to extend the event's name by terms of *rest after dots. Returns a null slice and leaves *rest if there is no
 * such event. */
static struct slice longer_name(const struct resolved *resolved, struct slice name, struct slice *rest)
{
	struct slice left = *rest, longer = name;

	while (left.at && longer.at[longer.length] == '.') {
		struct term more = term_cut(&left, false);

		longer.length += 1 + more.text.length;
		if (!more.value.at && is_event(resolved, longer)) {
			*rest = left;
			return longer;
		}
	}
	return (struct slice){0};
}

/* True if the text after the event's name starts with one of its umasks. */
static bool names_umask(const struct resolved *resolved, struct slice name, struct slice rest)
{
	const struct processor *processor = resolved->processor;

	for (unsigned i = 0; i < (resolved->type ? 1u : processor->type_count); i++) {
		const struct box_type *type = resolved->type ? resolved->type : processor->types[i];
		size_t length;

		if (event_row_of_name(processor, rows_named(resolved, type, name), rest, &length))
			return true;
	}
	return false;
}

/* Cuts an event's name from *rest. A dot is a separator if a umask follows; else it may be part of the name. */
static struct slice cut_name(const struct resolved *resolved, struct slice *rest)
{
	struct slice name, longer, left;

	if (keeps_dots(resolved))
		return slice_cut(rest, ':');
	name = term_cut(rest, false).text;
	left = *rest;
	longer = longer_name(resolved, name, &left);
	if (!longer.at || names_umask(resolved, name, *rest))
		return name;
	*rest = left;
	return longer;
}

/* Resolves an event's name and its attributes, "LLC_HITS:M:t=4". Without a type, all types are searched and all
 * instances are meant. */
static bool resolve_named(struct resolved *resolved, struct slice rest)
{
	struct slice name = cut_name(resolved, &rest);
	const struct event *first, *alias = NULL;

	if (!resolved->type && !find_type(resolved, name))
		return false;
	if (resolved->type)
		resolved->rows = rows_named(resolved, resolved->type, name);
	if (!resolved->rows.count)
		return refuse(resolved->refusal, (struct refusal){name.length ? REFUSED_EVENT : REFUSED_EVENT_MISSING,
								  .where = name, .name = name});
	resolved->event_at = name;

	/* An alias is replaced by its event, and by the umask that it includes, if any. */
	first = resolved->rows.first;
	if (!first->umask_name && first->group & UMASK_ALIAS) {
		alias = &resolved->type->events[event_same(resolved->type, first)];
		resolved->rows = event_rows_around(alias);
		alias = alias->umask_name ? alias : NULL;
	}
	resolved->umasks = umasks_of(resolved->type, resolved->rows, resolved->refusal);
	resolved->fixed = resolved->rows.first->flags & EVENT_FIXED;
	return resolve_attributes(resolved, rest, alias);
}

/* ---- counters that are posted to memory -------------------------------------------------------------- */

#define COUNTER_BYTES 8

/* Resolves the offset of a posted counter, given instead of a name. */
static bool resolve_offset(struct resolved *resolved, struct slice value)
{
	const struct box_type *type = resolved->type;
	uint64_t offset = 0;
	bool good = value.at && parse_u64(value, &offset);
	unsigned posted = 0;

	if (resolved->event_at.at)
		return refuse(resolved->refusal, (struct refusal){REFUSED_SECOND_EVENT, .where = value});
	while (posted < type->event_count && type->postings[posted].offset != offset)
		posted++;
	if (good && posted == type->event_count)
		good = offset % COUNTER_BYTES == 0 && type->region_bytes >= COUNTER_BYTES &&
		       offset <= type->region_bytes - COUNTER_BYTES;
	if (!good) {
		value = value.at ? value : resolved->syntax->string;
		return refuse(resolved->refusal, (struct refusal){REFUSED_OFFSET, .where = value, .name = value});
	}
	resolved->offset = offset;
	resolved->event_at = value;
	return true;
}

/* ---- perf's terms ----------------------------------------------------------------------------------- */

static bool take_fixed(struct resolved *resolved, struct slice term)
{
	const struct box_type *type = resolved->type;

	for (unsigned i = 0; i < type->event_count; i++) {
		if (!(type->events[i].flags & EVENT_FIXED))
			continue;
		resolved->rows = event_rows_around(&type->events[i]);
		resolved->umasks = umasks_of(type, resolved->rows, resolved->refusal);
		resolved->umasks.row = &type->events[i];
		resolved->fixed = true;
		return true;
	}
	return refuse(resolved->refusal, (struct refusal){REFUSED_NOT_FIXED, .where = term});
}

/* "event" and "umask" have these names in every box, whatever perf calls the fields. */
static const struct field *numbered_field(const struct resolved *resolved, struct slice name)
{
	const struct field *event = resolved->shape.of[FIELD_EVENT];

	if (name_is(name, "event") || (event && event->perf && name_is(name, event->perf)))
		return event;
	if (name_is(name, "umask"))
		return resolved->shape.of[FIELD_UMASK];
	return NULL;
}

static bool take_numbered(struct resolved *resolved, struct term term, const struct field *field)
{
	const struct field *above =
		resolved->shape.of[field->kind == FIELD_EVENT ? FIELD_CODE_ABOVE : FIELD_UMASK_ABOVE];
	const struct register_row *select = resolved->shape.row;
	uint64_t number, most = field_most(field);
	/* perf's umask begins at bit 8 of every select. If the box lacks its low bits, they must be 0. */
	unsigned below = field->kind == FIELD_UMASK && field->low > 8 ? field->low - 8u : 0;
	bool is_number = term.value.at && parse_u64(term.value, &number);

	if (above)
		most |= field_most(above) << field->width;
	if (resolved->rows.count)
		return refuse(resolved->refusal, (struct refusal){REFUSED_NAME_GIVEN, .where = term.text});
	if (is_number && number == PERF_FIXED_EVENT && field->kind == FIELD_EVENT && resolved->type->fixed)
		return take_fixed(resolved, term.text);
	if (!is_number)
		return refuse(resolved->refusal,
			      (struct refusal){REFUSED_NUMBER, .where = term.value.length ? term.value : term.text,
					       .name = term.value});
	if (number >> below > most || number & MASK(0, below))
		return refuse(resolved->refusal, (struct refusal){REFUSED_NUMBER_WIDTH, .where = term.value,
								  .name = term.value, .bits = most << below});
	number >>= below;
	if (field->kind == FIELD_EVENT)
		resolved->event_at = term.text;
	if (number >> field->width &&
	    !assign_field(&resolved->assignments, term.text, select, above, number >> field->width))
		return false;
	return assign_field(&resolved->assignments, term.text, select, field, number & MASK(0, field->width));
}

/* Takes a raw value. Apart from the bits of arming, it may set only fields that software may set. */
static bool take_raw(struct resolved *resolved, struct slice value, uint64_t number)
{
	/* Kinds of fields that are set when a counter is armed, whatever the event. */
	static const uint8_t of_arming[] = {FIELD_ENABLE, FIELD_PMI, FIELD_ALWAYS};
	const struct register_layout *layout = resolved->shape.row->layout;
	uint64_t allowed = layout_settable(layout);

	if (number & ~allowed)
		return refuse(resolved->refusal,
			      (struct refusal){REFUSED_RESERVED, .where = value, .row = resolved->shape.row,
					       .bits = number & ~allowed});
	for (unsigned i = 0; i < layout->field_count; i++) {
		uint64_t part = field_value(&layout->fields[i], number);

		if (part > field_most(&layout->fields[i]))
			return refuse(resolved->refusal, (struct refusal){REFUSED_FIELD_MOST, .where = value,
									  .field = &layout->fields[i], .bits = part});
	}
	resolved->assignments.select = number;
	for (unsigned i = 0; i < ARRAY_SIZE(of_arming); i++)
		if (resolved->shape.of[of_arming[i]])
			resolved->assignments.select &= ~field_mask(resolved->shape.of[of_arming[i]]);
	resolved->assignments.given = allowed;
	/* A code alone, like perf's r1c2, means both privilege levels; with the enable bit it is a register's exact
	 * value. */
	if (!(number & (resolved->shape.bits[FIELD_PRIVILEGE] | resolved->shape.bits[FIELD_ENABLE])))
		resolved->assignments.given &= ~resolved->shape.bits[FIELD_PRIVILEGE];
	return true;
}

/* Takes the whole select, as in perf's `config`. */
static bool take_config(struct resolved *resolved, struct term term)
{
	uint64_t number;

	if (!resolved->shape.row)
		return refuse(resolved->refusal, (struct refusal){REFUSED_NO_SELECT, .where = term.text});
	if (resolved->event_at.at || resolved->assignments.given)
		return refuse(resolved->refusal, (struct refusal){REFUSED_SECOND_EVENT, .where = term.text});
	if (!parse_u64(term.value, &number))
		return refuse(resolved->refusal, (struct refusal){REFUSED_RAW, .where = term.text, .name = term.value});
	resolved->event_at = resolved->assignments.edge_at = resolved->assignments.invert_at = term.text;
	return take_raw(resolved, term.text, number);
}

#define CONFIG_REGISTERS \
	2 /* at most in one of perf's words, the first lowest (Linux, uncore_snbep.c, uncore_nhmex.c) */

/* Takes perf's config1 (filters, match values) or config2 (masks): its filter registers in order. */
static bool take_config_of_filters(struct resolved *resolved, struct term term, bool masks)
{
	const struct box_type *type = resolved->type;
	const struct register_row *rows[CONFIG_REGISTERS];
	unsigned count = 0, width = 0, low = 0;
	uint64_t number;

	for (unsigned i = 0; i < type->register_count && count < CONFIG_REGISTERS; i++) {
		const struct register_row *row = &type->registers[i];
		struct slice name = slice_of(row->name);

		if (row->role != ROLE_FILTER || row->count != 1)
			continue;
		if (masks ? slice_starts(name, "mask") : slice_starts(name, "match") || slice_starts(name, "filter")) {
			rows[count++] = row;
			width += row->layout->width_bits;
		}
	}
	if (!count)
		return refuse(resolved->refusal,
			      (struct refusal){REFUSED_NO_CONFIG, .where = term.text, .name = term.name});
	if (!parse_u64(term.value, &number))
		return refuse(resolved->refusal,
			      (struct refusal){REFUSED_NUMBER, .where = term.text, .name = term.value});
	if (number & ~MASK(0, width))
		return refuse(resolved->refusal, (struct refusal){REFUSED_NUMBER_WIDTH, .where = term.text,
								  .name = term.value, .bits = MASK(0, width)});
	for (unsigned i = 0; i < count; low += rows[i++]->layout->width_bits) {
		uint64_t part = number >> low & MASK(0, rows[i]->layout->width_bits);

		if (part && !assign_register(&resolved->assignments, term.text, rows[i], part))
			return false;
	}
	return true;
}

/* True if one of perf's terms starts with an event's name, as in perf's own lists: "LLC_HITS:M". */
static bool is_event_name(const struct resolved *resolved, struct slice term)
{
	struct slice rest = term;

	return rows_named(resolved, resolved->type, cut_name(resolved, &rest)).count > 0;
}

/* Resolves an event's name between perf's slashes. Its attributes have libpfm4's spelling, all other terms perf's. */
static bool take_name(struct resolved *resolved, struct slice term)
{
	if (resolved->event_at.at || resolved->assignments.code_at.at)
		return refuse(resolved->refusal, (struct refusal){REFUSED_SECOND_EVENT, .where = term});
	resolved->perf = false;
	if (!resolve_named(resolved, term))
		return false;
	resolved->perf = true;
	return true;
}

static bool resolve_plain_term(struct resolved *resolved, struct term term)
{
	const struct field *field = numbered_field(resolved, term.name);
	const struct register_row *unused;
	const struct filter_register *filter_register;
	/* A word without a value can only be the event's name if no earlier term gave the event. */
	bool may_be_event = !term.value.at && !resolved->event_at.at && !resolved->assignments.code_at.at;
	uint64_t number;

	if (!term.text.length)
		return refuse(resolved->refusal, (struct refusal){REFUSED_TERM_MISSING, .where = term.text});
	if (name_is(term.name, "name") && term.value.length)
		return true; /* a label for the reader: records name the event itself */
	if (resolved->fixed && field && parse_u64(term.value, &number) && !number)
		return true; /* a zero has no effect */
	if (resolved->fixed)
		return refuse(resolved->refusal, (struct refusal){REFUSED_FIXED_BARE, .where = term.text});
	if (resolved->type->postings)
		return term.value.at && name_is(term.name, "event") ? resolve_offset(resolved, term.value)
								    : take_name(resolved, term.text);
	if (field)
		return take_numbered(resolved, term, field);
	if (name_is(term.text, "fixed") && resolved->type->fixed)
		return take_fixed(resolved, term.text); /* PCM's spelling */
	if (name_is(term.name, "config"))
		return take_config(resolved, term);
	if (name_is(term.name, "config1") || name_is(term.name, "config2"))
		return take_config_of_filters(resolved, term, name_is(term.name, "config2"));
	if (name_is(term.name, "offcore_rsp")) {
		resolved->response = term;
		return true;
	}
	if (find_field(resolved, term.name, &unused) ||
	    find_knob(resolved->type, term.name, &filter_register) != KNOB_NONE)
		return set_modifier(resolved, term);
	if (is_event_name(resolved, term.text))
		return take_name(resolved, term.text);
	return refuse(resolved->refusal, (struct refusal){may_be_event ? REFUSED_EVENT : REFUSED_ATTRIBUTE,
							  .where = term.text, .name = term.name});
}

/* Returns the terms that one of perf's words stands for; NULL if there are none. */
static const char *find_alias(const struct box_type *type, struct term term)
{
	const struct perf_alias *alias = type->perf_aliases;

	for (; !term.value.at && alias && alias->name; alias++)
		if (name_is(term.text, alias->name))
			return alias->terms;
	return NULL;
}

/* Resolves a term. Errors in the terms that a word stands for are reported at the word. */
static bool resolve_term(struct resolved *resolved, struct term term)
{
	const char *alias = find_alias(resolved->type, term);
	struct slice rest = slice_of(alias ? alias : "");

	if (!alias)
		return resolve_plain_term(resolved, term);
	while (rest.at) {
		struct term part = term_cut(&rest, true);

		part.text = term.text;
		if (!resolve_plain_term(resolved, part))
			return false;
	}
	return true;
}

/* Resolves "offcore_rsp": the value of the event with the given code whose umasks are a filter register. */
static bool resolve_response(struct resolved *resolved)
{
	const struct box_type *type = resolved->type;
	uint64_t identity = resolved->assignments.select & resolved->shape.identity, value;
	struct term term = resolved->response;
	const struct event *event = NULL;

	for (unsigned i = 0; !event && i < type->event_count; i++) {
		const struct event *candidate = &type->events[i];
		const struct register_row *row = umask_filter_register(type, candidate);

		if (row && umasks_fill(row) && event_identity(type, &resolved->shape, candidate) == identity)
			event = candidate;
	}
	if (!event || resolved->rows.count)
		return refuse_attribute(resolved, REFUSED_ATTRIBUTE, term.name);
	if (!term.value.at || !parse_u64(term.value, &value))
		return refuse(resolved->refusal,
			      (struct refusal){REFUSED_NUMBER, .where = term.value.length ? term.value : term.text,
					       .name = term.value});
	resolved->rows = event_rows_around(event);
	resolved->umasks = umasks_of(type, resolved->rows, resolved->refusal);
	return umasks_add_number(&resolved->umasks, term.text, value, umasks_most(&resolved->umasks, &resolved->shape));
}

/* perf's letters after the slash: the privilege levels of a core, "cpu/event=0xc0/k". Other letters do not concern
 * hardware. */
static bool resolve_letters(struct resolved *resolved, struct slice letters)
{
	resolved->perf = false;
	for (size_t i = 0; i < letters.length; i++) {
		struct term term = {.text = {letters.at + i, 1}, .name = {letters.at + i, 1}};
		const struct register_row *row;
		const struct field *field = find_field(resolved, term.name, &row);

		if (!field || field->kind != FIELD_PRIVILEGE)
			return refuse(resolved->refusal,
				      (struct refusal){REFUSED_LETTER, .where = letters, .name = term.name});
		if (!set_modifier(resolved, term))
			return false;
	}
	resolved->perf = true;
	return true;
}

/* Resolves "uncore_cbox_0/event=0x15,umask=0x1/" or "uncore_imc_0/cas_count_read/". */
static bool resolve_perf(struct resolved *resolved, const struct syntax *syntax)
{
	struct slice rest = syntax->rest;
	const struct box_type *type;
	uint32_t instance;

	resolved->perf = true;
	/* Without a number, one of perf's PMUs means all boxes of the type. */
	if (box_meaning(resolved->processor, syntax->head, &type, &instance) == BOX_MEANS_TYPE)
		take_type(resolved, type, EVENT_EVERY_INSTANCE);
	else if (!resolve_box(resolved, syntax->head))
		return false;
	while (rest.at)
		if (!resolve_term(resolved, term_cut(&rest, true)))
			return false;
	if (resolved->response.text.at && !resolve_response(resolved))
		return false;
	if (!resolve_letters(resolved, syntax->letters))
		return false;
	if (!resolved->event_at.at)
		resolved->event_at = resolved->assignments.code_at;
	if (!resolved->event_at.at && !resolved->fixed)
		return refuse(resolved->refusal, (struct refusal){REFUSED_NO_EVENT, .where = syntax->head});
	return true;
}

/* ---- raw values ------------------------------------------------------------------------------------- */

/* Resolves a raw select value and the modifiers after it. */
static bool resolve_raw(struct resolved *resolved, struct slice rest)
{
	struct slice value = term_cut(&rest, false).text;
	uint64_t number;

	if (resolved->type->postings)
		return resolve_offset(resolved, value);
	if (!resolved->shape.row)
		return refuse(resolved->refusal, (struct refusal){REFUSED_NO_SELECT, .where = value});
	if (!parse_u64(value, &number))
		return refuse(resolved->refusal, (struct refusal){REFUSED_RAW, .where = value, .name = value});
	resolved->event_at = resolved->assignments.edge_at = resolved->assignments.invert_at = value;
	if (!take_raw(resolved, value, number))
		return false;
	while (rest.at)
		if (!set_modifier(resolved, term_cut(&rest, false)))
			return false;
	return true;
}

/* Resolves "EVENT..." or "box:0x...". */
static bool resolve_short(struct resolved *resolved, const struct syntax *syntax)
{
	struct slice string = syntax->string;
	const struct box_type *type;
	uint32_t instance;

	if (box_meaning(resolved->processor, syntax->head, &type, &instance) == BOX_MEANS_NOTHING)
		return resolve_named(resolved, string);
	if (!syntax->rest.at)
		return refuse(
			resolved->refusal,
			(struct refusal){REFUSED_BOX_ALONE, .where = {string.at + string.length, 0}, .name = string});
	return resolve_box(resolved, syntax->head) && resolve_raw(resolved, syntax->rest);
}

/* ---- words of perf's lists without a PMU --------------------------------------------------------------- */

/* Resolves one of perf's words in the box type already chosen. */
static bool resolve_word(struct resolved *resolved, struct term word, struct slice rest)
{
	resolved->perf = true;
	if (!resolve_term(resolved, word))
		return false;
	resolved->perf = false;
	while (rest.at)
		if (!set_modifier(resolved, term_cut(&rest, false)))
			return false;
	resolved->perf = true;
	if (!resolved->event_at.at)
		resolved->event_at = resolved->assignments.code_at;
	return true;
}

/* ---- all spellings ---------------------------------------------------------------------------------- */

static void begin(struct resolved *resolved, const struct processor *processor, const struct syntax *syntax,
		  struct refusal *refusal)
{
	*resolved = (struct resolved){.processor = processor, .syntax = syntax, .refusal = refusal};
	resolved->assignments.shape = &resolved->shape;
	resolved->assignments.refusal = refusal;
}

/* Resolves "core0::INSTRUCTION_RETIRED", or one of perf's words as in "core0::instructions:k". */
static bool resolve_in_box(struct resolved *resolved, const struct syntax *syntax)
{
	struct slice rest = syntax->rest;
	struct term word = {.text = slice_cut(&rest, ':')};

	if (!resolve_box(resolved, syntax->head))
		return false;
	if (resolve_named(resolved, syntax->rest))
		return true;
	if (!find_alias(resolved->type, word))
		return false;
	begin(resolved, resolved->processor, syntax, resolved->refusal);
	return resolve_box(resolved, syntax->head) && resolve_word(resolved, word, rest);
}

bool event_resolve(const struct processor *processor, const struct syntax *syntax, struct resolved *resolved,
		   struct refusal *refusal)
{
	struct slice rest = syntax->string;
	struct term word;
	const struct box_type *type = NULL;
	bool small = true;

	begin(resolved, processor, syntax, refusal);
	if (syntax->spelling == SPELLING_PERF)
		return resolve_perf(resolved, syntax);
	if (syntax->spelling == SPELLING_BOX)
		return resolve_in_box(resolved, syntax);

	/* One of perf_aliases, as in "llc_misses.mem_read" or "cpu-cycles:k", may be in any box type. */
	word = (struct term){.text = slice_cut(&rest, ':')};
	for (unsigned i = 0; i < processor->type_count && !type; i++)
		if (find_alias(processor->types[i], word))
			type = processor->types[i];
	/* perf's own words are lower case: "cycles" is a core's, though the M-Boxes of the Xeon 7500 have an event
	 * CYCLES. */
	for (size_t i = 0; type && i < word.text.length; i++)
		small &= word.text.at[i] < 'A' || word.text.at[i] > 'Z';
	if (!(type && small) && resolve_short(resolved, syntax))
		return true;
	if (!type)
		return false;
	begin(resolved, processor, syntax, refusal);
	take_type(resolved, type, EVENT_EVERY_INSTANCE);
	return resolve_word(resolved, word, rest);
}
