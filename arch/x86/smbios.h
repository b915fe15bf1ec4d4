/* SPDX-License-Identifier: BSD-2-Clause */
/* Identity of the board, from the tables of its firmware: DMTF DSP0134, "System Management BIOS", 3.x. Damaged parts
 * count as missing, because no verdict depends on them. Pure: memory is read as for ACPI's tables. */
#ifndef ARCH_X86_SMBIOS_H
#define ARCH_X86_SMBIOS_H

#include "arch/x86/acpi.h"
#include "core/hardware/board.h"

/* Area in which a BIOS has the entry point, on a multiple of 16 bytes (5.2). */
#define SMBIOS_AREA       UINT64_C(0xf0000)
#define SMBIOS_AREA_BYTES UINT64_C(0x10000)

/* True if a 64-bit or 32-bit entry point with a valid checksum is at `entry`. */
MUST_CHECK bool smbios_is_entry(const struct acpi_memory *memory, uint64_t entry);

/* First entry point in a BIOS's area, those of 64 bits before those of 32; 0 if there is none. */
uint64_t smbios_search(const struct acpi_memory *memory);

/* Fills in `board`. Data that the tables lack are empty or 0. `entry` 0: there is none. */
void smbios_read(const struct acpi_memory *memory, uint64_t entry, struct board_identity *board);

#endif
