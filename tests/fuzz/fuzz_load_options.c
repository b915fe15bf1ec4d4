/* SPDX-License-Identifier: BSD-2-Clause */
/* Load options are whatever somebody put into a boot entry. What comes out of them is one line of plain
 * text, or nothing. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "efi/load_options.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char line[256];
	struct text text = TEXT_OVER(line);
	uint8_t *exact = malloc(size ? size : 1);
	bool readable;

	if (!exact)
		abort();
	memcpy(exact, data, size);
	readable = load_options_line(exact, size, &text);
	assert(text.length < sizeof(line) && strlen(line) == text.length);
	assert(readable || !text.length);
	assert(!text.truncated || !readable);
	for (size_t i = 0; i < text.length; i++)
		assert(line[i] >= ' ' && line[i] <= '~');
	assert(!text.length || (line[0] != ' ' && line[text.length - 1] != ' '));
	free(exact);
	return 0;
}
