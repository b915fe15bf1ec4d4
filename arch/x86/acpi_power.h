/* SPDX-License-Identifier: BSD-2-Clause */
/* Reset of a PC by ACPI: ACPI specification 6.4, 4.8.3.6 (reset register). Pure; data in the tables is used only as far
 * as it agrees with the specification. Reliable power-off needs an interpreter of AML. */
#ifndef ARCH_X86_ACPI_POWER_H
#define ARCH_X86_ACPI_POWER_H

#include "arch/x86/acpi.h"

/* Register that resets the machine when one byte is written. If the FADT says that there is none, port CF9H is used: it
 * is where PCs have it, and some boards whose FADT says so have it, too. */
struct acpi_reset {
	const char *missing; /* why there is none; NULL: there is one */
	bool memory_mapped;  /* at a physical address; else at an I/O port */
	uint64_t address;
	uint8_t value;
};

void acpi_reset(const struct acpi *acpi, struct acpi_reset *reset);

#endif
