/* SPDX-License-Identifier: BSD-2-Clause */
/* Commands: one table, the same on every way in (UEFI command line, script, prompt, host tool). */
#ifndef CORE_COMMAND_H
#define CORE_COMMAND_H

#include "core/hardware/power.h"
#include "core/record/record.h"

/* A register that `poke` has written, to be restored at the end of the run. */
struct poked {
	struct location where;
	uint64_t found; /* value before the first write */
};

/* State of a run, and the platform's functions that commands use. */
struct shell {
	struct machine *machine;
	struct output *output;
	/* Returns the next character typed, or -1 if none comes within `timeout_ms` (0: does not wait). NULL: there is no input. */
	int (*read_char)(void *context, unsigned timeout_ms);
	void *context;
	/* Sends the console's lines in frames from now on; false if there is no memory for that. NULL: frames are not possible. */
	bool (*frame)(void *context);
	/* Reads the file `name` into `bytes`, of which `room` are free, and sets *length. Returns NULL, or the reason why it
	 * cannot. NULL: the platform has no files. */
	const char *(*read_file)(const char *name, char *bytes, size_t room, size_t *length);
	/* Sets the speed of the console's serial port. Returns NULL, or the reason why it cannot. NULL: uncork drives no port. */
	const char *(*set_speed)(void *context, uint32_t baud);
	/* Moves the console to the 16550 at an I/O port. Returns NULL, or the reason why the console stays where it is. NULL:
	 * uncork drives no port. */
	const char *(*set_port)(void *context, uint16_t port);
	bool greeted;           /* shell_greet has set output->form, and no line was run since */
	uint8_t usual_form;     /* enum record_form before shell_greet: the first line begins with it */
	bool asked;             /* a command was named, even an unknown one */
	bool of_machine;        /* a command with command.of_machine has run */
	bool leave;             /* `exit`, `reset` or `poweroff` was run: no further commands */
	uint8_t power;          /* enum power_action after the end of the run */
	uint8_t on_crash;       /* enum power_action after a crash or a hung access; POWER_STAY: as `on-crash halt` */
	bool interrupted;       /* Ctrl-C was typed: the rest of the line or script is skipped */
	uint32_t script_line;   /* current line of the script, from 1; 0 outside scripts */
	struct poked poked[16]; /* registers that shell_restore restores */
	uint32_t poked_count;
};

struct settings;

#define COMMAND_ARGUMENTS  32   /* maximum of words in a command, its name included */
#define COMMAND_CHARACTERS 1024 /* maximum of characters in all of its words, with a terminator for each */

struct command {
	const char *name;
	const char *usage;   /* arguments in one line */
	const char *summary; /* one line */
	const char *details; /* for `help NAME`: options, examples */
	const char *next;    /* suggestions for the next command, a line each; NULL: none */
	bool setting;        /* sets how a run is done, and accesses nothing */
	bool of_machine;     /* its output is about the machine as a whole: see shell_say_lacks */
	/* For a setting, and for `plan` if it is the first other command: applies it before the machine is opened (settings.h).
	 * Returns false after settings_refuse. Ignores errors that `run` can report later. NULL: not needed that early. */
	bool (*ahead)(struct settings *settings, int argc, char **argv);
	/* Runs the command; argv[0] is its name. Reports everything, errors too, through shell->output. */
	void (*run)(struct shell *shell, int argc, char **argv);
};

extern const struct command *const commands[]; /* in the order of `help`; ends with NULL */

extern const struct command command_info, command_list, command_stat, command_record, command_program, command_test,
	command_expect, command_work, command_map, command_film, command_peek, command_poke, command_replay,
	command_help, command_version, command_crash, command_reset, command_poweroff, command_on_crash,
	command_serial_speed, command_serial_port, command_deny, command_allow, command_profile, command_timeout,
	command_journal, command_cpus, command_plan, command_exit;

/* Writes the records of `info`; `all`: those of `info -a`. */
void info_show(struct output *output, const struct machine *machine, bool all);

/* The command of that name; NULL if there is none. */
const struct command *command_by_name(const char *name);

/* The command name nearest to a misspelt one, at most two edits away; NULL if there is none. */
const char *command_near(const char *name);

/* True if `word` can begin a line of commands: the name of a command, or a form (-F). */
bool command_is(struct slice word);

/* True if `word` may be a misspelt command name. */
bool command_is_like(struct slice word);

/* Shows the description of a check: its purpose, the statement that it rests on, the meaning of a failure. It is the first planned
 * check whose id matches the glob `name`, else the first with that name ("width"). False if there is none. */
bool command_test_explain(struct shell *shell, struct slice name);

/* Runs a line of commands. ';' separates commands, '#' at the start of a word begins a comment, '…' and "…" quote. Commands without
 * words do nothing. Reports a malformed line, with its column, and an unknown command as errors (record_error).
 *
 * `-F text|json|ktap` before a command's name sets the form of all later records; after the name, of this command's records. The
 * end record has the form that was set last. With `framed` in its value, lines are sent in frames from there to the end of the run.
 * `-h` after a name shows the help of that command. */
void shell_line(struct shell *shell, struct slice line);

/* Writes the first record of a run, "start", with the program's version and the platform ("x86_64 UEFI"). Its form is the one that
 * the first boot command asks for, else the output's; it is framed if that command asks for frames. If frames are not possible, it
 * reports an error instead. */
void shell_greet(struct shell *shell, struct slice boot_commands, const char *platform);

/* The script without a byte order mark of UTF-8 before it, and without Ctrl-Z and NULs after it. */
struct slice shell_without_marks(struct slice script);

/* The value of a setting: "reset" of `on-crash reset`, `on-crash = reset` and `on-crash =reset`. NULL if there is not exactly one
 * word. */
const char *setting_value(int argc, char **argv);

/* Runs the lines of a script until its end, `exit` or Ctrl-C. Refuses UTF-16. */
void shell_script(struct shell *shell, struct slice script);

/* Reports an error if no command was named so far, and nothing else failed: an empty script must not pass. */
void shell_expect_command(struct shell *shell);

/* If a command was about the machine as a whole: reports as an error each thing that the machine lacks, unless `expect` allows
 * that; and as a failure each lack that `expect` declares and the machine does not have. Call it before output_end. */
void shell_say_lacks(struct shell *shell);

/* Prompts for lines and runs them until `exit` or the end of input (Ctrl-D). Returns at once if there is no input. Keys: Tab
 * completes; backspace, left, right, Home and End (or Ctrl-A, Ctrl-E) edit; up and down recall earlier lines; Ctrl-U clears the
 * line; Ctrl-C begins a new one. */
void shell_prompt(struct shell *shell);

/* Ends the run as `exit` does, writes the record "power" and sets shell->power; the platform calls power_act after all output.
 * Returns false, after an error, if the machine cannot do that; the run then continues. */
bool shell_power(struct shell *shell, enum power_action action);

/* Writes the record "power". The machine must not refuse the action (power_refusal). */
void shell_say_power(struct shell *shell, enum power_action action);

/* Restores registers that `poke` has written, and reports each register that is not as the run found it. Call it before
 * output_end. */
void shell_restore(struct shell *shell);

/* True if the run's time is over, or Ctrl-C was typed; other typed characters are dropped. `context` is the shell. Long commands
 * call it often, and return at once if it is true: the shell reports the interruption. */
bool shell_interrupted(void *context);

/* Position in a command's options: `-e value` or `-evalue`, before or after the operands; `--` ends the options. */
struct options {
	int argc, index;
	char **argv;
	const char *value;  /* value of the option returned; NULL if it takes none */
	const char *within; /* the rest of a word with several options: "-av" */
	int passed;         /* number of operands before the current option; they are moved after it */
};

/* Options of the command argv[0], before the first one. */
struct options options_of(int argc, char **argv);

/* Returns the letter of the next option. `letters` lists all options, each that takes a value with a ':' after it. Returns 0 at the
 * end: argv[index] and the words after it are then the operands, in order. Returns '?' after it has reported an error. */
int option_next(struct options *options, const char *letters, struct output *output);

/* False, after an error, if there are operands: for commands that take only options. */
MUST_CHECK bool options_took_all(const struct options *options, struct output *output);

#endif
