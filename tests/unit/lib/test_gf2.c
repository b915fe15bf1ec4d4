/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/gf2.h"
#include "tests/unit/support/unit.h"

TEST(equations_are_solved)
{
	struct gf2 system = {0};

	assert_true(gf2_add(&system, 0x3, 1));
	assert_int_equal(gf2_known(&system), 0);
	assert_true(gf2_add(&system, 0x6, 2));
	assert_true(gf2_add(&system, 0x4, 3));
	assert_int_equal(gf2_known(&system), 0x7);
	/* x2 = 3, x1 = 2 ^ 3 = 1, x0 = 1 ^ 1 = 0 */
	assert_int_equal(gf2_mask(&system, 0), 0x6);
	assert_int_equal(gf2_mask(&system, 1), 0x4);
}

TEST(a_contradiction_is_told_and_changes_nothing)
{
	struct gf2 system = {0};

	assert_true(gf2_add(&system, 0, 0));
	assert_false(gf2_add(&system, 0, 1));
	assert_true(gf2_add(&system, 0x5, 1));
	assert_true(gf2_add(&system, 0x6, 2));
	assert_true(gf2_add(&system, 0x3, 3));
	assert_false(gf2_add(&system, 0x3, 1));
	assert_true(gf2_add(&system, 0x3, 3));
}

/* Bits that always come together are not known one by one; what they come to is. */
TEST(bits_that_are_not_told_apart_are_not_known)
{
	struct gf2 system = {0};

	assert_true(gf2_add(&system, BIT(63) | BIT(40), 1));
	assert_true(gf2_add(&system, BIT(6), 1));
	assert_int_equal(gf2_known(&system), BIT(6));
	assert_int_equal(gf2_parity(gf2_mask(&system, 0) & (BIT(63) | BIT(40))), 1);
	assert_int_equal(gf2_parity(gf2_mask(&system, 0) & (BIT(63) | BIT(40) | BIT(6))), 0);
}

TEST(masks_are_reduced)
{
	uint64_t masks[] = {0x30, 0x0c, 0x3c, 0x14};

	assert_int_equal(gf2_reduce(masks, 4), 3);
	/* 0x14 ^ 0x0c ... : lowest bits 2, 3 and 4 */
	assert_int_equal(masks[0] & 0x1c, 0x04);
	assert_int_equal(masks[1] & 0x1c, 0x08);
	assert_int_equal(masks[2] & 0x1c, 0x10);
	assert_int_equal(masks[3], 0);
	assert_int_equal(gf2_reduce(masks, 0), 0);
}

TEST(the_same_sums_are_the_same_masks)
{
	const uint64_t a[] = {0x1b5f575440, 0x2eb5faa880, 0x3cccc93100};
	const uint64_t b[] = {a[0] ^ a[1], a[2], a[0] ^ a[1] ^ a[2], a[1]};
	const uint64_t c[] = {a[0], a[1], a[2] ^ BIT(9)};

	assert_true(gf2_same(a, 3, b, 4));
	assert_false(gf2_same(a, 3, c, 3));
	assert_false(gf2_same(a, 3, b, 2));
	assert_false(gf2_same(a, 17, b, 4));
	assert_true(gf2_same(a, 0, b, 0));
}
