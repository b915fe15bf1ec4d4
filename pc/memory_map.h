/* SPDX-License-Identifier: BSD-2-Clause */
/* Map of free memory. Pure. */
#ifndef PC_MEMORY_MAP_H
#define PC_MEMORY_MAP_H

#include "lib/basic.h"

#define MEMORY_PAGE   4096
#define MEMORY_RANGES 384 /* each thing in the way makes at most one more of the 128 that E820 has room for */

struct memory_range {
	uint64_t start, bytes;
};

struct memory_map {
	struct memory_range ranges[MEMORY_RANGES]; /* they neither overlap nor are empty; in no order */
	unsigned count;
};

/* Adds the whole pages of a range that are not there already. What goes beyond the address space, or
 * finds no room, is left out. */
void memory_add(struct memory_map *map, uint64_t start, uint64_t bytes);

/* Takes a range out, and the pages that it touches. What does not fit any more is lost, not kept. */
void memory_remove(struct memory_map *map, uint64_t start, uint64_t bytes);

/* True if the whole range is free. */
bool memory_holds(const struct memory_map *map, uint64_t start, uint64_t bytes);

/* Takes `bytes` bytes, a whole number of pages, out at the highest place below `below`. 0 if there is none. */
uint64_t memory_take(struct memory_map *map, uint64_t bytes, uint64_t below);

#endif
