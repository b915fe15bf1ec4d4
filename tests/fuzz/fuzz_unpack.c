/* SPDX-License-Identifier: BSD-2-Clause */
/* Any bytes as a packed image: refused or unpacked to exactly the stated size, never beyond. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "efi/loader/unpack.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define HEADER_BYTES 13 /* properties, size of the dictionary, and of the content: not known */

static void try(struct packed packed, size_t content)
{
	static _Alignas(16) uint8_t memory[UNPACK_MEMORY + 1];
	uint8_t *out = malloc(content + 1);
	bool whole;

	out[content] = memory[UNPACK_MEMORY] = 0x5a;
	whole = unpack(packed, out, content, memory);
	assert(out[content] == 0x5a && memory[UNPACK_MEMORY] == 0x5a);
	(void)whole;
	free(out);
}

/* A header that is right lets the fuzzer get to what is behind it. */
static void with_header(const uint8_t *data, size_t size, size_t content)
{
	static const uint8_t header[HEADER_BYTES] = {0x03, 0x00, 0x00, 0x08, 0x00, 0xff, 0xff,
						     0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
	uint8_t *packed = malloc(HEADER_BYTES + size);

	memcpy(packed, header, HEADER_BYTES);
	if (size)
		memcpy(packed + HEADER_BYTES, data, size);
	try((struct packed){packed, HEADER_BYTES + size}, content);
	free(packed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t content = size > 1 ? (size_t)data[0] + data[1] : 1;

	with_header(data, size, content);
	try((struct packed){data, size}, content);
	return 0;
}
