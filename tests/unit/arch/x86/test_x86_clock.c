/* SPDX-License-Identifier: BSD-2-Clause */
/* Ticks to nanoseconds, and rates, at the ends of their ranges. */
#define _GNU_SOURCE
#include "arch/x86/clock.h"
#include "arch/x86/cpu.h"
#include "tests/unit/support/unit.h"

#define HOUR_S UINT64_C(3600)

TEST(nanoseconds_are_exact_to_a_billionth)
{
	static const uint64_t rates[] = {1000000, 14318180, 2266667000, 2596111358, 5000000000};

	for (size_t i = 0; i < ARRAY_SIZE(rates); i++) {
		struct clock clock = clock_of(rates[i]);
		uint64_t day = clock_ns(&clock, rates[i] * 24 * HOUR_S);

		assert_in_range(day, UINT64_C(86400000000000) - 86400 * 2, UINT64_C(86400000000000));
		assert_int_equal(clock_ns(&clock, 0), 0);
	}
}

TEST(a_century_does_not_overflow)
{
	struct clock clock = clock_of(5000000000);
	uint64_t century_s = 100 * 365 * 24 * HOUR_S;
	uint64_t ns = clock_ns(&clock, century_s * 5000000000 / 2); /* more does not fit 64 bits */

	assert_in_range(ns / 1000000000, century_s / 2 - 10, century_s / 2);
}

TEST(time_never_goes_back)
{
	struct clock clock = clock_of(1000000000);

	assert_int_equal(clock_now(&clock, 5000), 5000);
	assert_int_equal(clock_now(&clock, 4000), 5000);
	assert_int_equal(clock_now(&clock, 5001), 5001);
}

TEST(counters_wrap)
{
	assert_int_equal(counter_distance(0xfffff0, 0x10, 24), 0x20);
	assert_int_equal(counter_distance(0xfffffff0, 0x10, 32), 0x20);
	assert_int_equal(counter_distance(UINT64_MAX, 1, 64), 2);
	assert_int_equal(counter_distance(7, 7, 24), 0);
}

TEST(rates_come_out_of_both_kinds_of_interval)
{
	/* 50 ms of the ACPI timer, 2.4 GHz */
	assert_in_range(clock_rate(120000000, 178977, 3579545), 2399990000, 2400010000);
	/* fewer ticks than steps */
	assert_int_equal(clock_rate(5, 10, 100000000), 50000000);
	/* a slow machine that was interrupted for long */
	assert_in_range(clock_rate(UINT64_C(1) << 40, UINT64_C(1) << 30, 3579545), UINT64_C(3579545) << 10,
			UINT64_C(3579545) << 10);
}

/* Read on its own, so that the place of RDTSC can be seen. */
static uint64_t __attribute__((noinline)) read_ticks(void)
{
	return cpu_ticks();
}

/* Intel SDM vol. 2B: RDTSC may be read before what stands in front of it is done, unless LFENCE stands between. */
TEST(ticks_are_read_in_order)
{
	static const uint8_t ordered[] = {0x0f, 0xae, 0xe8, 0x0f, 0x31};

	assert_non_null(memmem((const void *)(uintptr_t)read_ticks, 64, ordered, sizeof(ordered)));
}
