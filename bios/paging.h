/* SPDX-License-Identifier: BSD-2-Clause */
/* uncork's page tables: memory one to one, as with UEFI. */
#ifndef BIOS_PAGING_H
#define BIOS_PAGING_H

#include "lib/basic.h"

#define PAGING_GIB   64 /* GiB that are mapped; access to an address beyond is a page fault */
#define PAGING_BYTES ((3 + PAGING_GIB) * 4096)

/* Makes the tables in PAGING_BYTES of memory below 4 GiB, in whole pages, with as many levels as the loader has
 * enabled, and loads them. */
void paging_start(void *memory);

#endif
