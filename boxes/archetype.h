/* SPDX-License-Identifier: BSD-2-Clause */
/* Boxes that differ in only a few numbers, like those of later Xeons: the numbers from an entry of the machine's own
 * table (PMON discovery), and additional facts. core/hardware/box_type.h makes box types from both. */
#ifndef BOXES_ARCHETYPE_H
#define BOXES_ARCHETYPE_H

#include "boxes/box.h"

/* One box. Its control freezes it; the offsets of its other registers are relative to the control. */
struct archetype {
	uint64_t control; /* address as in struct location; of a PCI function with segment and bus */
	int32_t select;   /* of counter 0; that of the next counter is `select_stride` after it */
	int32_t counter;  /* counter 0; the next is `counter_stride` after it */
	int32_t status;   /* bit i: counter i overflowed; 0: there is none */
	uint8_t select_stride, counter_stride;
	uint8_t space;        /* enum space, of all its registers */
	uint8_t counters;     /* number of counters, each with a select */
	uint8_t counter_bits; /* of each */
	uint16_t number;      /* its number among the boxes of its type; numbers may have gaps */
	uint16_t position;    /* bit that shows its overflows in its socket's status, which has registers of 64 bits */
	uint16_t socket;      /* socket that has it */
	uint16_t die;         /* die of that socket */
	uint32_t without;     /* bit i: it lacks row i of its type */
	uint16_t id;          /* device id that its PCI function must have; 0: it is in none, or the id is not known */
	uint64_t beside;      /* base address of bank 1; 0: it has none */
};

/* Facts about boxes of one type beyond the numbers. */
struct archetype_kind {
	/* Names, title, events and what they need; without counters and instances. Its registers are those that the
	 * boxes have besides, as filters and fixed counters, from their control on. Where others refer to a register by
	 * number, 0 is the selects', 1 the counters', and these follow. */
	const struct box_type *type;
	const struct register_layout *select, *control;
	/* Box i has the rows of `home_rows` (bits) only if it is at home + i * home_step; at other places these
	 * registers are not known. */
	uint64_t home;
	uint16_t home_step;
	uint32_t home_rows;
	/* Bank 1 of box i is at beside + i * beside_step, if it is at home. */
	uint64_t beside;
	uint16_t beside_step;
};

/* The position of a box whose overflows no status shows. */
#define ARCHETYPE_NOWHERE UINT16_MAX

/* The first row numbers of a type made from an archetype. */
enum { ARCHETYPE_SELECT, ARCHETYPE_COUNTER, ARCHETYPE_OTHERS };

/* The boxes of one type of a machine's tables. */
struct described_kind {
	uint16_t type; /* DESCRIBED_NOWHERE: no type is known for its boxes, so that no machine has any */
	struct archetype_kind kind;
	struct archetype usual; /* the expected contents of tables, for use without a machine */
	uint16_t most;          /* largest number of them on known parts */
};

#define DESCRIBED_NOWHERE UINT16_MAX

/* Boxes in PCI functions whose blocks in tables are known to be wrong; their real places are known. */
struct described_functions {
	uint16_t type, id; /* type in the tables; device id of the functions */
	uint8_t device;    /* PCI device number of box 0; that of box i is higher by i */
	struct archetype box;
};

/* A box at a known place whose type the tables lack. */
struct described_box {
	uint16_t type;
	struct archetype box;
};

/* PCM, of MSR 3FEDH; of 2FFEH Linux takes all bits, and there are not as many. */
#define DESCRIBED_COUNT_BITS 9

/* Facts about machines whose uncore describes itself, beyond their tables (struct processor.described). */
struct described {
	struct archetype_kind msr, memory; /* of units of unknown types, and of units in device memory: without names */
	const struct register_layout *control; /* of all units of a die */
	const struct box_type *const *types;   /* box types that no table has */
	uint8_t type_count;
	const struct base_finder *sockets;  /* a map of buses to sockets; NULL: there is none */
	const struct described_kind *kinds; /* known types */
	uint8_t kind_count;
	const struct described_functions *functions; /* types whose entries in tables are ignored as wrong */
	uint8_t function_count;
	const struct described_box *boxes; /* boxes of each socket that no table has */
	uint8_t box_count;
	uint32_t msr_of_count; /* MSR with the number of CHAs (type 0) of a socket; it reads 0 if unknown; 0: none */
	uint32_t msr_of_table; /* MSR that may hold the address of another table; 0: none is known */
};

#endif
