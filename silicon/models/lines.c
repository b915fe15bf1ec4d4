/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/models/lines.h"

#include "lib/memory.h"
#include "lib/nearest.h"

int lines_shown(struct slice word)
{
	return (int)min_u64(word.length, 48);
}

/* ---- lines ---------------------------------------------------------------------------------------- */

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

bool lines_read(struct slice text, lines_taker *take, void *context, struct text *error)
{
	static const char mark[] = "#from ";
	struct slice source = {0}; /* null `at`: unnamed */
	unsigned number = 0;
	char reason[1024];
	struct text why = TEXT_OVER(reason);

	while (text.at) {
		struct slice line = slice_cut(&text, '\n');

		number++;
		if (slice_starts(line, mark)) {
			source = slice_trim(slice_between(line.at + sizeof(mark) - 1, line.at + line.length));
			number = 0;
		}
		if (read_line(line, take, context, &why))
			continue;

		/* A program's option is a single line and needs no line number. */
		if (!source.at)
			text_format(error, "scenario line %u: ", number);
		else if (slice_starts(source, "--"))
			text_format(error, "%.*s: ", lines_shown(source), source.at);
		else
			text_format(error, "%.*s, line %u: ", lines_shown(source), source.at, number);
		text_string(error, reason);
		return false;
	}
	return true;
}

/* ---- numbers and names ------------------------------------------------------------------------------ */

const struct lines_number *lines_find(const struct lines_number *numbers, struct slice name)
{
	for (; numbers->name; numbers++)
		if (slice_is(name, numbers->name))
			return numbers;
	return NULL;
}

bool lines_parse(struct slice name, struct slice value, uint64_t lowest, uint64_t most, uint64_t *number,
		 struct text *error)
{
	uint64_t parsed;

	if (parse_u64(value, &parsed) && parsed >= lowest && parsed <= most) {
		*number = parsed;
		return true;
	}
	text_format(error, "%.*s: a number from %llu to %llu is needed", lines_shown(name), name.at,
		    (unsigned long long)lowest, (unsigned long long)most);
	return false;
}

bool lines_set(const struct lines_number *number, void *machine, struct slice value, struct text *error)
{
	void *member = (char *)machine + number->place;
	uint64_t parsed;

	if (!lines_parse(slice_of(number->name), value, number->lowest, number->most, &parsed, error))
		return false;
	if (number->bytes == sizeof(uint64_t))
		memcpy(member, &parsed, sizeof(parsed));
	else
		memcpy(member, &(uint32_t){(uint32_t)parsed}, sizeof(uint32_t));
	return true;
}

void lines_put_unknown(struct slice name, const char *const *names, size_t count, struct text *error)
{
	struct nearest nearest = nearest_to(name);

	for (size_t i = 0; i < count; i++)
		nearest_offer(&nearest, names[i]);
	text_format(error, "unknown name \"%.*s\": ", lines_shown(name), name.at);
	if (nearest_put(&nearest, error))
		text_char(error, ' ');
	text_string(error, "known are");
	for (size_t i = 0; i < count; i++)
		text_format(error, " %s", names[i]);
}
