/* SPDX-License-Identifier: BSD-2-Clause */
/* How a PC is reset, as boards say it and as no board should: what is not known must not be tried. */
#include "arch/x86/acpi_power.h"
#include "tests/unit/support/acpi_board.h"

#define FADT_BYTES 244

static uint8_t *fadt;

/* A board with a FADT that promises a reset register. */
static void start_with_reset(void)
{
	start_board(1);
	fadt = add_table("FACP", FADT_BYTES);
	put(fadt + 112, 0x400, 4);
	fadt[116] = 1;
	fadt[117] = 8;
	put(fadt + 120, 0xcf9, 8);
	fadt[128] = 6;
}

static struct acpi_reset read_reset(void)
{
	struct acpi_reset reset;

	open_board();
	acpi_reset(&board.acpi, &reset);
	return reset;
}

TEST(reset_register_is_read)
{
	struct acpi_reset reset;

	start_with_reset();
	reset = read_reset();
	assert_null(reset.missing);
	assert_false(reset.memory_mapped);
	assert_int_equal(reset.address, 0xcf9);
	assert_int_equal(reset.value, 6);

	start_with_reset();
	fadt[116] = 0;
	put(fadt + 120, 0xfed0000c, 8);
	reset = read_reset();
	assert_null(reset.missing);
	assert_true(reset.memory_mapped);
	assert_int_equal(reset.address, 0xfed0000c);
}

/* Whatever the field holds. */
TEST(a_board_that_denies_its_reset_register)
{
	static const uint64_t flags[] = {0, ~UINT64_C(0x400)};

	for (size_t i = 0; i < ARRAY_SIZE(flags); i++) {
		struct acpi_reset reset;

		start_with_reset();
		put(fadt + 112, flags[i], 4);
		put(fadt + 120, i ? 0 : 0xb2, 8);
		reset = read_reset();
		assert_null(reset.missing);
		assert_false(reset.memory_mapped);
		assert_int_equal(reset.address, 0xcf9);
		assert_int_equal(reset.value, 6);
	}
}

TEST(reset_register_must_be_sound)
{
	static const struct {
		uint32_t at;
		uint64_t value;
		size_t bytes;
		const char *why;
	} cases[] = {
		{116, 2, 1, "neither a port nor in memory"}, /* PCI configuration space */
		{116, 0x7f, 1, "neither a port nor in memory"},
		{117, 0, 1, "is not one byte"},
		{117, 16, 1, "is not one byte"},
		{118, 1, 1, "is not one byte"},
		{120, 0, 8, "impossible address"},
		{120, 0x10000, 8, "impossible address"},
		{120, UINT64_MAX, 8, "impossible address"},
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct acpi_reset reset;

		start_with_reset();
		put(fadt + cases[i].at, cases[i].value, cases[i].bytes);
		reset = read_reset();
		assert_non_null(reset.missing);
		assert_non_null(strstr(reset.missing, cases[i].why));
	}
}

TEST(reset_register_of_a_table_too_short)
{
	start_with_reset();
	put(fadt + 4, 128, 4); /* ends before the value */
	assert_non_null(strstr(read_reset().missing, "too short"));
	start_with_reset();
	memcpy(fadt, "FACQ", 4);
	assert_non_null(strstr(read_reset().missing, "no sound FADT"));
}
