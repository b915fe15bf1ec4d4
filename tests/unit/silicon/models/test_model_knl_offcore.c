/* SPDX-License-Identifier: BSD-2-Clause */
/* OFFCORE_RESPONSE_n of the virtual Knights Landing: sums of requests and responses, and latencies. */
#include "tests/unit/support/knl_bench.h"
#include "tests/unit/support/unit.h"

#define EVENT_0     UINT64_C(0x01b7)
#define EVENT_1     UINT64_C(0x02b7)
#define REQUESTS    13
#define RESPONSES   14
#define ANY_RQ      BIT(15)
#define ANY_RS      BIT(16)
#define OUTSTANDING BIT(38)

/* In the order of the scenario's words. */
static const uint8_t request_bits[REQUESTS] = {0, 1, 2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};

/* What one request with one response brings by default. */
static uint64_t pair(unsigned request, unsigned response, unsigned core)
{
	uint64_t a = request + 1, b = response + 1;

	return (2000 + 2000 * (6 * a * a + 4 * b * b) / 12) * (64 + core) / 64;
}

static uint64_t sum(uint32_t requests, uint32_t responses)
{
	uint64_t total = 0;

	for (unsigned i = 0; i < REQUESTS; i++)
		for (unsigned j = 0; j < RESPONSES; j++)
			if (requests >> i & 1 && responses >> j & 1)
				total += pair(i, j, 0);
	return total;
}

#define ALL_REQUESTS  ((1u << REQUESTS) - 1)
#define ALL_RESPONSES ((1u << RESPONSES) - 1)

static uint64_t count(struct bench *bench, uint64_t filter)
{
	return core_second(bench, 0, OS | EVENT_0, filter);
}

TEST(test_responses)
{
	static const struct {
		uint64_t filter;
		uint32_t responses;
	} rows[] = {
		{ANY_RS, ALL_RESPONSES},
		{ANY_RS | 0x80800000, ALL_RESPONSES},
		{0x80800000, BIT(11)},                    /* DDR near */
		{0x101000000, BIT(12)},                   /* DDR far as perfmon has it */
		{0x81000000, 0},                          /* as libpfm4 has it */
		{0x80200000, BIT(9)},                     /* MCDRAM near */
		{0x100400000, BIT(10)},                   /* MCDRAM far */
		{0x180600000, BIT(9) | BIT(10)},          /* MCDRAM */
		{0x181800000, BIT(11) | BIT(12)},         /* DDR */
		{0x180c00000, BIT(10) | BIT(11)},         /* DDR near and MCDRAM far */
		{0x800080000, BIT(4)},                    /* near tile, E or F */
		{0x1000080000, BIT(6)},                   /* near tile, M */
		{0x1800180000, BIT(4) | BIT(5) | BIT(6)}, /* near tile */
		{0x800400000, BIT(7)},                    /* far tile, E or F */
		{0x1000400000, BIT(8)},                   /* far tile, M */
		{0x1800400000, BIT(7) | BIT(8)},          /* far tile */
		{0x2000020000, BIT(13)},                  /* other */
		{BIT(25), BIT(0)},
		{BIT(26), BIT(1)},
		{BIT(27), BIT(2)},
		{BIT(28), BIT(3)},
		{0x1981f80000, MASK(4, 9)}, /* L2 miss */
		{BIT(23), 0},               /* a supplier, but no snoop */
		{BIT(31), 0},
		{0, 0},
	};
	struct bench *bench = knl("");

	for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(count(bench, 1 | rows[i].filter), sum(1, rows[i].responses));
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_requests)
{
	struct bench *bench = knl("");

	for (unsigned i = 0; i < REQUESTS; i++) {
		uint64_t filter = BIT(request_bits[i]) | ANY_RS;
		bool second = !(UINT64_C(0x799ffbb6e7) >> request_bits[i] & 1);

		put(bench, GCTRL, 0);
		put(bench, RSP(second), filter);
		put(bench, EVTSEL(1), EN | OS | (second ? EVENT_1 : EVENT_0));
		put(bench, PMC(1), 0);
		put(bench, GCTRL, 2);
		go(bench, SECOND);
		put(bench, GCTRL, 0);
		assert_int_equal(get(bench, PMC(1)), sum(1u << i, ALL_RESPONSES));
	}
	put(bench, EVTSEL(1), 0);
	assert_int_equal(count(bench, ANY_RQ | ANY_RS), sum(ALL_REQUESTS, ALL_RESPONSES));
	assert_int_equal(count(bench, 0x3081 | ANY_RS), sum(BIT(0) | BIT(5) | BIT(10) | BIT(11), ALL_RESPONSES));
	assert_int_equal(count(bench, ANY_RQ | 0x80800000), sum(ALL_REQUESTS, BIT(11)));
	assert_int_equal(count(bench, ANY_RS), 0);
	expect_clean(bench);
	bench_free(bench);
}

/* Runs OUTSTANDING on counter 0 and the same requests on counter 1 for a second. */
static uint64_t latency(struct bench *bench, uint64_t requests)
{
	uint64_t occupancy, number;

	put(bench, GCTRL, 0);
	put(bench, RSP(0), requests | OUTSTANDING);
	put(bench, RSP(1), requests | ANY_RS);
	put(bench, EVTSEL(0), EN | OS | EVENT_0);
	put(bench, EVTSEL(1), EN | OS | EVENT_1);
	put(bench, PMC(0), 0);
	put(bench, PMC(1), 0);
	put(bench, GCTRL, 3);
	go(bench, SECOND);
	put(bench, GCTRL, 0);
	occupancy = get(bench, PMC(0));
	number = get(bench, PMC(1));
	put(bench, EVTSEL(0), 0);
	put(bench, EVTSEL(1), 0);
	assert_true(number > 1000);
	return occupancy / number;
}

TEST(test_average_latency)
{
	struct bench *bench = knl("");

	assert_int_equal(latency(bench, 1), 200);
	assert_int_equal(latency(bench, ANY_RQ), 200);
	assert_int_equal(latency(bench, 0x3081), 200);
	expect_clean(bench);
	bench_free(bench);
	bench = knl("offcore.latency = 137\noffcore.latency.step = 10");
	assert_int_equal(latency(bench, 1), 137);
	assert_int_equal(latency(bench, BIT(1)), 147);
	assert_int_equal(latency(bench, BIT(13)), 137 + 110);
	expect_clean(bench);
	bench_free(bench);
}

/* The mode's rules show when the counter is let loose. */
TEST(test_latency_rules)
{
	struct bench *bench = knl("");

	put(bench, GCTRL, 0);
	put(bench, RSP(0), OUTSTANDING | 1);
	put(bench, EVTSEL(1), EN | OS | EVENT_0);
	expect_clean(bench);
	put(bench, GCTRL, 2);
	expect_violation(bench, "OUTSTANDING is counted by counter 0 alone");
	go(bench, SECOND);
	assert_int_equal(get(bench, PMC(1)), 0);
	put(bench, GCTRL, 0);
	put(bench, EVTSEL(1), 0);
	put(bench, RSP(0), OUTSTANDING | ANY_RS | 1);
	put(bench, EVTSEL(0), EN | OS | EVENT_0);
	put(bench, GCTRL, 1);
	expect_violation(bench, "goes with no response (0x10000)");
	put(bench, GCTRL, 0);
	put(bench, RSP(0), OUTSTANDING | 1);
	put(bench, EVTSEL(0), EN | OS | CMASK(1) | EVENT_0);
	put(bench, GCTRL, 1);
	expect_violation(bench, "no threshold, edge detection or inversion");
	bench_free(bench);
}

TEST(test_filter_changed_while_counting)
{
	struct bench *bench = knl("");

	put(bench, RSP(0), ANY_RQ | ANY_RS);
	put(bench, EVTSEL(0), EN | OS | EVENT_0);
	put(bench, RSP(1), ANY_RQ | ANY_RS);
	expect_clean(bench);
	put(bench, RSP(0), 1 | ANY_RS);
	expect_violation(bench, "changed while counter 0, which depends on it, is counting");
	bench_free(bench);
}

TEST(test_rates_of_pairs)
{
	struct bench *bench = knl("rate.core*.OFFCORE_RESPONSE.DMND_RFO.DDR_NEAR = 7\n"
				  "rate.core*.OFFCORE_RESPONSE.DMND_RFO.MCDRAM_NEAR = 30\n"
				  "rate.core1.OFFCORE_RESPONSE.ANY_REQUEST.ANY_RESPONSE = 1820000");

	assert_int_equal(count(bench, 2 | 0x80800000), 7);
	assert_int_equal(count(bench, 2 | 0x80a00000), 37);
	assert_int_equal(core_second(bench, 1, OS | EVENT_0, ANY_RQ | ANY_RS), 1820000);
	assert_int_equal(core_second(bench, 1, OS | EVENT_0, 4 | BIT(25)), 10000);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_any_thread)
{
	struct bench *bench = knl("threads = 4\ncores = 8");
	uint64_t expected = 0;

	for (unsigned i = 4; i < 8; i++)
		expected += pair(0, 11, i);
	assert_int_equal(core_second(bench, 6, OS | ANY | EVENT_0, 1 | 0x80800000), expected);
	expect_clean(bench);
	bench_free(bench);
}
