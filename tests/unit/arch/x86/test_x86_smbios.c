/* SPDX-License-Identifier: BSD-2-Clause */
/* Which board it is: SMBIOS tables as firmware leaves them, and as no firmware should. */
#include "arch/x86/smbios.h"
#include "tests/unit/support/unit.h"

#define BYTES  4096
#define ENTRY  0x40
#define TABLES 0x100
#define BASE   (SMBIOS_AREA + 0x8000)

static struct {
	uint8_t bytes[BYTES];
	size_t used; /* of them, by tables */
	struct board_identity identity;
} firmware;

static bool read_firmware(void *context, uint64_t at, void *to, size_t bytes)
{
	(void)context;
	if (at < BASE || at - BASE > BYTES || bytes > BYTES - (at - BASE))
		return false;
	memcpy(to, firmware.bytes + (at - BASE), bytes);
	return true;
}

static const struct acpi_memory memory = {.read = read_firmware};

static int clear(void **state)
{
	(void)state;
	memset(&firmware, 0, sizeof(firmware));
	firmware.used = TABLES;
	return 0;
}
BEFORE_EACH(clear)

/* A structure of `length` formatted bytes, which are given behind its header, and its texts, each with its zero. */
static void add(uint8_t type, uint8_t length, const void *formatted, const char *texts, size_t text_bytes)
{
	uint8_t *at = firmware.bytes + firmware.used;

	at[0] = type;
	at[1] = length;
	memcpy(at + 4, formatted, length - 4u);
	memcpy(at + length, texts, text_bytes);
	firmware.used += length + text_bytes + (text_bytes ? 1 : 2);
}
#define ADD(type, formatted, texts) \
	add(type, (uint8_t)(sizeof(formatted) + 4), formatted, texts, sizeof(texts) - (sizeof(texts) > 1 ? 0 : 1))

static void seal(uint8_t *entry, size_t bytes, size_t checksum)
{
	uint8_t sum = 0;

	entry[checksum] = 0;
	for (size_t i = 0; i < bytes; i++)
		sum = (uint8_t)(sum + entry[i]);
	entry[checksum] = (uint8_t)-sum;
}

/* An entry point that says to be `says` bytes long, and has a sum of 0 over `sealed`. */
static void make_entry_of(bool of_64_bits, uint8_t says, size_t sealed)
{
	uint8_t *entry = firmware.bytes + ENTRY;
	uint64_t table = BASE + TABLES, bytes = firmware.used - TABLES;

	memset(entry, 0, 64);
	entry[of_64_bits ? 6 : 5] = says;
	entry[0x1e] = 0x27; /* version 2.7; past the usual end of one of 64 bits */
	entry[0x21] = 1;    /* past that of both */
	if (of_64_bits) {
		memcpy(entry, "_SM3_", 5);
		memcpy(entry + 0x0c, &bytes, 4);
		memcpy(entry + 0x10, &table, 8);
		seal(entry, sealed, 5);
	} else {
		memcpy(entry, "_SM_", 4);
		memcpy(entry + 0x16, &bytes, 2);
		memcpy(entry + 0x18, &table, 4);
		seal(entry, sealed, 4);
	}
}

static void make_entry(bool of_64_bits)
{
	uint8_t bytes = of_64_bits ? 0x18 : 0x1f;

	make_entry_of(of_64_bits, bytes, bytes);
}

static void read_board(bool of_64_bits)
{
	make_entry(of_64_bits);
	smbios_read(&memory, BASE + ENTRY, &firmware.identity);
}

static void add_board(void)
{
	static const uint8_t bios[] = {1, 2, 0, 0, 3, 0};
	static const uint8_t system[] = {1,    2,    0,    3,    0x33, 0x22, 0x11, 0x00, 0x55, 0x44, 0x77,
					 0x66, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff, 0};
	static const uint8_t board[] = {1, 2, 0, 4}, second[] = {1, 1, 0, 1};
	static const uint8_t module[] = {0, 0, 0, 0, 0, 0, 0, 0, 0x00, 0x40}, none[10] = {0};
	static const uint8_t large[28] = {[8] = 0xff, [9] = 0x7f, [25] = 0x00, [26] = 0x01};

	ADD(0, bios,
	    "Maker\0F9\0"
	    "03/21/2017");
	ADD(1, system, "  Sold by \0Two\tRU\x80\0S/N 1");
	ADD(2, board, "B\0X10\0?");
	ADD(2, second, "riser");
	ADD(17, module, "");
	ADD(17, none, "");
	ADD(17, large, "");
	ADD(127, none, "");
}

TEST(both_entry_points_lead_to_the_board)
{
	for (unsigned of_64_bits = 0; of_64_bits < 2; of_64_bits++) {
		const struct board_identity *board = &firmware.identity;

		clear(NULL);
		add_board();
		read_board(of_64_bits);
		assert_string_equal(board->bios_maker, "Maker");
		assert_string_equal(board->bios, "F9");
		assert_string_equal(board->bios_date, "03/21/2017");
		assert_string_equal(board->maker, "Sold by");
		assert_string_equal(board->product, "TwoRU");
		assert_string_equal(board->serial, "S/N 1");
		assert_string_equal(board->uuid, "00112233-4455-6677-8899-aabbccddeeff");
		assert_string_equal(board->board_maker, "B");
		assert_string_equal(board->board, "X10");
		assert_string_equal(board->board_serial, ""); /* of its text there is none */
		assert_int_equal(board->modules, 2);
		assert_true(board->modules_bytes == (UINT64_C(0x4000) << 20) + (UINT64_C(0x10000) << 20));
		assert_int_equal(smbios_search(&memory), BASE + ENTRY);
	}
}

TEST(an_entry_point_of_64_bits_comes_first)
{
	static const uint8_t old[] = {1}, new[] = {1};

	ADD(1, old, "old");
	make_entry(false);
	memcpy(firmware.bytes, firmware.bytes + ENTRY, 32);
	firmware.used = TABLES;
	ADD(1, new, "new");
	make_entry(true);
	assert_int_equal(smbios_search(&memory), BASE + ENTRY);
	firmware.bytes[ENTRY + 5]++;
	assert_int_equal(smbios_search(&memory), BASE);
	firmware.bytes[4]++;
	assert_int_equal(smbios_search(&memory), 0);
	assert_false(smbios_is_entry(&memory, BASE));
}

/* Version 2.1 gives a length of 1EH, by mistake; later versions may be longer than they are today. */
TEST(an_entry_point_says_how_long_it_is)
{
	static const struct {
		bool of_64_bits, good;
		uint8_t says, sealed;
	} rows[] = {
		{false, true, 0x1e, 0x1e}, {false, true, 0x1e, 0x1f},  {false, true, 0x22, 0x22},
		{false, true, 0x40, 0x40}, {false, false, 0x1f, 0x1e}, {false, false, 0x1d, 0x1d},
		{false, false, 0, 0x1f},   {false, false, 0x41, 0x40}, {true, true, 0x20, 0x20},
		{true, false, 0x20, 0x18}, {true, false, 0x17, 0x17},  {true, false, 0xff, 0x18},
	};

	add_board();
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		make_entry_of(rows[i].of_64_bits, rows[i].says, rows[i].sealed);
		assert_int_equal(smbios_is_entry(&memory, BASE + ENTRY), rows[i].good);
	}
}

TEST(what_is_damaged_counts_as_missing)
{
	add_board();
	make_entry(true);
	firmware.bytes[ENTRY + 0x0c] ^= 1;
	smbios_read(&memory, BASE + ENTRY, &firmware.identity);
	assert_string_equal(firmware.identity.maker, "");
	smbios_read(&memory, 0, &firmware.identity);
	assert_string_equal(firmware.identity.maker, "");
	firmware.bytes[TABLES + 1] = 3; /* shorter than its header */
	read_board(true);
	assert_string_equal(firmware.identity.bios, "");
}

/* What is cut off within the second structure leaves the first. */
TEST(a_table_that_ends_too_early_says_what_it_has)
{
	add_board();
	firmware.used = TABLES + 10 + 21 + 6;
	read_board(false);
	assert_string_equal(firmware.identity.bios, "F9");
	assert_string_equal(firmware.identity.maker, "");
}

TEST(a_number_of_no_board_is_none)
{
	uint8_t system[21] = {0};

	ADD(1, system, "");
	read_board(true);
	assert_string_equal(firmware.identity.uuid, "");
	clear(NULL);
	memset(system + 4, 0xff, 16);
	ADD(1, system, "");
	read_board(true);
	assert_string_equal(firmware.identity.uuid, "");
}

TEST(texts_are_cut_and_modules_have_their_units)
{
	static const uint8_t bios[] = {1, 2}, kib[] = {0, 0, 0, 0, 0, 0, 0, 0, 0x00, 0x90};
	static const uint8_t unknown[] = {0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
	char texts[200];

	memset(texts, 'x', sizeof(texts));
	texts[150] = 0;
	texts[199] = 0;
	add(0, 6, bios, texts, sizeof(texts));
	ADD(17, kib, "");
	ADD(17, unknown, "");
	read_board(true);
	assert_int_equal(strlen(firmware.identity.bios_maker), BOARD_TEXT - 1);
	assert_int_equal(strlen(firmware.identity.bios), 48);
	assert_int_equal(firmware.identity.modules, 2);
	assert_int_equal(firmware.identity.modules_bytes, 0x1000 << 10);
}
