/* SPDX-License-Identifier: BSD-2-Clause */
/* The virtual Knights Landing's uncore: CHAs with their filters, the other boxes in configuration space,
 * freezing, status, and what can be broken about them. */
#include "tests/unit/support/knl_bench.h"
#include "tests/unit/support/unit.h"

/* The default rate of an event with the sub-event or choice `a`, and `b`, in the nth of its boxes. */
static uint64_t usual(uint64_t key, uint64_t a, uint64_t b, unsigned increment, unsigned n)
{
	return (100003 * (key + 1) + 50021 * a * a + 30011 * b * b) * increment * (64 + 8 * n) / 64;
}

/* What a counter adds in a second; nothing is left programmed. */
static uint64_t cha_count(struct bench *bench, unsigned n, unsigned i, uint64_t select)
{
	uint64_t count;

	put(bench, CHA_SEL(n, i), EN | select);
	go(bench, SECOND);
	put(bench, CHA_SEL(n, i), 0);
	count = get(bench, CHA_CTR(n, i));
	put(bench, CHA_CTR(n, i), 0);
	return count;
}

TEST(test_cha_events)
{
	struct bench *bench = knl("");

	assert_int_equal(cha_count(bench, 0, 0, 0x0000), UCLK);
	assert_int_equal(cha_count(bench, 37, 3, 0x00c0), UCLK);
	assert_int_equal(cha_count(bench, 0, 3, 0x0113), usual(0x13, 1, 0, 1, 0));
	assert_int_equal(cha_count(bench, 5, 2, 0x1013), usual(0x13, 5, 0, 1, 5));
	assert_int_equal(cha_count(bench, 37, 1, 0x0313), usual(0x13, 1, 0, 1, 37) + usual(0x13, 2, 0, 1, 37));
	assert_int_equal(cha_count(bench, 1, 0, 0x0111), usual(0x11, 1, 0, 4, 1));
	assert_int_equal(cha_count(bench, 2, 0, 0x80d6), usual(0xd6, 8, 0, 1, 2));
	assert_int_equal(cha_count(bench, 2, 0, 0x00a5), usual(0xa5, 0, 0, 1, 2));
	assert_int_equal(cha_count(bench, 2, 0, 0x01a5), usual(0x1a5, 0, 0, 1, 2));
	assert_int_equal(cha_count(bench, 2, 0, 0x08a6), usual(0xa6, 4, 0, 1, 2));
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_cha_addresses)
{
	struct bench *bench = knl("");

	for (unsigned n = 0; n < 38; n++)
		for (unsigned i = 0; i < 4; i++)
			put(bench, CHA_CTR(n, i), n << 4 | i);
	for (unsigned n = 0; n < 38; n++)
		for (unsigned i = 0; i < 4; i++)
			assert_int_equal(get(bench, 0xe00 + 12 * n + 8 + i), n << 4 | i);
	assert_int_equal(CHA(37), 0xfbc);
	assert_int_equal(answer_to_read(bench, 0xfc8), SILICON_FAULT);
	expect_clean(bench);
	bench_free(bench);
	bench = knl("chas = 36");
	assert_int_equal(get(bench, 0x702), 36);
	assert_int_equal(answer_to_read(bench, CHA(35)), SILICON_OK);
	assert_int_equal(answer_to_read(bench, CHA(36)), SILICON_FAULT);
	bench_free(bench);
}

TEST(test_snoop_filter)
{
	struct bench *bench = knl("");
	uint64_t all = 0;

	for (unsigned i = 1; i <= 3; i++)
		for (unsigned j = 1; j <= 3; j++)
			all += usual(0x34, i, j, 1, 4);
	put(bench, FILTER0(4), MASK(18, 3));
	assert_int_equal(cha_count(bench, 4, 0, 0x1134), all);
	put(bench, FILTER0(4), BIT(19));
	assert_int_equal(cha_count(bench, 4, 0, 0x0534), usual(0x34, 2, 2, 1, 4));
	put(bench, FILTER0(4), 0);
	assert_int_equal(cha_count(bench, 4, 0, 0x1134), 0);
	expect_clean(bench);
	put(bench, CHA_SEL(4, 0), EN | 0x1034);
	expect_violation(bench, "umask 0x10 of SF_LOOKUP means nothing");
	put(bench, FILTER0(4), BIT(18));
	expect_violation(bench, "changed while counter 0");
	put(bench, FILTER0(5), BIT(21));
	expect_violation(bench, "must be written as 0");
	bench_free(bench);
}

TEST(test_tor)
{
	struct bench *bench = knl("");
	uint64_t all = 0, hits = 0;

	for (unsigned j = 1; j <= 4; j++) {
		all += usual(0x35, 1, j, 1, 0) + usual(0x35, 5, j, 1, 0);
		hits += usual(0x36, 1, j, 4, 0);
	}
	assert_int_equal(cha_count(bench, 0, 1, 0x3135), 0);
	put(bench, FILTER1(0), 0x3b);
	assert_int_equal(cha_count(bench, 0, 1, 0x3135), all);
	assert_int_equal(cha_count(bench, 0, 0, 0x1136), hits);
	put(bench, FILTER1(0), 0x3b & ~BIT(5)); /* near memory alone */
	assert_int_equal(cha_count(bench, 0, 1, 0x2135), usual(0x35, 5, 1, 1, 0) + usual(0x35, 5, 3, 1, 0));
	put(bench, FILTER1(0), 0x33 | 0x182 << 9); /* one opcode */
	assert_int_equal(cha_count(bench, 0, 1, 0x1435), usual(0x35, 3, 1, 1, 0) + usual(0x35, 3, 3, 1, 0));
	put(bench, FILTER1(0), 0x33 | UINT64_C(0x201) << 19);
	assert_int_equal(cha_count(bench, 0, 1, 0x1435), usual(0x35, 3, 2, 1, 0));
	put(bench, FILTER1(0), 0x3b | BIT(30)); /* non-coherent */
	assert_int_equal(cha_count(bench, 0, 1, 0x1435), usual(0x35, 3, 4, 1, 0));
	expect_clean(bench);
	put(bench, CHA_SEL(0, 1), EN | 0x1136);
	expect_violation(bench, "cannot be counted by this counter");
	put(bench, CHA_SEL(0, 1), 0);
	put(bench, CHA_SEL(0, 1), EN | 0x0135);
	put(bench, CHA_SEL(0, 1), 0);
	expect_violation(bench, "umask 0x1 of TOR_INSERTS means nothing");
	bench_free(bench);
}

TEST(test_thread_filter)
{
	struct bench *bench = knl("cores = 8\nthreads = 4\nrate.cha0.INGRESS_INSERTS.IRQ = 8000");

	put(bench, FILTER0(0), 1 << 3 | 3); /* the last thread of core 1 */
	assert_int_equal(cha_count(bench, 0, 0, 0x0113), 8000);
	assert_int_equal(cha_count(bench, 0, 0, 0x0113 | TID), 1000);
	put(bench, FILTER0(0), 2 << 3);
	assert_int_equal(cha_count(bench, 0, 0, 0x0113 | TID), 0);
	put(bench, FILTER0(0), 4);
	assert_int_equal(cha_count(bench, 0, 0, 0x0113 | TID), 0);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_freezing)
{
	struct bench *bench = knl("");

	put(bench, CHA(3), BIT(0) | BIT(1) | FROZEN);
	assert_int_equal(get(bench, CHA(3)), FROZEN);
	put(bench, CHA_SEL(3, 0), EN);
	put(bench, CHA_CTR(3, 0), 5);
	go(bench, SECOND);
	assert_int_equal(get(bench, CHA_CTR(3, 0)), 5);
	put(bench, CHA(3), BIT(16));
	go(bench, SECOND);
	put(bench, CHA(3), FROZEN);
	assert_int_equal(get(bench, CHA_CTR(3, 0)), 5 + UCLK);
	put(bench, CHA(3), FROZEN | BIT(1));
	assert_int_equal(get(bench, CHA_CTR(3, 0)), 0);
	put(bench, CHA(3), FROZEN | BIT(0));
	assert_int_equal(get(bench, CHA_SEL(3, 0)), 0);
	expect_clean(bench);
	put(bench, CHA(3), BIT(8)); /* without the enable */
	put(bench, CHA_SEL(3, 0), EN);
	go(bench, SECOND);
	assert_int_equal(get(bench, CHA_CTR(3, 0)), 0);
	put(bench, CHA(3), 0);
	put(bench, CHA(3), BIT(1));
	expect_violation(bench, "reset while counter 0 is counting");
	bench_free(bench);
	bench = knl("freeze = needs-enable");
	put(bench, CHA(3), BIT(8));
	put(bench, CHA_SEL(3, 0), EN);
	go(bench, SECOND);
	assert_int_equal(get(bench, CHA_CTR(3, 0)), UCLK);
	bench_free(bench);
}

TEST(test_global_freeze)
{
	struct bench *bench = knl("fault = cha1.freeze.ignored");

	put(bench, GLOBAL, BIT(63));
	for (unsigned n = 0; n < 2; n++)
		put(bench, CHA_SEL(n, 0), EN);
	config_put(bench, 8, 2, 0xb20, EN);
	go(bench, SECOND);
	assert_int_equal(get(bench, CHA_CTR(0, 0)), 0);
	assert_int_equal(get(bench, CHA_CTR(1, 0)), UCLK);
	assert_int_equal(config_get(bench, 8, 2, 0xb00), 0);
	put(bench, GLOBAL, BIT(61));
	assert_int_equal(get(bench, GLOBAL), 0);
	go(bench, SECOND);
	assert_int_equal(get(bench, CHA_CTR(0, 0)), UCLK);
	assert_int_equal(config_get(bench, 8, 2, 0xb00), 1067000000);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_select_strobes_and_zeros)
{
	struct bench *bench = knl("");

	put(bench, CHA_CTR(0, 0), 77);
	put(bench, CHA_SEL(0, 0), RESET | BIT(16) | BIT(20));
	assert_int_equal(get(bench, CHA_CTR(0, 0)), 0);
	assert_int_equal(get(bench, CHA_SEL(0, 0)), BIT(20));
	expect_clean(bench);
	put(bench, CHA_SEL(0, 0), BIT(21));
	expect_violation(bench, "must be written as 0");
	put(bench, CHA_CTR(0, 0), BIT(48));
	expect_violation(bench, "must be written as 0");
	config_put(bench, 8, 2, 0xb20, BIT(16));
	expect_violation(bench, "imc0.ctl0 config 0x42b20");
	bench_free(bench);
}

TEST(test_status)
{
	struct bench *bench = knl("");

	put(bench, CHA_CTR(2, 1), MASK(0, 48));
	put(bench, CHA_CTR(37, 3), MASK(0, 48));
	put(bench, CHA_SEL(2, 1), EN);
	put(bench, CHA_SEL(37, 3), EN);
	config_put(bench, 9, 3, 0xb04, 0xffff);
	config_put(bench, 9, 3, 0xb00, 0xffffffff);
	config_put(bench, 9, 3, 0xb20, EN);
	assert_int_equal(silicon_next_event(bench->silicon), UINT64_MAX);
	go(bench, 1000);
	assert_int_equal(bench->pmis, 0);
	assert_int_equal(get(bench, CHA_STATUS(2)), 2);
	assert_int_equal(get(bench, CHA_STATUS(37)), 8);
	assert_int_equal(config_get(bench, 9, 3, 0xb34), 1);
	assert_int_equal(get(bench, GLOBAL_STATUS), BIT(3 + 2) | BIT(3 + 37) | BIT(42));
	put(bench, CHA_STATUS(2), 2);
	assert_int_equal(get(bench, CHA_STATUS(2)), 0);
	config_put(bench, 9, 3, 0xb34, 1);
	assert_int_equal(get(bench, GLOBAL_STATUS), BIT(3 + 37));
	expect_clean(bench);
	bench_free(bench);
}

/* ---- configuration space ---------------------------------------------------------------------------- */

TEST(test_functions)
{
	static const struct {
		uint8_t device, function;
		uint16_t id;
	} rows[] = {
		{10, 0, 0x7841}, {11, 0, 0x7841}, {8, 2, 0x7843},  {8, 3, 0x7843},  {8, 4, 0x7843},  {9, 2, 0x7843},
		{9, 4, 0x7843},  {15, 0, 0x7833}, {22, 0, 0x7833}, {24, 2, 0x7835}, {31, 2, 0x7835}, {12, 1, 0x7817},
		{8, 0, 0x7fff},  {9, 0, 0x7fff},  {12, 0, 0x7fff}, {24, 0, 0x7fff}, {31, 0, 0x7fff},
	};
	struct bench *bench = knl("");
	struct silicon_access access = config_at(IRP_BUS, 5, 6, 0);
	uint32_t first, last;
	uint64_t value = 0;

	for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
		assert_int_equal(config_get(bench, rows[i].device, rows[i].function, 0),
				 (uint32_t)rows[i].id << 16 | 0x8086);
		assert_int_equal(config_get(bench, rows[i].device, rows[i].function, 0xc), 0x800000);
		assert_int_equal(config_get(bench, rows[i].device, rows[i].function, 0x10), 0);
	}
	assert_int_equal(config_get(bench, 1, 0, 0), UINT32_MAX);
	assert_int_equal(config_get(bench, 8, 1, 0), UINT32_MAX);
	assert_int_equal(config_get(bench, 5, 6, 0), UINT32_MAX);
	assert_int_equal(silicon_read(bench->silicon, 0, &access, &value), SILICON_OK);
	assert_int_equal(value, 0x78148086);
	assert_true(silicon_function_range(bench->silicon, 0, &first, &last));
	assert_int_equal(first, 0xff00);
	assert_int_equal(last, 0xffff);
	assert_true(silicon_function_range(bench->silicon, 1, &first, &last));
	assert_int_equal(first, 0xfe00);
	assert_false(silicon_function_range(bench->silicon, 2, &first, &last));
	access = config_at(3, 8, 2, 0);
	assert_int_equal(silicon_read(bench->silicon, 0, &access, &value), SILICON_NOT_MINE);
	expect_clean(bench);
	bench_free(bench);
	bench = knl("bus = 0x3f");
	access = config_at(0x3f, 8, 2, 2);
	access.bytes = 2;
	assert_int_equal(silicon_read(bench->silicon, 0, &access, &value), SILICON_OK);
	assert_int_equal(value, 0x7843);
	bench_free(bench);
}

TEST(test_boxes_in_functions)
{
	static const struct {
		uint8_t device, function;
		uint16_t select, counter;
		uint32_t event;
		uint64_t count;
	} rows[] = {
		{10, 0, 0x420, 0x400, 0, UCLK},
		{11, 0, 0x42c, 0x418, 0, UCLK},
		{8, 2, 0xb20, 0xb00, 0, 1067000000},
		{8, 2, 0xb24, 0xb08, 0x0103, 100003 * 4 + 50021},
		{9, 4, 0xb2c, 0xb18, 0x0203, (100003 * 4 + 50021 * 4) * (64 + 40) / 64},
		{15, 0, 0x424, 0x408, 0x2002, 100003 * 3 + 50021 * 36},
		{22, 0, 0x420, 0x400, 0x0402, (100003 * 3 + 50021 * 9) * (64 + 56) / 64},
		{24, 2, 0xa20, 0xa00, 0, 900000000},
		{31, 2, 0xa28, 0xa10, 0x0102, (100003 * 3 + 50021) * (64 + 56) / 64},
		{12, 1, 0xd8, 0xa0, 0x8010, 100003 * 0x11 + 50021 * 64},
		{12, 1, 0xdc, 0xa8, 0x2023, 100003 * 0x24 + 50021 * 36},
	};
	struct bench *bench = knl("");

	for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
		unsigned d = rows[i].device, f = rows[i].function;

		config_put(bench, d, f, rows[i].select, (uint32_t)(EN | rows[i].event));
		go(bench, SECOND);
		config_put(bench, d, f, rows[i].select, 0);
		assert_int_equal(config_get64(bench, d, f, rows[i].counter), rows[i].count);
		config_put(bench, d, f, rows[i].counter, 0);
	}
	config_put(bench, 12, 1, 0xe0, (uint32_t)(EN | 0x0123));
	expect_violation(bench, "cannot be counted by this counter");
	bench_free(bench);
}

TEST(test_halves_of_counters)
{
	struct bench *bench = knl("");

	config_put(bench, 8, 2, 0xb00, 0x89abcdef);
	config_put(bench, 8, 2, 0xb04, 0x4567);
	assert_int_equal(config_get64(bench, 8, 2, 0xb00), UINT64_C(0x456789abcdef));
	config_put(bench, 8, 2, 0xb00, 1);
	assert_int_equal(config_get64(bench, 8, 2, 0xb00), UINT64_C(0x456700000001));
	config_put(bench, 8, 2, 0xb3c, 2); /* not at a multiple of eight */
	config_put(bench, 8, 2, 0xb40, 3);
	assert_int_equal(config_get64(bench, 8, 2, 0xb3c), UINT64_C(0x300000002));
	expect_clean(bench);
	config_put(bench, 8, 2, 0xb04, 0x10000);
	expect_violation(bench, "must be written as 0");
	bench_free(bench);
}

TEST(test_fixed_counters)
{
	struct bench *bench = knl("");

	config_put(bench, 9, 2, 0xb44, 1);
	config_put(bench, 15, 0, 0x454, 1);
	put(bench, 0x703, EN);
	go(bench, SECOND);
	assert_int_equal(config_get64(bench, 9, 2, 0xb3c), 1067000000);
	assert_int_equal(config_get64(bench, 15, 0, 0x44c), UCLK);
	assert_int_equal(get(bench, 0x704), UCLK);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_accesses_of_other_widths)
{
	struct bench *bench = knl("");
	struct silicon_access access = config_at(UNCORE_BUS, 8, 2, 0xb20);
	uint64_t value = 0;

	access.bytes = 1;
	assert_int_equal(silicon_write(bench->silicon, 0, &access, 1), SILICON_OK);
	expect_violation(bench, "registers are written 4 bytes at a time");
	config_put(bench, 8, 2, 0x800, 1);
	expect_violation(bench, "no such register");
	config_put(bench, 8, 2, 0x04, 1);
	config_put(bench, 8, 2, 0x10, UINT32_MAX); /* as enumeration does */
	config_put(bench, 1, 0, 0x800, 1);
	config_put(bench, 8, 2, 0xb20, 0x123403);
	access.address += 1;
	assert_int_equal(silicon_read(bench->silicon, 0, &access, &value), SILICON_OK);
	assert_int_equal(value, 0x34);
	bench_free(bench);
}

/* ---- faults ---------------------------------------------------------------------------------------- */

TEST(test_faults_of_functions)
{
	struct bench *bench = knl("fault = imc1.hidden\nfault = edc_uclk3.id=0x1234\n"
				  "fault = imc0.ctr0.rate=3\nfault = imc0.ctl1.stuck0=22\n"
				  "fault = imc0.reset.ignored");

	assert_int_equal(config_get(bench, 8, 3, 0), UINT32_MAX);
	assert_int_equal(config_get(bench, 8, 3, 0xb00), UINT32_MAX);
	config_put(bench, 8, 3, 0xb20, (uint32_t)EN);
	assert_int_equal(config_get(bench, 8, 3, 0xb20), UINT32_MAX);
	assert_int_equal(config_get(bench, 18, 0, 0), 0x12348086);
	assert_int_equal(config_get(bench, 17, 0, 0), 0x78338086);
	config_put(bench, 8, 2, 0xb20, (uint32_t)EN);
	config_put(bench, 8, 2, 0xb24, (uint32_t)EN);
	go(bench, SECOND);
	assert_int_equal(config_get64(bench, 8, 2, 0xb00), UINT64_C(3) * 1067000000);
	assert_int_equal(config_get64(bench, 8, 2, 0xb08), 0);
	assert_int_equal(config_get(bench, 8, 2, 0xb24), 0);
	config_put(bench, 8, 2, 0xb20, 0);
	config_put(bench, 8, 2, 0xb24, 0);
	config_put(bench, 8, 2, 0xb30, 2);
	assert_int_equal(config_get64(bench, 8, 2, 0xb00), UINT64_C(3) * 1067000000);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_faults_of_chas)
{
	struct bench *bench = knl("fault = cha0.filter.ignored\nfault = cha1.gp\n"
				  "fault = cha2.summary.missing\nfault = cha3.ctr0.width=30\n"
				  "fault = cha4.ctr1.alias=cha5.ctr1");

	put(bench, FILTER1(0), 0);
	assert_true(cha_count(bench, 0, 0, 0x3135) > 0);
	assert_int_equal(answer_to_read(bench, CHA(1)), SILICON_FAULT);
	put(bench, CHA_CTR(2, 0), MASK(0, 48));
	put(bench, CHA_CTR(3, 0), MASK(0, 30));
	put(bench, CHA_SEL(2, 0), EN);
	put(bench, CHA_SEL(3, 0), EN);
	go(bench, 100);
	assert_int_equal(get(bench, CHA_STATUS(2)), 1);
	assert_int_equal(get(bench, CHA_STATUS(3)), 1);
	assert_int_equal(get(bench, GLOBAL_STATUS), BIT(3 + 3));
	put(bench, CHA_CTR(4, 1), 9);
	assert_int_equal(get(bench, CHA_CTR(5, 1)), 9);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_rates)
{
	struct bench *bench = knl("rate.cha*.TOR_INSERTS.IRQ_MISS.LOCAL_NEAR = 11\n"
				  "rate.cha*.SF_LOOKUP.WRITE.E = 12\nrate.cha7.0x13.4 = 13\n"
				  "rate.imc*.CAS_COUNT.RD = 14\nrate.m2pcie.INGRESS_CYCLES_NE.ALL = 15\n"
				  "rate.cha*.FAST_ASSERTED.HORZ = 16\nrate.clock = 1000005\nclock.dclk = 1000006");

	put(bench, FILTER1(9), 0x3b & ~BIT(5) & ~BIT(0));
	put(bench, FILTER0(9), BIT(19));
	assert_int_equal(cha_count(bench, 9, 0, 0x2135), 11);
	assert_int_equal(cha_count(bench, 9, 0, 0x0534), 12);
	assert_int_equal(cha_count(bench, 7, 0, 0x0413), 13);
	assert_int_equal(cha_count(bench, 9, 0, 0x01a5), 16);
	assert_int_equal(cha_count(bench, 9, 0, 0), 1000005);
	config_put(bench, 9, 4, 0xb20, (uint32_t)(EN | 0x0103));
	config_put(bench, 9, 4, 0xb24, (uint32_t)EN);
	go(bench, SECOND);
	assert_int_equal(config_get(bench, 9, 4, 0xb00), 14);
	assert_int_equal(config_get(bench, 9, 4, 0xb08), 1000006);
	expect_clean(bench);
	bench_free(bench);
}
