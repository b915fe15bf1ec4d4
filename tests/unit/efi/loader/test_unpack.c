/* SPDX-License-Identifier: BSD-2-Clause */
/* The loader's unpacking, judged by the xz program: what that packs must come back, and what was
 * damaged on the way must be refused or at least stay within its buffers (the sanitizer watches). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "efi/loader/unpack.h"

#define PLAIN_MAX 70000

struct buffer {
	uint8_t *bytes;
	size_t size;
};

/* Packs by the program and with the options that the Makefile uses. */
static struct buffer pack(const uint8_t *plain, size_t size)
{
	char name[] = "/tmp/test_unpack.XXXXXX", command[128];
	struct buffer packed = {malloc(2 * PLAIN_MAX), 0};
	int file = mkstemp(name);
	FILE *pipe;

	assert_true(file >= 0);
	assert_int_equal(write(file, plain, size), size);
	close(file);
	snprintf(command, sizeof(command), "xz --format=lzma --lzma1=preset=9e,dict=512KiB,pb=0 --stdout %s", name);
	pipe = popen(command, "r");
	assert_non_null(pipe);
	packed.size = fread(packed.bytes, 1, 2 * PLAIN_MAX, pipe);
	assert_int_equal(pclose(pipe), 0);
	unlink(name);
	packed.bytes = realloc(packed.bytes, packed.size);
	return packed;
}

static bool unpacks(const uint8_t *bytes, size_t packed_size, uint8_t *out, size_t size)
{
	void *memory = aligned_alloc(16, UNPACK_MEMORY);
	bool whole = unpack((struct packed){bytes, packed_size}, out, size, memory);

	free(memory);
	return whole;
}

static void comes_back(const uint8_t *plain, size_t size)
{
	struct buffer packed = pack(plain, size);
	uint8_t *out = malloc(size + 1);

	assert_true(unpacks(packed.bytes, packed.size, out, size));
	assert_memory_equal(out, plain, size);
	assert_false(unpacks(packed.bytes, packed.size, out, size - 1));
	assert_false(unpacks(packed.bytes, packed.size, out, size + 1));
	free(out);
	free(packed.bytes);
}

/* A pseudo-random byte with `variety` values. */
static uint8_t noise(uint32_t *seed, unsigned variety)
{
	*seed = *seed * 1664525 + 1013904223;
	return (uint8_t)((*seed >> 16) % variety);
}

static void all_kinds_of_content_come_back(void **state)
{
	static const unsigned varieties[] = {1, 2, 3, 16, 256};
	static const size_t sizes[] = {1, 12, 13, 255, 270, 4096, PLAIN_MAX};
	static uint8_t plain[PLAIN_MAX];
	uint32_t seed = 1;

	(void)state;
	for (size_t v = 0; v < ARRAY_SIZE(varieties); v++)
		for (size_t s = 0; s < ARRAY_SIZE(sizes); s++) {
			for (size_t i = 0; i < sizes[s]; i++)
				plain[i] = noise(&seed, varieties[v]);
			comes_back(plain, sizes[s]);
		}
}

static void what_was_cut_is_refused(void **state)
{
	static uint8_t plain[2000], out[2000];
	uint32_t seed = 2;
	struct buffer packed;

	(void)state;
	for (size_t i = 0; i < sizeof(plain); i++)
		plain[i] = noise(&seed, 4);
	packed = pack(plain, sizeof(plain));
	for (size_t size = 0; size < packed.size; size++) {
		uint8_t *cut = malloc(size ? size : 1);

		memcpy(cut, packed.bytes, size);
		assert_false(unpacks(cut, size, out, sizeof(out)));
		free(cut);
	}
	free(packed.bytes);
}

static void damage_stays_within_the_buffers(void **state)
{
	static uint8_t plain[600];
	uint32_t seed = 3;
	struct buffer packed;
	unsigned refused = 0;

	(void)state;
	for (size_t i = 0; i < sizeof(plain); i++)
		plain[i] = noise(&seed, 3);
	packed = pack(plain, sizeof(plain));
	for (size_t bit = 0; bit < packed.size * 8; bit++) {
		uint8_t *out = malloc(sizeof(plain));

		packed.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
		refused += !unpacks(packed.bytes, packed.size, out, sizeof(plain));
		packed.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
		free(out);
	}
	assert_true(refused > packed.size);
	free(packed.bytes);
}

static void what_was_never_packed_is_refused(void **state)
{
	static const uint8_t nothing[64];
	uint8_t out[64];

	(void)state;
	assert_false(unpacks(nothing, sizeof(nothing), out, sizeof(out)));
	assert_false(unpacks(nothing, 0, out, sizeof(out)));
}

/* A dictionary of 1 GiB: the header's second to fifth byte. */
static void more_memory_than_there_is_is_refused(void **state)
{
	static const uint8_t plain[100];
	struct buffer packed = pack(plain, sizeof(plain));
	uint8_t out[sizeof(plain)];

	(void)state;
	assert_true(unpacks(packed.bytes, packed.size, out, sizeof(out)));
	packed.bytes[4] = 0x40;
	assert_false(unpacks(packed.bytes, packed.size, out, sizeof(out)));
	free(packed.bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_kinds_of_content_come_back),
		cmocka_unit_test(what_was_cut_is_refused),
		cmocka_unit_test(damage_stays_within_the_buffers),
		cmocka_unit_test(what_was_never_packed_is_refused),
		cmocka_unit_test(more_memory_than_there_is_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
