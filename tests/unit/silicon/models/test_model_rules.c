/* SPDX-License-Identifier: BSD-2-Clause */
/* Every rule that the virtual Xeon 7500 holds programs to, broken once; and what is allowed. */
#include "lib/basic.h"
#include "tests/unit/support/model_bench.h"
#include "tests/unit/support/unit.h"

#define EVEN "rate.cbox*.MAF_ACK = 1000000\n"

/* A single write to fresh silicon and the one violation it must cause; NULL: none. */
struct single_write {
	uint32_t address;
	uint64_t value;
	const char *rule;
};

static void try_writes(const struct single_write *writes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct bench *bench = bench_make(1, "");

		put(bench, writes[i].address, writes[i].value);
		if (writes[i].rule)
			expect_violation(bench, writes[i].rule);
		else
			expect_clean(bench);
		bench_free(bench);
	}
}

TEST(test_reserved_bits)
{
	/* clang-format off */
	const struct single_write writes[] = {
		{U_CTL, BIT(30), "ubox.global_ctl msr 0xc00 = 0x40000000: bits 0x40000000 must be"},
		{U_CTL, BIT(27), "must be written as 0 (323535 p.15)"},
		{U_CTL, BIT(9), "bits 0x200"},
		{U_CTL, BIT(32), "beyond its 32 bits"},
		{U_OVF, BIT(32), "beyond its 32 bits"},
		{U_OVF, MASK(4, 26), NULL},
		{U_OVF, MASK(30, 2), NULL},
		{U_SEL, BIT(62), "must be written as 0"},
		{U_SEL, BIT(9), "must be written as 0"},
		{U_SEL, BIT(17), "must be written as 0"},
		{U_SEL, BIT(63) | MASK(23, 39) | BIT(21) | BIT(19), NULL},
		{U_CTR, BIT(48), "bits 0x1000000000000"},
		{W_CTL, BIT(40), "beyond its 32 bits"},
		{W_CTL, MASK(4, 27), NULL},
		{W_SEL(0), BIT(62), "bits 0x4000000000000000"},
		{W_SEL(1), BIT(61), "must be written as 0 (323535 p.139)"},
		{W_SEL(2), BIT(50), "must be written as 0"},
		{W_SEL(3), MASK(51, 10) | BIT(63) | MASK(32, 18) | MASK(16, 2), NULL},
		{W_CTR(3), BIT(63), "must be written as 0"},
		{FIXED_CTL, BIT(3), "wbox.fixed_ctl"},
		{FIXED_CTL, BIT(22), "must be written as 0"},
		{FIXED_CTL, BIT(20) | BIT(2) | BIT(1) | BIT(0), NULL},
		{FIXED_CTR, BIT(48), "wbox.fixed_ctr"},
		{C_CTL(4), BIT(6), "cbox4.global_ctl"},
		{C_OVF(3), BIT(6), "cbox3.ovf_ctl"},
		{C_SEL(0, 0), BIT(16), "must be written as 0 (323535 p.27)"},
		{C_SEL(0, 5), BIT(32), "cbox0.ctl5"},
		{C_SEL(7, 0), BIT(62), "must be written as 0"},
		{C_SEL(7, 0), BIT(63) | BIT(21) | BIT(19), NULL},
		{C_CTR(7, 0), BIT(50), "cbox7.ctr0"},
	};
	/* clang-format on */

	try_writes(writes, ARRAY_SIZE(writes));
}

TEST(test_reserved_bits_are_not_kept)
{
	struct bench *bench = bench_make(1, "");

	put(bench, C_SEL(0, 0), BIT(61) | BIT(40) | LLC_HITS_M);
	assert_int_equal(get(bench, C_SEL(0, 0)), LLC_HITS_M);
	bench_free(bench);
}

TEST(test_status_is_not_written)
{
	const struct single_write writes[] = {
		{U_STATUS, 1, "ubox.status"},
		{W_STATUS, 0, "wbox.status"},
		{C_STATUS(0), 1, "cleared through ovf_ctl"},
	};

	try_writes(writes, ARRAY_SIZE(writes));
}

TEST(test_events_must_exist)
{
	const struct single_write writes[] = {
		{C_SEL(0, 0), EN | 0x0d, "event 0xd is none of this box's"},
		{C_SEL(0, 0), 0x0d, NULL}, /* not enabled: not yet an event */
		{C_SEL(0, 0), EN | 0x00, "event 0x0"},
		{C_SEL(0, 0), EN | 0x1015, "umask bits 0x10 mean nothing with event LLC_HITS"},
		{C_SEL(0, 0), EN | 0x0110, "MAF_ACK"},
		{C_SEL(0, 0), EN | 0x0015, NULL},
		{W_SEL(0), EN | 0x0102, "PROCHOT"},
		{W_SEL(0), EN | 0xff05, "event 0x5"},
		{U_SEL, EN | 0x1e7, "event 0x1e7"},
		{U_SEL, EN | 0x0e4, "event 0xe4"},
		{U_SEL, EN | 0x1e4, NULL},
	};

	try_writes(writes, ARRAY_SIZE(writes));
}

TEST(test_senseless_selections)
{
	const struct single_write writes[] = {
		{C_SEL(0, 0), EN | EDGE | 0x010b, "edge_detect with STARVED_EGRESS"},
		{C_SEL(0, 0), EN | EDGE | 0x0018, "edge_detect with OCCUPANCY_IRQ"},
		{C_SEL(0, 0), EN | EDGE | MAF_ACK, NULL},
		{C_SEL(0, 0), EN | INVERT | LLC_HITS_M, "invert without a threshold"},
		{C_SEL(0, 0), EN | INVERT | 1 << 24 | LLC_HITS_M, NULL},
		{U_SEL, EN | EDGE | 0x001, NULL},
	};

	try_writes(writes, ARRAY_SIZE(writes));
}

TEST(test_preloads_of_the_erratum)
{
	const struct single_write writes[] = {
		{W_CTR(0), 0xffffff, "preload ends in 0xffffff (323535 p.140)"},
		{W_CTR(1), 0x123fffffe, "preload ends in 0xfffffe"},
		{FIXED_CTR, TOP - 1, "wbox.fixed_ctr"},
		{W_CTR(0), 0xfffffd, NULL},
		{W_CTR(0), 0x1000000, NULL},
		{C_CTR(0, 0), 0xffffff, NULL},
		{U_CTR, TOP - 2, NULL},
	};

	try_writes(writes, ARRAY_SIZE(writes));
}

TEST(test_registers_that_do_not_exist)
{
	struct bench *bench = bench_make(1, "");
	struct silicon_access access = bench_access(0, 0xf40); /* C8 of another part */

	assert_int_equal(silicon_write(bench->silicon, 0, &access, 0), SILICON_FAULT);
	expect_violation(bench, "msr 0xf40: no such register");
	assert_int_equal(answer_to_read(bench, 0xf40), SILICON_FAULT);
	access.address = 0x398;
	assert_int_equal(silicon_write(bench->silicon, 0, &access, 0), SILICON_NOT_MINE);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_impossible_accesses)
{
	struct bench *bench = bench_make(1, "");
	struct silicon_access access = bench_access(0, C_CTR(0, 0));
	uint64_t value;

	access.bytes = 4;
	assert_int_equal(silicon_read(bench->silicon, 0, &access, &value), SILICON_FAULT);
	expect_violation(bench, "impossible access of 4 bytes");
	access = bench_access(1, C_CTR(0, 0));
	assert_int_equal(silicon_write(bench->silicon, 0, &access, 0), SILICON_FAULT);
	expect_violation(bench, "socket 1");
	bench_free(bench);
}

TEST(test_select_of_a_counting_counter)
{
	struct bench *bench = bench_make(1, EVEN);

	set_c(bench, 0, 0, MAF_ACK, 0);
	put(bench, C_SEL(0, 0), EN | LLC_HITS_M); /* not counting yet */
	start(bench, 0);
	put(bench, C_SEL(0, 1), EN | LLC_HITS_M); /* its box does not enable it */
	put(bench, C_SEL(0, 0), EN | LLC_HITS_M); /* no change */
	expect_clean(bench);
	put(bench, C_SEL(0, 0), EN | MAF_ACK);
	expect_violation(bench, "cbox0.ctl0 msr 0xd10 = 0x400010: select changed while");
	put(bench, C_CTR(0, 0), 0);
	bench->violations = 0;
	go(bench, 5000); /* silicon obeys all the same */
	assert_int_equal(get(bench, C_CTR(0, 0)), 5);
	put(bench, C_SEL(0, 0), 0); /* a way to stop */
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_value_of_a_counting_counter)
{
	struct bench *bench = bench_make(1, EVEN);

	set_c(bench, 0, 0, MAF_ACK, 0);
	start(bench, 0);
	put(bench, C_CTR(0, 1), 5);
	expect_clean(bench);
	put(bench, C_CTR(0, 0), 5);
	expect_violation(bench, "cbox0.ctr0 msr 0xd11 = 0x5: counter written while");
	assert_int_equal(get(bench, C_CTR(0, 0)), 5);
	stop(bench);
	put(bench, C_CTR(0, 0), 6);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_stale_overflow_bits)
{
	struct bench *bench = bench_make(1, EVEN);

	set_c(bench, 3, 2, MAF_ACK, TOP - 1);
	start(bench, 0);
	go(bench, 1000);
	start(bench, CORE(0)); /* goes on: no new interval */
	stop(bench);
	expect_clean(bench);
	start(bench, 0);
	expect_violation(bench, "overflow bits 0x4 of cbox3");
	stop(bench);
	put(bench, C_OVF(3), 4);
	start(bench, 0);
	expect_clean(bench);
	bench_free(bench);
}

/* Undoes everything that `sample` did. */
static void restore_all(struct bench *bench)
{
	stop(bench);
	put(bench, C_OVF(3), 1);
	put(bench, U_OVF, ST_PMI);
	put(bench, C_SEL(3, 0), 0);
	put(bench, C_CTL(3), 0);
	put(bench, C_CTR(3, 0), 0);
}

static struct bench *sample(const char *scenario)
{
	struct bench *bench = bench_make(1, scenario);

	set_c(bench, 3, 0, MAF_ACK | PMI_EN, TOP - 10);
	start(bench, FRZ_ALL | CORE(0));
	go(bench, 20000);
	assert_int_equal(bench->pmis, 1);
	return bench;
}

TEST(test_leaving_everything_as_it_was)
{
	struct bench *bench = sample(EVEN);

	restore_all(bench);
	silicon_leave(bench->silicon, bench->now);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_leaving_something_changed)
{
	static const struct {
		uint32_t address;
		uint64_t value;
		const char *rule;
	} left[] = {
		{0xdd1, 7, "leaving with cbox3.ctr0"},
		{0xdd0, 0x10, "leaving with cbox3.ctl0"},
		{0xdc0, 1, "leaving with cbox3.global_ctl"},
		{U_CTL, CORE(0), "ubox.global_ctl"},
		{W_CTR(2), 9, "wbox.ctr2"},
		{FIXED_CTL, 1, "wbox.fixed_ctl"},
		{FIXED_CTR, 1, "wbox.fixed_ctr"},
		{U_CTR, 1, "ubox.ctr0"},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(left); i++) {
		struct bench *bench = sample(EVEN);

		restore_all(bench);
		put(bench, left[i].address, left[i].value);
		silicon_leave(bench->silicon, bench->now);
		expect_violation(bench, left[i].rule);
		bench_free(bench);
	}
}

TEST(test_leaving_as_it_likes)
{
	struct bench *bench = sample(EVEN "leave = any\n");

	put(bench, 0xdc0, 1);
	silicon_leave(bench->silicon, bench->now);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_leaving_with_overflow_bits)
{
	struct bench *bench = sample(EVEN);

	stop(bench);
	put(bench, C_SEL(3, 0), 0);
	put(bench, C_CTL(3), 0);
	put(bench, U_OVF, ST_PMI);
	silicon_leave(bench->silicon, bench->now);
	expect_violation(bench, "cbox3.status msr 0xdc1 = 0x1");
	put(bench, C_OVF(3), 1);
	silicon_leave(bench->silicon, bench->now);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_leaving_with_debugctl)
{
	struct bench *bench = bench_make(2, "debugctl = needed\n");
	struct silicon_access access = bench_access(1, DEBUGCTL);

	access.core = 5;
	assert_int_equal(silicon_write(bench->silicon, 0, &access, BIT(13)), SILICON_OK);
	silicon_leave(bench->silicon, 0);
	expect_violation(bench, "socket 1 leaving with core5.debugctl msr 0x1d9 = 0x2000");
	bench_free(bench);
}
