/* SPDX-License-Identifier: BSD-2-Clause */
/* The virtual Knights Landing's overflows: status, PMI to the very processor, freeze, what may not be done, and
 * what can be broken about it. */
#include "tests/unit/support/knl_bench.h"
#include "tests/unit/support/unit.h"

#define FREEZE     BIT(12)
#define LBR        BIT(0)
#define FREEZE_LBR BIT(11)

/* Branches happen every 25/3 ns on core 0; the overflow comes with the `period`th. */
static uint64_t time_of(uint64_t period)
{
	return (period * SECOND + BRANCH_RATE - 1) / BRANCH_RATE;
}

static void arm(struct bench *bench, unsigned core, uint64_t period)
{
	put_on(bench, core, GCTRL, 0);
	put_on(bench, core, EVTSEL(0), EN | OS | INT | BRANCHES);
	put_on(bench, core, FULL(0), BIT(40) - period);
	put_on(bench, core, GCTRL, 1);
}

TEST(test_pmi_of_its_own_processor)
{
	struct bench *bench = knl("rate.core*.BR_INST_RETIRED.ANY = 1000000");

	arm(bench, 0, 100);
	arm(bench, 5, 200);
	assert_int_equal(silicon_next_event(bench->silicon), 100000);
	go(bench, 99999);
	assert_int_equal(bench->pmis, 0);
	go(bench, 1);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(bench->pmi_cores[0], BIT(0));
	assert_int_equal(get_on(bench, 0, GSTATUS), 1);
	assert_int_equal(get_on(bench, 5, GSTATUS), 0);
	assert_int_equal(get_on(bench, 0, PMC(0)), 0);
	go(bench, 100000);
	assert_int_equal(bench->pmis, 2);
	assert_int_equal(bench->pmi_cores[1], BIT(5));
	assert_int_equal(get_on(bench, 5, GSTATUS), 1);
	/* Nothing froze. */
	assert_int_equal(get_on(bench, 0, GCTRL), 1);
	assert_int_equal(get_on(bench, 0, PMC(0)), 100);
	expect_clean(bench);
	bench_free(bench);
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

TEST(test_no_pmi_unless_asked)
{
	struct bench *bench = knl("");

	put(bench, GCTRL, 0);
	put(bench, EVTSEL(0), EN | OS | BRANCHES);
	put(bench, FULL(0), MASK(0, 40));
	put(bench, FIXED_CONTROL, 0x3);
	put(bench, FIXED_VALUE(0), MASK(0, 40));
	put(bench, GCTRL, BIT(32) | 1);
	assert_int_equal(silicon_next_event(bench->silicon), UINT64_MAX);
	go(bench, SECOND);
	assert_int_equal(bench->pmis, 0);
	assert_int_equal(get(bench, GSTATUS), BIT(32) | 1);
	put(bench, GCTRL, 0);
	put(bench, OVF_CONTROL, 1);
	assert_int_equal(get(bench, GSTATUS), BIT(32));
	put(bench, OVF_CONTROL, BIT(32) | BIT(63));
	assert_int_equal(get(bench, GSTATUS), 0);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_fixed_counter_asks)
{
	struct bench *bench = knl("");

	put(bench, GCTRL, 0);
	put(bench, FIXED_CONTROL, 0x800 | 0x100);
	put(bench, FIXED_VALUE(2), BIT(40) - 12);
	put(bench, GCTRL, BIT(34));
	assert_int_equal(silicon_next_event(bench->silicon), 10);
	go(bench, 10);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(get(bench, GSTATUS), BIT(34));
	expect_clean(bench);
	bench_free(bench);
}

/* The legacy freeze: the enables are gone until software sets them again. */
TEST(test_freeze)
{
	struct bench *bench = knl("");

	put_on(bench, 1, DEBUGCTL_MSR, FREEZE | FREEZE_LBR | LBR);
	put_on(bench, 1, GCTRL, 0);
	put_on(bench, 1, FIXED_CONTROL, 0x3);
	put_on(bench, 1, EVTSEL(0), EN | OS | INT | CYCLES);
	put_on(bench, 1, FULL(0), BIT(40) - 1300);
	put_on(bench, 1, GCTRL, BIT(32) | 1);
	go(bench, SECOND);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(get_on(bench, 1, GCTRL), 0);
	assert_int_equal(get_on(bench, 1, PMC(0)), 0);
	assert_int_equal(get_on(bench, 1, FIXED_VALUE(0)), 812); /* of 1000 ns at 812.5 MHz */
	assert_int_equal(get_on(bench, 1, DEBUGCTL_MSR), FREEZE | FREEZE_LBR);
	put_on(bench, 1, OVF_CONTROL, 1);
	go(bench, SECOND);
	assert_int_equal(get_on(bench, 1, PMC(0)), 0);
	put_on(bench, 1, GCTRL, 1);
	go(bench, 1000);
	put_on(bench, 1, GCTRL, 0);
	assert_int_equal(get_on(bench, 1, PMC(0)), 1300);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_thousand_samples)
{
	struct bench *bench = knl("");

	put(bench, DEBUGCTL_MSR, FREEZE);
	for (unsigned i = 1; i <= 1000; i++) {
		arm(bench, 0, 1000);
		bench->now = silicon_next_event(bench->silicon);
		silicon_advance(bench->silicon, bench->now);
		assert_int_equal(bench->pmis, i);
		assert_int_equal(get(bench, GSTATUS), 1);
		put(bench, OVF_CONTROL, 1);
	}
	assert_in_range(bench->now, 999 * time_of(1000), 1000 * time_of(1000));
	put(bench, EVTSEL(0), 0);
	put(bench, PMC(0), 0);
	put(bench, GCTRL, 3);
	put(bench, DEBUGCTL_MSR, 0);
	silicon_leave(bench->silicon, bench->now);
	expect_clean(bench);
	bench_free(bench);
}

/* ---- rules --------------------------------------------------------------------------------------- */

TEST(test_changes_while_counting)
{
	struct bench *bench = knl("");

	put(bench, EVTSEL(0), EN | OS | BRANCHES);
	put(bench, EVTSEL(0), EN | OS | INST);
	expect_violation(bench, "select changed while its counter is counting");
	put(bench, EVTSEL(0), EN | OS | INST);
	put(bench, EVTSEL(0), 0);
	put(bench, EVTSEL(0), EN | OS | BRANCHES);
	expect_clean(bench);
	put(bench, PMC(0), 0);
	expect_violation(bench, "counter written while it is counting");
	put(bench, PMC(1), 0);
	put(bench, GCTRL, BIT(33));
	put(bench, FIXED_CONTROL, 0x30);
	put(bench, FIXED_CONTROL, 0x33);
	expect_clean(bench);
	put(bench, FIXED_CONTROL, 0x13);
	expect_violation(bench, "field 1 changed");
	put(bench, FIXED_VALUE(1), 0);
	expect_violation(bench, "counter written while it is counting");
	put(bench, FIXED_VALUE(0), 0);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_overflow_bits_in_order)
{
	struct bench *bench = knl("");

	arm(bench, 0, 1);
	go(bench, 1000);
	put(bench, OVF_CONTROL, 1);
	expect_violation(bench, "overflow bits cleared while their counters count");
	put(bench, GCTRL, 0);
	arm(bench, 0, 1);
	go(bench, 1000);
	put(bench, GCTRL, 0);
	put(bench, GCTRL, 1);
	expect_violation(bench, "begin with their overflow bits 0x1");
	bench_free(bench);
}

TEST(test_selects_that_mean_nothing)
{
	static const struct {
		uint64_t select;
		const char *rule;
	} rows[] = {
		{0x0300, "event 0x0 is none of this box's"}, /* fixed counter 2 alone */
		{0x0000, "event 0x0 is none"},
		{0x023c, "umask bits 0x2 mean nothing"},
		{0x12c4, "umask bits 0x12 mean nothing"},
		{0x03b7, "event 0xb7 is none"},
		{0x10c3, "umask bits 0x10 mean nothing with event MACHINE_CLEARS"},
	};
	struct bench *bench = knl("");

	for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
		put(bench, EVTSEL(1), EN | OS | rows[i].select);
		expect_violation(bench, rows[i].rule);
		put(bench, EVTSEL(1), 0);
	}
	assert_int_equal(get(bench, PMC(1)), 0);
	bench_free(bench);
}

TEST(test_leaving)
{
	struct bench *bench = knl("");

	put_on(bench, 2, GCTRL, 0);
	silicon_leave(bench->silicon, bench->now);
	expect_violation(bench, "core2.global_ctl msr 0x38f = 0x0, at the start 0x3");
	bench_free(bench);
	bench = knl("");
	put_on(bench, 0, FULL(1), 5);
	silicon_leave(bench->silicon, bench->now);
	expect_violation(bench, "core0.ctr1 msr 0xc2 = 0x5");
	bench_free(bench);
}

/* ---- faults ---------------------------------------------------------------------------------------- */

static struct bench *broken(const char *fault)
{
	char scenario[300];

	snprintf(scenario, sizeof(scenario), "fault = %s", fault);
	return knl(scenario);
}

TEST(test_pmi_faults)
{
	struct bench *bench = broken("core1.pmi.lost");

	arm(bench, 0, 10);
	arm(bench, 1, 10);
	go(bench, SECOND);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(bench->pmi_cores[0], BIT(0));
	assert_int_equal(get_on(bench, 1, GSTATUS), 1);
	bench_free(bench);
	bench = broken("core1.pmi.core=3");
	arm(bench, 1, 10);
	go(bench, SECOND);
	assert_int_equal(bench->pmi_cores[0], BIT(3));
	bench_free(bench);
	bench = broken("core0.pmi.doubled=50");
	arm(bench, 0, 12);
	go(bench, 100);
	assert_int_equal(bench->pmis, 1);
	go(bench, 50);
	assert_int_equal(bench->pmis, 2);
	bench_free(bench);
	bench = broken("core0.pmi.stuck=200");
	arm(bench, 0, 12);
	go(bench, 100);
	assert_int_equal(bench->pmis, 1);
	put(bench, GCTRL, 0);
	put(bench, OVF_CONTROL, 1);
	go(bench, 2000);
	assert_int_equal(bench->pmis, 11);
	assert_int_equal(bench->pmi_cores[7], BIT(0));
	bench_free(bench);
	bench = broken("core2.pmi.spurious=70");
	put_on(bench, 2, GCTRL, 0);
	put_on(bench, 2, GCTRL, 1);
	go(bench, 69);
	assert_int_equal(bench->pmis, 0);
	go(bench, 1);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(bench->pmi_cores[0], BIT(2));
	bench_free(bench);
}

TEST(test_freeze_and_enable_faults)
{
	struct bench *bench = broken("core0.freeze.ignored");

	put(bench, DEBUGCTL_MSR, FREEZE);
	arm(bench, 0, 12);
	go(bench, 200);
	assert_int_equal(get(bench, GCTRL), 1);
	assert_int_equal(get(bench, PMC(0)), 12);
	expect_clean(bench);
	bench_free(bench);
	bench = broken("core0.enable.ignored");
	put(bench, GCTRL, 0);
	put(bench, EVTSEL(0), EN | OS | BRANCHES);
	go(bench, SECOND);
	assert_int_equal(get(bench, PMC(0)), BRANCH_RATE);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_register_faults)
{
	struct bench *bench = broken("core1.ctr0.dead\nfault = core1.ctr1.rate=2\n"
				     "fault = core0.ctr1.width=20\nfault = core0.ctr0.stuck1=3\n"
				     "fault = core0.fixed_ctr1.gp\nfault = core3.ctl0.alias=core3.ctl1\n"
				     "fault = core2.status.missing");
	uint64_t value;

	put_on(bench, 1, EVTSEL(0), EN | OS | BRANCHES);
	put_on(bench, 1, EVTSEL(1), EN | OS | CYCLES);
	put_on(bench, 0, EVTSEL(1), EN | OS | CYCLES);
	go(bench, SECOND);
	assert_int_equal(get_on(bench, 1, PMC(0)), 0);
	assert_int_equal(get_on(bench, 1, PMC(1)), 2600000000);
	assert_int_equal(get_on(bench, 0, PMC(1)), 1300000000 % (1 << 20));
	assert_int_equal(get_on(bench, 0, GSTATUS), 2);
	assert_int_equal(get_on(bench, 0, PMC(0)), 8);
	assert_int_equal(get_on(bench, 0, FULL(0)), 8);
	assert_int_equal(try_read(bench, 0, FIXED_VALUE(1), &value), SILICON_FAULT);
	assert_int_equal(try_read(bench, 1, FIXED_VALUE(1), &value), SILICON_OK);
	put_on(bench, 3, EVTSEL(0), 0xc0);
	assert_int_equal(get_on(bench, 3, EVTSEL(1)), 0xc0);
	arm(bench, 2, 1);
	go(bench, SECOND);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(get_on(bench, 2, GSTATUS), 0);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_faults_that_are_not_there)
{
	static const char *const bad[][2] = {
		{"fault = core64.gp",
		 "did you mean core4, core6 or core14? boxes are core0-63 global ubox pcu cha0-37"},
		{"fault = core0.hidden", "known are BOX.gp"},
		{"fault = core0.lock.ignored", "known are"},
		{"fault = core0.summary.missing", "known are"},
		{"fault = cha0.pmi.lost", "known are"},
		{"fault = imc0.gp", "known are BOX.hidden"},
		{"fault = core0.ctr4.dead", "has no core0.ctr4"},
		{"counters = 9", "counters: a number from 1 to 8"},
		{"sockets = 2", "2 sockets: at most 1"},
		{"freeze.delay = 5", "unknown name \"freeze.delay\""},
		{"icount = 11", "one of these is needed: off 0 1"},
	};
	struct bench bench;

	for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
		if (bench_try_of(&bench, "knights-landing", 0, bad[i][0]))
			fail_msg("\"%s\" is accepted", bad[i][0]);
		if (!strstr(bench.error, bad[i][1]))
			fail_msg("\"%s\" does not say \"%s\"", bench.error, bad[i][1]);
		free(bench.memory);
	}
}
