/* SPDX-License-Identifier: BSD-2-Clause */
/* Device memory where our page tables have it: uncached, wherever it is. Firmware maps memory one to one, but it need not map what it does
 * not use itself, and nothing says that caches are off there. */
#ifndef ARCH_X86_MAPPING_H
#define ARCH_X86_MAPPING_H

#include "lib/basic.h"

#define MAPPING_PAGE_BYTES (UINT64_C(2) << 20) /* what is mapped at once */
#define MAPPING_PAGES      2048                /* that there is room for: for two units of each page of a long table */

/* One entry that a processor's own table was given. */
struct mapping_entry {
	uint64_t *at; /* NULL: the table had it already, or there is no room for it */
	bool in_use;  /* the executing processor reaches what is mapped */
};

/* Puts our tables among those of the executing processor, whose firmware keeps some entries free. The first that does so chooses which.
 * mapping_leave is to be given what this returns, by the same processor. */
struct mapping_entry mapping_join(void);
void mapping_leave(const struct mapping_entry *entry);

/* The linear address of device memory, for processors whose entry is in use; 0 if there is no room, or no such physical address. It
 * is mapped if it was not: callable by any processor at any time, in interrupt context too. */
uint64_t mapping_of(uint64_t physical);

#endif
