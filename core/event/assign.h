/* SPDX-License-Identifier: BSD-2-Clause */
/* What a string wants of registers: its own assignments, and what they bring with them. */
#ifndef CORE_EVENT_ASSIGN_H
#define CORE_EVENT_ASSIGN_H

#include "core/event/event.h"
#include "core/event/refusal.h"
#include "core/event/table.h"

/* Of one register. */
struct assignment {
	const struct register_row *row;
	uint64_t mask, value; /* the bits wanted, and what they are to be */
	struct slice at;      /* where it was first given */
	bool whole;           /* it was given as a whole register */
};

struct assignments {
	const struct box_type *type;
	const struct select_shape *shape;
	uint64_t select, given;               /* value of the select, and the bits of it that were given */
	struct slice code_at;                 /* where the first field was given that says which event it is */
	struct slice edge_at, invert_at;      /* where edges, and inversion, were last asked for */
	uint8_t count;                        /* of filter registers */
	struct assignment of[EVENT_SETTINGS]; /* no row twice */
	struct refusal *refusal;
};

/* Sets a field of the select or of a filter register. */
MUST_CHECK bool assign_field(struct assignments *assignments, struct slice at, const struct register_row *row,
			     const struct field *field, uint64_t value);

/* Sets bits of a filter register, and what goes with them: the enable of its gate, and the select's bit that makes a counter look at
 * them. */
MUST_CHECK bool assign_bits(struct assignments *assignments, struct slice at, struct event_setting wanted);

/* Sets all of a filter register that software may set. */
MUST_CHECK bool assign_register(struct assignments *assignments, struct slice at, const struct register_row *row,
				uint64_t value);

/* What is wanted of a filter register; NULL if nothing is. */
struct assignment *assignment_of(struct assignments *assignments, const struct register_row *row);

/* The value wanted of these bits of a filter register. */
uint64_t assigned_value(const struct assignments *assignments, const struct register_row *row, uint64_t bits);

/* Brings filter registers into the order of the box's rows. */
void assignments_sort(struct assignments *assignments);

#endif
