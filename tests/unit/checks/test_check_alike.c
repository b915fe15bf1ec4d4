/* SPDX-License-Identifier: BSD-2-Clause */
/* What fails alike in all boxes of a type blames no part: it is one finding, and untested with all that follows. What one box does
 * otherwise is a failure of each that fails. */
#include "tests/unit/support/checks_bench.h"

#define BOXES 8

static char scenario[1024];

/* One fault in each C-Box but those of `without`; %u is the box. */
static const char *faults(const char *format, unsigned without, const char *rest)
{
	size_t length = (size_t)snprintf(scenario, sizeof(scenario), "%s", rest);

	for (unsigned i = 0; i < BOXES; i++) {
		if (without >> i & 1)
			continue;
		length += (size_t)snprintf(scenario + length, sizeof(scenario) - length, format, i);
	}
	return scenario;
}

static unsigned times(const struct bench *bench, const char *words)
{
	unsigned count = 0;

	for (const char *at = bench->said; (at = strstr(at, words)); at++)
		count++;
	return count;
}

static void expect_alike(const char *format, const char *glob, const char *boxes, const char *rest)
{
	struct bench bench;

	set_up(&bench, "xeon-e5-2600", faults(format, 0, rest));
	run_checks(&bench, glob);
	show_failures(&bench);
	assert_int_equal(times(&bench, "not ok"), 0);
	assert_int_equal(times(&bench, "# finding "), 1);
	assert_non_null(strstr(bench.said, boxes));
	assert_int_equal(times(&bench, "replace the processor"), 0);
	assert_true(times(&bench, "# SKIP untested: in all ") >= BOXES);
	assert_int_equal(bench.output.verdict, VERDICT_PASS);
	assert_int_equal(bench.violations, 0);
	tear_down(&bench);
}

TEST(all_boxes_alike_are_one_finding)
{
	expect_alike("fault = cbox%u.ctl1.stuck0=18\n", "*cbox*.bits", "in all 8 boxes of its type alike", "");
	expect_alike("fault = cbox%u.ctr2.width=40\n", "*cbox*.ctr2.width", "in all 8 boxes", "");
	expect_alike("fault = cbox%u.ctr1.dead\n", "*cbox*.ctr1.counts", "in all 8 boxes", "");
	expect_alike("fault = cbox%u.ctl1.reset=0x20000\n", "*cbox*.reset", "in all 8 boxes", "");
	/* On both sockets. */
	expect_alike("fault = cbox%u.ctl1.stuck0=18\n", "*cbox*.bits", "in all 16 boxes of its type alike",
		     "sockets = 2\n");
}

/* The rest of the run rests on it. */
TEST(what_follows_is_untested)
{
	struct bench bench;

	set_up(&bench, "xeon-e5-2600", faults("fault = cbox%u.ctl1.stuck0=18\n", 0, ""));
	run_checks(&bench, "");
	show_failures(&bench);
	assert_int_equal(times(&bench, "not ok"), 0);
	assert_int_equal(times(&bench, "# finding "), 1);
	tear_down(&bench);
}

TEST(one_box_otherwise_blames_those_that_fail)
{
	static const unsigned sound[] = {1, 1u << 3, 1u << (BOXES - 1)};

	for (size_t i = 0; i < ARRAY_SIZE(sound); i++) {
		struct bench bench;

		set_up(&bench, "xeon-e5-2600", faults("fault = cbox%u.ctl1.stuck0=18\n", sound[i], ""));
		run_checks(&bench, "*cbox*.bits");
		assert_int_equal(times(&bench, "not ok"), BOXES - 1);
		assert_int_equal(times(&bench, "in all "), 0);
		tear_down(&bench);
	}
}

/* Another bit in one of them is another failure. */
TEST(other_bits_are_not_alike)
{
	struct bench bench;

	set_up(&bench, "xeon-e5-2600",
	       faults("fault = cbox%u.ctl1.stuck0=18\n", 1u << 5, "fault = cbox5.ctl1.stuck0=19\n"));
	run_checks(&bench, "*cbox*.bits");
	assert_int_equal(times(&bench, "not ok"), BOXES);
	tear_down(&bench);
}

/* Of one box nothing can be said. */
TEST(a_single_box_is_to_blame)
{
	struct bench bench;

	set_up(&bench, "xeon-e5-2600", "fault = pcu.ctl1.stuck0=18\n");
	run_checks(&bench, "*pcu*.bits");
	assert_int_equal(times(&bench, "not ok"), 1);
	tear_down(&bench);
}
