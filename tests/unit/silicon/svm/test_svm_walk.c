/* SPDX-License-Identifier: BSD-2-Clause */
/* Translation of guest addresses in each kind of page table. Memory is a small array at physical 0. */
#include "lib/memory.h"
#include "silicon/svm/vmcb.h"
#include "silicon/svm/walk.h"
#include "tests/unit/support/unit.h"

#define PAGES 8

static uint64_t memory[PAGES * 512];

static bool load(void *context, uint64_t physical, uint64_t *value)
{
	(void)context;
	assert_int_equal(physical & 7, 0);
	if (physical >= sizeof(memory))
		return false;
	*value = memory[physical / 8];
	return true;
}

static int clear(void **state)
{
	(void)state;
	memset(memory, 0, sizeof(memory));
	return 0;
}

static struct walk walk_with(uint64_t cr4, uint64_t efer)
{
	return (struct walk){.cr0 = CR0_PE | CR0_PG, .cr3 = 0x1000, .cr4 = cr4, .efer = efer, .load = load};
}

static void set(uint64_t page, uint64_t index, uint64_t entry)
{
	memory[page * 512 + index] = entry;
}

static void set_32(uint64_t page, uint64_t index, uint32_t entry)
{
	((uint32_t *)memory)[page * 1024 + index] = entry;
}

static uint64_t translate(const struct walk *walk, uint64_t linear)
{
	uint64_t physical = 0;

	assert_true(walk_translate(walk, linear, &physical));
	return physical;
}

TEST(without_paging_addresses_are_32_bits)
{
	struct walk walk = walk_with(0, 0);

	walk.cr0 = CR0_PE;
	assert_int_equal(translate(&walk, 0x100012345), 0x12345);
}

TEST(long_mode_has_three_page_sizes)
{
	struct walk walk = walk_with(CR4_PAE, EFER_LMA);
	uint64_t linear = 0xffff800000000000 | UINT64_C(3) << 30 | 5 << 21 | 7 << 12 | 0x123;
	uint64_t physical;

	set(1, 256, 0x2003);
	set(2, 3, 0x3003);
	set(3, 5, 0x4003);
	assert_false(walk_translate(&walk, linear, &physical));
	/* No-execute and the bits that the processor ignores are no part of the address. */
	set(4, 7, BIT(63) | MASK(52, 7) | UINT64_C(0x123456789) << 12 | 1);
	assert_true(translate(&walk, linear) == 0x123456789123);
	set(3, 5, 0x40000000 | 0x1000 | 0x81); /* bit 12 is PAT here */
	assert_int_equal(translate(&walk, linear), 0x40007123);
	set(2, 3, UINT64_C(5) << 30 | 0x81);
	assert_true(translate(&walk, linear) == (UINT64_C(5) << 30 | 5 << 21 | 7 << 12 | 0x123));
}

TEST(each_level_may_forbid_execution)
{
	struct walk walk = walk_with(CR4_PAE, EFER_LMA | EFER_NXE);

	assert_false(walk_may_execute(&walk, 0x1000)); /* not mapped */
	set(1, 0, 0x2003);
	set(2, 0, 0x3003);
	set(3, 0, 0x4003);
	set(4, 1, 0x5003);
	assert_true(walk_may_execute(&walk, 0x1000));
	for (uint64_t table = 1; table <= 4; table++) {
		uint64_t *entry = &memory[table * 512 + (table == 4)];

		*entry |= BIT(63);
		assert_false(walk_may_execute(&walk, 0x1000));
		walk.efer = EFER_LMA; /* the bit means nothing without NXE */
		assert_true(walk_may_execute(&walk, 0x1000));
		walk.efer = EFER_LMA | EFER_NXE;
		*entry &= ~BIT(63);
	}
	assert_true(walk_may_execute(&walk, 0x1000));
}

TEST(la57_adds_a_level)
{
	struct walk walk = walk_with(CR4_PAE | CR4_LA57, EFER_LMA);

	set(1, 2, 0x2003);
	set(2, 0, 0x3003);
	set(3, 0, 0x4003);
	set(4, 0, 0x5003);
	set(5, 1, 0x77000 | 3);
	assert_int_equal(translate(&walk, UINT64_C(2) << 48 | 0x1abc), 0x77abc);
}

TEST(pae_tables_hang_off_any_32_bytes)
{
	struct walk walk = walk_with(CR4_PAE, 0);

	walk.cr3 = 0x1020;
	set(1, 4 + 3, 0x2001); /* directory pointers have only the present bit */
	set(2, 511, 0x3003);
	set(3, 511, UINT64_C(0x1ff000000) | 3);
	assert_true(translate(&walk, 0xffffffff) == 0x1ff000fff);
	set(2, 511, 0x1e00083);
	assert_int_equal(translate(&walk, 0xffffffff), 0x1ffffff);
}

TEST(tables_of_32_bits_know_large_pages_only_with_pse)
{
	struct walk walk = walk_with(0, 0);
	uint32_t linear = 3u << 22 | 5 << 12 | 0x42;

	set_32(1, 3, 0x2083);
	set_32(2, 5, 0x99003);
	assert_int_equal(translate(&walk, linear), 0x99042);
	walk.cr4 = CR4_PSE;
	set_32(1, 3, 0x00c00083 | 1 << 13);
	assert_true(translate(&walk, linear) == (UINT64_C(1) << 32 | 0xc00000 | 5 << 12 | 0x42));
}

TEST(tables_outside_memory_end_the_walk)
{
	struct walk walk = walk_with(CR4_PAE, EFER_LMA);
	uint64_t physical;

	set(1, 0, 0x7ffffff003);
	assert_false(walk_translate(&walk, 0, &physical));
}

BEFORE_EACH(clear)
