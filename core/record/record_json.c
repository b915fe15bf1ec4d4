/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes one JSON object a line. */
#include "core/record/record_form.h"

/* Decodes the character at `at` and its number of bytes. A byte that is not UTF-8 is taken as Latin-1. */
static uint32_t read_character(const unsigned char *at, unsigned *bytes)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	unsigned length = *at >= 0xf0 && *at < 0xf8 ? 4 : *at >= 0xe0 ? 3 : *at >= 0xc0 ? 2 : 1;
	uint32_t character = *at & (0xffu >> (length + 1));

	*bytes = 1;
	if (length == 1 || *at >= 0xf8)
		return *at;
	for (unsigned i = 1; i < length; i++) {
		if ((at[i] & 0xc0) != 0x80)
			return *at;
		character = character << 6 | (at[i] & 0x3f);
	}
	if (character < least[length] || character > 0x10ffff || (character >= 0xd800 && character < 0xe000))
		return *at;
	*bytes = length;
	return character;
}

/* JSON allows all characters except quotes, backslashes and controls. Characters beyond ASCII are escaped, so that a
 * line is valid whatever a name contains. */
static void put_json_string(struct line *line, const char *string)
{
	unsigned bytes;

	line_char(line, '"');
	for (const unsigned char *at = (const unsigned char *)string; *at; at += bytes) {
		uint32_t c = read_character(at, &bytes);

		if (c == '"' || c == '\\') {
			line_char(line, '\\');
			line_char(line, (char)c);
		} else if (c >= ' ' && c < 0x7f) {
			line_char(line, (char)c);
		} else if (c < 0x10000) {
			line_format(line, "\\u%04x", c);
		} else {
			line_format(line, "\\u%04x\\u%04x", 0xd800 + ((c - 0x10000) >> 10), 0xdc00 + (c & 0x3ff));
		}
	}
	line_char(line, '"');
}

static void put_value(struct line *line, const struct record_field *field)
{
	switch ((enum record_type)field->type) {
	case RECORD_TEXT: put_json_string(line, field->text); break;
	case RECORD_NUMBER: line_format(line, "%llu", (unsigned long long)field->number); break;
	/* JSON has no hexadecimal numbers, so they are strings. */
	case RECORD_HEX: line_format(line, "\"0x%llx\"", (unsigned long long)field->number); break;
	case RECORD_RATIO: line_ratio(line, field->ratio, 6, "null"); break;
	case RECORD_NAMES:
		line_char(line, '[');
		for (unsigned i = 0; i < field->count; i++) {
			line_string(line, i ? "," : "");
			put_json_string(line, field->names[i]);
		}
		line_char(line, ']');
		break;
	case RECORD_VALUES:
		line_char(line, '{');
		for (unsigned i = 0; i < field->count; i++) {
			line_string(line, i ? "," : "");
			put_json_string(line, field->values[i].event);
			line_format(line, ":%llu", (unsigned long long)field->values[i].value);
		}
		line_char(line, '}');
		break;
	}
}

void record_as_json(struct output *output, const struct record *record)
{
	struct line line = line_start(output);

	line_string(&line, "{\"record\":");
	put_json_string(&line, record->kind);
	for (unsigned i = 0; i < record->field_count; i++) {
		if (record->fields[i].aside)
			continue;
		line_char(&line, ',');
		put_json_string(&line, record->fields[i].name);
		line_char(&line, ':');
		put_value(&line, &record->fields[i]);
	}
	line_char(&line, '}');
	line_end(&line);
}
