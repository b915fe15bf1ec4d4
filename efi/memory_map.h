/* SPDX-License-Identifier: BSD-2-Clause */
/* The memory map of UEFI firmware. Pure. */
#ifndef EFI_MEMORY_MAP_H
#define EFI_MEMORY_MAP_H

#include "core/hardware/machine.h"

#define EFI_MAP_ENTRY_BYTES 40 /* bytes of a descriptor in the specification */

/* Lists the regions of a map that are not devices. The map has `bytes` bytes of descriptors at a distance of `step`
 * bytes. Adjacent regions that are both reserved, or both not, are merged. Returns their number; `regions` has room
 * for as many as descriptors. */
uint16_t efi_memory_of(const void *map, uint64_t bytes, uint64_t step, struct memory_region *regions);

#endif
