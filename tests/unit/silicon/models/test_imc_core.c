/* SPDX-License-Identifier: BSD-2-Clause */
/* The engines of cores and threads of the virtual POWER9: counting, the order of calls, LDBAR. */
#include "tests/unit/support/imc_bench.h"
#include "tests/unit/support/unit.h"

#define PAGE_0      MEMORY_BASE
#define PAGE_1      (MEMORY_BASE + 0x2000)
#define THREAD_PAGE (MEMORY_BASE + 0x4000)

static uint64_t core_rate(unsigned offset, unsigned chip, unsigned core)
{
	return (37 * (offset / 8) % 1021 + 64) * UINT64_C(2003) * (64 + 17 * chip + 3 * core) / 64;
}

static uint64_t thread_rate(unsigned offset, unsigned chip, unsigned core, unsigned thread)
{
	return (41 * (offset / 8) % 1021 + 64) * UINT64_C(1009) * (64 + 17 * chip + 3 * core + thread) / 64;
}

static void count_core(struct bench *bench, uint64_t page, uint32_t pir, uint64_t ticks)
{
	assert_int_equal(init(bench, OPAL_CORE, page, pir), IMC_SUCCESS);
	assert_int_equal(start(bench, OPAL_CORE, pir), IMC_SUCCESS);
	go(bench, ticks);
	assert_int_equal(stop(bench, OPAL_CORE, pir), IMC_SUCCESS);
}

TEST(test_core_counts_exactly)
{
	static const unsigned offsets[] = {0x18, 0x20, 0x28, 0x30, 0x58, 0x818, 0x1018, 0x1818, 0x1fd8, 0x1fe0};
	struct bench *bench = bench_open("");

	go(bench, 12345);
	count_core(bench, PAGE_0, 4, SECOND);
	count_core(bench, PAGE_1, 0x804, SECOND / 2);
	for (size_t i = 0; i < ARRAY_SIZE(offsets); i++) {
		assert_int_equal(memory_word(bench, PAGE_0 + offsets[i]), core_rate(offsets[i], 0, 1));
		assert_int_equal(memory_word(bench, PAGE_1 + offsets[i]), core_rate(offsets[i], 1, 1) / 2);
	}
	assert_int_equal(memory_word(bench, PAGE_0 + 0x98), 62500);
	assert_int_equal(memory_word(bench, PAGE_0 + 0xa0), 62500);
	assert_int_equal(memory_word(bench, PAGE_0 + 0x8e0), 62500);
	assert_int_equal(memory_word(bench, PAGE_0 + 0x38), 0);
	assert_int_equal(memory_word(bench, PAGE_0 + 0x08), 0);
	imc_leave(bench->imc, bench->now);
	bench_end(bench, 0);
}

TEST(test_core_moves_only_when_started)
{
	struct bench *bench = bench_open("rate.core.0x18 = 1000000");

	init(bench, OPAL_CORE, PAGE_0, 0);
	go(bench, 10 * MS);
	assert_int_equal(memory_word(bench, PAGE_0 + 0x18), 0);
	start(bench, OPAL_CORE, 1);
	go(bench, 10 * MS);
	assert_int_equal(memory_word(bench, PAGE_0 + 0x18), 10000);
	stop(bench, OPAL_CORE, 0);
	go(bench, 10 * MS);
	assert_int_equal(memory_word(bench, PAGE_0 + 0x18), 10000);
	start(bench, OPAL_CORE, 0);
	go(bench, MS);
	stop(bench, OPAL_CORE, 1);
	assert_int_equal(memory_word(bench, PAGE_0 + 0x18), 11000);
	bench_end(bench, 0);
}

TEST(test_pages_are_posted_in_between)
{
	struct bench *bench = bench_open("core.period = 512000");
	uint64_t last = 0;

	init(bench, OPAL_CORE, PAGE_0, 0);
	start(bench, OPAL_CORE, 0);
	for (unsigned i = 0; i < 20; i++) {
		assert_true(imc_next(bench->imc) > bench->now);
		go(bench, MS);
		assert_true(memory_word(bench, PAGE_0 + 0x20) > last);
		last = memory_word(bench, PAGE_0 + 0x20);
	}
	stop(bench, OPAL_CORE, 0);
	bench_end(bench, 0);
}

TEST(test_bad_pages)
{
	struct bench *bench = bench_open("");

	assert_int_equal(init(bench, OPAL_CORE, PAGE_1 + 8, 0), IMC_SUCCESS);
	assert_violation(bench, 0, "bits 0x8 of the address will be lost");
	init(bench, OPAL_CORE, PAGE_0 | BIT(60), 0);
	assert_violation(bench, 1, "bits 0x1000000000000000");
	init(bench, OPAL_CORE, 0, 0);
	assert_violation(bench, 2, "0x0 is no memory of the program's");
	init(bench, OPAL_CORE, 0x30000000, 0);
	assert_violation(bench, 3, "is no memory of the program's");
	put_word(bench->memory + 0x1ff8, 1);
	init(bench, OPAL_CORE, PAGE_0, 0);
	assert_violation(bench, 4, "zeroed before INIT");
	bench_end(bench, 5);
}

/* The unaligned page of before, as skiboot takes it: 8 KiB lower. */
TEST(test_lost_address_bits)
{
	struct bench *bench = bench_open("rate.core.0x18 = 1000000");

	count_core(bench, PAGE_1 + 0x1000, 0, MS);
	assert_int_equal(memory_word(bench, PAGE_1 + 0x18), 1000);
	bench_end(bench, 1);
}

TEST(test_order_of_core_calls)
{
	struct bench *bench = bench_open("");

	start(bench, OPAL_CORE, 0);
	assert_violation(bench, 0, "START before INIT");
	init(bench, OPAL_CORE, PAGE_0, 0);
	assert_violation(bench, 1, "INIT while the engine runs");
	start(bench, OPAL_CORE, 0);
	start(bench, OPAL_CORE, 1);
	init(bench, OPAL_CORE, PAGE_0, 4);
	start(bench, OPAL_CORE, 4);
	assert_violation(bench, 2, "another engine writes to the page");
	imc_leave(bench->imc, bench->now);
	assert_int_equal(bench->violations, 5);
	bench_end(bench, 5);
}

TEST(test_thread_needs_both)
{
	struct bench *bench = bench_open("rate.thread.0x1018 = 1000000");
	uint64_t value = LDBAR_COUNT | THREAD_PAGE;

	init(bench, OPAL_CORE, PAGE_0, 0);
	assert_int_equal(ldbar(bench, 0, value), value);
	go(bench, MS);
	assert_int_equal(memory_word(bench, THREAD_PAGE + 0x1018), 0);
	start(bench, OPAL_CORE, 0);
	go(bench, MS);
	ldbar(bench, 0, value & ~LDBAR_COUNT);
	go(bench, MS);
	assert_int_equal(memory_word(bench, THREAD_PAGE + 0x1018), 1000);
	ldbar(bench, 0, value);
	go(bench, MS);
	stop(bench, OPAL_CORE, 0);
	go(bench, MS);
	assert_int_equal(memory_word(bench, THREAD_PAGE + 0x1018), 2000);
	assert_int_equal(ldbar(bench, 0, 0), 0);
	imc_leave(bench->imc, bench->now);
	bench_end(bench, 0);
}

TEST(test_threads_are_told_apart)
{
	struct bench *bench = bench_open("");
	uint64_t other = THREAD_PAGE + 0x2000;

	init(bench, OPAL_CORE, PAGE_0, 1);
	ldbar(bench, 0, LDBAR_COUNT | THREAD_PAGE);
	ldbar(bench, 1, LDBAR_COUNT | other);
	start(bench, OPAL_CORE, 0);
	go(bench, SECOND);
	stop(bench, OPAL_CORE, 1);
	assert_int_equal(memory_word(bench, THREAD_PAGE + 0x1020), thread_rate(0x1020, 0, 0, 0));
	assert_int_equal(memory_word(bench, other + 0x1020), thread_rate(0x1020, 0, 0, 1));
	assert_int_equal(memory_word(bench, other + 0x798), thread_rate(0x798, 0, 0, 1));
	assert_int_equal(memory_word(bench, other + 0x18), 0);
	assert_int_equal(memory_word(bench, PAGE_0 + 0x1020), core_rate(0x1020, 0, 0));
	ldbar(bench, 0, 0);
	ldbar(bench, 1, 0);
	imc_leave(bench->imc, bench->now);
	bench_end(bench, 0);
}

TEST(test_bad_ldbar)
{
	struct bench *bench = bench_open("");

	ldbar(bench, 0, LDBAR_COUNT | THREAD_PAGE);
	assert_violation(bench, 0, "INIT of type core must come first");
	init(bench, OPAL_CORE, PAGE_0, 0);
	ldbar(bench, 0, LDBAR_COUNT | THREAD_PAGE | BIT(57));
	assert_violation(bench, 1, "bits 0x200000000000000 must be 0");
	ldbar(bench, 0, LDBAR_COUNT | THREAD_PAGE | 0x1000);
	assert_violation(bench, 2, "bits 0x1000 must be 0");
	ldbar(bench, 0, LDBAR_COUNT | 0x40000000);
	assert_violation(bench, 3, "0x40000000 is no memory");
	ldbar(bench, 0, LDBAR_COUNT | THREAD_PAGE);
	start(bench, OPAL_CORE, 0);
	ldbar(bench, 0, LDBAR_COUNT | (THREAD_PAGE + 0x2000));
	assert_violation(bench, 4, "still counting");
	ldbar(bench, 0, LDBAR_COUNT | PAGE_0);
	assert_true(strstr(bench->violation, "another engine writes"));
	stop(bench, OPAL_CORE, 0);
	imc_return_thread(bench->imc, bench->now, 0);
	assert_true(strstr(bench->violation, "given back to OPAL with LDBAR"));
	bench_end(bench, 8);
}

TEST(test_both_modes_at_once)
{
	struct bench *bench = bench_open("");

	init(bench, OPAL_CORE, PAGE_0, 0);
	init(bench, OPAL_TRACE, MEMORY_BASE + 0x40000, 0);
	ldbar(bench, 0, LDBAR_COUNT | LDBAR_TRACE | (MEMORY_BASE + 0x40000));
	assert_violation(bench, 0, "exclude each other");
	start(bench, OPAL_CORE, 0);
	assert_violation(bench, 1, "LDBAR of thread 0x0 is in trace mode");
	bench_end(bench, 2);
}

TEST(test_left_counting)
{
	struct bench *bench = bench_open("");

	init(bench, OPAL_CORE, PAGE_0, 0x800);
	ldbar(bench, 0x800, LDBAR_COUNT | THREAD_PAGE);
	start(bench, OPAL_CORE, 0x800);
	go(bench, MS);
	imc_leave(bench->imc, bench->now);
	assert_true(strstr(bench->violation, "thread 0x800: LDBAR left at"));
	bench_end(bench, 2);
}

TEST(test_statistics_and_banner)
{
	struct bench *bench = bench_open("fault = core1.dead\nrate.core.0x18 = 5");
	struct imc_statistics statistics;
	char line[200];

	start(bench, OPAL_NEST, 0x7fff);
	count_core(bench, PAGE_0, 0, 10 * MS);
	ldbar(bench, 0, 0);
	imc_statistics(bench->imc, &statistics);
	assert_int_equal(statistics.calls, 4);
	assert_int_equal(statistics.refused, 1);
	assert_int_equal(statistics.ldbar, 1);
	assert_true(statistics.posts > 0 && !statistics.records && !statistics.violations);
	imc_banner(bench->imc, line, sizeof(line));
	assert_string_equal(line,
			    "virtual silicon power9: 2 chips, 4 cores, 5 threads; rates set: 1; faults: core1.dead");
	bench_end(bench, 0);
}
