/* SPDX-License-Identifier: BSD-2-Clause */
/* An access that never comes back: when it is taken for one, and what is said of it. */
#include "core/program/watchdog.h"
#include "lib/text.h"
#include "tests/unit/support/checks_bench.h"
#include "tests/unit/support/unit.h"

#define BOUND UINT64_C(5000000)
#define MOST  (BOUND / WATCHDOG_LOOKS) /* that counts from one look to the next */

/* ---- when ------------------------------------------------------------------------------------------------ */

TEST(what_moves_never_alarms)
{
	struct watchdog watchdog = {0};
	uint64_t now = 1;

	for (uint64_t mark = 1; mark < 1000; mark++, now += BOUND) {
		assert_false(watchdog_look(&watchdog, mark, now, BOUND));
		for (unsigned i = 1; i < WATCHDOG_LOOKS; i++)
			assert_false(watchdog_look(&watchdog, mark, now += MOST, BOUND));
	}
}

TEST(nothing_expected_never_alarms)
{
	struct watchdog watchdog = {0};

	for (uint64_t now = 0; now < 1000 * BOUND; now += BOUND / 3)
		assert_false(watchdog_look(&watchdog, 0, now, BOUND));
}

/* However long it was between two looks: whoever was not there saw nothing stand still. */
TEST(time_that_nobody_saw_is_not_counted)
{
	static const uint64_t gaps[] = {MOST, MOST + 1, BOUND, 1000 * BOUND, UINT64_MAX / 64};

	for (size_t i = 0; i < ARRAY_SIZE(gaps); i++) {
		struct watchdog watchdog = {0};
		unsigned looks = 0;

		while (!watchdog_look(&watchdog, 7, looks * gaps[i], BOUND))
			looks++;
		assert_int_equal(looks, WATCHDOG_LOOKS);
	}
}

TEST(a_clock_that_goes_back_is_not_counted)
{
	struct watchdog watchdog = {0};

	for (unsigned i = 0; i < 100 * WATCHDOG_LOOKS; i++)
		assert_false(watchdog_look(&watchdog, 7, UINT64_MAX - i * MOST, BOUND));
}

TEST(what_stands_still_alarms_in_time)
{
	static const uint64_t steps[] = {1000, MOST / 3, MOST};

	for (size_t i = 0; i < ARRAY_SIZE(steps); i++) {
		struct watchdog watchdog = {0};
		uint64_t now = 5;

		assert_false(watchdog_look(&watchdog, 6, now, BOUND));
		assert_false(watchdog_look(&watchdog, 7, now += BOUND / 2, BOUND));
		while (!watchdog_look(&watchdog, 7, now += steps[i], BOUND))
			;
		assert_in_range(now - 5 - BOUND / 2, BOUND, BOUND + steps[i]);
	}
}

/* ---- what is said ---------------------------------------------------------------------------------------- */

static struct {
	struct bench bench;
	unsigned left; /* accesses until one does not come back */
	jmp_buf out;
} stuck;

/* What another processor does; this one does not go on. */
static void stand_still(const struct location *where, bool write, uint64_t value)
{
	struct stuck_access access = {*where, value, 3, write};

	if (stuck.left--)
		return;
	if (!checks_report_stuck(&access))
		record_stuck(&stuck.bench.output, &stuck.bench.machine, &access);
	stuck.bench.host.hw.read = stuck.bench.read;
	stuck.bench.host.hw.write = stuck.bench.write;
	checks_abandon();
	longjmp(stuck.out, 1);
}

static enum outcome read_or_stand_still(struct hw *hw, const struct location *where, uint64_t *value)
{
	stand_still(where, false, 0);
	return stuck.bench.read(hw, where, value);
}

static enum outcome write_or_stand_still(struct hw *hw, const struct location *where, uint64_t value)
{
	stand_still(where, true, value);
	return stuck.bench.write(hw, where, value);
}

/* False if the run came to its end before. */
static bool run_until(unsigned access, enum record_form form, const char *filter)
{
	struct bench *bench = &stuck.bench;
	bool ended;

	set_up(bench, "xeon-7500", "");
	output_form(&bench->output, form);
	bench->read = bench->host.hw.read;
	bench->write = bench->host.hw.write;
	bench->host.hw.read = read_or_stand_still;
	bench->host.hw.write = write_or_stand_still;
	stuck.left = access;
	ended = setjmp(stuck.out);
	if (!ended)
		checks_run(&bench->machine, &bench->output, slice_of(filter), NULL, NULL);
	assert_int_equal(output_end(&bench->output), ended ? VERDICT_FAIL : VERDICT_PASS);
	return ended;
}

/* What was changed has been put back. */
static void drop(void)
{
	assert_int_equal(host_stop(&stuck.bench.host), 0);
	free(stuck.bench.arena.at);
	free(stuck.bench.said);
}

static unsigned times(const char *what)
{
	unsigned found = 0;

	for (const char *at = stuck.bench.said; (at = strstr(at, what)); at++)
		found++;
	return found;
}

/* Hangs every fourth access before the check, and each access from the check's first one on: the console says so once, and the
 * run never passes. */
TEST(a_stuck_access_fails_its_check)
{
	unsigned access = 0, tried = 0, in_check = 0;

	for (; run_until(access, FORM_KTAP, "wbox.ctl0.*"); access += in_check ? 1 : 4) {
		tried++;
		assert_int_equal(times("cpu 3 hangs in its "), 1);
		assert_int_equal(times("# end result=fail"), 1);
		assert_int_equal(times("planned checks did not run"),
				 stuck.bench.output.planned > 1 ? 1 : times("planned checks did"));
		if (times("# got=timeout")) {
			in_check++;
			assert_int_equal(times("not ok "), 1);
			assert_int_equal(times("# advice=\"the access did not end"), 1);
			assert_int_equal(times("# register="), 1);
		}
		drop();
	}
	drop();
	print_message("%u accesses, %u of them in a check\n", tried, in_check);
	assert_in_range(in_check, 10, tried - 1);
}

TEST(its_register_and_value_are_named)
{
	unsigned access = 0;

	/* The first write of the check. */
	do {
		assert_true(run_until(access++, FORM_JSON, "wbox.ctl0.bits"));
		if (times("in its write of "))
			break;
		drop();
	} while (true);
	assert_int_equal(
		times("\"id\":\"xeon-7500.wbox.ctl0.bits\",\"result\":\"fail\",\"message\":\"cpu 3 hangs in its write of 0x0 to ubox.global_ctl (msr 0xc00)\""),
		1);
	assert_int_equal(times("\"register\":\"ubox.global_ctl\""), 1);
	drop();
	assert_true(run_until(0, FORM_TEXT, "wbox.ctl0.bits"));
	assert_int_equal(times("failed: cpu 3 hangs in its read of "), 1);
	drop();
}
