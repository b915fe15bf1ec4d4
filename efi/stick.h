/* SPDX-License-Identifier: BSD-2-Clause */
/* Files of a run on the medium that uncork was started from: console, records and journal, written during the run.
 * Files that cannot be written lead to a note, but never end the run: a medium may be full, write protected, damaged
 * or gone. Only a medium with a directory \uncork is written to. */
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
	EFI_FILE *file;   /* NULL: it is not written, or no longer */
	char *waiting;    /* text that is not yet on the medium */
	uint32_t waits;   /* bytes */
	uint32_t written; /* bytes */
	struct pace pace;
	uint32_t failed;   /* failed checks at the last flush */
	uint8_t verdict;   /* verdict at the last flush */
	const char *wrong; /* reason why the file is not complete; NULL: it is */
	bool stale;        /* the file of its name belongs to an earlier run */
	bool told;
};

struct stick {
	const struct machine *machine; /* its clock gives the time, once it is open */
	const struct output *output;   /* shows whether anything has failed */
	const struct console *console; /* shows whether firmware services may be called */
	EFI_FILE *directory;           /* \uncork; NULL: there is none */
	bool gone;                     /* the medium can no longer be written */
	bool unmoved;    /* files of an earlier run are still in place; they are overwritten if possible */
	bool old_result; /* result.txt is still in place */
	struct stick_file files[STICK_FILES];
	bool logs; /* it has the write-ahead log */
	bool has_post_mortem;
	struct post_mortem post_mortem;
};

/* Parts of a run that the medium needs. They are set up first. */
struct stick_run {
	const struct console *console;
	const struct machine *machine; /* has the registers' names for the journal; may still be empty */
	const struct output *output;
};

/* Moves the last run's files to \uncork\previous, and those in there to previous\1, up to 9. Denies registers at
 * which earlier runs stopped (core/record/post_mortem.h), and opens the files and the journal
 * (core/hardware/write_ahead.h). */
void stick_open(struct stick *stick, const struct stick_run *run, struct arena *arena);

/* Appends to a file. If anything has failed, whole lines are on the medium on return; otherwise they are written with
 * a later line when the file's pace allows it, or by stick_settle. Text written while the firmware is held waits for
 * the first line after that. `context` is a struct stick_file. */
void stick_write(void *context, const char *bytes, size_t length);

/* Writes waiting whole lines to the medium, as far as the files' pace allows it: for times without output. */
void stick_settle(struct stick *stick);

/* Reports how the last run ended, if it did not reach its end. */
void stick_report_post_mortem(const struct stick *stick, struct output *output);

/* Reports, before the run, which files will not be written, and which files of earlier runs could be taken for this
 * run's. `keeps_result`: result.txt is this run's. */
void stick_announce(struct stick *stick, struct output *output, bool keeps_result);

/* Writes the machine's description, as from `info -a`, to its own file: "ticket-SERIAL.json" with the board's serial
 * number or UUID, or "ticket.json" if it has neither. So boards that share a medium have separate files. */
void stick_keep_ticket(struct stick *stick, struct output *output);

/* Reports, once for each file, that it could not be written, and the cost of flushes. */
void stick_complain(struct stick *stick, struct output *output);

/* Ends the journal with the verdict and closes all files. */
void stick_close(struct stick *stick, const char *verdict);

#endif
