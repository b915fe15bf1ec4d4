/* SPDX-License-Identifier: BSD-2-Clause */
/* Where the ACPI root pointer (ACPI specification 6.4, 5.2.5) and the SMBIOS entry point (DSP0134 5.2) are, and what firmware the machine has. Pure. */
#ifndef BIOS_RSDP_H
#define BIOS_RSDP_H

#include "pc/boot_params.h"

/* True if the machine was started by UEFI, and its loader says so: boot services are over, and there are no files. */
bool boot_is_uefi(const struct boot_params *params);

/* The pointer's physical address, 0 if there is none. In this order: the one that the loader names; what the configuration
 * tables of UEFI name, ACPI 2.0 before 1.0; the first in the first KiB of a BIOS's extended data area, and in its area below
 * 1 MiB. What is not there or has a wrong checksum is passed over. */
uint64_t rsdp_find(const struct boot_params *params, const struct boot_memory *memory);

/* The physical address of the SMBIOS entry point, 0 if there is none: what the configuration tables of UEFI name, or, on a machine
 * without UEFI, the first in the BIOS's area. */
uint64_t smbios_find(const struct boot_params *params, const struct boot_memory *memory);

#endif
