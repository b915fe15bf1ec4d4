/* SPDX-License-Identifier: BSD-2-Clause */
/* Fused-off cores leave gaps in the numbers of those that are there, and no document says by which number a control knows them. */
#include "tests/unit/support/checks_bench.h"

/* Two processors are said to be others than virtual silicon has: it goes on to know them by their place among the cores of the
 * socket. */
static const struct {
	const char *scenario, *checks;
	unsigned cores;
	struct {
		uint16_t cpu, core;
		bool usable;
	} places[2];
	unsigned numbers; /* by which cores are known after the run */
	const char *answer;
} rows[] = {
	{"", "ubox.pmi.*", 4, {{2, 8, true}, {3, 9, true}}, CORE_NUMBERS_IN_ORDER, "in order"},
	/* They are fused off, though virtual silicon has them. */
	{"", "ubox.pmi.*", 6, {{2, 0, false}, {3, 0, false}}, CORE_NUMBERS_OF_APIC, "of the APIC id"},
	/* With both: the first processors of two cores, and the second ones. */
	{"threads = 2\n",
	 "ubox.pmi.*",
	 4,
	 {{2, 4, true}, {3, 4, true}},
	 CORE_NUMBERS_IN_ORDER,
	 "pmi-siblings answer=all"},
	/* Without a gap nobody asks. */
	{"", "ubox.pmi.core", 4, {{2, 2, true}, {3, 3, true}}, CORE_NUMBERS_UNKNOWN, ".core\n"},
};

static void tell_places(struct bench *bench, unsigned row)
{
	struct cpu *cpus = (struct cpu *)bench->machine.cpus;

	for (unsigned i = 0; i < 2; i++) {
		cpus[rows[row].places[i].cpu].core = rows[row].places[i].core;
		cpus[rows[row].places[i].cpu].usable = rows[row].places[i].usable;
	}
}

TEST(gaps_show_by_which_number_a_core_is_known)
{
	for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
		struct bench bench;

		set_up_cores(&bench, "xeon-7500", rows[i].scenario, rows[i].cores);
		tell_places(&bench, i);
		run_checks(&bench, rows[i].checks);
		show_failures(&bench);
		assert_int_equal(bench.output.failed, 0);
		assert_int_equal(bench.violations, 0);
		assert_int_equal(bench.machine.core_numbers, rows[i].numbers);
		assert_non_null(strstr(bench.said, rows[i].answer));
		tear_down(&bench);
	}
}

TEST(a_core_that_is_never_reached_fails_in_spite_of_gaps)
{
	struct bench bench;

	set_up_cores(&bench, "xeon-7500", "fault = ubox.pmi.core=0\n", 4);
	tell_places(&bench, 0);
	run_checks(&bench, "ubox.pmi.core");
	assert_true(failure_names(&bench, "ubox.pmi.core", "ubox.global_ctl"));
	tear_down(&bench);
}
