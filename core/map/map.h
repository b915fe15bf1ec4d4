/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the box that serves each line of memory: reads lines one by one; the box that counts has served the line. From the owners
 * of some lines, core/map/rule.h finds the rule for all. */
#ifndef CORE_MAP_H
#define CORE_MAP_H

#include "core/map/rule.h"
#include "core/work/work.h"

/* A published rule for parts with `boxes` boxes: XOR functions, or a table of lines with functions that permute it. */
struct map_published {
	uint8_t kind;  /* enum rule_kind: RULE_XOR or RULE_TABLE */
	uint8_t boxes; /* the rule holds only for this number of boxes */
	uint8_t function_count;
	const uint64_t *functions;
	uint64_t valid; /* address bits for which the functions hold */
	/* RULE_TABLE: the boxes in order of their first line in the table; and the CRC-32 of the table with each of its RULE_LINES
	 * boxes replaced by its position in that order, a byte each. */
	const uint8_t *order;
	uint32_t crc;
	const char *source;
};

/* A set of boxes, one of which serves each line. */
struct map_target {
	const char *box;   /* box type: "cbox" */
	const char *event; /* event that counts 1 for each line read, in the box that serves the line */
	uint8_t home;      /* enum work_home */
	bool judged;       /* the event certainly counts every line: a line that no box counts is a failure */
	const char *source;
};

/* The facts about a processor. */
struct map_facts {
	const struct map_target *targets;
	const struct map_published *published; /* rules for the boxes of the first target */
	uint8_t target_count, published_count;
};

enum map_likeness {
	MAP_UNPUBLISHED, /* no rule is published for this number of boxes */
	MAP_SAME,        /* the rule is the published one, perhaps with other numbers for the boxes */
	MAP_OTHER        /* the rule is another one */
};

struct map_request {
	struct machine *machine;
	const struct map_facts *facts;
	const struct map_target *target;
	uint32_t cpu; /* processor that reads */
};

/* The result for one target. */
struct map_report {
	const struct map_target *target;
	const char *skipped; /* the reason if nothing could be found out; else NULL */
	bool unseen;         /* skipped because no box counted anything */
	bool failed;         /* some lines are counted by no box */
	char message[200];   /* the reason, or the result */
	struct rule rule;
	unsigned box_count; /* number of working boxes of that type on the socket */
	unsigned rounds;    /* number of times that caches were emptied */
	unsigned several;   /* lines that more than one box counted; they count as untold */
	uint8_t likeness;   /* enum map_likeness */
	const struct map_published *published;
	uint64_t compared;            /* address bits that were compared */
	int8_t numbering[RULE_BOXES]; /* box for each number of the published slices; RULE_UNTOLD: not seen */
	struct work work;             /* the work with the memory used; it has ended */
};

/* Finds the box of the target that serves each line of memory of the processor's socket. Restores all registers. Opens a window
 * itself; releases the memory that it takes from the machine's arena. */
void map_find(const struct map_request *request, struct map_report *report);

/* Compares the rule found with the published one. */
void map_compare(const struct map_facts *facts, struct map_report *report);

/* Writes the records "map", "map_box" for each box, and, for rules that are lists, "map_lines". Text shows the last two only if
 * `all`. */
void map_record(const struct map_report *report, struct output *output, bool all);

#endif
