/* SPDX-License-Identifier: BSD-2-Clause */
/* The engine of all faults: makes a fault from BOX[.REGISTER].KIND[=ARG], and lists all possible faults. A struct fault_machine
 * gives it the parts of a machine and the kinds of faults. */
#ifndef SILICON_FAULTS_ENGINE_H
#define SILICON_FAULTS_ENGINE_H

#include "lib/parse.h"
#include "lib/text.h"
#include "silicon/silicon.h"

enum { FAULT_NONE = 0xffff }; /* instead of the ordinal of a box or register */
enum { FAULT_NUMBERS = 4 };

struct faults;
struct imc_faults;
struct model;
struct fault_kind;
struct fault_machine;

/* Place and effect of a fault. */
struct aim {
	const struct fault_machine *machine;
	/* Of a machine with registers. */
	struct faults *faults;
	struct model *model;
	struct imc_faults *imc; /* of a machine with counters in memory */
	const struct fault_kind *kind;
	unsigned box;
	unsigned reg;    /* register of the fault; FAULT_NONE: it is the box's */
	unsigned other;  /* the register that the argument names */
	uint64_t number; /* number of a box that may be named without one; UINT64_MAX: every box */
	uint64_t argument;
};

enum argument {
	NO_ARGUMENT,
	NUMBER,     /* minimum..maximum; if `value` is not 0, it is the maximum of drawn faults */
	OPTIONAL,   /* the same; default `value` */
	BIT_NUMBER, /* a bit of the register */
	CONTENT,    /* a number that fits the register */
	REGISTER    /* BOX.REGISTER */
};

/* Fact that a document must state for a fault to be a defect. */
enum ground {
	GROUND_COMMON, /* only the facts that every fault needs */
	GROUND_BIT,    /* the meaning of the bit */
	GROUND_START,  /* the register's content at the start */
	GROUND_RATE,   /* the event that the counter counts */
	GROUND_ID,     /* the function's identifier */
	GROUND_LINES,  /* the number of counts of a line of memory */
	GROUND_CLOCK,  /* the frequency of a clock */
	GROUND_CODE, /* an event with the bit that the counter can count, if the bit is one of those that choose the event */
	/* Of POWER: */
	GROUND_PACE,  /* the rate at which something happens */
	GROUND_STATE, /* the meaning of a word of a record */
	GROUND_NODE,  /* the presence of the node in the catalog */
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

/* How a fault changes the member that its row names. */
enum change {
	SET,          /* to the argument */
	SET_ZERO,     /* to 0 */
	SET_NEGATIVE, /* to the argument, negative */
	SET_ORDINAL,  /* to 1 + the argument, since 0 means none */
	SET_BIT,      /* to the bit whose number is the argument */
	ADD,          /* adds the argument */
	ADD_BIT,      /* sets that bit */
	ADD_FLAGS,    /* sets the bits of `constant` */
	MULTIPLY,     /* by the argument */
	HALVE
};

/* A kind of fault, completely described by its row. Members that a row leaves out are 0 or NULL. */
struct fault_kind {
	/* Its place and name. */
	enum place place;
	uint16_t has;     /* features that a box must have, as bits; 0: none */
	const char *part; /* of BOX_PART */
	const char *kind;

	enum argument argument;
	uint64_t minimum, maximum, value;

	/* The parameter that it sets, in an object that the machine's function `member` finds. */
	uint8_t object;
	uint8_t member; /* FAULT_MEMBER */
	uint8_t change; /* enum change */
	uint64_t constant;
	void (*apply)(const struct aim *aim); /* instead, for kinds that set no parameter */

	/* Each returns the reason why a program could not see the fault, or NULL; called in order. NONE_IF defines one. */
	const char *(*none_if[4])(const struct aim *aim);

	/* The arguments in the list of faults: `listed`; or the numbers of the bits that `bits` returns; or the numbers or
	 * registers that NUMBERS defines, each once, without FAULT_NONE. Without these members: one fault, with the argument
	 * `value`. */
	const uint64_t *listed;
	uint8_t listed_count;
	bool unlisted; /* not in the list: it is no defect */
	uint64_t (*bits)(const struct aim *aim);
	unsigned (*numbers)(const struct aim *aim, uint64_t list[FAULT_NUMBERS]);

	uint8_t ground; /* enum ground */
};

/* Defines a condition for `none_if`, with its reason. */
#define NONE_IF(name, condition, reason)               \
	static const char *name(const struct aim *aim) \
	{                                              \
		return (condition) ? (reason) : NULL;  \
	}

/* Defines a function for `numbers`, which returns their count. */
#define NUMBERS(name, ...)                                                                     \
	static unsigned name(const struct aim *aim, uint64_t list[FAULT_NUMBERS])              \
	{                                                                                      \
		const uint64_t numbers[] = {__VA_ARGS__};                                      \
                                                                                               \
		_Static_assert(ARRAY_SIZE(numbers) <= FAULT_NUMBERS, "of a kind in the list"); \
		memcpy(list, numbers, sizeof(numbers));                                        \
		return ARRAY_SIZE(numbers);                                                    \
	}

/* The index of a parameter in the struct's `parameter`, by its name. The compiler reports a division by 0 if it is not in there. */
#define FAULT_PLACE(type, name) ((offsetof(type, name) - offsetof(type, parameter)) / sizeof(uint64_t))
#define FAULT_MEMBER(type, name) \
	(FAULT_PLACE(type, name) / (FAULT_PLACE(type, name) < ARRAY_SIZE(((type *)NULL)->parameter)))

/* Columns of a row: the place and name; */
#define OF_BOX(kind_)                .place = ANY_BOX, .kind = (kind_)
#define OF_PART(part_, kind_)        .place = BOX_PART, .part = (part_), .kind = (kind_)
#define OF(place_, kind_)            .place = place_##_REGISTER, .kind = (kind_)
/* the argument: a number, or a number with a default; */
#define NUMBER_OF(low, high)         .argument = NUMBER, .minimum = (low), .maximum = (high)
#define USUALLY(usual, low, high)    .argument = OPTIONAL, .minimum = (low), .maximum = (high), .value = (usual)
/* the parameter that it sets; */
#define SETS(object_member, change_) object_member, .change = (change_)
#define FLAG(object_member, flag)    object_member, .change = ADD_FLAGS, .constant = (flag)
/* the arguments in the list of faults. */
#define LISTED(...) \
	.listed = (const uint64_t[]){__VA_ARGS__}, .listed_count = ARRAY_SIZE(((const uint64_t[]){__VA_ARGS__}))

struct fault_table {
	const struct fault_kind *row;
	unsigned rows;
};

/* Functions of a machine for the engine. Boxes and registers are ordinals; the registers of a box are successive. */
struct fault_machine {
	const struct fault_table *kinds;
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
	/* Append the name of a box, and of a register. */
	void (*put_box)(struct text *text, const struct aim *aim, unsigned box);
	void (*put_register)(struct text *text, const struct aim *aim, unsigned reg);
	/* Writes all boxes, a blank before each, for the error about an unknown box. */
	void (*put_boxes)(struct text *text, const struct aim *aim);
	/* Returns the next place of aim->kind's member that the fault sets, from *cursor (0 at first) on; NULL at the end. */
	uint64_t *(*member)(const struct aim *aim, unsigned *cursor);
	/* Notes that a fault was made. */
	void (*mark)(const struct aim *aim);
	/* Sets in *fault the source that it contradicts, and its place. */
	void (*judge)(const struct fault_kind *kind, const struct aim *aim, struct silicon_fault *fault);
};

/* Makes a fault of aim->machine, and appends a blank and the fault to the string `list` of `size` bytes. False with a reason in
 * `error`. */
MUST_CHECK bool fault_make(struct aim *aim, struct slice fault, char *list, size_t size, struct text *error);

/* Passes all faults, or the drawn ones, to the listener. */
void fault_list(struct aim *aim, const struct silicon_fault_listener *listener);

/* Sets the source that a fault contradicts, and the reason (NULL: none). For functions `judge`. */
void fault_judged(struct silicon_fault *fault, enum silicon_judge by, const char *reason);

#endif
