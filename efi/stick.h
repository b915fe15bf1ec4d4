/* SPDX-License-Identifier: BSD-2-Clause */
/* Files of a run on the medium that it was started from: console, records and journal, written as they
 * come about. Files that cannot be written cost a note, never the run: a medium may be full, write
 * protected, damaged or gone. Only a medium that has a directory \uncork is written to. */
#ifndef EFI_STICK_H
#define EFI_STICK_H

#include "core/arena.h"
#include "core/record/post_mortem.h"
#include "efi/console.h"
#include "efi/pace.h"

enum { STICK_LOG, STICK_RESULTS, STICK_JOURNAL, STICK_FILES };

struct stick;

/* A file that grows line by line. */
struct stick_file {
	struct stick *stick;
	EFI_FILE *file;   /* NULL: it is not written, or not any more */
	char *waiting;    /* text that is not on the medium yet */
	uint32_t waits;   /* bytes */
	uint32_t written; /* bytes */
	struct pace pace;
	uint32_t failed;   /* checks, as of the last flush */
	uint8_t verdict;   /* likewise */
	const char *wrong; /* why the file is not complete; NULL: it is */
	bool stale;        /* what has its name is of an earlier run */
	bool told;
};

struct stick {
	const struct machine *machine; /* its clock gives the time, once it is open */
	const struct output *output;   /* shows if something has failed */
	const struct console *console; /* shows when no service of the firmware may be called */
	EFI_FILE *directory;           /* \uncork; NULL: there is none */
	bool gone;                     /* nothing can be written to it any more */
	bool unmoved;    /* something of earlier runs stands where it stood, and is written over if that can be */
	bool old_result; /* result.txt does */
	struct stick_file files[STICK_FILES];
	bool logs; /* the write-ahead log goes to it */
	bool has_post_mortem;
	struct post_mortem post_mortem;
};

/* Parts of a run that the medium needs; to be set up before everything else. */
struct stick_run {
	const struct console *console;
	const struct machine *machine; /* gives the journal names of registers; may still be empty */
	const struct output *output;
};

/* Moves what the last run left to \uncork\previous, and what is there to previous\1, up to 9; denies what runs before have stopped at
 * (core/record/post_mortem.h); and opens the files and the journal (core/hardware/write_ahead.h).
 */
void stick_open(struct stick *stick, const struct stick_run *run, struct arena *arena);

/* Appends to a file. Whole lines are on the medium when it returns if something has failed; else with a line that comes when
 * the file's pace allows it, or stick_settle. What is said while the firmware is held waits for the first line after that.
 * `context` is a struct stick_file. */
void stick_write(void *context, const char *bytes, size_t length);

/* Puts whole lines that wait on the medium, as far as the pace of the files allows it: for when nothing is said for long. */
void stick_settle(struct stick *stick);

/* Says how the last run ended, if it did not come to its end. */
void stick_report_post_mortem(const struct stick *stick, struct output *output);

/* Says, before the run, which files will not be left, and which look like this run's and are not. `keeps_result`: result.txt is this
 * run's. */
void stick_announce(struct stick *stick, struct output *output, bool keeps_result);

/* Writes what the machine is, as `info -a` says it, to a file of its own: "ticket-SERIAL.json" with the board's serial number, or its UUID, or
 * "ticket.json" where it has neither. Boards that share a medium each leave one. */
void stick_keep_ticket(struct stick *stick, struct output *output);

/* Says, once for each file, what could not be written, and what flushing has cost. */
void stick_complain(struct stick *stick, struct output *output);

/* Ends the journal with the verdict and closes all files. */
void stick_close(struct stick *stick, const char *verdict);

#endif
