/* SPDX-License-Identifier: BSD-2-Clause */
/* Box types made at run time, of what a machine says of its boxes. */
#ifndef CORE_BOX_TYPE_H
#define CORE_BOX_TYPE_H

#include "boxes/archetype.h"
#include "core/arena.h"

/* True if two boxes can be instances of one type: all their numbers are the same, but for where they are and how many counters they
 * have. */
bool archetypes_alike(const struct archetype *a, const struct archetype *b);

/* The type of `count` boxes, 1 or more, that are alike; instance i is boxes[i]. It has the counters of the box that has most, and those
 * that have fewer say so in their instance. NULL if the arena is full. Any number is taken: whether they hang together is for
 * box_type_fault to say, whom machine_refuse_types asks. */
MUST_CHECK const struct box_type *box_type_of_archetypes(struct arena *arena, const struct archetype_kind *kind,
							 const struct archetype *boxes, unsigned count);

/* The same of boxes of so many sockets, which go by their numbers: an instance is what has one number on any of them. No two of a
 * socket may have the same. */
MUST_CHECK const struct box_type *box_type_of_sockets(struct arena *arena, const struct archetype_kind *kind,
						      const struct archetype *boxes, unsigned count, uint16_t sockets);

/* Fills in where the boxes of a type are: instance_table, numbers, sockets. Of the archetypes their control, number and socket count. */
MUST_CHECK bool box_type_places(struct arena *arena, struct box_type *type, const struct archetype *boxes,
				unsigned count, uint16_t sockets);

#endif
