/* SPDX-License-Identifier: BSD-2-Clause */
/* The protocol for access rights of memory: UEFI specification 2.10, section 37.3, "EFI Memory Attribute Protocol". */
#ifndef SILICON_SVM_MEMORY_ATTRIBUTE_H
#define SILICON_SVM_MEMORY_ATTRIBUTE_H

#include <efi.h>

#define MEMORY_ATTRIBUTE_GUID                                          \
	{                                                              \
		0xf4560cf6, 0x40ec, 0x4b4a,                            \
		{                                                      \
			0xa1, 0x92, 0xbf, 0x1d, 0x57, 0xd0, 0xb1, 0x89 \
		}                                                      \
	}

/* Attributes that forbid execution and writes; to clear one allows the access again. Ranges are whole pages. */
#define MEMORY_ATTRIBUTE_XP UINT64_C(0x4000)
#define MEMORY_ATTRIBUTE_RO UINT64_C(0x20000)

struct memory_attribute {
	EFI_STATUS(EFIAPI *get)(struct memory_attribute *, EFI_PHYSICAL_ADDRESS, UINT64 bytes, UINT64 *attributes);
	EFI_STATUS(EFIAPI *set)(struct memory_attribute *, EFI_PHYSICAL_ADDRESS, UINT64 bytes, UINT64 attributes);
	EFI_STATUS(EFIAPI *clear)(struct memory_attribute *, EFI_PHYSICAL_ADDRESS, UINT64 bytes, UINT64 attributes);
};

#endif
