/* SPDX-License-Identifier: BSD-2-Clause */
/* The spellings that give numbers: perf's terms, and raw values of the select register. */
#include "core/event/event_internal.h"

/* True if the terms name perf's code for the fixed counter of a box that has one. */
static bool is_perf_fixed(const struct parse *parse, const struct field *field, struct slice value)
{
	uint64_t number;

	return field->kind == FIELD_EVENT && parse->choice->type->fixed && parse_u64(value, &number) &&
	       number == PERF_FIXED_EVENT;
}

/* The row that only the fixed counter counts. */
static const struct event *fixed_row(const struct box_type *type)
{
	for (unsigned i = 0; i < type->event_count; i++)
		if (type->events[i].flags & EVENT_FIXED)
			return &type->events[i];
	return NULL;
}

static bool take_fixed(struct parse *parse, struct slice term)
{
	const struct event *row = fixed_row(parse->choice->type);

	if (!row)
		return refuse(parse, COMPLAINT_EVENT, term, "no event is counted by %s's fixed counter",
			      parse->choice->type->name);
	parse->rows = event_rows_around(row);
	parse->row = row;
	parse->choice->fixed = true;
	return true;
}

/* "event" and "umask" are the same in every box, whatever else perf may call the fields. */
static const struct field *numbered_field(const struct parse *parse, struct slice name)
{
	const struct field *event = parse->shape.of[FIELD_EVENT];

	if (name_is(name, "event") || (event && event->perf && name_is(name, event->perf)))
		return event;
	if (name_is(name, "umask"))
		return parse->shape.of[FIELD_UMASK];
	return NULL;
}

static bool take_numbered(struct parse *parse, struct slice term, const struct field *field, struct slice value)
{
	const struct field *above = parse->shape.of[FIELD_CODE_ABOVE];
	uint64_t number, most = field_most(field);

	if (field->kind == FIELD_EVENT && above)
		most |= field_most(above) << field->width;
	if (parse->rows.count)
		return refuse(parse, COMPLAINT_CONFLICT, term, "the event was given by its name");
	if (is_perf_fixed(parse, field, value))
		return take_fixed(parse, term);
	if (!value.at || !parse_u64(value, &number))
		return refuse(parse, COMPLAINT_VALUE, value.length ? value : term, "'%s' is not a number",
			      quote(value).text);
	if (number > most)
		return refuse(parse, COMPLAINT_VALUE, value, "%s does not fit 0x0 to 0x%llx", quote(value).text,
			      (unsigned long long)most);
	if (field->kind == FIELD_EVENT)
		parse->event_at = term;
	if (number >> field->width && !parse_set(parse, term, parse->shape.row, above, number >> field->width))
		return false;
	return parse_set(parse, term, parse->shape.row, field, number & MASK(0, field->width));
}

/* A term that starts with an event's name, as perf has them from its own lists: "LLC_HITS:M". */
static bool is_event_name(const struct parse *parse, struct slice term)
{
	struct slice rest = term;

	return event_rows_named(parse->choice->processor, parse->choice->type, cut_attribute(&rest)).count > 0;
}

/* An event's name inside perf's slashes. Its attributes are libpfm4's, the other terms stay perf's. */
static bool take_name(struct parse *parse, struct slice term)
{
	bool good;

	if (parse->event_at.at)
		return refuse(parse, COMPLAINT_CONFLICT, term, "a second event");
	parse->perf = false;
	good = parse_named(parse, term);
	parse->perf = true;
	return good;
}

static bool parse_term(struct parse *parse, struct slice term)
{
	struct slice value = term;
	struct slice name = slice_cut(&value, '=');
	const struct field *field = numbered_field(parse, name);
	const struct register_row *unused;
	const struct companion *companion;

	if (!term.length)
		return refuse(parse, COMPLAINT_SYNTAX, term, "a term is missing");
	if (parse->choice->fixed)
		return refuse(parse, COMPLAINT_MODIFIER, term, "the fixed counter has neither umasks nor modifiers");
	if (parse->choice->type->postings)
		return value.at && name_is(name, "event") ? parse_offset(parse, value) : take_name(parse, term);
	if (field)
		return take_numbered(parse, term, field, value);
	if (!find_field(parse, name, &unused) && find_knob(parse, name, &companion) == KNOB_NONE &&
	    is_event_name(parse, term))
		return take_name(parse, term);
	return parse_modifier(parse, term, name, value);
}

/* "uncore_cbox_0/event=0x15,umask=0x1/" */
bool parse_perf(struct parse *parse)
{
	struct slice terms = parse->string;
	struct slice box = slice_cut(&terms, '/');
	struct slice rest = terms;

	terms = slice_cut(&rest, '/');
	if (!rest.at)
		return refuse(parse, COMPLAINT_SYNTAX, slice_between(terms.at + terms.length, terms.at + terms.length),
			      "the second '/' is missing");
	if (rest.length)
		return refuse(parse, COMPLAINT_SYNTAX, rest, "nothing may follow the second '/'");
	parse->perf = true;
	if (!parse_box(parse, box))
		return false;
	select_shape_read(parse->choice->type, &parse->shape);
	while (terms.at)
		if (!parse_term(parse, slice_cut(&terms, ',')))
			return false;
	if (!parse->event_at.at && !parse->choice->fixed)
		return refuse(parse, COMPLAINT_SYNTAX, box, "no event: event=... is missing");
	return parse_finish(parse);
}

static bool refuse_raw(struct parse *parse, struct slice value)
{
	refuse(parse, COMPLAINT_VALUE, value, "'%s' is not a number of 64 bits", quote(value).text);
	struct text hint = hint_text(parse);

	text_string(&hint, "box:0x... is a raw value, box::EVENT an event");
	return false;
}

/* Bits that are set when a counter is armed, whatever the event. */
static uint64_t armed_bits(const struct select_shape *shape)
{
	static const uint8_t kinds[] = {FIELD_ENABLE, FIELD_PMI, FIELD_ALWAYS};
	uint64_t bits = 0;

	for (unsigned i = 0; i < ARRAY_SIZE(kinds); i++)
		if (shape->of[kinds[i]])
			bits |= field_mask(shape->of[kinds[i]]);
	return bits;
}

/* Everything but the bits set on arming must be a field that software may set. */
static bool take_raw(struct parse *parse, struct slice value, uint64_t number)
{
	const struct register_layout *layout = parse->shape.row->layout;
	uint64_t allowed = layout_writable(layout);

	if (number & ~allowed)
		return refuse(parse, COMPLAINT_VALUE, value,
			      "bits 0x%llx of %s are reserved or ignored: write them as 0",
			      (unsigned long long)(number & ~allowed), layout->title);
	for (unsigned i = 0; i < layout->field_count; i++)
		if (field_value(&layout->fields[i], number) > field_most(&layout->fields[i]))
			return refuse(parse, COMPLAINT_VALUE, value, "0x%llx is more than %s can be",
				      (unsigned long long)field_value(&layout->fields[i], number),
				      layout->fields[i].name);
	parse->choice->select = number & ~armed_bits(&parse->shape);
	parse->given = allowed;
	return true;
}

bool parse_raw(struct parse *parse, struct slice rest)
{
	struct slice value = cut_attribute(&rest);
	uint64_t number;

	if (parse->choice->type->postings)
		return parse_offset(parse, value) && parse_finish(parse);
	select_shape_read(parse->choice->type, &parse->shape);
	if (!parse->shape.row)
		return refuse(parse, COMPLAINT_VALUE, value, "%s has no select register", parse->choice->type->name);
	if (!parse_u64(value, &number))
		return refuse_raw(parse, value);
	parse->event_at = parse->edge_at = parse->invert_at = value;
	if (!take_raw(parse, value, number))
		return false;
	while (rest.at) {
		struct slice token = cut_attribute(&rest), behind = token;
		struct slice name = slice_cut(&behind, '=');

		if (!parse_modifier(parse, token, name, behind))
			return false;
	}
	return parse_finish(parse);
}
