/* SPDX-License-Identifier: BSD-2-Clause */
/* Measuring on boxes that control themselves, on the virtual Xeon E5-2600: which registers are written and in which
 * order, counters that wrap, filter registers that are not there. */
#include "core/command/command.h"
#include "tests/unit/support/checks_bench.h"
#include "tests/unit/support/unit.h"

/* What a command says. */
static void say(struct bench *bench, const char *scenario, const struct command *command, const char *const *words)
{
	char copies[8][96], *argv[9] = {NULL};
	struct shell shell = {0};
	int argc = 0;

	set_up(bench, "xeon-e5-2600", scenario);
	output_start(&bench->output, take_output, bench, FORM_TEXT);
	shell.machine = &bench->machine;
	shell.output = &bench->output;
	for (; words[argc]; argc++) {
		snprintf(copies[argc], sizeof(copies[argc]), "%s", words[argc]);
		argv[argc] = copies[argc];
	}
	command->run(&shell, argc, argv);
}

/* The lines stand in what was said, one behind the other. */
static void expect_in_order(const struct bench *bench, const char *const *lines)
{
	const char *at = bench->said;

	for (; *lines; lines++) {
		const char *found = strstr(at, *lines);

		if (!found)
			fail_msg("\"%s\" is missing behind\n%.200s", *lines, at);
		at = found + strlen(*lines);
	}
}

/* 327043-001 p.17-18: freeze, selects, counters, run. A channel's control has no reset bits. */
TEST(a_channel_is_programmed_as_the_guide_says)
{
	static const char *const words[] = {"program", "-e", "imc2::UNC_M_CAS_COUNT:RD", NULL};
	static const char *const lines[] = {"arm     write imc2.box_ctl       pci 0000:ff:10.4+0xf4 0x0000000000010100",
					    "arm     write imc2.ctl0          pci 0000:ff:10.4+0xd8 0x0000000000000304",
					    "arm     write imc2.ctr0          pci 0000:ff:10.4+0xa0 0x0000000000000000",
					    "arm     write imc2.ctl0          pci 0000:ff:10.4+0xd8 0x0000000000400304",
					    "start   write imc2.box_ctl       pci 0000:ff:10.4+0xf4 0x0000000000010000",
					    "start: 1 accesses",
					    "freeze  write imc2.box_ctl       pci 0000:ff:10.4+0xf4 0x0000000000010100",
					    "freeze: 1 accesses",
					    "read: 2 accesses, 2 reads",
					    "disarm  write imc2.box_ctl",
					    "disarm  write imc2.ctr0",
					    "disarm  write imc2.ctl0",
					    "disarm  write imc2.box_ctl",
					    NULL};
	struct bench bench;

	say(&bench, "", &command_program, words);
	expect_in_order(&bench, lines);
	assert_null(strstr(bench.said, "0x0000000000010102"));
	tear_down(&bench);
}

/* It has no control: its counter starts as it is enabled, and that comes last. */
TEST(the_ubox_starts_by_its_selects)
{
	static const char *const words[] = {"program", "-e", "ubox::UNC_U_CLOCKTICKS", NULL};
	static const char *const lines[] = {"arm     write ubox.fixed_ctl     msr 0xc08     0x0000000000000000",
					    "arm     write ubox.fixed_ctr     msr 0xc09     0x0000000000000000",
					    "start   write ubox.fixed_ctl     msr 0xc08     0x0000000000400000",
					    "freeze  write ubox.fixed_ctl     msr 0xc08     0x0000000000000000",
					    "resume  write ubox.fixed_ctl     msr 0xc08     0x0000000000400000",
					    NULL};
	struct bench bench;

	say(&bench, "", &command_program, words);
	expect_in_order(&bench, lines);
	tear_down(&bench);
}

/* 44 bits of a clock of 2.7 GHz last 108 minutes; this takes five and a half hours. Nobody can stop the other
 * counter. */
TEST(counters_that_wrapped_are_counted_on)
{
	static const char *const words[] = {"stat", "-e",       "cbox0::UNC_C_CLOCKTICKS,pcu::UNC_P_CORE_C3_RESIDENCY",
					    "-t",   "20000000", NULL};
	static const char *const lines[] = {"cbox0        5400000000", "pcu           600000000",
					    "skew: 2 boxes of socket 0 froze one by one", NULL};
	struct bench bench;

	say(&bench, "", &command_stat, words);
	expect_in_order(&bench, lines);
	assert_int_equal(bench.violations, 0);
	tear_down(&bench);
}

TEST(events_that_need_what_is_hidden_are_refused)
{
	static const char *const words[] = {"stat", "-e", "qpi0::UNC_Q_CTO_COUNT:match_mc=14", "-t", "1", NULL};
	struct bench bench;

	say(&bench, "fault = qpi_match0.hidden", &command_stat, words);
	assert_non_null(strstr(bench.said, "qpi0 has no match0 for this event: function 8.6"));
	assert_int_equal(bench.output.verdict, VERDICT_ERROR);
	tear_down(&bench);
}
