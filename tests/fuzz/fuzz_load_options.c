/* SPDX-License-Identifier: BSD-2-Clause */
/* Load options are whatever somebody put into a boot entry. What comes out of them is one line of plain
 * text, or nothing, and of its words those that a user may have written, in order. */
#include "core/command/command.h"
#include "efi/load_options.h"
#include "tests/fuzz/fuzz.h"

static const struct loader_commands ours = {command_is, command_is_like};

static void check_words(struct text *line)
{
	char given[256], dropped[64], once[256];
	struct text ignored = TEXT_OVER(dropped);
	size_t at = 0;

	memcpy(given, line->at, line->length + 1);
	loader_words_drop(line, &ours, &ignored);
	assert(strlen(line->at) == line->length && strlen(dropped) == ignored.length);
	assert(!line->length || (line->at[0] != ' ' && line->at[line->length - 1] != ' '));
	for (size_t i = 0; i < line->length; i++, at++)
		while (given[at] != line->at[i])
			assert(given[at++]);
	memcpy(once, line->at, line->length + 1);
	loader_words_drop(line, &ours, &ignored);
	assert(line->length <= strlen(once));
}

static void fuzz(const uint8_t *data, size_t size)
{
	char line[256];
	struct text text = TEXT_OVER(line);
	uint8_t *exact = fuzz_exact(data, size);
	enum boot_line outcome;

	outcome = load_options_line(exact, size, &text);
	assert(text.length < sizeof(line) && strlen(line) == text.length);
	assert((outcome == BOOT_LINE_GIVEN) == (text.length > 0));
	fuzz_printable(line, text.length);
	if (text.length)
		check_words(&text);
	free(exact);
}
