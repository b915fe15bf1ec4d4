/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the owner of a line: reads the line; the box that counts one more than without the read has served it. */
#ifndef CORE_MAP_LOOK_H
#define CORE_MAP_LOOK_H

#include "core/map/map.h"
#include "core/session/session.h"

#define LOOK_LINES  64 /* lines handled at once, each in a different pair of pages */
#define LOOK_ROUNDS 64 /* maximum of rounds for a line */

/* A line whose owner is not yet known: the counts of each box, over all rounds, with and without reading the line. */
struct map_line {
	uint64_t address;
	unsigned at; /* index in the request's addresses */
	bool told;
	uint32_t with[RULE_BOXES], without[RULE_BOXES];
};

struct map_look {
	struct machine *machine;
	const struct map_target *target;
	uint32_t cpu;
	struct work *work;
	struct event_config *config;
	struct session session;
	struct hw_memory memory[RULE_BLOCKS + 1];
	unsigned memory_count;
	uint64_t previous[RULE_BOXES];
	struct map_line lines[LOOK_LINES];
	unsigned line_count;
	unsigned rounds, told, nobody, several, hidden;
	bool open;
	bool unseen;
	const char *trouble; /* the reason why it stopped, in words; NULL: it did not, or a register access failed */
};

/* Opens a window and starts the session, which must be compiled. map_look_end must be called in either case. */
MUST_CHECK bool map_look_begin(struct map_look *look);

/* The function `ask` of struct rule_question. */
bool map_look_ask(void *context, const uint64_t *addresses, unsigned count, int8_t *owners);

void map_look_end(struct map_look *look);

#endif
