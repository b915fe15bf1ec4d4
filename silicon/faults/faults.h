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
	FAULT_DROPPED = 1 << 1,     /* of a register: writes have no effect */
	FAULT_HIDDEN = 1 << 2,      /* of a box: it reads all ones */
	FAULT_PMI_LOST = 1 << 3,    /* of a box: its PMIs reach no core */
	FAULT_KEEPS_ENTRY = 1 << 4, /* of a core: the PMI entry of its local APIC stays masked after a PMI */
};

/* Faults of a register, seen on the bus. */
struct fault_register {
	bool named;     /* a fault names it */
	bool preset;    /* its content at the start is `initial` */
	uint16_t alias; /* the register that answers instead; without a fault, model_register.original */
	uint64_t stuck1, initial;
	union {
		uint64_t parameter[2];
		struct {
			uint64_t flags; /* enum fault_flag */
			uint64_t stuck0;
		};
	};
};

/* Faults of a box: on the bus, and of its interrupt requests. */
struct fault_box {
	bool faulty; /* it has any fault, even one that is only a parameter of the model */
	uint16_t rewritten;
	uint64_t rewrites; /* number of accesses after which another program changes register `rewritten`; 0: never */
	uint64_t accesses; /* number of accesses made to it */
	union {
		uint64_t parameter[7];
		struct {
			uint64_t flags;           /* enum fault_flag */
			uint64_t vanishes, hangs; /* number of accesses after which it vanishes, or hangs; 0: never */
			uint64_t pmi_core; /* 1 + the core that gets its PMIs; 0: the cores that the model chooses */
			uint64_t spurious_ns, doubled_ns, stuck_ns;
		};
	};
};

/* PMIs of a box that a fault causes. */
struct fault_timer {
	uint64_t again, spurious;   /* times; MODEL_NEVER: none */
	struct silicon_cores cores; /* interrupted by `again` */
};

struct faults {
	struct model *model;
	struct model_signals next;
	struct fault_register *reg;
	struct fault_box *box;
	struct fault_timer *timer; /* for each box of each socket */
	bool any, timed;
	unsigned wired_first, wired_end; /* range of all registers with stuck bits, end excluded; equal: none */
	char list[160];                  /* the faults as given, a blank before each */
};

/* Prepares for faults of a machine after model_make, with arrays from `room`. */
void faults_make(struct faults *faults, struct model *model, struct model_memory *room);

/* Adds a fault, BOX[.REGISTER].KIND[=ARG], to a machine whose boxes and registers are final. False with a reason in `error`. */
MUST_CHECK bool faults_add(struct faults *faults, struct slice fault, struct text *error);

/* True if each box and register with a fault exists; else false with a reason in `error`. */
MUST_CHECK bool faults_check(const struct faults *faults, struct text *error);

/* Sets registers of the started model to the contents that faults give them, and receives its signals from then on. */
void faults_start(struct faults *faults);

/* Number of boxes with a fault that comes after a number of accesses and has not come yet. */
unsigned faults_waiting(const struct faults *faults);

/* True if the box has a fault. */
bool faults_in(const struct faults *faults, unsigned box);

/* ---- the bus -------------------------------------------------------------------------------------- */

/* Reads the register of a target, or `bytes` of configuration space. */
enum silicon_answer faults_read(struct faults *faults, const struct model_target *target, unsigned bytes,
				uint64_t *value);

/* Writes `raw`, except the bits in `kept`, to the register of a target. */
enum silicon_answer faults_write(struct faults *faults, const struct model_target *target, uint64_t raw, uint64_t kept);

/* ---- time ----------------------------------------------------------------------------------------- */

/* Returns the time of the next action of a fault; MODEL_NEVER. */
uint64_t faults_due(const struct faults *faults);

/* Executes the actions of faults that are due at `t`. */
void faults_process(struct faults *faults, uint64_t t);

/* Restores stuck bits that the hardware has changed. Call it after the model has worked. */
void faults_hold(struct faults *faults);

/* ---- the list of faults: silicon/silicon.h ------------------------------------------------------------- */

void faults_list(struct faults *faults, const struct silicon_fault_listener *listener);

#endif
