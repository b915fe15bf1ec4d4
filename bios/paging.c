/* SPDX-License-Identifier: BSD-2-Clause */
#include "bios/paging.h"

#define ENTRIES          512
#define PRESENT_WRITABLE 0x3 /* Intel SDM vol. 3A, "4-level paging" */
#define LARGE            0x80
#define LARGE_BYTES      (UINT64_C(2) << 20)

void paging_start(void *memory)
{
	uint64_t *root = memory, *directories = root + ENTRIES, *pages = directories + ENTRIES;

	for (unsigned i = 0; i < ENTRIES; i++)
		root[i] = directories[i] = 0;
	root[0] = (uintptr_t)directories | PRESENT_WRITABLE;
	for (unsigned i = 0; i < PAGING_GIB; i++)
		directories[i] = (uintptr_t)(pages + i * ENTRIES) | PRESENT_WRITABLE;
	for (uint64_t i = 0; i < PAGING_GIB * ENTRIES; i++)
		pages[i] = i * LARGE_BYTES | LARGE | PRESENT_WRITABLE;
	__asm__ volatile("mov %0, %%cr3" : : "r"(root) : "memory");
}
