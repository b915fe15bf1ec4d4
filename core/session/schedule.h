/* SPDX-License-Identifier: BSD-2-Clause */
/* Assigns events to counters. */
#ifndef CORE_SCHEDULE_H
#define CORE_SCHEDULE_H

#include "core/event/event.h"
#include "core/hardware/machine.h"

#define SCHEDULE_CONFIGS  64 /* events that one measurement may ask for */
#define SCHEDULE_COUNTERS 16 /* maximum of general counters of a box: event_config.counters has 16 bits */

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

struct schedule_request {
	const struct machine *machine;
	const struct event_config *configs;
	uint8_t config_count; /* 1 .. SCHEDULE_CONFIGS */
	uint64_t sockets;     /* bit i: socket i is measured */
	uint16_t cpu;         /* 1 + index of the only CPU whose own boxes are measured; 0: all */
	bool dry;             /* treat all boxes as found */
};

/* True if the configuration is for the box. */
bool schedule_wants(const struct event_config *config, const struct box *box);

/* True if the box belongs to no core or thread, or belongs to processor `cpu` (1 + index; 0: any). */
bool schedule_is_of_cpu(const struct machine *machine, const struct box *box, uint16_t cpu);

/* Gives every event a counter that may count it, in every measured box that was found, and a unit of the filter registers that it
 * needs. Takes memory for the assignments from the machine's arena. False, with a reason of one line that names box and events in
 * `diagnostic`, if that is impossible or the arena is full. */
MUST_CHECK bool schedule_make(const struct schedule_request *request, struct schedule *schedule,
			      struct text *diagnostic);

/* Gives each assignment of a box a unit of its event's resource (schedule_units.c). False, with the reason, if two events need
 * different values of one field, or if the events need too many units. */
MUST_CHECK bool schedule_units(const struct schedule_request *request, const struct box *box,
			       struct assignment *assignments, unsigned count, struct text *diagnostic);

#endif
