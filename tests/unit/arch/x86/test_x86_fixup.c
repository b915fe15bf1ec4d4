/* SPDX-License-Identifier: BSD-2-Clause */
/* The exception table: found where it should be, and nowhere else, whatever its length. */
#include "arch/x86/fixup.h"
#include "tests/unit/support/unit.h"

/* Stands in for code: the table holds distances, so both must be in one image. */
static uint8_t code[64];
static struct fixup table[5];

static int32_t distance(const int32_t *field, size_t offset)
{
	return (int32_t)((intptr_t)&code[offset] - (intptr_t)field);
}

static void enter(size_t number, size_t instruction, size_t landing)
{
	table[number].instruction = distance(&table[number].instruction, instruction);
	table[number].landing = distance(&table[number].landing, landing);
}

static uint64_t at(size_t offset)
{
	return (uintptr_t)&code[offset];
}

TEST(empty_table_knows_nothing)
{
	enter(0, 0, 32);
	assert_int_equal(fixup_find(table, 0, at(0)), 0);
}

TEST(one_entry_is_found_and_nothing_beside_it)
{
	enter(0, 10, 40);
	enter(1, 20, 41); /* past the end */
	assert_int_equal(fixup_find(table, 1, at(10)), at(40));
	assert_int_equal(fixup_find(table, 1, at(9)), 0);
	assert_int_equal(fixup_find(table, 1, at(11)), 0);
	assert_int_equal(fixup_find(table, 1, at(20)), 0);
}

TEST(every_entry_is_found_in_any_order)
{
	static const size_t places[] = {30, 2, 50, 7, 12};

	for (size_t i = 0; i < ARRAY_SIZE(places); i++)
		enter(i, places[i], 60 - i);
	for (size_t i = 0; i < ARRAY_SIZE(places); i++)
		assert_int_equal(fixup_find(table, ARRAY_SIZE(table), at(places[i])), at(60 - i));
	assert_int_equal(fixup_find(table, ARRAY_SIZE(table), at(3)), 0);
	assert_int_equal(fixup_find(table, 4, at(12)), 0);
}
