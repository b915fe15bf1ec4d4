/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/slow_screen.h"

#define COLUMNS 78 /* a character in the last of 80 columns may scroll */

void slow_screen_note(struct slow_screen *screen, uint64_t lines, uint64_t took_us)
{
	screen->lines += lines;
	screen->took_us += took_us;
}

bool slow_screen_is(const struct slow_screen *screen)
{
	return screen->lines >= SLOW_LINES && screen->took_us / screen->lines >= SLOW_LINE_US;
}

bool slow_screen_leave_out(struct slow_screen *screen, uint64_t lines, uint64_t now_us, const char *doing,
			   struct text *text)
{
	screen->left_out += lines;
	if (screen->told_us && now_us - screen->told_us < SLOW_PROGRESS_US)
		return false;
	screen->told_us = now_us;
	screen->standing = true;
	text_format(text, "\rslow screen: %llu lines left out%s", (unsigned long long)screen->left_out, doing);
	while (text->length > COLUMNS)
		text->at[--text->length] = 0;
	while (text->length < COLUMNS && !text->truncated)
		text_char(text, ' ');
	return true;
}

bool slow_screen_resume(struct slow_screen *screen)
{
	bool stands = screen->standing;

	screen->standing = false;
	return stands;
}
