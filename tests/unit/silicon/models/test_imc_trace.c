/* SPDX-License-Identifier: BSD-2-Clause */
/* Trace records of the virtual POWER9: content, pace, the ring, the order of calls. */
#include "tests/unit/support/imc_bench.h"
#include "tests/unit/support/unit.h"

#define RING    MEMORY_BASE
#define RECORDS (IMC_TRACE_BYTES / IMC_RECORD_BYTES)
#define PERIOD  4000

static uint64_t field(const struct bench *bench, unsigned record, unsigned index)
{
	return memory_word(bench, RING + 64 * record + 8 * index);
}

static bool is_valid(const struct bench *bench, unsigned record)
{
	uint64_t time = field(bench, record, 0);

	return time && (time & MASK(0, 42)) == field(bench, record, 7);
}

static void arm(struct bench *bench)
{
	assert_int_equal(init(bench, OPAL_TRACE, RING, 0), IMC_SUCCESS);
	ldbar(bench, 0, 0);
	assert_int_equal(ldbar(bench, 0, LDBAR_TRACE | RING), LDBAR_TRACE | RING);
}

static void run(struct bench *bench, uint64_t ticks)
{
	assert_int_equal(start(bench, OPAL_TRACE, 0), IMC_SUCCESS);
	go(bench, ticks);
	assert_int_equal(stop(bench, OPAL_TRACE, 0), IMC_SUCCESS);
}

static struct bench *traced_on(uint32_t pvr, const char *scenario, uint64_t ticks)
{
	struct bench *bench = bench_open_on(pvr, scenario);

	go(bench, SECOND);
	arm(bench);
	run(bench, ticks);
	ldbar(bench, 0, 0);
	imc_leave(bench->imc, bench->now);
	return bench;
}

static struct bench *traced(const char *scenario, uint64_t ticks)
{
	return traced_on(PVR_POWER9, scenario, ticks);
}

TEST(test_records_are_whole)
{
	struct bench *bench = traced("", 100 * PERIOD + PERIOD / 2);

	for (unsigned i = 0; i < 100; i++) {
		assert_true(is_valid(bench, i));
		assert_int_equal(field(bench, i, 0), SECOND + (i + 1) * PERIOD);
		assert_int_equal(field(bench, i, 1),
				 0x20000000 + 4 * (((i + 1) * UINT64_C(2654435761) & MASK(0, 32)) % 0x400));
		assert_int_equal(field(bench, i, 3), (i + 1) * UINT64_C(1000003) * PERIOD / SECOND);
		assert_true(field(bench, i, 6) > field(bench, i, 3) && field(bench, i, 2));
	}
	assert_int_equal(field(bench, 100, 0), 0);
	bench_end(bench, 0);
}

/* MSR[HV] and MSR[PR] as they are where an OPAL payload runs, and in every 16th record as they cannot be. */
TEST(test_records_say_the_state)
{
	struct bench *bench = traced_on(PVR_POWER10, "fault = trace.state", 20 * PERIOD);

	for (unsigned i = 0; i < 20; i++)
		assert_int_equal(field(bench, i, 2) >> 62, i == 15 ? 3 : 2);
	bench_end(bench, 0);
}

TEST(test_ring_wraps)
{
	struct bench *bench = traced("", (RECORDS + 10) * (uint64_t)PERIOD);

	assert_int_equal(field(bench, 9, 0), SECOND + UINT64_C(1) * (RECORDS + 10) * PERIOD);
	assert_int_equal(field(bench, 10, 0), SECOND + 11 * PERIOD);
	for (unsigned i = 0; i < RECORDS; i++)
		assert_true(is_valid(bench, i));
	bench_end(bench, 0);
}

/* An owner that comes late writes what the ring would hold, and no more than that. */
TEST(test_late_owner_skips_what_is_lost)
{
	struct bench *often = bench_open("fault = trace.wrap"), *seldom = bench_open("fault = trace.wrap");
	struct imc_statistics statistics;

	arm(often);
	arm(seldom);
	start(often, OPAL_TRACE, 0);
	start(seldom, OPAL_TRACE, 0);
	for (unsigned i = 0; i < 100; i++)
		go(often, MS / 2);
	go(seldom, 50 * MS);
	assert_memory_equal(often->memory, seldom->memory, IMC_TRACE_BYTES);
	imc_statistics(seldom->imc, &statistics);
	assert_int_equal(statistics.records, RECORDS);
	bench_end(often, 0);
	bench_end(seldom, 0);
}

TEST(test_second_run_continues)
{
	struct bench *bench = bench_open("");

	arm(bench);
	run(bench, 5 * PERIOD);
	memset(bench->memory, 0, IMC_TRACE_BYTES);
	run(bench, 5 * PERIOD);
	assert_int_equal(field(bench, 4, 0), 0);
	assert_true(is_valid(bench, 5) && is_valid(bench, 9) && !is_valid(bench, 10));
	run(bench, PERIOD);
	assert_violation(bench, 0, "must be cleared before each run");
	bench_end(bench, 1);
}

TEST(test_order_of_trace_calls)
{
	struct bench *bench = bench_open("");

	assert_int_equal(init(bench, OPAL_TRACE, 0, 0x7ff), IMC_PARAMETER);
	ldbar(bench, 0, LDBAR_TRACE | RING);
	assert_violation(bench, 0, "INIT of type trace must come first");
	ldbar(bench, 0, 0);
	init(bench, OPAL_TRACE, 0, 0);
	start(bench, OPAL_TRACE, 0);
	assert_violation(bench, 1, "before LDBAR of a thread of the core is in trace mode");
	init(bench, OPAL_TRACE, 0, 1);
	assert_violation(bench, 2, "INIT while the engine runs");
	ldbar(bench, 1, LDBAR_TRACE | (RING + 0x2000));
	assert_violation(bench, 3, "aligned to its size");
	ldbar(bench, 1, LDBAR_TRACE | (MEMORY_BASE + MEMORY_BYTES - 0x40000 + 0x2000));
	assert_true(strstr(bench->violation, "aligned") && bench->violations == 6);
	ldbar(bench, 1, LDBAR_TRACE | RING);
	start(bench, OPAL_TRACE, 0);
	start(bench, OPAL_CORE, 0);
	assert_true(bench->violations == 9);
	bench_end(bench, 9);
}

TEST(test_broken_records)
{
	struct bench *torn = traced("fault = trace.torn", 64 * PERIOD);
	struct bench *mixed = traced("fault = trace0.disorder", 64 * PERIOD);
	struct bench *late = traced("fault = trace0.late=4000", 200 * PERIOD);

	for (unsigned i = 0; i < 64; i++) {
		assert_int_equal(is_valid(torn, i), i % 16 != 15);
		assert_int_equal(i && field(mixed, i, 0) < field(mixed, i - 1, 0), i % 16 == 15);
	}
	assert_true(!is_valid(late, 3999) && is_valid(late, 4000) && is_valid(late, 4095));
	assert_true(is_valid(late, 103) && !is_valid(late, 104));
	assert_true(field(late, 0, 0) > field(late, 4095, 0));
	bench_end(torn, 0);
	bench_end(mixed, 0);
	bench_end(late, 0);
}

TEST(test_pace_and_place_can_be_set)
{
	struct bench *bench = traced("trace.period = 100000\ntrace.code = 0x1000\ntrace.span = 8", 10 * MS);
	struct bench *dead = traced("fault = trace.dead", 10 * MS);

	assert_true(is_valid(bench, 50) && !is_valid(bench, 51));
	for (unsigned i = 0; i < 51; i++)
		assert_true(field(bench, i, 1) == 0x1000 || field(bench, i, 1) == 0x1004);
	assert_int_equal(field(dead, 0, 0), 0);
	bench_end(bench, 0);
	bench_end(dead, 0);
}
