/* SPDX-License-Identifier: BSD-2-Clause */
/* One ACPI table, sound in length and checksum. Between acpi.c and acpi_tables.c. */
#ifndef ARCH_X86_ACPI_TABLE_H
#define ARCH_X86_ACPI_TABLE_H

#include "arch/x86/acpi.h"

#define ACPI_HEADER_BYTES 36

struct acpi_table {
	const struct acpi *acpi;
	uint64_t address;
	uint32_t length;
};

/* The first sound table of a signature; damaged ones give a warning. */
MUST_CHECK bool acpi_find(const struct acpi *acpi, const char *signature, struct acpi_table *table);

bool acpi_within(const struct acpi_table *table, uint32_t offset, uint32_t bytes);

/* A little-endian number of 1 to 8 bytes. Fields beyond the end of a table, which an older revision of it
 * does not have, are 0. */
uint64_t acpi_field(const struct acpi_table *table, uint32_t offset, unsigned bytes);

#endif
