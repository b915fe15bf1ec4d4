/* SPDX-License-Identifier: BSD-2-Clause */
/* The hypervisor reads instructions and page tables that a guest may have filled with anything. */
#include "lib/memory.h"
#include "silicon/svm/decode.h"
#include "silicon/svm/walk.h"
#include "tests/fuzz/fuzz.h"

static bool is_width(unsigned bytes)
{
	return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
}

static void check(const uint8_t *code, size_t size, enum code_size mode)
{
	struct instruction i, again;

	if (!instruction_decode(code, size, mode, &i))
		return;
	assert(i.length >= 2 && i.length <= 15 && i.length <= size);
	assert(is_width(i.bytes) && is_width(i.register_bytes) && i.register_bytes >= i.bytes);
	assert(mode == CODE_64 || (i.bytes < 8 && i.reg < 8));
	assert(i.reg < 16 && (!i.high_byte || i.reg < 4));
	/* Not a byte more was needed, not one less would have done. */
	assert(instruction_decode(code, i.length, mode, &again) && again.length == i.length);
	assert(!instruction_decode(code, i.length - 1u, mode, &again));
}

struct memory {
	const uint8_t *at;
	size_t size;
	unsigned loads;
};

static bool load(void *context, uint64_t physical, uint64_t *value)
{
	struct memory *memory = context;

	memory->loads++;
	assert(!(physical & 7));
	if (memory->size < 8)
		return false;
	memcpy(value, memory->at + physical % (memory->size - 7), 8);
	return true;
}

/* Whatever the tables say, a walk ends after its levels. */
static void check_walk(const uint8_t *data, size_t size)
{
	uint64_t words[5], physical;
	struct memory memory = {data, size, 0};

	if (size < sizeof(words))
		return;
	memcpy(words, data, sizeof(words));
	struct walk walk = {words[0], words[1], words[2], words[3], load, &memory};

	(void)walk_translate(&walk, words[4], &physical);
	assert(memory.loads <= 5);
}

static void fuzz(const uint8_t *data, size_t size)
{
	check(data, size, CODE_16);
	check(data, size, CODE_32);
	check(data, size, CODE_64);
	check_walk(data, size);
}
