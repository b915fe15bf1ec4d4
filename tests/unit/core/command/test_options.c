/* SPDX-License-Identifier: BSD-2-Clause */
/* Options of commands: clusters, values, operands in between, complaints. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/command/command.h"
#include "lib/text.h"

static char written[4096];
static size_t written_length;

static void keep(void *context, const char *bytes, size_t length)
{
	(void)context;
	assert_true(written_length + length < sizeof(written));
	memcpy(written + written_length, bytes, length);
	written_length += length;
	written[written_length] = 0;
}

/* Reads all options of a line of words and writes down what came: "a b=value | operand". */
static const char *reading(const char *letters, const char *line)
{
	static char result[512];
	static char words[512];
	struct text text = TEXT_OVER(result);
	struct output output;
	char *argv[32], *word = words;
	int argc = 0, letter;

	written_length = 0;
	written[0] = 0;
	strcpy(words, line);
	while ((word = strtok(argc ? NULL : word, " ")))
		argv[argc++] = word;
	argv[argc] = NULL;
	output_start(&output, keep, NULL, FORM_TEXT);
	struct options options = options_of(argc, argv);

	while ((letter = option_next(&options, letters, &output))) {
		text_format(&text, "%c", letter);
		if (letter == '?')
			return result;
		if (options.value)
			text_format(&text, "=%s", options.value);
		text_char(&text, ' ');
	}
	text_char(&text, '|');
	for (int i = options.index; i < argc; i++)
		text_format(&text, " %s", argv[i]);
	return result;
}

static void values_stand_apart_or_attached(void **state)
{
	(void)state;
	assert_string_equal(reading("e:t:", "stat -e a,b -t100"), "e=a,b t=100 |");
	assert_string_equal(reading("vw:", "peek -vw 32"), "v w=32 |");
	assert_string_equal(reading("vw:", "peek -vw32 x"), "v w=32 | x");
	assert_string_equal(reading("e:", "stat -e -5"), "e=-5 |");
}

static void operands_keep_their_order_wherever_options_stand(void **state)
{
	(void)state;
	assert_string_equal(reading("w:v", "peek msr 0xc10 -w 32"), "w=32 | msr 0xc10");
	assert_string_equal(reading("w:v", "peek a -v b -w 8 c"), "v w=8 | a b c");
	assert_string_equal(reading("w:v", "peek a b -w8 c -v"), "w=8 v | a b c");
	assert_string_equal(reading("v", "peek a - b"), "| a - b");
}

static void two_dashes_end_the_options(void **state)
{
	(void)state;
	assert_string_equal(reading("v", "test -v -- -v x"), "v | -v x");
	assert_string_equal(reading("v", "test a -- -v"), "| a -v");
	assert_string_equal(reading("v", "test --"), "|");
}

static void without_arguments_there_is_nothing(void **state)
{
	(void)state;
	assert_string_equal(reading("v", "info"), "|");
}

static void unknown_letters_are_reported(void **state)
{
	(void)state;
	assert_string_equal(reading("v", "info -vx"), "v ?");
	assert_string_equal(written, "error: info has no option -x; see: help info\n");
	assert_string_equal(reading("w:", "info -:"), "?");
	assert_string_equal(reading("v", "info --all"), "?");
}

static void missing_values_are_reported(void **state)
{
	(void)state;
	assert_string_equal(reading("w:", "peek a b -w"), "?");
	assert_string_equal(written, "error: peek: -w needs a value; see: help peek\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_stand_apart_or_attached),
		cmocka_unit_test(operands_keep_their_order_wherever_options_stand),
		cmocka_unit_test(two_dashes_end_the_options),
		cmocka_unit_test(without_arguments_there_is_nothing),
		cmocka_unit_test(unknown_letters_are_reported),
		cmocka_unit_test(missing_values_are_reported),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
