/* SPDX-License-Identifier: BSD-2-Clause */
#include "pc/paging.h"

/* clang-format off */
#define ENTRIES          512
#define PRESENT_WRITABLE 0x3
#define ENTRY_LARGE      BIT(7)
#define ENTRY_ADDRESS    MASK(12, 40)
#define LARGE_SHIFT      21
/* clang-format on */

/* A 1 GiB entry becomes 512 entries of 2 MiB with the same flags. */
void paging_copy(uint64_t *pages, uint64_t cr3, bool five_levels)
{
	uint64_t above = cr3 & ~ENTRY_LARGE;

	for (unsigned shift = five_levels ? 48 : 39;; shift -= 9, pages += ENTRIES) {
		const uint64_t *theirs = (const uint64_t *)(above & ENTRY_ADDRESS);

		for (uint64_t i = 0; i < ENTRIES; i++)
			pages[i] = above & ENTRY_LARGE ? above + (i << shift) : theirs[i];
		if (shift == LARGE_SHIFT)
			break;
		above = pages[0];
		pages[0] = (uintptr_t)(pages + ENTRIES) | PRESENT_WRITABLE;
	}
	pages[0] = PRESENT_WRITABLE | ENTRY_LARGE;
}
