/* SPDX-License-Identifier: BSD-2-Clause */
/* The virtual Knights Landing's functions. All else is in test_knights_landing.model. */
#include "tests/unit/support/knl_bench.h"
#include "tests/unit/support/unit.h"

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
