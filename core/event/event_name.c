/* SPDX-License-Identifier: BSD-2-Clause */
/* The event's name, and how the parts of a string are put together. */
#include "core/event/event_internal.h"

/* ---- which event --------------------------------------------------------------------------------- */

static bool refuse_ambiguous(struct parse *parse, struct slice name, const struct box_type *other)
{
	const struct box_type *type = parse->choice->type;

	refuse(parse, COMPLAINT_AMBIGUOUS, name, "both %s and %s have '%s'", type->name, other->name, quote(name).text);
	struct text hint = hint_text(parse);

	text_format(&hint, "say which: %s%s::...", type->name, type->instances > 1 ? "*" : "");
	return false;
}

/* Without a box every type is searched: the event must be in one alone, all of whose instances are
 * meant. */
static bool find_type(struct parse *parse, struct slice name)
{
	struct event_choice *choice = parse->choice;

	for (unsigned i = 0; i < choice->processor->type_count; i++) {
		const struct box_type *type = choice->processor->types[i];
		struct event_rows rows = event_rows_named(choice->processor, type, name);

		if (!rows.count)
			continue;
		if (parse->rows.count)
			return refuse_ambiguous(parse, name, type);
		parse->rows = rows;
		choice->type = type;
		choice->instances = MASK(0, type->instances);
	}
	return true;
}

/* Another name of an event becomes that event, and its umask if the name stands for one. */
static void follow_alias(struct parse *parse)
{
	const struct box_type *type = parse->choice->type;
	const struct event *first = parse->rows.first, *target;

	if (first->umask_name || !(first->group & UMASK_ALIAS))
		return;
	target = &type->events[event_same(type, first)];
	parse->rows = event_rows_around(target);
	parse->alias = target->umask_name ? target : NULL;
}

bool parse_named(struct parse *parse, struct slice rest)
{
	struct event_choice *choice = parse->choice;
	struct slice name = cut_attribute(&rest);

	if (choice->type)
		parse->rows = event_rows_named(choice->processor, choice->type, name);
	else if (!find_type(parse, name))
		return false;
	if (!parse->rows.count)
		return refuse_event(parse, name);
	parse->event_at = name;
	follow_alias(parse);
	parse->row = parse->rows.first;
	select_shape_read(choice->type, &parse->shape);
	parse->companion = event_companion(choice->type, parse->rows);
	choice->counters = parse->row->counters;
	choice->fixed = parse->row->flags & EVENT_FIXED;
	return parse_attributes(parse, rest);
}

/* ---- putting it together ------------------------------------------------------------------------- */

static uint64_t put(const struct field *field, uint64_t value)
{
	return field ? value << field->low & field_mask(field) : 0;
}

/* The first of the rows that have a bit set, or of all if there are none. */
static const struct event *first_of(struct event_rows rows, uint64_t bits)
{
	unsigned number = 0;

	while (bits && !(bits & BIT(number)))
		number++;
	return rows.first + number;
}

/* The row that the choice refers to: the one named where that is one, or where umasks have names alone; the
 * first named where they are bits of a companion; that of the very umask; else the first of the code. */
static const struct event *final_row(const struct parse *parse)
{
	const struct event *exact;

	if (!parse->shape.of[FIELD_UMASK] || count_bits(parse->umasks) == 1)
		return parse->row;
	if (parse->companion && (parse->umasks || umasks_fill(parse->companion)))
		return first_of(parse->rows, parse->umasks);
	exact = event_row_of_umask(parse->rows, parse->row->code, parse->umask);
	for (unsigned i = 0; !exact; i++)
		if (parse->rows.first[i].code == parse->row->code && !(parse->rows.first[i].group & UMASK_ALIAS))
			exact = &parse->rows.first[i];
	return exact;
}

/* perf's terms may set any field, also those that the event's name has settled. */
static bool refuse_other_event(struct parse *parse)
{
	return refuse(parse, COMPLAINT_CONFLICT, parse->event_at, "the other terms make this another event");
}

static bool finish_named(struct parse *parse)
{
	struct event_choice *choice = parse->choice;
	uint64_t identity;

	if (!settle_umasks(parse))
		return false;
	choice->event = final_row(parse);
	choice->umasks = parse->companion ? parse->umasks : 0;
	if (choice->event->umask == parse->umask && (!parse->companion || parse->umask_number))
		choice->counters = choice->event->counters;
	if (!settle_parts(parse))
		return false;
	choice->resource = resource_of_row(choice->type, choice->event);
	choice->select |=
		put(parse->shape.of[FIELD_EVENT], parse->row->code) | put(parse->shape.of[FIELD_UMASK], parse->umask);
	identity = parse->given & parse->shape.identity;
	if (!take_resource(parse, parse->row->code) || !apply_needs(parse, choice->event) ||
	    !put_umask_companion(parse) || !check_given(parse, choice->event))
		return false;
	if (identity && (choice->select ^ event_identity(choice->type, &parse->shape, choice->event)) & identity)
		return refuse_other_event(parse);
	return take_counter(parse);
}

static bool finish_fixed(struct parse *parse)
{
	struct event_choice *choice = parse->choice;

	if (parse->given || choice->setting_count)
		return refuse(parse, COMPLAINT_MODIFIER, parse->string,
			      "the fixed counter has neither umasks nor modifiers");
	choice->event = parse->row;
	choice->counters = 0;
	return true;
}

/* ---- numbers ------------------------------------------------------------------------------------- */

static bool refuse_which_counter(struct parse *parse, const struct event *one, const struct event *other)
{
	const struct processor *processor = parse->choice->processor;

	refuse(parse, COMPLAINT_AMBIGUOUS, parse->event_at, "the code is %s on one counter and %s on another",
	       processor_string(processor, one->name), processor_string(processor, other->name));
	struct text hint = hint_text(parse);

	text_string(&hint, "say which counter is meant: counter=0, or name the event");
	return false;
}

/* The row that these numbers are. Where counters have codes of their own, the counter must be said. */
static bool find_row(struct parse *parse, const struct event **found)
{
	const struct box_type *type = parse->choice->type;
	unsigned counters = parse->counter_at.at ? 1u << (parse->counter & 15) : 0xffff;

	*found = NULL;
	for (const struct event *row = type->events; (row = row_fitting(parse, row)); row++) {
		if (!(row->counters & counters))
			continue;
		if (!*found)
			*found = row;
		else if (!(row->counters & (*found)->counters))
			return refuse_which_counter(parse, *found, row);
	}
	return true;
}

static bool finish_numbers(struct parse *parse)
{
	struct event_choice *choice = parse->choice;
	const struct field *field = parse->shape.of[FIELD_EVENT];
	uint64_t code = field ? field_value(field, choice->select) : 0;
	const struct event *row;

	choice->resource = resource_of_code(choice->type, code, &choice->group, &choice->unit);
	choice->counters = (uint16_t)MASK(0, choice->type->counters);
	if (!settle_parts(parse))
		return false;
	if (!take_resource(parse, code) || !find_row(parse, &row))
		return false;
	if (!(row ? apply_needs(parse, row) && check_given(parse, row) : settle_unknown(parse)))
		return false;
	if (!row && field && parse->shape.of[FIELD_UMASK]) {
		row = event_row_coded(parse);
		if (row && !check_settings(parse, row))
			return false;
	}
	if (row && !fields_suit(parse, row))
		row = NULL;
	choice->event = row;
	if (row)
		choice->counters = row->counters;
	return take_counter(parse);
}

/* ---- what may not go together -------------------------------------------------------------------- */

static bool has_threshold(const struct parse *parse)
{
	const struct field *field = parse->shape.of[FIELD_THRESHOLD];

	return field && parse->choice->select & field_mask(field);
}

static bool refuse_edge(struct parse *parse)
{
	return refuse(parse, COMPLAINT_COMBINATION, parse->edge_at,
		      "this event may add more than one a cycle: it has no edges to count");
}

static void hint_threshold(struct parse *parse)
{
	const struct field *threshold = parse->shape.of[FIELD_THRESHOLD];

	if (threshold && threshold->modifier) {
		struct text hint = hint_text(parse);

		text_format(&hint, "add %s=1", parse->perf ? threshold->perf : threshold->modifier);
	}
}

static bool refuse_invert(struct parse *parse)
{
	refuse(parse, COMPLAINT_MODIFIER, parse->invert_at,
	       "invert turns the threshold test round, and there is no threshold");
	hint_threshold(parse);
	return false;
}

static bool refuse_level(struct parse *parse)
{
	refuse(parse, COMPLAINT_MODIFIER, parse->edge_at,
	       "edges are those of a threshold test, and there is no threshold");
	hint_threshold(parse);
	return false;
}

/* Where all that modifiers ask for is known: privilege levels, counters that can do it. */
static void finish_select(struct parse *parse)
{
	struct event_choice *choice = parse->choice;
	bool plain = !(choice->select & (parse->shape.bits[FIELD_EDGE] | parse->shape.bits[FIELD_INVERT])) &&
		     !has_threshold(parse);

	if (!(parse->given & parse->shape.bits[FIELD_PRIVILEGE]))
		choice->select |= parse->shape.bits[FIELD_PRIVILEGE];
	if (!plain && choice->type->fixed_counters)
		choice->counters &= (uint16_t)~EVENT_FIXED_MASK;
}

bool parse_finish(struct parse *parse)
{
	const struct event_choice *choice = parse->choice;

	if (choice->type->postings)
		return parse_finish_posted(parse);
	if (choice->fixed)
		return finish_fixed(parse);
	if (!(parse->rows.count ? finish_named(parse) : finish_numbers(parse)))
		return false;
	finish_select(parse);
	if (choice->type->edge_needs_threshold) {
		if (choice->select & parse->shape.bits[FIELD_EDGE] && !has_threshold(parse))
			return refuse_level(parse);
	} else if (choice->select & parse->shape.bits[FIELD_EDGE] &&
		   (parse->flags | (choice->event ? choice->event->flags : 0)) & EVENT_MULTI) {
		return refuse_edge(parse);
	}
	if (choice->select & parse->shape.bits[FIELD_INVERT] && !has_threshold(parse))
		return refuse_invert(parse);
	return true;
}
