/* SPDX-License-Identifier: BSD-2-Clause */
/* Boxes that differ from each other in a few numbers, as those of later Xeons do: the numbers, and what they do not say. The numbers are
 * those that an entry of a machine's own table has (PMON discovery). core/hardware/box_type.h makes box types of them. */
#ifndef BOXES_ARCHETYPE_H
#define BOXES_ARCHETYPE_H

#include "boxes/box.h"

/* One box. Its control freezes it; where its other registers are is counted from there. */
struct archetype {
	uint64_t control; /* as struct location has addresses, of a PCI function with segment and bus */
	int32_t select;   /* of counter 0; that of the next counter is `select_stride` behind it */
	int32_t counter;  /* counter 0; the next is `counter_stride` behind it */
	int32_t status;   /* bit i: counter i overflowed; 0: there is none */
	uint8_t select_stride, counter_stride;
	uint8_t space;        /* enum space, of all its registers */
	uint8_t counters;     /* so many, with a select each */
	uint8_t counter_bits; /* of each */
	uint16_t number;      /* which box of its type it is: numbers may have holes */
	uint16_t position; /* of the bit that shows its overflows in the status of its socket, registers of 64 each */
	uint16_t socket;   /* whose it is */
	uint16_t die;      /* of that socket */
	uint32_t without;  /* bit i: it has not row i of its type */
	uint16_t id;       /* that its PCI function must have; 0: it is in none, or nobody knows */
	uint64_t beside;   /* what registers of bank 1 are counted from; 0: it has none */
};

/* What the numbers do not say of boxes of one type. */
struct archetype_kind {
	/* Names, title, events and what they need; without counters and instances. Its registers are those that the boxes have
	 * besides, as filters and fixed counters, from their control on. Where others refer to a register by number, 0 is the
	 * selects', 1 the counters', and these follow. */
	const struct box_type *type;
	const struct register_layout *select, *control;
	/* Where box i has to be, home + i * home_step, to have the rows of its type that are in `home_rows`; what other places have
	 * there nobody knows. */
	uint64_t home;
	uint16_t home_step;
	uint32_t home_rows;
	/* Bank 1 of box i is at beside + i * beside_step, if it is at home. */
	uint64_t beside;
	uint16_t beside_step;
};

/* The position of a box that shows nowhere. */
#define ARCHETYPE_NOWHERE UINT16_MAX

/* The first numbers of registers of a type that is made so. */
enum { ARCHETYPE_SELECT, ARCHETYPE_COUNTER, ARCHETYPE_OTHERS };

/* The boxes of one type of a machine's tables. */
struct described_kind {
	uint16_t type; /* DESCRIBED_NOWHERE: no type is known for its boxes, so that no machine has any */
	struct archetype_kind kind;
	struct archetype usual; /* what tables are expected to say, for those who ask without a machine */
	uint16_t most;          /* so many of them, at most, on parts that are known */
};

#define DESCRIBED_NOWHERE UINT16_MAX

/* Boxes in PCI functions whose blocks in tables are known to be wrong: they are at places that programs know. */
struct described_functions {
	uint16_t type, id; /* of the tables; of the functions */
	uint8_t device;    /* of box 0; that of box i is i behind it */
	struct archetype box;
};

/* A box that is at a known place although tables do not have its type. */
struct described_box {
	uint16_t type;
	struct archetype box;
};

/* PCM, of MSR 3FEDH; of 2FFEH Linux takes all bits, and there are not as many. */
#define DESCRIBED_COUNT_BITS 9

/* What is known of machines whose uncore describes itself, beyond what their tables say (struct processor.described). */
struct described {
	struct archetype_kind msr,
		memory; /* of units of types that nobody knows, and of those in device memory: without names */
	const struct register_layout *control; /* of all units of a die */
	const struct box_type *const *types;   /* of boxes that no table has */
	uint8_t type_count;
	const struct base_finder *sockets;  /* a map that says which bus is whose; NULL: there is none */
	const struct described_kind *kinds; /* what is known of types */
	uint8_t kind_count;
	const struct described_functions *functions; /* types of tables that are not believed */
	uint8_t function_count;
	const struct described_box *boxes; /* of each socket: that no table has */
	uint8_t box_count;
	uint32_t msr_of_count; /* how many CHAs (type 0) a socket has, and 0 if that is not said; 0: there is none */
	uint32_t msr_of_table; /* that may hold the address of a table as well; 0: none is known */
};

#endif
