/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/acpi_power.h"

#include "arch/x86/acpi_table.h"
#include "lib/memory.h"

/* FADT: ACPI 6.4, table 5.9. */
/* clang-format off */
#define FADT_DSDT                40
#define FADT_SMI_PORT            48
#define FADT_ACPI_ENABLE         52
#define FADT_PM1A_CONTROL        64
#define FADT_PM1B_CONTROL        68
#define FADT_PM1_CONTROL_BYTES   89
#define FADT_FLAGS               112
#define   FADT_HAS_RESET         BIT(10)
#define   FADT_REDUCED           BIT(20) /* hardware-reduced ACPI: there is no PM1 control */
#define FADT_RESET               116
#define FADT_RESET_VALUE         128
#define FADT_X_DSDT              140
#define FADT_X_PM1A_CONTROL      172
#define FADT_X_PM1B_CONTROL      184

/* Generic address structure. */
#define GAS_SPACE                0
#define   GAS_MEMORY             0
#define   GAS_PORT               1
#define GAS_BIT_WIDTH            1
#define GAS_BIT_OFFSET           2
#define GAS_VALUE                4

/* What boards have that say so, and what is left to try on those that do not. */
#define RESET_PORT               0xcf9
#define RESET_VALUE              0x06

#define PM1_CONTROL_BYTES        2
#define PHYSICAL_BITS            52

/* AML: ACPI 6.4, 20.2. */
#define AML_ZERO                 0x00
#define AML_ONE                  0x01
#define AML_NAME                 0x08
#define AML_BYTE                 0x0a
#define AML_WORD                 0x0b
#define AML_DWORD                0x0c
#define AML_QWORD                0x0e
#define AML_PACKAGE              0x12
#define AML_ROOT                 '\\'
#define AML_S5                   UINT32_C(0x5f35535f) /* "_S5_" */
#define SLEEP_TYPES              8
/* clang-format on */

/* ---- reset ---------------------------------------------------------------------------------------------- */

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

/* ---- the package of \_S5 ---------------------------------------------------------------------------------- */

/* What is still to be read of a piece of AML. */
struct aml {
	const struct acpi_table *table;
	uint32_t at, end;
	bool bad; /* something did not fit */
};

static uint32_t aml_take(struct aml *aml, unsigned bytes)
{
	uint32_t value = 0;

	if (aml->bad || aml->end - aml->at < bytes) {
		aml->bad = true;
		return 0;
	}
	value = (uint32_t)acpi_field(aml->table, aml->at, bytes);
	aml->at += bytes;
	return value;
}

/* PkgLength: the two highest bits say how many bytes follow; the length counts itself. What is behind the package is
 * out of reach afterwards. */
static void aml_enter_package(struct aml *aml)
{
	uint32_t start = aml->at, lead = aml_take(aml, 1), more = lead >> 6, length = lead & 0x3f;

	if (more)
		length = (lead & 0xf) | aml_take(aml, more) << 4;
	if (length > aml->end - start || start + length < aml->at)
		aml->bad = true;
	else
		aml->end = start + length;
}

/* An integer constant. */
static uint32_t aml_integer(struct aml *aml)
{
	uint32_t value;

	switch (aml_take(aml, 1)) {
	case AML_ZERO: return 0;
	case AML_ONE: return 1;
	case AML_BYTE: return aml_take(aml, 1);
	case AML_WORD: return aml_take(aml, 2);
	case AML_DWORD: return aml_take(aml, 4);
	case AML_QWORD:
		value = aml_take(aml, 4);
		if (aml_take(aml, 4))
			aml->bad = true;
		return value;
	default: aml->bad = true; return 0;
	}
}

/* Name (_S5_, Package (n) {type a, type b, ...}), whose name stands at `at`. The types, or that this is none. */
static bool read_s5(const struct acpi_table *table, uint32_t at, uint8_t types[2])
{
	struct aml aml = {table, at + 4, table->length, false};
	uint32_t before = (uint32_t)acpi_field(table, at - 1, 1), values[2];

	if (before == AML_ROOT && at - 2 >= ACPI_HEADER_BYTES)
		before = (uint32_t)acpi_field(table, at - 2, 1);
	if (before != AML_NAME || aml_take(&aml, 1) != AML_PACKAGE)
		return false;
	aml_enter_package(&aml);
	if (aml_take(&aml, 1) < ARRAY_SIZE(values))
		return false;
	for (unsigned i = 0; i < ARRAY_SIZE(values); i++)
		values[i] = aml_integer(&aml);
	if (aml.bad || values[0] >= SLEEP_TYPES || values[1] >= SLEEP_TYPES)
		return false;
	types[0] = (uint8_t)values[0];
	types[1] = (uint8_t)values[1];
	return true;
}

/* What tables say of \_S5. */
struct s5 {
	bool named, found, differ;
	uint8_t types[2];
};

static void take_s5(struct s5 *s5, const uint8_t types[2])
{
	if (s5->found && memcmp(types, s5->types, sizeof(s5->types)) != 0)
		s5->differ = true;
	memcpy(s5->types, types, sizeof(s5->types));
	s5->found = true;
}

/* The table is searched, not interpreted: so two packages that do not say the same are no answer. */
static void search_s5(const struct acpi_table *table, struct s5 *s5)
{
	for (uint32_t at = ACPI_HEADER_BYTES + 1; acpi_within(table, at, 4); at++) {
		uint8_t types[2];

		if (acpi_field(table, at, 4) != AML_S5)
			continue;
		s5->named = true;
		if (read_s5(table, at, types))
			take_s5(s5, types);
	}
}

static const char *fault_of(const struct s5 *s5)
{
	if (s5->differ)
		return "ACPI has several packages \\_S5 that differ";
	if (s5->found)
		return NULL;
	return s5->named ? "ACPI's \\_S5 is no package of two sleep types"
			 : "ACPI has no \\_S5: neither the DSDT nor an SSDT";
}

/* The DSDT and all SSDTs are one name space: ACPI 6.4, 5.2.11. */
static const char *find_s5(const struct acpi *acpi, const struct acpi_table *fadt, struct acpi_off *off)
{
	uint64_t address = acpi_field(fadt, FADT_X_DSDT, 8);
	struct acpi_table table;
	struct s5 s5 = {0};
	uint32_t place = 0;

	if (!address)
		address = acpi_field(fadt, FADT_DSDT, 4);
	if (!acpi_table_at(acpi, "DSDT", address, &table))
		return "ACPI has no sound DSDT";
	search_s5(&table, &s5);
	while (acpi_find_next(acpi, "SSDT", &place, &table))
		search_s5(&table, &s5);
	off->type_a = s5.types[0];
	off->type_b = s5.types[1];
	return fault_of(&s5);
}

/* ---- switching off ------------------------------------------------------------------------------------------ */

/* The port of a register that has an old and a new place in the table; 0 if it is none, or impossible. */
static uint16_t control_port(const struct acpi_table *fadt, uint32_t place, uint32_t new_place)
{
	uint64_t port = acpi_field(fadt, new_place + GAS_VALUE, 8);

	if (!port)
		port = acpi_field(fadt, place, 4);
	else if (acpi_field(fadt, new_place + GAS_SPACE, 1) != GAS_PORT)
		return 0;
	return port > UINT16_MAX - (PM1_CONTROL_BYTES - 1) ? 0 : (uint16_t)port;
}

static bool has_control(const struct acpi_table *fadt, uint32_t place, uint32_t new_place)
{
	return acpi_field(fadt, place, 4) || acpi_field(fadt, new_place + GAS_VALUE, 8);
}

static const char *take_ports(const struct acpi_table *fadt, struct acpi_off *off)
{
	uint64_t smi_port = acpi_field(fadt, FADT_SMI_PORT, 4);

	if (acpi_field(fadt, FADT_FLAGS, 4) & FADT_REDUCED)
		return "the board's ACPI is hardware-reduced: it has no PM1 control";
	off->pm1a = control_port(fadt, FADT_PM1A_CONTROL, FADT_X_PM1A_CONTROL);
	off->pm1b = control_port(fadt, FADT_PM1B_CONTROL, FADT_X_PM1B_CONTROL);
	off->enable = (uint8_t)acpi_field(fadt, FADT_ACPI_ENABLE, 1);
	if (acpi_field(fadt, FADT_PM1_CONTROL_BYTES, 1) < PM1_CONTROL_BYTES || !off->pm1a)
		return "the FADT names no port of PM1a control";
	if (!off->pm1b && has_control(fadt, FADT_PM1B_CONTROL, FADT_X_PM1B_CONTROL))
		return "the FADT's PM1b control is at no port";
	if (smi_port > UINT16_MAX)
		return "the FADT's SMI command port is impossible";
	off->smi_port = off->enable ? (uint16_t)smi_port : 0;
	return NULL;
}

void acpi_off(const struct acpi *acpi, struct acpi_off *off)
{
	struct acpi_table fadt;

	*off = (struct acpi_off){.missing = "ACPI has no sound FADT"};
	if (!acpi_find(acpi, "FACP", &fadt))
		return;
	off->missing = take_ports(&fadt, off);
	if (!off->missing)
		off->missing = find_s5(acpi, &fadt, off);
}
