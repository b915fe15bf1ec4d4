/* SPDX-License-Identifier: BSD-2-Clause */
/* PMON discovery: the table by which a machine gives the places of its uncore counters (Sapphire Rapids and later). This module
 * decodes and checks the words of a table; it finds no table and touches no hardware.
 *
 * A table is a global block and blocks of units, at equal distances. A block begins with three words; the rest of it has no
 * meaning. Sources: Intel 817760 (the same blocks as soft IP), Linux 6.12 and 7.2, PCM, LIKWID. Neither Intel's guides to these
 * uncores nor a dump of a real table was available. */
#ifndef CORE_DISCOVERY_H
#define CORE_DISCOVERY_H

#include "boxes/archetype.h"
#include "core/arena.h"

#define DISCOVERY_WORDS      3    /* words of a block, 64 bits each */
#define DISCOVERY_UNITS_MOST 1023 /* maximum that a global block can give */

/* The reason why a block cannot be used. */
enum discovery_fault {
	DISCOVERY_GOOD,
	DISCOVERY_EMPTY,               /* words 0 and 1 are 0 */
	DISCOVERY_ONES,                /* a word is all ones: nothing answers, or the word was never written */
	DISCOVERY_NO_ADDRESS,          /* its control is at 0 */
	DISCOVERY_NO_SPACE,            /* its control is in no known space */
	DISCOVERY_NO_COUNTERS,         /* it has no counters */
	DISCOVERY_NO_COUNTER_BITS,     /* its counters have no bits, or more than 64 */
	DISCOVERY_SELECTS_AT_CONTROL,  /* the selects have the address of the control */
	DISCOVERY_COUNTERS_AT_CONTROL, /* the counters have the address of the control */
	DISCOVERY_TWICE,               /* an earlier unit has the same type and number */
	/* Faults of a global block: the whole table cannot be used. */
	DISCOVERY_SHORT_STRIDE, /* blocks overlap */
	DISCOVERY_TOO_LONG,     /* the table is longer than its memory */
	DISCOVERY_UNREAD,       /* no block could be read */
	DISCOVERY_FAULTS
};

/* Oddities of a block that can be used. */
#define DISCOVERY_BIT_61 \
	BIT(0) /* bit 61 is set: in the soft IP it is the lowest of three bits of the space, so the space may be another */
#define DISCOVERY_STRIDE_GUESS  BIT(1) /* no source gives the distance of the selects in device memory for this type */
#define DISCOVERY_HIGH_BITS     BIT(2) /* an address in configuration space has bits above the known ones */
#define DISCOVERY_MANY_COUNTERS BIT(3) /* it has more counters than uncork can name */
#define DISCOVERY_ODDITIES      4

/* The global block. */
struct discovery_global {
	uint64_t control;        /* address of the register that freezes all units, as in struct location */
	uint32_t stride;         /* bytes from one block to the next */
	uint16_t units;          /* number of blocks of units, empty ones included */
	uint16_t statuses;       /* number of registers that show which units had overflows */
	uint8_t status_offset;   /* offset of the first status from the control */
	uint8_t type;            /* as found in the table: 0, as far as is known */
	uint8_t space;           /* enum space */
	uint8_t fault, oddities; /* enum discovery_fault, DISCOVERY_...; the other members are valid only if GOOD */
};

/* The block of a unit. */
struct discovery_unit {
	struct archetype archetype; /* valid only if the block is GOOD */
	uint16_t block;             /* number of the block: 0 follows the global block */
	uint16_t type;
	uint8_t fault, oddities;
	const char *unused; /* why the unit is left out although its block is GOOD; NULL: it is used */
};

struct discovery {
	struct discovery_global global;
	struct discovery_unit *units; /* global.units of them, in the order of the table */
};

/* Decode the words of one block. `bytes`: size of the memory that the table may fill. */
struct discovery_global discovery_read_global(const uint64_t words[DISCOVERY_WORDS], uint64_t bytes);
struct discovery_unit discovery_read_unit(const uint64_t words[DISCOVERY_WORDS]);

/* Access to a table's words. */
struct discovery_source {
	uint64_t bytes; /* size of the memory from the table's beginning */
	/* Reads a block's words, `offset` bytes from the table's beginning. False if it does not answer. */
	bool (*read)(void *context, uint64_t offset, uint64_t words[DISCOVERY_WORDS]);
	void *context;
};

/* Reads a whole table. There are no units if the global block has a fault. A unit that does not answer reads as all ones. NULL if
 * the arena is full. */
MUST_CHECK struct discovery *discovery_read(struct arena *arena, const struct discovery_source *source);

/* A fault, or a single oddity, in words that follow the block's name: "is empty". */
const char *discovery_fault_text(enum discovery_fault fault);
const char *discovery_oddity_text(unsigned oddity);

#endif
