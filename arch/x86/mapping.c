/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/mapping.h"

#include "arch/x86/access.h"
#include "arch/x86/cpu.h"

/* clang-format off */
/* Intel SDM vol. 3A, "4-level paging and 5-level paging", "Page attribute table" */
#define PRESENT_WRITABLE 0x3
#define TYPE(NUMBER)     ((uint64_t)(NUMBER) << 3) /* which entry of the attribute table is meant */
#define TOUCHED          0x60 /* accessed and dirty: no processor has to note it */
#define LARGE            0x80
#define ADDRESS          MASK(12, 40)
#define CR0_WRITE_PROTECT BIT(16)
#define CR4_FIVE_LEVELS  BIT(12)
#define CR4_SHADOW_STACK BIT(23) /* is not to be on while nothing is write-protected */
#define MSR_PAT          0x277
#define   PAT_TYPE(PAT, NUMBER) ((PAT) >> 8 * (NUMBER) & 7)
#define   PAT_UNCACHED   0 /* whatever the range registers say */
#define TYPES            4 /* that two bits of an entry choose among */
/* clang-format on */

#define ENTRIES    512
#define ROOT_SHIFT 39
#define ROOT_LAST  255 /* of the lower half: with five levels as with four */
#define TABLES     (MAPPING_PAGES / ENTRIES)

static struct {
	_Alignas(4096) uint64_t pages[MAPPING_PAGES], directory[ENTRIES];
	unsigned index; /* of our entry in each processor's table; 0: none was chosen yet */
	uint64_t flags; /* of a page */
} mapping;

/* ---- entries of others' tables ------------------------------------------------------------------------ */

/* The table of 512 entries for 512 GiB each, of the lower half of what is there. */
static uint64_t *root_of_processor(void)
{
	uint64_t *top = (uint64_t *)(cpu_cr3() & ADDRESS);

	return cpu_cr4() & CR4_FIVE_LEVELS ? (uint64_t *)(*top & ADDRESS) : top;
}

/* Firmware may have made its tables read-only, for itself as well. */
static void set_entry(uint64_t *at, uint64_t value)
{
	uint64_t flags = cpu_disable_interrupts(), before = cpu_cr0();

	cpu_set_cr0(before & ~CR0_WRITE_PROTECT);
	*(volatile uint64_t *)at = value;
	cpu_set_cr0(before);
	cpu_set_cr3(cpu_cr3());
	cpu_restore_interrupts(flags);
}

/* Which entry of the attribute table is for memory that no cache holds; TYPES: none. */
static unsigned uncached_type(void)
{
	struct guarded table = guarded_rdmsr(MSR_PAT);
	unsigned type = 0;

	while (type < TYPES && (table.fault || PAT_TYPE(table.value, type) != PAT_UNCACHED))
		type++;
	return type;
}

static void choose(const uint64_t *root, unsigned type)
{
	unsigned index = ROOT_LAST;

	while (index && root[index])
		index--;
	for (unsigned i = 0; i < TABLES; i++)
		mapping.directory[i] = (uintptr_t)&mapping.pages[i * ENTRIES] | PRESENT_WRITABLE;
	mapping.flags = PRESENT_WRITABLE | TYPE(type) | TOUCHED | LARGE;
	mapping.index = index;
}

struct mapping_entry mapping_join(void)
{
	uint64_t *root = root_of_processor(), own = (uintptr_t)mapping.directory | PRESENT_WRITABLE;
	unsigned type = uncached_type();

	if (type == TYPES || cpu_cr4() & CR4_SHADOW_STACK)
		return (struct mapping_entry){.in_use = false};
	if (!mapping.index)
		choose(root, type);
	if (!mapping.index || mapping.flags != (PRESENT_WRITABLE | TYPE(type) | TOUCHED | LARGE))
		return (struct mapping_entry){.in_use = false};
	if ((root[mapping.index] & ADDRESS) == (own & ADDRESS))
		return (struct mapping_entry){.in_use = true};
	if (root[mapping.index])
		return (struct mapping_entry){.in_use = false};
	set_entry(&root[mapping.index], own);
	return (struct mapping_entry){.at = &root[mapping.index], .in_use = true};
}

void mapping_leave(const struct mapping_entry *entry)
{
	if (entry->at)
		set_entry(entry->at, 0);
	else if (entry->in_use)
		cpu_set_cr3(cpu_cr3()); /* forgets what it knew of our tables */
}

/* ---- pages --------------------------------------------------------------------------------------------- */

/* Entries are only ever added, by whoever comes first: nobody remembers that one was not there. */
static bool take_page(uint64_t *at, uint64_t entry)
{
	uint64_t found = 0;

	if (__atomic_compare_exchange_n(at, &found, entry, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
		return true;
	return found == entry;
}

uint64_t mapping_of(uint64_t physical)
{
	uint64_t page = physical / MAPPING_PAGE_BYTES, entry = page * MAPPING_PAGE_BYTES | mapping.flags;

	if (physical & ~(ADDRESS | MASK(0, 12)))
		return 0;
	for (unsigned i = 0; i < MAPPING_PAGES; i++) {
		uint64_t slot = (page + i) % MAPPING_PAGES;

		if (take_page(&mapping.pages[slot], entry))
			return ((uint64_t)mapping.index << ROOT_SHIFT) + slot * MAPPING_PAGE_BYTES +
			       physical % MAPPING_PAGE_BYTES;
	}
	return 0;
}
