/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts of boxes for lines of memory that pass them: a table for each processor, and the functions that read them. Numbers that
 * no document gives are the model's own. */
#ifndef SILICON_MODELS_FLOW_H
#define SILICON_MODELS_FLOW_H

#include "lib/basic.h"

struct model;
struct model_leaf;

/* The kind of an access to a line, one of the first four; and its other properties. */
enum {
	FLOW_READ = 1,
	FLOW_OWN = 2,   /* read for ownership: it will be written */
	FLOW_WRITE = 4, /* written back */
	FLOW_IPI = 8,   /* no line: an interrupt from one processor to another */
	FLOW_KINDS = FLOW_READ | FLOW_OWN | FLOW_WRITE | FLOW_IPI,
	FLOW_FETCH = FLOW_READ | FLOW_OWN,
	FLOW_LOCAL = 0x10,   /* its home is the requester's socket */
	FLOW_REMOTE = 0x20,  /* its home is another socket */
	FLOW_SNOOPED = 0x40, /* local, and there are other sockets */
	/* Kind of its memory, if there are several. */
	FLOW_DDR = 0x80,
	FLOW_MCDRAM = 0x100,    /* flat MCDRAM */
	FLOW_MISS = 0x200,      /* MCDRAM as a cache of DDR: without the line, */
	FLOW_HIT_CLEAN = 0x400, /* with the line, not changed, */
	FLOW_HIT_DIRTY = 0x800, /* or changed */
	FLOW_CACHED = 0x1000    /* any of these three */
};

/* The socket whose boxes count. */
enum flow_side { FLOW_REQUESTER, FLOW_HOME, FLOW_PEER };

/* Choice of the box that counts among a socket's boxes of one type. */
enum flow_route {
	FLOW_BY_SLICE,
	FLOW_BY_SLICE_HALF, /* 0: slices 0 to 3 and 8; 1: the others */
	FLOW_BY_HALF,       /* by the highest bit of the slice's hash */
	FLOW_BY_CHANNEL,
	FLOW_BY_AGENT, /* an agent has four channels */
	FLOW_BY_LINK,
	FLOW_BY_CORE,
	FLOW_ONLY
};

/* An event that happens `count` times for each line of one of the kinds in `when` that has all other properties in it. */
struct flow_row {
	uint16_t when;
	uint16_t key; /* of the event */
	uint8_t a, b; /* its leaf, as in struct model_leaf */
	uint8_t count;
};

/* Events that lines of memory move in a box of one type. */
struct flow_station {
	const char *type; /* type of the box */
	uint8_t side, route;
	const struct flow_row *row;
	unsigned rows;
};

/* Bits of a register that select among lines, for boxes whose counts are documented, if only as 0. A fault in such a bit is a
 * defect. */
struct flow_documented {
	const char *type;
	const char *reg; /* bank whose first register has the bits; NULL: every select */
	bool shifted;    /* the bits are shifted left by the shift of the type */
	bool named; /* only the event's name says that it counts lines: any count except 0 is right, and a single box may count none.
		     * Such types have no documented counts */
	uint16_t when; /* lines of one of its kinds that have all of its properties */
	uint64_t bits; /* the count differs if one of these bits is taken as 0 */
	uint64_t open; /* the count differs if one of these bits is not compared */
};

/* The tables of a processor. */
struct flow_part {
	/* An older processor whose stations also apply, except for types with stations of their own here; NULL: none. */
	const struct flow_part *like;
	const struct flow_station *station;
	unsigned stations;
	const struct flow_documented *documented;
	unsigned documented_count;
	const char *slices; /* type of the boxes that are slices */
	bool whole;         /* there are 38 slices, not hashed to eight */
	uint8_t prefetch;   /* bits of MSR 0x1a4 */
	bool pairs;         /* while bit 1 of that MSR is clear, the other line of the same 128 bytes is read, too */
};

extern const struct flow_part model_flow_xeon_7500, model_flow_xeon_e5_2600, model_flow_xeon_e5_2600_v2,
	model_flow_xeon_e5_2600_v3, model_flow_knights_landing;

/* One line of memory on its way. */
struct flow {
	uint16_t is; /* its kind and properties */
	uint16_t requester, core, home;
	bool mistaken; /* a remote line, which only boxes with QUIRK_REMOTE_AS_LOCAL count, as a local one */
	uint64_t address;
};

/* A line on its way through a box: struct model's `burst` points to it meanwhile. */
struct flow_burst {
	const struct flow *flow;
	unsigned is; /* flow->is, as the box sees it */
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

/* True if lines of one of the kinds in `when` that have all of its properties pass boxes of a type. */
bool flow_passes(const struct flow_part *part, const char *type, unsigned when);

/* True if boxes of a type count lines as the home of the memory. */
bool flow_is_home(const struct flow_part *part, const char *type);

/* True if a document states, for a machine like this one, how boxes of a type count lines of one of the kinds in `when` that have
 * all of its properties. */
bool flow_is_documented(const struct model *model, const char *type, unsigned when);

/* Returns the documented bits of a register of a box; with `reg` NULL, of its selects. */
struct flow_documented flow_documented_bits(const struct model *model, unsigned box, const char *reg);

/* Passes a line through all boxes, which count it at model->now. */
void flow_pass(struct model *model, const struct flow *flow);

#endif
