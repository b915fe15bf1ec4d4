/* SPDX-License-Identifier: BSD-2-Clause */
/* From a line of text to commands: words, forms, scripts, and the commands that only look. */
#include "core/command/settings.h"
#include "core/command/words.h"
#include "core/version.h"
#include "lib/text.h"
#include "tests/unit/support/shell_bench.h"

/* ---- words --------------------------------------------------------------------------------------- */

static char read_result[8192];

/* Each command as "[a][b c]", an empty one as "[]"; a diagnostic as "column: what". */
static const char *words_of(const char *line)
{
	struct words_reader reader = words_reader_of(slice_of(line));
	struct text text = TEXT_OVER(read_result);
	struct words words;

	while (words_next(&reader, &words)) {
		assert_null(words.argv[words.argc]);
		for (int i = 0; i < words.argc; i++)
			text_format(&text, "[%s]", words.argv[i]);
		text_char(&text, ';');
	}
	if (reader.wrong)
		text_format(&text, "%u: %s", reader.column, reader.wrong);
	return read_result;
}

TEST(lines_are_split_into_commands_and_words)
{
	assert_string_equal(words_of("info"), "[info];");
	assert_string_equal(words_of("  stat -t\t100 ;test;; exit \r"), "[stat][-t][100];[test];;[exit];");
	assert_string_equal(words_of(""), "");
	assert_string_equal(words_of("a\nb"), "[a];[b];");
}

TEST(a_setting_may_have_its_value_right_behind_its_sign)
{
	char name[] = "cpus", value[] = "=3";

	assert_string_equal(words_of("cpus=3; timeout= 60;journal=off x"),
			    "[cpus][3];[timeout][60];[journal][off][x];");
	assert_string_equal(words_of("timeout=; info=3; =3; stat a=b"), "[timeout];[info=3];[=3];[stat][a=b];");
	assert_string_equal(setting_value(2, (char *[]){name, value, NULL}), "3");
}

TEST(quotes_keep_blanks_and_semicolons)
{
	assert_string_equal(words_of("a 'b; c' \"d 'e'\" f'g 'h"), "[a][b; c][d 'e'][fg h];");
	assert_string_equal(words_of("a '' \"\""), "[a][][];");
}

TEST(comments_begin_where_words_begin)
{
	assert_string_equal(words_of("a b#c # d; e"), "[a][b#c];");
	assert_string_equal(words_of("# a\nb"), ";[b];");
}

TEST(diagnostics_have_a_column)
{
	assert_string_equal(words_of("a; b 'c"), "[a];6: this quote is not closed");
	assert_string_equal(words_of("ab\x1b"), "3: a control character");
}

TEST(bounds_are_kept)
{
	char line[4 * COMMAND_CHARACTERS];

	memset(line, 0, sizeof(line));
	for (int i = 0; i < COMMAND_ARGUMENTS; i++)
		strcat(line, "a ");
	assert_string_equal(words_of(line) + strlen(read_result) - 4, "[a];");
	strcat(line, "b");
	assert_string_equal(words_of(line), "65: too many words in one command");
	memset(line, 'x', COMMAND_CHARACTERS - 1);
	line[COMMAND_CHARACTERS - 1] = 0;
	assert_null(strstr(words_of(line), "too long"));
	line[COMMAND_CHARACTERS - 1] = 'x';
	line[COMMAND_CHARACTERS] = 0;
	assert_string_equal(words_of(line), "1024: the command is too long");
	memset(line, 'x', COMMAND_CHARACTERS - 2);
	strcpy(line + COMMAND_CHARACTERS - 2, " '' ''");
	assert_string_equal(words_of(line), "1024: the command is too long");
}

/* ---- commands ------------------------------------------------------------------------------------ */

static void start_on(const char *name, unsigned sockets, const char *scenario)
{
	assert_true(shell_try(name, sockets, scenario));
	output_start(&output, said_keep, NULL, FORM_TEXT);
}

static void start(void)
{
	start_on("xeon-7500", 1, "");
}

static void run(const char *line)
{
	shell_line(&shell, slice_of(line));
}

/* Ends the run; what was said is complete then. */
static enum verdict end(void)
{
	shell_restore(&shell);
	assert_int_equal(host_stop(&host), 0);
	return output_end(&output);
}

static void has(const char *text)
{
	if (!strstr(said, text))
		fail_msg("\"%s\" is not in:\n%s", text, said);
}

static void has_not(const char *text)
{
	if (strstr(said, text))
		fail_msg("\"%s\" is in:\n%s", text, said);
}

TEST(every_command_has_help_and_is_listed)
{
	start();
	run("help");
	for (const struct command *const *command = commands; *command; command++) {
		struct text line = TEXT_OVER(read_result);

		has((*command)->name);
		has((*command)->summary);
		text_format(&line, "help %s", (*command)->name);
		run(read_result);
		has((*command)->details);
		assert_true(strlen((*command)->details) > 0);
	}
	assert_int_equal(end(), VERDICT_PASS);
}

TEST(dash_h_is_help)
{
	start();
	run("peek -h");
	has(command_peek.details);
	assert_int_equal(end(), VERDICT_PASS);
}

TEST(unknown_commands_get_a_hint)
{
	start();
	run("inof; xyzzy; version");
	has("error: no command \"inof\"; did you mean \"info\"?\n");
	has("error: no command \"xyzzy\"; `help` lists all commands\n");
	has("uncork ");
	assert_int_equal(end(), VERDICT_ERROR);
}

TEST(a_question_mark_asks_for_help)
{
	start();
	run("?");
	has("  stat         count events for a while\n");
	assert_int_equal(end(), VERDICT_PASS);
	start();
	run("? stat");
	has(command_stat.details);
	assert_int_equal(end(), VERDICT_PASS);
}

TEST(form_behind_a_command_is_its_own)
{
	start();
	run("version -F json; version; version -Fktap");
	has("{\"record\":\"version\"");
	has("}\nuncork ");
	has("KTAP version 1\n# version name=uncork");
	assert_int_equal(end(), VERDICT_PASS);
	has("# end result=pass passed=0");
}

TEST(form_before_a_command_lasts)
{
	start();
	run("-F json version");
	run("version -F text");
	run("version");
	end();
	assert_int_equal(said[0], '{');
	has("}\nuncork ");
	has("\n{\"record\":\"version\"");
	has("\npass: 0 passed");
}

TEST(bad_forms_are_refused)
{
	start();
	run("version -F xml");
	run("version -F");
	run("-F");
	has("error: -F takes text, json, ktap or framed, not xml\n");
	has("error: -F takes text, json, ktap or framed\n");
	has_not("uncork ");
	assert_int_equal(end(), VERDICT_ERROR);
}

static unsigned frames_begun;

static bool begin_frames(void *context)
{
	frames_begun++;
	return !context;
}

/* Frames are asked for together with a form or alone, before or behind a command; where there can be none that
 * is an error. */
TEST(frames_are_begun_on_request)
{
	static const char *const lines[] = {"-F framed version", "-F framed,json version", "version -Fjson,framed"};
	static const char *const wrong[] = {"-F framed,framed version", "-F json,ktap version", "-F framed, version",
					    "-F ,framed version"};

	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		start();
		frames_begun = 0;
		shell.frame = begin_frames;
		run(lines[i]);
		assert_int_equal(frames_begun, 1);
		assert_int_equal(!strncmp(said, "{", 1), strstr(lines[i], "json") != NULL);
		assert_int_equal(end(), VERDICT_PASS);
	}
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		start();
		shell.frame = begin_frames;
		run(wrong[i]);
		has("-F takes");
		assert_int_equal(end(), VERDICT_ERROR);
	}
	start();
	run("-F framed version");
	has("frames are not possible here");
	assert_int_equal(end(), VERDICT_ERROR);
	start();
	shell.frame = begin_frames;
	shell.context = &shell;
	run("-F framed version");
	has("no memory for frames");
	assert_int_equal(end(), VERDICT_ERROR);
}

/* The first line has the form that the first command asks for, and so every line can be a record. */
TEST(the_greeting_has_the_form_of_the_first_command)
{
	char text[64];
	struct text words = TEXT_OVER(text);
	static const struct {
		const char *orders, *greeting; /* NULL: the line of text */
		unsigned frames;
	} rows[] = {
		{"", NULL, 0},
		{"stat; -F json info", NULL, 0},
		{"# a script\n\n-F json stat\nversion", "{\"record\":\"start\",\"program\":\"uncork\"", 0},
		{"\xef\xbb\xbf-F json,framed info", "{\"record\":\"start\"", 1},
		{"test -F ktap -F framed 'x*'", "KTAP version 1\n# start program=uncork", 1},
		{"version -- -F json", NULL, 0},
		{"-F nonsense", NULL, 0},
		{"'unclosed -F json", NULL, 0},
	};

	text_format(&words, "uncork %s here\n", uncork_version);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		start();
		frames_begun = 0;
		shell.frame = begin_frames;
		shell_greet(&shell, slice_of(rows[i].orders), "here");
		if (rows[i].greeting)
			assert_memory_equal(said, rows[i].greeting, strlen(rows[i].greeting));
		else
			has(text);
		assert_int_equal(frames_begun, rows[i].frames);
		assert_int_equal(end(), VERDICT_PASS);
	}
}

TEST(help_knows_more_than_commands)
{
	start();
	run("help events forms keys stat");
	has("cbox*::LLC_HITS:M");
	has("-F framed");
	has("Ctrl-W");
	has("\nNext:\nlist ");
	assert_int_equal(end(), VERDICT_PASS);
}

TEST(help_knows_checks)
{
	start();
	run("help width cbox3.ctr1.clear");
	has("Loads the counter just below");
	has("xeon-7500.cbox3.ctr1.clear");
	has("Rests on: 323535 p.15");
	assert_int_equal(end(), VERDICT_PASS);
}

TEST(an_event_beside_a_comma_is_missed)
{
	start();
	run("stat -e 'cbox0::LLC_HITS:M,'; stat -e ',wbox::FIXED_UNCORE_CLK'; stat -e ' '");
	has("error: an event is missing next to a comma: cbox0::LLC_HITS:M,\n");
	has("error: an event is missing next to a comma: ,wbox::FIXED_UNCORE_CLK\n");
	has("error: an event is missing \n");
	has_not("^");
	assert_int_equal(end(), VERDICT_ERROR);
}

TEST(errors_have_the_form_asked_for)
{
	static const char *const lines[] = {"-F json peek 'x", "peek -F json 'x", "inof -F json", "-F json inof \x1b"};

	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		start();
		run(lines[i]);
		assert_int_equal(end(), VERDICT_ERROR);
		assert_true(!strncmp(said, "{\"record\":\"error\"", 17));
		has("\n{\"record\":\"end\",\"result\":\"error\"");
	}
}

static const char *agrees(enum power_action action)
{
	return action == POWER_OFF ? "no switch" : NULL;
}

/* A setting, as uncork.cfg has it, or a word behind a command. */
TEST(what_follows_a_crash_is_said_before)
{
	static const struct power power = {.by = "test", .refuses = agrees};

	start();
	run("on-crash = reset");
	has("on-crash: reset: this machine is part of a process");
	machine.power = &power;
	run("on-crash = reset");
	assert_int_equal(shell.on_crash, POWER_RESET);
	run("on-crash poweroff; on-crash =; on-crash = never; on-crash");
	has("on-crash: poweroff: no switch");
	has("usage: on-crash [=] halt|reset|poweroff");
	assert_int_equal(shell.on_crash, POWER_RESET);
	run("on-crash halt");
	assert_int_equal(shell.on_crash, POWER_STAY);
	assert_false(shell.leave);
	assert_int_equal(end(), VERDICT_ERROR);
}

static uint32_t speed_set;

static const char *take_speed(void *context, uint32_t baud)
{
	assert_ptr_equal(context, shell.context);
	speed_set = baud;
	return baud == 1200 ? "it is out of order" : NULL;
}

TEST(speeds_of_the_serial_port_are_set)
{
	start();
	run("serial-speed = 9600");
	has("serial-speed: not changed: uncork does not drive a serial port here");
	shell.set_speed = take_speed;
	run("serial-speed = 9600");
	assert_int_equal(speed_set, 9600);
	run("-F json serial-speed 57600");
	assert_int_equal(speed_set, 57600);
	run("-F text serial-speed 1200");
	has("serial-speed: not changed: it is out of order");
	assert_int_equal(end(), VERDICT_PASS);
}

static uint16_t port_set;

static const char *take_port(void *context, uint16_t port)
{
	assert_ptr_equal(context, shell.context);
	port_set = port;
	return port == 0x2e8 ? "nobody is there" : NULL;
}

TEST(another_serial_port_is_the_console)
{
	static const char *const wrong[] = {"com5", "com0", "com12", "0x2f9", "0xf8", "0x10000", "ttyS1"};
	struct settings settings;
	char line[64];

	start();
	run("serial-port = com2");
	has("serial-port: not changed: uncork does not drive a serial port here");
	shell.set_port = take_port;
	run("serial-port = COM2");
	assert_int_equal(port_set, 0x2f8);
	run("serial-port 0x2f0");
	assert_int_equal(port_set, 0x2f0);
	run("serial-port=com4");
	has("serial-port: not changed: nobody is there");
	assert_int_equal(end(), VERDICT_PASS);
	start();
	shell.set_port = take_port;
	run("serial-port");
	has("usage: serial-port [=] com1 to com4, or an I/O port");
	assert_int_equal(end(), VERDICT_ERROR);
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		snprintf(line, sizeof(line), "serial-port = %s; test", wrong[i]);
		settings_take(&settings, slice_of(line));
		assert_non_null(strstr(settings.wrong, "is neither com1 to com4 nor an I/O port"));
	}
	settings_take(&settings, slice_of("serial-port = com3; test"));
	assert_int_equal(settings.serial_port, 0x3e8);
}

TEST(speeds_that_no_port_has_are_errors)
{
	static const char *const wrong[] = {"9601", "0", "fast", "230400", "4294976896", "-9600", "9600n8"};
	char line[64];

	speed_set = 0;
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		start();
		shell.set_speed = take_speed;
		snprintf(line, sizeof(line), "serial-speed = %s", wrong[i]);
		run(line);
		snprintf(line, sizeof(line), "serial-speed: '%s' is not one of", wrong[i]);
		has(line);
		assert_int_equal(end(), VERDICT_ERROR);
	}
	start();
	shell.set_speed = take_speed;
	run("serial-speed; serial-speed =; serial-speed 9600 baud");
	has("usage: serial-speed [=] BAUD");
	assert_int_equal(end(), VERDICT_ERROR);
	assert_int_equal(speed_set, 0);
}

/* For the lines before the first command. */
TEST(speed_is_known_ahead_where_only_settings_stand_before_it)
{
	static const struct {
		const char *commands;
		uint32_t baud;
	} cases[] = {
		{"serial-speed = 9600; test", 9600},
		{"\xef\xbb\xbf# a remark\n\n -F framed,json  serial-speed 19200\ntest\n", 19200},
		{"-Fjson serial-speed=9600", 9600},
		{"-F json serial-speed=9600 x", 0},
		{"expect cold; on-crash = reset\n serial-speed = 9600; test", 9600},
		{"info; serial-speed = 9600", 0},
		{"serial-speed = 9601", 0},
		{"serial-speed", 0},
		{"-F", 0},
		{"serial-speed '", 0},
		{"", 0},
	};

	struct settings settings;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		settings_take(&settings, slice_of(cases[i].commands));
		assert_int_equal(settings.serial_baud, cases[i].baud);
	}
	settings_take(&settings, (struct slice){NULL, 0});
	assert_int_equal(settings.serial_baud, 0);
}

TEST(a_slip_behind_plan_leaves_the_machine_alone)
{
	static const char *const lines[] = {"plan tset; test", "cpus = 2; plan", "plan stat -a"};
	struct settings settings;

	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		settings_take(&settings, slice_of(lines[i]));
		assert_non_null(strstr(settings.wrong, "plan: "));
	}
	settings_take(&settings, slice_of("info; plan tset"));
	assert_string_equal(settings.wrong, "");
}

TEST(exit_ends_line_and_script)
{
	start();
	shell_script(&shell, slice_of("# first\r\nversion\r\nexit; inof\r\ninof\r\n"));
	assert_true(shell.leave);
	assert_int_equal(end(), VERDICT_PASS);
}

TEST(script_errors_have_a_line)
{
	start();
	shell_script(&shell, slice_of("\xef\xbb\xbfversion\n\n  version 'x\nversion"));
	has("error: line 3, column 11: this quote is not closed\n");
	assert_int_equal(end(), VERDICT_ERROR);
}

/* What editors, file systems and shells make of three lines. */
TEST(scripts_are_read_as_editors_leave_them)
{
	static const struct {
		const char *bytes;
		size_t length;
	} scripts[] = {
#define SCRIPT(bytes) {bytes, sizeof(bytes) - 1}
		SCRIPT("version\n\n version 'x\n"),
		SCRIPT("version\r\n\r\n version 'x\r\n"),
		SCRIPT("version\r\r version 'x\r"),
		SCRIPT("# a comment\r\r version 'x\r"),
		SCRIPT("\xef\xbb\xbfversion\n\n version 'x\n\x1a"),
		SCRIPT("version\n\n version 'x\n\0\0\0\0"),
#undef SCRIPT
	};

	for (size_t i = 0; i < ARRAY_SIZE(scripts); i++) {
		start();
		shell_script(&shell, (struct slice){scripts[i].bytes, scripts[i].length});
		has("error: line 3, column 10: this quote is not closed\n");
		assert_int_equal(end(), VERDICT_ERROR);
	}
	start();
	shell_script(&shell, (struct slice){"version\r\n\x1a\0\0", 12});
	assert_int_equal(end(), VERDICT_PASS);
}

TEST(utf16_is_named)
{
	static const char *const scripts[] = {"\xff\xfev\0e\0", "\xfe\xff\0v\0e", "v\0e\0r", "\0v\0e\0r"};

	for (size_t i = 0; i < ARRAY_SIZE(scripts); i++) {
		start();
		shell_script(&shell, (struct slice){scripts[i], i < 2 ? 6 : 5});
		has("error: the commands are UTF-16 text");
		assert_int_equal(end(), VERDICT_ERROR);
	}
}

static int keys_left;

static int control_c_at_last(void *context, unsigned timeout_ms)
{
	(void)context;
	(void)timeout_ms;
	return keys_left-- ? 'x' : 3;
}

TEST(an_interrupt_is_seen_among_other_keys)
{
	start();
	assert_false(shell_interrupted(&shell));
	shell.read_char = control_c_at_last;
	keys_left = 5;
	assert_true(shell_interrupted(&shell));
	run("version");
	has_not("uncork ");
	end();
}

TEST(info_names_every_box)
{
	start_on("xeon-7500", 1, "cores = 8\n");
	run("info");
	has("xeon-7500: ");
	has("GenuineIntel family 6 model 0x2e");
	has("silicon        virtual silicon xeon-7500");
	has("\nubox ");
	has("\nwbox ");
	has("\ncbox7 ");
	has("26 of 26 boxes answer\n");
	has_not("socket  box");
	assert_int_equal(end(), VERDICT_PASS);
	start_on("xeon-7500", 2, "cores = 8\n");
	run("info");
	has("socket  box");
	has("\n1       cbox7 ");
	has("52 of 52 boxes answer\n");
	end();
}

TEST(a_bare_machine_has_no_boxes)
{
	start_on("bare-xeon-7500", 1, "");
	run("info");
	has("no boxes answer");
	has("no-write-back");
	has("silicon        real or unknown");
	run("test");
	assert_int_not_equal(end(), VERDICT_PASS);
}

TEST(peek_takes_names_and_numbers)
{
	start();
	run("poke cbox3.ctr1 0x1234 -v; peek msr 0xdd3; peek CBOX3.CTR1; peek wbox0.ctr0");
	has("cbox3.ctr1 (msr 0xdd3)  0x0000000000001234  written\n");
	has("cbox3.ctr1 (msr 0xdd3)  0x0000000000001234\n");
	has("event_count    0x1234\n");
	has("wbox.ctr0 (msr 0xc91)  0x0000000000000000\n");
	assert_int_equal(end(), VERDICT_PASS);
}

/* As libpfm4 calls boxes in short, wherever our own name is good. */
TEST(short_names_are_understood)
{
	start_on("xeon-e5-2600", 1, "");
	run("peek cbo3.ctl0; list cbo3::UNC_C_CLOCKTICKS; test cbo1.ctr0.width");
	has("cbox3.ctl0 (msr 0xd70)");
	has("UNC_C_CLOCKTICKS");
	has("cbox1  1 passed");
	assert_int_equal(end(), VERDICT_PASS);
}

TEST(what_does_not_stick_is_a_failure)
{
	start();
	run("poke cbox3.status 1 -v");
	has("failed: cbox3.status (msr 0xdc1): dropped: it does not hold what was written\n");
	assert_int_equal(host_stop(&host), 1); /* nobody writes a status */
	assert_int_equal(output_end(&output), VERDICT_FAIL);
}

/* Each processor of either socket does its own part of a start. */
TEST(cores_of_two_sockets_are_counted_at_once)
{
	start_on("xeon-e5-2600", 2, "cores = 8\n");
	run("-F json stat -t 1 -e LLC_MISSES");
	assert_int_equal(end(), VERDICT_PASS);
	has("\"socket\":1,\"box\":\"core7\"");
}

TEST(poked_registers_are_restored)
{
	const struct location counter = {.space = SPACE_MSR, .width_bits = 64, .address = 0xdd3};
	uint64_t value = 99;

	start();
	run("poke cbox3.ctr1 0x1234; poke cbox3.ctr1 0x5678");
	shell_restore(&shell);
	assert_int_equal(machine.hw->read(machine.hw, &counter, &value), OUTCOME_OK);
	assert_int_equal(value, 0);
	run("poke -k cbox3.ctr1 0x1234");
	has("note:  this register keeps its value when the run ends\n");
	shell_restore(&shell);
	assert_int_equal(machine.hw->read(machine.hw, &counter, &value), OUTCOME_OK);
	assert_int_equal(value, 0x1234);
	run("poke -k cbox3.ctr1 0");
	end();
}

TEST(a_fault_is_a_failure_without_a_value)
{
	start();
	run("peek msr 0xc44");
	has("failed: msr 0xc44: fault: ");
	run("peek -F json msr 0xc44");
	has("\"outcome\":\"fault\"}\n");
	assert_int_equal(end(), VERDICT_FAIL);
}

TEST(hidden_functions_are_not_zero)
{
	start();
	run("peek pci 1:7f:14.3+0xa4");
	has("failed: pci 0001:7f:14.3+0xa4: all-ones");
	assert_int_equal(end(), VERDICT_FAIL);
}

TEST(nonsense_is_refused)
{
	static const struct {
		const char *line, *error;
	} cases[] = {
		{"peek", "usage: peek "},
		{"peek msr", "usage: peek "},
		{"peek msr 1 2", "usage: peek "},
		{"peek ram 1", "no space \"ram\""},
		{"peek msr c10", "\"c10\" is not an address"},
		{"peek msr 0x100000000", "msr addresses have 32 bits"},
		{"peek pci 0:20.0+0", "\"0:20.0+0\" is not an address"},
		{"peek pci 0:1f.8+0", "\"0:1f.8+0\" is not an address"},
		{"peek pci 0:1f.7+0x1000", "\"0:1f.7+0x1000\" is not an address"},
		{"peek pci 0:1f.7", "\"0:1f.7\" is not an address"},
		{"peek pci 0:0.0+1", "is not aligned to 32 bits"},
		{"peek msr 0x10 -w 7", "-w takes 8, 16, 32 or 64"},
		{"peek msr 0x10 -w 32", "msr registers have 64 bits, not 32"},
		{"poke cbox3.ctr1 1 -w 8", "msr registers have 64 bits, not 8"},
		{"peek msr 0x10 -s 1", "there is no socket 1; the last is 0"},
		{"peek msr 0x10 -s x", "-s takes a number"},
		{"peek cbox9.ctr0", "no box of \"cbox9.ctr0\""},
		{"peek cbox1.ctr6", "no register \"cbox1.ctr6\""},
		{"peek cbox.ctr0", "no box of \"cbox.ctr0\""},
		{"peek .", "no box of \".\""},
		{"poke msr 0x10", "usage: poke "},
		{"poke cbox0.ctr0", "usage: poke "},
		{"poke cbox0.ctr0 x", "\"x\" is not a value"},
		{"poke -w 8 mmio 0x10 0x100", "0x100 has more than 8 bits"},
		{"info x", "usage: info "},
		{"expect", "usage: expect cold|no-boxes|fewer-processors|no-acpi|no-mcfg|no-clock|BOX..."},
		{"expect cold nothing*", "no box matches 'nothing*'"},
		{"help nothing", "no command or check \"nothing\""},
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		start();
		run(cases[i].line);
		has(cases[i].error);
		assert_int_equal(end(), VERDICT_ERROR);
	}
}
