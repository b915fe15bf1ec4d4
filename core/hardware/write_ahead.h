/* SPDX-License-Identifier: BSD-2-Clause */
/* The write-ahead log: before a register is read or written for the first time, a line is written to the medium, and the
 * outcome is added once it is known. So the log of a run that hangs or resets the machine shows its last action;
 * core/record/post_mortem.h reads the log.
 *
 * Files can only be written by the bootstrap processor, and not while a window is open. First accesses in the window of a
 * measurement are therefore rehearsed before it (session_rehearse), or at least listed.
 *
 * A log, line by line:
 *
 *     uncork 0.1 journal
 *     command stat -t 100            what is being done
 *     check xeon-7500.wbox.ctl0.bits
 *     step PCI configuration space
 *     write wbox.ctl0 (msr 0xc90) = 0x1 on cpu 3
 *     came ok                        the access has returned
 *     later read ubox.status (msr 0xc02) on cpu 0
 *     window                         a measurement has begun in which nothing can be written down
 *     paced 250 ms                   checks and windows reach the medium up to 250 ms later, accesses at once
 *     full first accesses are written down no longer, or not all of them
 *     denied msr 0xc90               an earlier run stopped there
 *     prompt                         the commands are done, and the prompt waits for the user
 *     end pass */
#ifndef CORE_WRITE_AHEAD_H
#define CORE_WRITE_AHEAD_H

#include "core/hardware/bus.h"
#include "core/hardware/machine.h"

/* The destination of the lines. */
struct write_ahead_sink {
	/* Writes whole lines. They are on the medium when it returns, or never will be; only lines that begin with "check" or
	 * "window" may wait for later ones. Called outside windows, by the bootstrap processor. */
	void (*write)(void *context, const char *bytes, size_t length);
	/* Each line is for a live reader, and must be clear without earlier lines: accesses name their check, command or
	 * step. There is no head, and the outcome of an access is written only if the next access is not written. Nothing is
	 * written while another processor watches for hung accesses. */
	bool alone;
	void *context;
};

/* Sets the accesses that a log on a medium gets, also for logs opened later. If not all, a line "full" says so. */
enum write_ahead_kept { WRITE_AHEAD_ALL, WRITE_AHEAD_WRITES, WRITE_AHEAD_OFF };
void write_ahead_keep(enum write_ahead_kept kept);

/* The state that write_ahead_ready reads. Only write_ahead.c may change it. */
struct write_ahead_state {
	const struct machine *machine;
	bool open, held, alone;
	bool planned; /* accesses are only planned (core/hardware/plan.h) */
};
extern struct write_ahead_state write_ahead_state;

/* Opens a log, which names registers by the machine's tables, once there are some. False, without a log, if the arena has no room
 * for the list of registers known to answer. */
MUST_CHECK bool write_ahead_open(const struct write_ahead_sink *sink, const struct machine *machine,
				 struct arena *arena);

/* Enlarges the list of registers known to answer for all registers of the machine's boxes, if the arena has room. When the list is
 * full, first accesses are no longer written down, and a line "full" says so. */
void write_ahead_scale(const struct machine *machine, struct arena *arena);

/* Closes the log: at the end, when its medium is gone, and in a crash. Any processor may call it. */
void write_ahead_close(void);

/* True if there is a log and something can be written to it now. Calls nothing, for the PMI handler's sake. */
static inline bool write_ahead_ready(void)
{
	const struct write_ahead_state *state = &write_ahead_state;

	return state->open && !state->held && !state->planned && !(state->alone && state->machine->watched);
}

/* Writes a line that a window is about to be opened, then nothing until write_ahead_release. */
void write_ahead_hold(void);
void write_ahead_release(void);

/* Writes the current action: a line of `kind` ("command", "check", "step", "end") and a text. */
void write_ahead_say(const char *kind, const char *text);

/* Writes the line "prompt", only to a medium: the commands are done, and the prompt waits for the user. */
void write_ahead_ask(void);

/* Appends the current action: ", in check ID", else ", in command: LINE", else ", in step: STEP". Works without a log, too. */
void write_ahead_where(struct text *text);

/* The id of the running check, or of the last one of this command; empty: none. */
const char *write_ahead_check(void);

/* Like bus_read() and bus_write() (core/hardware/bus.h), but a first access of its kind is written down before. Call them on the
 * bootstrap processor, outside handlers. */
struct accessed write_ahead_read(struct hw *hw, const struct location *where);
struct accessed write_ahead_write(struct hw *hw, const struct location *where, uint64_t value);

/* True if this register has not been read yet (`write`: written), as far as the log knows. */
bool write_ahead_is_new(const struct location *where, bool write);

/* Call it before an access made in another way. Returns true if the access was written down: then call write_ahead_done
 * with its outcome. */
MUST_CHECK bool write_ahead_access(struct hw *hw, const struct location *where, bool write, uint64_t value);
void write_ahead_done(enum outcome outcome);

/* Lists an access that will be made where nothing can be written, unless it is known to answer. */
void write_ahead_list(struct hw *hw, const struct location *where, bool write, uint64_t value);

#endif
