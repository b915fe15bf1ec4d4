/* SPDX-License-Identifier: BSD-2-Clause */
/* The virtual Knights Landing: PMIs that come again, and its functions. All else is in test_knights_landing.model. */
#include "tests/unit/support/knl_bench.h"
#include "tests/unit/support/unit.h"

static void arm(struct bench *bench, unsigned core, uint64_t period)
{
	put_on(bench, core, GCTRL, 0);
	put_on(bench, core, EVTSEL(0), EN | OS | INT | BRANCHES);
	put_on(bench, core, FULL(0), BIT(40) - period);
	put_on(bench, core, GCTRL, 1);
}

/* Only of its own processor, only while it shows, and only where it asks. */
TEST(test_pmi_again_where_the_scenario_says_so)
{
	struct bench *bench = knl("pmi.entry = level\nrate.core*.BR_INST_RETIRED.ANY = 1000000");

	assert_true(silicon_pmis_come_again(bench->silicon));
	arm(bench, 5, 100);
	assert_false(silicon_asks_again(bench->silicon, 0, 5));
	go(bench, 100000);
	assert_int_equal(bench->pmis, 1);
	assert_true(silicon_asks_again(bench->silicon, 0, 5));
	assert_false(silicon_asks_again(bench->silicon, 0, 4));
	assert_false(silicon_asks_again(bench->silicon, 0, 64));
	put_on(bench, 5, EVTSEL(0), EN | OS | BRANCHES);
	assert_false(silicon_asks_again(bench->silicon, 0, 5));
	put_on(bench, 5, EVTSEL(0), EN | OS | INT | BRANCHES);
	put_on(bench, 5, OVF_CONTROL, 1);
	assert_false(silicon_asks_again(bench->silicon, 0, 5));
	assert_int_equal(bench->pmis, 1);
	bench_free(bench);
	bench = knl("rate.core*.BR_INST_RETIRED.ANY = 1000000");
	arm(bench, 5, 100);
	go(bench, 100000);
	assert_false(silicon_pmis_come_again(bench->silicon));
	assert_false(silicon_asks_again(bench->silicon, 0, 5));
	bench_free(bench);
}

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
