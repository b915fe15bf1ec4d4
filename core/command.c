/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/command.h"

#include "core/words.h"
#include "lib/memory.h"

const struct command *const commands[] = {
	&command_info,  &command_list, &command_stat, &command_record, &command_program,
	&command_test,  &command_peek, &command_poke, &command_help,   &command_version,
	&command_crash, &command_exit, NULL};

const struct command *command_by_name(const char *name)
{
	for (const struct command *const *command = commands; *command; command++)
		if (!strcmp((*command)->name, name))
			return *command;
	return NULL;
}

/* "script line 3, column 5: " */
static void complain(struct shell *shell, uint32_t column, const char *wrong)
{
	if (shell->script_line)
		record_error(shell->output, VERDICT_ERROR, "line %u, column %u: %s",
			     shell->script_line, column, wrong);
	else
		record_error(shell->output, VERDICT_ERROR, "column %u: %s", column, wrong);
}

static void unknown_command(struct shell *shell, const char *name)
{
	const struct command *nearest = NULL;
	unsigned best = 3;

	for (const struct command *const *command = commands; *command; command++) {
		unsigned distance = edit_distance(slice_of(name), (*command)->name, best);

		if (distance < best && distance < strlen(name)) {
			best = distance;
			nearest = *command;
		}
	}
	if (nearest)
		record_error(shell->output, VERDICT_ERROR,
			     "no command \"%s\"; did you mean \"%s\"?", name, nearest->name);
	else
		record_error(shell->output, VERDICT_ERROR,
			     "no command \"%s\"; `help` lists all commands", name);
}

static void remove_words(struct words *words, int at, int count)
{
	words->argc -= count;
	memmove(words->argv + at, words->argv + at + count,
		(size_t)(words->argc - at + 1) * sizeof(*words->argv));
}

/* Takes the word at `at` out if it is -F, and its value. */
static bool take_form(struct shell *shell, struct words *words, int at, enum record_form *form)
{
	const char *word = words->argv[at];
	bool apart = !word[2];
	const char *value = apart ? words->argv[at + 1] : word + 2;

	if (!value || !record_form_by_name(slice_of(value), form)) {
		record_error(shell->output, VERDICT_ERROR, "-F takes text, json or ktap%s%s",
			     value ? ", not " : "", value ? value : "");
		return false;
	}
	remove_words(words, at, apart ? 2 : 1);
	return true;
}

static bool is_form(const char *word)
{
	return word && word[0] == '-' && word[1] == 'F';
}

/* Forms before the command's name hold from here on. */
static bool take_lasting_forms(struct shell *shell, struct words *words)
{
	enum record_form form;

	while (is_form(words->argv[0])) {
		if (!take_form(shell, words, 0, &form))
			return false;
		output_form(shell->output, form);
	}
	return true;
}

static bool take_own_forms(struct shell *shell, struct words *words)
{
	enum record_form form;
	int at = 1;

	while (at < words->argc && strcmp(words->argv[at], "--")) {
		if (!is_form(words->argv[at])) {
			at++;
			continue;
		}
		if (!take_form(shell, words, at, &form))
			return false;
		output_form(shell->output, form);
	}
	return true;
}

static bool asks_for_help(const struct words *words)
{
	return words->argc == 2 &&
	       (!strcmp(words->argv[1], "-h") || !strcmp(words->argv[1], "--help"));
}

static void run_command(struct shell *shell, const struct command *command, struct words *words)
{
	char *help[] = {(char *)command_help.name, words->argv[0], NULL};

	if (asks_for_help(words))
		command_help.run(shell, 2, help);
	else
		command->run(shell, words->argc, words->argv);
	if (shell->interrupted)
		record_error(shell->output, VERDICT_ERROR, "interrupted");
}

static void run_words(struct shell *shell, struct words *words)
{
	const struct command *command;
	uint8_t form;

	if (!take_lasting_forms(shell, words) || !words->argc)
		return;
	form = shell->output->form;
	if (take_own_forms(shell, words)) {
		command = command_by_name(words->argv[0]);
		if (command)
			run_command(shell, command, words);
		else
			unknown_command(shell, words->argv[0]);
	}
	shell->output->form = form;
}

/* A line that makes no sense may still have said in which form to be told so. */
static void complain_of_line(struct shell *shell, struct words *words,
			     const struct words_reader *reader)
{
	uint8_t form;

	if (!take_lasting_forms(shell, words))
		return;
	form = shell->output->form;
	if (take_own_forms(shell, words))
		complain(shell, reader->column, reader->wrong);
	shell->output->form = form;
}

static bool goes_on(const struct shell *shell)
{
	return !shell->leave && !shell->interrupted;
}

void shell_line(struct shell *shell, struct slice line)
{
	struct words_reader reader = words_reader_of(line);
	struct words words;

	shell->output->several_sockets = shell->machine->socket_count > 1;
	while (goes_on(shell) && words_next(&reader, &words))
		run_words(shell, &words);
	if (reader.wrong)
		complain_of_line(shell, &words, &reader);
}

void shell_script(struct shell *shell, struct slice script)
{
	if (slice_starts(script, "\xef\xbb\xbf"))
		script = slice_between(script.at + 3, script.at + script.length);
	while (script.at && goes_on(shell)) {
		shell->script_line++;
		shell_line(shell, slice_cut(&script, '\n'));
	}
	shell->script_line = 0;
}

bool shell_interrupted(struct shell *shell)
{
	const int control_c = 3;
	unsigned bound = COMMAND_CHARACTERS;
	int c = 0;

	while (shell->read_char && !shell->interrupted && c >= 0 && bound--) {
		c = shell->read_char(shell->context, 0);
		shell->interrupted = c == control_c;
	}
	return shell->interrupted;
}
