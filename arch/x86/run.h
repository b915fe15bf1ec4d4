/* SPDX-License-Identifier: BSD-2-Clause */
/* A run, from its first record to the restored machine, and its ends after failures: the part common to all boot
 * environments. efi/ and bios/ have the rest. */
#ifndef ARCH_X86_RUN_H
#define ARCH_X86_RUN_H

#include "arch/x86/uart.h"
#include "arch/x86/x86.h"
#include "core/command/settings.h"
#include "core/record/link.h"

/* Commands of the run: a line, a script, or typed at the prompt. */
struct boot_commands {
	enum { COMMANDS_TYPED, COMMANDS_LINE, COMMANDS_SCRIPT } kind;
	struct slice text;
	const char *wrong; /* reason why there are none, so that there is no prompt either; NULL: no error */
};

struct run {
	struct arena arena;
	struct link link; /* opened before the run begins */
	struct machine machine;
	struct output output; /* started before the run begins */
	struct shell shell;
	struct boot_commands boot_commands;
	const char *note;         /* shown before they run; NULL: nothing */
	struct settings settings; /* settings at their beginning */
	struct uart *uart;
	const char *console; /* description */
	bool qemu;           /* the machine is QEMU's: its exit status gives the verdict */
	/* Moves the console to another serial port. Returns its description, or NULL if no port answers there. */
	const char *(*use_port)(uint16_t port);
	uint32_t kept; /* number of CPUs that the firmware has not got back: uncork cannot return to it (x86_stop) */
	/* Lets the console work without the boot environment from now on. NULL: it always does. */
	void (*emergency)(void *context);
	void *context; /* of `emergency` */
	/* Keeps the machine's description where it stays after the run. NULL: there is no such place. */
	void (*keep_ticket)(void);
	/* Reads a file for a command, as struct shell has it. */
	const char *(*read_file)(const char *name, char *bytes, size_t room, size_t *length);
};

/* The current run. There is one. */
extern struct run run;

/* The part of struct x86_boot that is the same in all boot environments: the image, and the ends after a crash. The
 * caller adds the rest. */
struct x86_boot run_boot(void);

/* Takes boot commands from a line, without words of loaders and firmware (pc/loader_words.h) unless the user has
 * `typed` it. Returns false if no word remains; run.note lists the ignored ones. */
MUST_CHECK bool run_take_line(struct text *line, bool typed, struct boot_commands *boot_commands);

/* Sets the speed of the console's serial port (shell.set_speed; `context` is not used). Returns NULL, or the reason for
 * failure. */
const char *run_set_speed(void *context, uint32_t baud);

/* Moves the console to the 16550 at an I/O port (shell.set_port; `context` is not used). Returns NULL, or the reason
 * for failure. */
const char *run_set_port(void *context, uint16_t port);

/* Takes the settings at the beginning of the boot commands (core/command/settings.h). Call it before any output. */
void run_settings(void);

/* Writes the first record. `platform` is for example "x86_64 UEFI". */
void run_greet(const char *platform);

/* Resets the machine or switches it off, if a command requested that: the last step of a run with this verdict. Returns
 * the verdict if nothing was requested, or VERDICT_ERROR, after a line that says so, if the request had no effect. */
MUST_CHECK enum verdict run_power(enum verdict verdict);

/* Opens the machine, runs the boot commands, and restores everything. */
void run_machine(const struct x86_boot *boot);

#endif
