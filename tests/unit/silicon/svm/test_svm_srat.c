/* SPDX-License-Identifier: BSD-2-Clause */
/* Which memory is whose, as ACPI's SRAT and QEMU's list of memory say. */
#include "silicon/svm/srat.h"
#include "tests/unit/support/unit.h"

enum { MOST = 16 };

static struct srat_entry heard[MOST];
static unsigned count;

static void hear(void *context, const struct srat_entry *entry)
{
	assert_ptr_equal(context, &count);
	assert_true(count < MOST);
	heard[count++] = *entry;
}

/* FACS, whose header is short; zeros; another table; SRAT: two processors, one of them x2, one that is disabled, memory of
 * both, memory that is disabled, memory of no bytes, an entry of another kind. */
/* clang-format off */
static const uint8_t tables[] = {
	'F', 'A', 'C', 'S', 64, 0, 0, 0, [64] = 'A', 'P', 'I', 'C', 44, 0, 0, 0,
	[112] = 'S', 'R', 'A', 'T',
	[160] = 0, 16, 1, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	2, 24, 0, 0, 2, 0, 0, 0, 9, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	0, 16, 7, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	1, 40, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	1, 40, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	1, 40, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	1, 40, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	9, 4, 0, 0,
};
/* clang-format on */

/* The table's length does not fit into a byte. */
static void make(uint8_t copy[sizeof(tables)])
{
	memcpy(copy, tables, sizeof(tables));
	copy[116] = (uint8_t)((sizeof(tables) - 112) & 0xff);
	copy[117] = (uint8_t)((sizeof(tables) - 112) >> 8);
}

TEST(test_entries)
{
	uint8_t copy[sizeof(tables)];

	make(copy);
	count = 0;
	srat_read(copy, sizeof(copy), hear, &count);
	assert_int_equal(count, 4);
	assert_false(heard[0].memory);
	assert_int_equal(heard[0].domain, 1);
	assert_int_equal(heard[0].apic_id, 3);
	assert_int_equal(heard[1].domain, 2);
	assert_int_equal(heard[1].apic_id, 0x109);
	assert_true(heard[2].memory);
	assert_int_equal(heard[2].domain, 1);
	assert_int_equal(heard[2].first, 0);
	assert_int_equal(heard[2].last, 0xfffffff);
	assert_int_equal(heard[3].domain, 2);
	assert_int_equal(heard[3].first, 0x100000000);
	assert_int_equal(heard[3].last, 0x100001fff);
}

/* Whatever is cut off, or changed, nothing beyond the end is read: the copies are exactly as long as they are said to be. */
TEST(test_damaged)
{
	for (size_t length = 0; length <= sizeof(tables); length++) {
		uint8_t *copy = malloc(length + 1), whole[sizeof(tables)];

		make(whole);
		memcpy(copy + 1, whole, length);
		count = 0;
		srat_read(copy + 1, length, hear, &count);
		assert_int_equal(count, length == sizeof(tables) ? 4 : 0);
		free(copy);
	}
	for (size_t at = 0; at < sizeof(tables); at++) {
		static const uint8_t values[] = {0, 1, 2, 3, 0x7f, 0x80, 0xff};
		uint8_t *copy = malloc(sizeof(tables));

		for (unsigned i = 0; i < ARRAY_SIZE(values); i++) {
			make(copy);
			copy[at] = values[i];
			count = 0;
			srat_read(copy, sizeof(tables), hear, &count);
		}
		free(copy);
	}
}

TEST(test_list_of_memory)
{
	uint8_t list[4 * 20 + 7] = {0};
	uint64_t first, last;

	list[10] = 0x20; /* 2 MiB at 0 */
	list[16] = 1;
	list[20 + 8] = 1; /* not RAM */
	list[20 + 16] = 2;
	list[40 + 16] = 1; /* empty */
	list[60 + 4] = 1;  /* 1 MiB at 4 GiB */
	list[60 + 10] = 0x10;
	list[60 + 16] = 1;
	assert_true(e820_ram(list, sizeof(list), 0, &first, &last));
	assert_int_equal(first, 0);
	assert_int_equal(last, 0x1fffff);
	assert_true(e820_ram(list, sizeof(list), 1, &first, &last));
	assert_int_equal(first, 0x100000000);
	assert_int_equal(last, 0x1000fffff);
	assert_false(e820_ram(list, sizeof(list), 2, &first, &last));
	memset(list + 60, 0xff, 8); /* beyond the end of all addresses */
	assert_false(e820_ram(list, sizeof(list), 1, &first, &last));
	assert_false(e820_ram(list, 19, 0, &first, &last));
}
