/* SPDX-License-Identifier: BSD-2-Clause */
/* One JSON object a line. */
#include "core/record/record_form.h"

/* JSON allows any character but quotes, backslashes and controls. Bytes beyond ASCII are written as
 * the characters of Latin-1 so that the line is valid whatever a name contains. */
static void put_escaped(struct line *line, unsigned char c)
{
	if (c == '"' || c == '\\') {
		line_char(line, '\\');
		line_char(line, (char)c);
	} else if (c >= ' ' && c < 0x7f) {
		line_char(line, (char)c);
	} else {
		line_format(line, "\\u%04x", c);
	}
}

static void put_json_string(struct line *line, const char *string)
{
	line_char(line, '"');
	while (*string)
		put_escaped(line, (unsigned char)*string++);
	line_char(line, '"');
}

static void put_names(struct line *line, const struct record_field *field)
{
	line_char(line, '[');
	for (unsigned i = 0; i < field->count; i++) {
		if (i)
			line_char(line, ',');
		put_json_string(line, field->names[i]);
	}
	line_char(line, ']');
}

static void put_values(struct line *line, const struct record_field *field)
{
	line_char(line, '{');
	for (unsigned i = 0; i < field->count; i++) {
		if (i)
			line_char(line, ',');
		put_json_string(line, field->values[i].event);
		line_format(line, ":%llu", (unsigned long long)field->values[i].value);
	}
	line_char(line, '}');
}

static void put_value(struct line *line, const struct record_field *field)
{
	switch ((enum record_type)field->type) {
	case RECORD_TEXT: put_json_string(line, field->text); break;
	case RECORD_NUMBER: line_format(line, "%llu", (unsigned long long)field->number); break;
	/* Hexadecimal numbers are strings: JSON has no other way to write them. */
	case RECORD_HEX: line_format(line, "\"0x%llx\"", (unsigned long long)field->number); break;
	case RECORD_RATIO: line_ratio(line, field->ratio, 6, "null"); break;
	case RECORD_NAMES: put_names(line, field); break;
	case RECORD_VALUES: put_values(line, field); break;
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
