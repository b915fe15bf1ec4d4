/* SPDX-License-Identifier: BSD-2-Clause */
/* Fused-off cores leave gaps in the numbers of those that are there, and no document says by which number a control knows them. */
#include "tests/unit/support/checks_bench.h"

/* Says of a processor which core it is. Virtual silicon goes on to know it by its place among the cores of the socket. */
static void place(struct bench *bench, unsigned cpu, unsigned core, bool usable)
{
	struct cpu *cpus = (struct cpu *)bench->machine.cpus;

	cpus[cpu].core = (uint16_t)core;
	cpus[cpu].usable = usable;
}

static void expect_numbers(struct bench *bench, unsigned numbers, const char *answer)
{
	run_checks(bench, "ubox.pmi.*");
	show_failures(bench);
	assert_int_equal(bench->output.failed, 0);
	assert_int_equal(bench->violations, 0);
	assert_int_equal(bench->machine.core_numbers, numbers);
	assert_non_null(strstr(bench->said, answer));
}

TEST(cores_are_known_by_their_place)
{
	struct bench bench;

	set_up_cores(&bench, "xeon-7500", "", 4);
	place(&bench, 2, 8, true);
	place(&bench, 3, 9, true);
	expect_numbers(&bench, CORE_NUMBERS_IN_ORDER, "in order");
	tear_down(&bench);
}

/* Processors 2 and 3 are fused off, though virtual silicon has them. */
TEST(cores_are_known_by_the_numbers_in_their_apic_ids)
{
	struct bench bench;

	set_up_cores(&bench, "xeon-7500", "", 6);
	place(&bench, 2, 0, false);
	place(&bench, 3, 0, false);
	expect_numbers(&bench, CORE_NUMBERS_OF_APIC, "of the APIC id");
	tear_down(&bench);
}

/* With both: the first processors of two cores, and the second ones. */
TEST(threads_and_gaps_are_told_apart)
{
	struct bench bench;

	set_up_cores(&bench, "xeon-7500", "threads = 2\n", 4);
	place(&bench, 2, 4, true);
	place(&bench, 3, 4, true);
	expect_numbers(&bench, CORE_NUMBERS_IN_ORDER, "pmi-siblings answer=all");
	tear_down(&bench);
}

TEST(numbers_are_not_asked_without_a_gap)
{
	struct bench bench;

	set_up_cores(&bench, "xeon-7500", "", 4);
	run_checks(&bench, "ubox.pmi.core");
	assert_int_equal(bench.output.failed, 0);
	assert_int_equal(bench.machine.core_numbers, CORE_NUMBERS_UNKNOWN);
	tear_down(&bench);
}

TEST(a_core_that_is_never_reached_fails_in_spite_of_gaps)
{
	struct bench bench;

	set_up_cores(&bench, "xeon-7500", "fault = ubox.pmi.core=0\n", 4);
	place(&bench, 2, 8, true);
	place(&bench, 3, 9, true);
	run_checks(&bench, "ubox.pmi.core");
	assert_true(failure_names(&bench, "ubox.pmi.core", "ubox.global_ctl"));
	tear_down(&bench);
}
