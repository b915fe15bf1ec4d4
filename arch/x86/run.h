/* SPDX-License-Identifier: BSD-2-Clause */
/* A run, from its first record to the machine being put back, and the ways out of it when something fails: the
 * part common to all boot environments. efi/ and bios/ supply the rest. */
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
	const char *wrong; /* why there are none, and no prompt either; NULL: all is well */
};

struct run {
	struct arena arena;
	struct link link; /* open, before the run begins */
	struct machine machine;
	struct output output; /* started, before the run begins */
	struct shell shell;
	struct boot_commands boot_commands;
	const char *note;         /* to be shown before they run; NULL: nothing */
	struct settings settings; /* that they begin with */
	struct uart *uart;
	const char *console; /* what it is, in words */
	bool qemu;           /* underneath: its exit status is to carry the verdict */
	/* Moves the console to another serial port. Returns its description; NULL: nothing answers there. */
	const char *(*use_port)(uint16_t port);
	uint32_t kept; /* processors that a firmware has not got back: there is no return to it (x86_stop) */
	/* Makes the console do without the boot environment from now on; NULL: it always does. */
	void (*emergency)(void *context);
	void *context; /* of `emergency` */
	/* Keeps the machine's description where it outlives the run; NULL: no such place. */
	void (*keep_ticket)(void);
	/* Reads a file for a command, as struct shell has it. */
	const char *(*read_file)(const char *name, char *bytes, size_t room, size_t *length);
};

/* The run under way. There is one. */
extern struct run run;

/* The part of what arch/x86 needs of its boot environment that is the same everywhere: the image, and the ways out
 * of a crash. The others are added by the caller. */
struct x86_boot run_boot(void);

/* Boot commands that came on a line, of which the words of loaders and firmware are left out (pc/loader_words.h) unless the user has
 * `typed` it. False if none is left; run.note says what was left out. */
MUST_CHECK bool run_take_line(struct text *line, bool typed, struct boot_commands *boot_commands);

/* Sets the speed of the console's serial port (shell.set_speed; `context` is not used). Returns why not, or NULL. */
const char *run_set_speed(void *context, uint32_t baud);

/* Makes the 16550 at an I/O port the console (shell.set_port; `context` is not used). Returns why not, or NULL. */
const char *run_set_port(void *context, uint16_t port);

/* Takes the settings that the boot commands begin with (core/command/settings.h): to be called before any output. */
void run_settings(void);

/* Says the first record. `platform` is "x86_64 UEFI". */
void run_greet(const char *platform);

/* Resets the machine, or switches it off, if a command asked for it: the last thing of a run that came to `verdict`. Comes
 * back with that if none did, or, after a line that says so, with VERDICT_ERROR if nothing came of it. */
MUST_CHECK enum verdict run_power(enum verdict verdict);

/* Opens the machine, runs the boot commands, and puts everything back. */
void run_machine(const struct x86_boot *boot);

#endif
