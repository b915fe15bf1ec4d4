/* SPDX-License-Identifier: BSD-2-Clause */
/* Ice Lake-SP: what is elsewhere than on Skylake-SP, typed once more from the sheet (Linux's uncore_snbep.c, PCM). */
#include "tests/unit/support/model_bench.h"
#include "tests/unit/support/unit.h"

#define GLOBAL_CTL   0x700
#define UNFREEZE_ALL BIT(61)
#define BOX_FREEZE   BIT(8)
#define OV_EN        BIT(20)
#define TID_EN       BIT(19)
#define SECOND       1000000000u

static enum silicon_answer reach(struct bench *bench, unsigned space, uint64_t address, unsigned bytes, bool write,
				 uint64_t *value)
{
	struct silicon_access access = {.space = (uint8_t)space, .bytes = (uint8_t)bytes, .address = address};

	if (write)
		return silicon_write(bench->silicon, bench->now, &access, *value);
	return silicon_read(bench->silicon, bench->now, &access, value);
}

static uint64_t load(struct bench *bench, unsigned space, uint64_t address, unsigned bytes)
{
	uint64_t value = 0;

	assert_int_equal(reach(bench, space, address, bytes, false, &value), SILICON_OK);
	return value;
}

static void store(struct bench *bench, unsigned space, uint64_t address, unsigned bytes, uint64_t value)
{
	assert_int_equal(reach(bench, space, address, bytes, true, &value), SILICON_OK);
}

/* All functions of a socket are on one bus: of two sockets 0x7e and 0xfe. */
static uint64_t place(unsigned bus, unsigned device, unsigned function)
{
	return (uint64_t)bus << 20 | device << 15 | function << 12;
}

static uint32_t config(struct bench *bench, uint64_t address)
{
	return (uint32_t)load(bench, SILICON_CONFIG, address, 4);
}

/* What a counter in MSRs counts in a second. */
static uint64_t second(struct bench *bench, uint32_t ctl, uint32_t ctr, uint64_t select)
{
	uint64_t count;

	put(bench, ctr, 0);
	put(bench, ctl, EN | select);
	go(bench, SECOND);
	count = get(bench, ctr);
	put(bench, ctl, 0);
	return count;
}

/* ---- CHAs ------------------------------------------------------------------------------------------------- */

TEST(test_chas_are_in_three_ranges)
{
	/* Linux's offsets of number 0, 17, 18, 33, 34 and 39 from 0xb60. */
	static const struct {
		unsigned number;
		uint32_t offset;
	} chas[] = {{0, 0x2a0}, {17, 0x38e}, {18, 0x3aa}, {33, 0x47c}, {34, 0x0}, {39, 0x46}};
	struct bench *bench = bench_of("ice-lake-sp", 1, "capid6 = 0xffffffff\ncapid7 = 0xff\n");

	for (size_t i = 0; i < ARRAY_SIZE(chas); i++) {
		uint32_t base = 0xb60 + chas[i].offset;

		assert_int_equal(second(bench, base + 4, base + 8 + 3, 0), 2200000000);
		put(bench, base + 1, EN);
		put(bench, base, BOX_FREEZE);
		assert_int_equal(second(bench, base + 2, base + 9, 0), 0);
	}
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_two_registers_say_how_many_chas_there_are)
{
	struct bench *bench = bench_of("ice-lake-sp", 1, "capid6 = 0x80000101\ncapid7 = 0x81\n");
	uint64_t pcu = place(0xff, 30, 3);

	assert_int_equal(config(bench, pcu), 0x345b8086);
	assert_int_equal(config(bench, pcu + 0x9c), 0x80000101);
	assert_int_equal(config(bench, pcu + 0xa0) & 0xff, 0x81);
	assert_int_equal(answer_to_read(bench, 0xe00 + 0xe * 4), SILICON_OK);
	assert_int_equal(answer_to_read(bench, 0xe00 + 0xe * 5), SILICON_FAULT);
	bench_free(bench);
}

/* There is no second filter, and no status that a source knows. */
TEST(test_a_cha_has_extensions_instead_of_a_filter)
{
	struct bench *bench = bench_of("ice-lake-sp", 1, "cores = 7\nrate.cha3.TOR_INSERTS.EVICT = 80000\n");
	uint32_t cha = 0xe00 + 0xe * 3;
	uint64_t one, two;

	assert_int_equal(answer_to_read(bench, cha + 6), SILICON_FAULT);
	assert_int_equal(answer_to_read(bench, cha + 7), SILICON_FAULT);
	assert_int_equal(second(bench, cha + 1, cha + 8, 0x0235), 80000);
	assert_int_equal(second(bench, cha + 1, cha + 8, 0x0235 | MASK(32, 26)), 80000);
	one = second(bench, cha + 1, cha + 8, 0x0235 | BIT(32));
	two = second(bench, cha + 1, cha + 8, 0x0235 | MASK(32, 2));
	assert_true(one > 0 && one < two && two < 80000);
	put(bench, cha + 5, 6);
	assert_int_equal(second(bench, cha + 1, cha + 8, 0x0235 | TID_EN), 10000);
	expect_clean(bench);
	put(bench, cha + 1, BIT(58));
	expect_violation(bench, "must be written as 0");
	bench_free(bench);
}

/* ---- other boxes in MSRs ------------------------------------------------------------------------------------ */

TEST(test_stacks_are_unequally_far_apart)
{
	static const uint32_t offsets[] = {0, 0x20, 0x40, 0x90, 0xb0, 0xd0},
			      traffic[] = {0, 0x10, 0x20, 0x90, 0xa0, 0xb0};
	struct bench *bench = bench_of("ice-lake-sp", 1, "");

	for (size_t i = 0; i < ARRAY_SIZE(offsets); i++) {
		uint32_t at = offsets[i];
		uint64_t clock = get(bench, 0xa55 + at), in = get(bench, 0xaa0 + traffic[i] + 7);

		assert_int_equal(second(bench, 0xa58 + 3 + at, 0xa51 + 3 + at, 1), 2200000000);
		assert_int_equal(second(bench, 0xa4d + 1 + at, 0xa4b + 1 + at, 1), 2200000000);
		assert_int_equal(second(bench, 0xa46 + 3 + at, 0xa41 + 3 + at, 1), 2200000000);
		assert_int_equal(get(bench, 0xa55 + at) - clock, UINT64_C(6600000000));
		assert_true(get(bench, 0xaa0 + traffic[i] + 7) > in);
		put(bench, 0xa4a + at, BOX_FREEZE);
		put(bench, 0xa40 + at, BOX_FREEZE);
		put(bench, 0xa50 + at, BOX_FREEZE);
	}
	/* 48 bits: beyond 2^36 of them. */
	go(bench, 30 * (uint64_t)SECOND);
	assert_true(get(bench, 0xa55) > BIT(36));
	/* Channels up to bit 47, classes from bit 48 on. */
	put(bench, 0xa58, EN | 0x0184 | MASK(36, 12) | MASK(48, 3));
	put(bench, 0xa58, 0);
	expect_clean(bench);
	put(bench, 0xa58, BIT(51));
	expect_violation(bench, "must be written as 0");
	bench_free(bench);
}

/* ---- memory channels ------------------------------------------------------------------------------------------ */

/* The base address of a controller, as Linux puts it together. */
static uint64_t controller(struct bench *bench, unsigned bus, unsigned number)
{
	uint64_t function = place(bus, 0, 1);

	assert_int_equal(config(bench, function), 0x34518086);
	return (uint64_t)(config(bench, function + 0xd0) & MASK(0, 29)) << 23 |
	       (uint64_t)(config(bench, function + 0xd8 + 4 * number) & MASK(0, 11)) << 12;
}

TEST(test_channels_are_where_base_registers_say)
{
	struct bench *bench = bench_of("ice-lake-sp", 2, "clock.dclk = 1466000000\nrate.imc*.CAS_COUNT.RD_REG = 777\n");

	for (unsigned i = 0; i < 2 * 4 * 3; i++) {
		uint64_t at = controller(bench, i / 12 ? 0xfe : 0x7e, i / 3 % 4) + 0x22800 + 0x4000 * (i % 3);

		store(bench, SILICON_MMIO, at + 0x54, 4, EN);
		store(bench, SILICON_MMIO, at + 0x40 + 4 * 3, 4, EN | 0x0104);
		go(bench, SECOND);
		store(bench, SILICON_MMIO, at, 4, BOX_FREEZE);
		go(bench, SECOND);
		assert_int_equal(load(bench, SILICON_MMIO, at + 0x38, 8), 1466000000);
		assert_int_equal(load(bench, SILICON_MMIO, at + 8 + 8 * 3, 8), 777);
		store(bench, SILICON_MMIO, at, 4, BOX_FREEZE | MASK(0, 2));
		assert_int_equal(load(bench, SILICON_MMIO, at + 8 + 8 * 3, 8), 0);
		assert_int_equal(load(bench, SILICON_MMIO, at + 0x40 + 4 * 3, 4), 0);
	}
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_sockets_have_device_memory_of_their_own)
{
	struct bench *bench = bench_of("ice-lake-sp", 2, "");
	uint64_t first = 0, last = 0, other = 0, value;

	assert_true(silicon_memory_range(bench->silicon, 0, &first, &last));
	assert_true(silicon_memory_range(bench->silicon, 1, &other, &value));
	assert_false(silicon_memory_range(bench->silicon, 2, &value, &value));
	assert_int_equal(controller(bench, 0x7e, 0), first);
	assert_int_equal(controller(bench, 0xfe, 0), other);
	assert_true(controller(bench, 0x7e, 3) + 0x22800 + 2 * 0x4000 + 0x58 <= last);
	assert_int_equal(reach(bench, SILICON_MMIO, last + 1, 8, false, &value), SILICON_NOT_MINE);
	store(bench, SILICON_MMIO, other + 0x22800 + 0x54, 4, EN);
	go(bench, SECOND);
	assert_int_equal(load(bench, SILICON_MMIO, first + 0x22800 + 0x38, 8), 0);
	assert_int_equal(load(bench, SILICON_MMIO, other + 0x22800 + 0x38, 8), 1600000000);
	bench_free(bench);
}

TEST(test_controllers_count_by_themselves)
{
	static const uint32_t counters[] = {0x2290, 0x2298, 0x22a0, 0x22a8};
	struct bench *bench = bench_of("ice-lake-sp", 1, "");
	uint64_t at = controller(bench, 0xfe, 2);

	go(bench, SECOND);
	assert_int_equal(load(bench, SILICON_MMIO, at + 0x22b0, 8), 1600000000);
	for (size_t i = 0; i < ARRAY_SIZE(counters); i++)
		assert_true(load(bench, SILICON_MMIO, at + counters[i], 8) > 0);
	expect_clean(bench);
	bench_free(bench);
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

TEST(test_boxes_in_functions_count)
{
	static const struct {
		unsigned device, function, id, box_ctl, ctl, ctl_stride, ctr;
		uint32_t select;
		uint64_t clock;
	} boxes[] = {
		{15, 0, 0x344a, 0x438, 0x468, 8, 0x440, 0x00, 2200000000},
		{4, 1, 0x3441, 0x318, 0x350, 8, 0x320, 0x01, 1300000000},
		{7, 1, 0x3446, 0xa0, 0xd8, 4, 0xa8, 0x01, 2200000000},
	};
	struct bench *bench = bench_of("ice-lake-sp", 2, "");

	assert_int_equal(config(bench, place(0x7e, 0, 0)), 0x34508086);
	assert_int_equal(config(bench, place(0xfe, 0, 0) + 0xc0) & 7, 1);
	for (size_t i = 0; i < ARRAY_SIZE(boxes); i++) {
		uint64_t at = place(0xfe, boxes[i].device, boxes[i].function);

		assert_int_equal(config(bench, at), boxes[i].id << 16 | 0x8086);
		store(bench, SILICON_CONFIG, at + boxes[i].ctl + 3 * boxes[i].ctl_stride, 4, EN | boxes[i].select);
		go(bench, SECOND);
		store(bench, SILICON_CONFIG, at + boxes[i].box_ctl, 4, BOX_FREEZE);
		assert_int_equal(config(bench, at + boxes[i].ctr + 8 * 3) |
					 (uint64_t)config(bench, at + boxes[i].ctr + 8 * 3 + 4) << 32,
				 boxes[i].clock);
	}
	/* Extensions: of an M2M up to bit 39, of a link up to bit 55. */
	store(bench, SILICON_CONFIG, place(0x7e, 12, 0) + 0x468 + 4, 4, 0xff);
	store(bench, SILICON_CONFIG, place(0x7e, 2, 1) + 0x350 + 4, 4, 0xffffff);
	expect_clean(bench);
	store(bench, SILICON_CONFIG, place(0x7e, 12, 0) + 0x468 + 4, 4, 0x100);
	expect_violation(bench, "must be written as 0");
	store(bench, SILICON_CONFIG, place(0x7e, 2, 1) + 0x350 + 4, 4, 0x1000000);
	expect_violation(bench, "must be written as 0");
	bench_free(bench);
}

/* ---- overflows ----------------------------------------------------------------------------------------------------- */

/* Where a status is, it tells; which bit of the global ones is whose nobody knows. */
TEST(test_overflows_of_the_pcu_are_told_there_alone)
{
	struct bench *bench = bench_of("ice-lake-sp", 1, "");

	put(bench, 0x717, TOP - 1000);
	put(bench, 0x711, EN | OV_EN);
	go(bench, 10000);
	assert_int_equal(get(bench, 0x716), 1);
	assert_int_equal(get(bench, 0x70e) | get(bench, 0x70f), 0);
	assert_int_equal(second(bench, 0xe01, 0xe08, 0), 0); /* all are frozen */
	put(bench, 0x716, 1);
	put(bench, GLOBAL_CTL, UNFREEZE_ALL);
	assert_int_equal(second(bench, 0xe01, 0xe08, 0), 2200000000);
	assert_int_equal(bench->pmis, 0);
	expect_clean(bench);
	bench_free(bench);
}
