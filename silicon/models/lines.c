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

bool lines_read(struct slice text, lines_taker *take, void *context, struct text *error)
{
	char reason[640];
	struct text why = TEXT_OVER(reason);

	for (unsigned number = 1; text.at; number++) {
		if (read_line(slice_cut(&text, '\n'), take, context, &why))
			continue;
		text_format(error, "scenario line %u: %s", number, reason);
		return false;
	}
	return true;
}
