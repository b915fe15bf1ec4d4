/* SPDX-License-Identifier: BSD-2-Clause */
/* What a run leaves on the medium that it was started from: console, records and journal, written as they
 * come about. Files that cannot be written cost a note, never the run: a medium may be full, write
 * protected, damaged or gone. Only a medium that has a directory \uncork is written to. */
#ifndef EFI_STICK_H
#define EFI_STICK_H

#include "core/arena.h"
#include "core/record/post_mortem.h"
#include "efi/console.h"

enum { STICK_LOG, STICK_RESULTS, STICK_JOURNAL, STICK_FILES };

struct stick;

/* A file that grows line by line. */
struct stick_file {
	struct stick *stick;
	EFI_FILE *file;    /* NULL: it is not written, or not any more */
	char *waiting;     /* what is not on the medium yet */
	uint32_t waits;    /* bytes */
	uint32_t written;  /* bytes */
	const char *wrong; /* why the file is not complete; NULL: it is */
	bool told;
};

struct stick {
	const struct console *console; /* it knows when no service of the firmware may be called */
	EFI_FILE *directory;           /* \uncork; NULL: there is none */
	bool gone;                     /* nothing can be written to it any more */
	struct stick_file files[STICK_FILES];
	bool logs; /* the write-ahead log goes to it */
	bool has_post_mortem;
	struct post_mortem post_mortem;
};

/* Moves what the last run left to \uncork\previous, and opens the files and the journal (core/hardware/write_ahead.h).
 * `machine` is what the journal names registers by; it may still be empty. */
void stick_open(struct stick *stick, const struct console *console, const struct machine *machine, struct arena *arena);

/* Appends to a file; whole lines are on the medium when it returns, unless the firmware is held: then with
 * the first line after that. `context` is a struct stick_file. */
void stick_write(void *context, const char *bytes, size_t length);

/* Says how the last run ended, if it did not come to its end. */
void stick_report_post_mortem(const struct stick *stick, struct output *output);

/* Says, once for each file, what could not be written. */
void stick_complain(struct stick *stick, struct output *output);

/* Ends the journal with the verdict and closes all files. */
void stick_close(struct stick *stick, const char *verdict);

#endif
