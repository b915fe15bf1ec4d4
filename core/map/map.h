/* SPDX-License-Identifier: BSD-2-Clause */
/* Which box serves which line of memory: lines are read one by one, and whichever box counts has served the line. From the owners of some
 * lines core/map/rule.h finds the rule of all. */
#ifndef CORE_MAP_H
#define CORE_MAP_H

#include "core/map/rule.h"
#include "core/work/work.h"

/* What is published of a part with so many boxes: XOR functions, or a table of lines with functions that permute it. */
struct map_published {
	uint8_t kind;  /* enum rule_kind: RULE_XOR or RULE_TABLE */
	uint8_t boxes; /* for so many alone */
	uint8_t function_count;
	const uint64_t *functions;
	uint64_t valid; /* address bits for which they hold */
	/* Of a table: boxes in the order in which its lines name them first, and the CRC-32 of the places of its RULE_LINES lines' boxes in
	 * that order, a byte each. */
	const uint8_t *order;
	uint32_t crc;
	const char *source;
};

/* Boxes of which one serves each line. */
struct map_target {
	const char *box;   /* their type: "cbox" */
	const char *event; /* that counts 1 in the one that serves a line that is read */
	uint8_t home;      /* enum work_home */
	bool judged;       /* that it counts every line is no guess: a line that none of them counts is a failure */
	const char *source;
};

/* Of a processor. */
struct map_facts {
	const struct map_target *targets;
	const struct map_published *published; /* of boxes of the first target */
	uint8_t target_count, published_count;
};

enum map_likeness {
	MAP_UNPUBLISHED, /* nothing is published of so many boxes */
	MAP_SAME,        /* it is what is published; boxes may be numbered otherwise */
	MAP_OTHER
};

struct map_request {
	struct machine *machine;
	const struct map_facts *facts;
	const struct map_target *target;
	uint32_t cpu; /* that reads */
};

/* What came of one target. */
struct map_report {
	const struct map_target *target;
	const char *skipped; /* why nothing could be found out; NULL: something was */
	bool unseen;         /* because no box counted anything; else other things are to blame */
	bool failed;         /* lines that no box counts */
	char message[200];   /* why, or what was found */
	struct rule rule;
	unsigned box_count; /* of that type that work on the socket */
	unsigned rounds;    /* times that caches were emptied */
	unsigned several;   /* lines that more than one box counted; they count as untold */
	uint8_t likeness;   /* enum map_likeness */
	const struct map_published *published;
	uint64_t compared;            /* address bits in which it was compared */
	int8_t numbering[RULE_BOXES]; /* box for each number of the published slices; RULE_UNTOLD: not seen */
	struct work work;             /* whose memory it was; it has ended */
};

/* Finds out which box of the target serves which line of memory of the processor's socket. Registers are as before when it returns. Opens a
 * window of its own; memory comes from the machine's arena and goes back. */
void map_find(const struct map_request *request, struct map_report *report);

/* Compares what was found with what is published. */
void map_compare(const struct map_facts *facts, struct map_report *report);

/* Records "map", "map_box" of each box, and, of rules that are lists, "map_lines"; text has the latter two only if `all`. */
void map_record(const struct map_report *report, struct output *output, bool all);

#endif
