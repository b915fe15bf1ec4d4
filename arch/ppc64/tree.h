/* SPDX-License-Identifier: BSD-2-Clause */
/* The flattened device tree, from the machine's firmware. Pure: works with any tree in memory, and does not trust
 * it. */
#ifndef ARCH_PPC64_TREE_H
#define ARCH_PPC64_TREE_H

#include "core/record/warnings.h"
#include "lib/parse.h"

struct range {
	uint64_t start, size;
};

/* Reads a property of 1 or 2 cells (32 bits each, big-endian) as a number. Returns false, with *value unchanged, if
 * there is no such property or its size differs. */
MUST_CHECK bool tree_number(const void *tree, int node, const char *name, uint64_t *value);

/* Read a cell, or a pair of cells: number `index` of a property that is a list of them. */
MUST_CHECK bool tree_cell(const void *tree, int node, const char *name, unsigned index, uint32_t *value);
MUST_CHECK bool tree_pair(const void *tree, int node, const char *name, unsigned index, uint64_t *value);

/* Size of a property in bytes; -1 if there is none. */
int tree_bytes(const void *tree, int node, const char *name);

/* First string of a property, terminated within it; NULL if there is none. */
const char *tree_string(const void *tree, int node, const char *name);

/* True if any node is compatible with `name`. */
bool tree_has_compatible(const void *tree, const char *name);

/* Finds the region of a chip's nest in the firmware's exports, which exist even if the nest's nodes are missing.
 * Returns false if there is none, or if the chip has no HOMER. */
MUST_CHECK bool tree_nest_region(const void *tree, uint32_t chip, struct range *region);

/* Finds chip number `index` of those that have a nest according to the catalog's first nest node, with or without a
 * working core. */
MUST_CHECK bool tree_nest_chip(const void *tree, unsigned index, uint32_t *chip);

/* True if the whole tree is valid: all later look-ups stay within it. */
bool tree_is_sound(const void *tree, size_t size);

/* ---- processors ------------------------------------------------------------------------------------ */

struct tree_cpu {
	uint32_t pir;  /* POWER9: chip in bits 14:8, core in 7:2, thread in 1:0 (LSB 0); the same on QEMU's POWER10 */
	uint32_t chip; /* ibm,chip-id */
	uint8_t core, thread;
	bool okay;  /* its status is okay */
	bool fused; /* two small cores in one node, of eight threads: PIR 0, 2, 4, 6 and 1, 3, 5, 7 (skiboot) */
};

/* Fills in `cpus`, at most `capacity`, in order of PIR, and returns their number. */
uint16_t tree_cpus(const void *tree, struct tree_cpu *cpus, uint16_t capacity, struct warnings *warnings);

/* Time base in ticks per second; 0 if no CPU's node gives it. */
uint64_t tree_timebase(const void *tree);

/* ---- memory ---------------------------------------------------------------------------------------- */

/* A request for memory. `used` lists what the tree itself does not reserve: the image and the tree. */
struct memory_request {
	uint64_t size, align; /* align is a power of two */
	uint64_t lowest;      /* lowest address allowed */
	const struct range *used;
	unsigned used_count;
};

/* Finds the lowest free range of memory outside all reservations. Returns 0 if there is none. */
uint64_t tree_free_memory(const void *tree, const struct memory_request *request);

/* True if all of the range is in one of the memory banks. */
bool tree_is_memory(const void *tree, const struct range *range);

/* ---- firmware -------------------------------------------------------------------------------------- */

struct tree_opal {
	uint64_t base, entry;
	const char *firmware; /* its version; NULL if not given */
};
MUST_CHECK bool tree_opal(const void *tree, struct tree_opal *opal);

/* Banner of virtual silicon under this machine; NULL if there is none. It is recognized by its reserved memory. */
const char *tree_virtual_silicon(const void *tree);

/* Command line; empty if there is none. */
struct slice tree_arguments(const void *tree);

/* Model of the machine; "unknown" if not given. */
const char *tree_model(const void *tree);

#endif
