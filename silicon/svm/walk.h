/* SPDX-License-Identifier: BSD-2-Clause */
/* The guest's own address translation. */
#ifndef SILICON_SVM_WALK_H
#define SILICON_SVM_WALK_H

#include "lib/basic.h"

/* What decides how an address is translated, and how to look at guest-physical memory. */
struct walk {
	uint64_t cr0, cr3, cr4, efer;
	/* The 8 bytes at an 8-byte aligned guest-physical address; false if there is no memory. */
	bool (*load)(void *context, uint64_t physical, uint64_t *value);
	void *context;
};

/* Translates a linear address with no paging, 32-bit, PAE, 4- or 5-level tables, small and large
 * pages; rights are not checked. False if it is not mapped or a table cannot be read. */
MUST_CHECK bool walk_translate(const struct walk *walk, uint64_t linear, uint64_t *physical);

/* Whether code at a linear address may be executed in ring 0, as far as the tables say: it is mapped, and no level
 * forbids it. */
MUST_CHECK bool walk_may_execute(const struct walk *walk, uint64_t linear);

#endif
