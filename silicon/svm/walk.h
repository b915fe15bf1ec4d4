/* SPDX-License-Identifier: BSD-2-Clause */
/* The guest's own address translation. */
#ifndef SILICON_SVM_WALK_H
#define SILICON_SVM_WALK_H

#include "lib/basic.h"

/* The registers that translation depends on, and access to guest-physical memory. */
struct walk {
	uint64_t cr0, cr3, cr4, efer;
	/* Loads the 8 bytes at an 8-byte aligned guest-physical address; false if there is no memory. */
	bool (*load)(void *context, uint64_t physical, uint64_t *value);
	void *context;
};

/* Translates a linear address: no paging, 32-bit, PAE, 4- or 5-level tables, small and large pages. Does not check rights. False if
 * it is not mapped, or a table cannot be read. */
MUST_CHECK bool walk_translate(const struct walk *walk, uint64_t linear, uint64_t *physical);

/* True if the tables allow ring 0 to execute code at a linear address: it is mapped, and no level forbids execution. */
MUST_CHECK bool walk_may_execute(const struct walk *walk, uint64_t linear);

#endif
