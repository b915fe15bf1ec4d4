/* SPDX-License-Identifier: BSD-2-Clause */
/* Where a BIOS keeps the ACPI root pointer: ACPI specification 6.4, 5.2.5.1. Pure. */
#ifndef BIOS_RSDP_H
#define BIOS_RSDP_H

#include "pc/boot_params.h"

/* Its address: the one that the loader tells of, if a root pointer is there, else the first in the first KiB of
 * the extended BIOS data area, and in the BIOS area below 1 MiB. 0 if there is none. */
uint64_t rsdp_find(const struct boot_params *params, const struct boot_memory *memory);

#endif
