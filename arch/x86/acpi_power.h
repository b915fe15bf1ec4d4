/* SPDX-License-Identifier: BSD-2-Clause */
/* Reset of a PC by ACPI: ACPI specification 6.4, 4.8.3.6 (reset register). Pure; what the tables say is trusted only as far as
 * it fits that. Only an interpreter of AML could find for certain how to switch a PC off. */
#ifndef ARCH_X86_ACPI_POWER_H
#define ARCH_X86_ACPI_POWER_H

#include "arch/x86/acpi.h"

/* Register where writing one byte resets the machine. If the FADT says that there is none: port CF9H, which some such boards have in
 * the field, and where PCs have it. */
struct acpi_reset {
	const char *missing; /* why there is none; NULL: there is one */
	bool memory_mapped;  /* at a physical address; else at an I/O port */
	uint64_t address;
	uint8_t value;
};

void acpi_reset(const struct acpi *acpi, struct acpi_reset *reset);

#endif
