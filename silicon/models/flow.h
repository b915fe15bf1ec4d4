/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts of boxes for lines of memory that pass them: tables per processor, and the functions that read them. Where no
 * document has a number it is the model's own. */
#ifndef SILICON_MODELS_FLOW_H
#define SILICON_MODELS_FLOW_H

#include "lib/basic.h"

struct model;
struct model_leaf;

/* What happens to a line, one of the first four, and what else is true of it. */
enum {
	FLOW_READ = 1,
	FLOW_OWN = 2,   /* read in order to be written */
	FLOW_WRITE = 4, /* written back */
	FLOW_IPI = 8,   /* no line: an interrupt from one processor to another */
	FLOW_KINDS = FLOW_READ | FLOW_OWN | FLOW_WRITE | FLOW_IPI,
	FLOW_FETCH = FLOW_READ | FLOW_OWN,
	FLOW_LOCAL = 0x10,   /* its home is the requester's socket, */
	FLOW_REMOTE = 0x20,  /* or another */
	FLOW_SNOOPED = 0x40, /* local, and there are other sockets */
	FLOW_DDR = 0x80,     /* where its memory is, if there are several kinds: */
	FLOW_MCDRAM = 0x100, /* flat; or in front of DDR, */
	FLOW_MISS = 0x200,   /* which has not the line yet, */
	FLOW_HIT_CLEAN = 0x400,
	FLOW_HIT_DIRTY = 0x800,
	FLOW_CACHED = 0x1000 /* any of these three */
};

/* The socket whose boxes count. */
enum flow_side { FLOW_REQUESTER, FLOW_HOME, FLOW_PEER };

/* Choice of the box that counts among a socket's boxes of one type. */
enum flow_route {
	FLOW_BY_SLICE,
	FLOW_BY_SLICE_HALF, /* 0: slices 0 to 3 and 8; 1: the others */
	FLOW_BY_HALF,       /* the highest bit of the slice's hash */
	FLOW_BY_CHANNEL,
	FLOW_BY_AGENT, /* of four channels each */
	FLOW_BY_LINK,
	FLOW_BY_CORE,
	FLOW_ONLY
};

/* One event that happens `count` times if all bits of `when`, and one of the kinds in it, hold. */
struct flow_row {
	uint16_t when;
	uint16_t key; /* of the event */
	uint8_t a, b; /* its leaf, as of struct model_leaf */
	uint8_t count;
};

/* Events that lines of memory move in a box of one type. */
struct flow_station {
	const char *type; /* of the box */
	uint8_t side, route;
	const struct flow_row *row;
	unsigned rows;
};

/* Bits of a register by which boxes of a type distinguish lines whose counts documents state, 0 included.
 * Faults of meaning are judged by them. */
struct flow_told {
	const char *type;
	const char *reg; /* the bank of the register, of which it is the first; NULL: every select */
	bool shifted;    /* the bits rise by the shift of the type */
	bool named; /* they say by its name alone that it counts lines: any number but 0 is right. One box of many that counts
			  * none is no fault then; of such types there is nothing to tell */
	uint16_t when; /* for lines of which this holds, and one of the kinds in it */
	uint64_t bits; /* a count is another one if one of them is taken for 0, */
	uint64_t open; /* or if one of them is not compared */
};

/* The tables of a processor. */
struct flow_part {
	/* An older processor whose stations it has too, except for types for which it has stations of its own; NULL: none. */
	const struct flow_part *like;
	const struct flow_station *station;
	unsigned stations;
	const struct flow_told *told;
	unsigned tolds;
	const char *slices; /* the type of the boxes that are slices */
	bool whole;         /* there are 38 slices, not hashed to eight */
	uint8_t prefetch;   /* bits of MSR 0x1a4 */
	bool pairs;         /* a clear bit 1 of it has the other line of 128 bytes read too */
};

extern const struct flow_part model_flow_xeon_7500, model_flow_xeon_e5_2600, model_flow_xeon_e5_2600_v2,
	model_flow_xeon_e5_2600_v3, model_flow_knights_landing;

/* One line on its way. */
struct flow {
	uint16_t is; /* one of the kinds, and what else is true */
	uint16_t requester, core, home;
	bool mistaken; /* for one of the requester's socket: only boxes that mistake it count it */
	uint64_t address;
};

/* The line that passes a box, while struct model's `burst` points here. */
struct flow_burst {
	const struct flow *flow;
	unsigned is; /* flow->is as the box takes it */
	const struct flow_row *row[16];
	unsigned rows;
	unsigned box;
	unsigned home_node; /* identifier of the home's node */
};

/* Returns station number `i` of a processor, its own first; NULL after the last. */
const struct flow_station *flow_station_of(const struct flow_part *part, unsigned i);

/* True if lines of memory move an event of the boxes of a type, or a sub-event with its key. */
bool flow_counts(const struct flow_part *part, const char *type, unsigned key);

/* Returns the number of times that a leaf happens in a box during the burst. */
uint64_t flow_burst_count(const struct flow_burst *burst, unsigned box, const struct model_leaf *leaf);

/* True if lines that have all of `when` and one of its kinds pass boxes of a type. */
bool flow_passes(const struct flow_part *part, const char *type, unsigned when);

/* True if boxes of a type count lines because these are of their own socket's memory. */
bool flow_is_home(const struct flow_part *part, const char *type);

/* True if a document states how often boxes of a type count lines that have all of `when` and one of its kinds, in a
 * machine like this one. */
bool flow_tells(const struct model *model, const char *type, unsigned when);

/* Returns the bits that struct flow_told has of a box's register, or, with `reg` NULL, of its selects. */
struct flow_told flow_told_bits(const struct model *model, unsigned box, const char *reg);

/* Passes a line through all boxes, which count it at model->now. */
void flow_pass(struct model *model, const struct flow *flow);

#endif
