/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/svm/srat.h"

#include "lib/memory.h"

enum { HEADER = 36, LENGTH_AT = 4, SRAT_ENTRIES_AT = 48 };
enum { PROCESSOR, MEMORY, PROCESSOR_X2, E820_BYTES = 20, E820_RAM = 1 };
#define ENABLED BIT(0)

static uint64_t number(const uint8_t *at, unsigned bytes)
{
	uint64_t value = 0;

	while (bytes--)
		value = value << 8 | at[bytes];
	return value;
}

/* Reads an entry. Returns false if its kind is unknown, or if it is too short, disabled or an invalid range. */
static bool read_entry(const uint8_t *at, size_t length, struct srat_entry *entry)
{
	uint64_t first, bytes;

	switch (at[0]) {
	case PROCESSOR: /* local APIC affinity; the domain's upper bytes are stored separately */
		if (length < 12 || !(number(at + 4, 4) & ENABLED))
			return false;
		*entry = (struct srat_entry){.domain = at[2] | (uint32_t)number(at + 9, 3) << 8, .apic_id = at[3]};
		return true;
	case PROCESSOR_X2:
		if (length < 16 || !(number(at + 12, 4) & ENABLED))
			return false;
		*entry = (struct srat_entry){.domain = (uint32_t)number(at + 4, 4),
					     .apic_id = (uint32_t)number(at + 8, 4)};
		return true;
	case MEMORY:
		if (length < 32 || !(number(at + 28, 4) & ENABLED))
			return false;
		first = number(at + 8, 8);
		bytes = number(at + 16, 8);
		if (!bytes || first + bytes - 1 < first)
			return false;
		*entry = (struct srat_entry){.memory = true,
					     .domain = (uint32_t)number(at + 2, 4),
					     .first = first,
					     .last = first + bytes - 1};
		return true;
	default: return false;
	}
}

static void read_table(const uint8_t *table, size_t size, void (*tell)(void *context, const struct srat_entry *entry),
		       void *context)
{
	for (size_t at = SRAT_ENTRIES_AT; at + 2 <= size; at += table[at + 1]) {
		size_t length = table[at + 1];
		struct srat_entry entry;

		if (length < 2 || at + length > size)
			return;
		if (read_entry(table + at, length, &entry))
			tell(context, &entry);
	}
}

/* The FACS, which may be among the tables, has its length at the same offset but a shorter header. */
void srat_read(const uint8_t *tables, size_t size, void (*tell)(void *context, const struct srat_entry *entry),
	       void *context)
{
	size_t at = 0;

	while (size - at >= HEADER) {
		size_t length = (size_t)number(tables + at + LENGTH_AT, 4);

		if (!tables[at]) { /* tables are aligned */
			at++;
			continue;
		}
		if (length < LENGTH_AT + 4 || length > size - at)
			return;
		if (!memcmp(tables + at, "SRAT", 4))
			read_table(tables + at, length, tell, context);
		at += length;
	}
}

bool e820_ram(const uint8_t *list, size_t size, unsigned index, uint64_t *first, uint64_t *last)
{
	for (size_t at = 0; at + E820_BYTES <= size; at += E820_BYTES) {
		uint64_t start = number(list + at, 8), bytes = number(list + at + 8, 8);

		if (number(list + at + 16, 4) != E820_RAM || !bytes || start + bytes - 1 < start || index--)
			continue;
		*first = start;
		*last = start + bytes - 1;
		return true;
	}
	return false;
}
