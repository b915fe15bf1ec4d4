/* SPDX-License-Identifier: BSD-2-Clause */
/* Our own page tables: memory one to one, as UEFI has it. */
#ifndef BIOS_PAGING_H
#define BIOS_PAGING_H

#include "lib/basic.h"

#define PAGING_GIB   64 /* what lies beyond is absent: an access to it is a page fault */
#define PAGING_BYTES ((3 + PAGING_GIB) * 4096)

/* Builds them in PAGING_BYTES of memory below 4 GiB, on whole pages, of as many levels as the loader has left on, and loads them. */
void paging_start(void *memory);

#endif
