/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/loader/unpack.h"

#include "lib/memory.h"

/* Frame: magic, flags, block size, content size, header checksum; then a block behind its size. */
#define FRAME_MAGIC        0x184d2204u
#define AT_FLAGS           4
#define AT_CONTENT_SIZE    6
#define AT_BLOCK_SIZE      15
#define AT_BLOCK           19
#define FLAG_VERSION       0xc0 /* 01 in the two upper bits */
#define FLAG_CONTENT_SIZE  0x08
#define FLAG_DICTIONARY    0x01
#define BLOCK_NOT_PACKED   0x80000000u
#define CONTENT_SIZE_LIMIT (16u << 20)

/* Input and output of one block. */
struct unpacking {
	const uint8_t *in, *in_end;
	uint8_t *out, *out_start, *out_end;
};

static uint32_t read_u32(const uint8_t *at)
{
	return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
	       (uint32_t)at[3] << 24;
}

size_t unpacked_size(const uint8_t *frame, size_t size)
{
	uint64_t content;

	if (size < AT_BLOCK || read_u32(frame) != FRAME_MAGIC)
		return 0;
	if ((frame[AT_FLAGS] & FLAG_VERSION) != 0x40 || !(frame[AT_FLAGS] & FLAG_CONTENT_SIZE) ||
	    frame[AT_FLAGS] & FLAG_DICTIONARY)
		return 0;
	content = read_u32(frame + AT_CONTENT_SIZE) |
		  (uint64_t)read_u32(frame + AT_CONTENT_SIZE + 4) << 32;
	return content <= CONTENT_SIZE_LIMIT ? (size_t)content : 0;
}

/* A length whose four bits in the token were all ones goes on in bytes until one is not 255. */
static bool read_length(struct unpacking *unpacking, size_t *length)
{
	uint8_t more;

	if (*length != 15)
		return true;
	do {
		if (unpacking->in == unpacking->in_end || *length > CONTENT_SIZE_LIMIT)
			return false;
		more = *unpacking->in++;
		*length += more;
	} while (more == 255);
	return true;
}

static bool copy_literals(struct unpacking *unpacking, size_t length)
{
	if (length > (size_t)(unpacking->in_end - unpacking->in) ||
	    length > (size_t)(unpacking->out_end - unpacking->out))
		return false;
	memcpy(unpacking->out, unpacking->in, length);
	unpacking->in += length;
	unpacking->out += length;
	return true;
}

/* Source and target overlap where a match repeats itself, so bytes are copied one by one. */
static bool copy_match(struct unpacking *unpacking, size_t length)
{
	size_t offset;

	if (unpacking->in_end - unpacking->in < 2)
		return false;
	offset = (size_t)unpacking->in[0] | (size_t)unpacking->in[1] << 8;
	unpacking->in += 2;
	if (!read_length(unpacking, &length))
		return false;
	length += 4;
	if (!offset || offset > (size_t)(unpacking->out - unpacking->out_start) ||
	    length > (size_t)(unpacking->out_end - unpacking->out))
		return false;
	for (const uint8_t *from = unpacking->out - offset; length--; from++)
		*unpacking->out++ = *from;
	return true;
}

static bool unpack_block(struct unpacking *unpacking)
{
	while (unpacking->in < unpacking->in_end) {
		uint8_t token = *unpacking->in++;
		size_t literals = token >> 4;

		if (!read_length(unpacking, &literals) || !copy_literals(unpacking, literals))
			return false;
		/* The last sequence is literals alone. */
		if (unpacking->in == unpacking->in_end)
			break;
		if (!copy_match(unpacking, token & 15))
			return false;
	}
	return unpacking->out == unpacking->out_end;
}

bool unpack(const uint8_t *frame, size_t size, uint8_t *out, size_t out_size)
{
	struct unpacking unpacking = {
		.in = frame + AT_BLOCK,
		.out = out,
		.out_start = out,
		.out_end = out + out_size,
	};
	uint32_t block;

	if (!out_size || unpacked_size(frame, size) != out_size)
		return false;
	block = read_u32(frame + AT_BLOCK_SIZE);
	if ((block & ~BLOCK_NOT_PACKED) > size - AT_BLOCK)
		return false;
	unpacking.in_end = unpacking.in + (block & ~BLOCK_NOT_PACKED);
	if (!(block & BLOCK_NOT_PACKED))
		return unpack_block(&unpacking);
	return copy_literals(&unpacking, block & ~BLOCK_NOT_PACKED) &&
	       unpacking.out == unpacking.out_end;
}
