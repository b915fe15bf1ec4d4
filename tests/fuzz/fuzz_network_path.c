/* SPDX-License-Identifier: BSD-2-Clause */
/* A boot file's name is whatever a server sends. What is made of it is a printable path, or nothing. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "efi/network_path.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char bytes[128];
	struct text path = TEXT_OVER(bytes);
	uint8_t *exact = malloc(size ? size : 1);
	bool good;

	if (!exact)
		abort();
	memcpy(exact, data, size);
	good = network_beside(exact, size, "uncork.cfg", &path);
	assert(strlen(bytes) == path.length && good == (path.length > 0));
	assert(!good || !strcmp(bytes + path.length - 10, "uncork.cfg"));
	for (size_t i = 0; i < path.length; i++)
		assert(bytes[i] > ' ' && bytes[i] <= '~');
	free(exact);
	return 0;
}
