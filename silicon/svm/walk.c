/* SPDX-License-Identifier: BSD-2-Clause */
/* Intel SDM volume 3, chapter 4. */
#include "silicon/svm/walk.h"

#include "silicon/svm/vmcb.h"

#define PRESENT    BIT(0)
#define LARGE_PAGE BIT(7)
#define FRAME      MASK(12, 40)
#define NO_EXECUTE BIT(63)

/* A format of page tables. Level 1 maps 4 KiB pages. */
struct format {
	unsigned levels, index_bits, entry_bytes;
	unsigned large_levels; /* bit n: entries of level n may map a large page */
};
static const struct format format_32 = {2, 10, 4, 0};
static const struct format format_32_pse = {2, 10, 4, 1 << 2};
static const struct format format_pae = {3, 9, 8, 1 << 2};
static const struct format format_long_4 = {4, 9, 8, 1 << 2 | 1 << 3};
static const struct format format_long_5 = {5, 9, 8, 1 << 2 | 1 << 3};

/* *seen is the OR of all entries on the way. */
static bool walk_tables(const struct walk *walk, uint64_t linear, uint64_t *physical, uint64_t *seen)
{
	const struct format *format = walk->cr4 & CR4_PSE ? &format_32_pse : &format_32;
	uint64_t table, entry;
	bool narrow;

	if (walk->efer & EFER_LMA)
		format = walk->cr4 & CR4_LA57 ? &format_long_5 : &format_long_4;
	else if (walk->cr4 & CR4_PAE)
		format = &format_pae;
	narrow = format->entry_bytes == 4;
	table = walk->cr3 & (format == &format_pae ? MASK(5, 27) : narrow ? MASK(12, 20) : FRAME);

	*seen = 0;
	if (!(walk->efer & EFER_LMA))
		linear = (uint32_t)linear;
	if (!(walk->cr0 & CR0_PG)) {
		*physical = linear;
		return true;
	}
	for (unsigned level = format->levels; level; level--) {
		unsigned shift = 12 + format->index_bits * (level - 1);
		uint64_t address = table + (linear >> shift & (BIT(format->index_bits) - 1)) * format->entry_bytes;

		if (!walk->load(walk->context, address & ~UINT64_C(7), &entry))
			return false;
		if (narrow)
			entry = (uint32_t)(entry >> 8 * (address & 4));
		if (!(entry & PRESENT))
			return false;
		*seen |= entry;
		if ((format->large_levels >> level & 1) && (entry & LARGE_PAGE)) {
			/* In 4-byte entries, bits 20:13 are bits 39:32 of the large page's address. */
			*physical = linear & (BIT(shift) - 1);
			*physical |= narrow ? (entry & MASK(22, 10)) | (entry & MASK(13, 8)) << 19
					    : entry & FRAME & ~(BIT(shift) - 1);
			return true;
		}
		table = entry & FRAME;
	}
	*physical = table | (linear & 0xfff);
	return true;
}

bool walk_translate(const struct walk *walk, uint64_t linear, uint64_t *physical)
{
	uint64_t seen;

	return walk_tables(walk, linear, physical, &seen);
}

bool walk_may_execute(const struct walk *walk, uint64_t linear)
{
	uint64_t physical, seen;

	return walk_tables(walk, linear, &physical, &seen) && !(walk->efer & EFER_NXE && seen & NO_EXECUTE);
}
