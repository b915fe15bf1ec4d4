/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory in the UEFI firmware's map. */
#ifndef EFI_MEMORY_H
#define EFI_MEMORY_H

#include "core/hardware/machine.h"
#include "efi/firmware.h"

/* Lists the regions of the firmware's memory map that are not devices, in memory from the arena; *count is their
 * number. Returns NULL if the firmware gives no map, or if the arena is full. */
const struct memory_region *efi_memory_regions(const struct firmware *firmware, struct arena *arena, uint16_t *count);

#endif
