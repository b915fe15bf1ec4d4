/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds ACPI tables; acpi_tables.c reads their contents. */
#include "arch/x86/acpi.h"

#include "arch/x86/acpi_table.h"
#include "lib/memory.h"

#define RSDP_BYTES       20 /* revision 0 */
#define RSDP2_BYTES      36
#define RSDP_REVISION    15
#define RSDP_RSDT        16
#define RSDP_LENGTH      20
#define RSDP_XSDT        24
#define TABLE_BYTES_MOST (1u << 20) /* real ones are much smaller */
#define TABLES_MOST      256u
#define TABLES_BYTES     (1u << 19) /* of all kept tables; boards with eight sockets have less */
#define CHECKSUM_PIECE   64

static bool acpi_read_memory(const struct acpi *acpi, uint64_t address, void *to, size_t bytes)
{
	if (!address || address > UINT64_MAX - bytes)
		return false;
	return acpi->memory.read(acpi->memory.context, address, to, bytes);
}

/* All bytes, including the checksum, add up to 0. */
static bool sums_to_zero(const struct acpi *acpi, uint64_t address, uint32_t length)
{
	uint8_t piece[CHECKSUM_PIECE], sum = 0;

	for (uint32_t done = 0; done < length; done += CHECKSUM_PIECE) {
		uint32_t bytes = length - done < CHECKSUM_PIECE ? length - done : CHECKSUM_PIECE;

		if (!acpi_read_memory(acpi, address + done, piece, bytes))
			return false;
		for (uint32_t i = 0; i < bytes; i++)
			sum = (uint8_t)(sum + piece[i]);
	}
	return sum == 0;
}

/* Reads signature and length of a table. Returns false if that memory cannot be read. */
static bool read_header(const struct acpi *acpi, uint64_t address, char signature[5], uint32_t *length)
{
	uint8_t header[8];

	if (!acpi_read_memory(acpi, address, header, sizeof header))
		return false;
	memcpy(signature, header, 4);
	signature[4] = 0;
	memcpy(length, header + 4, sizeof *length);
	return true;
}

static bool is_sound(const struct acpi *acpi, const char *signature, uint64_t address, uint32_t length)
{
	if (length < ACPI_HEADER_BYTES || length > TABLE_BYTES_MOST) {
		warn(acpi->warnings, "ACPI: %s: a length of %u bytes is impossible", signature, length);
		return false;
	}
	if (!sums_to_zero(acpi, address, length)) {
		warn(acpi->warnings, "ACPI: %s: wrong checksum", signature);
		return false;
	}
	return true;
}

static bool take_root(struct acpi *acpi, const char *wanted, uint64_t address)
{
	char signature[5];
	uint32_t length;

	if (!address)
		return false;
	if (!read_header(acpi, address, signature, &length) || memcmp(signature, wanted, 4) != 0) {
		warn(acpi->warnings, "ACPI: no %s where the root pointer leads", wanted);
		return false;
	}
	if (!is_sound(acpi, wanted, address, length))
		return false;
	acpi->root = address;
	acpi->root_length = length;
	acpi->entry_bytes = wanted[0] == 'X' ? 8 : 4;
	return true;
}

/* Returns the address of the 64-bit table if the root pointer is of revision 2 and sound; else 0. */
static uint64_t xsdt_address(const struct acpi *acpi, uint64_t rsdp)
{
	uint8_t pointer[RSDP2_BYTES];
	uint32_t length;
	uint64_t address;

	if (!acpi_read_memory(acpi, rsdp, pointer, sizeof pointer) || pointer[RSDP_REVISION] < 2)
		return 0;
	memcpy(&length, pointer + RSDP_LENGTH, sizeof length);
	if (length < RSDP2_BYTES || length > TABLE_BYTES_MOST || !sums_to_zero(acpi, rsdp, length)) {
		warn(acpi->warnings, "ACPI: the root pointer's extension is damaged");
		return 0;
	}
	memcpy(&address, pointer + RSDP_XSDT, sizeof address);
	return address;
}

void acpi_open(struct acpi *acpi, const struct acpi_memory *memory, uint64_t rsdp, struct warnings *warnings)
{
	uint8_t pointer[RSDP_BYTES];
	uint32_t rsdt;

	*acpi = (struct acpi){.memory = *memory, .warnings = warnings};
	if (!rsdp) {
		warn(warnings,
		     "ACPI: no root pointer was found: only one CPU is known, and only PCI functions that ports reach; "
		     "start uncork.efi by UEFI (GRUB: chainloader)");
		return;
	}
	if (!acpi_read_memory(acpi, rsdp, pointer, sizeof pointer) || memcmp(pointer, "RSD PTR ", 8) != 0 ||
	    !sums_to_zero(acpi, rsdp, RSDP_BYTES)) {
		warn(warnings, "ACPI: the root pointer is damaged");
		return;
	}
	memcpy(&rsdt, pointer + RSDP_RSDT, sizeof rsdt);
	if (!take_root(acpi, "XSDT", xsdt_address(acpi, rsdp)) && !take_root(acpi, "RSDT", rsdt))
		warn(warnings, "ACPI: there is no root table");
}

bool acpi_is_there(const struct acpi *acpi)
{
	return acpi->entry_bytes;
}

bool acpi_find(const struct acpi *acpi, const char *wanted, struct acpi_table *table)
{
	struct acpi_table root = {acpi, acpi->root, acpi->root_length};
	uint32_t bytes = acpi->entry_bytes;

	for (uint32_t at = ACPI_HEADER_BYTES; bytes && acpi_within(&root, at, bytes); at += bytes) {
		char signature[5];

		*table = (struct acpi_table){.acpi = acpi, .address = acpi_field(&root, at, bytes)};
		if (read_header(acpi, table->address, signature, &table->length) && !memcmp(signature, wanted, 4) &&
		    is_sound(acpi, wanted, table->address, table->length))
			return true;
	}
	return false;
}

/* Excludes code for ACPI's interpreter, which is long and useless without one, and licence keys, which are private. */
static bool describes_hardware(const char *signature)
{
	static const char *const others[] = {"SSDT", "PSDT", "MSDM", "SLIC"};

	for (unsigned i = 0; i < ARRAY_SIZE(others); i++)
		if (!memcmp(signature, others[i], 4))
			return false;
	return true;
}

struct firmware_table *acpi_tables(const struct acpi *acpi, struct arena *arena, uint16_t *count)
{
	struct acpi silent = *acpi;
	struct acpi_table root = {acpi, acpi->root, acpi->root_length};
	uint32_t entry_bytes = acpi->entry_bytes;
	uint32_t most = entry_bytes ? (root.length - ACPI_HEADER_BYTES) / entry_bytes : 0;
	struct firmware_table *tables = arena_take(arena, most < TABLES_MOST ? most : TABLES_MOST, sizeof(*tables));
	uint32_t room = TABLES_BYTES; /* bytes that may still be kept */

	silent.warnings = NULL;
	*count = 0;
	for (uint32_t i = 0; tables && i < most && i < TABLES_MOST; i++) {
		struct firmware_table *table = &tables[*count];
		uint8_t *bytes = NULL;

		table->address = acpi_field(&root, ACPI_HEADER_BYTES + i * entry_bytes, entry_bytes);
		if (!read_header(acpi, table->address, table->signature, &table->length))
			continue;
		/* The signature is shown to the user. */
		for (unsigned j = 0; j < 4; j++)
			if (table->signature[j] <= ' ' || table->signature[j] > '~')
				table->signature[j] = '?';
		if (describes_hardware(table->signature) && table->length <= room &&
		    is_sound(&silent, table->signature, table->address, table->length)) {
			room -= table->length;
			bytes = arena_take(arena, table->length, 1);
		}
		if (bytes && acpi_read_memory(acpi, table->address, bytes, table->length))
			table->bytes = bytes;
		++*count;
	}
	return *count ? tables : NULL;
}

bool acpi_within(const struct acpi_table *table, uint32_t offset, uint32_t bytes)
{
	return offset <= table->length && bytes <= table->length - offset;
}

uint64_t acpi_field(const struct acpi_table *table, uint32_t offset, unsigned bytes)
{
	uint64_t value = 0;

	if (!acpi_within(table, offset, bytes) ||
	    !acpi_read_memory(table->acpi, table->address + offset, &value, bytes))
		return 0;
	return value;
}
