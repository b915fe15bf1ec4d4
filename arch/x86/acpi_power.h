/* SPDX-License-Identifier: BSD-2-Clause */
/* What ACPI says of resetting a PC: ACPI specification 6.4, 4.8.3.6 (reset register). Pure; what the tables say is trusted only as far as
 * it fits that. How a PC is switched off only an interpreter of AML could say for certain. */
#ifndef ARCH_X86_ACPI_POWER_H
#define ARCH_X86_ACPI_POWER_H

#include "arch/x86/acpi.h"

/* Where writing one byte resets the machine. Of a board whose FADT says that it has no such register it is port CF9H: so it stands in the
 * field of some that say so, and where PCs have it. */
struct acpi_reset {
	const char *missing; /* why there is none; NULL: there is one */
	bool memory_mapped;  /* at a physical address; else at an I/O port */
	uint64_t address;
	uint8_t value;
};

void acpi_reset(const struct acpi *acpi, struct acpi_reset *reset);

#endif
