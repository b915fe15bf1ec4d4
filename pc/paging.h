/* SPDX-License-Identifier: BSD-2-Clause */
/* Page tables that a processor can begin with: Intel SDM vol. 3A, "4-level paging and 5-level paging". */
#ifndef PC_PAGING_H
#define PC_PAGING_H

#include "lib/basic.h"

#define PAGING_COPY_PAGES 4

/* Copies the tables that map address 0, from those at `cr3` into PAGING_COPY_PAGES whole pages, the root first. The copy differs in the first
 * 2 MiB: they are mapped one to one, and can be read, written and executed. All tables are reached at their physical addresses. */
void paging_copy(uint64_t *pages, uint64_t cr3, bool five_levels);

#endif
