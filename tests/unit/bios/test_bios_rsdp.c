/* SPDX-License-Identifier: BSD-2-Clause */
/* Where a BIOS may keep the ACPI root pointer, and what only looks like one. */
#include "bios/rsdp.h"
#include "tests/unit/support/unit.h"

#define MEMORY_BYTES (1 << 20)
#define EBDA         0x9fc00

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
	low[0x40e] = (EBDA >> 4) & 0xff;
	low[0x40f] = EBDA >> 12;
	return 0;
}
BEFORE_EACH(clear)

static void put(uint64_t at)
{
	uint8_t sum = 0;

	memcpy(low + at, "RSD PTR ", 8);
	for (unsigned i = 0; i < 20; i++)
		sum = (uint8_t)(sum + low[at + i]);
	low[at + 8] = (uint8_t)(low[at + 8] - sum);
}

TEST(the_bios_area_is_searched)
{
	assert_int_equal(rsdp_find(&params, &memory), 0);
	put(0xf5a40);
	assert_int_equal(rsdp_find(&params, &memory), 0xf5a40);
}

TEST(its_data_area_comes_first)
{
	put(0xf5a40);
	put(EBDA + 1008);
	assert_int_equal(rsdp_find(&params, &memory), EBDA + 1008);
	low[EBDA + 1008 + 9]++; /* the checksum is wrong now */
	assert_int_equal(rsdp_find(&params, &memory), 0xf5a40);
}

TEST(a_data_area_that_is_none_is_not_searched)
{
	put(0x5000);
	low[0x40e] = 0x00;
	low[0x40f] = 0x05;
	assert_int_equal(rsdp_find(&params, &memory), 0);
}

TEST(what_the_loader_says_comes_first_if_it_is_so)
{
	put(0xf5a40);
	put(0x3000);
	boot_set_field(&params, BOOT_RSDP, 8, 0x3000);
	assert_int_equal(rsdp_find(&params, &memory), 0x3000);
	boot_set_field(&params, BOOT_RSDP, 8, UINT64_MAX);
	assert_int_equal(rsdp_find(&params, &memory), 0xf5a40);
}
