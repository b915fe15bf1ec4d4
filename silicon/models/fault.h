/* SPDX-License-Identifier: BSD-2-Clause */
/* Between the files that break things: what a fault is about, and what kinds of faults there are. What each
 * does is in scenario.h. */
#ifndef SILICON_MODELS_FAULT_H
#define SILICON_MODELS_FAULT_H

#include "silicon/models/model.h"

/* What a fault is about, and what it does. */
struct aim {
	struct silicon *silicon;
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
	uint16_t breaks;  /* MODEL_BREAKS_... that a box must have; 0: none */
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
	uint8_t ground; /* enum ground */
};

enum { FAULT_KINDS = 39 };
extern const struct fault_kind model_fault_kinds[FAULT_KINDS];

/* ---- fault.c ---------------------------------------------------------------------------------------- */

/* Whether the box has what the kind breaks, and the register, if the kind is one of registers, is of that
 * sort. */
bool model_fault_fits(const struct aim *aim, const struct fault_kind *kind);

/* Whether nothing of a box is there. */
bool model_is_absent(const struct silicon *silicon, unsigned box);

/* ---- fault_effect.c: why a fault would be none ---------------------------------------------------------- */

/* Bits of a register that may be 1 in sound silicon, read or written. */
uint64_t model_live_bits(const struct aim *aim);

const char *model_refuse_stuck1(const struct aim *aim);
const char *model_refuse_stuck0(const struct aim *aim);
const char *model_refuse_dropped(const struct aim *aim);
const char *model_refuse_reset(const struct aim *aim);
const char *model_refuse_alias(const struct aim *aim);
const char *model_refuse_rate(const struct aim *aim);
const char *model_refuse_width(const struct aim *aim);
const char *model_refuse_silent(const struct aim *aim);
const char *model_refuse_flag(const struct aim *aim);
const char *model_refuse_torn(const struct aim *aim);
const char *model_refuse_status(const struct aim *aim);
const char *model_refuse_sticky(const struct aim *aim);
const char *model_refuse_summary(const struct aim *aim);
const char *model_refuse_summary_bit(const struct aim *aim);
const char *model_refuse_id(const struct aim *aim);
const char *model_refuse_core(const struct aim *aim);

/* ---- fault_vary.c: what the catalogue has of a kind ------------------------------------------------------- */

bool model_vary_stuck1(struct aim *aim, unsigned index);
bool model_vary_stuck0(struct aim *aim, unsigned index);
bool model_vary_reset(struct aim *aim, unsigned index);
bool model_vary_alias(struct aim *aim, unsigned index);
bool model_vary_rate(struct aim *aim, unsigned index);
bool model_vary_width(struct aim *aim, unsigned index);
bool model_vary_flag(struct aim *aim, unsigned index);
bool model_vary_summary_bit(struct aim *aim, unsigned index);
bool model_vary_id(struct aim *aim, unsigned index);
bool model_vary_core(struct aim *aim, unsigned index);

/* ---- fault_judge.c ---------------------------------------------------------------------------------------- */

/* Says in *fault what contradicts it. The facts are in the tables: struct model_bank's and struct model_type's
 * `..._untold`. */
void model_judge(const struct fault_kind *kind, const struct aim *aim, struct silicon_fault *fault);

/* ---- catalogue.c ---------------------------------------------------------------------------------------- */

/* The fault at *cursor, or the next one behind, and the place behind that; false: there are no more. */
MUST_CHECK bool model_next_fault(struct silicon *silicon, struct silicon_fault_cursor *cursor,
				 struct silicon_fault *fault);

#endif
