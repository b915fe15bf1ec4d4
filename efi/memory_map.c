/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/memory_map.h"

#include "lib/memory.h"

#define PAGE_SHIFT           12

/* EfiReservedMemoryType, EfiMemoryMappedIO and EfiMemoryMappedIOPortSpace. The last two are devices; all other types,
 * reserved ones included, may be memory. */
#define TYPE_RESERVED        0
#define TYPE_MAPPED_IO       11
#define TYPE_MAPPED_IO_PORTS 12

/* EFI_MEMORY_DESCRIPTOR; UEFI 2.10, 7.2.3. */
struct entry {
	uint32_t type, unused;
	uint64_t start, virtual_start, pages, attributes;
};
_Static_assert(sizeof(struct entry) == EFI_MAP_ENTRY_BYTES, "as the specification has it");

uint16_t efi_memory_of(const void *map, uint64_t bytes, uint64_t step, struct memory_region *regions)
{
	uint16_t count = 0;

	for (uint64_t at = 0; step >= EFI_MAP_ENTRY_BYTES && at + step <= bytes && count < UINT16_MAX; at += step) {
		struct memory_region *last = count ? &regions[count - 1] : NULL;
		struct entry entry;
		bool reserved;

		memcpy(&entry, (const uint8_t *)map + at, sizeof(entry));
		if (entry.type == TYPE_MAPPED_IO || entry.type == TYPE_MAPPED_IO_PORTS || !entry.pages)
			continue;
		reserved = entry.type == TYPE_RESERVED;
		if (last && last->start + last->bytes == entry.start && last->reserved == reserved)
			last->bytes += entry.pages << PAGE_SHIFT;
		else
			regions[count++] = (struct memory_region){entry.start, entry.pages << PAGE_SHIFT, reserved};
	}
	return count;
}
