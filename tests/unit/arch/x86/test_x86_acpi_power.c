/* SPDX-License-Identifier: BSD-2-Clause */
/* How a PC is reset and switched off, as boards say it and as no board should: what is not known must not be tried. */
#include "arch/x86/acpi_power.h"
#include "tests/unit/support/acpi_board.h"

#define FADT_BYTES 244
#define DSDT       FIRST /* the number of its table: no root table names it */

static uint8_t *fadt;

/* A board with a FADT that promises all, as a board with two PM1 blocks has it, and a DSDT of `bytes` bytes of AML. */
static void start_powered(const void *aml, uint32_t bytes)
{
	start_board(2);
	head(board.tables++, "DSDT", 36 + bytes);
	memcpy(table_at(DSDT) + 36, aml, bytes);
	fadt = add_table("FACP", FADT_BYTES);
	put(fadt + 40, address_of(DSDT), 4);
	put(fadt + 48, 0xb2, 4);
	fadt[52] = 0xa0;
	put(fadt + 64, 0x404, 4);
	put(fadt + 68, 0x804, 4);
	fadt[89] = 2;
	put(fadt + 112, 0x400, 4);
	fadt[116] = 1;
	fadt[117] = 8;
	put(fadt + 120, 0xcf9, 8);
	fadt[128] = 6;
}

static struct acpi_off read_off(void)
{
	struct acpi_off off;

	open_board();
	acpi_off(&board.acpi, &off);
	return off;
}

static struct acpi_reset read_reset(void)
{
	struct acpi_reset reset;

	open_board();
	acpi_reset(&board.acpi, &reset);
	return reset;
}

/* ---- reset ---------------------------------------------------------------------------------------------- */

TEST(reset_register_is_read)
{
	struct acpi_reset reset;

	start_powered("", 0);
	reset = read_reset();
	assert_null(reset.missing);
	assert_false(reset.memory_mapped);
	assert_int_equal(reset.address, 0xcf9);
	assert_int_equal(reset.value, 6);

	start_powered("", 0);
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

		start_powered("", 0);
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

		start_powered("", 0);
		put(fadt + cases[i].at, cases[i].value, cases[i].bytes);
		reset = read_reset();
		assert_non_null(reset.missing);
		assert_non_null(strstr(reset.missing, cases[i].why));
	}
}

TEST(reset_register_of_a_table_too_short)
{
	start_powered("", 0);
	put(fadt + 4, 128, 4); /* ends before the value */
	assert_non_null(strstr(read_reset().missing, "too short"));
	start_powered("", 0);
	memcpy(fadt, "FACQ", 4);
	assert_non_null(strstr(read_reset().missing, "no sound FADT"));
	assert_non_null(strstr(read_off().missing, "no sound FADT"));
}

/* ---- the package of \_S5 ---------------------------------------------------------------------------------- */

#define S5        "_S5_"
#define PACKAGE   "\x12"
#define AML(text) text, sizeof(text) - 1

static void off_is(const struct acpi_off *off, unsigned type_a, unsigned type_b)
{
	if (off->missing)
		fail_msg("%s", off->missing);
	assert_int_equal(off->type_a, type_a);
	assert_int_equal(off->type_b, type_b);
}

TEST(packages_as_compilers_write_them)
{
	static const struct {
		const char *aml;
		uint32_t bytes;
		unsigned type_a, type_b;
	} cases[] = {
		{AML("\x08" S5 PACKAGE "\x06\x04\x00\x00\x00\x00"), 0, 0},         /* QEMU */
		{AML("\x08" S5 PACKAGE "\x08\x04\x0a\x05\x0a\x05\x00\x00"), 5, 5}, /* byte constants */
		{AML("\x08\\" S5 PACKAGE "\x07\x04\x0a\x07\x01\x00\x00"), 7, 1},   /* \_S5 */
		{AML("\x08" S5 PACKAGE "\x06\x02\x0b\x05\x00\x00"), 5, 0},         /* a word; ACPI 1.0's two */
		{AML("\x08" S5 PACKAGE "\x0b\x04\x0c\x06\x00\x00\x00\x0a\x06\x00\x00"), 6, 6}, /* a double word */
		{AML("\x08" S5 PACKAGE "\x0c\x02\x0e\x03\x00\x00\x00\x00\x00\x00\x00\x00"), 3, 0},
		{AML("\x10\x20\\\x00"
		     "\x08"
		     "_S4_" PACKAGE "\x06\x04\x06\x06\x00\x00"
		     "\x08" S5 PACKAGE "\x06\x04\x01\x01\x00\x00"),
		 1, 1}, /* inside Scope (\), behind _S4, whose elements are none we read */
		{AML("\x70\x08"
		     "_S5"
		     "\x08" S5 PACKAGE "\x06\x04\x01\x00\x00\x00"),
		 1, 0}, /* half a name before */
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct acpi_off off;

		start_powered(cases[i].aml, cases[i].bytes);
		off = read_off();
		off_is(&off, cases[i].type_a, cases[i].type_b);
		assert_int_equal(board.warnings.count, 0);
	}
}

/* The length of a package may take up to four bytes. */
TEST(package_lengths_of_all_sizes)
{
	static const struct {
		const char *aml;
		uint32_t bytes;
	} cases[] = {
		{AML("\x08" S5 PACKAGE "\x05\x02\x0a\x05\x01")},
		{AML("\x08" S5 PACKAGE "\x46\x00\x02\x0a\x05\x01")},
		{AML("\x08" S5 PACKAGE "\x87\x00\x00\x02\x0a\x05\x01")},
		{AML("\x08" S5 PACKAGE "\xc8\x00\x00\x00\x02\x0a\x05\x01")},
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct acpi_off off;

		start_powered(cases[i].aml, cases[i].bytes);
		off = read_off();
		off_is(&off, 5, 1);
	}
}

TEST(packages_that_are_none)
{
	static const struct {
		const char *aml;
		uint32_t bytes;
		const char *why;
	} cases[] = {
		{AML(""), "has no \\_S5"},
		{AML("_S5"), "has no \\_S5"},
		{AML("\x08"
		     "_S4_" PACKAGE "\x06\x04\x05\x05\x00\x00"),
		 "has no \\_S5"},
		{AML("\x08" S5), "no package of two"},
		{AML("\x08" S5 PACKAGE), "no package of two"},
		{AML("\x08" S5 PACKAGE "\x06"), "no package of two"},
		{AML("\x08" S5 PACKAGE "\x06\x04"), "no package of two"},
		{AML("\x08" S5 PACKAGE "\x06\x04\x01"), "no package of two"},
		{AML("\x0d" S5 PACKAGE "\x06\x04\x01\x01\x00\x00"), "no package of two"},   /* a string */
		{AML("\x0d\\" S5 PACKAGE "\x06\x04\x01\x01\x00\x00"), "no package of two"}, /* another */
		{AML("\x08" S5 "\x11\x06\x04\x01\x01\x00\x00"), "no package of two"},       /* a buffer */
		{AML("\x08" S5 PACKAGE "\x04\x01\x01\x01\x00"), "no package of two"},       /* one element */
		{AML("\x08" S5 PACKAGE "\x03\x02\x01\x01\x00"), "no package of two"}, /* it ends before the second */
		{AML("\x08" S5 PACKAGE "\x00\x02\x01\x01\x00"), "no package of two"}, /* shorter than its length */
		{AML("\x08" S5 PACKAGE "\xc1\x00\x00\x00\x02\x01\x01"), "no package of two"},
		{AML("\x08" S5 PACKAGE "\x3f\x02\x01\x01\x00"), "no package of two"}, /* beyond the table */
		{AML("\x08" S5 PACKAGE "\xcf\xff\xff\xff\x02\x01\x01\x00\x00"), "no package of two"},
		{AML("\x08" S5 PACKAGE "\x06\x04\x0a\x08\x01\x00\x00"), "no package of two"}, /* 8 is no sleep type */
		{AML("\x08" S5 PACKAGE "\x08\x04\x01\x0b\x01\x01\x00\x00"), "no package of two"},
		{AML("\x08" S5 PACKAGE "\x0d\x02\x0e\x01\x00\x00\x00\x01\x00\x00\x00\x01"), "no package of two"},
		{AML("\x08" S5 PACKAGE "\x06\x04\xff\x01\x00\x00"), "no package of two"}, /* Ones */
		{AML("\x08" S5 PACKAGE "\x0a\x02_TYA_TYB"), "no package of two"},         /* names */
		{AML("\x08" S5 PACKAGE "\x06\x04\x01\x01\x00\x00"
		     "\x08" S5 PACKAGE "\x06\x04\x01\x00\x00\x00"),
		 "differ"},
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct acpi_off off;

		start_powered(cases[i].aml, cases[i].bytes);
		off = read_off();
		if (!off.missing || !strstr(off.missing, cases[i].why))
			fail_msg("case %zu: %s", i, off.missing ? off.missing : "it is taken");
	}
}

static const char sound[] = "\x08" S5 PACKAGE "\x08\x04\x0a\x05\x0a\x02\x00\x00";

/* Said twice the same, or once by something that is no package, it is still said. */
TEST(packages_that_agree)
{
	struct acpi_off off;

	start_powered(AML("\x08" S5 PACKAGE "\x06\x04\x01\x01\x00\x00"
			  "\x0d" S5 "\x00"
			  "\x08\\" S5 PACKAGE "\x06\x04\x01\x01\x00\x00"));
	off = read_off();
	off_is(&off, 1, 1);
}

static void add_ssdt(const void *aml, uint32_t bytes)
{
	memcpy(add_table("SSDT", 36 + bytes) + 36, aml, bytes);
}

/* The DSDT and the SSDTs, each of them, say it together. */
TEST(package_may_be_in_any_ssdt)
{
	struct acpi_off off;

	start_powered(AML(""));
	add_ssdt(AML("\x08" S5 PACKAGE "\x06\x04\x07\x01\x00\x00"));
	off = read_off();
	assert_non_null(strstr(off.missing, "no package of two"));
	add_ssdt(sound, sizeof(sound) - 1);
	off = read_off();
	off_is(&off, 5, 2);
	add_ssdt(sound, sizeof(sound) - 1);
	off = read_off();
	off_is(&off, 5, 2);
	add_ssdt(AML("\x08" S5 PACKAGE "\x06\x04\x01\x01\x00\x00"));
	assert_non_null(strstr(read_off().missing, "differ"));
}

TEST(ssdt_and_dsdt_must_agree)
{
	struct acpi_off off;

	start_powered(sound, sizeof(sound) - 1);
	add_ssdt(AML("\x08" S5 PACKAGE "\x06\x04\x01\x01\x00\x00"));
	assert_non_null(strstr(read_off().missing, "differ"));
	start_powered(sound, sizeof(sound) - 1);
	add_ssdt(AML("_S4_"));
	off = read_off();
	off_is(&off, 5, 2);
}

TEST(table_must_be_sound_and_be_a_dsdt)
{
	start_powered(sound, sizeof(sound) - 1);
	memcpy(table_at(DSDT), "SSDT", 4);
	assert_non_null(strstr(read_off().missing, "no sound DSDT"));
	start_powered(sound, sizeof(sound) - 1);
	put(fadt + 40, 0, 4);
	assert_non_null(strstr(read_off().missing, "no sound DSDT"));
	start_powered(sound, sizeof(sound) - 1);
	put(fadt + 140, MEMORY_BASE + MEMORY_BYTES, 8); /* counts before the old one */
	assert_non_null(strstr(read_off().missing, "no sound DSDT"));
	start_powered(sound, sizeof(sound) - 1);
	open_board();
	table_at(DSDT)[40]++;
	{
		struct acpi_off off;

		acpi_off(&board.acpi, &off);
		assert_non_null(strstr(off.missing, "no sound DSDT"));
		warned("DSDT: wrong checksum");
	}
}

/* ---- ports ---------------------------------------------------------------------------------------------- */

TEST(ports_of_old_and_new_tables)
{
	struct acpi_off off;

	start_powered(sound, sizeof(sound) - 1);
	off = read_off();
	off_is(&off, 5, 2);
	assert_int_equal(off.pm1a, 0x404);
	assert_int_equal(off.pm1b, 0x804);
	assert_int_equal(off.smi_port, 0xb2);
	assert_int_equal(off.enable, 0xa0);

	start_powered(sound, sizeof(sound) - 1);
	fadt[172] = 1;
	put(fadt + 176, 0x1804, 8);
	put(fadt + 68, 0, 4);
	fadt[52] = 0;
	put(fadt + 140, address_of(DSDT), 8);
	off = read_off();
	off_is(&off, 5, 2);
	assert_int_equal(off.pm1a, 0x1804);
	assert_int_equal(off.pm1b, 0);
	assert_int_equal(off.smi_port, 0); /* with nothing to write there the machine is in ACPI mode always */
}

TEST(ports_that_are_none)
{
	static const struct {
		uint32_t at;
		uint64_t value;
		size_t bytes;
		const char *why;
	} cases[] = {
		{112, UINT64_C(1) << 20, 4, "hardware-reduced"},
		{64, 0, 4, "no port of PM1a"},
		{64, 0xffff, 4, "no port of PM1a"},
		{64, 0x10404, 4, "no port of PM1a"},
		{89, 1, 1, "no port of PM1a"},
		{176, 0x1804, 8, "no port of PM1a"}, /* in memory */
		{68, 0xffff, 4, "PM1b control is at no port"},
		{188, 0x1808, 8, "PM1b control is at no port"},
		{48, 0x10000, 4, "SMI command port"},
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct acpi_off off;

		start_powered(sound, sizeof(sound) - 1);
		put(fadt + cases[i].at, cases[i].value, cases[i].bytes);
		off = read_off();
		assert_non_null(off.missing);
		if (!strstr(off.missing, cases[i].why))
			fail_msg("case %zu: %s", i, off.missing);
	}
}
