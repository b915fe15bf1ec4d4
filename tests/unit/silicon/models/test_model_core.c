/* SPDX-License-Identifier: BSD-2-Clause */
/* Versions 3 to 5 of a processor's own PMU, which a scenario chooses: what CPUID says of it, its registers, its freeze. Addresses and
 * bits are typed once more from the sheet (SDM volume 3). */
#include "tests/unit/support/knl_bench.h"
#include "tests/unit/support/unit.h"

#define METRICS     0x329
#define STATUS_SET  0x391
#define IN_USE      0x392
#define LBR_FROZEN  BIT(58)
#define FROZEN_BIT  BIT(59)
#define METRICS_BIT BIT(48)
#define FREEZE_ON   BIT(12)
#define FREEZE_LBRS BIT(11)

static struct bench *icx(const char *scenario)
{
	return bench_of("ice-lake-sp", 1, scenario);
}

static struct silicon_cpuid leaf_of(struct bench *bench, uint32_t leaf)
{
	struct silicon_cpuid answer = {0};

	silicon_cpuid(bench->silicon, leaf, 0, &answer);
	return answer;
}

static void expect_leaf(const char *machine, const char *scenario, uint32_t eax, uint32_t ecx, uint32_t edx)
{
	struct bench *bench = bench_of(machine, 1, scenario);
	struct silicon_cpuid leaf = leaf_of(bench, 0xa);

	assert_int_equal(leaf.eax, eax);
	assert_int_equal(leaf.ecx, ecx);
	assert_int_equal(leaf.edx, edx);
	bench_free(bench);
}

/* Row 0000000a of real machines' CPUID. */
TEST(test_cpuid_says_which_version)
{
	expect_leaf("xeon-e5-2600-v4", "", 0x07300403, 0, 0x603);
	expect_leaf("knights-landing", "", 0x07280203, 0, 0x503);
	expect_leaf("skylake-sp", "", 0x07300404, 0, 0x603);
	expect_leaf("skylake-sp", "counters = 8", 0x07300804, 0, 0x603);
	expect_leaf("ice-lake-sp", "", 0x08300805, 0xf, 0x8604);
	expect_leaf("ice-lake-sp", "core_pmu.fixed = 3", 0x08300805, 0x7, 0x8603);
}

static void arm(struct bench *bench, uint64_t debugctl)
{
	put(bench, DEBUGCTL_MSR, debugctl);
	put(bench, GCTRL, 0);
	put(bench, EVTSEL(0), EN | OS | INT | CYCLES);
	put(bench, FULL(0), BIT(48) - 1000);
	put(bench, GCTRL, 1);
	go(bench, SECOND);
	assert_int_equal(bench->pmis, 1);
}

/* From version 4 on the enables stay, and nothing counts until software has cleared the freeze. */
TEST(test_streamlined_freeze)
{
	struct bench *bench = icx("");
	uint64_t frozen_at;

	arm(bench, FREEZE_ON | FREEZE_LBRS);
	assert_int_equal(get(bench, GCTRL), 1);
	assert_int_equal(get(bench, GSTATUS), FROZEN_BIT | LBR_FROZEN | 1);
	frozen_at = get(bench, PMC(0));
	put(bench, OVF_CONTROL, 1);
	go(bench, SECOND);
	assert_int_equal(get(bench, PMC(0)), frozen_at);
	put(bench, OVF_CONTROL, FROZEN_BIT);
	go(bench, 1000);
	assert_true(get(bench, PMC(0)) > frozen_at);
	assert_int_equal(get(bench, GSTATUS), LBR_FROZEN);
	put(bench, OVF_CONTROL, LBR_FROZEN);
	assert_int_equal(get(bench, GSTATUS), 0);
	expect_clean(bench);
	bench_free(bench);
}

/* Erratum SKL90: with its threads off a Skylake has eight counters, and freezes four of them. */
TEST(test_fault_of_a_freeze_of_the_lower_counters)
{
	struct bench *bench = bench_of("skylake-sp", 1, "cpuid = 50654-skylakexeon-9\nfault = core0.freeze.lower\n");
	uint64_t lower, upper;

	put(bench, EVTSEL(3), EN | OS | CYCLES);
	put(bench, EVTSEL(4), EN | OS | CYCLES);
	put(bench, FIXED_CONTROL, 1);
	arm(bench, FREEZE_ON);
	put(bench, GCTRL, BIT(32) | MASK(3, 2));
	assert_int_equal(get(bench, GSTATUS), FROZEN_BIT | 1);
	lower = get(bench, PMC(3));
	upper = get(bench, PMC(4));
	go(bench, 1000);
	assert_int_equal(get(bench, PMC(3)), lower);
	assert_int_equal(get(bench, FIXED_VALUE(0)), 0);
	assert_true(get(bench, PMC(4)) > upper);
	put(bench, OVF_CONTROL, FROZEN_BIT | 1);
	go(bench, 1000);
	assert_true(get(bench, PMC(3)) > lower);
	bench_free(bench);
}

/* Erratum SKL90, of all cores; with threads on there is none. */
TEST(test_erratum_of_a_freeze_of_the_lower_counters)
{
	static const struct {
		const char *scenario;
		bool runs_on;
	} cases[] = {{"counters = 8\ncore_pmu.erratum = SKL90\n", true},
		     {"counters = 8\nthreads = 2\ncore_pmu.erratum = SKL90\n", false},
		     {"counters = 8\n", false}};

	for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
		struct bench *bench = bench_of("skylake-sp", 1, cases[i].scenario);
		uint64_t upper;

		put(bench, EVTSEL(4), EN | OS | CYCLES);
		arm(bench, FREEZE_ON);
		put(bench, GCTRL, BIT(4) | 1);
		upper = get(bench, PMC(4));
		go(bench, 1000);
		assert_int_equal(get(bench, PMC(4)) > upper, cases[i].runs_on);
		bench_free(bench);
	}
}

static uint64_t count_of(const char *machine, const char *scenario, unsigned core, uint64_t event)
{
	struct bench *bench = bench_of(machine, 4, scenario);
	uint64_t count;

	put_on(bench, core, EVTSEL(0), EN | OS | event);
	put_on(bench, core, GCTRL, 1);
	go(bench, SECOND);
	count = get_on(bench, core, PMC(0));
	bench_free(bench);
	return count;
}

/* AAJ107: too few instructions; BDD101: too many branches on the second thread of a core. */
TEST(test_errata_of_counts)
{
	static const char *const v4 = "threads = 2\n", *const bdd101 = "threads = 2\ncore_pmu.erratum = BDD101\n";
	uint64_t all = count_of("xeon-7500", "", 0, 0xc0);

	assert_true(count_of("xeon-7500", "core_pmu.erratum = AAJ107\n", 0, 0xc0) < all - all / 20);
	assert_int_equal(count_of("xeon-7500", "core_pmu.erratum = AAJ107\n", 0, 0xc4),
			 count_of("xeon-7500", "", 0, 0xc4));
	assert_int_equal(count_of("xeon-e5-2600-v4", bdd101, 2, 0xc4), count_of("xeon-e5-2600-v4", v4, 2, 0xc4));
	all = count_of("xeon-e5-2600-v4", v4, 3, 0xc4);
	assert_true(count_of("xeon-e5-2600-v4", bdd101, 3, 0xc4) > all + all / 20);
}

/* AAJ125, BV43: the entry that is opened after the PMI of fixed counter 0 takes another one, once. */
TEST(test_erratum_of_pmis_that_repeat)
{
	struct bench *bench = bench_of("xeon-e5-2600-v2", 2, "threads = 2\ncore_pmu.erratum = BV43\n");

	assert_true(silicon_pmis_come_again(bench->silicon));
	for (unsigned freeze = 0; freeze < 2; freeze++) {
		put(bench, DEBUGCTL_MSR, freeze ? FREEZE_ON : 0);
		put(bench, FIXED_CONTROL, 9);
		put(bench, FIXED_VALUE(0), BIT(48) - 1000);
		put(bench, GCTRL, BIT(32));
		go(bench, 1000000);
		put(bench, GCTRL, 0);
		put(bench, OVF_CONTROL, BIT(32));
		assert_false(silicon_asks_again(bench->silicon, 0, 1));
		assert_int_equal(silicon_asks_again(bench->silicon, 0, 0), freeze);
		assert_false(silicon_asks_again(bench->silicon, 0, 0));
	}
	assert_int_equal(bench->pmis, 2);
	bench_free(bench);
}

/* AAJ143, BJ58, BV85: a bit stays that belongs to a counter which was stopped at its overflow. */
TEST(test_erratum_of_overflow_bits_that_stick)
{
	struct bench *bench = bench_of("xeon-e5-2600", 1, "core_pmu.erratum = BJ58\n");

	for (unsigned close = 0; close < 2; close++) {
		put(bench, EVTSEL(0), EN | OS | CYCLES);
		put(bench, PMC(0), (uint64_t) - (close ? 2690 : 1000));
		put(bench, GCTRL, 1);
		go(bench, 1000);
		put(bench, GCTRL, 0);
		assert_int_equal(get(bench, GSTATUS), 1);
		put(bench, OVF_CONTROL, 1);
		assert_int_equal(get(bench, GSTATUS), close);
	}
	bench_free(bench);
}

static void prime(struct bench *bench)
{
	static const uint64_t selects[] = {0x4300b5, 0x4300d2, 0x4300b1, 0x4300b1};

	for (unsigned i = 0; i < ARRAY_SIZE(selects); i++)
		put(bench, EVTSEL(i), selects[i]);
	put(bench, GCTRL, 0xf);
	put(bench, GCTRL, 0);
	for (unsigned i = 0; i < ARRAY_SIZE(selects); i++)
		put(bench, EVTSEL(i), 0);
}

/* Of a second, by two counters. */
static void count_two(struct bench *bench, unsigned event, uint64_t counts[2])
{
	for (unsigned i = 0; i < 2; i++) {
		put(bench, EVTSEL(i), EN | OS | event);
		put(bench, PMC(i), 0);
	}
	put(bench, GCTRL, 3);
	go(bench, SECOND);
	put(bench, GCTRL, 0);
	for (unsigned i = 0; i < 2; i++)
		counts[i] = get(bench, PMC(i));
}

static bool are_close(const uint64_t counts[2], uint64_t expected)
{
	return counts[0] + 2 >= expected && counts[0] <= expected + 2 && counts[0] == counts[1];
}

/* AAJ91: until they are primed, and again once their events change. */
TEST(test_erratum_of_counters_that_are_not_primed)
{
	uint64_t branches = count_of("xeon-7500", "", 0, 0xc4), misses = count_of("xeon-7500", "", 0, 0x412e),
		 counts[2];
	struct bench *bench = bench_of("xeon-7500", 1, "core_pmu.erratum = AAJ91\n");

	put(bench, GCTRL, 0);

	count_two(bench, 0xc4, counts);
	assert_true(counts[0] > 2 * branches);
	assert_int_equal(counts[1], 0);
	prime(bench);
	assert_int_equal(get(bench, PMC(0)), counts[0]);
	for (unsigned i = 0; i < 2; i++) {
		count_two(bench, 0xc4, counts);
		assert_true(are_close(counts, branches));
	}
	count_two(bench, 0x412e, counts);
	assert_true(counts[0] > 2 * misses);
	assert_int_equal(counts[1], 0);
	prime(bench);
	count_two(bench, 0x412e, counts);
	assert_true(are_close(counts, misses));
	assert_int_equal(bench->violations, 0);
	bench_free(bench);
}

/* BV80: with threads off, and of the upper selects alone. */
TEST(test_erratum_of_selects_that_do_not_read_back)
{
	struct bench *bench = bench_of("xeon-e5-2600-v2", 1, "counters = 8\ncore_pmu.erratum = BV80\n");

	put(bench, EVTSEL(3), EN | OS | CYCLES);
	put(bench, EVTSEL(4), EN | OS | CYCLES);
	put(bench, GCTRL, BIT(4));
	go(bench, 1000);
	assert_int_equal(get(bench, EVTSEL(3)), EN | OS | CYCLES);
	assert_int_equal(get(bench, EVTSEL(4)), 0);
	assert_true(get(bench, PMC(4)) > 0);
	bench_free(bench);
}

TEST(test_fault_of_a_thaw_that_clears_the_enables)
{
	struct bench *bench = icx("fault = core0.thaw.clears\n");

	arm(bench, FREEZE_ON);
	put(bench, OVF_CONTROL, 1);
	assert_int_equal(get(bench, GCTRL), 1);
	put(bench, OVF_CONTROL, FROZEN_BIT);
	assert_int_equal(get(bench, GSTATUS), 0);
	assert_int_equal(get(bench, GCTRL), 0);
	bench_free(bench);
}

/* Where there is nothing of the kind they would change nothing. */
TEST(test_faults_of_freezes_that_fit_nowhere)
{
	static const struct {
		const char *machine, *scenario, *reason;
	} cases[] = {
		{"skylake-sp", "fault = core0.freeze.lower", "no counters but 0 to 3"},
		{"xeon-e5-2600", "counters = 8\nfault = core0.freeze.lower", "up to version 3"},
		{"xeon-7500", "fault = core0.thaw.clears", "up to version 3"},
		{"ice-lake-sp", "perf_capabilities = 0x3000\nfault = core0.metrics.dead", "no IA32_PERF_METRICS"},
		{"ice-lake-sp", "core_pmu.fixed = 3\nfault = core1.metrics.exceed", "no IA32_PERF_METRICS"},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
		struct bench bench;

		assert_false(bench_try_of(&bench, cases[i].machine, 1, cases[i].scenario));
		assert_non_null(strstr(bench.error, cases[i].reason));
		free(bench.memory);
	}
}

TEST(test_legacy_freeze_of_version_3)
{
	struct bench *bench = icx("core_pmu.version = 3\ncore_pmu.lbr = legacy");

	arm(bench, FREEZE_ON | FREEZE_LBRS | 1);
	assert_int_equal(get(bench, GCTRL), 0);
	assert_int_equal(get(bench, GSTATUS), 1);
	assert_int_equal(get(bench, DEBUGCTL_MSR), FREEZE_ON | FREEZE_LBRS);
	assert_int_equal(try_write(bench, 0, OVF_CONTROL, FROZEN_BIT), SILICON_FAULT);
	expect_violation(bench, "do not exist here");
	bench_free(bench);
}

TEST(test_status_can_be_set_from_version_4_on)
{
	struct bench *bench = icx("perf_capabilities = 0x3000");

	put(bench, GCTRL, 0);
	put(bench, FIXED_CONTROL, 3);
	put(bench, GCTRL, BIT(32));
	put(bench, STATUS_SET, FROZEN_BIT | BIT(34) | 2);
	assert_int_equal(get(bench, GSTATUS), FROZEN_BIT | BIT(34) | 2);
	put(bench, FIXED_VALUE(0), 0);
	go(bench, SECOND);
	assert_int_equal(get(bench, FIXED_VALUE(0)), 0);
	put(bench, OVF_CONTROL, FROZEN_BIT | BIT(34) | 2);
	go(bench, SECOND);
	assert_true(get(bench, FIXED_VALUE(0)) > 0);
	assert_int_equal(bench->pmis, 0);
	assert_int_equal(get(bench, STATUS_SET), 0);
	assert_int_equal(try_write(bench, 0, STATUS_SET, BIT(8)), SILICON_FAULT);
	assert_int_equal(try_write(bench, 0, STATUS_SET, METRICS_BIT), SILICON_FAULT);
	assert_int_equal(get(bench, GSTATUS), 0);
	bench_free(bench);
	bench = icx("core_pmu.version = 3");
	assert_int_equal(answer_to_read(bench, STATUS_SET), SILICON_FAULT);
	assert_int_equal(answer_to_read(bench, IN_USE), SILICON_FAULT);
	bench_free(bench);
}

TEST(test_what_is_in_use)
{
	struct bench *bench = icx("core_pmu.fixed = 4");

	assert_int_equal(get(bench, IN_USE), 0);
	put(bench, EVTSEL(7), CYCLES);
	put(bench, FIXED_CONTROL, 0x3000);
	assert_int_equal(get(bench, IN_USE), BIT(35) | BIT(7));
	put(bench, EVTSEL(0), INT | CYCLES);
	assert_int_equal(get(bench, IN_USE), BIT(63) | BIT(35) | BIT(7) | BIT(0));
	assert_int_equal(get_on(bench, 1, IN_USE), 0);
	assert_int_equal(try_write(bench, 0, IN_USE, 0), SILICON_FAULT);
	bench_free(bench);
}

TEST(test_fourth_fixed_counter)
{
	struct bench *bench = icx("perf_capabilities = 0x3000\nclock.core = 1000000000");

	put(bench, GCTRL, 0);
	put(bench, FIXED_CONTROL, 0x3030);
	put(bench, FIXED_VALUE(1), 0);
	put(bench, FIXED_VALUE(3), 0);
	put(bench, GCTRL, BIT(35) | BIT(33));
	go(bench, 1000000);
	put(bench, GCTRL, 0);
	assert_int_equal(get(bench, FIXED_VALUE(3)), 4 * get(bench, FIXED_VALUE(1)));
	assert_int_equal(answer_to_read(bench, METRICS), SILICON_FAULT);
	expect_clean(bench);
	bench_free(bench);
	bench = icx("core_pmu.fixed = 3");
	assert_int_equal(answer_to_read(bench, FIXED_VALUE(3)), SILICON_FAULT);
	assert_int_equal(try_write(bench, 0, GCTRL, BIT(35)), SILICON_FAULT);
	assert_int_equal(try_write(bench, 0, FIXED_CONTROL, 0x3000), SILICON_FAULT);
	bench_free(bench);
}

/* Four shares of all slots, none before there were any. */
TEST(test_metrics_of_slots)
{
	struct bench *bench = icx("");
	uint64_t metrics;

	put(bench, GCTRL, 0);
	put(bench, FIXED_CONTROL, 0x3000);
	put(bench, FIXED_VALUE(3), 0);
	put(bench, METRICS, 0);
	assert_int_equal(get(bench, METRICS), 0);
	put(bench, GCTRL, METRICS_BIT | BIT(35));
	go(bench, 1000000);
	put(bench, GCTRL, 0);
	metrics = get(bench, METRICS);
	assert_int_equal((metrics & 0xff) + (metrics >> 8 & 0xff) + (metrics >> 16 & 0xff) + (metrics >> 24), 0xff);
	put(bench, FIXED_VALUE(3), 0);
	assert_int_equal(get(bench, METRICS), 0);
	put(bench, METRICS, 0);
	put(bench, GCTRL, BIT(35));
	go(bench, 1000000);
	assert_int_equal(get(bench, METRICS), 0);
	expect_clean(bench);
	bench_free(bench);
}

/* From Sapphire Rapids on a second level is in the upper half. */
TEST(test_second_level_of_metrics)
{
	struct bench *bench = bench_of("sapphire-rapids", 1, "");
	uint64_t metrics;

	put(bench, FIXED_CONTROL, 0x3000);
	put(bench, FIXED_VALUE(3), 0);
	put(bench, METRICS, 0);
	put(bench, GCTRL, METRICS_BIT | BIT(35));
	go(bench, 1000000);
	metrics = get(bench, METRICS);
	for (unsigned i = 0; i < 32; i += 8)
		assert_in_range(metrics >> (32 + i) & 0xff, 1, metrics >> i & 0xff);
	bench_free(bench);
}

TEST(test_deprecated_any_thread)
{
	struct bench *bench = icx("");

	assert_int_equal(try_write(bench, 0, EVTSEL(0), ANY | CYCLES), SILICON_FAULT);
	assert_int_equal(try_write(bench, 0, FIXED_CONTROL, 4), SILICON_FAULT);
	bench_free(bench);
	bench = icx("core_pmu.any_thread = ignored");
	put(bench, EVTSEL(0), ANY | CYCLES);
	assert_int_equal(get(bench, EVTSEL(0)), CYCLES);
	put(bench, FIXED_CONTROL, 0x444);
	assert_int_equal(get(bench, FIXED_CONTROL), 0);
	bench_free(bench);
	bench = icx("core_pmu.version = 4");
	put(bench, EVTSEL(0), ANY | CYCLES);
	assert_int_equal(get(bench, EVTSEL(0)), ANY | CYCLES);
	bench_free(bench);
}

TEST(test_architectural_lbrs)
{
	struct bench *bench = bench_of("sapphire-rapids", 1, "");

	assert_true(leaf_of(bench, 7).edx & BIT(19));
	put(bench, DEBUGCTL_MSR, 1);
	assert_int_equal(get(bench, DEBUGCTL_MSR), 0);
	bench_free(bench);
	bench = icx("");
	assert_false(leaf_of(bench, 7).edx & BIT(19));
	put(bench, DEBUGCTL_MSR, 1);
	assert_int_equal(get(bench, DEBUGCTL_MSR), 1);
	bench_free(bench);
}

/* What hardware has set because of the program is left behind by it, too. */
TEST(test_what_is_left_is_named)
{
	struct bench *bench = icx("");

	arm(bench, FREEZE_ON | FREEZE_LBRS);
	put(bench, GCTRL, MASK(0, 8));
	put(bench, EVTSEL(0), 0);
	put(bench, PMC(0), 0);
	put(bench, DEBUGCTL_MSR, 0);
	silicon_leave(bench->silicon, bench->now);
	expect_violation(bench,
			 "core0.status msr 0x38e = 0xc00000000000001 CTR_FRZ LBR_FRZ overflows 0x1, at the start 0x0");
	bench_free(bench);
	bench = icx("leave = any");
	arm(bench, FREEZE_ON);
	assert_false(silicon_minds_leaving(bench->silicon));
	silicon_leave(bench->silicon, bench->now);
	expect_clean(bench);
	bench_free(bench);
}
