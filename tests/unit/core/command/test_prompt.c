/* SPDX-License-Identifier: BSD-2-Clause */
/* The prompt, as seen on a terminal: what was typed must be what is shown and what is run. */
#include "core/command/command.h"
#include "tests/unit/support/unit.h"

#define LEFT  "\x1b[D"
#define RIGHT "\x1b[C"
#define UP    "\x1b[A"
#define DOWN  "\x1bOB"
#define HOME      \
	"\x1b[1~" \
	"\x01"
#define END "\x1b[F"

/* A terminal that knows characters, backspace, line feed and the bell. */
static struct {
	char lines[400][2200];
	size_t line, column;
	unsigned bells;
} screen;

static void show(void *context, const char *bytes, size_t length)
{
	(void)context;
	for (; length--; bytes++) {
		char *line = screen.lines[screen.line];

		if (*bytes == '\n') {
			assert_true(++screen.line < ARRAY_SIZE(screen.lines));
			screen.column = 0;
		} else if (*bytes == '\b') {
			assert_true(screen.column > 0);
			screen.column--;
		} else if (*bytes == '\a') {
			screen.bells++;
		} else {
			assert_true(*bytes >= ' ' && *bytes < 0x7f);
			assert_true(screen.column < sizeof(screen.lines[0]) - 1);
			line[screen.column++] = *bytes;
		}
	}
}

/* The line, without the blanks that rubbing out leaves; the first is behind what the prompt says of itself. */
static const char *shown(size_t line)
{
	char *at = screen.lines[line + 1];
	size_t length = strlen(at);

	while (length && at[length - 1] == ' ')
		at[--length] = 0;
	return at;
}

static const char *typed;

static int read_typed(void *context, unsigned timeout_ms)
{
	(void)context;
	/* While a command runs nobody types. */
	if (!timeout_ms)
		return -1;
	return *typed ? (unsigned char)*typed++ : 4;
}

static enum verdict prompt_with(const char *keys)
{
	struct machine machine = {0};
	struct output output;
	struct shell shell = {.machine = &machine, .output = &output, .read_char = read_typed};

	memset(&screen, 0, sizeof(screen));
	typed = keys;
	output_start(&output, show, NULL, FORM_TEXT);
	shell_prompt(&shell);
	return output_end(&output);
}

TEST(a_line_is_run)
{
	assert_int_equal(prompt_with("version\r"), VERDICT_PASS);
	assert_string_equal(shown(0), "uncork> version");
	assert_true(!strncmp(shown(1), "uncork ", 7));
	assert_string_equal(shown(2), "uncork>");
	assert_string_equal(shown(3), "pass: 0 passed, 0 failed, 0 skipped (done, no checks were asked for)");
}

TEST(carriage_return_and_line_feed_end_one_line)
{
	prompt_with("version\r\nversion\n");
	assert_string_equal(shown(0), "uncork> version");
	assert_string_equal(shown(2), "uncork> version");
	assert_string_equal(shown(4), "uncork>");
	assert_string_equal(shown(6), "");
}

TEST(exit_leaves)
{
	prompt_with("exit\rversion\r");
	assert_string_equal(shown(1), "pass: 0 passed, 0 failed, 0 skipped (done, no checks were asked for)");
	assert_string_equal(typed, "version\r");
}

TEST(characters_can_be_rubbed_out)
{
	assert_int_equal(prompt_with("\b\x7fverx\bsiom\x7fn\r"), VERDICT_PASS);
	assert_string_equal(shown(0), "uncork> version");
}

TEST(the_middle_can_be_edited)
{
	assert_int_equal(prompt_with("rsion" HOME "vex" LEFT RIGHT "\b" END "s" LEFT "\x7fn\x7fn" RIGHT "\b\r"),
			 VERDICT_PASS);
	assert_string_equal(shown(0), "uncork> version");
}

TEST(a_line_can_be_dropped)
{
	assert_int_equal(prompt_with("rubbish" LEFT LEFT "\x15version\r"), VERDICT_PASS);
	assert_string_equal(shown(0), "uncork> version");
	assert_int_equal(prompt_with("rubbish\x03version\r"), VERDICT_PASS);
	assert_string_equal(shown(0), "uncork> rubbish^C");
	assert_string_equal(shown(1), "uncork> version");
}

TEST(earlier_lines_come_back)
{
	prompt_with("version\r# other\r" UP UP "\r" UP UP UP DOWN DOWN "\r" UP DOWN "\r");
	assert_string_equal(shown(0), "uncork> version");
	assert_string_equal(shown(2), "uncork> # other");
	assert_string_equal(shown(3), "uncork> version");
	/* Two up is "# other", three "version"; two down from there is the latest, "version". */
	assert_string_equal(shown(5), "uncork> version");
	assert_string_equal(shown(7), "uncork>");
	assert_int_equal(screen.bells, 0);
	prompt_with(UP "\r");
	assert_int_equal(screen.bells, 1);
}

TEST(history_forgets_the_oldest)
{
	prompt_with("#0\r#1\r#2\r#3\r#4\r#5\r#6\r#7\r#8\r#9\r#10\r#11\r#12\r#13\r#14\r#15\r#16\r#17\r" UP UP UP UP UP UP
			    UP UP UP UP UP UP UP UP UP UP UP "\r");
	assert_string_equal(shown(18), "uncork> #2");
	assert_int_equal(screen.bells, 1);
}

TEST(a_line_has_a_bound_and_says_so)
{
	char keys[600];

	memset(keys, '#', sizeof(keys));
	keys[sizeof(keys) - 2] = '\r';
	keys[sizeof(keys) - 1] = 0;
	assert_int_equal(prompt_with(keys), VERDICT_PASS);
	assert_int_equal(screen.bells, 598 - 255);
}

/* The screen has 80 columns; what does not fit is beyond a mark. */
TEST(a_long_line_is_shown_in_part)
{
	const char *line = "# 345678901234567890123456789012345678901234567890123456789012345678901234567890123456789";
	char keys[256];

	strcpy(keys, line);
	strcat(keys, "\r" UP HOME "\r" UP "\x02\x02\x02\x02\x7f\r" UP "\r");
	assert_int_equal(prompt_with(keys), VERDICT_PASS);
	assert_int_equal(strlen(shown(0)), 8 + strlen(line) - 24);
	assert_memory_equal(shown(0), "uncork> <6", 10);
	assert_int_equal(strlen(shown(1)), 79);
	assert_memory_equal(shown(1), "uncork> # 345", 13);
	assert_int_equal(shown(1)[78], '>');
	assert_string_equal(shown(2) + strlen(shown(2)) - 6, "346789");
	assert_string_equal(shown(3), shown(2));
}

TEST(words_and_tails_can_be_rubbed_out)
{
	assert_int_equal(prompt_with("version -x yy \x17\x17\r"), VERDICT_PASS);
	assert_string_equal(shown(0), "uncork> version");
	assert_int_equal(prompt_with("version rubbish" HOME RIGHT RIGHT RIGHT RIGHT RIGHT RIGHT RIGHT "\x0b\r"),
			 VERDICT_PASS);
	assert_int_equal(prompt_with("xversion" HOME "\x1b[3~\r"), VERDICT_PASS);
	assert_int_equal(prompt_with("xversion\x01\x04\r"), VERDICT_PASS);
	assert_string_equal(shown(0), "uncork> version");
}

TEST(a_line_can_be_shown_anew)
{
	assert_int_equal(prompt_with("version" LEFT "\x0c\r"), VERDICT_PASS);
	assert_string_equal(shown(0), "uncork> version");
	assert_string_equal(shown(1), "uncork> version");
}

TEST(tab_completes)
{
	assert_int_equal(prompt_with("VERS\t\r"), VERDICT_PASS);
	assert_string_equal(shown(0), "uncork> version");
	assert_int_equal(prompt_with("heversion" LEFT LEFT LEFT LEFT LEFT LEFT LEFT "\t\r"), VERDICT_PASS);
	assert_string_equal(shown(0), "uncork> help version");
	assert_int_equal(prompt_with("nothing \t\x15\r"), VERDICT_PASS);
	assert_int_equal(screen.bells, 1);
}

TEST(tab_shows_what_there_is)
{
	assert_int_equal(prompt_with("p\t\x15version\r"), VERDICT_PASS);
	assert_string_equal(shown(0), "uncork> p");
	assert_string_equal(shown(1), "program   peek      poke      plan      profile   poweroff");
	assert_string_equal(shown(2), "uncork> version");
}

TEST(what_is_no_character_is_ignored)
{
	assert_int_equal(prompt_with("v\x1b[200~e\x01\x05rsi\xc3\xa9\x1b[5;5Xo\x1b[1;5Dn\r"), VERDICT_PASS);
	assert_string_equal(shown(0), "uncork> version");
}

TEST(end_of_input_counts_only_on_an_empty_line)
{
	assert_int_equal(prompt_with("vers\x04ion\r\x04version\r"), VERDICT_PASS);
	assert_string_equal(shown(0), "uncork> version");
	assert_string_equal(typed, "version\r");
}

TEST(a_command_s_form_is_not_the_conversation_s)
{
	prompt_with("version -F json\rexit\r");
	assert_int_equal(shown(1)[0], '{');
	assert_string_equal(shown(3), "pass: 0 passed, 0 failed, 0 skipped (done, no checks were asked for)");
	prompt_with("-F json\rexit\r");
	assert_int_equal(shown(2)[0], '{');
}

TEST(without_anyone_to_type_there_is_no_prompt)
{
	struct machine machine = {0};
	struct output output;
	struct shell shell = {.machine = &machine, .output = &output};

	memset(&screen, 0, sizeof(screen));
	output_start(&output, show, NULL, FORM_TEXT);
	shell_prompt(&shell);
	assert_string_equal(shown(0), "");
}
