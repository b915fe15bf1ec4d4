/* SPDX-License-Identifier: BSD-2-Clause */
/* What fuzz targets have in common. A target is a function fuzz(), which gets the inputs of libFuzzer; it asserts what must hold. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/basic.h"
#include "lib/parse.h"

static void fuzz(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz(data, size);
	return 0;
}

/* Copies bytes to memory of exactly that size, so that AddressSanitizer sees any access after them. To be freed. */
static inline void *fuzz_exact(const void *bytes, size_t size)
{
	void *exact = malloc(size ? size : 1);

	assert(exact);
	return memcpy(exact, bytes, size);
}

/* Reads memory whose first byte is at address `base`. False if it is not all there. */
static inline bool fuzz_read(struct slice memory, uint64_t base, uint64_t address, void *to, size_t bytes)
{
	if (address < base || address - base > memory.length || bytes > memory.length - (address - base))
		return false;
	memcpy(to, memory.at + (address - base), bytes);
	return true;
}

static inline void fuzz_printable(const char *at, size_t length)
{
	for (size_t i = 0; i < length; i++)
		assert(at[i] >= ' ' && at[i] <= '~');
}

/* Number of words in a text; `separator` is between them. */
static inline unsigned fuzz_words(const char *words, char separator)
{
	unsigned count = 1;

	while ((words = strchr(words, separator)))
		words++, count++;
	return count;
}

/* Word `number` of a text; after the last one the first follows. */
static inline struct slice fuzz_word(const char *words, char separator, unsigned number)
{
	struct slice rest = slice_of(words);

	for (number %= fuzz_words(words, separator); number; number--)
		(void)slice_cut(&rest, separator);
	return slice_cut(&rest, separator);
}

#endif
