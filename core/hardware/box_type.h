/* SPDX-License-Identifier: BSD-2-Clause */
/* Box types made at run time from a machine's own description of its boxes. */
#ifndef CORE_BOX_TYPE_H
#define CORE_BOX_TYPE_H

#include "boxes/archetype.h"
#include "core/arena.h"

/* True if two boxes can be instances of one type: all their numbers are equal, except locations and number of counters. */
bool archetypes_alike(const struct archetype *a, const struct archetype *b);

/* Makes a type of `count` boxes (1 or more) that are alike. If `sockets` is 0, instance i is boxes[i]; else boxes with
 * the same number on different sockets are one instance, and boxes of one socket must have different numbers. The type
 * has as many counters as the box with the most; instances with fewer give their own number. NULL if the arena is full.
 * Does not check that the numbers are consistent: machine_refuse_types does, with box_type_fault. */
MUST_CHECK const struct box_type *box_type_of_archetypes(struct arena *arena, const struct archetype_kind *kind,
							 const struct archetype *boxes, unsigned count,
							 uint16_t sockets);

/* Sets the locations of a type's boxes (instance_table, numbers, sockets) from the archetypes' control, number and socket. False if
 * the arena is full. */
MUST_CHECK bool box_type_places(struct arena *arena, struct box_type *type, const struct archetype *boxes,
				unsigned count, uint16_t sockets);

#endif
