/* SPDX-License-Identifier: BSD-2-Clause */
/* Another program chooses another event in a select at any moment: what is counted then is right, or it is said that it is not. */
#include "tests/unit/support/shell_bench.h"

#include <stdio.h>

#define ACCESSES 60 /* more than `stat` makes to a box */

static const struct {
	const char *machine, *box, *event;
} clocks[] = {
	{"xeon-7500", "mbox0.ctl0", "mbox0::CYCLES:counter=0"},
	{"xeon-e5-2600-v2", "imc0.ctl0", "imc0::UNC_M_DCLOCKTICKS:counter=0"},
	{"xeon-e5-2600-v2", "cbox0.ctl0", "cbox0::UNC_C_CLOCKTICKS:counter=0"},
	{"skylake-sp", "cha0.ctl0", "cha0::UNC_CHA_CLOCKTICKS:counter=0"},
	{"sapphire-rapids", "core0.ctl0", "core0::INSTRUCTION_RETIRED:counter=0"},
};

/* The count without the fault. */
static uint64_t sound_count(const char *name, const char *line)
{
	assert_true(shell_try(name, 1, "background = 0\n"));
	assert_int_equal(shell_run(line), VERDICT_PASS);
	return shell_number("\"count\"", "\"value\":");
}

TEST(a_select_that_another_program_writes_is_noticed_or_does_no_harm)
{
	unsigned noticed = 0;

	for (size_t i = 0; i < ARRAY_SIZE(clocks); i++) {
		char line[120];
		uint64_t right;

		snprintf(line, sizeof(line), "stat -C 0 -e %s -t 10", clocks[i].event);
		right = sound_count(clocks[i].machine, line);
		for (unsigned at = 1; at < ACCESSES; at++) {
			char scenario[120];
			uint64_t value;

			snprintf(scenario, sizeof(scenario), "background = 0\nfault = %s.rewritten=%u\n", clocks[i].box,
				 at);
			assert_true(shell_try(clocks[i].machine, 1, scenario));
			if (shell_run(line) != VERDICT_PASS) {
				noticed += shell_said_times("as if another program used it") > 0;
				continue;
			}
			value = shell_number("\"count\"", "\"value\":");
			if (value > right + right / 50 || value + right / 50 < right)
				print_message("%s %s: %llu, right is %llu\n", clocks[i].machine, scenario,
					      (unsigned long long)value, (unsigned long long)right);
			assert_in_range(value, right - right / 50, right + right / 50);
		}
	}
	assert_true(noticed > 5);
}

TEST(a_metric_of_such_a_count_has_no_value)
{
	unsigned without = 0;

	for (unsigned at = 1; at < ACCESSES; at++) {
		char scenario[80];

		snprintf(scenario, sizeof(scenario), "fault = imc0.ctl0.rewritten=%u\n", at);
		assert_true(shell_try("xeon-e5-2600", 1, scenario));
		if (shell_run("stat -M PCT_REQUESTS_PAGE_EMPTY -t 10") != VERDICT_PASS)
			without += shell_said_times("\"reason\":\"its control register has changed") > 0;
	}
	assert_true(without);
}
