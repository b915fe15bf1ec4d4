/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/loader/unpack.h"

#include <lzma.h>

#define ALIGNMENT 16

/* Memory is handed out from the front and never taken back: the decoder asks for a few pieces, once. */
struct pool {
	uint8_t *at;
	size_t left;
};

static void *take(void *opaque, size_t count, size_t bytes)
{
	struct pool *pool = opaque;
	uint8_t *piece = pool->at;
	size_t size;

	if (__builtin_mul_overflow(count, bytes, &size) || size > pool->left)
		return NULL;
	size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
	if (size > pool->left)
		return NULL;
	pool->at += size;
	pool->left -= size;
	return piece;
}

static void give_back(void *opaque, void *piece)
{
	(void)opaque;
	(void)piece;
}

bool unpack(struct packed packed, uint8_t *out, size_t size, void *memory)
{
	struct pool pool = {memory, UNPACK_MEMORY};
	lzma_allocator allocator = {take, give_back, &pool};
	lzma_stream stream = {
		.next_in = packed.bytes,
		.avail_in = packed.size,
		.next_out = out,
		.avail_out = size,
		.allocator = &allocator,
	};

	if (lzma_alone_decoder(&stream, UNPACK_MEMORY) != LZMA_OK)
		return false;
	/* The end mark comes behind the last byte, where no room for output is left. */
	return lzma_code(&stream, LZMA_FINISH) == LZMA_STREAM_END && !stream.avail_out && !stream.avail_in;
}
