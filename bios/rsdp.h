/* SPDX-License-Identifier: BSD-2-Clause */
/* Where the ACPI root pointer is (ACPI specification 6.4, 5.2.5), and what firmware the machine has. Pure. */
#ifndef BIOS_RSDP_H
#define BIOS_RSDP_H

#include "pc/boot_params.h"

/* True if the machine was started by UEFI, and its loader says so: boot services are over, and there are no files. */
bool boot_is_uefi(const struct boot_params *params);

/* The pointer's physical address, 0 if there is none. In this order: the one that the loader names; what the configuration
 * tables of UEFI name, ACPI 2.0 before 1.0; the first in the first KiB of a BIOS's extended data area, and in its area below
 * 1 MiB. What is not there or has a wrong checksum is passed over. */
uint64_t rsdp_find(const struct boot_params *params, const struct boot_memory *memory);

#endif
