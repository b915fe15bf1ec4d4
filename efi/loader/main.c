/* SPDX-License-Identifier: BSD-2-Clause */
/* What UEFI loads: unpacks the firmware into memory of its own, relocates it and enters it. The tables
 * of registers and events pack to less than half, and a signature covers them all the same. */
#include <efi.h>

#include "efi/loader/unpack.h"

extern const uint8_t packed_image[], packed_image_end[];

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system);

/* What efi/uncork.lds puts first; all are counted from the start of the image. */
struct image_header {
	uint64_t entry;
	uint64_t relocations;
	uint64_t relocations_bytes;
};

typedef EFI_STATUS (*entry_point)(EFI_HANDLE image, EFI_SYSTEM_TABLE *system);

/* Adds the base to the words that the table names, in ELF's compact form (DT_RELR): an even entry is
 * the place of a word, an odd one a map of the 63 words that follow. */
static void relocate(uint8_t *base, const uint64_t *entries, size_t count)
{
	uint64_t *where = NULL;

	for (size_t i = 0; i < count; i++) {
		if (!(entries[i] & 1)) {
			where = (uint64_t *)(base + entries[i]);
			*where++ += (uint64_t)base;
			continue;
		}
		for (unsigned bit = 1; bit < 64; bit++)
			if (entries[i] >> bit & 1)
				where[bit - 1] += (uint64_t)base;
		where += 63;
	}
}

static entry_point prepare(uint8_t *base)
{
	const struct image_header *header = (const struct image_header *)base;

	relocate(base, (const uint64_t *)(base + header->relocations),
		 header->relocations_bytes / sizeof(uint64_t));
	return (entry_point)(base + header->entry);
}

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system)
{
	size_t packed = (size_t)(packed_image_end - packed_image);
	size_t size = unpacked_size(packed_image, packed);
	EFI_PHYSICAL_ADDRESS address;
	EFI_STATUS status;

	status = system->BootServices->AllocatePages(AllocateAnyPages, EfiLoaderCode,
						     EFI_SIZE_TO_PAGES(size), &address);
	if (EFI_ERROR(status))
		return status;
	if (unpack(packed_image, packed, (uint8_t *)address, size))
		status = prepare((uint8_t *)address)(image, system);
	else
		status = EFI_VOLUME_CORRUPTED;
	system->BootServices->FreePages(address, EFI_SIZE_TO_PAGES(size));
	return status;
}
