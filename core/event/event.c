/* SPDX-License-Identifier: BSD-2-Clause */
/* Event strings: which of the three spellings it is, and lists of them. */
#include "core/event/event.h"

#include "core/event/event_internal.h"

/* What one pass over the string tells: where the first ':' and '/' are (the length if nowhere), and the
 * first character that no event string has. */
struct outline {
	size_t colon, slash, comma, strange;
};

static struct outline outline_of(struct slice string)
{
	struct outline outline = {string.length, string.length, string.length, string.length};

	for (const char *at = string.at + string.length; at-- > string.at;) {
		if (*at > ':' && *at <= '~') /* most of them */
			continue;
		if (*at == ':')
			outline.colon = (size_t)(at - string.at);
		else if (*at == '/')
			outline.slash = (size_t)(at - string.at);
		else if (*at == ',')
			outline.comma = (size_t)(at - string.at);
		else if (*at <= ' ' || *at > '~')
			outline.strange = (size_t)(at - string.at);
	}
	return outline;
}

static struct slice part(struct slice string, size_t from, size_t to)
{
	return slice_between(string.at + from, string.at + to);
}

/* "box::EVENT..." */
static bool parse_library(struct parse *parse, size_t colon)
{
	struct slice string = parse->string;

	return parse_box(parse, part(string, 0, colon)) && parse_named(parse, part(string, colon + 2, string.length)) &&
	       parse_finish(parse);
}

/* True if the name means a box, however incompletely. */
static bool is_box(const struct parse *parse, struct slice name)
{
	const struct box_type *type;
	uint64_t instances;

	return box_meaning(parse->choice->processor, name, &type, &instances) != BOX_MEANS_NOTHING;
}

static bool refuse_box_alone(struct parse *parse)
{
	struct slice string = parse->string;

	refuse(parse, COMPLAINT_SYNTAX, part(string, string.length, string.length), "'%s' is a box: which event?",
	       quote(string).text);
	struct text hint = hint_text(parse);

	text_format(&hint, "%s::EVENT, or %s:0x... for a raw value", quote(string).text, quote(string).text);
	return false;
}

/* A string without "::" and '/': "EVENT...", or "box:0x..." */
static bool parse_short(struct parse *parse, size_t colon)
{
	struct slice string = parse->string;
	struct slice name = part(string, 0, colon);

	if (!is_box(parse, name))
		return parse_named(parse, string) && parse_finish(parse);
	if (colon == string.length)
		return refuse_box_alone(parse);
	return parse_box(parse, name) && parse_raw(parse, part(string, colon + 1, string.length));
}

static bool refuse_outline(struct parse *parse, const struct outline *outline)
{
	struct slice string = parse->string;
	size_t at;

	if (!string.length)
		return refuse(parse, COMPLAINT_SYNTAX, string, "an event is missing");
	if (string.length > EVENT_STRING_MAX)
		return refuse(parse, COMPLAINT_SYNTAX, part(string, EVENT_STRING_MAX, EVENT_STRING_MAX + 1),
			      "longer than %d characters", EVENT_STRING_MAX);
	at = outline->strange;
	if (at < string.length)
		return refuse(parse, COMPLAINT_SYNTAX, part(string, at, at + 1),
			      "no event string has the character 0x%02x", (unsigned char)string.at[at]);
	at = outline->comma;
	return refuse(parse, COMPLAINT_SYNTAX, part(string, at, at + 1),
		      "a comma stands between events or between slashes");
}

bool event_parse(const struct processor *processor, struct slice string, struct event_choice *choice,
		 struct complaint *complaint)
{
	struct parse parse = {.string = string, .choice = choice, .complaint = complaint};
	struct outline outline;
	size_t length = string.length;

	*choice = (struct event_choice){.processor = processor};
	complaint->kind = COMPLAINT_NONE;
	if (!length || length > EVENT_STRING_MAX)
		return refuse_outline(&parse, NULL);
	outline = outline_of(string);
	if (outline.strange < length || (outline.comma < length && outline.slash == length))
		return refuse_outline(&parse, &outline);
	if (outline.slash < length)
		return parse_perf(&parse);
	if (outline.colon + 1 < length && string.at[outline.colon + 1] == ':')
		return parse_library(&parse, outline.colon);
	return parse_short(&parse, outline.colon);
}

struct slice event_list_cut(struct slice *rest)
{
	struct slice first = *rest;
	bool inside = false;

	for (size_t i = 0; i < rest->length; i++) {
		if (rest->at[i] == '/')
			inside = !inside;
		if (rest->at[i] != ',' || inside)
			continue;
		first.length = i;
		rest->at += i + 1;
		rest->length -= i + 1;
		return slice_trim(first);
	}
	*rest = (struct slice){0};
	return slice_trim(first);
}
