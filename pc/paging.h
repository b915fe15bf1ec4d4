/* SPDX-License-Identifier: BSD-2-Clause */
/* Page tables for a CPU that starts: Intel SDM vol. 3A, "4-level paging and 5-level paging". */
#ifndef PC_PAGING_H
#define PC_PAGING_H

#include "lib/basic.h"

#define PAGING_COPY_PAGES 4

/* Copies the tables that map address 0, from those at `cr3` to PAGING_COPY_PAGES whole pages, the root first. In the
 * copy the first 2 MiB are mapped one to one, and can be read, written and executed. All tables are accessed at their
 * physical addresses. */
void paging_copy(uint64_t *pages, uint64_t cr3, bool five_levels);

#endif
