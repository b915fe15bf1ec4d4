/* SPDX-License-Identifier: BSD-2-Clause */
/* `stat -M` on virtual silicon: a value out of its metric's range is no result, and no pass. */
#include "tests/unit/support/shell_bench.h"

/* The rates of the model are those of no program: more snoops hit than came. */
TEST(a_value_that_cannot_be_is_no_pass)
{
	assert_true(shell_try("xeon-7500", 1, ""));
	assert_int_equal(shell_run("stat -M LLC_SNOOP_MISSES -t 10 -I 5"), VERDICT_FAIL);
	assert_non_null(strstr(said, "\"value\":null,\"unit\":\"snoops\""));
	assert_non_null(strstr(said, "\"contradict\":{\"nhmex_unc_cbox0::SNPS:REMOTE_ANY\":"));
	assert_non_null(strstr(said, "LLC_SNOOP_MISSES of cbox0, socket 0, comes to -"));
	assert_null(strstr(said, "\"value\":-"));
	/* Once, however many boxes and intervals. */
	assert_null(strstr(strstr(said, "\"record\":\"error\"") + 1, "\"record\":\"error\""));
}

TEST(a_value_that_can_be_is_a_pass)
{
	assert_true(shell_try("xeon-e5-2600", 1, ""));
	assert_int_equal(shell_run("stat -M PCT_REQUESTS_PAGE_MISS -t 10"), VERDICT_PASS);
	assert_null(strstr(said, "impossible"));
}
