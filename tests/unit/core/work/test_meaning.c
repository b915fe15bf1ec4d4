/* SPDX-License-Identifier: BSD-2-Clause */
/* What events count of known work, on virtual silicon that sees it: without background every number of the tables is met to the count;
 * with background nothing is said against sound silicon; where nothing is seen, nothing is judged. */
#include "core/check/check.h"
#include "core/check/meaning.h"
#include "lib/memory.h"
#include "tests/unit/support/shell_bench.h"
#include "tests/unit/support/unit.h"

#define LINES 512

static struct meaning_report report;

static void judge(const char *name, unsigned sockets, const char *scenario, enum meaning_work work)
{
	struct meaning_request request = {.work = (uint8_t)work, .lines = LINES, .repeats = 1};

	if (!shell_try(name, sockets, scenario))
		fail_msg("%s", said);
	request.machine = &machine;
	request.meanings = check_facts_of(&machine)->meanings;
	assert_non_null(request.meanings);
	meaning_judge(&request, &report);
}

static void end(void)
{
	assert_int_equal(host_stop(&host), 0);
}

/* Each row that a document or two programs give a number. */
static void expect_exact(const char *name, unsigned sockets, enum meaning_work work)
{
	unsigned exact = 0;

	judge(name, sockets, "background = 0\n", work);
	if (report.failed || report.skipped)
		fail_msg("%s %s: %s", name, meaning_work_name(work), report.failed ? report.message : report.skipped);
	for (unsigned i = 0; i < report.count; i++) {
		const struct meaning_result *result = &report.results[i];

		assert_true(result->counted);
		if (result->slope != result->row->expected * INT64_C(1000000))
			fail_msg("%s counts %lld millionths", result->row->events, (long long)result->slope);
		exact += result->row->kind == MEANING_SUM;
	}
	assert_true(exact > 0);
	end();
}

TEST(xeon_7500_counts_what_was_done)
{
	expect_exact("xeon-7500", 1, MEANING_READ);
	expect_exact("xeon-7500", 1, MEANING_WRITE);
	expect_exact("xeon-7500", 2, MEANING_REMOTE);
}

TEST(xeon_e7_counts_what_was_done)
{
	expect_exact("xeon-e7", 1, MEANING_READ);
	expect_exact("xeon-e7", 1, MEANING_WRITE);
	expect_exact("xeon-e7", 2, MEANING_REMOTE);
}

TEST(xeon_e5_2600_counts_what_was_done)
{
	expect_exact("xeon-e5-2600", 1, MEANING_READ);
	expect_exact("xeon-e5-2600", 1, MEANING_WRITE);
	expect_exact("xeon-e5-2600", 2, MEANING_REMOTE);
}

TEST(knights_landing_counts_what_was_done)
{
	expect_exact("knights-landing", 1, MEANING_READ);
	expect_exact("knights-landing", 1, MEANING_WRITE);
	expect_exact("knights-landing", 1, MEANING_ALONE_READ);
	expect_exact("knights-landing", 1, MEANING_ALONE_WRITE);
}

TEST(background_fails_nothing)
{
	static const char *const machines[] = {"xeon-7500", "xeon-e7", "xeon-e5-2600", "knights-landing"};
	static const char *const scenarios[] = {"", "background = 1\n", "background = 100\n", "idle = 1\n"};

	for (unsigned m = 0; m < ARRAY_SIZE(machines); m++)
		for (unsigned s = 0; s < ARRAY_SIZE(scenarios); s++)
			for (enum meaning_work work = MEANING_READ; work <= MEANING_WRITE; work++) {
				judge(machines[m], 1, scenarios[s], work);
				if (report.failed)
					fail_msg("%s %s: %s", machines[m], scenarios[s], report.message);
				end();
			}
}

static void skipped(const char *name, const char *scenario, enum meaning_work work, const char *why)
{
	judge(name, 1, scenario, work);
	assert_false(report.failed);
	assert_non_null(report.skipped);
	if (!strstr(report.skipped, why))
		fail_msg("%s instead of %s", report.skipped, why);
	end();
}

TEST(what_nobody_sees_is_not_judged)
{
	skipped("xeon-e5-2600", "work = off\nbackground = 0\n", MEANING_READ, "nothing seen");
	skipped("xeon-e5-2600", "background = 0\n", MEANING_REMOTE, "no memory of another socket");
	skipped("knights-landing", "mcdram = cache\nbackground = 0\n", MEANING_READ, "other memory caches this memory");
	skipped("bare-xeon-e5-2600", "", MEANING_READ, "prefetchers");
}

static void expect_odd(const char *name, const char *scenario, enum meaning_work work, const char *words)
{
	judge(name, 1, scenario, work);
	assert_true(report.failed);
	if (!strstr(report.message, words))
		fail_msg("%s", report.message);
	(void)host_stop(&host);
}

/* Of several boxes of a row that should have equal shares. */
TEST(a_box_with_another_share_is_named)
{
	expect_odd("xeon-e5-2600", "background = 0\nfault = cbox3.lines.lost=2\n", MEANING_READ,
		   "; it is cbox3 alone: 128 of 2048 lines, not 256");
	expect_odd("xeon-e5-2600", "background = 0\nfault = imc0.lines.doubled=2\n", MEANING_WRITE,
		   "; it is imc0 alone: 768 of 2048 lines, not 512");
	expect_odd("xeon-7500", "background = 0\nfault = mbox1.lines.lost=4\n", MEANING_READ,
		   "; it is mbox1 alone: 768 of 2048 lines, not 1024");
}

/* Faults of counters that show as faults of meaning. */
TEST(wrong_counts_are_named)
{
	judge("xeon-e5-2600", 1, "background = 0\nfault = imc2.ctr1.rate=2\nfault = imc2.ctr0.rate=2\n", MEANING_READ);
	assert_true(report.failed);
	assert_non_null(strstr(report.message, "snbep_unc_imc2::UNC_M_CAS_COUNT:ALL"));
	judge("xeon-e5-2600", 1, "background = 0\nfault = ha.ctr0.dead\nfault = ha.ctr1.dead\n", MEANING_WRITE);
	assert_true(report.failed);
	assert_non_null(strstr(report.message, "snbep_unc_ha::UNC_H_REQUESTS"));
}
