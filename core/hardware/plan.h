/* SPDX-License-Identifier: BSD-2-Clause */
/* A plan: a list of the accesses to hardware that code would make, without making them. It replaces struct hw below bus.c:
 * registers of the tables read the value written last, else their documented reset value, and time passes by itself. So the list is
 * made by the same code that would make the accesses.
 *
 * Only the machine knows which boxes it has, and where: the plan reads that from hardware first. It never writes. */
#ifndef CORE_PLAN_H
#define CORE_PLAN_H

#include "core/hardware/machine.h"

/* One access, or several alike. */
struct plan_access {
	struct plan_access *next;
	struct location where; /* of one access: without halves */
	const struct box *box; /* box of the register, with row and index; NULL: no table has it */
	const struct register_row *row;
	uint64_t value;      /* read or written; 0 unless the outcome is OUTCOME_OK */
	const char *why;     /* its purpose: a check's id, a program's name, ... */
	uint16_t box_number; /* 1 + index into machine.boxes; 0: none */
	uint8_t index;
	uint8_t outcome; /* enum outcome */
	bool write;
	bool inventory; /* part of the inventory */
	bool asked;     /* it was really made: a read that the plan needs */
};

/* Requests a plan: from the next inventory on nothing is accessed. Call it before the machine is opened. */
void plan_want(void);
bool plan_is_wanted(void);

/* Replaces the machine's hardware, if a plan is wanted and has not replaced it yet. False if the arena is full. Part of the
 * inventory, which makes its real reads between plan_ask(true) and plan_ask(false). */
MUST_CHECK bool plan_enter(struct machine *machine);
void plan_ask(bool asks);

/* Like plan_enter(), at any later time, with its own inventory. False if the arena is full. */
MUST_CHECK bool plan_begin(struct machine *machine);

/* Adds the registers of a box whose base is known; without a plan it does nothing. */
void plan_learn(const struct machine_box *place);

/* Ends the plan and restores struct machine; without a plan it does nothing. The run continues: an inventory that was only planned
 * is then made; false if the arena is full. */
MUST_CHECK bool plan_leave(void);

/* Like plan_leave(), at the end of a run. */
void plan_end(void);

/* `once`: from here on the list has each register and kind of access only once; else every access. */
void plan_list_once(bool once);

/* Sets the purpose of the accesses that follow; NULL: the running check, else the program. The text is copied. */
void plan_say_why(const char *why);
void plan_say_program(const char *name);

/* The list, in order. plan_forget empties it: a new list begins. */
const struct plan_access *plan_list(void);
void plan_forget(void);

/* Number of accesses that did not fit into the list; true if a table of the machine could not be read without a write. */
uint32_t plan_lost(void);
bool plan_is_blind(void);

#endif
