/* SPDX-License-Identifier: BSD-2-Clause */
/* What UEFI loads: unpacks the firmware into memory of its own, relocates it and enters it. The tables
 * of registers and events pack to less than half, and a signature covers them all the same. */
#include <efi.h>

#include "efi/loader/libc.h"
#include "efi/loader/unpack.h"

extern const uint8_t packed_image[], packed_image_end[];
extern const uint64_t unpacked_bytes;

#define MSR_FS_BASE 0xc0000100

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

	relocate(base, (const uint64_t *)(base + header->relocations), header->relocations_bytes / sizeof(uint64_t));
	return (entry_point)(base + header->entry);
}

static uint64_t fs_base(void)
{
	uint32_t low, high;

	__asm__ volatile("rdmsr" : "=a"(low), "=d"(high) : "c"(MSR_FS_BASE));
	return (uint64_t)high << 32 | low;
}

static void set_fs_base(uint64_t base)
{
	__asm__ volatile("wrmsr" : : "a"((uint32_t)base), "d"((uint32_t)(base >> 32)), "c"(MSR_FS_BASE));
}

/* UEFI leaves FS at 0, where boards may have no memory on purpose. */
static bool unpack_as_hosted(uint8_t *out, uint8_t *memory)
{
	struct packed packed = {packed_image, (size_t)(packed_image_end - packed_image)};
	uint64_t before = fs_base();
	bool whole;

	set_fs_base((uint64_t)libc_thread);
	whole = unpack(packed, out, unpacked_bytes, memory);
	set_fs_base(before);
	return whole;
}

/* The decoder's memory lies behind the image's and is the system's again before the firmware runs. */
EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system)
{
	EFI_BOOT_SERVICES *boot = system->BootServices;
	size_t pages = EFI_SIZE_TO_PAGES(unpacked_bytes);
	EFI_PHYSICAL_ADDRESS address, memory;
	EFI_STATUS status;
	bool whole;

	status = boot->AllocatePages(AllocateAnyPages, EfiLoaderCode, pages + EFI_SIZE_TO_PAGES(UNPACK_MEMORY),
				     &address);
	if (EFI_ERROR(status))
		return status;
	memory = address + pages * EFI_PAGE_SIZE;
	whole = unpack_as_hosted((uint8_t *)address, (uint8_t *)memory);
	boot->FreePages(memory, EFI_SIZE_TO_PAGES(UNPACK_MEMORY));
	status = whole ? prepare((uint8_t *)address)(image, system) : EFI_VOLUME_CORRUPTED;
	boot->FreePages(address, pages);
	return status;
}
