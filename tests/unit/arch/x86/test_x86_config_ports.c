/* SPDX-License-Identifier: BSD-2-Clause */
/* Which buses are left to the ports, and what these do not reach. What they do reach is the boots' to show: a process may not use them. */
#include "arch/x86/config_ports.h"
#include "tests/unit/support/unit.h"

static struct ecam_region regions[4];

static void set(unsigned number, uint16_t segment, uint8_t first_bus, uint8_t last_bus)
{
	regions[number] = (struct ecam_region){0x80000000, segment, first_bus, last_bus};
}

static void expect(unsigned number, uint64_t base, uint16_t segment, uint8_t first_bus, uint8_t last_bus)
{
	assert_int_equal(regions[number].base, base);
	assert_int_equal(regions[number].segment, segment);
	assert_int_equal(regions[number].first_bus, first_bus);
	assert_int_equal(regions[number].last_bus, last_bus);
}

TEST(all_buses_where_there_is_no_window)
{
	assert_int_equal(config_ports_fill(regions, 0, 4), 1);
	expect(0, ECAM_BY_PORTS, 0, 0, 0xff);
}

TEST(none_where_the_window_has_them_all)
{
	set(0, 0, 0, 0xff);
	set(1, 1, 0, 0x3f);
	assert_int_equal(config_ports_fill(regions, 2, 4), 2);
}

TEST(those_behind_a_window_that_is_short_and_between_two)
{
	set(0, 0, 0, 0x3f);
	set(1, 1, 0, 0xff);
	assert_int_equal(config_ports_fill(regions, 2, 4), 3);
	expect(1, ECAM_BY_PORTS, 0, 0x40, 0xff);
	expect(2, 0x80000000, 1, 0, 0xff);
	set(0, 0, 0x10, 0x1f);
	set(1, 0, 0x80, 0xff);
	assert_int_equal(config_ports_fill(regions, 2, 4), 4);
	expect(0, ECAM_BY_PORTS, 0, 0, 0xf);
	expect(2, ECAM_BY_PORTS, 0, 0x20, 0x7f);
	expect(3, 0x80000000, 0, 0x80, 0xff);
}

TEST(no_more_than_there_is_room_for)
{
	set(0, 0, 0x10, 0x1f);
	assert_int_equal(config_ports_fill(regions, 1, 2), 2);
	expect(0, ECAM_BY_PORTS, 0, 0, 0xf);
}

TEST(what_the_ports_do_not_reach)
{
	uint64_t value = 7;

	assert_int_equal(config_ports_read(0x100, 32, &value), OUTCOME_ABSENT);
	assert_int_equal(config_ports_read(BIT(28), 32, &value), OUTCOME_ABSENT);
	assert_int_equal(config_ports_read(0xa0, 64, &value), OUTCOME_ABSENT);
	assert_int_equal(config_ports_write(0xffc, 8, 1), OUTCOME_ABSENT);
	assert_int_equal(value, 7);
}
