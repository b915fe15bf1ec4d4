/* SPDX-License-Identifier: BSD-2-Clause */
/* What is said to words that no command takes, and to orders that ask for nothing. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "arch/host/host.h"
#include "core/command/command.h"
#include "lib/text.h"
#include "tests/unit/support/cmocka.h"

static char said[1 << 14];
static struct text text;
static struct arena arena;
static struct host host;
static struct machine machine;
static struct output output;
static struct shell shell;

static void keep(void *context, const char *bytes, size_t length)
{
	(void)context;
	text_bytes(&text, bytes, length);
	assert_false(text.truncated);
}

static void start(void)
{
	const struct host_options options = {.machine = "xeon-7500", .sockets = 1};
	char error[256];

	arena.used = 0;
	memset(arena.at, 0, arena.size);
	machine = (struct machine){.arena = &arena};
	assert_true(host_start(&host, &machine, &options, error, sizeof(error)));
	text = text_over(said, sizeof(said));
	output_start(&output, keep, NULL, FORM_TEXT);
	shell = (struct shell){.machine = &machine, .output = &output};
}

/* The verdict of a script, as the ways in run it. */
static enum verdict script(const char *orders)
{
	enum verdict verdict;

	start();
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

static void help_says_where_else_to_look(void **state)
{
	(void)state;
	assert_int_equal(script("help inof; help LLC_HITS"), VERDICT_ERROR);
	has("error: no command or check \"inof\"; did you mean \"info\"?\n");
	has("error: no command or check \"LLC_HITS\"; `help` lists all commands, `test -l` all checks, `list` events\n");
}

static void words_that_a_command_does_not_take_are_errors(void **state)
{
	(void)state;
	assert_int_equal(script("version 2; exit now; stat LLC_HITS; test nothing*"), VERDICT_ERROR);
	has("error: usage: version\n");
	has("error: usage: exit\n");
	has("error: stat does not take 'LLC_HITS': name events with -e\n");
	has("error: test: no check matches 'nothing*'; `test -l` lists all\n");
}

static void orders_without_a_command_are_no_pass(void **state)
{
	static const char *const orders[] = {"", " ; ;", "# test", "\xef\xbb\xbf\n\n", "-F text\n"};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(orders); i++) {
		assert_int_equal(script(orders[i]), VERDICT_ERROR);
		has("error: no command was given\n"
		    "error: 0 passed, 0 failed, 0 skipped (see above)\n");
	}
	assert_int_equal(script("# nothing\nversion\n"), VERDICT_PASS);
	has("pass: 0 passed, 0 failed, 0 skipped (done, no checks were asked for)\n");
}

static void a_line_that_makes_no_sense_is_one_error(void **state)
{
	(void)state;
	assert_int_equal(script("'\n"), VERDICT_ERROR);
	assert_null(strstr(said, "no command was given"));
}

static void the_end_says_what_its_numbers_do_not(void **state)
{
	(void)state;
	assert_int_equal(script("test cbox0.ctr0.bits"), VERDICT_PASS);
	has("\npass: 1 passed, 0 failed, 0 skipped\n");
	assert_int_equal(script("peek mmio 0"), VERDICT_FAIL);
	has("\nfail: 0 passed, 0 failed, 0 skipped (see above)\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(help_says_where_else_to_look),
		cmocka_unit_test(words_that_a_command_does_not_take_are_errors),
		cmocka_unit_test(orders_without_a_command_are_no_pass),
		cmocka_unit_test(a_line_that_makes_no_sense_is_one_error),
		cmocka_unit_test(the_end_says_what_its_numbers_do_not),
	};

	arena.size = 16 << 20;
	arena.at = malloc(arena.size);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
