/* SPDX-License-Identifier: BSD-2-Clause */
/* The memory map of UEFI firmware. Pure. */
#ifndef EFI_MEMORY_MAP_H
#define EFI_MEMORY_MAP_H

#include "core/hardware/machine.h"

#define EFI_MAP_ENTRY_BYTES 40 /* of a descriptor, as far as the specification knows it */

/* The regions of a map that are not devices': `bytes` bytes of descriptors, `step` bytes from one to the next. Regions that follow each
 * other and are both reserved, or both not, are one. Returns how many there are; `regions` has room for as many as descriptors. */
uint16_t efi_memory_of(const void *map, uint64_t bytes, uint64_t step, struct memory_region *regions);

#endif
