/* SPDX-License-Identifier: BSD-2-Clause */
/* A firmware that leaves no entry of its root of page tables free, as EDK II does where addresses have 48 bits and more. */
#include <efi.h>

#include "lib/basic.h"

#define ENTRIES           512
#define ADDRESS           MASK(12, 40)
#define PRESENT_WRITABLE  3
#define CR0_WRITE_PROTECT BIT(16)

EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system);

EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system)
{
	static _Alignas(4096) uint64_t nothing[ENTRIES];
	uint64_t *root, protected;

	(void)image;
	(void)system;
	__asm__ volatile("mov %%cr3, %0" : "=r"(root));
	root = (uint64_t *)((uint64_t)root & ADDRESS);
	__asm__ volatile("mov %%cr0, %0" : "=r"(protected));
	__asm__ volatile("mov %0, %%cr0" : : "r"(protected & ~CR0_WRITE_PROTECT) : "memory");
	for (unsigned i = 0; i < ENTRIES; i++)
		if (!root[i])
			root[i] = (uint64_t)nothing | PRESENT_WRITABLE;
	__asm__ volatile("mov %0, %%cr0" : : "r"(protected) : "memory");
	return EFI_SUCCESS;
}
