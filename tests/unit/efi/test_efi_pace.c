/* SPDX-License-Identifier: BSD-2-Clause */
/* How often a stick is flushed, on a clock that this file moves. */
#include "efi/pace.h"
#include "tests/unit/support/unit.h"

#define MS UINT64_C(1000)

/* Flushes of a file to which a line comes every millisecond for ten seconds. */
static uint32_t flushes_of(struct pace *pace, uint64_t cost_us)
{
	for (uint64_t now = 1000 * MS; now < 11000 * MS; now += MS) {
		if (!pace_is_due(pace, now))
			continue;
		pace_note(pace, now, now + cost_us);
		now += cost_us;
	}
	return pace->flushes;
}

TEST(quick_sticks_are_flushed_four_times_a_second)
{
	struct pace pace = {.least_us = 250 * MS};

	assert_in_range(flushes_of(&pace, 4 * MS), 38, 40);
	assert_int_equal(pace.cost_us, 4 * MS);
}

/* A tenth of the time at most, whatever a flush takes. */
TEST(slow_sticks_are_flushed_less_often)
{
	for (uint64_t cost = 25 * MS; cost <= 1600 * MS; cost *= 2) {
		struct pace pace = {.least_us = 250 * MS};
		uint32_t flushes = flushes_of(&pace, cost);

		assert_in_range(flushes, 1, 1 + 10000 * MS / (11 * cost));
	}
}

TEST(urgent_ones_put_the_next_one_off)
{
	struct pace pace = {.least_us = 250 * MS};

	pace_note(&pace, 100 * MS, 101 * MS);
	assert_false(pace_is_due(&pace, 350 * MS));
	assert_true(pace_is_due(&pace, 351 * MS));
	pace_note(&pace, 300 * MS, 301 * MS);
	assert_false(pace_is_due(&pace, 550 * MS));
	assert_true(pace_is_due(&pace, 551 * MS));
}

TEST(what_was_slow_once_is_believed_again)
{
	struct pace pace = {.least_us = 250 * MS};

	pace_note(&pace, 1, 1000 * MS);
	assert_false(pace_is_due(&pace, 9000 * MS));
	for (unsigned i = 0; i < 64; i++)
		pace_note(&pace, 20000 * MS, 20001 * MS);
	assert_true(pace_is_due(&pace, 20300 * MS));
}

TEST(without_a_clock_every_line_goes_out)
{
	struct pace pace = {.least_us = 250 * MS};

	for (unsigned i = 0; i < 10; i++) {
		assert_true(pace_is_due(&pace, 0));
		pace_note(&pace, 0, 0);
	}
	assert_int_equal(pace.flushes, 10);
}
