/* SPDX-License-Identifier: BSD-2-Clause */
/* Whose a line is: it is read, and whoever counts one more than without reading it has served it. */
#ifndef CORE_MAP_LOOK_H
#define CORE_MAP_LOOK_H

#include "core/map/map.h"
#include "core/session/session.h"

#define LOOK_LINES  64 /* at once, each of another pair of pages */
#define LOOK_ROUNDS 64 /* for a line, at most */

/* One line under way: what the boxes counted, in all rounds, while it was read, and while nothing was. */
struct map_line {
	uint64_t address;
	unsigned at; /* in what was asked for */
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
	const char *trouble; /* why it could not go on, in words; NULL: it could, or a register did not do as told */
};

/* Opens a window and starts the session, which must be compiled. map_look_end must be called in either case. */
MUST_CHECK bool map_look_begin(struct map_look *look);

/* struct rule_question's. */
bool map_look_ask(void *context, const uint64_t *addresses, unsigned count, int8_t *owners);

void map_look_end(struct map_look *look);

#endif
