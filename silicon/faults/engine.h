/* SPDX-License-Identifier: BSD-2-Clause */
/* The engine of all faults: from BOX[.REGISTER].KIND[=ARG] to what it does, and back to the list of faults of all there can
 * be. What a machine is made of, and what can be wrong with it, it learns from a struct fault_machine. */
#ifndef SILICON_FAULTS_ENGINE_H
#define SILICON_FAULTS_ENGINE_H

#include "lib/parse.h"
#include "lib/text.h"
#include "silicon/silicon.h"

enum { FAULT_NONE = 0xffff }; /* instead of the ordinal of a box or register */

struct faults;
struct imc_faults;
struct model;
struct fault_kind;
struct fault_machine;

/* What a fault is about, and what it does. */
struct aim {
	const struct fault_machine *machine;
	/* Whose faults they are, as the machine has them: of boxes in registers, */
	struct faults *faults;
	struct model *model;
	struct imc_faults *imc; /* or of counters in memory */
	const struct fault_kind *kind;
	unsigned box;
	unsigned reg;    /* for faults of registers; else FAULT_NONE */
	unsigned other;  /* the register that the argument names */
	uint64_t number; /* of a box that may be named without one; UINT64_MAX: every */
	uint64_t argument;
};

enum argument {
	NO_ARGUMENT,
	NUMBER,     /* minimum..maximum; if `value` is not 0, none above it is drawn */
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
	GROUND_LINES, /* how often lines of memory are counted */
	GROUND_CLOCK, /* how fast a clock is */
	GROUND_CODE, /* that an event which the counter can count has the bit, where it is one of those that say which event */
};

enum place {
	ANY_BOX,  /* BOX.KIND */
	BOX_PART, /* BOX.PART.KIND */
	ANY_REGISTER,
	COUNTER_REGISTER,
	SELECT_REGISTER,
	STATUS_REGISTER,
	COMPANION_REGISTER,
	TICKER_REGISTER,
	UNIT_REGISTER, /* of POWER: counters that the microcode posts together */
};

struct fault_kind {
	enum place place;
	uint16_t has;     /* what a box must have, as bits; 0: nothing */
	const char *part; /* of BOX_PART */
	const char *kind;
	enum argument argument;
	uint64_t minimum, maximum, value;
	void (*apply)(const struct aim *aim);
	/* Why it would change nothing that a program can see; NULL: it does. NULL instead of a function: it
	 * always does. */
	const char *(*refuse)(const struct aim *aim);
	/* The argument of variant `index` in the list of faults, in aim->argument or aim->other; false: there are no
	 * more. NULL: one, without argument. */
	bool (*vary)(struct aim *aim, unsigned index);
	uint8_t ground;  /* enum ground */
	uint16_t member; /* for `apply`: the offset of what it sets */
};

/* What the engine asks of a machine. Boxes and registers go by ordinals; the registers of a box follow each other. */
struct fault_machine {
	const struct fault_kind *kind;
	unsigned kinds;
	unsigned (*boxes)(const struct aim *aim);
	/* Whether a name means a box; may set the number. */
	bool (*is_box)(struct aim *aim, unsigned box, struct slice name);
	/* The register of a box by names; FAULT_NONE. */
	unsigned (*find_register)(const struct aim *aim, struct slice box, struct slice name);
	/* The box of a register, and its first register. */
	unsigned (*box_of)(const struct aim *aim, unsigned reg);
	unsigned (*first_register)(const struct aim *aim, unsigned box);
	/* What aim->box has. */
	uint16_t (*has)(const struct aim *aim);
	/* Whether aim->reg is a register of a sort, enum place, and how many bits it has. */
	bool (*is_sort)(const struct aim *aim, unsigned place);
	unsigned (*bits)(const struct aim *aim);
	/* Whether aim->reg, or without one aim->box, is there. */
	bool (*is_there)(const struct aim *aim);
	void (*put_box)(struct text *text, const struct aim *aim, unsigned box);
	void (*put_register)(struct text *text, const struct aim *aim, unsigned reg);
	/* All boxes, a blank before each, for the error that there is no such one. */
	void (*put_boxes)(struct text *text, const struct aim *aim);
	/* A fault has been made. */
	void (*mark)(const struct aim *aim);
	/* What contradicts it, and where it is, in *fault. */
	void (*judge)(const struct fault_kind *kind, const struct aim *aim, struct silicon_fault *fault);
};

/* Makes a fault; `list` is a string of `size` bytes that gets it, behind a blank. `aim` says whose. False with a reason. */
MUST_CHECK bool fault_make(struct aim *aim, struct slice fault, char *list, size_t size, struct text *error);

/* The fault of the list at *cursor, or the next one behind, and the place behind that; false: there are no more. */
MUST_CHECK bool fault_next(struct aim *aim, struct silicon_fault_cursor *cursor, struct silicon_fault *fault);

/* For `judge`. */
void fault_judged(struct silicon_fault *fault, enum silicon_judge by, const char *reason);

#endif
