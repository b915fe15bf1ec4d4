/* SPDX-License-Identifier: BSD-2-Clause */
/* Complaints: why a string was refused, and what would have been right. */
#include "core/event/event_internal.h"
#include "lib/memory.h"

bool refuse(struct parse *parse, enum complaint_kind kind, struct slice where, const char *format, ...)
{
	struct complaint *complaint = parse->complaint;
	struct text reason = TEXT_OVER(complaint->reason);
	va_list arguments;

	complaint->kind = (uint8_t)kind;
	complaint->column = (uint16_t)(where.at - parse->string.at);
	complaint->length = (uint16_t)(where.length ? where.length : 1);
	complaint->hint[0] = 0;
	va_start(arguments, format);
	text_format_list(&reason, format, arguments);
	va_end(arguments);
	return false;
}

struct text hint_text(struct parse *parse)
{
	return TEXT_OVER(parse->complaint->hint);
}

struct quote quote(struct slice part)
{
	struct quote quote;
	struct text text = TEXT_OVER(quote.text);
	size_t shown = part.length < QUOTE_SIZE ? part.length : QUOTE_SIZE - 4;

	for (size_t i = 0; i < shown; i++)
		text_char(&text, part.at[i] >= ' ' && part.at[i] <= '~' ? part.at[i] : '?');
	if (shown < part.length)
		text_string(&text, "...");
	return quote;
}

/* ---- near misses --------------------------------------------------------------------------------- */

#define NEAREST 3

/* The names nearest to one that was not found, nearest first. */
struct nearest {
	struct slice name;
	unsigned limit; /* a distance that is too far */
	unsigned count;
	unsigned distances[NEAREST];
	const char *names[NEAREST];
};

static struct nearest nearest_to(struct slice name)
{
	unsigned limit = 2 + (unsigned)(name.length < 12 ? name.length : 12) / 3;

	return (struct nearest){.name = name, .limit = limit};
}

static void offer(struct nearest *nearest, const char *name)
{
	unsigned distance = edit_distance(nearest->name, name, nearest->limit);
	unsigned at = nearest->count;

	if (distance == nearest->limit)
		return;
	while (at && nearest->distances[at - 1] > distance)
		at--;
	if (at == NEAREST)
		return;
	if (nearest->count < NEAREST)
		nearest->count++;
	for (unsigned i = nearest->count - 1; i > at; i--) {
		nearest->distances[i] = nearest->distances[i - 1];
		nearest->names[i] = nearest->names[i - 1];
	}
	nearest->distances[at] = distance;
	nearest->names[at] = name;
}

/* "did you mean A, B or C?"; nothing if nothing is near. */
static bool put_nearest(const struct nearest *nearest, struct text *text)
{
	for (unsigned i = 0; i < nearest->count; i++) {
		const char *before = i ? ", " : "did you mean ";

		if (i && i + 1 == nearest->count)
			before = " or ";
		text_string(text, before);
		text_string(text, nearest->names[i]);
	}
	if (nearest->count)
		text_char(text, '?');
	return nearest->count > 0;
}

/* Appends an item of a list, or nothing if it does not fit whole with the mark for "and so on". */
static void put_item(struct text *text, const char *before, const char *item)
{
	if (text->truncated)
		return;
	if (text->length + strlen(before) + strlen(item) + sizeof(", ...") > text->size) {
		text_string(text, ", ...");
		text->truncated = true;
		return;
	}
	text_string(text, before);
	text_string(text, item);
}

/* ---- boxes --------------------------------------------------------------------------------------- */

static void put_boxes(const struct processor *processor, struct text *text)
{
	text_string(text, processor->name);
	for (unsigned i = 0; i < processor->type_count; i++) {
		const struct box_type *type = processor->types[i];
		char name[2 * BOX_NAME_SIZE + 4];
		struct text item = TEXT_OVER(name);

		if (type->instances > 1)
			text_format(&item, "%s0-%u", type->name, type->instances - 1u);
		else
			text_string(&item, type->name);
		put_item(text, i ? ", " : " has ", name);
	}
}

/* The name without the number or '*' behind it. */
static struct slice without_number(struct slice name)
{
	while (name.length && (name.at[name.length - 1] == '*' ||
			       (name.at[name.length - 1] >= '0' && name.at[name.length - 1] <= '9')))
		name.length--;
	return name;
}

bool refuse_box(struct parse *parse, struct slice name)
{
	const struct processor *processor = parse->choice->processor;
	struct nearest nearest = nearest_to(without_number(name));

	refuse(parse, COMPLAINT_BOX, name, "no box '%s' here", quote(name).text);
	struct text hint = hint_text(parse);

	for (unsigned i = 0; i < processor->type_count; i++) {
		offer(&nearest, processor->types[i]->name);
		offer(&nearest, processor->types[i]->pmu);
		offer(&nearest, processor->types[i]->perf);
	}
	if (put_nearest(&nearest, &hint))
		text_string(&hint, " ");
	put_boxes(processor, &hint);
	return false;
}

/* ---- events -------------------------------------------------------------------------------------- */

static void offer_events(struct nearest *nearest, const struct processor *processor, const struct box_type *type)
{
	for (unsigned i = 0; i < type->event_count; i++)
		if (!i || type->events[i].name != type->events[i - 1].name)
			offer(nearest, processor_string(processor, type->events[i].name));
}

/* The box types other than the one named that do have the event. */
static bool put_owners(const struct parse *parse, struct slice name, struct text *text)
{
	const struct processor *processor = parse->choice->processor;
	bool found = false;

	for (unsigned i = 0; i < processor->type_count; i++) {
		if (!event_rows_named(processor, processor->types[i], name).count)
			continue;
		put_item(text, found ? ", " : "it is an event of ", processor->types[i]->name);
		found = true;
	}
	return found;
}

bool refuse_event(struct parse *parse, struct slice name)
{
	const struct processor *processor = parse->choice->processor;
	const struct box_type *type = parse->choice->type;
	struct nearest nearest = nearest_to(name);

	if (!name.length)
		refuse(parse, COMPLAINT_SYNTAX, name, "an event is missing");
	else
		refuse(parse, COMPLAINT_EVENT, name, "no event '%s' in %s", quote(name).text,
		       type ? type->name : processor->name);
	struct text hint = hint_text(parse);

	if (put_owners(parse, name, &hint))
		return false;
	for (unsigned i = 0; i < processor->type_count; i++)
		if (!type || type == processor->types[i])
			offer_events(&nearest, processor, processor->types[i]);
	if (!put_nearest(&nearest, &hint))
		text_string(&hint, "`list` shows all events");
	return false;
}

/* ---- umasks and modifiers ------------------------------------------------------------------------ */

static const char *umask_name(const struct parse *parse, unsigned row)
{
	return processor_string(parse->choice->processor, parse->rows.first[row].umask_name);
}

/* Those of a group; of EVERY_GROUP all. */
#define EVERY_GROUP UINT32_MAX
static void put_umasks(const struct parse *parse, unsigned group, struct text *text)
{
	const char *before = "umasks: ";

	for (unsigned i = 0; i < parse->rows.count; i++) {
		if (group != EVERY_GROUP && (parse->rows.first[i].group & UMASK_GROUP) != group)
			continue;
		put_item(text, before, umask_name(parse, i));
		before = ", ";
	}
}

/* The modifiers of one register, offered as near misses and listed as what is allowed. */
static void each_field(const struct parse *parse, const struct field *fields, unsigned count, struct nearest *nearest,
		       struct text *text)
{
	for (unsigned i = 0; i < count; i++) {
		const struct field *field = &fields[i];
		const char *name = parse->perf ? field->perf : field->modifier;
		char room[24];
		struct text item = TEXT_OVER(room);

		if (!name || !field_applies(parse, field) || event_field_repeats(fields, i))
			continue;
		if (nearest)
			offer(nearest, name);
		if (!text)
			continue;
		text_string(&item, name);
		if (field->width > 1)
			text_format(&item, "=0-%llu", (unsigned long long)field_most(field));
		put_item(text, text->length ? ", " : "modifiers: ", room);
	}
}

static void each_modifier(const struct parse *parse, const struct register_row *row, struct nearest *nearest,
			  struct text *text)
{
	const struct register_layout *layout = row->layout;

	each_field(parse, layout->fields, layout->field_count, nearest, text);
	if (parse->rows.count || event_parts_alone(layout))
		each_field(parse, layout->parts, layout->part_count, nearest, text);
}

static void one_modifier(const char *name, struct nearest *nearest, struct text *text)
{
	if (name && nearest)
		offer(nearest, name);
	if (name && text)
		put_item(text, text->length ? ", " : "modifiers: ", name);
}

/* Those that are no fields. */
static void other_modifiers(const struct box_type *type, struct nearest *nearest, struct text *text)
{
	if (type->resource_count) {
		one_modifier(type->resources[0].group_modifier, nearest, text);
		one_modifier(type->resources[0].unit_modifier, nearest, text);
	}
	for (unsigned i = 0; i < type->companion_count; i++)
		one_modifier(type->companions[i].modifier, nearest, text);
	if (type->counters > 1)
		one_modifier("counter", nearest, text);
}

static void all_modifiers(const struct parse *parse, struct nearest *nearest, struct text *text)
{
	const struct box_type *type = parse->choice->type;

	if (parse->shape.row)
		each_modifier(parse, parse->shape.row, nearest, text);
	for (unsigned i = 0; i < type->register_count; i++)
		if (type->registers[i].role == ROLE_FILTER && !event_row_of_other_unit(type, &type->registers[i]))
			each_modifier(parse, &type->registers[i], nearest, text);
	other_modifiers(type, nearest, text);
}

/* "A+B" is how documents write that two events belong together. */
static bool refuse_sum(struct parse *parse, struct slice token)
{
	refuse(parse, COMPLAINT_MODIFIER, token, "'+' does not join events");
	struct text hint = hint_text(parse);

	text_string(&hint, "events that are counted together stand in a list: A,B");
	return false;
}

bool refuse_attribute(struct parse *parse, struct slice token, struct slice name)
{
	bool umasks = parse->rows.count && parse->rows.first->umask_name;
	struct nearest nearest = nearest_to(name);
	char room[96];
	struct text modifiers = TEXT_OVER(room);
	struct slice behind = token;

	slice_cut(&behind, '+');
	if (behind.at)
		return refuse_sum(parse, token);
	if (token.length)
		refuse(parse, COMPLAINT_MODIFIER, token, "'%s' is %s %s", quote(name).text,
		       umasks ? "neither a umask of this event nor a modifier of" : "not a modifier of",
		       parse->choice->type->name);
	else
		refuse(parse, COMPLAINT_MODIFIER, token, "a umask or modifier is missing");
	struct text hint = hint_text(parse);

	for (unsigned i = 0; umasks && i < parse->rows.count; i++)
		offer(&nearest, umask_name(parse, i));
	all_modifiers(parse, &nearest, NULL);
	if (name.length > 2 && put_nearest(&nearest, &hint))
		return false;
	all_modifiers(parse, NULL, &modifiers);
	text_string(&hint, room);
	if (umasks) {
		put_item(&hint, hint.length ? "; " : "", "");
		put_umasks(parse, EVERY_GROUP, &hint);
	}
	return false;
}

/* Another event of the box that has an umask of that name and nothing of it in holes. */
static const struct event *without_holes(const struct box_type *type, const struct event *wanted)
{
	for (unsigned i = 0; i < type->event_count; i++) {
		const struct event *event = &type->events[i];
		const struct register_row *companion;

		if (event->umask_name != wanted->umask_name || event->name == wanted->name)
			continue;
		companion = umask_companion(type, event);
		if (companion && !(umask_companion_bits(type, event) & companion->layout->holes))
			return event;
	}
	return NULL;
}

bool refuse_holes(struct parse *parse, uint64_t bits)
{
	const struct box_type *type = parse->choice->type;
	const struct event *other = NULL;

	refuse(parse, COMPLAINT_COMBINATION, parse->umask_at[0], "%s has no bits 0x%llx: nothing would be counted",
	       parse->companion->layout->title, (unsigned long long)bits);
	struct text hint = hint_text(parse);

	for (unsigned i = 0; i < parse->rows.count && i < 64; i++)
		if (parse->umasks & BIT(i) && umask_companion_bits(type, &parse->rows.first[i]) & bits)
			other = without_holes(type, &parse->rows.first[i]);
	if (other)
		text_format(&hint, "%s has it", processor_string(parse->choice->processor, other->name));
	return false;
}

bool refuse_umask_missing(struct parse *parse, unsigned group)
{
	refuse(parse, COMPLAINT_UMASK, parse->event_at, group ? "'%s' needs another umask" : "'%s' needs a umask",
	       quote(parse->event_at).text);
	struct text hint = hint_text(parse);

	put_umasks(parse, group, &hint);
	return false;
}
