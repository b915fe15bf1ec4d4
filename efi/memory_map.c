/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/memory_map.h"

#include "lib/memory.h"

#define PAGE_SHIFT 12

/* EFI_MEMORY_DESCRIPTOR; UEFI 2.10, 7.2.3. */
struct entry {
	uint32_t type, unused;
	uint64_t start, virtual_start, pages, attributes;
};
_Static_assert(sizeof(struct entry) == EFI_MAP_ENTRY_BYTES, "as the specification has it");

/* EfiMemoryMappedIO or EfiMemoryMappedIOPortSpace. All other types may be memory. */
static bool is_device(uint32_t type)
{
	return type == 11 || type == 12;
}

/* EfiReservedMemoryType */
static bool is_reserved(uint32_t type)
{
	return type == 0;
}

uint16_t efi_memory_of(const void *map, uint64_t bytes, uint64_t step, struct memory_region *regions)
{
	uint16_t count = 0;

	for (uint64_t at = 0; step >= EFI_MAP_ENTRY_BYTES && at + step <= bytes && count < UINT16_MAX; at += step) {
		struct memory_region *last = count ? &regions[count - 1] : NULL;
		struct entry entry;

		memcpy(&entry, (const uint8_t *)map + at, sizeof(entry));
		if (is_device(entry.type) || !entry.pages)
			continue;
		if (last && last->start + last->bytes == entry.start && last->reserved == is_reserved(entry.type))
			last->bytes += entry.pages << PAGE_SHIFT;
		else
			regions[count++] =
				(struct memory_region){entry.start, entry.pages << PAGE_SHIFT, is_reserved(entry.type)};
	}
	return count;
}
