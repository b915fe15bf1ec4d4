/* SPDX-License-Identifier: BSD-2-Clause */
/* Faults of a processor's own PMU, and of what is above all boxes of a socket, make a check fail that names its
 * register; and where CPUID and
 * IA32_PERF_CAPABILITIES say something else than usual, nothing fails. */
#include "tests/unit/support/checks_bench.h"
#include "tests/unit/support/unit.h"

struct fault {
	const char *machine, *fault;
	const char *check; /* must fail */
	const char *reg;   /* and name this register */
};

static const struct fault faults[] = {
	/* clang-format off */
	{"knights-landing", "core0.ctr1.dead",                       "core0.ctr1.counts",       "core0.ctr1"},
	{"knights-landing", "core2.fixed_ctr2.dead",                 "core2.fixed_ctr2.counts", "core2.fixed_ctr2"},
	{"knights-landing", "core0.ctr0.rate=2",                     "core0.ctr0.counts",       "core0.ctr0"},
	{"knights-landing", "core1.fixed_ctr0.rate=3",               "core1.fixed_ctr0.counts", "core1.fixed_ctr0"},
	{"knights-landing", "core0.fixed_ctr1.width=36",             "core0.fixed_ctr1.bits",   "core0.fixed_ctr1"},
	{"knights-landing", "core0.ctr1.silent",                     "core0.ctr1.overflow",     "core0.status"},
	{"knights-landing", "core7.ctr0.stuck1=17",                  "core7.ctr0.bits",         "core7.ctr0"},
	{"knights-landing", "core0.enable.ignored",                  "core0.ctr0.enables",      "core0.ctr0"},
	{"knights-landing", "core0.ctr1.enable.ignored",             "core0.ctr1.enables",      "core0.ctr1"},
	{"xeon-e5-2600",    "core2.fixed_ctr1.enable.ignored",       "core2.fixed_ctr1.enables", "core2.fixed_ctr1"},
	{"knights-landing", "core0.ctr0.level.ignored",              "core0.ctr0.levels",       "core0.ctr0"},
	{"xeon-e5-2600-v2", "core0.ctr3.level.swapped",              "core0.ctr3.levels",       "core0.ctr3"},
	{"xeon-e5-2600",    "core0.fixed_ctr1.level.ignored",        "core0.fixed_ctr1.levels", "core0.fixed_ctr1"},
	{"knights-landing", "core3.fixed_ctr2.level.swapped",        "core3.fixed_ctr2.levels", "core3.fixed_ctr2"},
	{"knights-landing", "core0.ctr1.threshold.ignored",          "core0.ctr1.modifiers",    "core0.ctl1"},
	{"xeon-e7",         "core5.ctr3.threshold.equal",            "core5.ctr3.modifiers",    "core5.ctl3"},
	{"xeon-e5-2600",    "core0.ctr2.invert.ignored",             "core0.ctr2.modifiers",    "core0.ctl2"},
	{"xeon-e5-2600-v2", "core1.ctr0.edge.ignored",               "core1.ctr0.modifiers",    "core1.ctl0"},
	{"knights-landing", "core0.ctr0.cleared",                    "core0.ctr0.clear",        "core0.ctr0"},
	{"xeon-e5-2600",    "core4.fixed_ctr0.cleared",              "core4.fixed_ctr0.clear",  "core4.fixed_ctr0"},
	{"knights-landing", "core0.ctr1.leaps",                      "core0.ctr1.reads",        "core0.ctr1"},
	{"xeon-e5-2600",    "core0.fixed_ctr2.leaps",                "core0.fixed_ctr2.reads",  "core0.fixed_ctr2"},
	{"xeon-e5-2600-v2", "core2.fixed_ctr1.lags",                 "core2.fixed_ctr1.reads",  "core2.fixed_ctr1"},
	{"knights-landing", "core0.ctr0.lags",                       "core0.ctr0.reads",        "core0.ctr0"},
	{"knights-landing", "core0.status.together",                 "core0.ctr0.clear",        "core0.status"},
	{"knights-landing", "core0.ctr1.early=549755813888",         "core0.overflow.way",      "core0.ctr1"},
	{"xeon-e5-2600",    "core0.fixed_ctr0.early=1048576",        "core0.overflow.way",      "core0.fixed_ctr0"},
	{"xeon-e5-2600-v2", "core1.ctr2.early=100000",               "core1.overflow.way",      "core1.ctr2"},
	{"knights-landing", "core0.fixed_ctr2.early=100",            "core0.overflow.way",      "core0.fixed_ctr2"},
	{"xeon-e5-2600-v3", "core0.ctr3.late",                       "core0.overflow.way",      "core0.ctr3"},
	{"xeon-7500",       "core0.fixed_ctr0.late",                 "core0.overflow.way",      "core0.fixed_ctr0"},
	{"xeon-e7",         "core1.ctr2.late",                       "core1.overflow.way",      "core1.ctr2"},
	{"xeon-e5-2600",    "core0.fixed_ctr2.late",                 "core0.overflow.way",      "core0.fixed_ctr2"},
	{"xeon-e5-2600-v2", "core0.ctr0.late",                       "core0.overflow.way",      "core0.ctr0"},
	{"knights-landing", "core0.fixed_ctr1.late=30",              "core0.overflow.way",      "core0.fixed_ctr1"},
	{"xeon-e5-2600",    "core0.ctr2.early=104",                  "core0.overflow.way",      "core0.ctr2"},
	{"xeon-7500",       "core1.ctr1.early=20",                   "core1.overflow.way",      "core1.ctr1"},
	{"xeon-e5-2600-v4", "core0.ctr1.early=5550",                 "core0.overflow.way",      "core0.ctr1"},
	{"xeon-e5-2600-v2", "core0.fixed_ctr1.early=515896",         "core0.overflow.way",      "core0.fixed_ctr1"},
	{"xeon-e5-2600-v4", "core0.fixed_ctr1.late=20",              "core0.overflow.way",      "core0.fixed_ctr1"},
	{"knights-landing", "core0.freeze.ignored",                  "core0.freeze.pmi",        "core0.global_ctl"},
	{"knights-landing", "core0.freeze.partial",                  "core0.freeze.pmi",        "core0.fixed_ctr0"},
	{"skylake-sp",      "core0.freeze.ignored",                  "core0.freeze.pmi",        "core0.status"},
	{"sapphire-rapids", "core0.freeze.partial",                  "core0.freeze.pmi",        "core0.fixed_ctr0"},
	{"cascade-lake-sp", "core1.freeze.clears",                   "core1.freeze.pmi",        "core1.global_ctl"},
	{"ice-lake-sp",     "core0.freeze.lower",                    "core0.freeze.pmi",        "core0.ctr4"},
	{"granite-rapids",  "core1.thaw.clears",                     "core1.freeze.pmi",        "core1.ctr0"},
	{"ice-lake-sp",     "core0.thaw.ignored",                    "core0.freeze.pmi",        "core0.ctr0"},
	{"emerald-rapids",  "core0.ctr7.dead",                       "core0.ctr7.counts",       "core0.ctr7"},
	{"ice-lake-sp",     "core0.metrics.dead",                    "core0.metrics",           "core0.perf_metrics"},
	{"emerald-rapids",  "core1.metrics.exceed",                  "core1.metrics",           "core1.perf_metrics"},
	{"xeon-e5-2600",    "core1.pmi.blocked",                     "core1.pmi.each",          "core1.global_ctl"},
	{"skylake-sp",      "core3.pmi.blocked",                     "core3.pmi.each",          "core3.global_ctl"},
	{"knights-landing", "core0.debugctl.stuck0=12",              "core0.debugctl.bits",     "core0.debugctl"},
	{"knights-landing", "core0.pmi.lost",                        "core0.ctr0.pmi",          "core0.global_ctl"},
	{"knights-landing", "core0.pmi.doubled",                     "core0.ctr1.pmi",          "core0.global_ctl"},
	{"ice-lake-sp",     "core0.pmi.doubled=73996",               "core0.fixed_ctr1.pmi",    "core0.global_ctl"},
	{"knights-landing", "core3.pmi.spurious",                    "core3.ctr0.pmi",          "core3.global_ctl"},
	{"knights-landing", "core0.pmi.core=1",                      "core0.fixed_ctr1.pmi",    "core0.global_ctl"},
	{"knights-landing", "core0.status.sticky",                   "core0.ctr0.overflow",     "core0.status"},
	{"xeon-e5-2600-v2", "core0.status.sticky",                   "core0.ctr0.overflow",     "core0.status"},
	{"knights-landing", "core0.status.missing",                  "core0.ctr0.overflow",     "core0.status"},
	{"knights-landing", "core1.ctl0.dropped",                    "core1.ctl0.bits",         "core1.ctl0"},
	{"knights-landing", "core0.full0.dropped",                   "core0.ctr0.bits",         "core0.ctr0"},
	{"knights-landing", "core0.ctr0.alias=core0.ctr1",           "core0.ctr0.window",       "core0.ctr0"},
	{"knights-landing", "core0.global_ctl.stuck0=33",            "core0.global_ctl.bits",   "core0.global_ctl"},
	{"knights-landing", "core0.offcore_rsp0.stuck0=38",          "core0.rsp_0.bits",        "core0.rsp_0"},
	{"knights-landing", "core0.fixed_ctr1.gp",                   "core0.present",           "core0.fixed_ctr1"},
	{"knights-landing", "core0.debugctl.stuck1=12",              "core0.debugctl.bits",     "core0.debugctl"},
	{"knights-landing", "core0.debugctl.stuck0=6",               "core0.debugctl.bits",     "core0.debugctl"},
	{"knights-landing", "core3.misc_enable.stuck1=16",           "core3.siblings",          "core3.misc_enable"},
	{"knights-landing", "core0.misc_enable.stuck0=12",           "core0.siblings",          "core0.misc_enable"},
	{"knights-landing", "core0.misc_enable.stuck0=7",            "core0.present",           "core0.misc_enable"},
	{"knights-landing", "core1.misc_enable.gp",                  "core1.present",           "core1.misc_enable"},
	{"knights-landing", "core1.perf_capabilities.stuck1=0",      "core1.siblings",          "core1.perf_capabilities"},
	{"knights-landing", "core0.perf_capabilities.gp",            "core0.present",           "core0.perf_capabilities"},
	{"knights-landing", "core2.ctl1.reset=0x1",                  "core2.siblings",          "core2.ctl1"},
	{"knights-landing", "core2.global_ctl.reset=0x2",            "core2.siblings",          "core2.global_ctl"},
	{"knights-landing", "core5.status.reset=0x1",                "core5.siblings",          "core5.status"},
	{"knights-landing", "core0.ds_area.stuck0=56",               "core0.ds_area.bits",      "core0.ds_area"},
	{"knights-landing", "core0.ds_area.dropped",                 "core0.ds_area.bits",      "core0.ds_area"},
	{"knights-landing", "core1.pebs_enable.alias=core1.ds_area", "core1.alias",             "core1.pebs_enable"},
	{"knights-landing", "core4.pebs_enable.stuck1=0",            "core4.siblings",          "core4.pebs_enable"},
	{"knights-landing", "core4.fixed_ctr2.rate=2",               "core4.fixed_ctr2.ratio",  "core4.fixed_ctr2"},
	{"knights-landing", "core0.fixed_ctr2.lost",                 "core0.fixed_ctr2.ratio",  "core0.fixed_ctr2"},
	{"skylake-sp",      "core3.fixed_ctr2.lost=67",              "core3.fixed_ctr2.ratio",  "core3.fixed_ctr2"},
	{"xeon-e5-2600",    "core1.fixed_ctr2.doubled",              "core1.fixed_ctr2.ratio",  "core1.fixed_ctr2"},
	{"xeon-e5-2600",    "core7.ctr3.reset=0x1",                  "core7.siblings",          "core7.ctr3"},
	{"xeon-e5-2600",    "core3.c6_ctr.stuck1=8",                 "pcu.residency1.moves",    "pcu.residency1"},
	{"xeon-e5-2600",    "core2.c3_ctr.stuck0=40",                "pcu.residency0.writes",   "pcu.residency0"},
	{"xeon-e5-2600",    "core2.c3_ctr.stuck1=63",                "pcu.residency0.writes",   "pcu.residency0"},
	{"xeon-e5-2600",    "core0.c6_ctr.dropped",                  "pcu.residency1.writes",   "pcu.residency1"},
	{"knights-landing", "global.config.stuck1=0", "global.config.box-count", "global.config"},
	{"knights-landing", "global.global_ctl.dropped", "global.global_ctl.freeze.global", "global.global_ctl"},
	{"knights-landing", "global.global_ctl.stuck1=61", "global.global_ctl.freeze.global", "global.global_ctl"},
	{"knights-landing", "global.status.stuck0=8", "cha5.summary", "global.status"},
	{"knights-landing", "global.status.sticky", "m2pcie.summary", "global.status"},
	{"knights-landing", "cha3.summary.bit=4", "cha3.summary", "global.status"},
	{"knights-landing", "edc_eclk3.summary.missing", "edc_eclk3.summary", "global.status"},
	/* clang-format on */
};

TEST(faults_are_found_and_named)
{
	unsigned missed = 0;

	for (size_t i = 0; i < ARRAY_SIZE(faults); i++) {
		const struct fault *fault = &faults[i];
		char scenario[80], filter[32];

		snprintf(scenario, sizeof(scenario), "fault = %s\n", fault->fault);
		/* One that writes to what is never stopped runs only where it is named. */
		snprintf(filter, sizeof(filter), "%.*s.%s", (int)strcspn(fault->check, "."), fault->check,
			 strstr(fault->check, ".writes") ? "*.writes" : "*");
		missed += !is_found(fault->machine, scenario, filter, fault->check, fault->reg);
	}
	assert_int_equal(missed, 0);
}

TEST(other_widths_and_numbers_pass)
{
#define SIZED(MACHINE, SCENARIO)                                \
	{                                                       \
		MACHINE, SCENARIO, "core*", .passed_least = 200 \
	}
	static const struct run runs[] = {
		SIZED("knights-landing", ""),
		SIZED("knights-landing", "counters = 1\n"),
		SIZED("knights-landing", "counters = 4\n"),
		SIZED("knights-landing", "width = 33\n"),
		SIZED("knights-landing", "width = 48\n"),
		SIZED("knights-landing", "perf_capabilities = 0\n"),
		SIZED("knights-landing", "perf_capabilities = 0x3fff\n"),
		SIZED("knights-landing", "threads = 4\n"),
		SIZED("knights-landing", "user = 1\n"),
		SIZED("knights-landing", "user = 250\n"),
		SIZED("xeon-e5-2600", "user = 999\n"),
		SIZED("xeon-e5-2600", "counters = 1\n"),
		SIZED("xeon-e5-2600", "counters = 2\n"),
	};

	EXPECT_RUNS(runs);
}

/* Two processors: too few of a kind to be told from one that is broken by what all have alike. */
TEST(published_errata_are_no_alarm)
{
#define ERRATUM(MACHINE, SETTINGS, NAME)                                                                \
	{                                                                                               \
		MACHINE, SETTINGS "core_pmu.erratum = " NAME "\n", "core*", .cores = 2, .skipped = ANY, \
									    .unsaid = "is the suspect"  \
	}
	static const struct run runs[] = {
		ERRATUM("xeon-7500", "", "AAJ107"),
		ERRATUM("xeon-7500", "threads = 2\n", "AAJ125"),
		ERRATUM("xeon-e7", "", "AAJ143"),
		ERRATUM("xeon-7500", "", "AAJ91"),
		ERRATUM("xeon-e7", "threads = 2\n", "AAJ91"),
		ERRATUM("xeon-e5-2600", "", "BJ58"),
		ERRATUM("xeon-e5-2600-v2", "threads = 2\n", "BV43"),
		ERRATUM("xeon-e5-2600-v2", "counters = 8\n", "BV80"),
		ERRATUM("xeon-e5-2600-v2", "", "BV85"),
		ERRATUM("xeon-e5-2600-v4", "threads = 2\n", "BDD101"),
		ERRATUM("skylake-sp", "counters = 8\n", "SKL90"),
		ERRATUM("cascade-lake-sp", "counters = 8\n", "SKL90"),
	};

	EXPECT_RUNS(runs);
}

static void expect_entry(const char *machine, const char *scenario, const char *answer, enum unmask unmask)
{
	struct bench bench;

	set_up_cores(&bench, machine, scenario, 3);
	run_checks(&bench, "core*");
	show_failures(&bench);
	assert_int_equal(bench.output.failed, 0);
	assert_int_equal(bench.output.skipped, 0);
	assert_non_null(strstr(bench.said, answer));
	assert_int_equal(bench.machine.hw->unmask, unmask);
	if (bench.violations)
		fail_msg("%s", bench.violation);
	tear_down(&bench);
}

/* Of each processor. */
TEST(both_kinds_of_pmi_entries_pass)
{
	static const char *const machines[] = {"knights-landing", "xeon-e5-2600", "xeon-e5-2600-v2"};

	for (size_t i = 0; i < ARRAY_SIZE(machines); i++) {
		expect_entry(machines[i], "pmi.entry = edge\n", "pmi-entry answer=edge", UNMASK_FIRST);
		expect_entry(machines[i], "pmi.entry = level\n", "pmi-entry answer=level", UNMASK_LAST);
	}
}

/* Each version of the architecture with each kind of entry, as it may come to any machine. */
TEST(every_version_passes_with_both_kinds_of_entries)
{
	static const char *const machines[] = {"xeon-e5-2600-v4", "skylake-sp", "sapphire-rapids", "unknown-xeon"};
	static const char *const versions[] = {
		"core_pmu.version = 3\ncounters = 4\ncore_pmu.lbr = legacy\n",
		"core_pmu.version = 3\ncounters = 8\ncore_pmu.lbr = legacy\n",
		"core_pmu.version = 4\ncounters = 4\ncore_pmu.lbr = legacy\n",
		"core_pmu.version = 4\ncounters = 8\ncore_pmu.lbr = architectural\n",
		"core_pmu.version = 5\ncounters = 8\ncore_pmu.lbr = legacy\n",
		"core_pmu.version = 5\ncounters = 8\ncore_pmu.lbr = architectural\ncore_pmu.any_thread = ignored\n",
		"core_pmu.version = 6\ncounters = 5\n",
	};

	for (size_t i = 0; i < ARRAY_SIZE(machines); i++)
		for (size_t v = 0; v < 2 * ARRAY_SIZE(versions); v++) {
			struct bench bench;
			char scenario[200];

			snprintf(scenario, sizeof(scenario), "%spmi.entry = %s\n", versions[v / 2],
				 v % 2 ? "level" : "edge");
			set_up_cores(&bench, machines[i], scenario, 2);
			run_checks(&bench, "core*");
			show_failures(&bench);
			assert_int_equal(bench.output.failed, 0);
			assert_int_equal(bench.output.skipped % 2, 0);
			if (bench.violations)
				fail_msg("%s", bench.violation);
			tear_down(&bench);
		}
}

/* The other addresses of version 6, on silicon that does not have them. */
TEST(version_6_without_its_addresses_is_named)
{
	static const char *const wanted[] = {"core0.ctr0.window", "core1.fixed_ctr2.window"};

	for (size_t i = 0; i < ARRAY_SIZE(wanted); i++) {
		struct bench bench;

		set_up_cores(&bench, "sapphire-rapids", "core_pmu.version = 5\n", 2);
		bench.machine.core_pmu.version = 6;
		run_checks(&bench, wanted[i]);
		assert_int_equal(bench.output.failed, 1);
		tear_down(&bench);
	}
}

/* Prototypes run at a thousandth of the speed. */
TEST(a_slow_clock_is_counted_for_longer)
{
	static const char *const broken[] = {"ctr2.edge.ignored", "ctr1.threshold.ignored", "fixed_ctr1.level.swapped"};
	char scenario[80];
	struct bench bench;

	for (size_t i = 0; i < ARRAY_SIZE(broken); i++) {
		snprintf(scenario, sizeof(scenario), "clock.core = 1000000\nfault = core0.%s\n", broken[i]);
		set_up(&bench, "xeon-7500", scenario);
		run_checks(&bench, "core0.*.levels");
		run_checks(&bench, "core0.*.modifiers");
		assert_int_equal(bench.output.skipped, 0);
		assert_int_equal(bench.output.failed, 1);
		tear_down(&bench);
	}
}

TEST(what_cannot_be_told_is_no_fault)
{
	static const struct run runs[] = {
		/* Two levels that add up are sound; where nothing at all happens at level 0 nobody can tell. */
		{"xeon-e5-2600", "user = 1\n", "core0.*.levels", .passed = 7},
		{"xeon-e5-2600", "user = 1000\n", "core0.*.levels", .skipped = 7},
		/* Residencies that hardly count, or not at all. */
		{"xeon-e5-2600", "residency.c3 = 0\n", "pcu.residency*", .skipped = 1},
		{"xeon-e5-2600", "residency.c3 = 70000\n", "pcu.residency*", .failed = 0},
		{"xeon-e5-2600", "residency.c3 = 2300000000\n", "pcu.residency*", .failed = 0},
		/* With two processors nobody knows which of them is wrong; with one there is nothing to compare. */
		{"knights-landing", "fault = core0.ctl1.reset=0x1\n", "core*", .cores = 1, .skipped = ANY,
		 .said = {"nothing to compare it with"}},
		{"knights-landing", "fault = core0.fixed_ctr2.rate=2\n", "core*", .cores = 2, .failed = 2,
		 .skipped = ANY},
		/* A processor without events of its own has the checks, too. */
		{"xeon-e5-2600", "", "core1.*", .said = {"xeon-e5-2600.core1.ctr3.pmi"}},
	};

	EXPECT_RUNS(runs);
}
