/* SPDX-License-Identifier: BSD-2-Clause */
/* What the layer under OPAL payloads is given: archive, firmware's headers, and the instructions in it that
 * are replaced. And trees that are none. */
#include "silicon/opal/parts.h"
#include "silicon/opal/patch.h"
#include "silicon/opal/tree.h"
#include "tests/unit/support/unit.h"

/* ---- archive ------------------------------------------------------------------------------------------------- */

static uint8_t archive[4096];
static size_t archive_bytes;

static void put_member(const char *name, const char *content)
{
	char *at = (char *)archive + archive_bytes;

	archive_bytes +=
		(size_t)sprintf(at, "070701%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%s", 0, 0x81a4, 0, 0, 1,
				0, (unsigned)strlen(content), 0, 0, 0, 0, (unsigned)strlen(name) + 1, 0, name) +
		1;
	archive_bytes = (archive_bytes + 3) / 4 * 4;
	strcpy((char *)archive + archive_bytes, content);
	archive_bytes = (archive_bytes + strlen(content) + 3) / 4 * 4;
}

static void make_archive(void)
{
	memset(archive, 0, sizeof(archive));
	archive_bytes = 0;
	put_member("something/else", "x");
	put_member("firmware", "the firmware");
	put_member("scenario", "");
	put_member("TRAILER!!!", "");
}

static bool holds(struct part part, const char *text)
{
	return part.at && part.bytes == strlen(text) && !memcmp(part.at, text, part.bytes);
}

TEST(test_archive_is_taken_apart)
{
	struct parts parts;

	make_archive();
	assert_true(parts_open(&parts, (struct part){archive, archive_bytes}));
	assert_true(holds(parts.firmware, "the firmware") && holds(parts.scenario, ""));
	assert_null(parts.catalog.at);
}

TEST(test_archive_of_any_length)
{
	struct parts parts;
	size_t whole;

	make_archive();
	whole = archive_bytes;
	for (size_t bytes = 0; bytes < whole - 4; bytes++)
		assert_false(parts_open(&parts, (struct part){archive, bytes}));
}

TEST(test_archive_that_is_none)
{
	struct parts parts;

	make_archive();
	archive[0] = '1';
	assert_false(parts_open(&parts, (struct part){archive, archive_bytes}));
	archive_bytes = 0;
	memset(archive, 0, sizeof(archive));
	put_member("scenario", "alone");
	put_member("TRAILER!!!", "");
	assert_false(parts_open(&parts, (struct part){archive, archive_bytes}));
	memcpy(archive + 6 + 6 * 8, "FFFFFFFF", 8);
	assert_false(parts_open(&parts, (struct part){archive, archive_bytes}));
	memcpy(archive + 6 + 6 * 8, "0000000g", 8);
	assert_false(parts_open(&parts, (struct part){archive, archive_bytes}));
}

/* ---- ELF ----------------------------------------------------------------------------------------------------- */

static uint8_t elf_file[512];
static bool little;

static void put(unsigned at, uint64_t value, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++)
		elf_file[at + (little ? i : bytes - 1 - i)] = (uint8_t)(value >> 8 * i);
}

/* Two segments: code at 0x100 of the file, data at 0x180. The entry is 0x10 bytes into the code. */
static void make_elf(bool little_endian)
{
	little = little_endian;
	memset(elf_file, 0, sizeof(elf_file));
	memcpy(elf_file, "\177ELF\2", 5);
	elf_file[5] = little ? 1 : 2;
	put(18, 21, 2);
	put(24, 0x20000110, 8);
	put(32, 64, 8);
	put(54, 56, 2);
	put(56, 2, 2);
	for (unsigned i = 0; i < 2; i++) {
		put(64 + 56 * i, 1, 4);
		put(64 + 56 * i + 4, i ? 6 : 5, 4);
		put(64 + 56 * i + 8, 0x100 + 0x80 * i, 8);
		put(64 + 56 * i + 16, 0x20000100 + 0x80 * i, 8);
		put(64 + 56 * i + 32, 0x80, 8);
	}
}

static bool open_elf(struct elf *elf)
{
	return elf_open(elf, (struct part){elf_file, sizeof(elf_file)});
}

TEST(test_elf_of_either_byte_order)
{
	struct elf elf;

	for (unsigned i = 0; i < 2; i++) {
		make_elf(i);
		assert_true(open_elf(&elf));
		assert_int_equal(elf.little_endian, i);
		assert_int_equal(elf.entry, 0x110);
		assert_int_equal(elf.codes, 1);
		assert_true(elf.code[0].offset == 0x100 && elf.code[0].bytes == 0x80);
	}
}

TEST(test_elf_that_is_none)
{
	static const struct {
		unsigned at, bytes;
		uint64_t value;
	} rows[] = {
		{0, 1, 0},           /* magic */
		{4, 1, 1},           /* 32 bits */
		{5, 1, 3},           /* byte order */
		{18, 2, 20},         /* processor */
		{24, 8, 0x20000300}, /* entry in no segment */
		{32, 8, 500},        /* headers behind the file */
		{54, 2, 8},          /* headers too small */
		{56, 2, 9},          /* too many headers */
		{64 + 8, 8, 0x1f0},  /* segment behind the file */
	};
	struct elf elf;

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		make_elf(true);
		put(rows[i].at, rows[i].value, rows[i].bytes);
		assert_false(open_elf(&elf));
	}
}

/* ---- instructions -------------------------------------------------------------------------------------------- */

#define MFSPR_850(r) (0x7c12d2a6 | (uint32_t)(r) << 21)
#define MTSPR_850(r) (0x7c12d3a6 | (uint32_t)(r) << 21)
#define MFSPR_888(r) (0x7c18daa6 | (uint32_t)(r) << 21)
#define CODE         UINT64_C(0x20000000)
#define STUBS        UINT64_C(0x1ff08000)

static uint8_t code[1024], stubs[PATCH_STUBS * PATCH_STUB_WORDS * 4];

static struct patch make_patch(bool little_endian)
{
	memset(code, 0, sizeof(code));
	memset(stubs, 0, sizeof(stubs));
	return (struct patch){.little_endian = little_endian,
			      .areas = 0x3a100000,
			      .hook = 0x1ff00000,
			      .stubs = STUBS,
			      .memory = stubs};
}

static uint32_t word_at(const uint8_t *at, bool little_endian)
{
	return little_endian ? at[0] | at[1] << 8 | at[2] << 16 | (uint32_t)at[3] << 24
			     : at[3] | at[2] << 8 | at[1] << 16 | (uint32_t)at[0] << 24;
}

TEST(test_reads_are_replaced)
{
	for (unsigned i = 0; i < 2; i++) {
		struct patch patch = make_patch(i);

		for (unsigned reg = 0; reg < 32; reg++)
			patch_put_word(&patch, code + 4 * reg, MFSPR_850(reg));
		assert_true(patch_code(&patch, code, sizeof(code), CODE));
		for (unsigned reg = 0; reg < 32; reg++)
			assert_int_equal(word_at(code + 4 * reg, i), MFSPR_888(reg));
		assert_true(patch.reads == 32 && patch.used == 0);
	}
}

/* Where an unconditional branch at an address goes. */
static uint64_t target(uint32_t word, uint64_t address)
{
	assert_int_equal(word >> 26, 18);
	return address + (uint64_t)((int64_t)(int32_t)((word & 0x03fffffc) << 6) >> 6);
}

TEST(test_writes_become_branches_and_return)
{
	for (unsigned i = 0; i < 2; i++) {
		struct patch patch = make_patch(i);
		uint64_t stub;

		patch_put_word(&patch, code + 8, MTSPR_850(3));
		patch_put_word(&patch, code + 500, MTSPR_850(12));
		assert_true(patch_code(&patch, code, sizeof(code), CODE));
		assert_int_equal(patch.used, 2);
		stub = target(word_at(code + 500, i), CODE + 500);
		assert_int_equal(stub, STUBS + 4 * PATCH_STUB_WORDS);
		for (unsigned at = 0; at < PATCH_STUB_WORDS; at++) {
			uint32_t word = word_at(stubs + (stub - STUBS) + 4 * at, i);

			if (word >> 26 == 18 && word & 1)
				assert_int_equal(target(word, stub + 4 * at), 0x1ff00000);
			else if (word >> 26 == 18)
				assert_int_equal(target(word, stub + 4 * at), CODE + 504);
		}
	}
}

#define LI_4    0x38800000
#define LDBRX_3 0x7c601c28
#define BLR     0x4e800020

/* Branches of a stub: one calls the hook, the others go on in the code. */
static void assert_stub_returns(uint64_t stub, uint64_t to)
{
	bool hooked = false, returns = false;

	for (unsigned at = 0; at < PATCH_STUB_WORDS; at++) {
		uint32_t word = word_at(stubs + (stub - STUBS) + 4 * at, true);

		if (word >> 26 != 18)
			continue;
		hooked |= word & 1 && target(word, stub + 4 * at) == 0x1ff00000;
		returns |= !(word & 1) && target(word, stub + 4 * at) == to;
		/* What was replaced before the load is done last. */
		if (!(word & 1))
			assert_int_equal(word_at(stubs + (stub - STUBS) + 4 * (at - 1), true), LI_4);
	}
	assert_true(hooked && returns);
}

/* The load itself stays where a trap is expected, unless it is the one without an answer. */
TEST(test_loads_call_first)
{
	static const uint32_t load[] = {LI_4, LDBRX_3, BLR};

	for (unsigned silent = 0; silent < 2; silent++) {
		struct patch patch = make_patch(true);
		uint64_t stub;

		for (unsigned i = 0; i < ARRAY_SIZE(load); i++) {
			patch_put_word(&patch, code + 40 + 4 * i, load[i]);
			patch_put_word(&patch, code + 400 + 4 * i, load[i] ^ (i == 1)); /* another instruction */
		}
		assert_true(patch_loads(&patch, code, sizeof(code), CODE, silent ? 0x2f00000 : 0, false));
		assert_int_equal(patch.used, 1 + silent);
		stub = target(word_at(code + 40, true), CODE + 40);
		assert_stub_returns(stub, CODE + 44);
		if (silent)
			assert_int_equal(target(word_at(code + 44, true), CODE + 44), STUBS + 4 * PATCH_STUB_WORDS);
		else
			assert_int_equal(word_at(code + 44, true), LDBRX_3);
		assert_int_equal(word_at(code + 48, true), BLR);
		assert_int_equal(word_at(code + 400, true), LI_4);
	}
}

/* A register's neighbours, and the other byte order. */
TEST(test_other_instructions_stay)
{
	struct patch patch = make_patch(true);
	uint8_t before[sizeof(code)];

	patch_put_word(&patch, code, 0x7c71dba6); /* mtspr 889 */
	patch_put_word(&patch, code + 4, MTSPR_850(3) + 1);
	patch_put_word(&patch, code + 8, MTSPR_850(3) ^ 0x00010000);
	patch_put_word(&patch, code + 12, __builtin_bswap32(MTSPR_850(3)));
	patch_put_word(&patch, code + 18, MTSPR_850(3));
	memcpy(before, code, sizeof(code));
	assert_true(patch_code(&patch, code, sizeof(code), CODE));
	assert_memory_equal(before, code, sizeof(code));
	assert_true(!patch.used && !patch.reads);
}

TEST(test_stubs_have_limits)
{
	struct patch patch = make_patch(true);

	for (unsigned i = 0; i <= PATCH_STUBS; i++)
		patch_put_word(&patch, code + 4 * i, MTSPR_850(i % 32));
	assert_false(patch_code(&patch, code, sizeof(code), CODE));
	patch = make_patch(true);
	patch_put_word(&patch, code, MTSPR_850(5));
	assert_false(patch_code(&patch, code, sizeof(code), STUBS + 0x02000004));
	assert_true(patch_code(&patch, code, sizeof(code), STUBS + 0x01ffff00));
}

/* ---- trees that are none --------------------------------------------------------------------------------------- */

TEST(test_blobs_that_are_no_trees)
{
	static const uint8_t header[48] = {0xd0, 0x0d, 0xfe, 0xed, 0, 0,    0, 0x40, 0, 0,  0, 0x38, 0, 0,
					   0,    0x40, 0,    0,    0, 0x28, 0, 0,    0, 17, 0, 0,    0, 16};
	uint8_t blob[64];
	struct tree tree;

	memset(blob, 0, sizeof(blob));
	memcpy(blob, header, sizeof(header));
	assert_true(tree_open(&tree, blob, sizeof(blob)));
	assert_false(tree_is_whole(&tree));
	assert_false(tree_open(&tree, blob, 63));
	for (unsigned at = 0; at < 28; at++) {
		memcpy(blob, header, sizeof(header));
		blob[at] ^= 0x80;
		assert_false(tree_open(&tree, blob, sizeof(blob)) && tree_is_whole(&tree));
	}
}
