/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/load_options.h"

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

enum boot_line load_options_line(const void *options, size_t bytes, struct text *line)
{
	enum boot_line outcome = BOOT_LINE_GIVEN;

	text_clear(line);
	if (!copy_characters(options, bytes, line))
		outcome = BOOT_LINE_NO_TEXT;
	else if (line->truncated)
		outcome = BOOT_LINE_TOO_LONG;
	else if (!line->length)
		outcome = BOOT_LINE_NONE;
	if (outcome != BOOT_LINE_GIVEN)
		text_clear(line);
	return outcome;
}

void load_options_append(const uint16_t *argument, struct text *line)
{
	if (line->length)
		text_char(line, ' ');
	for (; *argument; argument++)
		text_char(line, *argument >= ' ' && *argument <= '~' ? (char)*argument : '?');
}
