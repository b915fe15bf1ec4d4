/* SPDX-License-Identifier: BSD-2-Clause */
/* Who starts, freezes, clears and steers counters: one description, made from the processor's tables. The inventory, sessions and
 * checks ask it and nothing else; which registers there are, and what each of their bits is for, the tables say.
 *
 * A counter counts while every register on its way lets it: its select, the control of its box, the control of its socket. The
 * outermost of them is the switch, which starts and freezes a measurement; those below are opened beforehand. */
#ifndef CORE_CONTROL_H
#define CORE_CONTROL_H

#include "boxes/box.h"

struct cpu;
struct machine;

/* What the switch of a box is. */
enum control_scope {
	CONTROL_BY_SOCKET, /* a register of the whole socket */
	CONTROL_BY_BOX,    /* each box itself: a control of its own, or the enables in its selects */
	CONTROL_BY_CPU,    /* each CPU its own */
	CONTROL_BY_NOBODY  /* counters cannot be stopped here: they are posted */
};

/* A register that lets counters go and stops them. */
struct control {
	struct box box;                 /* whose it is */
	const struct register_row *row; /* NULL: there is none, and the rest is 0 */
	/* What is written to let counters go, and to stop them; the same where it has nothing but an enable for each counter.
	 * Where bits are set to stop them it freezes: those who ignore that go on. */
	uint64_t run, stop;
	uint64_t shown; /* bits that read as in `run` or as in `stop`, whoever wrote it last; 0: it cannot be seen */
	uint64_t ones;  /* bits that are 1 in all that is written: in run and stop, too */
	uint64_t
		release; /* a command in `run` that must be given at last: no value that was read says that it is due */
	const struct global_control *global; /* what else it can do; NULL: it is not a socket's */
};

/* A register that shows which counters, or which boxes, overflowed. */
struct status {
	struct box box;
	const struct register_row *row;   /* NULL: there is none */
	const struct register_row *clear; /* where a written 1 clears a bit: may be the same register */
};

enum control_scope control_scope(const struct machine *machine, const struct box_type *type);

/* What controls all boxes of a socket; none if each controls itself. */
struct control control_of_socket(const struct machine *machine, uint16_t socket);
struct status control_socket_status(const struct machine *machine, uint16_t socket);

/* A box's own. */
struct control control_of_box(const struct box *box);
struct status control_box_status(const struct box *box);

/* What starts and stops the box: the outermost there is. None: the enables in its selects. */
struct control control_switch(const struct machine *machine, const struct box *box);

/* True if the box holds what controls its socket. */
bool is_control_box(const struct machine *machine, const struct box *box);

/* True if the enable in its select is all that starts and stops a counter, as far as is known. */
bool control_stands_alone(const struct machine *machine, const struct box *box, bool fixed);

/* True if the control stops counters by a bit that is set. */
static inline bool control_freezes(const struct control *control)
{
	return control->stop & ~control->run;
}

/* True if it has nothing that stops all its counters at once: each has an enable. */
static inline bool control_is_enables(const struct control *control)
{
	return control->row && control->run == control->stop;
}

/* The bit of general or fixed counter `number` in a register that has one for each, by the kinds of its fields; 0 if it has
 * none. `row` may be NULL. */
uint64_t control_enable_bit(const struct register_row *row, bool fixed, unsigned number);
uint64_t control_overflow_bit(const struct register_row *row, bool fixed, unsigned number);

/* What must be written for counter `number` of a box to stand while the inventory writes it, and what must be 1 in what is put back
 * then; row NULL if it stands by itself. */
struct control_still {
	const struct register_row *row;
	struct location where;
	uint64_t value, ones;
};
struct control_still control_still(const struct box *box, unsigned number);

/* Bits of the status of `box`, if it is the one with the control of its socket, that only follow the boxes below; else 0. */
uint64_t control_mirrored(const struct machine *machine, const struct box *box);

/* What a register of a box held when the caller looked. */
typedef uint64_t control_held(const void *context, const struct box *box, const struct register_row *row,
			      unsigned index);

/* True if register `index` of a row is a counter that, by what registers held, was counting. */
bool control_let_count(const struct machine *machine, const struct box *box, const struct register_row *row,
		       unsigned index, control_held *held, const void *context);

/* ---- PMIs of a socket -------------------------------------------------------------------------------- */

/* What controls all sockets of the machine; NULL if boxes control themselves. */
const struct global_control *control_global(const struct machine *machine);

/* The number that the control knows a processor's core by, as far as that was measured; by its place
 * among the cores if the other leaves one without a bit. */
unsigned control_core_number(const struct machine *machine, const struct cpu *cpu);

/* The bits of the control that send the PMI to a processor's core. False if it cannot be sent there. */
MUST_CHECK bool control_core_select(const struct machine *machine, const struct cpu *cpu, uint64_t *bits);

/* The bits of the status that note a PMI, and those that clear the note. */
uint64_t control_pmi_noted(const struct machine *machine);
uint64_t control_pmi_clear(const struct machine *machine);

/* The register of CPU `cpu` (index) that is the gate of PMIs. */
struct location control_pmi_gate(const struct machine *machine, uint32_t cpu);

#endif
