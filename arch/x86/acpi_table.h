/* SPDX-License-Identifier: BSD-2-Clause */
/* One ACPI table with a valid length and checksum. Shared by acpi.c, acpi_tables.c and acpi_power.c. */
#ifndef ARCH_X86_ACPI_TABLE_H
#define ARCH_X86_ACPI_TABLE_H

#include "arch/x86/acpi.h"

#define ACPI_HEADER_BYTES 36

struct acpi_table {
	const struct acpi *acpi;
	uint64_t address;
	uint32_t length;
};

/* Finds the first sound table of a signature. Damaged ones give a warning. */
MUST_CHECK bool acpi_find(const struct acpi *acpi, const char *signature, struct acpi_table *table);

bool acpi_within(const struct acpi_table *table, uint32_t offset, uint32_t bytes);

/* Little-endian number of 1 to 8 bytes. A field after the table's end, which an older revision lacks, is 0. */
uint64_t acpi_field(const struct acpi_table *table, uint32_t offset, unsigned bytes);

#endif
