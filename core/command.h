/* SPDX-License-Identifier: BSD-2-Clause */
/* Commands: one table, the same on every way in (UEFI command line, script, prompt, host tool). */
#ifndef CORE_COMMAND_H
#define CORE_COMMAND_H

#include "core/machine.h"
#include "core/record.h"

/* What commands need of the surroundings. */
struct shell {
	struct machine *machine;
	struct output *output;
	/* The next character typed, or -1 if none comes within `timeout_ms` (0: do not wait). NULL if
	 * there is no one to type. */
	int (*read_char)(void *context, unsigned timeout_ms);
	void *context;
	bool leave; /* `exit` was given */
};

#define COMMAND_ARGUMENTS 32

struct command {
	const char *name;
	const char *usage;   /* arguments in one line */
	const char *summary; /* one line */
	const char *details; /* for `help NAME`: options, examples */
	/* argv[0] is the command's name. Says everything through shell->output. */
	void (*run)(struct shell *shell, int argc, char **argv);
};

extern const struct command *const commands[]; /* in the order of `help`; ends with NULL */

extern const struct command command_info, command_list, command_stat, command_record,
	command_program, command_test, command_peek, command_poke, command_help, command_version,
	command_exit;

/* Runs one line: commands separated by ';', '#' starts a comment, '…' and "…" quote. Empty lines do
 * nothing. A line that cannot be split, or names no command, is a record_error. */
void shell_line(struct shell *shell, struct slice line);

/* Runs a script, line by line, until its end or `exit`. */
void shell_script(struct shell *shell, struct slice script);

/* Prompts and runs lines until `exit` or end of input. */
void shell_prompt(struct shell *shell);

/* True if Ctrl-C was typed; what else was typed is dropped. Long commands ask often. */
bool shell_interrupted(struct shell *shell);

/* Options as commands have them: `-e value`, `-evalue`; letters in `letters` with ':' behind those
 * that take a value. Returns the letter, 0 at the first operand or the end, '?' after reporting an
 * error. */
struct options {
	int argc, index;
	char **argv;
	const char *value;
	const char *within; /* inside a cluster of letters */
};
struct options options_of(int argc, char **argv);
int option_next(struct options *options, const char *letters, struct output *output);

#endif
