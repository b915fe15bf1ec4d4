/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/boot/policy/paging.h"

#include "tests/boot/policy/log.h"

#define MSR_EFER        0xc0000080
#define EFER_NXE        BIT(11)
#define CR0_WP          BIT(16)
#define CR4_LA57        BIT(12)
#define ENTRIES         512
#define ENTRY_PRESENT   BIT(0)
#define ENTRY_WRITE     BIT(1)
#define ENTRY_LARGE     BIT(7)
#define ENTRY_NX        BIT(63)
#define ENTRY_TABLE     MASK(12, 40)
/* In an entry of 2 MiB or 1 GiB what is bit 7, PAT, in one of 4 KiB. */
#define ENTRY_LARGE_PAT BIT(12)
#define ENTRY_PAT       BIT(7)

static struct {
	uint64_t *pages;
	size_t spare;
} tables;

static uint64_t read_cr0(void)
{
	uint64_t value;

	__asm__ volatile("mov %%cr0, %0" : "=r"(value));
	return value;
}

static void write_cr0(uint64_t value)
{
	__asm__ volatile("mov %0, %%cr0" : : "r"(value) : "memory");
}

static uint64_t read_cr3(void)
{
	uint64_t value;

	__asm__ volatile("mov %%cr3, %0" : "=r"(value));
	return value;
}

static uint64_t read_cr4(void)
{
	uint64_t value;

	__asm__ volatile("mov %%cr4, %0" : "=r"(value));
	return value;
}

static void flush(void)
{
	__asm__ volatile("mov %0, %%cr3" : : "r"(read_cr3()) : "memory");
}

void paging_follow(void)
{
	uint32_t low, high;

	__asm__ volatile("rdmsr" : "=a"(low), "=d"(high) : "c"(MSR_EFER));
	__asm__ volatile("wrmsr" : : "a"(low | (uint32_t)EFER_NXE), "d"(high), "c"(MSR_EFER) : "memory");
	write_cr0(read_cr0() | CR0_WP);
	flush();
}

void paging_open(void *pages, size_t spare)
{
	tables.pages = pages;
	tables.spare = spare;
	paging_follow();
}

static unsigned levels(void)
{
	return read_cr4() & CR4_LA57 ? 5 : 4;
}

static uint64_t *table_of(uint64_t entry)
{
	return (uint64_t *)(uintptr_t)(entry & ENTRY_TABLE);
}

/* Bytes that an entry of `level` covers; at level 1 a page. */
static uint64_t bytes_at(unsigned level)
{
	return PAGE_BYTES << 9 * (level - 1);
}

static uint64_t *take_table(void)
{
	uint64_t *table = tables.pages;

	if (!tables.spare)
		log_end("no page is left for page tables");
	tables.spare--;
	tables.pages += ENTRIES;
	return table;
}

/* The large page becomes a table of the next smaller ones. */
static void split(uint64_t *entry, unsigned level)
{
	uint64_t *table = take_table(), flags = *entry & ~ENTRY_TABLE, frame = *entry & ENTRY_TABLE & ~ENTRY_LARGE_PAT;

	if (level == 2)
		flags = (flags & ~ENTRY_LARGE) | (*entry & ENTRY_LARGE_PAT ? ENTRY_PAT : 0);
	else
		flags |= *entry & ENTRY_LARGE_PAT;
	for (uint64_t i = 0; i < ENTRIES; i++)
		table[i] = (frame + i * bytes_at(level - 1)) | flags;
	/* The rights are those of the pages alone. */
	*entry = (uintptr_t)table | (flags & MASK(0, 3) & ~ENTRY_NX) | ENTRY_WRITE;
}

/* The entry that maps an address, and its level; large ones are split until it covers no more than `bytes` from there.
 * NULL if nothing is mapped; *level then says how much is not. */
static uint64_t *find_entry(uint64_t address, uint64_t bytes, unsigned *level)
{
	uint64_t *table = table_of(read_cr3());

	for (*level = levels();; (*level)--) {
		uint64_t *entry = &table[address / bytes_at(*level) % ENTRIES];
		bool page = *level == 1 || (*level <= 3 && *entry & ENTRY_LARGE);

		if (!(*entry & ENTRY_PRESENT))
			return NULL;
		if (page && (*level == 1 || (address % bytes_at(*level) == 0 && bytes >= bytes_at(*level))))
			return entry;
		if (page)
			split(entry, *level);
		/* What a table forbids is forbidden for all its pages. */
		if (*entry & ENTRY_NX || !(*entry & ENTRY_WRITE))
			*entry = (*entry & ~ENTRY_NX) | ENTRY_WRITE;
		table = table_of(*entry);
	}
}

static unsigned rights_of(uint64_t entry)
{
	return (entry & ENTRY_WRITE ? RIGHTS_WRITE : 0) | (entry & ENTRY_NX ? 0 : RIGHTS_EXECUTE);
}

static uint64_t with_rights(uint64_t entry, unsigned rights)
{
	entry &= ~(ENTRY_WRITE | ENTRY_NX);
	return entry | (rights & RIGHTS_WRITE ? ENTRY_WRITE : 0) | (rights & RIGHTS_EXECUTE ? 0 : ENTRY_NX);
}

static void change_all(uint64_t address, uint64_t bytes, unsigned give, unsigned take)
{
	while (bytes) {
		unsigned level;
		uint64_t *entry = find_entry(address, bytes, &level);
		uint64_t step = bytes_at(level) - address % bytes_at(level);

		if (entry)
			*entry = with_rights(*entry, (rights_of(*entry) | give) & ~take);
		if (step > bytes)
			return;
		address += step;
		bytes -= step;
	}
}

/* No interrupt of the firmware finds tables half done; they may be write-protected themselves. */
void paging_change(uint64_t address, uint64_t bytes, unsigned give, unsigned take)
{
	uint64_t flags, cr0 = read_cr0();

	bytes = (bytes + address % PAGE_BYTES + PAGE_BYTES - 1) & ~(PAGE_BYTES - 1);
	address &= ~(PAGE_BYTES - 1);
	__asm__ volatile("pushfq; popq %0; cli" : "=r"(flags) : : "memory");
	write_cr0(cr0 & ~CR0_WP);
	change_all(address, bytes, give, take);
	write_cr0(cr0);
	flush();
	__asm__ volatile("pushq %0; popfq" : : "r"(flags) : "memory", "cc");
}

void paging_protect(uint64_t address, uint64_t bytes, unsigned rights)
{
	paging_change(address, bytes, rights, ~rights);
}

bool paging_rights(uint64_t address, unsigned *rights)
{
	uint64_t *table = table_of(read_cr3());

	*rights = RIGHTS_WRITE | RIGHTS_EXECUTE;
	for (unsigned level = levels();; level--) {
		uint64_t entry = table[address / bytes_at(level) % ENTRIES];

		if (!(entry & ENTRY_PRESENT))
			return false;
		*rights &= rights_of(entry);
		if (level == 1 || (level <= 3 && entry & ENTRY_LARGE))
			return true;
		table = table_of(entry);
	}
}
