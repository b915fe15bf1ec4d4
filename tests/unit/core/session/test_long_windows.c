/* SPDX-License-Identifier: BSD-2-Clause */
/* Windows in which counters come round: of 40 bits a core's clock of 1.3 GHz does after 846 s. What is counted meanwhile is right in
 * samples, in known work, and where nobody stops a counter. */
#include "tests/unit/support/shell_bench.h"

#define CLOCK_MHZ 1300

/* The number after `name` in what was said last. */
static unsigned long long said_number(const char *name)
{
	const char *at = said, *found = NULL;

	while ((at = strstr(at, name)))
		found = at += strlen(name);
	assert_non_null(found);
	return strtoull(found, NULL, 10);
}

/* 800 million instructions a second: 1312.5 s. */
TEST(what_is_captured_beside_a_long_period_is_whole)
{
	assert_true(shell_try("knights-landing", 1, ""));
	assert_int_equal(shell_run("record -C 0 -e core::INST_RETIRED:ANY_P,core::CPU_CLK_UNHALTED:THREAD_P "
				   "-c 1050000000000 -n 2 -t 86400000"),
			 VERDICT_PASS);
	assert_true(said_number("\"knl::CPU_CLK_UNHALTED:THREAD_P\":") / 1000000 == 1706250);
}

/* Many short samples come between two looks, and the same sum comes out. */
TEST(what_is_captured_often_adds_up)
{
	assert_true(shell_try("knights-landing", 1, ""));
	assert_int_equal(shell_run("record -C 0 -e core::INST_RETIRED:ANY_P,core::CPU_CLK_UNHALTED:THREAD_P "
				   "-c 80000000 -n 40"),
			 VERDICT_PASS);
	assert_in_range(said_number("\"knl::CPU_CLK_UNHALTED:THREAD_P\":"), 129900000, 130100000);
}

static enum outcome (*quick_read)(struct hw *, const struct location *, uint64_t *);

/* A bus that takes 10 ms for each access to configuration space. */
static enum outcome slow_read(struct hw *hw, const struct location *where, uint64_t *value)
{
	if (where->space == SPACE_PCI)
		hw->wait(hw, hw->now_ns(hw) + 10000000);
	return quick_read(hw, where, value);
}

TEST(known_work_of_an_hour_is_counted_whole)
{
	unsigned long long value, time_ns;

	assert_true(shell_try("knights-landing", 1, ""));
	quick_read = machine.hw->read;
	machine.hw->read = slow_read;
	assert_int_equal(shell_run("stat -C 0 -e core::CPU_CLK_UNHALTED:THREAD_P -w pci:360000"), VERDICT_PASS);
	value = said_number("THREAD_P\",\"value\":");
	time_ns = said_number("\"unit\":\"events\",\"time_ns\":");
	assert_in_range(time_ns / 1000000000, 3600, 3700);
	assert_in_range(value * 1000 / time_ns, CLOCK_MHZ - 1, CLOCK_MHZ + 1);
}

static void (*quick_sink)(void *, const char *, size_t);

/* A console that takes a second for each piece of what is said. */
static void slow_sink(void *context, const char *bytes, size_t length)
{
	struct hw *hw = machine.hw;

	hw->wait(hw, hw->now_ns(hw) + 1000000000);
	quick_sink(context, bytes, length);
}

TEST(what_nobody_stops_is_of_its_interval_alone)
{
	unsigned long long one;

	assert_true(shell_try("sapphire-rapids", 1, ""));
	assert_int_equal(shell_run("stat -e iio0::UNC_IIO_BANDWIDTH_IN_PART0_FREERUN -t 10"), VERDICT_PASS);
	one = said_number("\"value\":");
	quick_sink = said_keep;
	output_start(&output, slow_sink, NULL, FORM_JSON);
	assert_int_equal(shell_run("stat -e iio0::UNC_IIO_BANDWIDTH_IN_PART0_FREERUN -t 30 -I 10"), VERDICT_PASS);
	assert_in_range(said_number("\"value\":"), one - one / 50, one + one / 50);
}
