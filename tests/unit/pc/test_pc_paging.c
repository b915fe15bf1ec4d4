/* SPDX-License-Identifier: BSD-2-Clause */
/* Page tables for a processor that begins below 1 MiB. Theirs and the copy are this program's memory. */
#include "pc/paging.h"
#include "tests/unit/support/unit.h"

#define ENTRIES 512
#define USUAL   (BIT(0) | BIT(1))
#define LARGE   BIT(7)
#define NX      BIT(63)
#define GIB     (UINT64_C(1) << 30)
#define HIGH    (5 * GIB) /* where an image above 4 GiB lies */

static _Alignas(4096) uint64_t theirs[4][ENTRIES], copy[PAGING_COPY_PAGES][ENTRIES];

/* The entry that maps an address, and at which level; 0: none. */
static uint64_t walk(const uint64_t *table, unsigned shift, uint64_t address, unsigned *level)
{
	for (;; shift -= 9) {
		uint64_t entry = table[address >> shift & 511];

		*level = shift;
		if (!(entry & BIT(0)) || shift == 12 || (shift <= 30 && entry & LARGE))
			return entry;
		table = (const uint64_t *)(entry & MASK(12, 40));
	}
}

static uint64_t copied(unsigned root_shift, uint64_t address, unsigned *level)
{
	return walk(copy[0], root_shift, address, level);
}

/* No page of theirs may be executed; above the first GiB pages are of 1 GiB. */
static int set_up(void **state)
{
	(void)state;
	memset(theirs, 0, sizeof(theirs));
	memset(copy, 0xff, sizeof(copy));
	theirs[3][0] = (uintptr_t)theirs[2] | USUAL;
	theirs[2][0] = (uintptr_t)theirs[1] | USUAL;
	theirs[1][0] = (uintptr_t)theirs[0] | USUAL;
	for (uint64_t i = 0; i < ENTRIES; i++)
		theirs[0][i] = i << 21 | USUAL | LARGE | NX;
	for (uint64_t i = 1; i < ENTRIES; i++)
		theirs[1][i] = i << 30 | USUAL | LARGE;
	return 0;
}
BEFORE_EACH(set_up)

static void assert_low_pages(unsigned root_shift)
{
	unsigned level;

	assert_int_equal(copied(root_shift, 0x9f000, &level), USUAL | LARGE);
	assert_int_equal(level, 21);
	assert_int_equal(copied(root_shift, 0x1ff000, &level), USUAL | LARGE);
}

TEST(the_first_pages_may_be_executed_whatever_theirs_say)
{
	unsigned level;

	paging_copy(copy[0], (uintptr_t)theirs[2], false);
	assert_low_pages(39);
	assert_int_equal(copied(39, 0x200000, &level), 0x200000 | USUAL | LARGE | NX);
}

TEST(an_image_above_4_gib_is_mapped_as_theirs_has_it)
{
	unsigned level;

	paging_copy(copy[0], (uintptr_t)theirs[2], false);
	assert_int_equal(copied(39, HIGH, &level), HIGH | USUAL | LARGE);
	assert_int_equal(level, 30);
	theirs[2][3] = (uintptr_t)theirs[1] | USUAL;
	paging_copy(copy[0], (uintptr_t)theirs[2], false);
	assert_int_equal(copied(39, 3 * 512 * GIB + HIGH, &level), HIGH | USUAL | LARGE);
}

TEST(five_levels)
{
	unsigned level;

	paging_copy(copy[0], (uintptr_t)theirs[3], true);
	assert_low_pages(48);
	assert_int_equal(copied(48, HIGH, &level), HIGH | USUAL | LARGE);
}

TEST(a_first_page_of_1_gib)
{
	unsigned level;

	theirs[1][0] = USUAL | LARGE | NX | BIT(12);
	paging_copy(copy[0], (uintptr_t)theirs[2], false);
	assert_low_pages(39);
	for (uint64_t i = 1; i < ENTRIES; i++)
		assert_int_equal(copied(39, i << 21, &level), i << 21 | USUAL | LARGE | NX | BIT(12));
	assert_int_equal(copied(39, GIB, &level), GIB | USUAL | LARGE);
}

TEST(theirs_stay_as_they_are)
{
	static uint64_t before[4][ENTRIES];

	memcpy(before, theirs, sizeof(theirs));
	paging_copy(copy[0], (uintptr_t)theirs[2] | 0x18, false);
	assert_memory_equal(theirs, before, sizeof(theirs));
	assert_low_pages(39);
}
