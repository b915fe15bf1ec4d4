/* SPDX-License-Identifier: BSD-2-Clause */
/* What ACPI says of resetting a PC and of switching it off: ACPI specification 6.4, 4.8.3.6 (reset register), 4.8.3.2
 * (PM1 control), 7.4.2 (\_Sx). Pure; what the tables say is trusted only as far as it fits that. */
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

/* How the machine is switched off: state S5. */
struct acpi_off {
	const char *missing;    /* why that is not known; NULL: it is */
	uint16_t pm1a, pm1b;    /* ports of PM1 control; pm1b may be 0: there is one only */
	uint8_t type_a, type_b; /* SLP_TYP of S5 in each, 0 to 7 */
	uint16_t smi_port;      /* where `enable` switches the machine to ACPI if SCI_EN is 0; 0: it always is */
	uint8_t enable;
};

void acpi_reset(const struct acpi *acpi, struct acpi_reset *reset);
void acpi_off(const struct acpi *acpi, struct acpi_off *off);

#endif
