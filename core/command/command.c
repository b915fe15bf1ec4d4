/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/command/command.h"

#include "core/command/words.h"
#include "core/hardware/expect.h"
#include "core/hardware/limit.h"
#include "core/hardware/plan.h"
#include "core/hardware/write_ahead.h"
#include "core/version.h"
#include "lib/memory.h"
#include "lib/text.h"

const struct command *const commands[] = {
	&command_info,    &command_list,     &command_stat,     &command_record,       &command_program,
	&command_expect,  &command_test,     &command_work,     &command_map,          &command_film,
	&command_peek,    &command_poke,     &command_replay,   &command_plan,         &command_deny,
	&command_allow,   &command_profile,  &command_help,     &command_version,      &command_crash,
	&command_reset,   &command_poweroff, &command_on_crash, &command_serial_speed, &command_serial_port,
	&command_timeout, &command_journal,  &command_cpus,     &command_exit,         NULL,
};

const struct command *command_by_name(const char *name)
{
	for (const struct command *const *command = commands; *command; command++)
		if (!strcmp((*command)->name, name))
			return *command;
	return NULL;
}

const char *command_near(const char *name)
{
	const char *nearest = NULL;
	unsigned best = 3;

	for (const struct command *const *command = commands; *command; command++) {
		unsigned distance = edit_distance(slice_of(name), (*command)->name, best);

		if (distance < best && distance < strlen(name)) {
			best = distance;
			nearest = (*command)->name;
		}
	}
	return nearest;
}

static bool is_form(const char *word)
{
	return word && word[0] == '-' && word[1] == 'F';
}

/* Copies a command's name; in a setting its value may follow directly. Only lower-case words can be misspelt names:
 * "USB" is not meant as "set". */
static bool copy_name(struct slice word, struct text *name)
{
	struct slice rest = word;

	word = slice_cut(&rest, '=');
	text_bytes(name, word.at, word.length);
	for (size_t i = 0; i < name->length; i++)
		if (name->at[i] != '-' && (name->at[i] < 'a' || name->at[i] > 'z'))
			return false;
	return name->length && !name->truncated;
}

bool command_is(struct slice word)
{
	char bytes[32];
	struct text name = TEXT_OVER(bytes);

	return copy_name(word, &name) ? command_by_name(bytes) != NULL : is_form(bytes);
}

bool command_is_like(struct slice word)
{
	char bytes[32];
	struct text name = TEXT_OVER(bytes);

	return copy_name(word, &name) && command_near(bytes);
}

static void remove_words(struct words *words, int at, int count)
{
	words->argc -= count;
	memmove(words->argv + at, words->argv + at + count, (size_t)(words->argc - at + 1) * sizeof(*words->argv));
}

/* The value of the -F at `at`; NULL if it is missing. */
static const char *form_value(const struct words *words, int at)
{
	return words->argv[at][2] ? words->argv[at] + 2 : words->argv[at + 1];
}

static bool put_in_frames(struct shell *shell)
{
	if (shell->frame && shell->frame(shell->context)) {
		shell->output->whole_lines = true;
		return true;
	}
	record_error(shell->output, VERDICT_ERROR,
		     shell->frame ? "no memory for frames"
				  : "frames are not possible here: the line is shared with a prompt");
	return false;
}

/* Applies the -F at `at` and removes it. */
static bool use_form(struct shell *shell, struct words *words, int at)
{
	const char *value = form_value(words, at);
	struct form_choice choice;

	if (!value || !form_choice_read(slice_of(value), &choice)) {
		record_error(shell->output, VERDICT_ERROR, "-F takes " FORM_NAMES "%s%s", value ? ", not " : "",
			     value ? value : "");
		return false;
	}
	remove_words(words, at, words->argv[at][2] ? 1 : 2);
	if (choice.given)
		output_form(shell->output, choice.form);
	return !choice.framed || put_in_frames(shell);
}

/* Forms before the command's name apply to all later output. */
static bool take_lasting_forms(struct shell *shell, struct words *words)
{
	while (is_form(words->argv[0]))
		if (!use_form(shell, words, 0))
			return false;
	return true;
}

static bool take_own_forms(struct shell *shell, struct words *words)
{
	int at = 1;

	while (at < words->argc && strcmp(words->argv[at], "--")) {
		if (!is_form(words->argv[at]))
			at++;
		else if (!use_form(shell, words, at))
			return false;
	}
	return true;
}

static unsigned usable_cpus(const struct machine *machine)
{
	unsigned count = 0;

	for (uint16_t i = 0; i < machine->cpu_count; i++)
		count += machine->cpus[i].usable;
	return count;
}

/* Reports losses during a command at once, so that they are not seen only by `info`, and the run cannot pass. */
static void report_losses(struct shell *shell, uint16_t warnings, unsigned cpus)
{
	const struct machine *machine = shell->machine;
	unsigned left = usable_cpus(machine);

	record_errors(shell->output, shell->machine);
	for (uint16_t i = warnings; i < machine->warning_count; i++)
		record_note(shell->output, "%s", machine->warnings[i]);
	if (left < cpus)
		record_error(shell->output, VERDICT_FAIL, "%u of %u processors stopped answering", cpus - left, cpus);
}

/* Commands after a plan are real. Those that access nothing need not open the machine. */
static void leave_plan(struct shell *shell, const struct command *command)
{
	if (command->setting || command == &command_plan || command == &command_help || command == &command_version ||
	    command == &command_exit)
		return;
	if (!plan_leave())
		record_error(shell->output, VERDICT_ERROR, "no memory to describe the machine");
}

static void run_command(struct shell *shell, const struct command *command, struct words *words)
{
	char *help[] = {(char *)command_help.name, words->argv[0], NULL};
	uint16_t warnings = shell->machine->warning_count;
	unsigned cpus = usable_cpus(shell->machine);
	char bytes[128];
	struct text line = TEXT_OVER(bytes);

	leave_plan(shell, command);
	/* As it was typed, without quotes. */
	for (int i = 0; i < words->argc; i++)
		text_format(&line, i ? " %s" : "%s", words->argv[i]);
	write_ahead_say("command", bytes);

	shell->of_machine |= command->of_machine;
	if (words->argc == 2 && (!strcmp(words->argv[1], "-h") || !strcmp(words->argv[1], "--help")))
		command_help.run(shell, 2, help);
	else
		command->run(shell, words->argc, words->argv);

	if (shell->interrupted)
		record_error(shell->output, VERDICT_ERROR, "interrupted");
	if (limit_seconds() && limit_is_news(shell->machine->hw))
		record_error(shell->output, VERDICT_TIMEOUT,
			     "the run's time of %u seconds is over: the rest is not tested", limit_seconds());
	report_losses(shell, warnings, cpus);
	record_settle(shell->output);
}

/* Commands that run although time is over. `test` then reports each check as untested. */
static bool runs_after_limit(const struct command *command)
{
	return command->setting || command == &command_test || command == &command_reset ||
	       command == &command_poweroff || command == &command_exit;
}

static void run_words(struct shell *shell, struct words *words)
{
	const char *name, *nearest;
	const struct command *command;
	uint8_t form;

	if (!take_lasting_forms(shell, words) || !words->argc)
		return;
	shell->asked = true;
	name = words->argv[0];
	form = shell->output->form;
	if (take_own_forms(shell, words)) {
		/* Users of switch consoles and debuggers may type "?" for help. */
		command = command_by_name(strcmp(name, "?") ? name : "help");
		nearest = command ? NULL : command_near(name);
		if (command && limit_seconds() && !runs_after_limit(command) && limit_is_over(shell->machine->hw))
			record_note(shell->output, "%s: not run: the run's time is over", name);
		else if (command)
			run_command(shell, command, words);
		else if (nearest)
			record_error(shell->output, VERDICT_ERROR, "no command \"%s\"; did you mean \"%s\"?", name,
				     nearest);
		else
			record_error(shell->output, VERDICT_ERROR, "no command \"%s\"; `help` lists all commands",
				     name);
	}
	shell->output->form = form;
}

/* Reports a malformed line in the form that it may itself request. */
static void complain_of_line(struct shell *shell, struct words *words, const struct words_reader *reader)
{
	uint8_t form;

	if (!take_lasting_forms(shell, words))
		return;
	form = shell->output->form;
	if (take_own_forms(shell, words)) {
		if (shell->script_line)
			record_error(shell->output, VERDICT_ERROR, "line %u, column %u: %s", shell->script_line,
				     reader->column, reader->wrong);
		else
			record_error(shell->output, VERDICT_ERROR, "column %u: %s", reader->column, reader->wrong);
	}
	shell->output->form = form;
}

static bool can_continue(const struct shell *shell)
{
	return !shell->leave && !shell->interrupted;
}

void shell_line(struct shell *shell, struct slice line)
{
	struct words_reader reader = words_reader_of(line);
	struct words words;

	if (shell->greeted) {
		record_settle(shell->output);
		shell->output->form = shell->usual_form;
	}
	shell->greeted = false;
	shell->output->several_sockets = shell->machine->socket_count > 1;
	while (can_continue(shell) && words_next(&reader, &words))
		run_words(shell, &words);
	if (reader.wrong)
		complain_of_line(shell, &words, &reader);
}

/* Strips marks that editors and file systems add: U+FEFF at the start, Ctrl-Z and NULs at the end. */
struct slice shell_without_marks(struct slice script)
{
	if (slice_starts(script, "\xef\xbb\xbf"))
		script = slice_between(script.at + 3, script.at + script.length);
	while (script.length && (script.at[script.length - 1] == 0 || script.at[script.length - 1] == 0x1a))
		script.length--;
	return script;
}

/* Lines end with LF, CR, or both. */
static struct slice cut_line(struct slice *rest)
{
	struct slice line = *rest;

	for (line.length = 0; line.length < rest->length; line.length++)
		if (line.at[line.length] == '\n' || line.at[line.length] == '\r')
			break;
	if (line.length == rest->length) {
		*rest = (struct slice){0};
		return line;
	}
	if (line.length + 1 < rest->length && line.at[line.length] == '\r' && line.at[line.length + 1] == '\n')
		*rest = slice_between(line.at + line.length + 2, rest->at + rest->length);
	else
		*rest = slice_between(line.at + line.length + 1, rest->at + rest->length);
	return line;
}

void shell_script(struct shell *shell, struct slice script)
{
	bool utf16;

	script = shell_without_marks(script);
	/* UTF-16 begins with a byte order mark, or usually with an ASCII character. */
	utf16 = slice_starts(script, "\xff\xfe") || slice_starts(script, "\xfe\xff") ||
		(script.length > 1 && (!script.at[0] || !script.at[1]));
	if (utf16) {
		record_error(
			shell->output, VERDICT_ERROR,
			"the commands are UTF-16 text: save them as ASCII or UTF-8 (in PowerShell: Set-Content -Encoding ascii)");
		return;
	}
	while (script.at && can_continue(shell)) {
		shell->script_line++;
		shell_line(shell, cut_line(&script));
	}
	shell->script_line = 0;
}

void shell_expect_command(struct shell *shell)
{
	if (!shell->asked && shell->output->verdict == VERDICT_PASS)
		record_error(shell->output, VERDICT_ERROR, "no command was given");
}

void shell_say_lacks(struct shell *shell)
{
	for (unsigned i = 0; shell->of_machine && i < LACKS; i++) {
		enum lack lack = (enum lack)i;
		bool expected = shell->machine->expects.lacks & BIT(lack);
		char reason[160], few[48];
		struct text why = TEXT_OVER(reason), brief = TEXT_OVER(few);
		bool lacks = machine_lacks(shell->machine, lack, &why, &brief);

		if (lacks && !expected) {
			record_error(shell->output, lack == LACKS_BOXES ? VERDICT_FAIL : VERDICT_ERROR,
				     "%s; if this is intended, use `expect %s`", reason, lack_word(lack));
			output_lacks(shell->output, few);
		}
		if (!lacks && expected)
			record_error(shell->output, VERDICT_FAIL, "expect %s: not true of this machine",
				     lack_word(lack));
	}
}

bool words_drop_forms(struct words *words)
{
	while (words->argc && is_form(words->argv[0])) {
		if (!form_value(words, 0))
			return false;
		remove_words(words, 0, words->argv[0][2] ? 1 : 2);
	}
	return true;
}

/* The form that the boot commands' first command requests, valid or not; else `usual`. */
static struct form_choice first_forms(struct slice boot_commands, uint8_t usual)
{
	struct words_reader reader = words_reader_of(shell_without_marks(boot_commands));
	struct form_choice all = {.form = usual}, one;
	struct words words = {.argc = 0};

	while (words_next(&reader, &words) && !words.argc)
		;
	for (int at = 0; at < words.argc && strcmp(words.argv[at], "--"); at++) {
		if (!is_form(words.argv[at]) || !form_value(&words, at) ||
		    !form_choice_read(slice_of(form_value(&words, at)), &one))
			continue;
		if (one.given)
			all.form = one.form;
		all.framed |= one.framed;
	}
	return all;
}

/* Counts boot commands that run checks. */
static unsigned count_tests(struct slice boot_commands)
{
	struct words_reader reader = words_reader_of(shell_without_marks(boot_commands));
	struct words words;
	unsigned count = 0;

	while (words_next(&reader, &words))
		for (int at = 0; at < words.argc && at < 3 && strcmp(words.argv[at], command_plan.name) != 0; at++)
			count += !strcmp(words.argv[at], command_test.name);
	return count;
}

void shell_greet(struct shell *shell, struct slice boot_commands, const char *platform)
{
	struct form_choice wanted = first_forms(boot_commands, shell->output->form);
	struct record record;

	shell->usual_form = shell->output->form;
	shell->output->one_plan = count_tests(boot_commands) == 1;
	if (wanted.framed && !put_in_frames(shell))
		return;
	shell->output->form = wanted.form;
	record_begin(&record, shell->output, "start");
	record_text(&record, "program", "uncork");
	record_text(&record, "version", uncork_version);
	record_text(&record, "platform", platform);
	record_end(&record);
	shell->greeted = true;
}

bool shell_interrupted(void *context)
{
	const int control_c = 3;
	struct shell *shell = context;
	unsigned bound = COMMAND_CHARACTERS;
	int c = 0;

	while (shell->read_char && !shell->interrupted && c >= 0 && bound--) {
		c = shell->read_char(shell->context, 0);
		shell->interrupted = c == control_c;
	}
	return shell->interrupted || (limit_seconds() && limit_is_over(shell->machine->hw));
}
