/* SPDX-License-Identifier: BSD-2-Clause */
/* Map of free memory. Pure. */
#ifndef PC_MEMORY_MAP_H
#define PC_MEMORY_MAP_H

#include "lib/basic.h"

#define MEMORY_PAGE   4096
#define MEMORY_RANGES 384 /* each used range adds at most one to the 128 that E820 has room for */

struct memory_range {
	uint64_t start, bytes;
};

struct memory_map {
	struct memory_range ranges[MEMORY_RANGES]; /* not overlapping, not empty, in no order */
	unsigned count;
};

/* Adds the whole pages of a range that are not in the map yet. Parts beyond the address space, or without room in the
 * map, are left out. */
void memory_add(struct memory_map *map, uint64_t start, uint64_t bytes);

/* Removes a range and all pages that it touches. Remaining parts without room in the map are lost. */
void memory_remove(struct memory_map *map, uint64_t start, uint64_t bytes);

/* True if the whole range is free. */
bool memory_holds(const struct memory_map *map, uint64_t start, uint64_t bytes);

/* Takes `bytes` bytes, a whole number of pages, at the highest place below `below`. Returns 0 if there is none. */
uint64_t memory_take(struct memory_map *map, uint64_t bytes, uint64_t below);

#endif
