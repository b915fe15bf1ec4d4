/* SPDX-License-Identifier: BSD-2-Clause */
/* `stat -M` on virtual silicon: a value out of its metric's range is no result, and no pass. */
#include "tests/unit/support/shell_bench.h"

static const char *const machines[] = {"xeon-7500", "xeon-e7", "xeon-e5-2600", "xeon-e5-2600-v2", "knights-landing"};

/* More snoops hit than came. */
TEST(a_value_that_cannot_be_is_no_pass)
{
	assert_true(shell_try("xeon-7500", 1, "rate.cbox*.SNP_HITS.REMOTE_RD_HITM = 40000000\n"));
	assert_int_equal(shell_run("stat -M LLC_SNOOP_MISSES -t 10 -I 5"), VERDICT_FAIL);
	assert_non_null(strstr(said, "\"value\":null,\"unit\":\"snoops\""));
	assert_non_null(strstr(said, "\"contradict\":{\"nhmex_unc_cbox0::SNPS:REMOTE_ANY\":"));
	assert_non_null(strstr(said, "LLC_SNOOP_MISSES of cbox0, socket 0, is -"));
	assert_null(strstr(said, "\"value\":-"));
	/* Once, however many boxes and intervals. */
	assert_null(strstr(strstr(said, "\"record\":\"error\"") + 1, "\"record\":\"error\""));
}

/* The model's own rates contradict each other in no metric. */
TEST(each_metric_of_sound_silicon_can_be)
{
	for (size_t m = 0; m < ARRAY_SIZE(machines); m++) {
		unsigned i = 0, count;

		do {
			const struct metric_table *metrics;
			char line[96];

			assert_true(shell_try(machines[m], 1, ""));
			metrics = machine.processor->metrics;
			count = metrics->count;
			snprintf(line, sizeof(line), "stat -t 2 -M %s", metrics->strings + metrics->metrics[i].name);
			if (shell_run(line) != VERDICT_PASS)
				fail_msg("%s: %s: %s", machines[m], line, said);
		} while (++i < count);
	}
}

/* Of the two M-Boxes one is denied; both B-Boxes count. */
TEST(a_sum_says_over_how_many_boxes_of_how_many_it_is)
{
	assert_true(shell_try("xeon-7500", 2, ""));
	assert_int_equal(shell_run("stat -M MEM_BANDWIDTH -t 10"), VERDICT_PASS);
	assert_null(strstr(said, "\"boxes\":"));
	assert_true(shell_try("xeon-e5-2600", 2, "fault = imc1.hidden\n"));
	assert_int_equal(
		shell_run("stat -M MEMORY_BANDWIDTH -e imc*::UNC_M_CAS_COUNT:RD,cbox*::UNC_C_CLOCKTICKS -t 10"),
		VERDICT_PASS);
	assert_non_null(strstr(said, "\"boxes\":3,\"of\":4}"));
	assert_non_null(strstr(said, "\"boxes\":6,\"of\":8}"));
	assert_null(strstr(said, "\"box\":\"cbox*\",\"boxes\""));
	assert_null(strstr(said, "null"));
}

TEST(a_value_that_can_be_is_a_pass)
{
	assert_true(shell_try("xeon-e5-2600", 1, ""));
	assert_int_equal(shell_run("stat -M PCT_REQUESTS_PAGE_MISS -t 10"), VERDICT_PASS);
	assert_null(strstr(said, "impossible"));
}
