/* SPDX-License-Identifier: BSD-2-Clause */
/* The device tree that the payload gets: skiboot's, with an IMC catalog grafted in, some processors hidden,
 * memory set aside and OPAL's entry replaced. */
#ifndef SILICON_OPAL_GRAFT_H
#define SILICON_OPAL_GRAFT_H

#include "silicon/opal/catalog.h"

enum {
	GRAFT_CORES = 64,  /* of the whole machine */
	GRAFT_THREADS = 4, /* of a core */
	GRAFT_RESERVED = 2
};

/* A core as skiboot describes it. */
struct graft_core {
	uint32_t pir[GRAFT_THREADS];
	unsigned threads;
	uint32_t chip; /* chip id */
	char path[TREE_PATH];
	bool hidden;
};

struct graft_machine {
	struct graft_core core[GRAFT_CORES];
	unsigned cores;
};

/* Finds the cores of a tree, by ascending PIR. False if there are none or too many. */
MUST_CHECK bool graft_find_cores(const struct tree *tree, struct graft_machine *machine);

/* Hides the last core of every chip that has more than one. Returns the first thread of the first chip's;
 * UINT32_MAX if that chip has only one core. */
uint32_t graft_hide_cores(struct graft_machine *machine);

/* True if a thread belongs to a hidden core. */
bool graft_is_hidden(const struct graft_machine *machine, uint32_t pir);

struct graft_plan {
	const struct tree *tree;
	const struct graft_machine *machine;
	struct catalog_plan catalog; /* `phandle` and `string_shift` are worked out here */
	uint64_t entry;              /* of OPAL */
	struct tree_range reserved;  /* memory of the silicon's */
	uint32_t boot_cpu;           /* PIR */
	bool bad_core;               /* hidden cores are there, with status "bad" */
};

/* Writes the new tree to `blob` (8-byte aligned, `size` bytes); `scratch` of as many bytes is for work.
 * Returns its size; 0 if it did not fit or the tree lacks what must be changed. */
uint32_t graft_write(const struct graft_plan *plan, void *scratch, void *blob, uint32_t size);

#endif
