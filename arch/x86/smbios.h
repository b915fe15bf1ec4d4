/* SPDX-License-Identifier: BSD-2-Clause */
/* Which board this is, from the tables that its firmware leaves: DMTF DSP0134, "System Management BIOS", 3.x. What is damaged counts
 * as missing: the identity decides no verdict. Pure: memory is read as for ACPI's tables. */
#ifndef ARCH_X86_SMBIOS_H
#define ARCH_X86_SMBIOS_H

#include "arch/x86/acpi.h"
#include "core/hardware/board.h"

/* Area where a BIOS leaves the entry point, on a boundary of 16 bytes (5.2). */
#define SMBIOS_AREA       UINT64_C(0xf0000)
#define SMBIOS_AREA_BYTES UINT64_C(0x10000)

/* True if an entry point with a right checksum is at `entry`, of 64 or of 32 bits. */
MUST_CHECK bool smbios_is_entry(const struct acpi_memory *memory, uint64_t entry);

/* The first entry point in a BIOS's area, 0 if there is none; of 64 bits before of 32. */
uint64_t smbios_search(const struct acpi_memory *memory);

/* Fills in `board`: empty texts and 0 where the tables do not say. `entry` 0 stands for none. */
void smbios_read(const struct acpi_memory *memory, uint64_t entry, struct board_identity *board);

#endif
