/* SPDX-License-Identifier: BSD-2-Clause */
/* An event that is decoded as its box's clock is named; traffic as fast as the clock is no clock, and hides what the work does. */
#include "core/check/check.h"
#include "core/check/meaning.h"
#include "lib/memory.h"
#include "tests/unit/support/shell_bench.h"
#include "tests/unit/support/unit.h"

#define LINES 512

static struct meaning_report report;

static void judge(const char *name, const char *scenario, enum meaning_work work)
{
	struct meaning_request request = {.work = (uint8_t)work, .lines = LINES, .repeats = 1};

	if (!shell_try(name, 1, scenario))
		fail_msg("%s", said);
	request.machine = &machine;
	request.meanings = check_facts_of(&machine)->meanings;
	meaning_judge(&request, &report);
	(void)host_stop(&host);
}

static void expect_clock(const char *name, const char *scenario, enum meaning_work work, const char *words)
{
	judge(name, scenario, work);
	assert_null(report.skipped);
	assert_true(report.failed);
	assert_non_null(report.broken.type);
	if (!strstr(report.message, words))
		fail_msg("%s", report.message);
}

/* Whatever goes on beside, and whether the box has counters enough for its rows and its clock at once or not. */
TEST(a_clock_is_named_with_its_box_and_event)
{
	expect_clock("knights-landing", "background = 0\nfault = edc_eclk3.events.deaf=0\n", MEANING_ALONE_READ,
		     "edc_eclk3 counts its clock (UNC_E_E_CLOCKTICKS) instead of knl_unc_edc_eclk*::UNC_E_RPQ_INSERTS");
	expect_clock("knights-landing", "background = 0\nfault = edc_eclk7.events.deaf=1\n", MEANING_ALONE_WRITE,
		     "edc_eclk7 counts its clock (UNC_E_E_CLOCKTICKS) instead of knl_unc_edc_eclk*::UNC_E_WPQ_INSERTS");
	expect_clock("knights-landing", "fault = edc_eclk0.events.deaf=0\n", MEANING_ALONE_READ, "edc_eclk0");
	expect_clock("xeon-e5-2600", "background = 0\nfault = ha.events.deaf=0\n", MEANING_READ,
		     "ha counts its clock (UNC_H_CLOCKTICKS) instead of ha*::UNC_H_REQUESTS:READS");
	expect_clock("xeon-e5-2600", "background = 0\nfault = imc2.events.deaf=5\n", MEANING_WRITE,
		     "imc2 counts its clock (UNC_M_CLOCKTICKS) instead of imc*::UNC_M_WPQ_INSERTS");
}

/* A line more makes two counts of traffic that are not one of a clock: to the cycle as fast, a little slower, half as fast. */
TEST(traffic_as_fast_as_a_clock_is_none)
{
	static const char *const scenarios[] = {
		"background = 0\nclock.eclk = 1000000000\nrate.edc_eclk*.RPQ_INSERTS.0x1 = 1000000000\n",
		"background = 0\nclock.eclk = 1000000000\nrate.edc_eclk*.RPQ_INSERTS.0x1 = 999000000\n",
		"background = 0\nclock.eclk = 1000000000\nrate.edc_eclk*.RPQ_INSERTS.0x1 = 1001000000\n",
		"background = 0\nclock.eclk = 1000000000\nrate.edc_eclk*.RPQ_INSERTS.0x1 = 500000000\n",
	};

	for (unsigned i = 0; i < ARRAY_SIZE(scenarios); i++)
		for (enum meaning_work work = MEANING_ALONE_READ; work <= MEANING_ALONE_WRITE; work++) {
			judge("knights-landing", scenarios[i], work);
			if (report.failed)
				fail_msg("%s: %s", scenarios[i], report.message);
			assert_string_equal(report.results[0].row->events, "knl_unc_edc_eclk*::UNC_E_RPQ_INSERTS");
			assert_true(report.skipped ? strstr(report.skipped, "other traffic") != NULL
						   : report.results[0].verdict == MEANING_HIDDEN);
		}
}

/* What a clock hides is said, and what the others say stays. */
TEST(other_rows_are_judged_beside_it)
{
	unsigned failed = 0, passed = 0;

	judge("xeon-e5-2600", "background = 0\nfault = ha.events.deaf=0\n", MEANING_READ);
	for (unsigned i = 0; i < report.count; i++) {
		failed += report.results[i].verdict == MEANING_FAIL;
		passed += report.results[i].row->kind == MEANING_SUM && report.results[i].verdict == MEANING_PASS;
	}
	assert_int_equal(failed, 1);
	assert_true(passed > 3);
}
