/* SPDX-License-Identifier: BSD-2-Clause */
/* A processor that stands still for a day, for a system management interrupt's or a debugger's sake, looks at its counters too late to know how
 * often they came round. Whatever is made of such a count says so. */
#include "tests/unit/support/shell_bench.h"

#define DAY_NS UINT64_C(86400000000000)

static void (*quick_wait)(struct hw *, uint64_t);
static unsigned waits;

/* The second wait lasts a day. */
static void late_wait(struct hw *hw, uint64_t until_ns)
{
	quick_wait(hw, ++waits == 2 ? until_ns + DAY_NS : until_ns);
}

static enum verdict run_late(const char *name, unsigned sockets, const char *line)
{
	assert_true(shell_try(name, sockets, "background = 0\n"));
	quick_wait = machine.hw->wait;
	machine.hw->wait = late_wait;
	waits = 0;
	return shell_run(line);
}

/* 44 bits at 8 GHz come round after 2199 s; a known clock of 2.7 GHz has done so 13 times in a day. */
TEST(a_count_and_its_total_say_what_they_may_lack)
{
	assert_int_equal(run_late("xeon-e5-2600-v2", 2, "stat -e cbox0::UNC_C_CLOCKTICKS -t 1000"), VERDICT_PASS);
	assert_int_equal(shell_said_times("\"record\":\"count\""), 2);
	assert_int_equal(shell_said_times("\"modulo\":17592186044416"), 3);
	assert_in_range(shell_number("\"count\"", "\"value\":") + (UINT64_C(13) << 44), UINT64_C(233280000000000),
			UINT64_C(233290000000000));
}

TEST(only_the_interval_of_the_look_is_unsure)
{
	assert_int_equal(run_late("xeon-e5-2600-v2", 1, "stat -e cbox0::UNC_C_CLOCKTICKS -t 20000 -I 10000"),
			 VERDICT_PASS);
	assert_int_equal(shell_said_times("\"record\":\"count\""), 2);
	assert_int_equal(shell_said_times("\"modulo\""), 1);
}

TEST(a_metric_has_no_value)
{
	assert_int_equal(run_late("xeon-e5-2600", 1, "stat -M PCT_REQUESTS_PAGE_EMPTY -t 1000"), VERDICT_PASS);
	assert_int_equal(shell_said_times("\"reason\":\"a counter was read too late\""), 4);
	assert_int_equal(shell_said_times("\"value\":null"), 4);
}

/* The counter that is sampled shows its overflow; the one beside it does not. */
TEST(samples_say_it_of_what_they_capture)
{
	(void)run_late("knights-landing", 1,
		       "record -C 0 -e core::INST_RETIRED:ANY_P,core::CPU_CLK_UNHALTED:THREAD_P -c 500000000000 -n 1 "
		       "-t 86400000");
	assert_int_equal(shell_said_times("THREAD_P may be too low by a multiple of 1099511627776"), 1);
}

TEST(a_look_in_time_is_not_too_late)
{
	assert_true(shell_try("xeon-e5-2600-v2", 2, "background = 0\n"));
	assert_int_equal(shell_run("stat -e cbox0::UNC_C_CLOCKTICKS -t 86400000"), VERDICT_PASS);
	assert_int_equal(shell_said_times("\"modulo\""), 0);
}

/* It comes round more often than looks are due. */
TEST(a_counter_that_is_narrower_than_its_table_counts_nothing)
{
	assert_true(shell_try("xeon-e5-2600-v2", 1, "background = 0\nfault = cbox0.ctr0.width=40\n"));
	assert_int_equal(shell_run("stat -e cbox0::UNC_C_CLOCKTICKS -t 3600000"), VERDICT_ERROR);
	assert_int_equal(shell_said_times("UNC_C_CLOCKTICKS: the counter went back"), 1);
	assert_int_equal(shell_said_times("\"record\":\"count\""), 0);
}
