/* SPDX-License-Identifier: BSD-2-Clause */
/* Search for the ACPI root pointer (ACPI specification 6.4, 5.2.5) and the SMBIOS entry point (DSP0134 5.2), and the
 * kind of firmware. Pure. */
#ifndef BIOS_RSDP_H
#define BIOS_RSDP_H

#include "pc/boot_params.h"

/* True if UEFI started the machine, according to the loader: boot services have ended, and there are no files. */
bool boot_is_uefi(const struct boot_params *params);

/* Returns the pointer's physical address, or 0 if there is none. Searched in this order: the loader's pointer; UEFI's
 * configuration tables, ACPI 2.0 before 1.0; the first KiB of a BIOS's extended data area; and its area below 1 MiB.
 * Pointers that are missing or have a wrong checksum are skipped. */
uint64_t rsdp_find(const struct boot_params *params, const struct boot_memory *memory);

/* Returns the physical address of the SMBIOS entry point, or 0 if there is none: from UEFI's configuration tables or,
 * without UEFI, the first one in the BIOS's area. */
uint64_t smbios_find(const struct boot_params *params, const struct boot_memory *memory);

#endif
