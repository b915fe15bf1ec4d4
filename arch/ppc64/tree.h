/* SPDX-License-Identifier: BSD-2-Clause */
/* The flattened device tree: what the machine's firmware says of it. Pure: works on any tree in memory, and
 * trusts nothing in it. */
#ifndef ARCH_PPC64_TREE_H
#define ARCH_PPC64_TREE_H

#include "core/record/warnings.h"
#include "lib/parse.h"

struct range {
	uint64_t start, size;
};

/* Adds up the cells (32 bits each, big-endian) of a property. False, with *value untouched, if there is no
 * such property or it is not of 1 or 2 cells. */
MUST_CHECK bool tree_number(const void *tree, int node, const char *name, uint64_t *value);

/* Cell or pair of cells number `index` of a property that is a list of them. */
MUST_CHECK bool tree_cell(const void *tree, int node, const char *name, unsigned index, uint32_t *value);
MUST_CHECK bool tree_pair(const void *tree, int node, const char *name, unsigned index, uint64_t *value);

/* Number of bytes of a property; -1 if there is none. */
int tree_bytes(const void *tree, int node, const char *name);

/* The first string of a property, terminated within it; NULL if it has none. */
const char *tree_string(const void *tree, int node, const char *name);

/* True if some node is compatible with `name`. */
bool tree_has_compatible(const void *tree, const char *name);

/* Finds the region of a chip's nest by the firmware's word, also if the nest's nodes are missing. False if it says nothing, or
 * the chip has no HOMER. */
MUST_CHECK bool tree_nest_region(const void *tree, uint32_t chip, struct range *region);

/* Number `index` of the chips that have a nest by the catalog's first nest node, with or without a core that works. */
MUST_CHECK bool tree_nest_chip(const void *tree, unsigned index, uint32_t *chip);

/* True if the tree is one from end to end: every later look-up stays within it. */
bool tree_is_sound(const void *tree, size_t size);

/* ---- processors ------------------------------------------------------------------------------------ */

struct tree_cpu {
	uint32_t pir;  /* POWER9: chip in bits 14:8, core in 7:2, thread in 1:0 (LSB 0); QEMU's POWER10 likewise */
	uint32_t chip; /* ibm,chip-id */
	uint8_t core, thread;
	bool okay;  /* its status says so */
	bool fused; /* two small cores in one node, of eight threads: PIR 0, 2, 4, 6 and 1, 3, 5, 7 (skiboot) */
};

/* Fills in what `cpus` has room for, in order of PIR, and returns how many there are of those. */
uint16_t tree_cpus(const void *tree, struct tree_cpu *cpus, uint16_t capacity, struct warnings *warnings);

/* The time base, in ticks per second; 0 if no processor says. */
uint64_t tree_timebase(const void *tree);

/* ---- memory ---------------------------------------------------------------------------------------- */

/* Memory that is wanted. `used` has what the tree itself does not reserve: the image, the tree. */
struct memory_request {
	uint64_t size, align; /* align is a power of two */
	uint64_t lowest;      /* not below this address */
	const struct range *used;
	unsigned used_count;
};

/* The lowest free range of memory, outside every reservation: 0 if there is none. */
uint64_t tree_free_memory(const void *tree, const struct memory_request *request);

/* True if all of the range is in one of the memory banks. */
bool tree_is_memory(const void *tree, const struct range *range);

/* ---- firmware -------------------------------------------------------------------------------------- */

struct tree_opal {
	uint64_t base, entry;
	const char *firmware; /* its version; NULL if it says none */
};
MUST_CHECK bool tree_opal(const void *tree, struct tree_opal *opal);

/* The banner of virtual silicon that has put itself under this machine, NULL if there is none. It is known by
 * the memory that it keeps for itself. */
const char *tree_virtual_silicon(const void *tree);

/* The command line; empty if there is none. */
struct slice tree_arguments(const void *tree);

/* The model of the machine, "unknown" if it says none. */
const char *tree_model(const void *tree);

#endif
