/* SPDX-License-Identifier: BSD-2-Clause */
/* Faults: defects around a sound model. Some are on the bus, between software and registers; some on the signals that leave the
 * model; the others are parameters of the model with values that differ from the documents. silicon/scenario.h describes each
 * kind. */
#ifndef SILICON_FAULTS_FAULTS_H
#define SILICON_FAULTS_FAULTS_H

#include "silicon/models/model.h"

/* Faults of a register or a box without an argument. */
enum fault_flag {
	FAULT_GP = 1 << 0,          /* accesses fault */
	FAULT_DROPPED = 1 << 1,     /* of a register: writes vanish */
	FAULT_HIDDEN = 1 << 2,      /* of a box: it reads all ones */
	FAULT_PMI_LOST = 1 << 3,    /* of a box */
	FAULT_KEEPS_ENTRY = 1 << 4, /* of a core: its local APIC stays masked by a PMI */
};

/* Faults of a register, as seen from the bus. */
struct fault_register {
	bool named;     /* by a fault */
	bool preset;    /* it holds `initial` at the start */
	uint16_t alias; /* the register that answers in its place; without a fault, model_register.behind */
	uint64_t stuck1, initial;
	union {
		uint64_t parameter[2];
		struct {
			uint64_t flags; /* enum fault_flag */
			uint64_t stuck0;
		};
	};
};

/* Faults of a box: on the bus, and on the way of its interrupt requests. */
struct fault_box {
	bool faulty; /* it has any fault, even one that is only a parameter of the model */
	uint16_t rewritten;
	uint64_t rewrites; /* accesses after which another program chooses another event in `rewritten`; 0: never */
	uint64_t accesses; /* number of accesses made to it */
	union {
		uint64_t parameter[7];
		struct {
			uint64_t flags;           /* enum fault_flag */
			uint64_t vanishes, hangs; /* accesses after which it is gone, or no longer answers; 0: never */
			uint64_t pmi_core; /* 1 + the core that gets its PMIs; 0: those that the model interrupts */
			uint64_t spurious_ns, doubled_ns, stuck_ns;
		};
	};
};

/* PMIs of a box that only a fault causes. */
struct fault_timer {
	uint64_t again, spurious;   /* their times; MODEL_NEVER */
	struct silicon_cores cores; /* interrupted by `again` */
};

struct faults {
	struct model *model;
	struct model_signals next;
	struct fault_register *reg;
	struct fault_box *box;
	struct fault_timer *timer; /* of all sockets, box by box */
	bool any, timed;
	unsigned wired_first, wired_end; /* range, end excluded, of all registers with stuck bits; equal: none */
	char list[160];                  /* the faults as given, a blank before each */
};

/* Prepares for faults of a machine that has been made, with arrays from `room`. */
void faults_make(struct faults *faults, struct model *model, struct model_memory *room);

/* Adds a fault, BOX[.REGISTER].KIND[=ARG], to a machine whose parts are settled. False with a reason. */
MUST_CHECK bool faults_add(struct faults *faults, struct slice fault, struct text *error);

/* True if everything with a fault exists; else false with a reason in `error`. */
MUST_CHECK bool faults_check(const struct faults *faults, struct text *error);

/* Sets registers of the started model to the contents that faults give them, and takes over its signals. */
void faults_start(struct faults *faults);

/* Counts the boxes with a fault that waits for a number of accesses and has not happened yet. */
unsigned faults_waiting(const struct faults *faults);

/* True if there is a fault in the box. */
bool faults_in(const struct faults *faults, unsigned box);

/* ---- the bus -------------------------------------------------------------------------------------- */

/* Reads the register, or `bytes` of the configuration space, that a target names. */
enum silicon_answer faults_read(struct faults *faults, const struct model_target *target, unsigned bytes,
				uint64_t *value);

/* Writes `raw`, except the bits in `kept`, to the register of a target. */
enum silicon_answer faults_write(struct faults *faults, const struct model_target *target, uint64_t raw, uint64_t kept);

/* ---- time ----------------------------------------------------------------------------------------- */

/* Returns the time at which a fault next acts by itself; MODEL_NEVER. */
uint64_t faults_due(const struct faults *faults);

/* Executes the actions of faults that are due at `t`. */
void faults_process(struct faults *faults, uint64_t t);

/* Restores stuck bits that the hardware changed; call it after the model has worked. */
void faults_hold(struct faults *faults);

/* ---- the list of faults: silicon/silicon.h ------------------------------------------------------------- */

void faults_list(struct faults *faults, const struct silicon_fault_listener *listener);

#endif
