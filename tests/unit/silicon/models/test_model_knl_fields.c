/* SPDX-License-Identifier: BSD-2-Clause */
/* The virtual Knights Landing's uncore: what its selects, controls and filters keep, boxes of which no event is known, and
 * boxes that freeze late. */
#include "tests/unit/support/knl_bench.h"
#include "tests/unit/support/unit.h"

/* What each sort of select keeps, and what it must not be given. */
TEST(test_fields_of_selects)
{
	static const struct {
		uint32_t msr;
		uint64_t kept, zero;
	} rows[] = {
		{CHA_SEL(37, 3), 0xffdcffff, BIT(21)}, {0x705, 0x1fccffff, 0xe0310000},
		{0x706, 0x1fccffff, 0xe0310000},       {0x711, 0xffdcc0ff, BIT(21) | BIT(16)},
		{0x714, 0xffdcc0ff, 0x3f00},           {0x703, EN, ~EN & UINT32_MAX},
		{CHA(0), FROZEN, 0xfffefefc},          {0x710, FROZEN, 0xfffefefc},
		{FILTER0(9), 0x1c01ff, ~0x1c11ffu},    {FILTER1(9), 0xfffffe3b, 0x1c4},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
		struct bench *bench = knl("");
		uint64_t enable = rows[i].kept & EN && rows[i].kept != EN ? EN : 0;

		put(bench, rows[i].msr, rows[i].kept & ~enable);
		assert_int_equal(get(bench, rows[i].msr), rows[i].kept & ~enable);
		put(bench, rows[i].msr, 0);
		expect_clean(bench);
		for (unsigned bit = 0; bit < 32; bit++) {
			if (!(rows[i].zero >> bit & 1))
				continue;
			put(bench, rows[i].msr, BIT(bit));
			expect_violation(bench, "must be written as 0");
			assert_int_equal(get(bench, rows[i].msr), 0);
		}
		bench_free(bench);
	}
}

TEST(test_late_freeze)
{
	struct bench *bench = knl("fault = cha1.freeze.late=5000\nfault = imc0.freeze.late=9000\n"
				  "rate.clock = 1000000000\nclock.dclk = 1000000000");

	put(bench, CHA(1), BIT(16));
	put(bench, CHA_SEL(1, 0), EN);
	config_put(bench, 8, 2, 0xb30, BIT(16));
	config_put(bench, 8, 2, 0xb20, (uint32_t)EN);
	go(bench, 1000);
	put(bench, CHA(1), FROZEN);
	config_put(bench, 8, 2, 0xb30, FROZEN);
	go(bench, 2000);
	assert_int_equal(get(bench, CHA_CTR(1, 0)), 3000);
	put(bench, CHA(1), FROZEN); /* begins no second delay */
	go(bench, SECOND);
	assert_int_equal(get(bench, CHA_CTR(1, 0)), 6000);
	assert_int_equal(config_get(bench, 8, 2, 0xb00), 10000);
	put(bench, CHA(1), BIT(16));
	put(bench, CHA(1), FROZEN);
	go(bench, 1000);
	put(bench, CHA(1), BIT(16)); /* let go before it froze */
	go(bench, 10000);
	assert_int_equal(get(bench, CHA_CTR(1, 0)), 17000);
	expect_clean(bench);
	bench_free(bench);
}

/* No list has an event of the UBox or the PCU: none happens, but the clock goes on without it. */
TEST(test_boxes_without_events)
{
	static const uint64_t selects[][2] = {
		{0x01c00000, UCLK}, {0x02c00000, UCLK}, {0x01400000, 0},
		{0x004000ff, 0},    {0x01440001, 0},    {0x01c40001, 0},
	};
	struct bench *bench = knl("");

	for (unsigned i = 0; i < ARRAY_SIZE(selects); i++) {
		put(bench, 0x705, selects[i][0]);
		put(bench, 0x714, selects[i][0]);
		go(bench, SECOND);
		put(bench, 0x705, 0);
		put(bench, 0x714, 0);
		assert_int_equal(get(bench, 0x709), selects[i][1]);
		assert_int_equal(get(bench, 0x71a), selects[i][1]);
		put(bench, 0x709, 0);
		put(bench, 0x71a, 0);
	}
	expect_clean(bench);
	bench_free(bench);
}

/* Nobody is blamed for a freeze that nothing takes back. */
TEST(test_freeze_for_ever)
{
	struct bench *bench = knl("fault = global.global_ctl.stuck0=61");

	put(bench, GLOBAL, BIT(63));
	put(bench, GLOBAL, BIT(61));
	assert_int_equal(get(bench, GLOBAL), BIT(63));
	silicon_leave(bench->silicon, bench->now);
	expect_clean(bench);
	bench_free(bench);
	bench = knl("");
	put(bench, GLOBAL, BIT(63));
	silicon_leave(bench->silicon, bench->now);
	expect_violation(bench, "everything must be left as it was found");
	bench_free(bench);
}
