/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/memory.h"

#include "efi/memory_map.h"

/* The map may grow between the call for its length and the call that reads it. */
#define SLACK_BYTES 4096

const struct memory_region *efi_memory_regions(const struct firmware *firmware, struct arena *arena, uint16_t *count)
{
	UINTN bytes = 0, key, step = 0;
	UINT32 version;
	struct memory_region *regions;
	void *map;

	*count = 0;
	if (firmware->services->GetMemoryMap(&bytes, NULL, &key, &step, &version) != EFI_BUFFER_TOO_SMALL ||
	    step < EFI_MAP_ENTRY_BYTES)
		return NULL;
	bytes += SLACK_BYTES;
	map = arena_take(arena, bytes, 1);
	regions = arena_take(arena, bytes / step, sizeof(*regions));
	if (!map || !regions || EFI_ERROR(firmware->services->GetMemoryMap(&bytes, map, &key, &step, &version)))
		return NULL;
	*count = efi_memory_of(map, bytes, step, regions);
	return regions;
}
