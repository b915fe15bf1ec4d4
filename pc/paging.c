/* SPDX-License-Identifier: BSD-2-Clause */
#include "pc/paging.h"

/* clang-format off */
#define CR0_WRITE_PROTECT  BIT(16)
#define CR4_FIVE_LEVELS    BIT(12)
#define CR4_SMEP           BIT(20) /* no page of a user's is executed, */
#define CR4_SMAP           BIT(21) /* or written */
#define EFER_NO_EXECUTE    BIT(11)
#define ENTRY_PRESENT      BIT(0)
#define ENTRY_WRITE        BIT(1)
#define ENTRY_USER         BIT(2)
#define ENTRY_LARGE        BIT(7)
#define ENTRY_ADDRESS      MASK(12, 40)
#define ENTRY_NO_EXECUTE   BIT(63)
/* clang-format on */

/* What the entries that lead to a page say together. */
struct way {
	uint64_t all, any;
	uint64_t physical;
	bool mapped;
};

static struct way way_to(const struct paging *mode, uint64_t address)
{
	const uint64_t *table = (const uint64_t *)(mode->cr3 & ENTRY_ADDRESS);
	struct way way = {.all = UINT64_MAX};

	for (unsigned shift = mode->cr4 & CR4_FIVE_LEVELS ? 48 : 39;; shift -= 9) {
		uint64_t entry = table[address >> shift & 511];

		if (!(entry & ENTRY_PRESENT))
			return way;
		way.all &= entry;
		way.any |= entry;
		if (shift == 12 || (shift <= 30 && entry & ENTRY_LARGE)) {
			way.physical = (entry & ENTRY_ADDRESS & ~MASK(0, shift)) | (address & MASK(0, shift));
			way.mapped = true;
			return way;
		}
		table = (const uint64_t *)(entry & ENTRY_ADDRESS);
	}
}

const char *paging_refuses(const struct paging *mode, uint64_t page)
{
	struct way way = way_to(mode, page);

	if (!way.mapped || way.physical != page)
		return "is not mapped one to one";
	if (mode->cr0 & CR0_WRITE_PROTECT && !(way.all & ENTRY_WRITE))
		return "may not be written";
	if (mode->efer & EFER_NO_EXECUTE && way.any & ENTRY_NO_EXECUTE)
		return "may not be executed";
	if (mode->cr4 & (CR4_SMEP | CR4_SMAP) && way.all & ENTRY_USER)
		return "is a user's";
	return NULL;
}
