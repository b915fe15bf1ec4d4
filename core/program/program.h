/* SPDX-License-Identifier: BSD-2-Clause */
/* Register programs: what is done to hardware, as an array that can be printed, counted, recorded
 * and executed, in the PMI handler too. */
#ifndef CORE_PROGRAM_H
#define CORE_PROGRAM_H

#include "core/hardware/hw.h"

enum operation_kind {
	OPERATION_READ,       /* slots[slot] = register */
	OPERATION_WRITE,      /* register = value */
	OPERATION_WRITE_SLOT, /* register = value | (slots[slot] & mask) */
	OPERATION_CHECK,      /* register & mask must equal value, else the outcome is dropped */
	OPERATION_TICKS       /* slots[slot] = time-stamp counter, after an access to the register */
};

#define NO_GUARD UINT16_MAX

struct operation {
	struct location where;
	uint64_t value;
	uint64_t mask;
	uint64_t guard_mask;
	uint16_t slot;
	uint16_t guard; /* run only if slots[guard] & guard_mask is not 0; NO_GUARD: always */
	uint8_t kind;   /* enum operation_kind */
	/* OPERATION_CHECK: ask again until it is so, for PROGRAM_PATIENCE_NS at most; then the outcome is
	 * timeout. */
	bool patient;
	/* The program goes on when what was stopped or cleared up to here has settled, though a guard keeps the operation from being
	 * run: OPERATION_CHECK asks again until then, all others wait. */
	bool settles;
};

#define PROGRAM_PATIENCE_NS UINT64_C(2000000000)

struct program {
	const char *name; /* "arm", "start", "freeze", "read", "ack", "resume", "disarm" */
	struct operation *operations;
	uint16_t count;
	uint16_t capacity; /* how many fit */
	bool settles;      /* it stops what takes a while to stand: the next program waits (core/hardware/settle.h) */
	bool overflowed;   /* one more was added than fits: the program must not be run */
};

/* What came of running a program. */
struct program_result {
	enum outcome outcome; /* OUTCOME_OK, or that of the operation that stopped it */
	uint16_t stopped_at;  /* index of that operation */
	uint64_t got;         /* OPERATION_CHECK: what was read */
	uint32_t accesses;    /* register accesses made */
	uint64_t ended_ns;    /* when the last was made, if the program settles; else 0 */
};

/* True for the kinds that write. */
static inline bool operation_writes(const struct operation *operation)
{
	return operation->kind == OPERATION_WRITE || operation->kind == OPERATION_WRITE_SLOT;
}

/* An empty program over `capacity` operations. Without operations (NULL), what is added is only counted. */
struct program program_over(const char *name, struct operation *operations, uint16_t capacity);

/* How many register accesses the whole program makes, if no guard keeps it from any. */
uint32_t program_accesses(const struct program *program);

/* Appending. Each returns the operation so that a guard can be added, or a scratch operation if the
 * program is full (then `overflowed` is set). */
struct operation *program_read(struct program *program, struct location where, uint16_t slot);
struct operation *program_write(struct program *program, struct location where, uint64_t value);
struct operation *program_write_slot(struct program *program, struct location where, uint64_t value, uint16_t slot,
				     uint64_t mask);
struct operation *program_check(struct program *program, struct location where, uint64_t value, uint64_t mask);
/* Has the last operation settle. Nothing where there is none. */
void program_settle(struct program *program);
struct operation *program_ticks(struct program *program, struct location behind, uint16_t slot);

/* Runs the operations in order and stops at the first whose outcome is not OUTCOME_OK, or with `go_on` (for
 * restoring) goes on and reports the first failure. `slots` must have room for every slot that the program names.
 * Operations of one socket (or one processor's own) that follow each other are done there in one go. In a PMI handler,
 * too, where registers of other processors are OUTCOME_ABSENT. Unless it goes on, it makes no access if the user denies one of them:
 * OUTCOME_DENIED. */
MUST_CHECK struct program_result program_execute(const struct program *program, struct hw *hw, uint64_t *slots,
						 bool go_on);

/* True if the user denies an access of the program (core/hardware/deny.h); *result then says which. */
MUST_CHECK bool program_denied(const struct program *program, struct hw *hw, struct program_result *result);

MUST_CHECK static inline struct program_result program_run(const struct program *program, struct hw *hw,
							   uint64_t *slots)
{
	return program_execute(program, hw, slots, false);
}

MUST_CHECK static inline struct program_result program_run_all(const struct program *program, struct hw *hw,
							       uint64_t *slots)
{
	return program_execute(program, hw, slots, true);
}

#endif
