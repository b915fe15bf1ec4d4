/* SPDX-License-Identifier: BSD-2-Clause */
/* What is said to words that no command takes, and to orders that ask for nothing. */
#include "tests/unit/support/shell_bench.h"

/* The verdict of a script, as the ways in run it. */
static enum verdict script(const char *orders)
{
	enum verdict verdict;

	assert_true(shell_try("xeon-7500", 1, ""));
	output_start(&output, said_keep, NULL, FORM_TEXT);
	shell_script(&shell, slice_of(orders));
	shell_expect_command(&shell);
	shell_restore(&shell);
	verdict = output_end(&output);
	assert_int_equal(host_stop(&host), 0);
	return verdict;
}

static void has(const char *expected)
{
	if (!strstr(said, expected))
		fail_msg("\"%s\" is not in:\n%s", expected, said);
}

TEST(help_says_where_else_to_look)
{
	assert_int_equal(script("help inof; help LLC_HITS"), VERDICT_ERROR);
	has("error: no command or check \"inof\"; did you mean \"info\"?\n");
	has("error: no command or check \"LLC_HITS\"; `help` lists all commands, `test -l` all checks, `list` events\n");
}

TEST(words_that_a_command_does_not_take_are_errors)
{
	assert_int_equal(script("version 2; exit now; stat LLC_HITS; test nothing*"), VERDICT_ERROR);
	has("error: usage: version\n");
	has("error: usage: exit\n");
	has("error: stat does not take 'LLC_HITS': name events with -e\n");
	has("error: test: no check matches 'nothing*'; `test -l` lists all\n");
}

TEST(orders_without_a_command_are_no_pass)
{
	static const char *const orders[] = {"", " ; ;", "# test", "\xef\xbb\xbf\n\n", "-F text\n"};

	for (size_t i = 0; i < ARRAY_SIZE(orders); i++) {
		assert_int_equal(script(orders[i]), VERDICT_ERROR);
		has("error: no command was given\n"
		    "error: 0 passed, 0 failed, 0 skipped (see above)\n");
	}
	assert_int_equal(script("# nothing\nversion\n"), VERDICT_PASS);
	has("pass: 0 passed, 0 failed, 0 skipped (done, no checks were asked for)\n");
}

TEST(a_line_that_makes_no_sense_is_one_error)
{
	assert_int_equal(script("'\n"), VERDICT_ERROR);
	assert_null(strstr(said, "no command was given"));
}

TEST(the_end_says_what_its_numbers_do_not)
{
	assert_int_equal(script("test cbox0.ctr0.bits"), VERDICT_PASS);
	has("\npass: 1 passed, 0 failed, 0 skipped\n");
	assert_int_equal(script("peek mmio 0"), VERDICT_FAIL);
	has("\nfail: 0 passed, 0 failed, 0 skipped (see above)\n");
}
