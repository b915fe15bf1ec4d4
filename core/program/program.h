/* SPDX-License-Identifier: BSD-2-Clause */
/* Register programs: accesses to hardware as an array of operations that can be printed, counted, recorded and executed, also in
 * the PMI handler. */
#ifndef CORE_PROGRAM_H
#define CORE_PROGRAM_H

#include "core/hardware/hw.h"

enum operation_kind {
	OPERATION_READ,       /* slots[slot] = register */
	OPERATION_WRITE,      /* register = value */
	OPERATION_WRITE_SLOT, /* register = value | (slots[slot] & mask) */
	OPERATION_CHECK,      /* register & mask must equal value, else the outcome is OUTCOME_DROPPED */
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
	/* OPERATION_CHECK: repeat the read until the value is right, for at most PROGRAM_PATIENCE_NS; then the outcome is
	 * OUTCOME_TIMEOUT. */
	bool patient;
	/* Wait here, even if a guard skips the operation, until everything stopped or cleared so far has settled; OPERATION_CHECK
	 * repeats its read until then. */
	bool settles;
};

#define PROGRAM_PATIENCE_NS UINT64_C(2000000000)

struct program {
	const char *name; /* "arm", "start", "freeze", "read", "ack", "resume", "disarm" */
	struct operation *operations;
	uint16_t count;
	uint16_t capacity; /* maximum number of operations */
	bool settles;      /* it stops counters, which takes time: the next program waits (core/hardware/settle.h) */
	bool overflowed;   /* operations were added beyond the capacity: the program must not be run */
};

/* The result of running a program. */
struct program_result {
	enum outcome outcome; /* OUTCOME_OK, or the outcome of the operation that stopped it */
	uint16_t stopped_at;  /* index of that operation */
	uint64_t got;         /* OPERATION_CHECK: what was read */
	uint32_t accesses;    /* register accesses made */
	uint64_t ended_ns;    /* time of the last access, if the program settles; else 0 */
};

/* True for the kinds that write. */
static inline bool operation_writes(const struct operation *operation)
{
	return operation->kind == OPERATION_WRITE || operation->kind == OPERATION_WRITE_SLOT;
}

/* An empty program over `capacity` operations. Without operations (NULL), what is added is only counted. */
struct program program_over(const char *name, struct operation *operations, uint16_t capacity);

/* Number of register accesses of the whole program, if no guard skips an operation. */
uint32_t program_accesses(const struct program *program);

/* Append an operation and return it, so that the caller can add a guard. If the program is full they set `overflowed` and return a
 * scratch operation. */
struct operation *program_read(struct program *program, struct location where, uint16_t slot);
struct operation *program_write(struct program *program, struct location where, uint64_t value);
struct operation *program_write_slot(struct program *program, struct location where, uint64_t value, uint16_t slot,
				     uint64_t mask);
struct operation *program_check(struct program *program, struct location where, uint64_t value, uint64_t mask);
/* Sets `settles` of the last operation, if there is one. */
void program_settle(struct program *program);
struct operation *program_ticks(struct program *program, struct location behind, uint16_t slot);

/* Runs the operations in order and stops at the first whose outcome is not OUTCOME_OK; with `go_on` (for restoring) it runs all,
 * and reports the first failure. `slots` must have room for every slot that the program names. Adjacent operations of one socket
 * (or of one processor) are sent there together. Callable in a PMI handler, where registers of other processors give
 * OUTCOME_ABSENT. Without `go_on` it makes no access at all if the user denies one of them: OUTCOME_DENIED. */
MUST_CHECK struct program_result program_execute(const struct program *program, struct hw *hw, uint64_t *slots,
						 bool go_on);

/* True if the user denies an access of the program (core/hardware/deny.h); then *result names the access. */
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
