/* SPDX-License-Identifier: BSD-2-Clause */
#include "tools/uncork/scenario.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define SETTING    "discovery.table"
#define PATH_BYTES 512

/* Returns the line's value, and the setting's name, if it names a table file; else a slice with a null `at`. The
 * setting is SETTING, or SETTING.N of a socket. */
static struct slice file_of(struct slice line, struct slice *name)
{
	struct slice value = slice_cut(&line, '#');

	*name = slice_trim(slice_cut(&value, '='));
	if (!value.at || !slice_starts(*name, SETTING) ||
	    (name->length > sizeof(SETTING) - 1 && name->at[sizeof(SETTING) - 1] != '.'))
		return (struct slice){0};
	value = slice_trim(value);
	if (!value.length || isdigit((unsigned char)value.at[0]))
		return (struct slice){0};
	return value;
}

/* Adds one hexadecimal word, with or without 0x, from a line that may end with a comment. */
static const char *add_word(struct text *out, struct slice name, struct slice line)
{
	struct slice text = slice_cut(&line, '\n'), word = slice_trim(slice_cut(&text, '#'));
	uint64_t value;
	char digits[32];
	struct text number = TEXT_OVER(digits);
	bool prefixed = word.length > 2 && word.at[0] == '0' && (word.at[1] | 0x20) == 'x';

	if (!word.length)
		return NULL;
	text_format(&number, "%s%.*s", prefixed ? "" : "0x", (int)min_u64(word.length, sizeof(digits)), word.at);
	if (number.truncated || !parse_u64(slice_of(digits), &value))
		return "names a table that is not one hexadecimal word on each line";
	text_format(out, "%.*s = 0x%llx\n", (int)name.length, name.at, (unsigned long long)value);
	return NULL;
}

static const char *add_table(struct text *out, struct slice name, const char *path)
{
	FILE *file = fopen(path, "r");
	const char *wrong = NULL;
	char line[128];

	if (!file)
		return "names a table that cannot be opened";
	while (!wrong && fgets(line, sizeof(line), file))
		wrong = add_word(out, name, slice_of(line));
	if (!wrong && ferror(file))
		wrong = "names a table that cannot be read";
	fclose(file);
	return wrong;
}

static const char *add_file(struct text *out, struct slice setting, struct slice value, const char *name)
{
	char path[PATH_BYTES];
	struct text text = TEXT_OVER(path);
	const char *slash = strrchr(name, '/');

	if (slash && value.at[0] != '/')
		text_bytes(&text, name, (size_t)(slash - name) + 1);
	text_bytes(&text, value.at, value.length);
	return text.truncated ? "names a table by a name that is too long" : add_table(out, setting, path);
}

const char *scenario_add(struct text *out, struct slice scenario, const char *name)
{
	while (scenario.at) {
		struct slice line = slice_cut(&scenario, '\n'), setting, value = file_of(line, &setting);
		const char *wrong = value.at ? add_file(out, setting, value, name) : NULL;

		if (wrong)
			return wrong;
		if (!value.at)
			text_bytes(out, line.at, line.length);
		text_char(out, '\n');
	}
	return NULL;
}
