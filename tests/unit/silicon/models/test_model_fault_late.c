/* SPDX-License-Identifier: BSD-2-Clause */
/* Faults that show only while counters count, or only after a while: that each does what it says, and that the
 * program is not blamed for what comes of it. */
#include "lib/basic.h"
#include "tests/unit/support/model_bench.h"
#include "tests/unit/support/unit.h"

/* One event a microsecond. */
#define EVEN "rate.cbox*.MAF_ACK = 1000000\n"

static struct bench *broken(const char *fault)
{
	char scenario[300];

	snprintf(scenario, sizeof(scenario), EVEN "fault = %s\n", fault);
	return bench_make(1, scenario);
}

/* Counts in the first counter of C0 from `from` for `us` microseconds, stops, and returns what it holds. */
static uint64_t count_from(struct bench *bench, uint64_t from, unsigned us)
{
	set_c(bench, 0, 0, MAF_ACK, from);
	start(bench, 0);
	go(bench, us * 1000ull);
	stop(bench);
	return get(bench, C_CTR(0, 0));
}

TEST(test_lost_and_doubled_events)
{
	static const struct {
		const char *fault;
		unsigned us;
		uint64_t count;
	} cases[] = {
		{"cbox0.ctr0.lost", 16000, 15000},     {"cbox0.ctr0.lost=2", 1000, 500},
		{"cbox0.ctr0.lost=1000", 999, 999},    {"cbox0.ctr0.doubled", 16000, 17000},
		{"cbox0.ctr0.doubled=1000", 999, 999}, {"cbox0.ctr0.doubled=2", 1000, 1500},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
		struct bench *bench = broken(cases[i].fault);

		assert_int_equal(count_from(bench, 0, cases[i].us), cases[i].count);
		expect_clean(bench);
		bench_free(bench);
	}
}

/* An overflow comes with the event that makes it, however many have slipped. */
TEST(test_slips_move_overflows)
{
	struct bench *bench = broken("cbox0.ctr0.lost=2");

	set_c(bench, 0, 0, MAF_ACK | PMI_EN, TOP - 10);
	start(bench, FRZ_ALL | CORE(0));
	assert_int_equal(silicon_next_event(bench->silicon), 19000);
	go(bench, 19000);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(get(bench, C_CTR(0, 0)), 0);
	bench_free(bench);
	bench = broken("cbox0.ctr0.doubled=2");
	set_c(bench, 0, 0, MAF_ACK | PMI_EN, TOP - 9);
	start(bench, FRZ_ALL | CORE(0));
	assert_int_equal(silicon_next_event(bench->silicon), 6000);
	bench_free(bench);
}

TEST(test_late_freeze)
{
	struct bench *bench = broken("ubox.freeze.late=5000");

	set_c(bench, 0, 0, MAF_ACK | PMI_EN, TOP - 10);
	start(bench, FRZ_ALL | CORE(0));
	go(bench, 30000);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(get(bench, U_CTL) & EN_ALL, 0);
	assert_int_equal(get(bench, C_CTR(0, 0)), 5);
	bench_free(bench);
}

TEST(test_overflow_in_another_bit)
{
	struct bench *bench = broken("cbox0.ctr0.flag=4");

	count_from(bench, TOP - 10, 20);
	assert_int_equal(get(bench, C_STATUS(0)), BIT(4));
	start(bench, 0); /* who looks for bit 0 has nothing to clear */
	stop(bench);
	put(bench, C_OVF(0), BIT(4));
	assert_int_equal(get(bench, C_STATUS(0)), 0);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_summary_in_another_bit)
{
	struct bench *bench = broken("cbox0.summary.bit=2");

	count_from(bench, TOP - 10, 20);
	assert_int_equal(get(bench, U_STATUS), OV_S1);
	put(bench, C_OVF(0), 1);
	assert_int_equal(get(bench, U_STATUS), 0);
	expect_clean(bench);
	bench_free(bench);
}

/* The upper half follows late, and is right when the counter stands. */
TEST(test_torn_counter)
{
	struct bench *bench = broken("cbox0.ctr0.torn");

	set_c(bench, 0, 0, MAF_ACK, BIT(32) - 10);
	start(bench, 0);
	go(bench, 9000);
	assert_int_equal(get(bench, C_CTR(0, 0)), BIT(32) - 1);
	go(bench, 2000);
	assert_int_equal(get(bench, C_CTR(0, 0)), 1);
	stop(bench);
	assert_int_equal(get(bench, C_CTR(0, 0)), BIT(32) + 1);
	bench_free(bench);
}

TEST(test_vanished_box)
{
	struct bench *bench = broken("cbox0.vanish=3");

	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(answer_to_read(bench, C_STATUS(0)), SILICON_OK);
	assert_int_equal(answer_to_read(bench, C_STATUS(0)), SILICON_FAULT);
	assert_int_equal(answer_to_read(bench, C_CTR(0, 0)), SILICON_FAULT);
	assert_int_equal(answer_to_read(bench, C_STATUS(1)), SILICON_OK);
	silicon_leave(bench->silicon, bench->now);
	expect_clean(bench);
	bench_free(bench);
}

/* A U-Box that is gone enables nothing, so that others are not found counting. */
TEST(test_vanished_master)
{
	struct bench *bench = broken("ubox.vanish=2");

	set_c(bench, 0, 0, MAF_ACK, 0);
	start(bench, 0); /* the first access to the U-Box */
	go(bench, 10000);
	assert_int_equal(answer_to_read(bench, U_STATUS), SILICON_OK);
	assert_int_equal(answer_to_read(bench, U_STATUS), SILICON_FAULT);
	go(bench, 10000);
	assert_int_equal(get(bench, C_CTR(0, 0)), 10);
	put(bench, C_CTR(0, 0), 0);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_hanging_box)
{
	struct bench *bench = broken("wbox.hang=1");

	assert_int_equal(answer_to_read(bench, W_CTL), SILICON_OK);
	assert_int_equal(answer_to_read(bench, W_CTL), SILICON_HANG);
	assert_int_equal(answer_to_read(bench, U_CTL), SILICON_OK);
	silicon_leave(bench->silicon, bench->now);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_stuck_clearing_bits)
{
	struct bench *bench = broken("cbox0.ovf_ctl.stuck0=0");

	count_from(bench, TOP - 10, 20);
	put(bench, C_OVF(0), 1);
	assert_int_equal(get(bench, C_STATUS(0)), 1);
	start(bench, 0);
	stop(bench);
	expect_clean(bench);
	bench_free(bench);
	bench = broken("cbox0.ovf_ctl.stuck1=0");
	count_from(bench, TOP - 10, 20);
	assert_int_equal(get(bench, C_STATUS(0)), 0);
	start(bench, 0);
	expect_clean(bench);
	bench_free(bench);
}

/* In a box that a fault is in, or whose controlling box has one, overflows do not have to be cleared; elsewhere they do. */
TEST(test_blame_for_overflows)
{
	static const struct {
		const char *fault;
		bool blamed;
	} cases[] = {
		{"cbox0.ctr0.width=14", false},   {"cbox0.ctr0.rate=1000", false},
		{"cbox0.status.stuck0=0", false}, {"cbox0.ovf_ctl.alias=cbox0.ctl0", false},
		{"cbox0.ctl0.stuck0=0", false},   {"cbox0.ctr1.width=14", false},
		{"cbox1.status.stuck0=0", true},  {"ubox.pmi.lost", false},
		{"wbox.ctr0.dead", true},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
		struct bench *bench = broken(cases[i].fault);

		count_from(bench, TOP - 10, 20);
		start(bench, 0);
		if ((bench->violations != 0) != cases[i].blamed)
			fail_msg("%s: %u violations, %s", cases[i].fault, bench->violations, bench->violation);
		bench_free(bench);
	}
}
