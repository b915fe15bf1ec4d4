/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/event/diagnose.h"

#include "core/event/foreign.h"
#include "lib/memory.h"
#include "lib/nearest.h"

/* Quotes a part of the string: cut if it is long, unprintable characters replaced. */
#define QUOTE_SIZE 40
static void put_quote(struct slice part, struct text *text)
{
	size_t shown = part.length < QUOTE_SIZE ? part.length : QUOTE_SIZE - 4;

	for (size_t i = 0; i < shown; i++)
		text_char(text, part.at[i] >= ' ' && part.at[i] <= '~' ? part.at[i] : '?');
	if (shown < part.length)
		text_string(text, "...");
}

/* ---- lists --------------------------------------------------------------------------------------- */

/* Appends an item of a list, or ", ..." if the whole item does not fit. */
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

/* ---- lists of valid names --------------------------------------------------------------------------- */

static void offer_events(struct nearest *nearest, const struct processor *processor, const struct box_type *type)
{
	struct slice rest = nearest->name;
	bool whole = slice_is(slice_cut(&rest, '_'), "UNC");

	for (unsigned i = 0; i < type->event_count; i++) {
		const char *name = processor_string(processor, type->events[i].name), *part = name;
		struct slice after = slice_of(name);

		if (i && type->events[i].name == type->events[i - 1].name)
			continue;
		/* Other programs omit the prefix "UNC_M_" or the like. */
		if (!whole && slice_is(slice_cut(&after, '_'), "UNC") && after.at) {
			slice_cut(&after, '_');
			part = after.at ? after.at : name;
		}
		nearest_offer_by(nearest, name, part);
	}
}

static const char *umask_name(const struct resolved *at, unsigned row)
{
	return processor_string(at->processor, at->rows.first[row].umask_name);
}

/* Lists the umasks of a group, or all with EVERY_GROUP. */
#define EVERY_GROUP UINT32_MAX
static void put_umasks(const struct resolved *at, unsigned group, struct text *text)
{
	const char *before = "umasks: ";

	for (unsigned i = 0; i < at->rows.count; i++) {
		if (group != EVERY_GROUP && (at->rows.first[i].group & UMASK_GROUP) != group)
			continue;
		put_item(text, before, umask_name(at, i));
		before = ", ";
	}
}

/* Offers the modifiers of one register as near misses, or lists them as allowed. */
static void each_field(const struct resolved *at, const struct field *fields, unsigned count, struct nearest *nearest,
		       struct text *text)
{
	for (unsigned i = 0; i < count; i++) {
		const struct field *field = &fields[i];
		const char *name = resolved_field_name(at, field);
		char room[24];
		struct text item = TEXT_OVER(room);

		if (!name || !resolved_field_suits(at, field) || event_field_repeats(fields, i))
			continue;
		if (nearest)
			nearest_offer(nearest, name);
		if (!text)
			continue;
		text_string(&item, name);
		if (field->width > 1)
			text_format(&item, "=0-%llu", (unsigned long long)field_most(field));
		put_item(text, text->length ? ", " : "modifiers: ", room);
	}
}

static void each_modifier(const struct resolved *at, const struct register_row *row, struct nearest *nearest,
			  struct text *text)
{
	const struct register_layout *layout = row->layout;

	each_field(at, layout->fields, layout->field_count, nearest, text);
	if (at->rows.count || event_parts_alone(layout))
		each_field(at, layout->parts, layout->part_count, nearest, text);
}

static void one_modifier(const char *name, struct nearest *nearest, struct text *text)
{
	if (name && nearest)
		nearest_offer(nearest, name);
	if (name && text)
		put_item(text, text->length ? ", " : "modifiers: ", name);
}

static void all_modifiers(const struct resolved *at, struct nearest *nearest, struct text *text)
{
	const struct box_type *type = at->type;

	if (at->shape.row)
		each_modifier(at, at->shape.row, nearest, text);
	for (unsigned i = 0; i < type->register_count; i++)
		if (type->registers[i].role == ROLE_FILTER && !event_row_of_other_unit(type, &type->registers[i]))
			each_modifier(at, &type->registers[i], nearest, text);

	/* Modifiers that are not fields. */
	if (type->resource_count) {
		one_modifier(type->resources[0].group_modifier, nearest, text);
		one_modifier(type->resources[0].unit_modifier, nearest, text);
	}
	for (unsigned i = 0; i < type->filter_register_count; i++)
		one_modifier(type->filter_registers[i].modifier, nearest, text);
	if (type->counters > 1)
		one_modifier("counter", nearest, text);
}

/* ---- hints ------------------------------------------------------------------------------------------ */

static void hint_boxes(const struct resolved *at, const struct refusal *why, struct text *hint)
{
	const struct processor *processor = at->processor;
	struct slice kind = why->name; /* without the number or '*' at its end */
	struct nearest nearest;

	while (kind.length && (kind.at[kind.length - 1] == '*' ||
			       (kind.at[kind.length - 1] >= '0' && kind.at[kind.length - 1] <= '9')))
		kind.length--;
	nearest = nearest_to(kind);
	nearest.asked = why->name;
	for (unsigned i = 0; i < processor->type_count; i++) {
		nearest_offer(&nearest, processor->types[i]->name);
		nearest_offer(&nearest, processor->types[i]->pmu);
		nearest_offer(&nearest, processor->types[i]->perf);
	}
	if (nearest_put(&nearest, hint))
		text_string(hint, " ");
	text_string(hint, processor->name);
	for (unsigned i = 0; i < processor->type_count; i++) {
		char name[64];
		struct text item = TEXT_OVER(name);

		box_places(processor->types[i], &item);
		put_item(hint, i ? ", " : " has ", name);
	}
}

static void hint_type(const struct resolved *at, const struct refusal *why, struct text *hint)
{
	(void)why;
	text_format(hint, "say which: %s%s::...", at->type->name, at->type->instances > 1 ? "*" : "");
}

#define CORE_CODES "; others of a core by their code: cpu/event=0x...,umask=0x.../"
static void hint_events(const struct resolved *at, const struct refusal *why, struct text *hint)
{
	const struct processor *processor = at->processor;
	struct nearest nearest = nearest_to(why->name);
	bool found = false, has_cores = false;

	for (unsigned i = 0; i < processor->type_count; i++) {
		const struct box_type *type = processor->types[i];

		has_cores |= slice_is(slice_of(type->name), "core");
		if (!event_rows_named(processor, type, why->name).count)
			continue;
		put_item(hint, found ? ", " : "this is an event of ", type->name);
		found = true;
	}
	if (found)
		return;
	for (unsigned i = 0; i < processor->type_count; i++)
		if (!at->type || at->type == processor->types[i])
			offer_events(&nearest, processor, processor->types[i]);
	if (nearest_put(&nearest, hint))
		return;
	text_string(hint, "`list` shows all events");
	if (why->name.length && !slice_starts(why->name, "UNC_") && has_cores &&
	    (!at->type || at->type->scope != BOX_OF_SOCKET))
		text_string(hint, CORE_CODES);
}

static bool has_sum(const struct refusal *why)
{
	for (size_t i = 0; i < why->where.length; i++)
		if (why->where.at[i] == '+')
			return true;
	return false;
}

static bool has_umasks(const struct resolved *at)
{
	return at->rows.count && at->rows.first->umask_name;
}

static void hint_attributes(const struct resolved *at, const struct refusal *why, struct text *hint)
{
	struct nearest nearest = nearest_to(why->name);
	char room[96];
	struct text modifiers = TEXT_OVER(room);

	if (has_sum(why)) {
		text_string(hint, "events that are counted together form a list: A,B");
		return;
	}
	for (unsigned i = 0; has_umasks(at) && i < at->rows.count; i++)
		nearest_offer(&nearest, umask_name(at, i));
	all_modifiers(at, &nearest, NULL);
	if (why->name.length > 2 && nearest_put(&nearest, hint)) {
		if (has_umasks(at) && at->type->fixed_counters)
			text_string(hint, &CORE_CODES[1]);
		return;
	}
	all_modifiers(at, NULL, &modifiers);
	text_string(hint, room);
	if (has_umasks(at)) {
		put_item(hint, hint->length ? "; " : "", "");
		put_umasks(at, EVERY_GROUP, hint);
	}
}

static void hint_umasks(const struct resolved *at, const struct refusal *why, struct text *hint)
{
	put_umasks(at, why->number, hint);
}

static void hint_leave_out(const struct resolved *at, const struct refusal *why, struct text *hint)
{
	(void)at;
	if (!why->other.at || why->other.at == why->name.at)
		return;
	text_string(hint, "leave out ");
	put_quote(why->name, hint);
	text_string(hint, " or ");
	put_quote(why->other, hint);
}

/* Finds another event of the box that has a umask of this name without reserved bits. */
static const struct event *without_holes(const struct box_type *type, const struct event *wanted)
{
	for (unsigned i = 0; i < type->event_count; i++) {
		const struct event *event = &type->events[i];
		const struct register_row *filter_register;

		if (event->umask_name != wanted->umask_name || event->name == wanted->name)
			continue;
		filter_register = umask_filter_register(type, event);
		if (filter_register && !(umask_filter_register_bits(type, event) & filter_register->layout->holes))
			return event;
	}
	return NULL;
}

static void hint_without_holes(const struct resolved *at, const struct refusal *why, struct text *hint)
{
	const struct event *other = NULL;

	for (unsigned i = 0; i < at->rows.count && i < 64; i++)
		if (at->umasks.joined & BIT(i) && umask_filter_register_bits(at->type, &at->rows.first[i]) & why->bits)
			other = without_holes(at->type, &at->rows.first[i]);
	if (other)
		text_format(hint, "%s has it", processor_string(at->processor, other->name));
}

static void hint_range(const struct resolved *at, const struct refusal *why, struct text *hint)
{
	unsigned least = why->field->least;
	unsigned long long most = field_most(why->field);

	(void)at;
	text_format(hint, "%u to %llu, or 0x%x to 0x%llx", least, most, least, most);
}

static void hint_threshold(const struct resolved *at, const struct refusal *why, struct text *hint)
{
	const struct field *threshold = at->shape.of[FIELD_THRESHOLD];

	(void)why;
	if (threshold && threshold->modifier)
		text_format(hint, "add %s=1", resolved_field_name(at, threshold));
}

/* Recommends a modifier for the field: the part that covers all of it, if there is one. */
static void hint_give(const struct resolved *at, const struct refusal *why, struct text *hint)
{
	const struct register_layout *layout = why->row->layout;
	const char *name = resolved_field_name(at, why->field);

	for (unsigned i = layout->part_count; !at->perf && i-- > 0;)
		if (field_mask(&layout->parts[i]) == field_mask(why->field))
			name = layout->parts[i].modifier;
	text_format(hint, "add %s=0x%x-0x%llx", name, why->field->least, (unsigned long long)field_most(why->field));
}

static void hint_groups(const struct resolved *at, const struct refusal *why, struct text *hint)
{
	unsigned groups = why->resource->groups, last = groups * at->type->instances - 1u;

	if (why->number > last) {
		text_format(hint, "there are 0 to %u", last);
		return;
	}
	for (unsigned i = 0; i < at->type->instances; i++)
		text_format(hint, "%s%s%u has %u to %u", i ? ", " : "", at->type->name, i, i * groups,
			    (i + 1) * groups - 1u);
}

static void hint_counters(const struct resolved *at, const struct refusal *why, struct text *hint)
{
	(void)at;
	for (unsigned i = 0; i < 16; i++) {
		if (!(why->bits & BIT(i)))
			continue;
		text_format(hint, "%s%u", hint->length ? ", " : "these can: ", i);
		if (why->type->fixed_counters && i >= EVENT_FIXED_FIRST)
			text_format(hint, " (fixed counter %u)", i - EVENT_FIXED_FIRST);
	}
}

/* Lists the events of the fixed counters. */
static void hint_fixed(const struct resolved *at, const struct refusal *why, struct text *hint)
{
	const struct box_type *type = at->type;

	(void)why;
	for (unsigned i = 0; i < type->event_count; i++) {
		if (!(type->events[i].counters & EVENT_FIXED_MASK))
			continue;
		put_item(hint, hint->length ? ", " : "name the event: ", "");
		event_row_name(at->processor, &type->events[i], hint);
	}
}

static void hint_offsets(const struct resolved *at, const struct refusal *why, struct text *hint)
{
	(void)why;
	text_format(hint, "a multiple of 8 from 0x0 to 0x%x", at->type->region_bytes - 8);
}

/* perf's metrics give a filter's value in config. */
static void hint_config(const struct resolved *at, const struct refusal *why, struct text *hint)
{
	(void)at;
	if (slice_starts(why->where, "config"))
		text_string(hint,
			    "config=0x... is a whole control register with event and umask; filters are in config1=");
}

/* ---- reasons ---------------------------------------------------------------------------------------- */

/* The message for a reason; put_word replaces words in braces. The hint is either fixed or made by a function. */
struct diagnosis {
	uint8_t kind; /* enum diagnostic_kind */
	const char *reason, *hint;
	void (*put_hint)(const struct resolved *at, const struct refusal *why, struct text *hint);
};

static const struct diagnosis diagnoses[REFUSED_REASONS] = {
	[REFUSED_EMPTY] = {DIAGNOSTIC_SYNTAX, .reason = "an event is missing"},
	[REFUSED_LENGTH] = {DIAGNOSTIC_SYNTAX, .reason = "longer than {number} characters"},
	[REFUSED_CHARACTER] = {DIAGNOSTIC_SYNTAX, .reason = "an event string cannot contain the character {byte}"},
	[REFUSED_COMMA] = {DIAGNOSTIC_SYNTAX, .reason = "a comma separates events, or terms between two slashes",
			   .hint = "perf's terms go between slashes: BOX/event=0x...,umask=0x.../"},
	[REFUSED_SLASH_MISSING] = {DIAGNOSTIC_SYNTAX, .reason = "the second '/' is missing"},
	[REFUSED_LETTER] = {DIAGNOSTIC_SYNTAX, .reason = "'{name}' after the slash has no meaning for {owner}",
			    .hint = "leave it out: perf's letters are for the kernel; cores have only u and k"},

	[REFUSED_GROUP_LETTERS] =
		{DIAGNOSTIC_SYNTAX, .reason = "letters after '}' apply to each event of perf's group",
		 .hint = "leave them out; for a core put them after each event, as in cycles:u,instructions:u"},

	[REFUSED_BOX] = {DIAGNOSTIC_BOX, .reason = "no box '{name}' here", .put_hint = hint_boxes},
	[REFUSED_BOX_ALONE] = {DIAGNOSTIC_SYNTAX, .reason = "'{name}' is a box: which event?",
			       .hint = "{name}::EVENT, or {name}:0x... for a raw value"},
	[REFUSED_WHICH_BOX] = {DIAGNOSTIC_BOX, .reason = "which {type}? there are {type}0 to {type}{last}",
			       .hint = "{type}* means all of them"},
	[REFUSED_BOX_BEYOND] = {DIAGNOSTIC_BOX, .reason = "no box '{name}': there are {type}0 to {type}{last}",
				.hint = "{type}* means all of them"},
	[REFUSED_ONE_BOX] = {DIAGNOSTIC_BOX, .reason = "there is only one {type}"},
	[REFUSED_OWN_BOX] = {DIAGNOSTIC_BOX, .reason = "{type} takes no number",
			     .hint = "{type} counts on every CPU; with -C CPU on one"},

	[REFUSED_EVENT] = {DIAGNOSTIC_EVENT, .reason = "no event '{name}' in {owner}", .put_hint = hint_events},
	[REFUSED_EVENT_MISSING] = {DIAGNOSTIC_SYNTAX, .reason = "an event is missing", .put_hint = hint_events},
	[REFUSED_SECOND_EVENT] = {DIAGNOSTIC_CONFLICT, .reason = "a second event", .put_hint = hint_config},
	[REFUSED_NO_EVENT] = {DIAGNOSTIC_SYNTAX, .reason = "no event: event=... is missing"},
	[REFUSED_TWO_TYPES] = {DIAGNOSTIC_AMBIGUOUS, .reason = "both {owner} and {type} have '{name}'",
			       .put_hint = hint_type},
	[REFUSED_NAME_GIVEN] = {DIAGNOSTIC_CONFLICT, .reason = "the event was given by its name"},
	[REFUSED_NOT_FIXED] = {DIAGNOSTIC_EVENT, .reason = "{owner}'s fixed counter cannot count an event"},
	[REFUSED_OTHER_EVENT] = {DIAGNOSTIC_CONFLICT, .reason = "the other terms make this another event"},
	[REFUSED_WHICH_COUNTER] = {DIAGNOSTIC_AMBIGUOUS,
				   .reason = "the code is {event} on one counter and {other event} on another",
				   .hint = "say which counter is meant: counter=0, or name the event"},
	[REFUSED_OFFSET] = {DIAGNOSTIC_VALUE, .reason = "'{name}' is not the offset of a counter",
			    .put_hint = hint_offsets},
	[REFUSED_FIXED_CODE] = {DIAGNOSTIC_EVENT,
				.reason = "code 0x0 is how perf and perfmon write fixed counters and metrics",
				.put_hint = hint_fixed},

	[REFUSED_MIXTURE] = {DIAGNOSTIC_MODIFIER, .reason = "a umask is either one number or a list of names"},
	[REFUSED_DOUBTFUL] = {DIAGNOSTIC_AMBIGUOUS, .reason = "'{name}' is a umask and a modifier",
			      .hint = "the modifier is written {name}=1; umasks come before modifiers"},
	[REFUSED_LISTED_ONLY] =
		{DIAGNOSTIC_MODIFIER,
		 .reason = "'{name}' cannot be counted: it sets bits that are reserved, undefined or not documented"},
	[REFUSED_NO_UMASKS] = {DIAGNOSTIC_MODIFIER, .reason = "{owner} has no umasks"},
	[REFUSED_UMASK_RANGE] = {DIAGNOSTIC_MODIFIER, .reason = "a umask is a number from 0x0 to {bits}"},
	[REFUSED_UMASK_VALUE] = {DIAGNOSTIC_VALUE, .reason = "a umask takes no value"},
	[REFUSED_UMASK_TWICE] = {DIAGNOSTIC_CONFLICT, .reason = "the umask is already set to another value"},
	[REFUSED_UMASK_MISSING] = {DIAGNOSTIC_UMASK, .reason = "'{name}' needs a{nother} umask",
				   .put_hint = hint_umasks},
	[REFUSED_JOINING] = {DIAGNOSTIC_COMBINATION, .reason = "'{name}' cannot be joined with the umask before it",
			     .put_hint = hint_leave_out},
	[REFUSED_EXCLUDED] = {DIAGNOSTIC_COMBINATION, .reason = "'{name}' and '{other}' exclude each other",
			      .put_hint = hint_leave_out},
	[REFUSED_HOLES] = {DIAGNOSTIC_COMBINATION, .reason = "{title} has no bits {bits}: nothing would be counted",
			   .put_hint = hint_without_holes},

	[REFUSED_TERM_MISSING] = {DIAGNOSTIC_SYNTAX, .reason = "a term is missing"},
	[REFUSED_NO_CONFIG] = {DIAGNOSTIC_MODIFIER, .reason = "perf's '{name}' sets no register of {owner}",
			       .hint = "leave it out; config=0x... is the whole control register"},
	[REFUSED_ATTRIBUTE] = {DIAGNOSTIC_MODIFIER, .reason = "{attribute}", .put_hint = hint_attributes},
	[REFUSED_TERMS] = {DIAGNOSTIC_TOO_MANY, .reason = "more than {number} umasks and modifiers"},
	[REFUSED_FIXED_BARE] = {DIAGNOSTIC_MODIFIER, .reason = "the fixed counter has neither umasks nor modifiers"},
	[REFUSED_NO_CHOICE] = {DIAGNOSTIC_MODIFIER, .reason = "this event has no such choice"},
	[REFUSED_NO_EFFECT] = {DIAGNOSTIC_MODIFIER, .reason = "{row}.{field} has no effect on this event"},
	[REFUSED_NOT_GIVEN] = {DIAGNOSTIC_MODIFIER, .reason = "{name} needs a value to match in {row}.{field}",
			       .put_hint = hint_give},
	[REFUSED_EDGE] = {DIAGNOSTIC_COMBINATION,
			  .reason = "this event may count more than once a cycle: it has no edges to count"},
	[REFUSED_EDGE_LEVEL] = {DIAGNOSTIC_MODIFIER,
				.reason = "edges are counted of a threshold test, and no threshold is set",
				.put_hint = hint_threshold},
	[REFUSED_INVERT] = {DIAGNOSTIC_MODIFIER,
			    .reason = "invert reverses the threshold test, and no threshold is set",
			    .put_hint = hint_threshold},

	[REFUSED_VALUE_MISSING] = {DIAGNOSTIC_VALUE, .reason = "'{name}' needs a value", .put_hint = hint_range},
	[REFUSED_VALUE_FORM] = {DIAGNOSTIC_VALUE, .reason = "'{name}' is not a number", .put_hint = hint_range},
	[REFUSED_VALUE_LEAST] = {DIAGNOSTIC_VALUE, .reason = "{name} is outside the range of {field}",
				 .put_hint = hint_range},
	[REFUSED_VALUE_MOST] = {DIAGNOSTIC_VALUE, .reason = "{name} is more than {field} can be",
				.put_hint = hint_range},
	[REFUSED_VALUE_WIDTH] = {DIAGNOSTIC_VALUE, .reason = "{name} does not fit {field}, which has {width}",
				 .put_hint = hint_range},
	[REFUSED_NUMBER] = {DIAGNOSTIC_VALUE, .reason = "'{name}' is not a number"},
	[REFUSED_NUMBER_WIDTH] = {DIAGNOSTIC_VALUE, .reason = "{name} does not fit 0x0 to {bits}"},
	[REFUSED_RAW] = {DIAGNOSTIC_VALUE, .reason = "'{name}' is not a 64-bit number",
			 .hint = "box:0x... is a raw value, box::EVENT an event"},
	[REFUSED_NO_SELECT] = {DIAGNOSTIC_VALUE, .reason = "{owner} has no control register for a counter"},
	[REFUSED_RESERVED] = {DIAGNOSTIC_VALUE,
			      .reason = "bits {bits} of {title} are reserved or ignored: write them as 0"},
	[REFUSED_FIELD_MOST] = {DIAGNOSTIC_VALUE, .reason = "{bits} is more than {field} can be"},
	[REFUSED_GROUP] = {DIAGNOSTIC_VALUE, .reason = "no {group} {number} here", .put_hint = hint_groups},
	[REFUSED_UNIT] = {DIAGNOSTIC_VALUE, .reason = "there are units 0 to {number}"},
	[REFUSED_COUNTER] = {DIAGNOSTIC_VALUE, .reason = "counter {number} cannot count it", .put_hint = hint_counters},
	[REFUSED_OTHER_UNIT] = {DIAGNOSTIC_VALUE, .reason = "bits {bits} belong to another {resource}"},

	[REFUSED_CONFLICT] = {DIAGNOSTIC_CONFLICT, .reason = "{field} is already set to another value"},
	[REFUSED_TWICE] = {DIAGNOSTIC_CONFLICT, .reason = "given twice with different values"},
	[REFUSED_CONTRADICTION] = {DIAGNOSTIC_CONFLICT, .reason = "the event itself sets {row}.{field}"},
	[REFUSED_FILTER_REGISTERS] = {DIAGNOSTIC_TOO_MANY, .reason = "more than {number} companion registers"},
};

static void put_event(const struct resolved *at, const struct event *event, struct text *text)
{
	text_string(text, processor_string(at->processor, event->name));
}

static void put_attribute(const struct resolved *at, const struct refusal *why, struct text *text)
{
	if (has_sum(why)) {
		text_string(text, "'+' does not join events");
		return;
	}
	if (!why->where.length) {
		text_string(text, "a umask or modifier is missing");
		return;
	}
	text_char(text, '\'');
	put_quote(why->name, text);
	text_format(text, "' is %s %s",
		    has_umasks(at) ? "neither a umask of this event nor a modifier of" : "not a modifier of",
		    at->type->name);
}

/* Replaces a word in braces. */
static void put_word(struct slice word, const struct resolved *at, const struct refusal *why, struct text *text)
{
	const struct field *field = why->field;

	if (!field && why->row)
		field = event_field_of(why->row, why->bits);
	if (slice_is(word, "name"))
		put_quote(why->name, text);
	else if (slice_is(word, "other"))
		put_quote(why->other, text);
	else if (slice_is(word, "type"))
		text_string(text, why->type->name);
	else if (slice_is(word, "last"))
		text_format(text, "%u", box_number(why->type, why->type->instances - 1u));
	else if (slice_is(word, "owner"))
		text_string(text, at->type ? at->type->name : at->processor->name);
	else if (slice_is(word, "row"))
		text_string(text, why->row->name);
	else if (slice_is(word, "title"))
		text_string(text, why->row->layout->title);
	else if (slice_is(word, "field"))
		text_string(text, field ? field->name : "?");
	else if (slice_is(word, "width"))
		text_format(text, "%u bit%s", why->field->width, why->field->width > 1 ? "s" : "");
	else if (slice_is(word, "bits"))
		text_format(text, "0x%llx", (unsigned long long)why->bits);
	else if (slice_is(word, "byte"))
		text_format(text, "0x%02x", why->number);
	else if (slice_is(word, "number"))
		text_format(text, "%u", why->number);
	else if (slice_is(word, "nother"))
		text_string(text, why->number ? "nother" : "");
	else if (slice_is(word, "group"))
		text_string(text, why->resource->group_modifier);
	else if (slice_is(word, "resource"))
		text_string(text, why->resource->name);
	else if (slice_is(word, "event"))
		put_event(at, why->event, text);
	else if (slice_is(word, "other event"))
		put_event(at, why->other_event, text);
	else if (slice_is(word, "attribute"))
		put_attribute(at, why, text);
}

static void put_words(const char *words, const struct resolved *at, const struct refusal *why, struct text *text)
{
	struct slice rest = slice_of(words);

	while (rest.at) {
		struct slice plain = slice_cut(&rest, '{');

		text_bytes(text, plain.at, plain.length);
		if (rest.at)
			put_word(slice_cut(&rest, '}'), at, why, text);
	}
}

/* ---- words of other programs --------------------------------------------------------------------------- */

/* Finds a word of another program that explains the refusal. Returns NULL if there is none; else *where is its
 * place. */
static const struct foreign_word *find_foreign(const struct resolved *resolved, const struct refusal *refusal,
					       struct slice *where)
{
	const struct foreign_word *word;
	struct slice rest;

	*where = slice_cut(&(struct slice){refusal->where.at, refusal->where.length}, '=');
	switch (refusal->reason) {
	case REFUSED_BOX: return foreign_word_of(refusal->name, FOREIGN_BOX);
	case REFUSED_ATTRIBUTE: return foreign_word_of(refusal->name, FOREIGN_MODIFIER);
	case REFUSED_EVENT: break;
	default: return NULL;
	}
	word = foreign_word_of(refusal->name, FOREIGN_EVENT);
	if (!word && refusal->name.length && resolved->syntax->rest.at)
		word = foreign_word_of(
			slice_between(refusal->name.at, resolved->syntax->string.at + resolved->syntax->string.length),
			FOREIGN_EVENT);
	for (rest = resolved->syntax->rest; !word && rest.at;) {
		*where = term_cut(&rest, false).text;
		word = foreign_word_of(*where, FOREIGN_COUNTER);
	}
	return word;
}

/* Returns what follows the brace that ends one of perf's groups, "{a,b}:u". Event lists leave it in the last event. */
static struct slice text_after_group(struct slice string)
{
	int open = 0;

	for (size_t i = 0; i < string.length; i++) {
		open += string.at[i] == '{' ? 1 : string.at[i] == '}' ? -1 : 0;
		if (open < 0)
			return slice_between(string.at + i, string.at + string.length);
	}
	return (struct slice){0};
}

void event_diagnose(const struct resolved *resolved, const struct refusal *refusal, struct diagnostic *diagnostic)
{
	struct refusal group = {REFUSED_GROUP_LETTERS, .where = text_after_group(resolved->syntax->string)};
	const struct diagnosis *diagnosis;
	struct text reason = TEXT_OVER(diagnostic->reason), hint = TEXT_OVER(diagnostic->hint);
	struct slice where;
	const struct foreign_word *word;

	refusal = group.where.length > 1 ? &group : refusal;
	diagnosis = &diagnoses[refusal->reason];
	word = find_foreign(resolved, refusal, &where);
	diagnostic->kind = diagnosis->kind;
	where = word ? where : refusal->where;
	diagnostic->column = (uint16_t)(where.at - resolved->syntax->string.at);
	diagnostic->length = (uint16_t)(where.length ? where.length : 1);
	if (word) {
		text_char(&reason, '\'');
		put_quote(where, &reason);
		text_format(&reason, "' is %s", word->what);
		text_string(&hint, word->instead);
		return;
	}
	put_words(diagnosis->reason, resolved, refusal, &reason);
	if (diagnosis->hint)
		put_words(diagnosis->hint, resolved, refusal, &hint);
	if (diagnosis->put_hint)
		diagnosis->put_hint(resolved, refusal, &hint);
}

/* ---- diagnostics ---------------------------------------------------------------------------------- */

#define LINE_COLUMNS 90 /* room for the prefix of each line on a console of 100 */

/* Writes a hint, broken into lines at blanks. */
static void put_lines(const char *words, struct text *text)
{
	struct slice rest = slice_of(words);
	size_t column = 0;

	while (rest.at) {
		struct slice word = slice_cut(&rest, ' ');

		if (column && column + 1 + word.length > LINE_COLUMNS) {
			text_char(text, '\n');
			column = 0;
		} else if (column) {
			text_char(text, ' ');
			column++;
		}
		text_bytes(text, word.at, word.length);
		column += word.length;
	}
	text_char(text, '\n');
}

void diagnostic_text(const struct diagnostic *diagnostic, struct slice string, struct text *text)
{
	for (size_t i = 0; i < string.length; i++)
		text_char(text, string.at[i] >= ' ' && string.at[i] <= '~' ? string.at[i] : '?');
	text_char(text, '\n');
	for (unsigned i = 0; i < diagnostic->column; i++)
		text_char(text, ' ');
	text_char(text, '^');
	for (unsigned i = 1; i < diagnostic->length; i++)
		text_char(text, '~');
	text_format(text, "\n%s\n", diagnostic->reason);
	if (diagnostic->hint[0])
		put_lines(diagnostic->hint, text);
}
