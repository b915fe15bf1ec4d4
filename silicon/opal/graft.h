/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes the payload's device tree from skiboot's: adds the IMC catalog, hides one core of each chip, reserves the silicon's memory,
 * and replaces OPAL's entry and the nest regions. */
#ifndef SILICON_OPAL_GRAFT_H
#define SILICON_OPAL_GRAFT_H

#include "silicon/opal/catalog.h"

enum {
	GRAFT_CORES = 64,  /* maximum of the whole machine */
	GRAFT_THREADS = 4, /* maximum of a core */
	GRAFT_RESERVED = 2
};

/* A core in skiboot's device tree. */
struct graft_core {
	uint32_t pir[GRAFT_THREADS];
	unsigned threads;
	uint32_t chip; /* chip ID */
	char path[TREE_PATH];
	bool hidden;
};

struct graft_machine {
	struct graft_core core[GRAFT_CORES];
	unsigned cores;
};

/* Finds the cores of a tree that have status "okay" or none, by ascending PIR. False if there are none or too many. */
MUST_CHECK bool graft_find_cores(const struct tree *tree, struct graft_machine *machine);

/* Hides the last core of each chip that has more than one. Returns the PIR of the first thread of the first chip's hidden core;
 * UINT32_MAX if that chip has only one core. */
uint32_t graft_hide_cores(struct graft_machine *machine);

/* True if a thread belongs to a hidden core. */
bool graft_is_hidden(const struct graft_machine *machine, uint32_t pir);

struct graft_plan {
	const struct tree *tree;
	const struct graft_machine *machine;
	struct catalog_plan catalog; /* graft_write sets `phandle` and `string_shift` */
	uint64_t entry;              /* address for OPAL calls */
	struct tree_range reserved;  /* the silicon's memory */
	uint32_t boot_cpu;           /* PIR */
	bool bad_core;               /* keep hidden cores in the tree, with status "bad" */
};

/* Writes the new tree to `blob` (8-byte aligned, `size` bytes); `scratch` is working memory of the same size. Returns the size of
 * the tree; 0 if it does not fit, or skiboot's tree lacks a property that must be changed. */
uint32_t graft_write(const struct graft_plan *plan, void *scratch, void *blob, uint32_t size);

#endif
