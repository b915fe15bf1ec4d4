/* SPDX-License-Identifier: BSD-2-Clause */
/* Umasks: which go together, which are meant if none is named, and the bits they are, be it of the select or of a filter register. */
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
		*filter_register; /* the register that umasks of the event are bits of; NULL: the select */
	uint64_t joined;          /* bit i: row i of the event is among them; bit 63: and later ones */
	uint64_t select;          /* their bits, OR-ed: of the select */
	uint64_t bits, mask;      /* ... of the filter register, and the fields they are in */
	bool number;              /* they were given as a number */
	uint8_t flags;            /* of all of them, OR-ed */
	uint16_t counters;        /* that can count all of them */
	/* Bit i: umasks of group i were joined, were named, include one that is alone in its group, one that excludes higher
	 * groups, one that excludes other groups. */
	uint8_t groups, named, alone, lower_only, first_only;
	struct slice at[UMASK_GROUPS]; /* the last of each group */
	struct refusal *refusal;
};

/* The umasks of an event before any is named. */
struct umasks umasks_of(const struct box_type *type, struct event_rows rows, struct refusal *refusal);

/* The bits that a umask given as a number may have; 0 if the box has no umasks. */
uint64_t umasks_most(const struct umasks *umasks, const struct select_shape *shape);

/* Adds a umask by its row, or all umasks as a number. */
MUST_CHECK bool umasks_add(struct umasks *umasks, struct slice at, const struct event *row);
MUST_CHECK bool umasks_add_number(struct umasks *umasks, struct slice at, uint64_t number, uint64_t most);

/* Adds the umasks that are meant where none was named: a field of the filter register that a modifier has set wants none. `event_at`
 * is where the event was named. */
MUST_CHECK bool umasks_settle(struct umasks *umasks, const struct assignments *assignments, struct slice event_at);

/* Rows that a string means: bit i says that first[i] is one of them. */
struct meant {
	const struct event *first;
	uint64_t rows;
};

/* The joined ones, else the one it came to. */
struct meant umasks_meant(const struct umasks *umasks, const struct event *event);

/* The bits of a register that the meant rows have a say about; of a number that no row has, all of the event's. */
uint64_t umasks_needed(const struct umasks *umasks, const struct event *event, const struct register_row *row);

#endif
