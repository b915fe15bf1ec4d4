/* SPDX-License-Identifier: BSD-2-Clause */
/* Boot parameters as loaders fill them in, and as they must not be believed. */
#include "pc/boot_params.h"
#include "pc/startup.h"
#include "tests/unit/support/unit.h"

#define MIB          (UINT64_C(1) << 20)
#define MEMORY_BYTES (64 << 10)
#define LINE_AT      0x2000
#define NODE_AT      0x8000

static struct boot_params params;
static uint8_t low[MEMORY_BYTES];

static bool read_low(void *context, uint64_t physical, void *to, size_t bytes)
{
	(void)context;
	if (physical > MEMORY_BYTES || bytes > MEMORY_BYTES - physical)
		return false;
	memcpy(to, low + physical, bytes);
	return true;
}

static const struct boot_memory memory = {.read = read_low};

static int clear(void **state)
{
	(void)state;
	memset(&params, 0, sizeof(params));
	memset(low, 0, sizeof(low));
	return 0;
}
BEFORE_EACH(clear)

static void add_entry(uint64_t start, uint64_t bytes, uint32_t type)
{
	unsigned count = (unsigned)boot_field(&params, BOOT_E820_COUNT, 1), at = BOOT_E820 + count * BOOT_E820_BYTES;

	boot_set_field(&params, at, 8, start);
	boot_set_field(&params, at + 8, 8, bytes);
	boot_set_field(&params, at + 16, 4, type);
	boot_set_field(&params, BOOT_E820_COUNT, 1, count + 1);
}

static enum boot_line line_of(const char *given, struct text *line)
{
	memcpy(low + LINE_AT, given, strlen(given) + 1);
	boot_set_field(&params, BOOT_COMMAND_LINE, 4, LINE_AT);
	return boot_command_line(&params, &memory, line);
}

static void line_is(const char *given, const char *expected)
{
	char bytes[COMMAND_LINE_MOST + 1];
	struct text line = TEXT_OVER(bytes);

	assert_int_equal(line_of(given, &line), *expected ? BOOT_LINE_GIVEN : BOOT_LINE_NONE);
	assert_string_equal(line.at, expected);
}

TEST(a_line_is_taken_as_it_is)
{
	line_is("BOOT_IMAGE=/u info;\ttest ", "BOOT_IMAGE=/u info; test ");
	line_is("", "");
}

TEST(a_line_that_is_none_is_not_run)
{
	char bytes[COMMAND_LINE_MOST + 1], given[COMMAND_LINE_MOST + 10];
	struct text line = TEXT_OVER(bytes);

	assert_int_equal(boot_command_line(&params, &memory, &line), BOOT_LINE_NONE);
	assert_int_equal(line_of("info\x80", &line), BOOT_LINE_NO_TEXT);
	assert_int_equal(line.length, 0);
	memset(given, 'x', sizeof(given));
	given[sizeof(given) - 1] = 0;
	assert_int_equal(line_of(given, &line), BOOT_LINE_TOO_LONG);
	given[COMMAND_LINE_MOST] = 0;
	assert_int_equal(line_of(given, &line), BOOT_LINE_GIVEN);
	assert_int_equal(line.length, COMMAND_LINE_MOST);
	boot_set_field(&params, BOOT_COMMAND_LINE, 4, MEMORY_BYTES - 1);
	low[MEMORY_BYTES - 1] = 'x';
	assert_int_equal(boot_command_line(&params, &memory, &line), BOOT_LINE_NO_TEXT);
}

TEST(what_is_used_is_not_free)
{
	struct memory_map map;

	add_entry(0, 640 << 10, 1);
	add_entry(MIB, 63 * MIB, 1);
	add_entry(32 * MIB, MIB, 2);
	boot_set_field(&params, BOOT_RAMDISK, 4, 60 * MIB);
	boot_set_field(&params, BOOT_RAMDISK_SIZE, 4, 5);
	boot_free_memory(&params, 0x10000, &memory, &map);
	assert_true(memory_holds(&map, MIB, 31 * MIB));
	assert_false(memory_holds(&map, 32 * MIB, 1) || memory_holds(&map, 60 * MIB, 1));
	assert_true(memory_holds(&map, 61 * MIB, 3 * MIB));
}

TEST(a_list_without_an_end_ends)
{
	const struct boot_setup_data node = {NODE_AT, 7, 16};
	struct memory_map map;

	memcpy(low + NODE_AT, &node, sizeof(node));
	boot_set_field(&params, BOOT_SETUP_DATA, 8, NODE_AT);
	add_entry(MIB, MIB, 1);
	boot_free_memory(&params, 0x10000, &memory, &map);
	assert_true(memory_holds(&map, MIB, MIB));
	assert_int_equal(boot_silicon_banner(&params, &memory), 0);
}

TEST(silicon_below_is_found_by_its_node)
{
	struct boot_setup_data first = {NODE_AT + 64, 7, 16}, second = {0, BOOT_SILICON_TYPE, 8};

	memcpy(low + NODE_AT, &first, sizeof(first));
	memcpy(low + NODE_AT + 64, &second, sizeof(second));
	memcpy(low + NODE_AT + 64 + sizeof(second), "silicon", 8);
	boot_set_field(&params, BOOT_SETUP_DATA, 8, NODE_AT);
	assert_int_equal(boot_silicon_banner(&params, &memory), NODE_AT + 64 + sizeof(second));
	low[NODE_AT + 64 + sizeof(second) + 7] = 'x'; /* no end within the node */
	assert_int_equal(boot_silicon_banner(&params, &memory), 0);
}

TEST(memory_to_start_in_is_nobodys)
{
	struct memory_map map;

	add_entry(0, 0x9fc00, 1);
	boot_free_memory(&params, 0x10000, &memory, &map);
	assert_true(memory_holds(&map, 0x1000, 0xf000) && memory_holds(&map, 0x11000, 0x8e000));
	assert_false(memory_holds(&map, 0, 1) || memory_holds(&map, 0x10000, 1) || memory_holds(&map, 0x9f000, 1));
	boot_free_memory(&params, 0x90010, &memory, &map);
	assert_int_equal(memory_take(&map, STARTUP_BYTES, STARTUP_END), 0x9f000 - STARTUP_BYTES);
	assert_false(memory_holds(&map, 0x91000, 1));
	add_entry(0x2000, 0x9e000, 2);
	boot_free_memory(&params, 0x10000, &memory, &map);
	assert_int_equal(memory_take(&map, STARTUP_BYTES, STARTUP_END), 0);
}

TEST(so_many_reservations_fit)
{
	struct memory_map map;

	add_entry(MIB, 63 * MIB, 1);
	for (unsigned i = 1; i < BOOT_E820_MOST; i++)
		assert_true(boot_reserve(&params, 2 * MIB, MIB));
	assert_false(boot_reserve(&params, 4 * MIB, MIB));
	boot_free_memory(&params, 0x10000, &memory, &map);
	assert_false(memory_holds(&map, 2 * MIB, 1));
	assert_true(memory_holds(&map, 3 * MIB, MIB));
}
