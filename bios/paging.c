/* SPDX-License-Identifier: BSD-2-Clause */
#include "bios/paging.h"

#include "arch/x86/cpu.h"

#define ENTRIES          512
#define PRESENT_WRITABLE 0x3 /* Intel SDM vol. 3A, "4-level paging" */
#define LARGE            0x80
#define LARGE_BYTES      (UINT64_C(2) << 20)

void paging_start(void *memory)
{
	uint64_t *top = memory, *root = top + ENTRIES, *directories = root + ENTRIES, *pages = directories + ENTRIES;
	uint64_t *first = cpu_cr4() & CR4_FIVE_LEVELS ? top : root;

	for (unsigned i = 0; i < ENTRIES; i++)
		top[i] = root[i] = directories[i] = 0;
	top[0] = (uintptr_t)root | PRESENT_WRITABLE;
	root[0] = (uintptr_t)directories | PRESENT_WRITABLE;
	for (unsigned i = 0; i < PAGING_GIB; i++)
		directories[i] = (uintptr_t)(pages + i * ENTRIES) | PRESENT_WRITABLE;
	for (uint64_t i = 0; i < PAGING_GIB * ENTRIES; i++)
		pages[i] = i * LARGE_BYTES | LARGE | PRESENT_WRITABLE;
	cpu_set_cr3((uintptr_t)first);
}
