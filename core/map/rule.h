/* SPDX-License-Identifier: BSD-2-Clause */
/* From whose box some lines of memory are to the rule that says it of every line: sums of address bits (XOR), a period, or a table of lines
 * that higher address bits permute. It touches nothing: whose a line is, it asks. */
#ifndef CORE_MAP_RULE_H
#define CORE_MAP_RULE_H

#include "lib/basic.h"

#define RULE_LINE_SHIFT 6
#define RULE_BOXES      64 /* at most, numbered from 0 */
#define RULE_NOBODY     64 /* an owner as good as others: a box that does not count */
#define RULE_UNTOLD     -1 /* it could not be found out */
#define RULE_FUNCTIONS  12
#define RULE_LINES      4096 /* of a table: 256 KiB */
#define RULE_TABLE_BITS 18
#define RULE_LONGEST    512 /* lines, at most */
#define RULE_PROOFS     256 /* lines that a rule must be right about, which did not make it */
#define RULE_BLOCKS     64

enum rule_kind {
	RULE_NONE,   /* no such rule holds */
	RULE_ONE,    /* all are one box's */
	RULE_XOR,    /* each function of address bits is a bit of the number of the slice */
	RULE_PERIOD, /* the owner comes back after so many lines */
	RULE_TABLE   /* table[line ^ word], and each function of higher address bits is a bit of the word */
};

/* Physical memory whose lines may be asked for: whole pages. */
struct rule_block {
	uint64_t first, bytes;
};

struct rule_question {
	struct rule_block blocks[RULE_BLOCKS]; /* the first is the largest, 1 MiB at least */
	unsigned block_count;
	/* Whose the lines at `addresses` are: a box, RULE_NOBODY or RULE_UNTOLD each. False: it cannot be gone on. */
	bool (*ask)(void *context, const uint64_t *addresses, unsigned count, int8_t *owners);
	void *context;
	/* Memory for RULE_LINES each. */
	uint64_t *addresses;
	int8_t *owners;
};

struct rule {
	uint8_t kind;                       /* enum rule_kind */
	uint8_t function_count;             /* of RULE_XOR and RULE_TABLE */
	uint64_t functions[RULE_FUNCTIONS]; /* address bits; each has a lowest one that no other function has */
	uint64_t known;                     /* address bits of which it is known whether they matter */
	uint16_t entries;         /* of `owner`: slices, lines of the period, lines of the table; 0 of RULE_NONE */
	int8_t owner[RULE_LINES]; /* RULE_UNTOLD where it was not seen */
	uint64_t granule;         /* bytes behind each other that are always one box's; 0: not known */
	unsigned asked, untold;   /* lines */
	unsigned proofs, misfits; /* lines that prove the rule, and of those it is wrong about */
	unsigned served[RULE_BOXES + 1]; /* lines of all that were asked for, each box's, and nobody's */
};

/* Finds the rule; needs some 300 lines where it is XOR, 1300 for a period, 6000 for a table. False if `ask` gave up. */
MUST_CHECK bool rule_find(struct rule *rule, const struct rule_question *question);

/* Whose the line at an address is by the rule, or RULE_UNTOLD. */
int rule_owner(const struct rule *rule, uint64_t address);

/* How many of rule->entries equal parts of memory are a box's. */
unsigned rule_share(const struct rule *rule, int owner);

/* "one", "xor", ... */
const char *rule_name(enum rule_kind kind);

#endif
