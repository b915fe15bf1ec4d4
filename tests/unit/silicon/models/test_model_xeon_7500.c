/* SPDX-License-Identifier: BSD-2-Clause */
/* The Xeon 7500's uncore as its programming guide describes it: what counts, when, and how exactly. */
#include "lib/basic.h"
#include "tests/unit/support/model_bench.h"
#include "tests/unit/support/unit.h"

/* Ticks by time t of a source of `rate` per second. */
static uint64_t ticks(uint64_t rate, uint64_t t)
{
	return (uint64_t)((unsigned __int128)rate * t / 1000000000u);
}

/* ---- registers ---------------------------------------------------------------------------------- */

struct run {
	uint32_t first, count;
};

/* Everything but the C-Boxes. */
static const struct run runs[] = {
	{0xc00, 3}, {0xc10, 2},              /* U */
	{0xc80, 3}, {0xc90, 8},  {0x394, 2}, /* W */
	{0xc40, 3}, {0xc50, 8},  {0xe48, 3}, /* S0 */
	{0xcc0, 3}, {0xcd0, 8},  {0xe58, 3}, /* S1 */
	{0xc20, 3}, {0xc30, 8},  {0xe45, 2}, /* B0 */
	{0xc60, 3}, {0xc70, 8},  {0xe4d, 2}, /* B1 */
	{0xca0, 3}, {0xca4, 8},  {0xcb0, 12},
	{0xe54, 3}, /* M0 */
	{0xce0, 3}, {0xce4, 8},  {0xcf0, 12},
	{0xe5c, 3},                           /* M1 */
	{0x034, 1}, {0x1a4, 1},               /* SMIs, prefetchers: not of the PMU */
	{0x04e, 2}, {0x08b, 1},  {0x0ce, 1},  /* the processor's number and its microcode: nor these */
	{0xe00, 3}, {0xe04, 12}, {0xe10, 16}, /* R, left; IPERF_CFG0 of all ports */
	{0xe20, 3}, {0xe24, 12}, {0xe30, 16}, /* R, right; IPERF_CFG1 of all ports */
	{0x186, 4}, {0x0c1, 4},  {0x309, 3},
	{0x38d, 4}, /* core: selects, counters, fixed ones, controls and status */
	{0x1a0, 1}, {0x1d9, 1},  {0x345, 1},
	{0x3f1, 1}, /* core: MISC_ENABLE, DEBUGCTL, PERF_CAPABILITIES, PEBS_ENABLE */
};

static bool is_xbr(uint32_t address)
{
	return address >= 0xe60 && address < 0xea0 && (address & 3) != 3;
}

static bool is_register(uint32_t address, unsigned c_boxes)
{
	static const uint32_t more[2] = {0xf40, 0xfc0};

	for (unsigned i = 0; i < ARRAY_SIZE(runs); i++)
		if (address >= runs[i].first && address - runs[i].first < runs[i].count)
			return true;
	for (unsigned n = 0; n < c_boxes; n++) {
		uint32_t offset = address - (n < 8 ? c_base[n] : more[n - 8]);

		if (offset <= 2 || (offset >= 0x10 && offset <= 0x1b))
			return true;
	}
	return is_xbr(address);
}

/* What does not hold 0 at the start: MISC_ENABLE, PERF_CAPABILITIES, the enables of four counters, and what the processor is. */
static uint64_t start_of(uint32_t address)
{
	switch (address) {
	case 0x1a0: return 0x1881;
	case 0x345: return BIT(12);
	case 0x38f: return 0xf;
	case 0x4e: return 3;
	case 0x4f: return UINT64_C(0x5eed000000000000);
	case 0x8b: return BIT(32);
	case 0xce: return BIT(23);
	default: return 0;
	}
}

static void check_registers(struct bench *bench, unsigned c_boxes, unsigned count)
{
	unsigned answering = 0, claimed = 0;
	uint32_t first, last;

	for (unsigned i = 0; silicon_msr_range(bench->silicon, i, &first, &last); i++) {
		for (uint32_t address = first; address <= last; address++) {
			bool there = is_register(address, c_boxes);

			claimed++;
			answering += there;
			assert_int_equal(answer_to_read(bench, address), there ? SILICON_OK : SILICON_FAULT);
			if (there)
				assert_int_equal(get(bench, address), start_of(address));
		}
	}
	assert_int_equal(answering, count + 2 + 4 + 19);
	assert_int_equal(claimed, 2 + 4 + 3 * 8 + 4 + 4 + 12 + 0x400);
	assert_int_equal(answer_to_read(bench, 0x398), SILICON_NOT_MINE);
	assert_int_equal(answer_to_read(bench, 0x1000), SILICON_NOT_MINE);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_every_register_and_no_other)
{
	check_registers(bench_make(1, ""), 8, 354);
	check_registers(bench_of("xeon-e7", 1, ""), 10, 384);
}

TEST(test_other_spaces_are_not_mine)
{
	struct bench *bench = bench_make(1, "");
	struct silicon_access access = bench_access(0, U_CTL);
	struct silicon_statistics statistics;
	uint64_t value;

	access.space = SILICON_CONFIG;
	assert_int_equal(silicon_read(bench->silicon, 0, &access, &value), SILICON_NOT_MINE);
	assert_int_equal(silicon_write(bench->silicon, 0, &access, 0), SILICON_NOT_MINE);
	access.space = SILICON_MMIO;
	assert_int_equal(silicon_read(bench->silicon, 0, &access, &value), SILICON_NOT_MINE);
	silicon_statistics(bench->silicon, &statistics);
	assert_int_equal(statistics.reads + statistics.writes, 0);
	bench_free(bench);
}

TEST(test_written_bits_read_back)
{
	struct bench *bench = bench_make(1, "");

	put(bench, C_SEL(5, 2), 0xffbdffffu & ~MASK(16, 2) & ~(EN | BIT(19) | BIT(21)));
	assert_int_equal(get(bench, C_SEL(5, 2)), 0xff94ffff);
	put(bench, C_SEL(5, 2), BIT(63) | BIT(21) | BIT(19)); /* ignored bits */
	assert_int_equal(get(bench, C_SEL(5, 2)), 0);
	put(bench, U_SEL, 0x1e4);
	assert_int_equal(get(bench, U_SEL), 0x1e4);
	put(bench, W_SEL(3), MASK(51, 10) | MASK(32, 18) | MASK(16, 2) | 0x0104);
	assert_int_equal(get(bench, W_SEL(3)), 0x0104);
	put(bench, W_CTL, MASK(4, 27) | BIT(31) | 5);
	assert_int_equal(get(bench, W_CTL), BIT(31) | 5);
	put(bench, FIXED_CTL, BIT(20) | BIT(2) | BIT(1));
	assert_int_equal(get(bench, FIXED_CTL), BIT(20) | BIT(2) | BIT(1));
	put(bench, C_CTR(7, 5), 0x123456789abc);
	assert_int_equal(get(bench, C_CTR(7, 5)), 0x123456789abc);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_sockets_are_separate)
{
	struct bench *bench = bench_make(3, "");

	write_on(bench, 1, C_CTR(0, 0), 1);
	write_on(bench, 2, C_CTR(0, 0), 2);
	assert_int_equal(read_on(bench, 0, C_CTR(0, 0)), 0);
	assert_int_equal(read_on(bench, 1, C_CTR(0, 0)), 1);
	assert_int_equal(read_on(bench, 2, C_CTR(0, 0)), 2);
	bench_free(bench);
}

/* ---- counting ------------------------------------------------------------------------------------ */

TEST(test_counts_exactly)
{
	struct bench *bench = bench_make(1, "rate.cbox3.LLC_HITS.M = 1000003\n");

	set_c(bench, 3, 1, LLC_HITS_M, 100);
	go(bench, 1234567);
	start(bench, 0);
	go(bench, 987654321);
	assert_int_equal(get(bench, C_CTR(3, 1)), 100 + ticks(1000003, bench->now) - ticks(1000003, 1234567));
	stop(bench);
	go(bench, 55555);
	assert_int_equal(get(bench, C_CTR(3, 1)), 100 + ticks(1000003, bench->now - 55555) - ticks(1000003, 1234567));
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_needs_all_three_enables)
{
	for (unsigned enables = 0; enables < 8; enables++) {
		struct bench *bench = bench_make(1, "");

		put(bench, C_SEL(2, 4), (enables & 1 ? EN : 0) | LLC_HITS_M);
		put(bench, C_CTL(2), enables & 2 ? BIT(4) : BIT(3));
		put(bench, U_CTL, enables & 4 ? EN_ALL : 0);
		go(bench, 10000000);
		assert_int_equal(get(bench, C_CTR(2, 4)) != 0, enables == 7);
		expect_clean(bench);
		bench_free(bench);
	}
}

TEST(test_umask_adds_up)
{
	struct bench *bench = bench_make(1, "");
	uint64_t sum = 0;

	for (unsigned i = 0; i < 4; i++)
		set_c(bench, 6, i, 0x0015 | BIT(8 + i), 0);
	set_c(bench, 6, 4, 0x0f15, 0);
	set_c(bench, 6, 5, 0x0015, 0); /* no sub-event: nothing */
	start(bench, 0);
	go(bench, 123456789);
	for (unsigned i = 0; i < 4; i++) {
		assert_true(get(bench, C_CTR(6, i)) > 0);
		sum += get(bench, C_CTR(6, i));
	}
	assert_int_equal(get(bench, C_CTR(6, 4)), sum);
	assert_int_equal(get(bench, C_CTR(6, 5)), 0);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_w_umask_selects_cores)
{
	struct bench *bench = bench_make(1, "rate.wbox.TM1_ON.C2=100000\nrate.wbox.TM1_ON.C5=1000\n");

	put(bench, W_SEL(0), EN | 0x0407);
	put(bench, W_SEL(1), EN | 0x2007);
	put(bench, W_SEL(2), EN | 0x2407);
	put(bench, W_SEL(3), EN | 0x0002); /* PROCHOT: no cores */
	put(bench, W_CTL, 0xf);
	start(bench, 0);
	go(bench, 1000000000);
	assert_int_equal(get(bench, W_CTR(0)), 100000);
	assert_int_equal(get(bench, W_CTR(1)), 1000);
	assert_int_equal(get(bench, W_CTR(2)), 101000);
	assert_true(get(bench, W_CTR(3)) > 0);
	expect_clean(bench);
	bench_free(bench);
}

/* Every event of the lists, as code and the umask of all its sub-events. */
static const uint16_t u_codes[] = {0x000, 0x001, 0x002, 0x003, 0x004, 0x050, 0x051,
				   0x0f8, 0x0f9, 0x1df, 0x1e4, 0x1e5, 0x1e6};
static const uint16_t w_codes[] = {0xff00, 0xff01, 0x0002, 0xff03, 0xff04, 0xff07, 0xff08};
static const uint16_t c_codes[] = {0x0301, 0x0302, 0x0303, 0x0004, 0x0705, 0x0706, 0x0707, 0x0008, 0x7f09,
				   0x7f0a, 0xff0b, 0xff0c, 0x0f0e, 0x0010, 0xff11, 0xff12, 0x0714, 0x0f15,
				   0x0f16, 0x1f17, 0x0018, 0x0019, 0x001a, 0x001b, 0x001c, 0x001d, 0x001e,
				   0x001f, 0x0020, 0x0021, 0x0022, 0x0023, 0x0327, 0xff28};

/* What an event counts in a second on the given counter. */
static uint64_t count_of(uint32_t select, uint64_t code, uint32_t box_ctl)
{
	struct bench *bench = bench_make(1, "");
	uint64_t count;

	put(bench, select, EN | code);
	put(bench, box_ctl, 1);
	start(bench, box_ctl == U_CTL ? 1 : 0);
	go(bench, 1000000000);
	count = get(bench, select + 1);
	expect_clean(bench);
	bench_free(bench);
	return count;
}

TEST(test_every_event_counts_and_differently)
{
	uint64_t seen[sizeof(u_codes) + sizeof(w_codes) + sizeof(c_codes)];
	unsigned count = 0;

	for (unsigned i = 0; i < ARRAY_SIZE(u_codes); i++)
		seen[count++] = count_of(U_SEL, u_codes[i], U_CTL);
	for (unsigned i = 0; i < ARRAY_SIZE(w_codes); i++)
		seen[count++] = count_of(W_SEL(0), w_codes[i], W_CTL);
	for (unsigned i = 0, first = count; i < ARRAY_SIZE(c_codes); i++) {
		seen[count] = count_of(C_SEL(4, 0), c_codes[i], C_CTL(4));
		for (unsigned j = first; j < count; j++)
			assert_int_not_equal(seen[j], seen[count]);
		count++;
	}
	for (unsigned i = 0; i < count; i++)
		assert_true(seen[i] >= 100000);
	bench_free(bench_make(1, ""));
}

TEST(test_instances_and_sockets_differ)
{
	struct bench *bench = bench_make(2, "");
	uint64_t seen[16];

	for (unsigned i = 0; i < 16; i++) {
		write_on(bench, i / 8, C_SEL(i % 8, 0), EN | LLC_HITS_M);
		write_on(bench, i / 8, C_CTL(i % 8), 1);
	}
	write_on(bench, 0, U_CTL, EN_ALL);
	write_on(bench, 1, U_CTL, EN_ALL);
	go(bench, 1000000000);
	for (unsigned i = 0; i < 16; i++) {
		seen[i] = read_on(bench, i / 8, C_CTR(i % 8, 0));
		for (unsigned j = 0; j < i; j++)
			assert_int_not_equal(seen[i], seen[j]);
	}
	bench_free(bench);
}

TEST(test_default_rate_is_the_documented_one)
{
	/* LLC_HITS:E is the second bit of event 0x15; box 5, socket 0. STARVED_EGRESS has increment 8. */
	assert_int_equal(count_of(C_SEL(5, 0), 0x0215, C_CTL(5)), (100003ull * 0x16 + 50021 * 4) * (64 + 40) / 64);
	assert_int_equal(count_of(C_SEL(0, 0), 0x010b, C_CTL(0)), (100003ull * 0xc + 50021) * 8);
	assert_int_equal(count_of(U_SEL, 0x1e4, U_CTL), 100003ull * 0x1e5);
}

TEST(test_fixed_counter_counts_the_clock)
{
	struct bench *bench = bench_make(1, "rate.clock = 2133000000\n");

	put(bench, FIXED_CTL, 1);
	start(bench, 0);
	go(bench, 1000000);
	assert_int_equal(get(bench, FIXED_CTR), 0); /* not enabled in the box */
	put(bench, W_CTL, BIT(31));
	go(bench, 1000000000);
	assert_int_equal(get(bench, FIXED_CTR), 2133000000);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_reset_is_a_level)
{
	struct bench *bench = bench_make(1, "");

	set_c(bench, 0, 0, LLC_HITS_M, 1234);
	put(bench, U_CTR, 5);
	put(bench, FIXED_CTR, 6);
	put(bench, U_CTL, RST_ALL);
	assert_int_equal(get(bench, C_CTR(0, 0)), 0);
	assert_int_equal(get(bench, U_CTR), 0);
	assert_int_equal(get(bench, FIXED_CTR), 0);
	assert_int_equal(get(bench, U_CTL), RST_ALL);
	assert_int_equal(get(bench, C_SEL(0, 0)), EN | LLC_HITS_M);
	expect_clean(bench);
	put(bench, C_CTR(0, 0), 77);
	expect_violation(bench, "rst_all");
	assert_int_equal(get(bench, C_CTR(0, 0)), 0);
	put(bench, U_CTL, RST_ALL | EN_ALL);
	expect_violation(bench, "en_all together with rst_all");
	go(bench, 1000000);
	assert_int_equal(get(bench, C_CTR(0, 0)), 0);
	put(bench, U_CTL, EN_ALL);
	go(bench, 1000000);
	assert_true(get(bench, C_CTR(0, 0)) > 0);
	bench_free(bench);
}

/* ---- thresholds ------------------------------------------------------------------------------------ */

/* What a counter adds in a second with these flags; TRANS_IPQ at 1000 a second, STARVED_EGRESS:IV at
 * 8000, hence 1000 cycles of 8. */
static uint64_t shaped(uint64_t select)
{
	struct bench *bench = bench_make(1, "rate.clock = 1000000\nrate.cbox0.TRANS_IPQ = 1000\n"
					    "rate.cbox0.STARVED_EGRESS.IV = 8000\n"
					    "rate.wbox.PROCHOT = 8000\n");
	uint64_t count;

	set_c(bench, 0, 0, select, 0);
	start(bench, 0);
	go(bench, 1000000000);
	count = get(bench, C_CTR(0, 0));
	expect_clean(bench);
	bench_free(bench);
	return count;
}

TEST(test_threshold_counts_cycles)
{
	assert_int_equal(shaped(0x800b), 8000);
	assert_int_equal(shaped(0x800b | 1 << 24), 1000);
	assert_int_equal(shaped(0x800b | 8 << 24), 1000);
	assert_int_equal(shaped(0x800b | 9 << 24), 0);
	assert_int_equal(shaped(0x800b | 0xffull << 24), 0);
	assert_int_equal(shaped(0x800b | 8 << 24 | INVERT), 999000);
	assert_int_equal(shaped(0x800b | 9 << 24 | INVERT), 1000000);
	assert_int_equal(shaped(0x001b), 1000);
	assert_int_equal(shaped(0x001b | 2 << 24), 0);
}

TEST(test_edges_count_runs)
{
	struct bench *bench = bench_make(1, "rate.wbox.PROCHOT = 8000\n");

	assert_int_equal(shaped(0x001b | EDGE), 1000); /* runs of one cycle */
	assert_int_equal(shaped(0x001b | EDGE | 1 << 24), 1000);
	assert_int_equal(shaped(0x001b | EDGE | 1 << 24 | INVERT), 1000);
	assert_int_equal(shaped(0x001b | EDGE | 2 << 24 | INVERT), 0);
	put(bench, W_SEL(0), EN | EDGE | 0x0002); /* runs of eight */
	put(bench, W_CTL, 1);
	start(bench, 0);
	go(bench, 1000000000);
	assert_int_equal(get(bench, W_CTR(0)), 1000);
	expect_clean(bench);
	bench_free(bench);
}

/* ---- the W-Box's erratum ----------------------------------------------------------------------------- */

static struct bench *prochot(const char *extra)
{
	char scenario[200];
	struct bench *bench;

	snprintf(scenario, sizeof(scenario), "rate.wbox.PROCHOT = 1000000\n%s", extra);
	bench = bench_make(1, scenario);
	put(bench, W_SEL(0), EN | 0x0002);
	put(bench, W_CTL, 1);
	return bench;
}

TEST(test_erratum_shows_only_after_counting)
{
	struct bench *bench = prochot("");

	put(bench, W_CTR(0), 0x5000000); /* as written: right */
	assert_int_equal(get(bench, W_CTR(0)), 0x5000000);
	put(bench, W_CTR(0), 0x4fffffd);
	start(bench, 0);
	go(bench, 2000);
	assert_int_equal(get(bench, W_CTR(0)), 0x4ffffff);
	go(bench, 1000);
	assert_int_equal(get(bench, W_CTR(0)), 0x6000000);
	go(bench, 1000);
	assert_int_equal(get(bench, W_CTR(0)), 0x6000001);
	go(bench, 1000);
	assert_int_equal(get(bench, W_CTR(0)), 0x5000002);
	stop(bench);
	put(bench, W_CTR(0), TOP - 3);
	start(bench, 0);
	go(bench, 3000);
	assert_int_equal(get(bench, W_CTR(0)), 0x1000000); /* wrapped to 0 */
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_erratum_is_the_wboxs_alone_and_can_be_off)
{
	struct bench *bench = prochot("erratum = none\nrate.cbox0.MAF_ACK = 1000000\n");
	struct bench *other = bench_make(1, "rate.cbox0.MAF_ACK = 1000000\n");

	put(bench, W_CTR(0), 0xffffff); /* no rule against it now */
	start(bench, 0);
	go(bench, 1000);
	assert_int_equal(get(bench, W_CTR(0)), 0x1000000);
	set_c(other, 0, 0, MAF_ACK, 0xffffff);
	start(other, 0);
	go(other, 1000);
	assert_int_equal(get(other, C_CTR(0, 0)), 0x1000000);
	expect_clean(bench);
	expect_clean(other);
	bench_free(bench);
	bench_free(other);
}

/* ---- what a scenario decides ----------------------------------------------------------------------- */

TEST(test_banner_says_what_it_is)
{
	struct bench *bench = bench_make(2, "fault = cbox1.ctr2.dead\nrate.ubox.RECOV = 9\n");
	char line[300];

	silicon_banner(bench->silicon, line, sizeof(line));
	assert_non_null(strstr(line, "xeon-7500: 2 sockets of 8 cores"));
	assert_non_null(strstr(line, "cbox1.ctr2.dead"));
	assert_non_null(strstr(line, "registers: 642"));
	assert_null(strchr(line, '\n'));
	bench_free(bench);
}

TEST(test_statistics_count_accesses)
{
	struct bench *bench = bench_make(1, "");
	struct silicon_statistics statistics;

	put(bench, C_CTR(0, 0), 1);
	get(bench, C_CTR(0, 0));
	get(bench, C_CTR(0, 0));
	answer_to_read(bench, 0x396);
	answer_to_read(bench, 0x10);
	put(bench, U_STATUS, 0);
	silicon_statistics(bench->silicon, &statistics);
	assert_int_equal(statistics.reads, 3);
	assert_int_equal(statistics.writes, 2);
	assert_int_equal(statistics.faults, 1);
	assert_int_equal(statistics.violations, 1);
	assert_int_equal(statistics.overflows, 0);
	assert_int_equal(statistics.pmis, 0);
	bench_free(bench);
}
