/* SPDX-License-Identifier: BSD-2-Clause */
/* The memory map of UEFI firmware: what is memory, whatever it is kept for, and what is a device's. */
#include "efi/memory_map.h"
#include "tests/unit/support/unit.h"

#define STEP 48 /* as firmware has it: more than the descriptor that the specification knows */

enum { RESERVED = 0, LOADER_DATA = 2, BOOT_DATA = 4, USABLE = 7, DEVICE = 11, PORTS = 12 };

static uint64_t map[8][STEP / 8];
static struct memory_region regions[8];
static unsigned entries;

static int set_up(void **state)
{
	(void)state;
	memset(map, 0, sizeof(map));
	entries = 0;
	return 0;
}
BEFORE_EACH(set_up)

static void add(uint32_t type, uint64_t start, uint64_t pages)
{
	map[entries][0] = type;
	map[entries][1] = start;
	map[entries++][3] = pages;
}

TEST(all_but_devices_is_memory)
{
	add(USABLE, 0, 0x100);
	add(BOOT_DATA, 0x100000, 1);
	add(DEVICE, 0xe0000000, 0x1000);
	add(RESERVED, 0xff000000, 2);
	add(PORTS, 0xff002000, 1);
	add(LOADER_DATA, 0x200000, 0);
	assert_int_equal(efi_memory_of(map, entries * STEP, STEP, regions), 2);
	assert_true(!regions[0].reserved && regions[1].reserved);
	assert_int_equal(regions[0].start, 0);
	assert_int_equal(regions[0].bytes, 0x101000);
	assert_int_equal(regions[1].start, 0xff000000);
	assert_int_equal(regions[1].bytes, 0x2000);
}

TEST(maps_that_make_no_sense_are_empty)
{
	add(USABLE, 0, 1);
	assert_int_equal(efi_memory_of(map, STEP, 8, regions), 0);
	assert_int_equal(efi_memory_of(map, STEP - 1, STEP, regions), 0);
	assert_int_equal(efi_memory_of(map, 0, STEP, regions), 0);
}
