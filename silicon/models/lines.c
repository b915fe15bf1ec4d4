/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/models/lines.h"

int lines_shown(struct slice word)
{
	return (int)min_u64(word.length, 48);
}

static bool read_line(struct slice line, lines_taker *take, void *context, struct text *error)
{
	struct slice value = slice_cut(&line, '#'), name;

	if (value.length && value.at[value.length - 1] == '\r')
		value.length--;
	value = slice_trim(value);
	if (!value.length)
		return true;
	name = slice_trim(slice_cut(&value, '='));
	if (!value.at) {
		text_format(error, "\"%.*s\": name = value is needed", lines_shown(name), name.at);
		return false;
	}
	return take(context, name, slice_trim(value), error);
}

/* The origin of lines, given by a line `#from NAME` before them. */
struct place {
	struct slice source; /* null `at`: unnamed */
	unsigned line;
};

static void find_place(struct place *place, struct slice line)
{
	static const char mark[] = "#from ";

	place->line++;
	if (slice_starts(line, mark))
		*place =
			(struct place){slice_trim(slice_between(line.at + sizeof(mark) - 1, line.at + line.length)), 0};
}

/* A program's option is a single line and needs no line number. */
static void put_place(const struct place *place, struct text *error)
{
	if (!place->source.at)
		text_format(error, "scenario line %u: ", place->line);
	else if (slice_starts(place->source, "--"))
		text_format(error, "%.*s: ", lines_shown(place->source), place->source.at);
	else
		text_format(error, "%.*s, line %u: ", lines_shown(place->source), place->source.at, place->line);
}

bool lines_read(struct slice text, lines_taker *take, void *context, struct text *error)
{
	struct place place = {0};
	char reason[1024];
	struct text why = TEXT_OVER(reason);

	while (text.at) {
		struct slice line = slice_cut(&text, '\n');

		find_place(&place, line);
		if (read_line(line, take, context, &why))
			continue;
		put_place(&place, error);
		text_string(error, reason);
		return false;
	}
	return true;
}
