/* SPDX-License-Identifier: BSD-2-Clause */
/* The engine of all faults: it makes a fault from BOX[.REGISTER].KIND[=ARG], and lists all faults that there can
 * be. A struct fault_machine gives it the parts of a machine, and the kinds of faults. */
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

/* Place and effect of a fault. */
struct aim {
	const struct fault_machine *machine;
	/* The machine's faults: of boxes with registers, */
	struct faults *faults;
	struct model *model;
	struct imc_faults *imc; /* or of counters in memory */
	const struct fault_kind *kind;
	unsigned box;
	unsigned reg;    /* for faults of registers; else FAULT_NONE */
	unsigned other;  /* the register that the argument names */
	uint64_t number; /* of a box that may be named without a number; UINT64_MAX: every */
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

/* Fact that a document must state for a fault to be a defect. */
enum ground {
	GROUND_TOLD,  /* no more than it states of everything that can be broken */
	GROUND_BIT,   /* what the bit is */
	GROUND_START, /* the register's content at the start */
	GROUND_RATE,  /* the event that the counter counts */
	GROUND_ID,    /* the function's identifier */
	GROUND_LINES, /* the number of counts of a line of memory */
	GROUND_CLOCK, /* the frequency of a clock */
	GROUND_CODE, /* an event with the bit that the counter can count, if the bit is one of those that choose the event */
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
	/* Returns why a program could not see the fault; NULL if it can. NULL instead of a function: it
	 * always can. */
	const char *(*refuse)(const struct aim *aim);
	/* Sets aim->argument or aim->other to those of variant `index` in the list of faults; false if there are no
	 * more. NULL: one variant, without argument. */
	bool (*vary)(struct aim *aim, unsigned index);
	uint8_t ground;  /* enum ground */
	uint16_t member; /* for `apply`: the offset of the member that it sets */
};

/* Functions of a machine for the engine. Boxes and registers are ordinals; those of a box's registers are successive. */
struct fault_machine {
	const struct fault_kind *kind;
	unsigned kinds;
	unsigned (*boxes)(const struct aim *aim);
	/* True if `name` means the box; may set aim->number. */
	bool (*is_box)(struct aim *aim, unsigned box, struct slice name);
	/* Finds the register of a box by their names; FAULT_NONE if there is none. */
	unsigned (*find_register)(const struct aim *aim, struct slice box, struct slice name);
	/* Return the box of a register, and the first register of a box. */
	unsigned (*box_of)(const struct aim *aim, unsigned reg);
	unsigned (*first_register)(const struct aim *aim, unsigned box);
	/* Returns the features of aim->box, bits as in struct fault_kind's `has`. */
	uint16_t (*has)(const struct aim *aim);
	/* True if aim->reg is of the given enum place. */
	bool (*is_sort)(const struct aim *aim, unsigned place);
	/* Returns the width of aim->reg in bits. */
	unsigned (*bits)(const struct aim *aim);
	/* True if aim->reg or, without one, aim->box exists. */
	bool (*is_there)(const struct aim *aim);
	void (*put_box)(struct text *text, const struct aim *aim, unsigned box);
	void (*put_register)(struct text *text, const struct aim *aim, unsigned reg);
	/* Writes all boxes, a blank before each, for the error about an unknown box. */
	void (*put_boxes)(struct text *text, const struct aim *aim);
	/* Called when a fault has been made. */
	void (*mark)(const struct aim *aim);
	/* Sets in *fault the source that contradicts it, and its place. */
	void (*judge)(const struct fault_kind *kind, const struct aim *aim, struct silicon_fault *fault);
};

/* Makes a fault of aim->machine, and appends a blank and the fault to the string `list` of `size` bytes. False with a reason. */
MUST_CHECK bool fault_make(struct aim *aim, struct slice fault, char *list, size_t size, struct text *error);

/* Returns the first fault of the list at or after *cursor and moves *cursor past it; false if there are no more. */
MUST_CHECK bool fault_next(struct aim *aim, struct silicon_fault_cursor *cursor, struct silicon_fault *fault);

/* For `judge`. */
void fault_judged(struct silicon_fault *fault, enum silicon_judge by, const char *reason);

#endif
