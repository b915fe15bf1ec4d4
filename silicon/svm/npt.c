/* SPDX-License-Identifier: BSD-2-Clause */
/* Page tables of the host and the nested ones. Both map memory one to one in 2 MiB pages, from 0 to PAGING_GIB and, if
 * the guest accesses more, beyond. AMD64 manual, volume 2, sections 5.3 and 15.25. */
#include "lib/memory.h"
#include "silicon/svm/log.h"
#include "silicon/svm/svm.h"

#define ENTRIES    512
#define PRESENT    BIT(0)
#define WRITABLE   BIT(1)
#define LARGE_PAGE BIT(7)
#define FRAME      MASK(12, 40)

static uint64_t *table_at(uint64_t entry)
{
	return (uint64_t *)(uintptr_t)(entry & FRAME);
}

/* Index into the table of `level` (4: root, 1: 4 KiB pages). */
static unsigned index_at(uint64_t address, unsigned level)
{
	return (unsigned)(address >> (12 + 9 * (level - 1))) % ENTRIES;
}

void paging_build(struct paging *paging, void *pages, uint64_t flags)
{
	uint64_t *root = pages, *second = root + ENTRIES, *third = second + ENTRIES;

	paging->root = root;
	paging->flags = flags;
	root[0] = (uintptr_t)second | flags;
	for (unsigned i = 0; i < PAGING_GIB; i++)
		second[i] = (uintptr_t)(third + i * ENTRIES) | flags;
	for (uint64_t i = 0; i < PAGING_GIB * ENTRIES; i++)
		third[i] = i * LARGE_BYTES | LARGE_PAGE | flags;
}

static uint64_t *take_spare(struct paging *paging, uint64_t address)
{
	if (!paging->spares)
		log_assert("no page table left for 0x%lx", address);
	return paging->spare[--paging->spares];
}

/* Returns the table that `entry` points to, after adding an empty one if there was none. */
static uint64_t *table_behind(struct paging *paging, uint64_t *entry, uint64_t address)
{
	if (!(*entry & PRESENT))
		*entry = (uintptr_t)take_spare(paging, address) | paging->flags;
	return table_at(*entry);
}

bool paging_extend(struct hypervisor *hypervisor, uint64_t address)
{
	struct paging *paging = &hypervisor->nested;
	uint64_t *second, *third, *entry;
	bool was_missing;

	lock_take(&hypervisor->lock);
	second = table_behind(paging, &paging->root[index_at(address, 4)], address);
	third = table_behind(paging, &second[index_at(address, 3)], address);
	entry = &third[index_at(address, 2)];
	was_missing = !(*entry & PRESENT);
	if (was_missing)
		*entry = (address & FRAME & ~(uint64_t)(LARGE_BYTES - 1)) | LARGE_PAGE | paging->flags;
	lock_give(&hypervisor->lock);
	return was_missing;
}

static uint64_t *large_entry(struct paging *paging, uint64_t address)
{
	uint64_t *second = table_at(paging->root[index_at(address, 4)]);
	uint64_t *third = table_at(second[index_at(address, 3)]);

	return &third[index_at(address, 2)];
}

void paging_trap(struct hypervisor *hypervisor, const struct trap *trap)
{
	struct paging *paging = &hypervisor->nested;

	if (hypervisor->trap_count == MAX_TRAPS)
		log_assert("too many traps");
	hypervisor->traps[hypervisor->trap_count++] = *trap;
	for (uint64_t at = trap->first; at < trap->last; at += PAGE_BYTES) {
		uint64_t *entry = large_entry(paging, at), *table;

		/* Makes a table of 4 KiB pages around the address, if there is none. */
		if (*entry & LARGE_PAGE) {
			table = take_spare(paging, at);
			for (uint64_t i = 0; i < ENTRIES; i++)
				table[i] = ((*entry & FRAME) + i * PAGE_BYTES) | paging->flags;
			*entry = (uintptr_t)table | paging->flags;
		}
		table_at(*entry)[index_at(at, 1)] &= ~PRESENT;
	}
}

void paging_set_large(struct paging *paging, uint64_t address, bool present)
{
	uint64_t flags = present ? paging->flags : paging->flags & ~PRESENT;

	*large_entry(paging, address) = (address & FRAME & ~(uint64_t)(LARGE_BYTES - 1)) | LARGE_PAGE | flags;
}

uint64_t *paging_small(struct paging *paging, uint64_t address, uint64_t *table)
{
	uint64_t *entry = large_entry(paging, address);

	if (!(*entry & LARGE_PAGE))
		return table_at(*entry);
	if (table)
		*entry = (uintptr_t)table | paging->flags;
	return table;
}

void paging_set_small(struct paging *paging, uint64_t address, bool present, bool writable)
{
	uint64_t *table = paging_small(paging, address, NULL);
	uint64_t flags = writable ? paging->flags : paging->flags & ~WRITABLE;

	table[index_at(address, 1)] = present ? (address & FRAME) | flags : 0;
}

uint64_t paging_step_view(struct cpu *cpu, uint64_t address)
{
	uint64_t flags = cpu->hypervisor->nested.flags;
	const uint64_t *from = cpu->hypervisor->nested.root;

	for (unsigned level = 4; level; level--) {
		uint64_t *copy = cpu->step_tables[4 - level];
		uint64_t *entry = &copy[index_at(address, level)];

		memcpy(copy, from, PAGE_BYTES);
		from = table_at(*entry);
		*entry = (level > 1 ? (uintptr_t)cpu->step_tables[5 - level] : (uintptr_t)cpu->step_page) | flags;
	}
	return (uintptr_t)cpu->step_tables[0];
}
