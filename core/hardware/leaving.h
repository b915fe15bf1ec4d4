/* SPDX-License-Identifier: BSD-2-Clause */
/* The leaving audit: what registers held before the run first touched their box, and what they hold at its end. "Left as found" is
 * more than what was written: hardware sets overflow bits, freezes counters and masks interrupts because of what a run does.
 *
 * Whoever touches a register notes it before: a session what it saves, and the statuses, controls and selects of its boxes; `test`
 * every register but counters. The first note of a register holds for the whole run. */
#ifndef CORE_LEAVING_H
#define CORE_LEAVING_H

#include "core/hardware/machine.h"

struct leaving; /* the notes of a run */

/* Makes room for a note of each register of all boxes. False if the arena is full. Part of the inventory. */
MUST_CHECK bool leaving_prepare(struct machine *machine);

/* Notes that a register holds `value`, unless it is noted already, or cannot be compared later: counters in memory. */
void leaving_note(const struct machine *machine, const struct location *where, uint64_t value);

/* The same of a register of a box; counters are not noted. */
void leaving_note_register(const struct machine *machine, const struct box *box, const struct register_row *row,
			   unsigned index, uint64_t value);

/* Reads and notes the statuses, controls and selects of a box that are not noted yet. */
void leaving_note_box(const struct machine *machine, const struct box *box);

/* The user wants the register to stay as it is: it is not compared. */
void leaving_forget(const struct machine *machine, const struct location *where);

/* Reads, for leaving_next to go by, the noted registers that processor `cpu`, which executes this, reaches without another one: its own
 * and, if it acts for its socket, those of the socket. In a crash, where no processor may be asked; in interrupt context, too. */
void leaving_look_here(const struct machine *machine, uint32_t cpu, bool acts_for_socket);

/* False if nothing was noted, so that nothing can be compared. */
bool leaving_has_notes(const struct machine *machine);

/* A register that is not as it was found. */
struct left {
	const char *name; /* where no table has it; NULL: its place */
	struct location where;
	struct box box;                 /* whose it is; type NULL: no table has it */
	const struct register_row *row; /* with `box` */
	unsigned index;                 /* with `box` */
	uint64_t before, after;
	enum outcome outcome; /* of reading it at the end; unless it is OUTCOME_OK, `after` says nothing */
};

/* Where a walk over the notes is. All zeros: at the beginning. */
struct leaving_walk {
	uint32_t note;
	struct box silent; /* the latest box that did not answer: no other register of it is named; type NULL: none */
};

/* Reads noted registers on from *walk up to the next that is not as it was found. False if there is none. An overflow bit that was
 * found set and has been cleared is no difference, nor is what a counter holds, or a bit that only follows another box's status. */
MUST_CHECK bool leaving_next(const struct machine *machine, struct leaving_walk *walk, struct left *left);

/* Clears the bits of a status that hardware has set since, those that no document names too, and looks again. True if it is as it was
 * found. Not in a crash. */
MUST_CHECK bool leaving_clear(const struct machine *machine, struct left *left);

#endif
