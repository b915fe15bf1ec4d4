/* SPDX-License-Identifier: BSD-2-Clause */
/* The registers that start, freeze, clear and steer counters: one description, made from the processor's tables, which have the
 * registers and the purpose of each bit. The inventory, sessions and checks use only this description.
 *
 * A counter counts while every register on its way lets it: its select, the control of its box, the control of its socket. The
 * outermost of them is the switch, which starts and freezes a measurement; those below are opened beforehand. */
#ifndef CORE_CONTROL_H
#define CORE_CONTROL_H

#include "boxes/box.h"

struct cpu;
struct machine;

/* The kind of switch of a box. */
enum control_scope {
	CONTROL_BY_SOCKET, /* a register of the whole socket */
	CONTROL_BY_BOX,    /* each box has its own control, or enables in its selects */
	CONTROL_BY_CPU,    /* each CPU has its own control */
	CONTROL_BY_NOBODY  /* counters cannot be stopped here: they are posted */
};

/* A register that starts and stops counters. */
struct control {
	struct box box;                 /* box that has it */
	const struct register_row *row; /* NULL: there is none, and the rest is 0 */
	/* Values to write to start counters, and to stop them; equal if the register has only an enable for each counter.
	 * If bits are set to stop them it freezes: counters that ignore the freeze continue. */
	uint64_t run, stop;
	uint64_t
		shown; /* bits that read as in `run` or as in `stop`, also after hardware changed them; 0: the state is not visible */
	uint64_t ones; /* bits that are 1 in every value written, run and stop included */
	uint64_t
		release; /* command bits in `run` that must always be written at the end: no register shows whether they are needed */
	const struct global_control *global; /* its other functions; NULL: it is not a socket's control */
};

/* A register that shows which counters, or which boxes, overflowed. */
struct status {
	struct box box;
	const struct register_row *row;   /* NULL: there is none */
	const struct register_row *clear; /* where a written 1 clears a bit: may be the same register */
};

enum control_scope control_scope(const struct machine *machine, const struct box_type *type);

/* The control of all boxes of a socket; row NULL if each box controls itself. */
struct control control_of_socket(const struct machine *machine, uint16_t socket);
struct status control_socket_status(const struct machine *machine, uint16_t socket);

/* The box's own control and status. */
struct control control_of_box(const struct box *box);
struct status control_box_status(const struct box *box);

/* The switch of the box: its outermost control. Row NULL: the enables in its selects. */
struct control control_switch(const struct machine *machine, const struct box *box);

/* True if the box has the control of its socket. */
bool is_control_box(const struct machine *machine, const struct box *box);

/* True if, as far as is known, a counter is started and stopped only by the enable in its select. */
bool control_stands_alone(const struct machine *machine, const struct box *box, bool fixed);

/* True if the control stops counters by a bit that is set. */
static inline bool control_freezes(const struct control *control)
{
	return control->stop & ~control->run;
}

/* True if the control cannot stop all its counters at once: each counter has its own enable. */
static inline bool control_is_enables(const struct control *control)
{
	return control->row && control->run == control->stop;
}

/* The bit of general or fixed counter `number` in a register with a bit for each counter, found by the kinds of its fields; 0 if
 * there is none. `row` may be NULL. */
uint64_t control_enable_bit(const struct register_row *row, bool fixed, unsigned number);
uint64_t control_overflow_bit(const struct register_row *row, bool fixed, unsigned number);

/* The value to write to stop counter `number` of a box while the inventory writes the counter, and bits that must be 1 in the value
 * restored afterwards; row NULL if the counter is stopped anyway. */
struct control_still {
	const struct register_row *row;
	struct location where;
	uint64_t value, ones;
};
struct control_still control_still(const struct box *box, unsigned number);

/* If `box` has the control of its socket: the bits of its status that only mirror the boxes below; else 0. */
uint64_t control_mirrored(const struct machine *machine, const struct box *box);

/* Returns the value of a box's register when the caller read it. */
typedef uint64_t control_held(const void *context, const struct box *box, const struct register_row *row,
			      unsigned index);

/* True if register `index` of a row is a counter that was counting, by the values that `held` returns. */
bool control_let_count(const struct machine *machine, const struct box *box, const struct register_row *row,
		       unsigned index, control_held *held, const void *context);

/* ---- PMIs of a socket -------------------------------------------------------------------------------- */

/* The description of the sockets' global controls; NULL if boxes control themselves. */
const struct global_control *control_global(const struct machine *machine);

/* The number of a processor's core in the core select, of the measured kind (machine.core_numbers). If that is unknown: the number
 * in its APIC id, or its index among the socket's cores if APIC numbers would leave a core without a bit. */
unsigned control_core_number(const struct machine *machine, const struct cpu *cpu);

/* The bits of the control that send the PMI to a processor's core. False if it cannot be sent there. */
MUST_CHECK bool control_core_select(const struct machine *machine, const struct cpu *cpu, uint64_t *bits);

/* The bits of the status that note a PMI, and those that clear the note. */
uint64_t control_pmi_noted(const struct machine *machine);
uint64_t control_pmi_clear(const struct machine *machine);

/* The PMI gate register of CPU `cpu` (index). */
struct location control_pmi_gate(const struct machine *machine, uint32_t cpu);

#endif
