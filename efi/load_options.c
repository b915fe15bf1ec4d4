/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/load_options.h"

#include "lib/memory.h"
#include "lib/parse.h"

static bool is_wide_blank(uint16_t c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool copy_characters(const void *options, size_t bytes, struct text *line)
{
	const uint8_t *at = options;

	for (size_t i = 0; i + 1 < bytes; i += 2) {
		uint16_t c = (uint16_t)(at[i] | at[i + 1] << 8);

		if (!c)
			return true;
		if (!is_wide_blank(c) && (c < ' ' || c > '~'))
			return false;
		text_char(line, is_wide_blank(c) ? ' ' : (char)c);
	}
	return bytes % 2 == 0;
}

static bool names_image(struct slice word)
{
	struct slice end = word;

	if (word.length < 4)
		return false;
	end.at += word.length - 4;
	end.length = 4;
	return slice_is_no_case(end, ".efi");
}

static struct slice without_image_name(struct slice line)
{
	struct slice rest = line;

	if (!names_image(slice_cut(&rest, ' ')))
		return line;
	return rest.at ? slice_trim(rest) : (struct slice){line.at, 0};
}

static struct slice without_initrd(struct slice line)
{
	size_t from = line.length;
	struct slice last;

	while (from && line.at[from - 1] != ' ')
		from--;
	last = (struct slice){line.at + from, line.length - from};
	if (slice_starts(last, "initrd="))
		line.length = from;
	return slice_trim(line);
}

static void keep_only(struct text *text, struct slice part)
{
	memmove(text->at, part.at, part.length);
	text->length = part.length;
	text->at[part.length] = 0;
}

bool load_options_line(const void *options, size_t bytes, struct text *line)
{
	text_clear(line);
	if (!copy_characters(options, bytes, line) || line->truncated) {
		text_clear(line);
		return false;
	}
	keep_only(line, without_initrd(without_image_name(slice_trim(slice_of(line->at)))));
	return true;
}

void load_options_append(const uint16_t *argument, struct text *line)
{
	if (line->length)
		text_char(line, ' ');
	for (; *argument; argument++)
		text_char(line, *argument >= ' ' && *argument <= '~' ? (char)*argument : '?');
}
