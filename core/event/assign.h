/* SPDX-License-Identifier: BSD-2-Clause */
/* The register values that an event string requires: its own assignments, and those that follow from them. */
#ifndef CORE_EVENT_ASSIGN_H
#define CORE_EVENT_ASSIGN_H

#include "core/event/event.h"
#include "core/event/refusal.h"
#include "core/event/table.h"

/* Assigned bits of one filter register. */
struct assignment {
	const struct register_row *row;
	uint64_t mask, value; /* the assigned bits, and their values */
	struct slice at;      /* the place in the string of the first assignment */
	bool whole;           /* the whole register was assigned */
};

struct assignments {
	const struct box_type *type;
	const struct select_shape *shape;
	uint64_t select, given;               /* value of the select, and its bits that were assigned */
	struct slice code_at;                 /* place of the first field that identifies the event */
	struct slice edge_at, invert_at;      /* place of the last setting of edge detection, and of inversion */
	uint8_t count;                        /* number of filter registers */
	struct assignment of[EVENT_SETTINGS]; /* no row twice */
	struct refusal *refusal;
};

/* Sets a field of the select or of a filter register. */
MUST_CHECK bool assign_field(struct assignments *assignments, struct slice at, const struct register_row *row,
			     const struct field *field, uint64_t value);

/* Sets bits of a filter register, and the bits that they need: the enable of its gate, and the select's bit that makes a counter
 * use the filter. */
MUST_CHECK bool assign_bits(struct assignments *assignments, struct slice at, struct event_setting wanted);

/* Sets all bits of a filter register that software may set. */
MUST_CHECK bool assign_register(struct assignments *assignments, struct slice at, const struct register_row *row,
				uint64_t value);

/* The assignment of a filter register; NULL if there is none. */
struct assignment *assignment_of(struct assignments *assignments, const struct register_row *row);

/* The assigned value of these bits of a filter register. */
uint64_t assigned_value(const struct assignments *assignments, const struct register_row *row, uint64_t bits);

/* Sorts filter registers by the order of the box's rows. */
void assignments_sort(struct assignments *assignments);

#endif
