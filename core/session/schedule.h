/* SPDX-License-Identifier: BSD-2-Clause */
/* Which counter counts which event. */
#ifndef CORE_SCHEDULE_H
#define CORE_SCHEDULE_H

#include "core/event/event.h"
#include "core/hardware/machine.h"

#define SCHEDULE_CONFIGS  64 /* events that one measurement may ask for */
#define SCHEDULE_COUNTERS 16 /* general counters of a box, at most: event_config.counters has 16 bits */

/* One event on one counter of one box. */
struct assignment {
	struct box box;
	uint8_t config;  /* index into the configurations */
	uint8_t counter; /* number of the general counter; 0 if fixed */
	uint8_t unit;    /* of the resource that the event uses; see event_select_at */
	bool fixed;
};

/* Assignments of one box stand together; boxes are in the order of the machine's inventory. */
struct schedule {
	struct assignment *assignments;
	uint16_t count;
};

/* What to schedule. */
struct schedule_request {
	const struct machine *machine;
	const struct event_config *configs;
	uint8_t config_count; /* 1 .. SCHEDULE_CONFIGS */
	uint64_t sockets;     /* bit i: socket i is meant */
	uint16_t cpu;         /* 1 + index of the one meant, of boxes of cores and threads; 0: all */
	bool dry;             /* take boxes for found that the inventory did not find */
};

/* True if the configuration means the box. */
bool schedule_wants(const struct event_config *config, const struct box *box);

/* True if the box is not one of a core or thread, or is that of processor `cpu` (1 + index; 0: any). */
bool schedule_is_of_cpu(const struct machine *machine, const struct box *box, uint16_t cpu);

/* Gives every event a counter that may count it, in every box that was found and is meant, and a unit of
 * the filter registers it needs. Memory for the assignments comes from the machine's arena. False, with one line of reason naming box and
 * events in `diagnostic`, if that is impossible or the arena is full. */
MUST_CHECK bool schedule_make(const struct schedule_request *request, struct schedule *schedule,
			      struct text *diagnostic);

/* Gives each assignment of a box the unit its event is to use (schedule_units.c). False, with the reason,
 * if two events need one field at different values, or too many units are wanted. */
MUST_CHECK bool schedule_units(const struct schedule_request *request, const struct box *box,
			       struct assignment *assignments, unsigned count, struct text *diagnostic);

#endif
