/* SPDX-License-Identifier: BSD-2-Clause */
/* PMON discovery: the table in which the machine says where the counters of its uncore are (Sapphire Rapids and later). This reads what
 * the words of a table mean, and what is wrong with them; it finds no table and touches no hardware.
 *
 * A table is a global block and blocks of units, at equal distances; a block begins with three words, the rest of it means nothing.
 * Sources: Intel 817760 (the same blocks as soft IP), Linux 6.12 and 7.2, PCM, LIKWID. Intel's guides to these uncores were not read,
 * and no dump of a real table either. */
#ifndef CORE_DISCOVERY_H
#define CORE_DISCOVERY_H

#include "boxes/archetype.h"
#include "core/arena.h"

#define DISCOVERY_WORDS      3    /* of a block, 64 bits each */
#define DISCOVERY_UNITS_MOST 1023 /* that a global block can name */

/* What a block cannot be used for. */
enum discovery_fault {
	DISCOVERY_GOOD,
	DISCOVERY_EMPTY,               /* words 0 and 1 are 0 */
	DISCOVERY_ONES,                /* a word is all ones: nothing answers there, or nothing was filled in */
	DISCOVERY_NO_ADDRESS,          /* its control is at 0 */
	DISCOVERY_NO_SPACE,            /* its control is in no known space */
	DISCOVERY_NO_COUNTERS,         /* it has none ... */
	DISCOVERY_NO_COUNTER_BITS,     /* ... or they have no bits, or more than 64 */
	DISCOVERY_SELECTS_AT_CONTROL,  /* the selects are where the control is ... */
	DISCOVERY_COUNTERS_AT_CONTROL, /* ... or the counters */
	DISCOVERY_TWICE,               /* of the type and number of a unit before it */
	/* Of a global block: the table cannot be used at all. */
	DISCOVERY_SHORT_STRIDE, /* blocks overlap */
	DISCOVERY_TOO_LONG,     /* the table is longer than the memory it is in */
	DISCOVERY_UNREAD,       /* no block could be read */
	DISCOVERY_FAULTS
};

/* What is odd about a block that can be used. */
#define DISCOVERY_BIT_61 \
	BIT(0) /* the soft IP's space has three bits, of which this is the lowest: the space may be another */
#define DISCOVERY_STRIDE_GUESS \
	BIT(1) /* no source says how far apart the selects of units of this type are in device memory */
#define DISCOVERY_HIGH_BITS     BIT(2) /* a place in configuration space has bits above those that are known */
#define DISCOVERY_MANY_COUNTERS BIT(3) /* it has more counters than can be named */
#define DISCOVERY_ODDITIES      4

/* The global block. */
struct discovery_global {
	uint64_t control;        /* the register that freezes all units, as struct location has addresses */
	uint32_t stride;         /* bytes from one block to the next */
	uint16_t units;          /* so many blocks follow, maybe empty ones */
	uint16_t statuses;       /* registers that show which units had overflows */
	uint8_t status_offset;   /* of the first of them, from the control */
	uint8_t type;            /* as it stands there: 0, as far as is known */
	uint8_t space;           /* enum space */
	uint8_t fault, oddities; /* enum discovery_fault, DISCOVERY_...; the rest says nothing unless GOOD */
};

/* The block of a unit. */
struct discovery_unit {
	struct archetype archetype; /* unless GOOD it says nothing */
	uint16_t block;             /* its number: 0 is the first behind the global block */
	uint16_t type;
	uint8_t fault, oddities;
	const char *unused; /* why the unit is left out though its block is GOOD; NULL: it is not */
};

struct discovery {
	struct discovery_global global;
	struct discovery_unit *units; /* global.units of them, in the order of the table */
};

/* What the words of one block mean. `bytes` is how much memory the table may fill. */
struct discovery_global discovery_read_global(const uint64_t words[DISCOVERY_WORDS], uint64_t bytes);
struct discovery_unit discovery_read_unit(const uint64_t words[DISCOVERY_WORDS]);

/* Where a table's words come from. */
struct discovery_source {
	uint64_t bytes; /* of memory from the table's beginning on */
	/* Reads a block's words, `offset` bytes from the table's beginning. False: it does not answer. */
	bool (*read)(void *context, uint64_t offset, uint64_t words[DISCOVERY_WORDS]);
	void *context;
};

/* Reads a whole table. Where its global block has a fault there are no units; a unit that does not answer is one of all ones. NULL if the
 * arena is full. */
MUST_CHECK struct discovery *discovery_read(struct arena *arena, const struct discovery_source *source);

/* What is wrong, or odd, in words that follow what names the block: "is empty"; of a single oddity. */
const char *discovery_fault_text(enum discovery_fault fault);
const char *discovery_oddity_text(unsigned oddity);

#endif
