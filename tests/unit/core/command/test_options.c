/* SPDX-License-Identifier: BSD-2-Clause */
/* Options of commands: clusters, values, operands in between, diagnostics. */
#include "core/command/command.h"
#include "lib/text.h"
#include "tests/unit/support/said.h"
#include "tests/unit/support/unit.h"

/* Reads all options of a line of words and writes down what came: "a b=value | operand". */
static const char *reading(const char *letters, const char *line)
{
	static char result[512];
	static char words[512];
	struct text text = TEXT_OVER(result);
	struct output output;
	char *argv[32], *word = words;
	int argc = 0, letter;

	said_length = 0;
	said[0] = 0;
	strcpy(words, line);
	while ((word = strtok(argc ? NULL : word, " ")))
		argv[argc++] = word;
	argv[argc] = NULL;
	output_start(&output, said_keep, NULL, FORM_TEXT);
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

TEST(values_stand_apart_or_attached)
{
	assert_string_equal(reading("e:t:", "stat -e a,b -t100"), "e=a,b t=100 |");
	assert_string_equal(reading("vw:", "peek -vw 32"), "v w=32 |");
	assert_string_equal(reading("vw:", "peek -vw32 x"), "v w=32 | x");
	assert_string_equal(reading("e:", "stat -e -5"), "e=-5 |");
}

TEST(operands_keep_their_order_wherever_options_stand)
{
	assert_string_equal(reading("w:v", "peek msr 0xc10 -w 32"), "w=32 | msr 0xc10");
	assert_string_equal(reading("w:v", "peek a -v b -w 8 c"), "v w=8 | a b c");
	assert_string_equal(reading("w:v", "peek a b -w8 c -v"), "w=8 v | a b c");
	assert_string_equal(reading("v", "peek a - b"), "| a - b");
}

TEST(two_dashes_end_the_options)
{
	assert_string_equal(reading("v", "test -v -- -v x"), "v | -v x");
	assert_string_equal(reading("v", "test a -- -v"), "| a -v");
	assert_string_equal(reading("v", "test --"), "|");
}

TEST(without_arguments_there_is_nothing)
{
	assert_string_equal(reading("v", "info"), "|");
}

TEST(unknown_letters_are_reported)
{
	assert_string_equal(reading("v", "info -vx"), "v ?");
	assert_string_equal(said, "error: info has no option -x; see `help info`\n");
	assert_string_equal(reading("w:", "info -:"), "?");
	assert_string_equal(reading("v", "info --all"), "?");
}

TEST(missing_values_are_reported)
{
	assert_string_equal(reading("w:", "peek a b -w"), "?");
	assert_string_equal(said, "error: peek: -w needs a value; see `help peek`\n");
}
