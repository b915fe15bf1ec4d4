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

static const struct format *format_in_use(const struct walk *walk)
{
	if (walk->efer & EFER_LMA)
		return walk->cr4 & CR4_LA57 ? &format_long_5 : &format_long_4;
	if (walk->cr4 & CR4_PAE)
		return &format_pae;
	return walk->cr4 & CR4_PSE ? &format_32_pse : &format_32;
}

static uint64_t root_of(const struct walk *walk, const struct format *format)
{
	if (format == &format_pae)
		return walk->cr3 & MASK(5, 27);
	return walk->cr3 & (format->entry_bytes == 4 ? MASK(12, 20) : FRAME);
}

static bool load_entry(const struct walk *walk, const struct format *format, uint64_t address, uint64_t *entry)
{
	if (!walk->load(walk->context, address & ~UINT64_C(7), entry))
		return false;
	if (format->entry_bytes == 4)
		*entry = (uint32_t)(*entry >> 8 * (address & 4));
	return *entry & PRESENT;
}

/* The start of a large page. In 4-byte entries, bits 20:13 are bits 39:32 of the address. */
static uint64_t large_frame(const struct format *format, uint64_t entry, unsigned shift)
{
	if (format->entry_bytes == 4)
		return (entry & MASK(22, 10)) | (entry & MASK(13, 8)) << 19;
	return entry & FRAME & ~(BIT(shift) - 1);
}

/* *seen is the OR of all entries on the way. */
static bool walk_tables(const struct walk *walk, uint64_t linear, uint64_t *physical, uint64_t *seen)
{
	const struct format *format = format_in_use(walk);
	uint64_t table = root_of(walk, format), entry;

	*seen = 0;
	if (!(walk->efer & EFER_LMA))
		linear = (uint32_t)linear;
	if (!(walk->cr0 & CR0_PG)) {
		*physical = linear;
		return true;
	}
	for (unsigned level = format->levels; level; level--) {
		unsigned shift = 12 + format->index_bits * (level - 1);
		uint64_t index = linear >> shift & (BIT(format->index_bits) - 1);

		if (!load_entry(walk, format, table + index * format->entry_bytes, &entry))
			return false;
		*seen |= entry;
		if ((format->large_levels >> level & 1) && (entry & LARGE_PAGE)) {
			*physical = large_frame(format, entry, shift) | (linear & (BIT(shift) - 1));
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
