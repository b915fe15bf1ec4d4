/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds, from the owners of some lines of memory, the rule that gives the owner of every line: sums of address bits (XOR), a
 * period, or a table of lines that higher address bits permute. It touches no hardware: a callback finds the owner of a line. */
#ifndef CORE_MAP_RULE_H
#define CORE_MAP_RULE_H

#include "lib/basic.h"

#define RULE_LINE_SHIFT 6
#define RULE_BOXES      64 /* maximum; boxes are numbered from 0 */
#define RULE_NOBODY     64 /* pseudo-owner: the line's box has no counter */
#define RULE_UNTOLD     -1 /* the owner could not be found out */
#define RULE_FUNCTIONS  12
#define RULE_LINES      4096 /* lines of a table: 256 KiB */
#define RULE_TABLE_BITS 18
#define RULE_LONGEST    512 /* longest period, in lines */
#define RULE_PROOFS     256 /* lines, not used to find a rule, for which it must be right */
#define RULE_BLOCKS     64

enum rule_kind {
	RULE_NONE,   /* no such rule holds */
	RULE_ONE,    /* all lines have the same owner */
	RULE_XOR,    /* each function of address bits gives a bit of the slice's number */
	RULE_PERIOD, /* the owners repeat after `entries` lines */
	RULE_TABLE   /* table[line ^ word]; each function of higher address bits gives a bit of the word */
};

/* Physical memory whose lines may be used: whole pages. */
struct rule_block {
	uint64_t first, bytes;
};

struct rule_question {
	struct rule_block blocks[RULE_BLOCKS]; /* the first is the largest, 1 MiB at least */
	unsigned block_count;
	/* Finds the owners of the lines at `addresses`: for each a box, RULE_NOBODY or RULE_UNTOLD. False: stop. */
	bool (*ask)(void *context, const uint64_t *addresses, unsigned count, int8_t *owners);
	void *context;
	/* Memory with RULE_LINES entries each. */
	uint64_t *addresses;
	int8_t *owners;
};

struct rule {
	uint8_t kind;                       /* enum rule_kind */
	uint8_t function_count;             /* for RULE_XOR and RULE_TABLE */
	uint64_t functions[RULE_FUNCTIONS]; /* masks of address bits; the lowest bit of each is in no other function */
	uint64_t known;                     /* address bits whose influence is known */
	uint16_t entries;         /* of `owner`: slices, lines of the period, or lines of the table; 0 for RULE_NONE */
	int8_t owner[RULE_LINES]; /* RULE_UNTOLD: not seen */
	uint64_t granule;         /* adjacent bytes that always have the same owner; 0: unknown */
	unsigned asked, untold;   /* lines asked for, and those without an answer */
	unsigned proofs, misfits; /* lines used to prove the rule, and those for which it is wrong */
	unsigned served[RULE_BOXES + 1]; /* for each box, and for RULE_NOBODY: its share of the lines asked for */
};

/* Finds the rule; needs about 300 lines for XOR, 1300 for a period, 6000 for a table. False if `ask` gave up. */
MUST_CHECK bool rule_find(struct rule *rule, const struct rule_question *question);

/* Owner of the line at an address by the rule, or RULE_UNTOLD. */
int rule_owner(const struct rule *rule, uint64_t address);

/* The sums of an address's bits under `count` masks: bit i is the parity of the bits that functions[i] selects. */
unsigned rule_sums(const uint64_t *functions, unsigned count, uint64_t address);

/* Number of parts, out of rule->entries equal parts of memory, that an owner has. */
unsigned rule_share(const struct rule *rule, int owner);

/* Name of a kind: "one", "xor", ... */
const char *rule_name(enum rule_kind kind);

#endif
