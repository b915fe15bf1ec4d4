/* SPDX-License-Identifier: BSD-2-Clause */
/* The leaving audit: compares registers at the end of the run with their values from before the run first touched their box. Not
 * only written registers count: hardware sets overflow bits, freezes counters and masks interrupts because of a run's actions.
 *
 * Code notes a register before it touches it: a session the registers that it saves, and the statuses, controls and selects of its
 * boxes; `test` every register except counters. The first note of a register holds for the whole run. */
#ifndef CORE_LEAVING_H
#define CORE_LEAVING_H

#include "core/hardware/machine.h"

struct leaving; /* the notes of a run */

/* Makes room for a note of each register of all boxes. False if the arena is full. Part of the inventory. */
MUST_CHECK bool leaving_prepare(struct machine *machine);

/* Notes that a register holds `value`, unless it is noted already, or cannot be compared later: counters in memory. */
void leaving_note(const struct machine *machine, const struct location *where, uint64_t value);

/* Like leaving_note(), for a register of a box; does not note counters. */
void leaving_note_register(const struct machine *machine, const struct box *box, const struct register_row *row,
			   unsigned index, uint64_t value);

/* Reads and notes the statuses, controls and selects of a box that are not noted yet. */
void leaving_note_box(const struct machine *machine, const struct box *box);

/* Excludes a register from the comparison: the user wants to keep its new value. */
void leaving_forget(const struct machine *machine, const struct location *where);

/* Reads the noted registers that the executing processor `cpu` reaches by itself, for later calls of leaving_next: its own and, if
 * it acts for its socket, the socket's. For crashes, when other processors cannot be used; also in interrupt context. */
void leaving_look_here(const struct machine *machine, uint32_t cpu, bool acts_for_socket);

/* True if any register was noted. */
bool leaving_has_notes(const struct machine *machine);

/* A register that is not as it was found. */
struct left {
	const char *name; /* its name if no table has it; NULL: use `where` */
	struct location where;
	struct box box;                 /* its box; type NULL: no table has it */
	const struct register_row *row; /* with `box` */
	unsigned index;                 /* with `box` */
	uint64_t before, after;
	enum outcome outcome; /* of the read at the end; `after` is valid only for OUTCOME_OK */
};

/* Position of a walk over the notes. All zeros: at the beginning. */
struct leaving_walk {
	uint32_t note;
	struct box silent; /* the last box that did not answer: its other registers are not reported; type NULL: none */
};

/* Finds the next noted register, from *walk on, that is not as it was found. False if there is none. No differences: an overflow
 * bit that was found set and has been cleared, the value of a counter, and a bit that only mirrors another box's status. */
MUST_CHECK bool leaving_next(const struct machine *machine, struct leaving_walk *walk, struct left *left);

/* Clears the bits of a status, or of a box's overflow flags, that hardware has set since it was found, undocumented bits
 * included, and reads it again. True if it is now as it was found. Do not call it in a crash. */
MUST_CHECK bool leaving_clear(const struct machine *machine, struct left *left);

#endif
