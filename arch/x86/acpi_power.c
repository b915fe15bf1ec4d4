/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/acpi_power.h"

#include "arch/x86/acpi_table.h"

/* FADT: ACPI 6.4, table 5.9. */
/* clang-format off */
#define FADT_FLAGS               112
#define   FADT_HAS_RESET         BIT(10)
#define FADT_RESET               116
#define FADT_RESET_VALUE         128

/* Generic address structure. */
#define GAS_SPACE                0
#define   GAS_MEMORY             0
#define   GAS_PORT               1
#define GAS_BIT_WIDTH            1
#define GAS_BIT_OFFSET           2
#define GAS_VALUE                4

/* The usual reset register, also tried on boards whose tables name none. */
#define RESET_PORT               0xcf9
#define RESET_VALUE              0x06

#define PHYSICAL_BITS            52
/* clang-format on */

static const char *reset_fault(const struct acpi_table *fadt, const struct acpi_reset *reset)
{
	uint64_t space = acpi_field(fadt, FADT_RESET + GAS_SPACE, 1);

	if (!acpi_within(fadt, FADT_RESET_VALUE, 1))
		return "the FADT is too short for a reset register";
	if (space != GAS_MEMORY && space != GAS_PORT)
		return "the FADT's reset register is neither a port nor in memory";
	if (acpi_field(fadt, FADT_RESET + GAS_BIT_WIDTH, 1) != 8 ||
	    acpi_field(fadt, FADT_RESET + GAS_BIT_OFFSET, 1) != 0)
		return "the FADT's reset register is not one byte";
	if (!reset->address || reset->address >= (space == GAS_PORT ? BIT(16) : BIT(PHYSICAL_BITS)))
		return "the FADT's reset register has an impossible address";
	return NULL;
}

void acpi_reset(const struct acpi *acpi, struct acpi_reset *reset)
{
	struct acpi_table fadt;

	*reset = (struct acpi_reset){.missing = "ACPI has no sound FADT"};
	if (!acpi_find(acpi, "FACP", &fadt))
		return;
	if (!(acpi_field(&fadt, FADT_FLAGS, 4) & FADT_HAS_RESET)) {
		*reset = (struct acpi_reset){.address = RESET_PORT, .value = RESET_VALUE};
		return;
	}
	reset->memory_mapped = acpi_field(&fadt, FADT_RESET + GAS_SPACE, 1) == GAS_MEMORY;
	reset->address = acpi_field(&fadt, FADT_RESET + GAS_VALUE, 8);
	reset->value = (uint8_t)acpi_field(&fadt, FADT_RESET_VALUE, 1);
	reset->missing = reset_fault(&fadt, reset);
}
