/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/command.h"
#include "core/version.h"
#include "lib/text.h"

static void say(struct shell *shell, const char *text)
{
	static const struct record_pair none[] = {
		{NULL, NULL, 0}
        };

	record_item(shell->output, "help", none, text);
}

static void list_command(struct shell *shell, const struct command *command)
{
	char bytes[128];
	struct text line = TEXT_OVER(bytes);
	const struct record_pair pairs[] = {
		{"name",    command->name,    0},
		{"usage",   command->usage,   0},
		{"summary", command->summary, 0},
		{NULL,      NULL,             0}
        };

	text_format(&line, "  %-9s%s", command->name, command->summary);
	record_item(shell->output, "command", pairs, bytes);
}

static void list_commands(struct shell *shell)
{
	bool text = shell->output->form == FORM_TEXT;

	if (text)
		say(shell, "uncork " UNCORK_VERSION
			   ": bare-metal tests of performance counters outside the core\n\n");
	for (const struct command *const *command = commands; *command; command++)
		list_command(shell, *command);
	if (text)
		say(shell,
		    "\nhelp COMMAND, or COMMAND -h, shows options and examples.\n"
		    "Several commands on a line are separated by ';'; '#' starts a comment.\n"
		    "-F text|json|ktap behind a command sets the form of what it prints, before\n"
		    "a command the form of everything from there on. Ctrl-C stops a command.\n"
		    "\n"
		    "First steps: info    what this machine has\n"
		    "             test    does it work\n"
		    "             list    what can be counted\n"
		    "             stat    count it");
}

static void describe(struct shell *shell, const struct command *command)
{
	char bytes[2560];
	struct text text = TEXT_OVER(bytes);
	const struct record_pair pairs[] = {
		{"name",    command->name,    0},
		{"usage",   command->usage,   0},
		{"summary", command->summary, 0},
		{"details", command->details, 0},
		{NULL,      NULL,             0}
        };

	text_format(&text, "%s %s\n\n%s", command->name, command->usage, command->details);
	record_item(shell->output, "command", pairs, bytes);
}

static void run(struct shell *shell, int argc, char **argv)
{
	if (argc == 1)
		list_commands(shell);
	for (int i = 1; i < argc; i++) {
		const struct command *command = command_by_name(argv[i]);

		if (command)
			describe(shell, command);
		else
			record_error(shell->output, VERDICT_ERROR,
				     "no command \"%s\"; `help` lists all commands", argv[i]);
	}
}

const struct command command_help = {
	.name = "help",
	.usage = "[COMMAND...]",
	.summary = "commands, and their options",
	.details = "Without a command: lists all. With one: what it does, its options, examples.\n"
		   "\n"
		   "  help stat",
	.run = run,
};
