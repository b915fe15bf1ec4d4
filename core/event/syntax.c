/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/event/syntax.h"

#include "core/event/event.h"

static struct slice part(struct slice string, size_t from, size_t to)
{
	return slice_between(string.at + from, string.at + to);
}

/* Reads "box/terms/letters". */
static bool read_perf(struct syntax *syntax, size_t slash, struct refusal *refusal)
{
	struct slice string = syntax->string, behind = part(string, slash + 1, string.length);

	syntax->spelling = SPELLING_PERF;
	syntax->head = part(string, 0, slash);
	syntax->rest = slice_cut(&behind, string.at[slash]);
	if (!behind.at)
		return refuse(refusal, (struct refusal){REFUSED_SLASH_MISSING,
							.where = part(string, string.length, string.length)});
	syntax->letters = behind;
	return true;
}

/* Reads "box::event", "box:raw" or "event". */
static void read_colons(struct syntax *syntax, size_t colon)
{
	struct slice string = syntax->string;
	bool twice = colon + 1 < string.length && string.at[colon + 1] == ':';

	syntax->spelling = twice ? SPELLING_BOX : SPELLING_SHORT;
	syntax->head = part(string, 0, colon);
	if (colon < string.length)
		syntax->rest = part(string, colon + 1 + twice, string.length);
	else
		syntax->rest = (struct slice){0};
}

bool syntax_read(struct slice string, struct syntax *syntax, struct refusal *refusal)
{
	/* Positions found in one pass: the first ':', '/' (or '@', as in perf's metrics), ',', and invalid character; the
	 * string's length if absent. */
	size_t colon = string.length, slash = string.length, comma = string.length, strange = string.length;

	syntax->string = string;
	if (!string.length)
		return refuse(refusal, (struct refusal){REFUSED_EMPTY, .where = string});
	if (string.length > EVENT_STRING_MAX)
		return refuse(refusal, (struct refusal){REFUSED_LENGTH,
							.where = part(string, EVENT_STRING_MAX, EVENT_STRING_MAX + 1),
							.number = EVENT_STRING_MAX});
	for (size_t at = string.length; at-- > 0;) {
		char c = string.at[at];

		if (c > ':' && c <= '~' && c != '@') /* skips most characters quickly */
			continue;
		if (c == ':')
			colon = at;
		else if (c == '/' || c == '@')
			slash = at;
		else if (c == ',')
			comma = at;
		else if (c <= ' ' || c > '~')
			strange = at;
	}
	if (strange < string.length)
		return refuse(refusal, (struct refusal){REFUSED_CHARACTER, .where = part(string, strange, strange + 1),
							.number = (unsigned char)string.at[strange]});
	if (slash < string.length)
		return read_perf(syntax, slash, refusal);
	if (comma < string.length)
		return refuse(refusal, (struct refusal){REFUSED_COMMA, .where = part(string, comma, comma + 1)});
	read_colons(syntax, colon);
	return true;
}

static struct term term_of(struct slice text)
{
	struct term term = {.text = text, .value = text};

	term.name = slice_cut(&term.value, '=');
	return term;
}

/* perf's metrics write "\\=" for '=' and "\\," for ','. */
static struct slice without_backslashes(struct slice text)
{
	while (text.length && text.at[text.length - 1] == '\\')
		text.length--;
	return text;
}

static struct term term_of_perf(struct slice text)
{
	struct term term = term_of(without_backslashes(text));

	term.name = without_backslashes(term.name);
	return term;
}

struct term term_cut(struct slice *rest, bool perf)
{
	struct slice text = *rest;

	for (size_t i = 0; i < rest->length; i++) {
		char c = rest->at[i];

		if (perf ? c != ',' : c != ':' && c != '.')
			continue;
		text.length = i;
		*rest = slice_between(rest->at + i + 1, rest->at + rest->length);
		return perf ? term_of_perf(text) : term_of(text);
	}
	*rest = (struct slice){0};
	return perf ? term_of_perf(text) : term_of(text);
}

struct term term_longer(struct term term, size_t length)
{
	return term_of((struct slice){term.text.at, length});
}
