/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/basic.h"
#include "tools/uncork/colours.h"

#define RED   "31;1"
#define GREEN "32;1"

/* The same as in tools/qemu/console.py. */
static const struct {
	const char *word, *colour;
} words[] = {{"FAIL ", RED}, {"fail: ", RED}, {"error: ", RED}, {"crash: ", RED}, {"not ok ", RED}, {"pass: ", GREEN}};

/* True if more bytes could still make one of these words. Writes a complete word, or bytes that begin none. */
static bool take_word(const char *held, size_t length)
{
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (strncmp(words[i].word, held, length))
			continue;
		if (words[i].word[length])
			return true;
		printf("\033[%sm%.*s\033[m ", words[i].colour, (int)length - 1, held);
		return false;
	}
	fwrite(held, 1, length, stdout);
	return false;
}

void colours_write(const char *bytes, size_t length)
{
	static char held[8];
	static size_t count;
	static bool asked, coloured, within; /* `within`: after the first word of a line */

	if (!asked) {
		const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");

		coloured = isatty(STDOUT_FILENO) && !(none && *none) && !(terminal && !strcmp(terminal, "dumb"));
	}
	asked = true;
	if (!coloured) {
		fwrite(bytes, 1, length, stdout);
		return;
	}
	for (size_t i = 0; i < length; i++) {
		bool ends = bytes[i] == '\n' || bytes[i] == '\r';

		if (within) {
			putchar(bytes[i]);
			within = !ends;
			continue;
		}
		held[count++] = bytes[i];
		if (take_word(held, count))
			continue;
		within = !ends;
		count = 0;
	}
}
