/* SPDX-License-Identifier: BSD-2-Clause */
/* Which memory is free: what is added, taken out and found. */
#include "pc/memory_map.h"
#include "tests/unit/support/unit.h"

#define MIB (UINT64_C(1) << 20)

static uint64_t sum_of(const struct memory_map *map)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < map->count; i++)
		sum += map->ranges[i].bytes;
	return sum;
}

TEST(only_whole_pages_are_free)
{
	struct memory_map map = {.count = 0};

	memory_add(&map, 0x1001, 0x2fff);
	assert_int_equal(sum_of(&map), 0x2000);
	assert_true(memory_holds(&map, 0x2000, 0x2000));
	assert_false(memory_holds(&map, 0x1000, 0x1000));
	memory_add(&map, 0x10001, 0xffe);
	assert_int_equal(sum_of(&map), 0x2000);
}

TEST(what_is_taken_out_splits)
{
	struct memory_map map = {.count = 0};

	memory_add(&map, MIB, 15 * MIB);
	memory_remove(&map, 4 * MIB + 1, 1);
	assert_int_equal(sum_of(&map), 15 * MIB - MEMORY_PAGE);
	assert_false(memory_holds(&map, 4 * MIB, 1));
	assert_true(memory_holds(&map, 4 * MIB + MEMORY_PAGE, 12 * MIB - MEMORY_PAGE));
	memory_remove(&map, 0, UINT64_MAX);
	assert_int_equal(map.count, 0);
}

TEST(neighbours_and_overlaps_are_one)
{
	struct memory_map map = {.count = 0};

	memory_add(&map, 2 * MIB, MIB);
	memory_add(&map, MIB, MIB);
	memory_add(&map, MIB + MIB / 2, MIB);
	assert_int_equal(sum_of(&map), 2 * MIB);
	assert_true(memory_holds(&map, MIB, 2 * MIB));
	assert_false(memory_holds(&map, MIB, 2 * MIB + 1));
}

TEST(the_highest_place_is_taken)
{
	struct memory_map map = {.count = 0};

	memory_add(&map, MIB, MIB);
	memory_add(&map, 8 * MIB, 2 * MIB);
	memory_add(&map, 6000 * MIB, MIB);
	assert_int_equal(memory_take(&map, MIB, 4096 * MIB), 9 * MIB);
	assert_int_equal(memory_take(&map, MIB, 4096 * MIB), 8 * MIB);
	assert_int_equal(memory_take(&map, 1, 4096 * MIB), 2 * MIB - MEMORY_PAGE);
	assert_int_equal(memory_take(&map, MIB, 4096 * MIB), 0);
	assert_int_equal(memory_take(&map, 0, UINT64_MAX), 0);
}

TEST(the_end_of_the_address_space_is_no_way_around)
{
	struct memory_map map = {.count = 0};

	memory_add(&map, UINT64_MAX - 10, 20);
	memory_add(&map, UINT64_MAX - 0x2000, UINT64_MAX);
	assert_int_equal(map.count, 0);
	memory_add(&map, MIB, MIB);
	memory_remove(&map, UINT64_MAX - 5, 100);
	assert_int_equal(sum_of(&map), MIB);
	assert_false(memory_holds(&map, UINT64_MAX - 1, 100));
}

TEST(what_does_not_fit_is_not_free)
{
	struct memory_map map = {.count = 0};

	for (uint64_t i = 0; i < 2 * MEMORY_RANGES; i++)
		memory_add(&map, 2 * i * MEMORY_PAGE, MEMORY_PAGE);
	assert_int_equal(map.count, MEMORY_RANGES);
	assert_false(memory_holds(&map, 2 * MEMORY_RANGES * (uint64_t)MEMORY_PAGE, 1));
}
