/* SPDX-License-Identifier: BSD-2-Clause */
/* Commands: one table, the same on every way in (UEFI command line, script, prompt, host tool). */
#ifndef CORE_COMMAND_H
#define CORE_COMMAND_H

#include "core/hardware/power.h"
#include "core/record/record.h"

/* What a register held before `poke` wrote it. */
struct poked {
	struct location where;
	uint64_t found;
};

/* What commands need of the surroundings. */
struct shell {
	struct machine *machine;
	struct output *output;
	/* The next character typed, or -1 if none comes within `timeout_ms` (0: do not wait). NULL if
	 * there is no one to type. */
	int (*read_char)(void *context, unsigned timeout_ms);
	void *context;
	/* Puts the console's lines into frames from here on; false if there is no memory for it. NULL where
	 * there can be none. */
	bool (*frame)(void *context);
	/* Reads a file of that name, of at most `room` bytes; *length is then its size. NULL, or why there is none of it. NULL
	 * where there can be none. */
	const char *(*read_file)(const char *name, char *bytes, size_t room, size_t *length);
	/* Sets the speed of the console's serial port from here on; why not, or NULL. NULL where there can be none. */
	const char *(*set_speed)(void *context, uint32_t baud);
	/* Goes on by the 16550 at an I/O port; NULL, or why not: then by the one before. NULL: there is no such port. */
	const char *(*set_port)(void *context, uint16_t port);
	bool greeted;           /* and no command has run since: the form is still that of the first record */
	uint8_t usual_form;     /* enum record_form: where no command asks for another, once greeted */
	bool asked;             /* some command was named, known or not */
	bool of_machine;        /* one of them was of the machine as a whole */
	bool leave;             /* `exit` was given, or what implies it */
	uint8_t power;          /* enum power_action: what becomes of the machine when the run has ended */
	uint8_t on_crash;       /* the same where it cannot end, behind the report; POWER_STAY: it stops */
	bool interrupted;       /* Ctrl-C was typed: what is left of the line or script is dropped */
	uint32_t script_line;   /* of the script under way, from 1; 0 outside scripts */
	struct poked poked[16]; /* to be put back */
	uint32_t poked_count;
};

struct settings;

#define COMMAND_ARGUMENTS  32   /* words of a command, its name included */
#define COMMAND_CHARACTERS 1024 /* of all its words together */

struct command {
	const char *name;
	const char *usage;   /* arguments in one line */
	const char *summary; /* one line */
	const char *details; /* for `help NAME`: options, examples */
	const char *next;    /* what to try next, a line each; NULL: nothing in particular */
	bool setting;        /* it says how a run is made, and touches nothing */
	bool of_machine;     /* what it says is of the machine as a whole: shell_say_lacks */
	/* Of a setting, and of `plan` if it is the first other command: takes it before the machine is opened (settings.h). False after settings_refuse; what can wait until the
	 * command itself is run is not complained of. NULL: it need not come ahead. */
	bool (*ahead)(struct settings *settings, int argc, char **argv);
	/* argv[0] is the command's name. Says everything through shell->output. */
	void (*run)(struct shell *shell, int argc, char **argv);
};

extern const struct command *const commands[]; /* in the order of `help`; ends with NULL */

extern const struct command command_info, command_list, command_stat, command_record, command_program, command_test,
	command_expect, command_work, command_map, command_film, command_peek, command_poke, command_replay,
	command_help, command_version, command_crash, command_reset, command_poweroff, command_on_crash,
	command_serial_speed, command_serial_port, command_deny, command_allow, command_profile, command_timeout,
	command_journal, command_cpus, command_plan, command_exit;

/* Says what `info` says, or `info -a`. */
void info_show(struct output *output, const struct machine *machine, bool all);

/* The command of a name; NULL if there is none. */
const struct command *command_by_name(const char *name);

/* The command whose name is like this one; NULL if none is. */
const char *command_near(const char *name);

/* True if a line of commands may begin with the word, a name or a form; or if it is a name but for a slip. */
bool command_is(struct slice word);
bool command_is_like(struct slice word);

/* Shows what a check does, rests on, and what its failure means: of the first one planned that matches the glob,
 * or is of that name ("width"). False if there is none. */
bool command_test_explain(struct shell *shell, struct slice name);

/* Runs one line: commands separated by ';', '#' before a word starts a comment, '…' and "…" quote.
 * Empty lines do nothing. A line that cannot be split, or names no command, is a record_error with the
 * column.
 *
 * `-F text|json|ktap` before a command's name sets the form of records from there on, behind it for
 * this command alone; the end record has the form that was asked for last. With `framed` among it lines go
 * out in frames from there to the end of the run. `-h` behind a name shows that command's help. */
void shell_line(struct shell *shell, struct slice line);

/* The first record of a run, "start": what speaks here, on which platform ("x86_64 UEFI"). It has the form
 * that the first of the boot commands asks for, else the output's, and is framed if that is. */
void shell_greet(struct shell *shell, struct slice boot_commands, const char *platform);

/* The script without what editors and file systems put around a text. */
struct slice shell_without_marks(struct slice script);

/* "reset", "= reset": in uncork.cfg a setting may look like one. NULL if it is neither. */
const char *setting_value(int argc, char **argv);

/* Runs a script, line by line, until its end or `exit`. */
void shell_script(struct shell *shell, struct slice script);

/* An error if no command was named so far: boot commands that ask for nothing, an empty script among them, are no pass. */
void shell_expect_command(struct shell *shell);

/* Says what the machine was without if a command was about it as a whole: that is no pass, unless `expect` says that it is as it
 * should be; where it says so and it is not, the run fails. To be called before output_end. */
void shell_say_lacks(struct shell *shell);

/* Prompts and runs lines until `exit` or end of input (Ctrl-D). Returns at once if nobody can type.
 * Keys: backspace, left, right, Home and End (or Ctrl-A, Ctrl-E), up and down for earlier lines, Ctrl-U
 * drops the line, Ctrl-C too and begins a new one. */
void shell_prompt(struct shell *shell);

/* Ends the run as `exit` does, and has the machine reset or switched off when all is said: power_act, which is its
 * platform's to call. False, after an error, if the machine cannot do that; the run then goes on. */
bool shell_power(struct shell *shell, enum power_action action);

/* The record that says so, of an action that the machine does not refuse. */
void shell_say_power(struct shell *shell, enum power_action action);

/* Puts registers that `poke` wrote back to what they held, and names each that is not as the run found it. To be called before
 * output_end. */
void shell_restore(struct shell *shell);

/* True if the run's time is over, or if Ctrl-C was typed at the shell (`context`); what else was typed is dropped. Long commands ask often, and then
 * just return: the shell reports the interruption. */
bool shell_interrupted(void *context);

/* Options as commands have them: `-e value`, `-evalue`, before or behind the operands; `--` ends them. */
struct options {
	int argc, index;
	char **argv;
	const char *value;  /* of the option returned; NULL if it takes none */
	const char *within; /* inside a cluster of letters */
	int passed;         /* operands before the option under way, which are moved behind it */
};
struct options options_of(int argc, char **argv);

/* The next option's letter. `letters` has every letter, with ':' behind those that take a value. 0 at
 * the end: argv[index] and what follows are the operands, in order. '?' after reporting an error. */
int option_next(struct options *options, const char *letters, struct output *output);

/* False, after an error, if there are words that no option took: for commands that are given events. */
MUST_CHECK bool options_took_all(const struct options *options, struct output *output);

#endif
