/* SPDX-License-Identifier: BSD-2-Clause */
/* The core PMU of the Xeon 7500 and E7, which raises PMIs next to the U-Box's: four general counters of 48 bits and three fixed ones,
 * no full-width writes (real machines' CPUID and logs of kernels). Neither PMU's freeze, reset or open question is the other's. */
#include "tests/unit/support/knl_bench.h"
#include "tests/unit/support/unit.h"

/* A count each microsecond of the C-Boxes. */
#define EVEN      "rate.cbox*.MAF_ACK = 1000000\n"
#define CLOCK     UINT64_C(1866000000)
#define FREEZE_ON BIT(12)
#define NO_CPUID  "cpuid = 206e6-beckton\n"

/* Counter 0 of core 0 counts cycles, and is so many before its end. */
static void arm_core(struct bench *bench, uint64_t debugctl, uint64_t counts)
{
	put(bench, DEBUGCTL_MSR, debugctl);
	put(bench, GCTRL, 0);
	put(bench, PMC(0), TOP - counts);
	put(bench, EVTSEL(0), EN | OS | INT | CYCLES);
	put(bench, GCTRL, BIT(0));
}

static void arm_cbox(struct bench *bench, uint64_t counts)
{
	set_c(bench, 3, 0, EN | PMI_EN | MAF_ACK, TOP - counts);
	start(bench, FRZ_ALL | CORE(2));
}

static void expect_fault(struct bench *bench, uint32_t msr)
{
	assert_int_equal(answer_to_read(bench, msr), SILICON_FAULT);
}

TEST(test_registers)
{
	struct bench *bench = bench_make(1, "");

	assert_int_equal(get(bench, CAPABILITIES), BIT(12));
	assert_int_equal(get(bench, GCTRL), 0xf);
	put(bench, PMC(3), TOP - 16);
	assert_int_equal(get(bench, PMC(3)), TOP - 16);
	put(bench, FIXED_VALUE(2), TOP - 5);
	assert_int_equal(get(bench, FIXED_VALUE(2)), TOP - 5);
	put(bench, PMC(3), 0);
	put(bench, FIXED_VALUE(2), 0);
	expect_clean(bench);
	expect_fault(bench, PMC(4));
	expect_fault(bench, EVTSEL(4));
	expect_fault(bench, FULL(0));
	expect_fault(bench, FIXED_VALUE(3));
	assert_int_equal(try_write(bench, 0, GCTRL, BIT(4)), SILICON_FAULT);
	expect_violation(bench, "do not exist here");
	bench_free(bench);
}

/* Two dumps of virtual machines know of no core PMU. */
TEST(test_no_core_pmu)
{
	struct bench *bench = bench_make(1, NO_CPUID EVEN);

	for (uint32_t msr = 0x38d; msr <= 0x390; msr++)
		expect_fault(bench, msr);
	expect_fault(bench, PMC(0));
	expect_fault(bench, EVTSEL(0));
	expect_fault(bench, FIXED_VALUE(0));
	expect_fault(bench, CAPABILITIES);
	assert_int_equal(get(bench, MISC_ENABLE), 0x1801);
	put(bench, MISC_ENABLE, 0x1881);
	assert_int_equal(get(bench, MISC_ENABLE), 0x1801);
	assert_int_equal(get(bench, DEBUGCTL_MSR), 0);
	arm_cbox(bench, 1);
	go(bench, 1000);
	assert_int_equal(bench->pmis, 1);
	bench_free(bench);
}

TEST(test_events_that_cpuid_lacks)
{
	static const struct {
		const char *machine;
		uint64_t select;
		bool counts;
	} cases[] = {
		{"xeon-7500", CYCLES, true},  {"xeon-7500", INST, true},   {"xeon-7500", BRANCHES, true},
		{"xeon-7500", 0x4f2e, true},  {"xeon-7500", 0x412e, true}, {"xeon-7500", 0x013c, false},
		{"xeon-7500", 0x00c5, false}, {"xeon-e7", 0x013c, false},  {"xeon-e7", 0x00c5, true},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
		struct bench *bench = bench_of(cases[i].machine, 1, "");

		put(bench, EVTSEL(1), EN | OS | cases[i].select);
		go(bench, 1000000);
		assert_int_equal(get(bench, PMC(1)) != 0, cases[i].counts);
		bench_free(bench);
	}
}

/* A freeze of version 3 clears the enables of its own core, and of nothing else. */
TEST(test_freeze_of_a_core)
{
	struct bench *bench = bench_make(1, EVEN);

	arm_core(bench, FREEZE_ON, 1000);
	put_on(bench, 1, EVTSEL(0), EN | OS | CYCLES);
	set_c(bench, 3, 0, EN | MAF_ACK, 0);
	start(bench, 0);
	go(bench, 1000000);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(bench->pmi_cores[0], BIT(0));
	assert_int_equal(get(bench, GCTRL), 0);
	assert_int_equal(get(bench, GSTATUS), BIT(0));
	assert_int_equal(get(bench, PMC(0)), 0);
	assert_int_equal(get_on(bench, 1, PMC(0)), CLOCK / 1000);
	assert_int_equal(get(bench, C_CTR(3, 0)), 1000);
	assert_int_equal(get(bench, U_STATUS), 0);
	assert_int_equal(get(bench, U_CTL), EN_ALL);
	put(bench, OVF_CONTROL, BIT(0));
	assert_int_equal(get(bench, GSTATUS), 0);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_freeze_of_the_uncore)
{
	struct bench *bench = bench_make(1, EVEN);
	uint64_t before;

	arm_core(bench, FREEZE_ON, BIT(31));
	arm_cbox(bench, 10);
	go(bench, 10000);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(bench->pmi_cores[0], BIT(2));
	assert_int_equal(get(bench, U_CTL), FRZ_ALL | CORE(2));
	assert_int_equal(get(bench, GSTATUS), 0);
	assert_int_equal(get(bench, GCTRL), BIT(0));
	before = get(bench, PMC(0));
	go(bench, 1000000);
	assert_int_equal(get(bench, PMC(0)) - before, CLOCK / 1000);
	expect_clean(bench);
	bench_free(bench);
}

/* Two delayed freezes, which a machine has timers of its own for. */
TEST(test_freezes_that_are_late)
{
	struct bench *bench = bench_make(1, EVEN "freeze.delay = 5000\nfault = core0.freeze.late=2000\n");

	arm_core(bench, FREEZE_ON, 1866);
	arm_cbox(bench, 1);
	go(bench, 1100);
	assert_int_equal(get(bench, GCTRL), BIT(0));
	assert_int_equal(get(bench, U_CTL), FRZ_ALL | EN_ALL | CORE(2));
	go(bench, 2000);
	assert_int_equal(get(bench, GCTRL), 0);
	assert_int_equal(get(bench, U_CTL), FRZ_ALL | EN_ALL | CORE(2));
	go(bench, 3000);
	assert_int_equal(get(bench, U_CTL), FRZ_ALL | CORE(2));
	assert_int_equal(bench->pmis, 2);
	bench_free(bench);
}

/* The U-Box, which sees no new request before the old one's cause is cleared, has nothing to do with cores. */
TEST(test_pmis_do_not_hide_each_other)
{
	struct bench *bench = bench_make(1, EVEN);

	arm_cbox(bench, 1);
	go(bench, 1000);
	assert_int_equal(bench->pmis, 1);
	arm_core(bench, 0, 1866);
	assert_true(silicon_next_event(bench->silicon) <= bench->now + 1100);
	go(bench, 1100);
	assert_int_equal(bench->pmis, 2);
	assert_int_equal(bench->pmi_cores[1], BIT(0));
	put(bench, C_OVF(3), BIT(0));
	put(bench, U_OVF, ST_PMI);
	arm_cbox(bench, 1); /* with the core's overflow still shown: no rule is broken */
	go(bench, 1000);
	assert_int_equal(bench->pmis, 3);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_a_reset_of_the_uncore_leaves_cores_alone)
{
	struct bench *bench = bench_make(1, "");

	put(bench, GCTRL, 0);
	put(bench, PMC(0), 12345);
	put(bench, U_CTL, RST_ALL);
	assert_int_equal(get(bench, PMC(0)), 12345);
	put(bench, PMC(0), 54321);
	assert_int_equal(get(bench, PMC(0)), 54321);
	expect_clean(bench);
	bench_free(bench);
}

/* What the uncore's guide leaves open the architecture does not. */
TEST(test_open_questions_are_the_uncore_s)
{
	struct bench *bench = bench_make(
		1, "overflow = late\nthreshold = above\ninvert = swapped\nerratum = all\nstatus.cond = overflow\n");

	arm_core(bench, 0, 1866);
	put(bench, EVTSEL(1), EN | OS | CYCLES | CMASK(1));
	put(bench, PMC(1), 0);
	put(bench, GCTRL, MASK(0, 2));
	go(bench, 1000);
	assert_int_equal(get(bench, GSTATUS), BIT(0));
	assert_int_equal(get(bench, PMC(0)), 0);
	assert_int_equal(get(bench, PMC(1)), 1866);
	assert_int_equal(get(bench, U_STATUS), 0);
	put(bench, GCTRL, 0);
	put(bench, OVF_CONTROL, BIT(0));
	put(bench, PMC(1), 0xffffff);
	put(bench, EVTSEL(1), EN | OS | CYCLES | EDGE | INVERT);
	put(bench, GCTRL, BIT(1));
	go(bench, 1);
	assert_int_equal(get(bench, PMC(1)), 0xffffff);
	expect_clean(bench);
	bench_free(bench);
}

/* Bit 13 of DEBUGCTL lets uncore PMIs through where a scenario has it so; a core's own come in any case. */
TEST(test_debugctl)
{
	struct bench *bench = bench_make(1, EVEN "debugctl = needed\n");

	arm_core(bench, 0, 1866);
	arm_cbox(bench, 1);
	go(bench, 1100);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(bench->pmi_cores[0], BIT(0));
	put_on(bench, 2, DEBUGCTL_MSR, BIT(13));
	stop(bench);
	put(bench, C_OVF(3), BIT(0));
	put(bench, U_OVF, ST_PMI);
	arm_cbox(bench, 1);
	go(bench, 1100);
	assert_int_equal(bench->pmis, 2);
	assert_int_equal(bench->pmi_cores[1], BIT(2));
	bench_free(bench);
}

/* RDPMC; two threads are a core to AnyThread and to the uncore's PMI. */
TEST(test_threads_and_rdpmc)
{
	struct bench *bench = bench_of("xeon-e7", 1, EVEN "threads = 2\ncores = 20\n");
	struct silicon_access access = {.space = SILICON_PMC, .address = 0, .bytes = 8};
	uint64_t value = 0;

	put(bench, GCTRL, 0);
	put(bench, EVTSEL(0), EN | OS | ANY | CYCLES);
	put(bench, EVTSEL(1), EN | OS | CYCLES);
	put(bench, GCTRL, MASK(0, 2));
	go(bench, 64000);
	assert_int_equal(get(bench, PMC(1)), 64 * 2400);
	assert_int_equal(get(bench, PMC(0)), 2 * 64 * 2400);
	assert_int_equal(silicon_read(bench->silicon, bench->now, &access, &value), SILICON_OK);
	assert_int_equal(value, 2 * 64 * 2400);
	access.address = 4;
	assert_int_equal(silicon_read(bench->silicon, bench->now, &access, &value), SILICON_FAULT);
	arm_cbox(bench, 1);
	go(bench, 1000);
	assert_int_equal(bench->pmi_cores[0], MASK(4, 2));
	bench_free(bench);
}
