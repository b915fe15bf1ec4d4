/* SPDX-License-Identifier: BSD-2-Clause */
/* Any bytes as a packed image: refused or unpacked to exactly the stated size, never beyond. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "efi/loader/unpack.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A header that is right lets the fuzzer get to the sequences behind it. */
static void with_header(const uint8_t *data, size_t size)
{
	static const uint8_t header[] = {0x04, 0x22, 0x4d, 0x18, 0x68, 0x70};
	size_t content = size > 1 ? (size_t)data[0] + data[1] : 1;
	uint8_t *frame = calloc(1, 19 + size), *out = malloc(content + 1);
	bool whole;

	memcpy(frame, header, sizeof(header));
	frame[6] = (uint8_t)content;
	frame[7] = (uint8_t)(content >> 8);
	frame[15] = (uint8_t)size;
	frame[16] = (uint8_t)(size >> 8);
	frame[17] = (uint8_t)(size >> 16);
	memcpy(frame + 19, data, size);
	assert(unpacked_size(frame, 19 + size) == content);
	out[content] = 0x5a;
	whole = content && unpack(frame, 19 + size, out, content);
	assert(out[content] == 0x5a);
	(void)whole;
	free(frame);
	free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t content = unpacked_size(data, size);

	with_header(data, size);
	if (content && content < 1u << 20) {
		uint8_t *out = malloc(content);
		bool whole = unpack(data, size, out, content);

		(void)whole;
		free(out);
	}
	return 0;
}
