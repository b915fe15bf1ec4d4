/* SPDX-License-Identifier: BSD-2-Clause */
/* Umasks: their combinations, the default ones, and their bits, in the select or in a filter register. */
#ifndef CORE_EVENT_UMASKS_H
#define CORE_EVENT_UMASKS_H

#include "core/event/assign.h"

#define UMASK_GROUPS (UMASK_GROUP + 1)

/* The umasks of an event that was named. */
struct umasks {
	const struct box_type *type;
	struct event_rows rows;  /* of the event */
	const struct event *row; /* the first umask named; the event's first row until then */
	const struct register_row
		*filter_register; /* the filter register with the event's umask bits; NULL: they are in the select */
	uint64_t joined;          /* bit i: row i of the event was joined; bit 63: row 63 or a later one */
	uint64_t select;          /* bits in the select of all joined umasks */
	uint64_t bits, mask;      /* their bits in the filter register, and the fields of these bits */
	bool number;              /* they were given as a number */
	uint8_t flags;            /* OR of their flags */
	uint16_t counters;        /* counters that can count all of them */
	/* Bit i is about group i. groups: it has joined umasks; named: the string names one; alone: one of them must be alone in
	 * its group; lower_only: one excludes higher groups; first_only: one excludes other groups. */
	uint8_t groups, named, alone, lower_only, first_only;
	struct slice at[UMASK_GROUPS]; /* place of the last umask of each group */
	struct refusal *refusal;
};

/* The umasks of an event before any is named. */
struct umasks umasks_of(const struct box_type *type, struct event_rows rows, struct refusal *refusal);

/* The bits that a umask given as a number may have; 0 if the box has no umasks. */
uint64_t umasks_most(const struct umasks *umasks, const struct select_shape *shape);

/* Adds a umask by its row, or all umasks as a number. */
MUST_CHECK bool umasks_add(struct umasks *umasks, struct slice at, const struct event *row);
MUST_CHECK bool umasks_add_number(struct umasks *umasks, struct slice at, uint64_t number, uint64_t most);

/* Adds the default umask of each group without one, except if a modifier has set its field in the filter register. `event_at`:
 * place of the event's name. */
MUST_CHECK bool umasks_settle(struct umasks *umasks, const struct assignments *assignments, struct slice event_at);

/* Rows that a string means: bit i: first[i] is one of them. */
struct meant {
	const struct event *first;
	uint64_t rows;
};

/* The joined rows if there are several, else `event`. */
struct meant umasks_meant(const struct umasks *umasks, const struct event *event);

/* The bits of a register with a requirement of the meant rows; for a umask number that no row has, of all rows of the event. */
uint64_t umasks_needed(const struct umasks *umasks, const struct event *event, const struct register_row *row);

#endif
