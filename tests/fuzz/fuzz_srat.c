/* SPDX-License-Identifier: BSD-2-Clause */
/* What firmware says of memory: tables as they are, the entries of one SRAT, a list of ranges. Whatever it is, memory that is
 * told of begins before it ends. */
#include "silicon/svm/srat.h"
#include "tests/fuzz/fuzz.h"

static void hear(void *context, const struct srat_entry *entry)
{
	assert(!entry->memory || entry->first <= entry->last);
	(*(unsigned *)context)++;
}

static void read_exactly(const uint8_t *data, size_t size)
{
	uint8_t *exact = fuzz_exact(data, size);
	uint64_t first, last;
	unsigned count = 0;

	srat_read(exact, size, hear, &count);
	assert(count <= size / 12);
	for (unsigned i = 0; e820_ram(exact, size, i, &first, &last); i++)
		assert(first <= last && i < size / 20);
	free(exact);
}

/* As the entries of a table whose header is right. */
static void read_entries(const uint8_t *data, size_t size)
{
	enum { HEADER = 48 };
	uint8_t *table = calloc(1, HEADER + size);

	if (!table)
		abort();
	memcpy(table, "SRAT", 4);
	for (unsigned i = 0; i < 4; i++)
		table[4 + i] = (uint8_t)((HEADER + size) >> 8 * i);
	memcpy(table + HEADER, data, size);
	read_exactly(table, HEADER + size);
	free(table);
}

static void fuzz(const uint8_t *data, size_t size)
{
	read_exactly(data, size);
	read_entries(data, size);
}
