/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/mapping.h"

#include "arch/x86/access.h"
#include "arch/x86/cpu.h"
#include "lib/memory.h"

/* clang-format off */
/* Intel SDM vol. 3A, "4-level paging and 5-level paging", "Page attribute table" */
#define PRESENT_WRITABLE 0x3
#define TYPE(NUMBER)     ((uint64_t)(NUMBER) << 3) /* selects an entry of the attribute table */
#define TOUCHED          0x60 /* accessed and dirty: the processor need not set them */
#define LARGE            0x80
#define NO_EXECUTE       BIT(63)
#define ADDRESS          MASK(12, 40)
#define MSR_EFER         0xc0000080
#define   EFER_NO_EXECUTE BIT(11)
#define MSR_PAT          0x277
#define   PAT_TYPE(PAT, NUMBER) ((PAT) >> 8 * (NUMBER) & 7)
#define   PAT_UNCACHED   0 /* regardless of the range registers */
#define TYPES            4 /* selected by two bits of an entry */
/* clang-format on */

#define ENTRIES 512
#define TABLES  (MAPPING_PAGES / ENTRIES)
/* The last entry of each table above uncork's pages. UEFI maps one to one, so its own entry there is not usable for
 * anything. */
#define OURS    (ENTRIES - 1)
#define WINDOW  (UINT64_MAX << 39)

static struct {
	_Alignas(4096) uint64_t pages[MAPPING_PAGES], directory[ENTRIES], upper[ENTRIES], root[ENTRIES];
	uint64_t theirs; /* the root that uncork's root is a copy of */
	uint64_t flags;  /* of a page; 0: no type is uncached, and these tables are not used */
	uint64_t mode;   /* paging mode of the tables */
} mapping;

/* ---- the root ------------------------------------------------------------------------------------------- */

static uint64_t mode_here(void)
{
	return (cpu_cr4() & CR4_FIVE_LEVELS) | (msr_read(MSR_EFER) & EFER_NO_EXECUTE);
}

static uint64_t flags_here(void)
{
	uint64_t never_code = mode_here() & EFER_NO_EXECUTE ? NO_EXECUTE : 0;
	struct guarded attributes = guarded_rdmsr(MSR_PAT);
	unsigned type = 0;

	/* The first entry of the attribute table for uncached memory; TYPES: none. */
	while (type < TYPES && (attributes.fault || PAT_TYPE(attributes.value, type) != PAT_UNCACHED))
		type++;
	return type < TYPES ? never_code | PRESENT_WRITABLE | TYPE(type) | TOUCHED | LARGE : 0;
}

void mapping_open(void)
{
	mapping.theirs = cpu_cr3();
	mapping.flags = flags_here();
	mapping.mode = mode_here();
	memcpy(mapping.root, (const void *)(mapping.theirs & ADDRESS), sizeof(mapping.root));
	for (unsigned i = 0; i < TABLES; i++)
		mapping.directory[i] = (uintptr_t)&mapping.pages[i * ENTRIES] | PRESENT_WRITABLE;
	mapping.upper[OURS] = (uintptr_t)mapping.directory | PRESENT_WRITABLE;
	mapping.root[OURS] =
		mapping.mode & CR4_FIVE_LEVELS ? (uintptr_t)mapping.upper | PRESENT_WRITABLE : mapping.upper[OURS];
}

uint64_t mapping_enter(void)
{
	uint64_t before;

	if (!mapping.flags || flags_here() != mapping.flags || mode_here() != mapping.mode)
		return 0;
	before = cpu_cr3();
	cpu_set_cr3((uintptr_t)mapping.root | (before & ~ADDRESS));
	return before;
}

void mapping_leave(uint64_t before)
{
	if (before)
		cpu_set_cr3(before);
}

/* ---- pages --------------------------------------------------------------------------------------------- */

uint64_t mapping_of(uint64_t physical)
{
	uint64_t page = physical / MAPPING_PAGE_BYTES, entry = page * MAPPING_PAGE_BYTES | mapping.flags;

	if (physical & ~(ADDRESS | MASK(0, 12)))
		return 0;
	for (unsigned i = 0; i < MAPPING_PAGES; i++) {
		uint64_t slot = (page + i) % MAPPING_PAGES, found = 0;

		/* Entries are never removed, and missing ones are not cached, so no flush is needed. */
		if (__atomic_compare_exchange_n(&mapping.pages[slot], &found, entry, false, __ATOMIC_ACQ_REL,
						__ATOMIC_ACQUIRE) ||
		    found == entry)
			return WINDOW + slot * MAPPING_PAGE_BYTES + physical % MAPPING_PAGE_BYTES;
	}
	return 0;
}
