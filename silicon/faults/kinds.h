/* SPDX-License-Identifier: BSD-2-Clause */
/* Between the files that break things: what a fault is about, and what kinds of faults there are. What each
 * does is in silicon/scenario.h. */
#ifndef SILICON_FAULTS_KINDS_H
#define SILICON_FAULTS_KINDS_H

#include "silicon/faults/faults.h"

/* What a fault is about, and what it does. */
struct aim {
	struct faults *faults;
	struct model *model;
	const struct fault_kind *kind;
	unsigned box;
	unsigned reg;   /* for faults of registers; else MODEL_NONE */
	unsigned other; /* the register that the argument names */
	uint64_t argument;
};

enum argument {
	NO_ARGUMENT,
	NUMBER,     /* minimum..maximum */
	OPTIONAL,   /* the same, `value` if left out */
	BIT_NUMBER, /* a bit of the register */
	CONTENT,    /* what fits the register */
	REGISTER    /* BOX.REGISTER */
};

/* What a document must say for a fault to be one. */
enum ground {
	GROUND_TOLD,  /* nothing more than it says of everything that can be broken */
	GROUND_BIT,   /* what the bit is */
	GROUND_START, /* what the register holds at the start */
	GROUND_RATE,  /* what the counter counts */
	GROUND_ID,    /* the function's identifier */
};

enum place {
	ANY_BOX,  /* BOX.KIND */
	BOX_PART, /* BOX.PART.KIND */
	ANY_REGISTER,
	COUNTER_REGISTER,
	STATUS_REGISTER,
	TICKER_REGISTER,
};

struct fault_kind {
	enum place place;
	uint16_t has;     /* MODEL_HAS_... that a box must have; 0: none */
	const char *part; /* of BOX_PART */
	const char *kind;
	enum argument argument;
	uint64_t minimum, maximum, value;
	void (*apply)(const struct aim *aim);
	/* Why it would change nothing that a program can see; NULL: it does. NULL instead of a function: it
	 * always does. */
	const char *(*refuse)(const struct aim *aim);
	/* The argument of variant `index` in the catalogue, in aim->argument or aim->other; false: there are no
	 * more. NULL: one, without argument. */
	bool (*vary)(struct aim *aim, unsigned index);
	uint8_t ground;  /* enum ground */
	uint16_t member; /* for `apply`: the offset of what it sets */
};

enum { FAULT_KINDS = 39 };
extern const struct fault_kind fault_kinds[FAULT_KINDS];

/* ---- faults.c ---------------------------------------------------------------------------------------- */

/* Whether the box has what the kind breaks, and the register, if the kind is one of registers, is of that
 * sort. */
bool fault_fits(const struct aim *aim, const struct fault_kind *kind);

/* Whether nothing of a box is there. */
bool fault_box_is_absent(const struct model *model, unsigned box);

/* ---- effect.c: why a fault would be none ---------------------------------------------------------- */

/* Bits of a register that may be 1 in sound model, read or written. */
uint64_t fault_live_bits(const struct aim *aim);

const char *fault_refuse_stuck1(const struct aim *aim);
const char *fault_refuse_stuck0(const struct aim *aim);
const char *fault_refuse_dropped(const struct aim *aim);
const char *fault_refuse_reset(const struct aim *aim);
const char *fault_refuse_alias(const struct aim *aim);
const char *fault_refuse_rate(const struct aim *aim);
const char *fault_refuse_width(const struct aim *aim);
const char *fault_refuse_silent(const struct aim *aim);
const char *fault_refuse_flag(const struct aim *aim);
const char *fault_refuse_torn(const struct aim *aim);
const char *fault_refuse_status(const struct aim *aim);
const char *fault_refuse_sticky(const struct aim *aim);
const char *fault_refuse_summary(const struct aim *aim);
const char *fault_refuse_summary_bit(const struct aim *aim);
const char *fault_refuse_id(const struct aim *aim);
const char *fault_refuse_core(const struct aim *aim);

/* ---- vary.c: what the catalogue has of a kind ------------------------------------------------------- */

bool fault_vary_stuck1(struct aim *aim, unsigned index);
bool fault_vary_stuck0(struct aim *aim, unsigned index);
bool fault_vary_reset(struct aim *aim, unsigned index);
bool fault_vary_alias(struct aim *aim, unsigned index);
bool fault_vary_rate(struct aim *aim, unsigned index);
bool fault_vary_width(struct aim *aim, unsigned index);
bool fault_vary_flag(struct aim *aim, unsigned index);
bool fault_vary_summary_bit(struct aim *aim, unsigned index);
bool fault_vary_id(struct aim *aim, unsigned index);
bool fault_vary_core(struct aim *aim, unsigned index);

/* ---- judge.c ---------------------------------------------------------------------------------------- */

/* Says in *fault what contradicts it. The facts are in the tables: struct model_bank's and struct model_type's
 * `..._untold`. */
void fault_judge(const struct fault_kind *kind, const struct aim *aim, struct silicon_fault *fault);

/* ---- signals.c -------------------------------------------------------------------------------------------- */

/* From now on the signals of the model go through here. */
void fault_take_signals(struct faults *faults);

#endif
