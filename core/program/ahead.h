/* SPDX-License-Identifier: BSD-2-Clause */
/* The journal that outlives the run: before a register is read or written for the first time, a line on the
 * medium says so, and what came of it is added once it is known. A run that hangs or resets the machine has
 * thus left behind what it was doing; core/record/last_run.h reads that.
 *
 * Files can only be written by the bootstrap processor, and not while a window is open. What a measurement
 * does in its window for the first time is therefore tried out before (session_rehearse), or at least
 * listed.
 *
 * A journal, line by line:
 *
 *     uncork 0.1 journal
 *     command stat -t 100            what is being done
 *     check xeon-7500.wbox.ctl0.bits
 *     step PCI configuration space
 *     write wbox.ctl0 (msr 0xc90) = 0x1 on cpu 3
 *     came ok                        the access has returned
 *     later read ubox.status (msr 0xc02) on cpu 0
 *     window                         a measurement has begun in which nothing can be written down
 *     end pass                       */
#ifndef CORE_AHEAD_H
#define CORE_AHEAD_H

#include "core/arena.h"
#include "core/hardware/hw.h"

struct machine;
struct program;
struct text;

struct ahead_sink {
	/* False while nothing can be written: a window is open, or a crash is being reported. Called in
	 * interrupt context too. */
	bool (*ready)(void *context);
	/* Writes whole lines; they are on the medium when it returns, or never will be. */
	void (*write)(void *context, const char *bytes, size_t length);
	/* Each line is for somebody who reads along, and must do without those before it: accesses say in which
	 * check, command or step they are made. There is no head, and what came of an access is said only
	 * where one follows that is not written down. */
	bool alone;
	void *context;
};

/* From here on there is a journal. It names registers by the machine's tables, once there are some. False,
 * and no journal is kept, if the arena has no room for the list of registers known to answer. */
MUST_CHECK bool ahead_open(const struct ahead_sink *sink, const struct machine *machine, struct arena *arena);

/* There is none any more. */
void ahead_close(void);

/* True if there is a journal and something can be written to it now. */
bool ahead_ready(void);

/* What is being done: a line of `kind` ("command", "check", "step", "end") and a text. */
void ahead_say(const char *kind, const char *text);

/* Appends ", in check ID", else ", in command: LINE", else ", in step: STEP": what is being done, kept without a
 * journal, too. */
void ahead_where(struct text *text);

/* True if this register has not been read yet (`write`: written), as far as the journal knows. */
bool ahead_is_new(const struct location *where, bool write);

/* To be called before every access outside a window, by the processor that the firmware runs on. True if
 * the access was written down: ahead_done is then to be called with what came of it. */
MUST_CHECK bool ahead_access(struct hw *hw, const struct location *where, bool write, uint64_t value);
void ahead_done(enum outcome outcome);

/* Lists what a program will do for the first time. */
void ahead_list(struct hw *hw, const struct program *program);

/* A window is about to be opened. */
void ahead_window(void);

#endif
