/* SPDX-License-Identifier: BSD-2-Clause */
/* Every kind of fault: that it breaks what it names, only that, and that the program is not blamed. */
#include "lib/basic.h"
#include "tests/unit/support/model_bench.h"
#include "tests/unit/support/unit.h"

/* One event a microsecond. */
#define EVEN "rate.cbox*.MAF_ACK = 1000000\nrate.wbox.PROCHOT = 1000000\nrate.ubox.0x50 = 1000000\n"

static struct bench *broken(const char *fault)
{
	char scenario[300];

	snprintf(scenario, sizeof(scenario), EVEN "fault = %s\n", fault);
	return bench_make(1, scenario);
}

/* Counts for `us` microseconds in the first two counters of C0 and C1. */
static void count_for(struct bench *bench, unsigned us)
{
	for (unsigned n = 0; n < 2; n++)
		for (unsigned i = 0; i < 2; i++)
			set_c(bench, n, i, MAF_ACK, 0);
	start(bench, 0);
	go(bench, us * 1000ull);
	stop(bench);
}

/* Counter 0 of C0 overflows after 10 microseconds and 20 more pass. */
static void sample(struct bench *bench)
{
	set_c(bench, 0, 0, MAF_ACK | PMI_EN, TOP - 10);
	start(bench, FRZ_ALL | CORE(0));
	go(bench, 30000);
}

static void restore_all(struct bench *bench)
{
	stop(bench);
	put(bench, C_OVF(0), 1);
	put(bench, U_OVF, ST_PMI);
	put(bench, C_SEL(0, 0), 0);
	put(bench, C_CTL(0), 0);
	put(bench, C_CTR(0, 0), 0);
	silicon_leave(bench->silicon, bench->now);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_stuck_bits_of_a_counter)
{
	struct bench *bench = broken("cbox3.ctr1.stuck1=17");

	assert_int_equal(get(bench, C_CTR(3, 1)), BIT(17));
	put(bench, C_CTR(3, 1), MASK(0, 48) & ~BIT(17));
	assert_int_equal(get(bench, C_CTR(3, 1)), MASK(0, 48));
	assert_int_equal(get(bench, C_CTR(3, 0)), 0);
	put(bench, C_CTR(3, 1), BIT(17)); /* what was read at the start */
	silicon_leave(bench->silicon, 0);
	expect_clean(bench);
	bench_free(bench);
	bench = broken("cbox3.ctr1.stuck0=47");
	put(bench, C_CTR(3, 1), MASK(0, 48));
	assert_int_equal(get(bench, C_CTR(3, 1)), MASK(0, 47));
	bench_free(bench);
}

TEST(test_stuck_bits_of_a_control_reach_the_hardware)
{
	struct bench *bench = broken("cbox0.global_ctl.stuck0=1");

	count_for(bench, 50);
	assert_int_equal(get(bench, C_CTL(0)), 1);
	assert_int_equal(get(bench, C_CTR(0, 0)), 50);
	assert_int_equal(get(bench, C_CTR(0, 1)), 0);
	expect_clean(bench);
	bench_free(bench);
	bench = broken("ubox.global_ctl.stuck1=28");
	put(bench, C_SEL(0, 0), EN | MAF_ACK);
	put(bench, C_CTL(0), 1);
	go(bench, 50000);
	assert_int_equal(get(bench, U_CTL), EN_ALL);
	assert_int_equal(get(bench, C_CTR(0, 0)), 50);
	bench_free(bench);
}

TEST(test_stuck_status_bit)
{
	struct bench *bench = broken("cbox0.status.stuck1=3");

	assert_int_equal(get(bench, C_STATUS(0)), BIT(3));
	put(bench, C_OVF(0), BIT(3));
	assert_int_equal(get(bench, C_STATUS(0)), BIT(3));
	silicon_leave(bench->silicon, 0);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_counters_that_count_wrong)
{
	static const struct {
		const char *fault;
		uint64_t count;
	} cases[] = {{"cbox1.ctr1.dead", 0},
		     {"cbox1.ctr1.rate=2", 2000},
		     {"cbox1.ctr1.rate=0", 0},
		     {"cbox1.ctr1.rate=1000", 1000000},
		     {"cbox1.ctr1.width=9", 1000 - 512}};

	for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
		struct bench *bench = broken(cases[i].fault);

		count_for(bench, 1000);
		assert_int_equal(get(bench, C_CTR(1, 1)), cases[i].count);
		assert_int_equal(get(bench, C_CTR(1, 0)), 1000);
		assert_int_equal(get(bench, C_CTR(0, 1)), 1000);
		expect_clean(bench);
		bench_free(bench);
	}
}

TEST(test_narrow_counter)
{
	struct bench *bench = broken("cbox0.ctr0.width=40");

	put(bench, C_CTR(0, 0), MASK(0, 48));
	assert_int_equal(get(bench, C_CTR(0, 0)), MASK(0, 40));
	sample(bench); /* 2^48 - 10 still overflows after 10 */
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(get(bench, C_STATUS(0)), 1);
	restore_all(bench);
}

TEST(test_silent_counter)
{
	struct bench *bench = broken("cbox0.ctr0.silent");

	sample(bench);
	assert_int_equal(bench->pmis, 0);
	assert_int_equal(get(bench, C_STATUS(0)), 0);
	assert_int_equal(get(bench, C_CTR(0, 0)), 20);
	assert_int_equal(silicon_next_event(bench->silicon), UINT64_MAX);
	restore_all(bench);
}

TEST(test_fixed_counter_can_be_broken)
{
	struct bench *bench = broken("wbox0.fixed_ctr.dead");

	put(bench, FIXED_CTL, 1);
	put(bench, W_CTL, BIT(31));
	start(bench, 0);
	go(bench, 1000000);
	assert_int_equal(get(bench, FIXED_CTR), 0);
	bench_free(bench);
}

TEST(test_freeze_ignored)
{
	struct bench *bench = broken("ubox.freeze.ignored");

	sample(bench);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(get(bench, U_CTL), EN_ALL | FRZ_ALL | CORE(0));
	assert_int_equal(get(bench, C_CTR(0, 0)), 20);
	restore_all(bench);
}

TEST(test_pmi_lost)
{
	struct bench *bench = broken("ubox.pmi.lost");

	sample(bench);
	assert_int_equal(bench->pmis, 0);
	assert_int_equal(get(bench, U_CTL), FRZ_ALL | CORE(0));
	assert_int_equal(get(bench, U_STATUS), ST_PMI | OV_S0);
	restore_all(bench);
}

TEST(test_pmi_to_the_wrong_core)
{
	struct bench *bench = broken("ubox.pmi.core=1");

	sample(bench);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(bench->pmi_cores[0], BIT(1));
	restore_all(bench);
}

TEST(test_pmi_stuck)
{
	struct bench *bench = broken("ubox.pmi.stuck=5000");

	set_c(bench, 0, 0, MAF_ACK | PMI_EN, TOP - 10);
	start(bench, CORE(0));
	go(bench, 10000);
	assert_int_equal(bench->pmis, 1);
	put(bench, U_CTL, 0);
	put(bench, C_OVF(0), 1);
	go(bench, 100000);
	assert_int_equal(bench->pmis, 21);
	bench_free(bench);
}

TEST(test_pmi_doubled)
{
	struct bench *bench = broken("ubox.pmi.doubled=5000");

	set_c(bench, 0, 0, MAF_ACK | PMI_EN, TOP - 10);
	start(bench, FRZ_ALL | CORE(0));
	go(bench, 10000);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(silicon_next_event(bench->silicon), 15000);
	go(bench, 5000);
	assert_int_equal(bench->pmis, 2);
	assert_int_equal(bench->pmi_cores[1], BIT(0));
	restore_all(bench);
}

TEST(test_pmi_spurious)
{
	struct bench *bench = broken("ubox.pmi.spurious");

	go(bench, 5000000);
	assert_int_equal(bench->pmis, 0);
	start(bench, CORE(4));
	assert_int_equal(silicon_next_event(bench->silicon), 6000000);
	go(bench, 10000000);
	assert_int_equal(bench->pmis, 1); /* once for each start */
	assert_int_equal(bench->pmi_cores[0], BIT(4));
	assert_int_equal(get(bench, U_STATUS), 0);
	stop(bench);
	start(bench, CORE(4));
	go(bench, 1000000);
	assert_int_equal(bench->pmis, 2);
	bench_free(bench);
}

TEST(test_status_sticky)
{
	struct bench *bench = broken("cbox0.status.sticky");

	sample(bench);
	put(bench, C_OVF(0), 1);
	assert_int_equal(get(bench, C_STATUS(0)), 1);
	assert_int_equal(get(bench, U_STATUS), ST_PMI | OV_S0);
	put(bench, U_OVF, ST_PMI);
	set_c(bench, 5, 0, MAF_ACK | PMI_EN, TOP - 10);
	start(bench, CORE(0)); /* other boxes work on */
	go(bench, 10000);
	assert_int_equal(bench->pmis, 2);
	stop(bench);
	put(bench, C_OVF(5), 1);
	put(bench, U_OVF, ST_PMI);
	put(bench, C_CTR(0, 0), TOP - 10); /* a bit that is set cannot rise */
	start(bench, CORE(0));
	assert_true(silicon_next_event(bench->silicon) > bench->now + 1000000000);
	go(bench, 10000);
	assert_int_equal(bench->pmis, 2);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_sticky_summary)
{
	struct bench *bench = broken("ubox.status.sticky");

	sample(bench);
	put(bench, C_OVF(0), 1);
	put(bench, U_OVF, ST_PMI | OV_S0);
	assert_int_equal(get(bench, C_STATUS(0)), 0);
	assert_int_equal(get(bench, U_STATUS), ST_PMI | OV_S0);
	restore_all(bench);
}

TEST(test_status_missing)
{
	struct bench *bench = broken("cbox0.status.missing");

	sample(bench);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(get(bench, C_STATUS(0)), 0);
	assert_int_equal(get(bench, U_STATUS), ST_PMI | OV_S0);
	put(bench, C_SEL(0, 0), 0);
	put(bench, C_CTL(0), 0);
	put(bench, U_CTL, 0);
	put(bench, U_OVF, ST_PMI);
	start(bench, 0); /* nobody can know that a bit should be cleared */
	restore_all(bench);
}

TEST(test_box_gp)
{
	struct bench *bench = broken("wbox.gp");
	struct silicon_access access = bench_access(0, FIXED_CTL);

	assert_int_equal(answer_to_read(bench, W_CTL), SILICON_FAULT);
	assert_int_equal(answer_to_read(bench, FIXED_CTR), SILICON_FAULT);
	assert_int_equal(silicon_write(bench->silicon, 0, &access, 1), SILICON_FAULT);
	assert_int_equal(answer_to_read(bench, U_CTL), SILICON_OK);
	silicon_leave(bench->silicon, 0);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_register_gp)
{
	struct bench *bench = broken("cbox2.ctr3.gp");

	assert_int_equal(answer_to_read(bench, C_CTR(2, 3)), SILICON_FAULT);
	assert_int_equal(answer_to_read(bench, C_CTR(2, 2)), SILICON_OK);
	assert_int_equal(answer_to_read(bench, C_SEL(2, 3)), SILICON_OK);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_register_dropped)
{
	struct bench *bench = broken("cbox0.ovf_ctl.dropped");

	sample(bench);
	put(bench, C_OVF(0), 1);
	assert_int_equal(get(bench, C_STATUS(0)), 1);
	stop(bench);
	start(bench, 0); /* the program did what it could */
	restore_all(bench);
	bench = broken("cbox0.ovf_ctl.gp");
	sample(bench);
	assert_int_equal(answer_to_read(bench, C_OVF(0)), SILICON_FAULT);
	stop(bench);
	start(bench, 0);
	expect_clean(bench);
	bench_free(bench);
	bench = broken("cbox0.ctl0.dropped");
	put(bench, C_SEL(0, 0), LLC_HITS_M);
	assert_int_equal(get(bench, C_SEL(0, 0)), 0);
	bench_free(bench);
}

TEST(test_register_alias)
{
	struct bench *bench = broken("cbox4.ctl0.alias=cbox5.ctl0");

	put(bench, C_SEL(4, 0), LLC_HITS_M);
	assert_int_equal(get(bench, C_SEL(4, 0)), LLC_HITS_M);
	assert_int_equal(get(bench, C_SEL(5, 0)), LLC_HITS_M);
	put(bench, C_SEL(5, 0), EN | MAF_ACK);
	assert_int_equal(get(bench, C_SEL(4, 0)), EN | MAF_ACK);
	put(bench, C_CTL(5), 1);
	put(bench, C_CTL(4), 1);
	start(bench, 0);
	go(bench, 10000);
	assert_int_equal(get(bench, C_CTR(5, 0)), 10);
	assert_int_equal(get(bench, C_CTR(4, 0)), 0);
	put(bench, C_SEL(4, 0), EN | LLC_HITS_M); /* meant for a counter at rest */
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_register_reset)
{
	struct bench *bench = broken("cbox0.ctl1.reset=0x400010");

	assert_int_equal(get(bench, C_SEL(0, 1)), EN | MAF_ACK);
	put(bench, C_CTL(0), 2);
	start(bench, 0);
	go(bench, 7000);
	assert_int_equal(get(bench, C_CTR(0, 1)), 7);
	stop(bench);
	put(bench, C_CTL(0), 0);
	put(bench, C_CTR(0, 1), 0);
	put(bench, C_SEL(1, 1), MAF_ACK);
	silicon_leave(bench->silicon, bench->now);
	expect_violation(bench,
			 "cbox1.ctl1 msr 0xd92 = 0x10, at the start 0x0"); /* boxes without a fault keep the rules */
	bench_free(bench);
	bench = broken("cbox0.ctr2.reset=0x1234");
	assert_int_equal(get(bench, C_CTR(0, 2)), 0x1234);
	bench_free(bench);
	bench = broken("cbox0.status.reset=4");
	assert_int_equal(get(bench, C_STATUS(0)), 4);
	bench_free(bench);
}

TEST(test_enable_ignored)
{
	struct bench *bench = broken("cbox1.enable.ignored");

	for (unsigned n = 0; n < 2; n++)
		put(bench, C_SEL(n, 0), EN | MAF_ACK);
	start(bench, 0);
	go(bench, 10000);
	assert_int_equal(get(bench, C_CTR(1, 0)), 10);
	assert_int_equal(get(bench, C_CTR(0, 0)), 0);
	put(bench, C_CTR(1, 0), 0); /* by the rules it is at rest */
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_master_enable_ignored)
{
	struct bench *bench = broken("ubox.en_all.ignored");

	set_c(bench, 0, 0, MAF_ACK, 0);
	go(bench, 10000);
	assert_int_equal(get(bench, C_CTR(0, 0)), 10);
	put(bench, C_SEL(0, 0), 0);
	go(bench, 10000);
	assert_int_equal(get(bench, C_CTR(0, 0)), 10);
	expect_clean(bench);
	bench_free(bench);
}

/* What software cannot help, or does in good faith, is not held against it. */
TEST(test_nobody_is_blamed_for_a_fault)
{
	struct bench *bench = broken("ubox.en_all.ignored");

	set_c(bench, 0, 0, MAF_ACK, TOP - 5);
	go(bench, 10000); /* overflows though never started */
	start(bench, 0);
	go(bench, 1000);
	restore_all(bench);
	bench = broken("cbox0.ctl0.stuck1=22"); /* written back as read */
	put(bench, C_SEL(0, 0), EN);
	expect_clean(bench);
	bench_free(bench);
	bench = broken("cbox0.ctl0.stuck1=40");
	put(bench, C_SEL(0, 0), BIT(40) | BIT(41));
	expect_clean(bench);
	put(bench, C_SEL(1, 0), BIT(41));
	expect_violation(bench, "bits 0x20000000000 must");
	bench_free(bench);
	bench = broken("cbox0.ctl0.reset=0x500000040000d"); /* no such bits, no such event */
	put(bench, C_SEL(0, 0), get(bench, C_SEL(0, 0)));
	silicon_leave(bench->silicon, 0);
	expect_clean(bench);
	bench_free(bench);
	bench = broken("ubox.status.missing");
	sample(bench);
	stop(bench);
	put(bench, C_OVF(0), 1);
	put(bench, C_SEL(0, 0), 0);
	put(bench, C_CTL(0), 0);
	put(bench, C_CTR(0, 0), 0);
	silicon_leave(bench->silicon, bench->now);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_reset_ignored)
{
	struct bench *bench = broken("ubox.reset.ignored");

	put(bench, C_CTR(0, 0), 99);
	put(bench, U_CTL, RST_ALL);
	assert_int_equal(get(bench, C_CTR(0, 0)), 99);
	put(bench, U_CTL, 0);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_faults_add_up_and_hit_every_socket)
{
	struct bench *bench = bench_make(2, "fault = cbox0.ctr0.stuck1=1\n"
					    "fault=cbox0.ctr0.stuck1=2 # and\n"
					    "fault = wbox.gp\n");

	assert_int_equal(read_on(bench, 0, C_CTR(0, 0)), 6);
	assert_int_equal(read_on(bench, 1, C_CTR(0, 0)), 6);
	assert_int_equal(answer_to_read(bench, W_CTL), SILICON_FAULT);
	bench_free(bench);
}

TEST(test_unknown_faults_are_errors)
{
	static const char *const faults[][2] = {
		{"cbox8.gp", "no box cbox8; did you mean cbox0, cbox1 or cbox2? boxes are"},
		{"imc2.hidden", "no box imc2"},
		{"cbox0.hidden", "known are BOX.gp"},
		{"cbox0", "known are"},
		{"", "no box"},
		{".", "no box"},
		{"cbox0.", "known are"},
		{"cbox0.ctr6.dead", "no register cbox0.ctr6; did you mean ctr0, ctr1 or ctr2? cbox0 has global_ctl"},
		{"cbox0.ctr0.daed", "did you mean dead? known are"},
		{"cbox0.ctr0.sticky", "known are"},
		{"cbox0.pmi.lost", "\"cbox0.pmi.lost\": known are BOX.gp"},
		{"ubox.ctr1.dead", "no register ubox.ctr1"},
		{"wbox1.gp", "no box wbox1"},
		{"cbox0.gp=1", "takes no argument"},
		{"cbox0.ctr0.width", "number from 1 to 48"},
		{"cbox0.ctr0.width=49", "number from 1 to 48"},
		{"cbox0.ctr0.width=0", "number from 1 to 48"},
		{"cbox0.ctr0.rate=1001", "number from 0 to 1000"},
		{"cbox0.ctr0.stuck1=64", "number from 0 to 63"},
		{"cbox0.global_ctl.stuck0=32", "number from 0 to 31"},
		{"cbox0.ctr0.stuck1=x", "number"},
		{"cbox0.global_ctl.reset=0x100000000", "number"},
		{"cbox0.ctl0.alias", "BOX.REGISTER"},
		{"cbox0.ctl0.alias=cbox0", "BOX.REGISTER"},
		{"cbox0.ctl0.alias=cbox0.ctl9", "BOX.REGISTER"},
		{"ubox.pmi.core=320", "number from 0 to 319"},
		{"ubox.pmi.spurious=0", "number from 1"},
		{"ubox.pmi.doubled=1000000001", "number from 1"},
	};
	struct bench bench;
	char scenario[200];

	for (unsigned i = 0; i < ARRAY_SIZE(faults); i++) {
		snprintf(scenario, sizeof(scenario), "fault = %s\n", faults[i][0]);
		assert_false(bench_try(&bench, 1, scenario));
		if (!strstr(bench.error, faults[i][1]))
			fail_msg("%s: \"%s\" does not say \"%s\"", faults[i][0], bench.error, faults[i][1]);
		free(bench.memory);
	}
}
