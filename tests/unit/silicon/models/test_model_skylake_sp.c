/* SPDX-License-Identifier: BSD-2-Clause */
/* Skylake-SP and Cascade Lake-SP: where their registers are, typed once more from the sheet (Linux's uncore_snbep.c, PCM,
 * LIKWID), what overflows do, and what filters let through. */
#include "tests/unit/support/model_bench.h"
#include "tests/unit/support/unit.h"

#define GLOBAL_CTL    0x700
#define GLOBAL_STATUS 0x701
#define FREEZE_ALL    BIT(63)
#define UNFREEZE_ALL  BIT(61)
#define CHA(n)        (0xe00u + 0x10u * (n))
#define CHA_CTL(i)    (1u + (i))
#define FILTER0       5
#define FILTER1       6
#define STATUS_OF_CHA 7
#define CHA_CTR(i)    (8u + (i))
#define IIO(n)        (0xa40u + 0x20u * (n))
#define BOX_FREEZE    BIT(8)
#define RESET_ALL     MASK(0, 2)
#define OV_EN         BIT(20)
#define TID_EN        BIT(19)
#define SECOND        1000000000u
#define EVERYTHING    0x3bu /* rem, loc, all_opc, nm, not_nm */
#define LLC_LOOKUP    0x34u
#define TOR_INSERTS   0x35u

/* ---- configuration space -------------------------------------------------------------------------------- */

static unsigned bus_of(struct bench *bench, unsigned socket, unsigned index)
{
	return read_on(bench, socket, 0x300) >> 8 * index & 0xff;
}

static uint64_t place(struct bench *bench, unsigned socket, unsigned index, unsigned device, unsigned function)
{
	return (uint64_t)bus_of(bench, socket, index) << 20 | device << 15 | function << 12;
}

static uint32_t load(struct bench *bench, uint64_t address)
{
	struct silicon_access access = {.space = SILICON_CONFIG, .bytes = 4, .address = address};
	uint64_t value = 0;

	assert_int_equal(silicon_read(bench->silicon, bench->now, &access, &value), SILICON_OK);
	return (uint32_t)value;
}

static void store(struct bench *bench, uint64_t address, uint32_t value)
{
	struct silicon_access access = {.space = SILICON_CONFIG, .bytes = 4, .address = address};

	assert_int_equal(silicon_write(bench->silicon, bench->now, &access, value), SILICON_OK);
}

static uint64_t load_counter(struct bench *bench, uint64_t address)
{
	return load(bench, address) | (uint64_t)load(bench, address + 4) << 32;
}

static void store_counter(struct bench *bench, uint64_t address, uint64_t value)
{
	store(bench, address, (uint32_t)value);
	store(bench, address + 4, (uint32_t)(value >> 32));
}

TEST(test_functions_are_on_the_buses_that_the_socket_names)
{
	static const struct {
		unsigned index, device, function, id;
	} functions[] = {
		{1, 30, 3, 0x2083}, {2, 10, 2, 0x2042}, {2, 10, 6, 0x2046}, {2, 11, 2, 0x204a}, {2, 12, 2, 0x2042},
		{2, 12, 6, 0x2046}, {2, 13, 2, 0x204a}, {2, 8, 0, 0x2066},  {2, 9, 0, 0x2066},  {3, 14, 0, 0x2058},
		{3, 15, 0, 0x2058}, {3, 16, 0, 0x2058}, {3, 21, 1, 0x2088}, {3, 22, 1, 0x2088}, {3, 23, 1, 0x2088},
		{3, 22, 5, 0x2088}, {3, 18, 1, 0x204d}, {3, 18, 2, 0x204e}, {3, 18, 5, 0x204d},
	};
	struct bench *bench = bench_of("skylake-sp", 2, "");

	for (unsigned socket = 0; socket < 2; socket++) {
		uint64_t ubox = place(bench, socket, 0, 8, 0);

		assert_true(read_on(bench, socket, 0x300) >> 63);
		assert_int_equal(load(bench, ubox), 0x20148086);
		assert_int_equal(load(bench, ubox + 0xc0) & 7, socket);
		assert_int_equal(load(bench, ubox + 0xd4) >> 3 & 7, 1);
		for (size_t i = 0; i < ARRAY_SIZE(functions); i++)
			assert_int_equal(load(bench, place(bench, socket, functions[i].index, functions[i].device,
							   functions[i].function)),
					 functions[i].id << 16 | 0x8086);
	}
	/* A bus without a UBox is of the socket whose UBox is on the next lower one. */
	assert_true(bus_of(bench, 0, 5) < bus_of(bench, 1, 0));
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_the_capabilities_say_how_many_chas_there_are)
{
	static const struct {
		const char *scenario;
		uint32_t capabilities;
	} parts[] = {{"", 0x3c3c3c}, {"capid6 = 0x8000001\n", 0x8000001}, {"capid6 = 0xfffffff\n", 0xfffffff}};

	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		struct bench *bench = bench_of("skylake-sp", 1, parts[i].scenario);
		unsigned chas = count_bits(parts[i].capabilities);

		assert_int_equal(load(bench, place(bench, 0, 1, 30, 3) + 0x9c) & MASK(0, 28), parts[i].capabilities);
		assert_int_equal(answer_to_read(bench, CHA(chas - 1) + CHA_CTL(0)), SILICON_OK);
		if (chas < 28)
			assert_int_equal(answer_to_read(bench, CHA(chas) + CHA_CTL(0)), SILICON_FAULT);
		bench_free(bench);
	}
}

/* ---- counting ----------------------------------------------------------------------------------------------- */

/* What counter `i` of a box in MSRs counts in a second. */
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

static uint64_t cha_second(struct bench *bench, uint64_t select)
{
	return second(bench, CHA(2) + CHA_CTL(0), CHA(2) + CHA_CTR(0), select);
}

TEST(test_boxes_in_msrs_count_their_clocks)
{
	static const struct {
		uint32_t ctl, ctr;
		uint64_t select, clock;
	} boxes[] = {
		{CHA(11) + CHA_CTL(3), CHA(11) + CHA_CTR(3), 0, 2400000000},
		{IIO(5) + 8 + 2, IIO(5) + 1 + 2, 1, 2400000000},
		{0xa58 + 0x20 * 5 + 3 + 1, 0xa58 + 0x20 * 5 + 1 + 1, 1, 2400000000},
		{0x711 + 3, 0x717 + 3, 0, 1000000000},
	};
	struct bench *bench = bench_of("skylake-sp", 1, "");

	for (size_t i = 0; i < ARRAY_SIZE(boxes); i++)
		assert_int_equal(second(bench, boxes[i].ctl, boxes[i].ctr, boxes[i].select), boxes[i].clock);
	/* The UBox has a fixed counter instead. */
	put(bench, 0x703, EN);
	go(bench, SECOND);
	put(bench, 0x703, 0);
	assert_int_equal(get(bench, 0x704), 2400000000);
	assert_true(second(bench, 0x705 + 1, 0x709 + 1, 0x142) > 0);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_boxes_in_functions_count)
{
	static const struct {
		unsigned index, device, function, box_ctl, ctl, ctl_stride, ctr, count;
		uint32_t select;
		uint64_t clock;
	} boxes[] = {
		{2, 13, 2, 0xf4, 0xd8, 4, 0xa0, 4, 0x00, 1333000000},
		{2, 9, 0, 0x258, 0x228, 8, 0x200, 4, 0x00, 2400000000},
		{3, 16, 0, 0x378, 0x350, 8, 0x318, 4, 0x01, 1300000000},
		{3, 18, 5, 0xf4, 0xd8, 4, 0xa0, 3, 0x01, 2400000000},
	};
	struct bench *bench = bench_of("skylake-sp", 2, "");

	for (size_t i = 0; i < ARRAY_SIZE(boxes); i++) {
		uint64_t at = place(bench, 1, boxes[i].index, boxes[i].device, boxes[i].function);
		uint64_t ctl = at + boxes[i].ctl + boxes[i].ctl_stride * (boxes[i].count - 1);
		uint64_t ctr = at + boxes[i].ctr + 8 * (boxes[i].count - 1);

		store(bench, ctl, (uint32_t)EN | boxes[i].select);
		go(bench, SECOND);
		store(bench, at + boxes[i].box_ctl, (uint32_t)BOX_FREEZE);
		go(bench, SECOND);
		assert_int_equal(load_counter(bench, ctr), boxes[i].clock);
		store(bench, at + boxes[i].box_ctl, (uint32_t)(BOX_FREEZE | RESET_ALL));
		assert_int_equal(load(bench, at + boxes[i].box_ctl), BOX_FREEZE);
		assert_int_equal(load_counter(bench, ctr), 0);
		assert_int_equal(load(bench, ctl), 0);
		/* Both ways of writing the unknown bits are known to run. */
		store(bench, at + boxes[i].box_ctl, 3u << 16);
	}
	/* M2PCIe counts whatever it is told: no source has events of it. One code is of counters 0 and 1 alone. */
	store(bench, place(bench, 0, 3, 22, 5) + 0xd8, (uint32_t)EN);
	go(bench, SECOND);
	assert_int_equal(load_counter(bench, place(bench, 0, 3, 22, 5) + 0xa0), 0);
	store(bench, place(bench, 0, 3, 22, 5) + 0xd8 + 4 * 3, (uint32_t)EN | 0x44);
	go(bench, SECOND);
	assert_true(load_counter(bench, place(bench, 0, 3, 22, 5) + 0xa0 + 8 * 3) > 0);
	expect_clean(bench);
	store(bench, place(bench, 0, 3, 21, 1) + 0xd8 + 4 * 2, (uint32_t)EN | 0x123);
	expect_violation(bench, "cannot be counted by this counter");
	bench_free(bench);
}

TEST(test_channels_have_a_fixed_counter_of_dclk)
{
	struct bench *bench = bench_of("cascade-lake-sp", 1, "clock.dclk = 1466000000\n");
	uint64_t at = place(bench, 0, 2, 12, 6);

	store(bench, at + 0xf0, (uint32_t)EN);
	go(bench, SECOND);
	assert_int_equal(load_counter(bench, at + 0xd0), 1466000000);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_free_running_counters_have_36_bits)
{
	struct bench *bench = bench_of("skylake-sp", 1, "");

	for (unsigned n = 0; n < 6; n++) {
		uint64_t clock = get(bench, IIO(n) + 5), in = get(bench, 0xb00 + 0x10 * n + 3),
			 out = get(bench, 0xb00 + 0x10 * n + 7), util_in = get(bench, 0xb08 + 0x10 * n + 6),
			 util_out = get(bench, 0xb08 + 0x10 * n + 7);

		go(bench, SECOND);
		assert_int_equal(get(bench, IIO(n) + 5) - clock, 2400000000);
		assert_true(get(bench, 0xb00 + 0x10 * n + 3) > in && get(bench, 0xb00 + 0x10 * n + 7) > out);
		assert_true(get(bench, 0xb08 + 0x10 * n + 6) > util_in && get(bench, 0xb08 + 0x10 * n + 7) > util_out);
	}
	/* They wrap: 2^36 ticks of 2.4 GHz are 28.6 s. */
	go(bench, 24 * (uint64_t)SECOND);
	assert_int_equal(get(bench, IIO(0) + 5), UINT64_C(30) * 2400000000 - BIT(36));
	expect_clean(bench);
	put(bench, IIO(0) + 5, 0);
	expect_violation(bench, "runs freely");
	bench_free(bench);
}

/* ---- freezes and overflows ------------------------------------------------------------------------------------ */

static bool cha_moves(struct bench *bench)
{
	uint64_t before = get(bench, CHA(1) + CHA_CTR(0));

	go(bench, 1000);
	return get(bench, CHA(1) + CHA_CTR(0)) != before;
}

TEST(test_a_freeze_of_the_socket_lasts_until_it_is_ended)
{
	struct bench *bench = bench_of("skylake-sp", 1, "");

	put(bench, CHA(1) + CHA_CTL(0), EN);
	assert_true(cha_moves(bench));
	put(bench, GLOBAL_CTL, FREEZE_ALL);
	assert_false(cha_moves(bench));
	assert_int_equal(get(bench, GLOBAL_CTL), 0);
	put(bench, GLOBAL_CTL, 0);
	assert_false(cha_moves(bench));
	put(bench, GLOBAL_CTL, UNFREEZE_ALL);
	assert_true(cha_moves(bench));
	put(bench, CHA(1), BOX_FREEZE);
	assert_false(cha_moves(bench));
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_firmware_may_have_left_the_socket_frozen)
{
	struct bench *bench = bench_of("skylake-sp", 1, "global = frozen\n");

	put(bench, CHA(1) + CHA_CTL(0), EN);
	assert_false(cha_moves(bench));
	put(bench, GLOBAL_CTL, UNFREEZE_ALL);
	assert_true(cha_moves(bench));
	put(bench, CHA(1) + CHA_CTL(0), 0);
	put(bench, CHA(1) + CHA_CTR(0), 0);
	/* It cannot be read, so nobody is asked to freeze it again. */
	silicon_leave(bench->silicon, bench->now);
	expect_clean(bench);
	bench_free(bench);
}

/* The clock on counter 0 of CHA 1, a few counts before its overflow, and past it. */
static void overflow_cha(struct bench *bench, uint64_t more)
{
	put(bench, CHA(1) + CHA_CTR(0), TOP - 1000);
	put(bench, CHA(1) + CHA_CTL(0), EN | more);
	go(bench, 10000);
}

TEST(test_an_overflow_that_asks_for_it_is_told_and_freezes)
{
	struct bench *bench = bench_of("skylake-sp", 1, "");

	overflow_cha(bench, OV_EN);
	assert_int_equal(get(bench, CHA(1) + STATUS_OF_CHA), 1);
	assert_int_equal(get(bench, GLOBAL_STATUS), BIT(3 + 1));
	assert_false(cha_moves(bench));
	assert_int_equal(bench->pmis, 0);
	put(bench, CHA(1) + STATUS_OF_CHA, 1);
	assert_int_equal(get(bench, CHA(1) + STATUS_OF_CHA), 0);
	assert_int_equal(get(bench, GLOBAL_STATUS), BIT(3 + 1));
	put(bench, GLOBAL_STATUS, BIT(3 + 1));
	assert_int_equal(get(bench, GLOBAL_STATUS), 0);
	put(bench, GLOBAL_CTL, UNFREEZE_ALL);
	assert_true(cha_moves(bench));
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_a_freeze_may_come_late_or_never)
{
	struct bench *bench = bench_of("skylake-sp", 1, "freeze.delay = 100000\n");

	overflow_cha(bench, OV_EN);
	assert_true(cha_moves(bench));
	go(bench, 100000);
	assert_false(cha_moves(bench));
	put(bench, GLOBAL_CTL, UNFREEZE_ALL);
	put(bench, CHA(1) + CHA_CTL(0), 0);
	put(bench, CHA(1) + STATUS_OF_CHA, 1);
	overflow_cha(bench, OV_EN);
	put(bench, GLOBAL_CTL, UNFREEZE_ALL);
	go(bench, 100000);
	assert_true(cha_moves(bench));
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_an_overflow_that_does_not_ask_shows_in_its_box_alone)
{
	struct bench *bench = bench_of("skylake-sp", 1, "");

	overflow_cha(bench, 0);
	assert_int_equal(get(bench, CHA(1) + STATUS_OF_CHA), 1);
	assert_int_equal(get(bench, GLOBAL_STATUS), 0);
	assert_true(cha_moves(bench));
	bench_free(bench);
}

TEST(test_overflows_may_be_told_alone)
{
	struct bench *bench = bench_of("skylake-sp", 1, "overflow = told\n");

	overflow_cha(bench, OV_EN);
	assert_int_equal(get(bench, GLOBAL_STATUS), BIT(3 + 1));
	assert_true(cha_moves(bench));
	bench_free(bench);
}

/* The UBox's fixed counter has a bit of its own, in both statuses. */
TEST(test_the_fixed_counter_of_the_ubox_is_told_of)
{
	struct bench *bench = bench_of("skylake-sp", 1, "");

	put(bench, 0x704, TOP - 1000);
	put(bench, 0x703, EN);
	go(bench, 10000);
	assert_int_equal(get(bench, 0x708), 1);
	assert_int_equal(get(bench, GLOBAL_STATUS), 0);
	put(bench, 0x703, 0);
	put(bench, 0x708, 1);
	put(bench, 0x704, TOP - 1000);
	put(bench, 0x703, EN | OV_EN);
	go(bench, 10000);
	assert_int_equal(get(bench, 0x708), 1);
	assert_int_equal(get(bench, GLOBAL_STATUS), 1);
	bench_free(bench);
}

/* Each box's bit by LIKWID's map; 64: it knows none. */
TEST(test_an_overflow_shows_where_a_source_knows_its_bit)
{
	static const struct {
		unsigned index, device, function, ctl, ctr, bit;
		uint32_t select;
	} boxes[] = {
		{2, 10, 2, 0xd8, 0xa0, 39, 0x00},   {2, 11, 2, 0xd8, 0xa0, 39, 0x00},
		{2, 12, 6, 0xd8, 0xa0, 40, 0x00},   {3, 14, 0, 0x350, 0x318, 41, 0x01},
		{3, 15, 0, 0x350, 0x318, 42, 0x01}, {3, 16, 0, 0x350, 0x318, 43, 0x01},
		{3, 18, 1, 0xd8, 0xa0, 46, 0x01},   {3, 18, 2, 0xd8, 0xa0, 47, 0x01},
		{3, 18, 5, 0xd8, 0xa0, 64, 0x01},   {2, 8, 0, 0x228, 0x200, 62, 0x00},
		{2, 9, 0, 0x228, 0x200, 63, 0x00},
	};
	struct bench *bench = bench_of("skylake-sp", 1, "");

	for (size_t i = 0; i < ARRAY_SIZE(boxes) * 2; i++) {
		size_t n = i / 2; /* twice: without a status of its own it is cleared there */
		uint64_t at = place(bench, 0, boxes[n].index, boxes[n].device, boxes[n].function);
		uint64_t bit = boxes[n].bit < 64 ? BIT(boxes[n].bit) : 0;

		store_counter(bench, at + boxes[n].ctr, TOP - 1000);
		store(bench, at + boxes[n].ctl, (uint32_t)EN | boxes[n].select);
		go(bench, 10000);
		assert_int_equal(get(bench, GLOBAL_STATUS), 0);
		store(bench, at + boxes[n].ctl, 0);
		store_counter(bench, at + boxes[n].ctr, TOP - 1000);
		store(bench, at + boxes[n].ctl, (uint32_t)(EN | OV_EN) | boxes[n].select);
		go(bench, 10000);
		assert_int_equal(get(bench, GLOBAL_STATUS), bit);
		put(bench, GLOBAL_STATUS, bit);
		assert_int_equal(get(bench, GLOBAL_STATUS), 0);
		put(bench, GLOBAL_CTL, UNFREEZE_ALL);
		store(bench, at + boxes[n].ctl, 0);
	}
	expect_clean(bench);
	bench_free(bench);
}

/* An IRP shows where its IIO does; of the last two no source knows a bit. */
TEST(test_stacks_share_bits)
{
	struct bench *bench = bench_of("skylake-sp", 1, "");

	for (unsigned n = 0; n < 6; n++) {
		put(bench, 0xa59 + 0x20 * n, TOP - 1000);
		put(bench, 0xa5b + 0x20 * n, EN | OV_EN | 1);
		go(bench, 10000);
		assert_int_equal(get(bench, GLOBAL_STATUS), n < 5 ? BIT(56 + n) : 0);
		put(bench, GLOBAL_STATUS, get(bench, GLOBAL_STATUS));
		put(bench, GLOBAL_CTL, UNFREEZE_ALL);
		put(bench, IIO(n) + 1, TOP - 1000);
		put(bench, IIO(n) + 8, EN | OV_EN | 1);
		go(bench, 10000);
		assert_int_equal(get(bench, IIO(n) + 7), 1);
		assert_int_equal(get(bench, GLOBAL_STATUS), n < 5 ? BIT(56 + n) : 0);
		put(bench, GLOBAL_STATUS, get(bench, GLOBAL_STATUS));
		put(bench, GLOBAL_CTL, UNFREEZE_ALL);
		put(bench, IIO(n) + 8, 0);
		put(bench, 0xa5b + 0x20 * n, 0);
	}
	expect_clean(bench);
	bench_free(bench);
}

/* ---- filters --------------------------------------------------------------------------------------------------- */

TEST(test_states_of_lookups_add_up)
{
	struct bench *bench = bench_of("skylake-sp", 1, "rate.cha2.LLC_LOOKUP.DATA_READ = 55000\n");
	uint64_t sum = 0;

	for (unsigned i = 0; i < 10; i++) {
		uint64_t count;

		put(bench, CHA(2) + FILTER0, BIT(17 + i));
		count = cha_second(bench, LLC_LOOKUP | 0x0300);
		assert_true(count > 0);
		sum += count;
	}
	put(bench, CHA(2) + FILTER0, MASK(17, 10));
	assert_int_equal(cha_second(bench, LLC_LOOKUP | 0x0300), 55000);
	assert_int_equal(sum, 55000);
	expect_clean(bench);
	put(bench, CHA(2) + FILTER0, 0);
	assert_int_equal(cha_second(bench, LLC_LOOKUP | 0x0300), 0);
	expect_violation(bench, "state is 0");
	/* A umask that no row has. */
	put(bench, CHA(2) + FILTER0, MASK(17, 10));
	put(bench, CHA(2) + CHA_CTL(0), EN | LLC_LOOKUP | 0x0200);
	expect_violation(bench, "umask 0x2 means nothing");
	bench_free(bench);
}

TEST(test_the_other_filter_chooses_requests)
{
	static const struct {
		uint32_t filter;
		uint64_t count;
	} filters[] = {
		{EVERYTHING, 640000},
		{EVERYTHING & ~1u, 480000},               /* local */
		{EVERYTHING & ~2u, 160000},               /* remote */
		{EVERYTHING & ~3u, 0},                    /* neither */
		{EVERYTHING & ~0x20u, 80000},             /* near memory */
		{0x40433, 30000},                         /* DRd, as perfmon has it */
		{0x40433 | 0x200u << 19, 40000},          /* and RFO */
		{0x40433 | 0x202u << 19, 30000},          /* the same twice */
		{0x33 | 0x3ffu << 9, 0},                  /* nobody's */
		{EVERYTHING | (uint32_t)BIT(30), 160000}, /* not coherent */
		{EVERYTHING | (uint32_t)BIT(29), 80000},  /* C6 */
		{EVERYTHING | (uint32_t)BIT(31), 40000},  /* isochronous */
	};
	struct bench *bench = bench_of("skylake-sp", 1, "rate.cha*.TOR_INSERTS.IRQ = 640000\n");

	for (size_t i = 0; i < ARRAY_SIZE(filters); i++) {
		put(bench, CHA(2) + FILTER1, filters[i].filter);
		assert_int_equal(cha_second(bench, TOR_INSERTS | 0x0100), filters[i].count);
	}
	expect_clean(bench);
	put(bench, CHA(2) + FILTER1, 0);
	cha_second(bench, TOR_INSERTS | 0x0100);
	expect_violation(bench, "its filter is 0");
	bench_free(bench);
}

TEST(test_threads_have_equal_shares)
{
	struct bench *bench = bench_of("skylake-sp", 1, "cores = 7\nrate.cha2.RxC_INSERTS.IRQ = 800\n");

	assert_int_equal(cha_second(bench, 0x0113), 800);
	put(bench, CHA(2) + FILTER0, 3);
	assert_int_equal(cha_second(bench, 0x0113), 800);
	assert_int_equal(cha_second(bench, 0x0113 | TID_EN), 100);
	put(bench, CHA(2) + FILTER0, 0x1ff);
	assert_int_equal(cha_second(bench, 0x0113 | TID_EN), 0);
	expect_clean(bench);
	bench_free(bench);
}

/* Links 0 to 3 bring 1 to 4 of ten. */
TEST(test_credits_are_of_links)
{
	struct bench *bench = bench_of("skylake-sp", 1, "rate.cha2.UPI_CREDITS_ACQUIRED.VNA = 1000\n");

	assert_int_equal(cha_second(bench, 0x0138), 1000);
	put(bench, CHA(2) + FILTER0, BIT(9 + 2));
	assert_int_equal(cha_second(bench, 0x0138), 300);
	bench_free(bench);
}

/* Channels and classes of an IIO: each bit more lets more pass, and all of them everything. */
TEST(test_masks_of_an_iio_let_parts_pass)
{
	struct bench *bench = bench_of("skylake-sp", 1, "rate.iio3.TXN_REQ_OF_CPU.MEM_WRITE.PART0 = 1000000\n");
	uint64_t one, two, all;

	one = second(bench, IIO(3) + 8, IIO(3) + 1, 0x0184 | BIT(36) | MASK(44, 3));
	two = second(bench, IIO(3) + 8, IIO(3) + 1, 0x0184 | MASK(36, 2) | MASK(44, 3));
	all = second(bench, IIO(3) + 8, IIO(3) + 1, 0x0184 | MASK(36, 8) | MASK(44, 3));
	assert_true(one > 0 && one < two && two < all);
	assert_int_equal(all, 1000000);
	assert_true(second(bench, IIO(3) + 8, IIO(3) + 1, 0x0184 | MASK(36, 8) | BIT(44)) < all);
	expect_clean(bench);
	put(bench, IIO(3) + 8, BIT(47));
	expect_violation(bench, "0x800000000000 must be written as 0");
	bench_free(bench);
}

TEST(test_states_of_power_are_numbers)
{
	struct bench *bench = bench_of("skylake-sp", 1, "rate.pcu.POWER_STATE_OCCUPANCY.CORES_C6 = 777\n");

	assert_int_equal(second(bench, 0x711, 0x717, 0xc080), 777);
	assert_true(second(bench, 0x711, 0x717, 0x4080) > 777);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_banks_of_ranks_are_numbers)
{
	struct bench *bench = bench_of("skylake-sp", 1, "rate.imc*.RD_CAS_RANK1.BANK10 = 1234\n");
	uint64_t at = place(bench, 0, 2, 10, 6);

	store(bench, at + 0xd8, (uint32_t)EN | 0x0ab1);
	go(bench, SECOND);
	assert_int_equal(load_counter(bench, at + 0xa0), 1234);
	store(bench, at + 0xd8, 0);
	expect_clean(bench);
	store(bench, at + 0xd8, (uint32_t)EN | 0x15b1);
	expect_violation(bench, "umask 0x15 means nothing");
	bench_free(bench);
}

/* ---- rules, and what differs -------------------------------------------------------------------------------------- */

TEST(test_bits_that_no_source_knows_break_a_rule)
{
	static const struct {
		uint32_t address;
		uint64_t value;
	} writes[] = {
		{GLOBAL_CTL, BIT(62)}, {GLOBAL_CTL, BIT(0)},       {GLOBAL_STATUS, BIT(44)},    {CHA(0), BIT(9)},
		{0x703, BIT(19)},      {CHA(0) + FILTER1, BIT(2)}, {CHA(0) + FILTER0, BIT(13)}, {0x711, BIT(29)},
		{0x705, BIT(29)},      {IIO(0), BIT(2)},           {IIO(0) + 7, BIT(4)},
	};
	struct bench *bench = bench_of("skylake-sp", 1, "");

	for (size_t i = 0; i < ARRAY_SIZE(writes); i++) {
		put(bench, writes[i].address, writes[i].value);
		expect_violation(bench, "must be written as 0");
	}
	put(bench, CHA(0) + CHA_CTL(1), EN | 0x0136);
	expect_violation(bench, "cannot be counted by this counter");
	bench_free(bench);
}

/* Cascade Lake-SP is Skylake-SP with events of persistent memory. */
TEST(test_cascade_lake_counts_persistent_memory)
{
	struct bench *bench = bench_of("cascade-lake-sp", 1, "rate.imc*.PMM_RPQ_INSERTS = 321\n");
	uint64_t at = place(bench, 0, 2, 10, 2);

	store(bench, at + 0xd8, (uint32_t)EN | 0xe3);
	store(bench, at + 0xd8 + 4, (uint32_t)EN | 0x0304);
	go(bench, SECOND);
	assert_int_equal(load_counter(bench, at + 0xa0), 321);
	assert_true(load_counter(bench, at + 0xa0 + 8) > 0);
	expect_clean(bench);
	bench_free(bench);

	bench = bench_of("skylake-sp", 1, "");
	store(bench, place(bench, 0, 2, 10, 2) + 0xd8, (uint32_t)EN | 0xe3);
	expect_violation(bench, "event 0xe3 is none of this box's");
	bench_free(bench);
}
