/* SPDX-License-Identifier: BSD-2-Clause */
/* Faults: what is wrong with a piece of silicon whose model is sound. They lie around the model: some on the bus, between
 * software and registers; some on the signals that leave the model; the others are parameters of the model that hold
 * something else than the documents say. What each kind does is in silicon/scenario.h. */
#ifndef SILICON_FAULTS_FAULTS_H
#define SILICON_FAULTS_FAULTS_H

#include "silicon/models/model.h"

/* What is wrong with a register, as it is seen from the bus. */
struct fault_register {
	bool named;     /* by a fault */
	bool gp;        /* accesses fault */
	bool dropped;   /* writes vanish */
	bool preset;    /* it holds `initial` at the start */
	uint16_t alias; /* the register that answers in its place; the one behind it if nothing is wrong */
	uint64_t stuck1, stuck0, initial;
};

/* What is wrong with a box: on the bus, and on the way of its interrupt requests. */
struct fault_box {
	bool faulty; /* anything is, a parameter of the model perhaps */
	bool gp, hidden;
	/* Accesses made to it, and after how many it is gone, or answers no more; 0: never. */
	uint64_t accesses, vanishes, hangs;
	uint64_t rewrites; /* after how many another program chooses another event in `rewritten`; 0: never */
	uint16_t rewritten;
	bool pmi_lost, pmi_misrouted;
	bool keeps_entry; /* of a core: its local APIC stays masked by a PMI */
	uint64_t pmi_core, spurious_ns, doubled_ns, stuck_ns;
};

/* PMIs of a box that come by a fault alone. */
struct fault_timer {
	uint64_t again, spurious;   /* when; MODEL_NEVER */
	struct silicon_cores cores; /* whom `again` interrupts */
};

struct faults {
	struct model *model;
	struct model_signals next;
	struct fault_register *reg;
	struct fault_box *box;
	struct fault_timer *timer; /* of all sockets, box by box */
	bool any, timed;
	unsigned wired_first, wired_end; /* between them all registers with stuck bits; alike: none */
	char list[160];                  /* as given, a blank before each */
};

/* Prepares for faults of a machine that has been made, with arrays out of `room`. */
void faults_make(struct faults *faults, struct model *model, struct model_memory *room);

/* Takes a fault, BOX[.REGISTER].KIND[=ARG], of a machine of which it is settled what is there. False with a reason. */
MUST_CHECK bool faults_add(struct faults *faults, struct slice fault, struct text *error);

/* Whether all that has faults is there. False with a reason in `error`. */
MUST_CHECK bool faults_check(const struct faults *faults, struct text *error);

/* The model has been started: gives registers what faults have them hold. From here on its signals go through here. */
void faults_start(struct faults *faults);

/* Whether there is a fault in a box. */
bool faults_in(const struct faults *faults, unsigned box);

/* ---- the bus -------------------------------------------------------------------------------------- */

/* Reads the register, or the piece of configuration space, that a target names, with `bytes` of it. */
enum silicon_answer faults_read(struct faults *faults, const struct model_target *target, unsigned bytes,
				uint64_t *value);

/* Writes `raw`, but the bits in `kept`, to the register of a target. */
enum silicon_answer faults_write(struct faults *faults, const struct model_target *target, uint64_t raw, uint64_t kept);

/* ---- time ----------------------------------------------------------------------------------------- */

/* When a fault next does something by itself; MODEL_NEVER. */
uint64_t faults_due(const struct faults *faults);

/* Does what is due at `t`. */
void faults_process(struct faults *faults, uint64_t t);

/* After the model has worked: bits that are stuck are so whatever the hardware did. */
void faults_hold(struct faults *faults);

/* ---- the list of faults: silicon/silicon.h ------------------------------------------------------------- */

/* The fault at *cursor, or the next one behind, and the place behind that; false: there are no more. */
MUST_CHECK bool faults_next(struct faults *faults, struct silicon_fault_cursor *cursor, struct silicon_fault *fault);

#endif
