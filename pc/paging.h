/* SPDX-License-Identifier: BSD-2-Clause */
/* What the page tables of a mode let be done in a page: Intel SDM vol. 3A, "Paging", "Access rights". */
#ifndef PC_PAGING_H
#define PC_PAGING_H

#include "lib/basic.h"

/* The mode of a processor. Its tables are reached at their physical addresses. */
struct paging {
	uint64_t cr0, cr3, cr4, efer;
};

/* Why a processor in that mode cannot both execute and write the page at a physical address, as what comes out of real
 * mode there has to: words behind "the page below 1 MiB". NULL: it can. */
const char *paging_refuses(const struct paging *mode, uint64_t page);

#endif
