/* SPDX-License-Identifier: BSD-2-Clause */
/* Device memory where our page tables have it: uncached, wherever it is. Firmware maps memory one to one, but it need not map what it does
 * not use itself, and nothing says that caches are off there. */
#ifndef ARCH_X86_MAPPING_H
#define ARCH_X86_MAPPING_H

#include "lib/basic.h"

#define MAPPING_PAGE_BYTES (UINT64_C(2) << 20) /* what is mapped at once */
#define MAPPING_PAGES      2048                /* that there is room for: for two units of each page of a long table */

/* Makes a root of page tables of our own: a copy of that of the executing processor, whose tables below stay its firmware's, and in it
 * an entry of ours. */
void mapping_open(void);

/* Loads that root on the executing processor. Returns the argument of mapping_leave, for the same processor; 0: nothing was done, since
 * the processor's mode is another than that of the one that made the root, or has no way to say "uncached". */
MUST_CHECK uint64_t mapping_enter(void);
void mapping_leave(uint64_t before);

/* The linear address of device memory, for processors on our root; 0 if there is no room, or no such physical address. It
 * is mapped if it was not: callable by any processor at any time, in interrupt context too. */
uint64_t mapping_of(uint64_t physical);

#endif
