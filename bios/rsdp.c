/* SPDX-License-Identifier: BSD-2-Clause */
#include "bios/rsdp.h"

#include "arch/x86/smbios.h"
#include "lib/memory.h"

#define RSDP_BYTES       20 /* of the first revision, which has its own checksum */
#define RSDP_STEP        16
#define EBDA_SEGMENT     0x40e /* 2 bytes: segment of the extended BIOS data area */
#define EBDA_LEAST       0x80000
#define EBDA_SEARCHED    1024
#define BIOS_AREA        0xe0000
#define BIOS_AREA_BYTES  0x20000
#define CONVENTIONAL_END 0xa0000

/* Setup data that Linux's kexec passes on, since the running kernel has given UEFI virtual addresses. The system
 * table's addresses are physical here. Linux arch/x86/include/asm/setup_data.h, struct efi_setup_data. */
#define SETUP_EFI        4
#define SETUP_EFI_TABLES 16 /* in its data, 8 bytes: address of the configuration tables */

#define UEFI_TABLES_MOST 256
#define GUID_BYTES       16

static const char uefi_signature[] = "IBI SYST";

/* UEFI specification 2.10, 4.3 and 4.6: layout of the tables of 64-bit and 32-bit firmware. */
struct uefi_layout {
	uint32_t loader;
	unsigned pointer_bytes, count_at, tables_at, table_bytes;
};

static const struct uefi_layout uefi_layouts[] = {
	{BOOT_EFI_64, 8, 104, 112, 24},
	{BOOT_EFI_32, 4, 64, 68, 20},
};

static const uint8_t acpi_guids[][GUID_BYTES] = {
	{0x71, 0xe8, 0x68, 0x88, 0xf1, 0xe4, 0xd3, 0x11, 0xbc, 0x22, 0x00, 0x80, 0xc7, 0x3c, 0x88, 0x81}, /* ACPI 2.0 */
	{0x30, 0x2d, 0x9d, 0xeb, 0x88, 0x2d, 0xd3, 0x11, 0x9a, 0x16, 0x00, 0x90, 0x27, 0x3f, 0xc1, 0x4d}, /* ACPI 1.0 */
};

static const uint8_t smbios_guids[][GUID_BYTES] = {
	{0x44, 0x15, 0xfd, 0xf2, 0x94, 0x97, 0x2c, 0x4a, 0x99, 0x2e, 0xe5, 0xbb, 0xcf, 0x20, 0xe3,
	 0x94}, /* of 64 bits */
	{0x31, 0x2d, 0x9d, 0xeb, 0x88, 0x2d, 0xd3, 0x11, 0x9a, 0x16, 0x00, 0x90, 0x27, 0x3f, 0xc1,
	 0x4d}, /* of 32 bits */
};

static bool is_rsdp(const struct boot_memory *memory, uint64_t at)
{
	uint8_t pointer[RSDP_BYTES], sum = 0;

	if (!at || !memory->read(memory->context, at, pointer, sizeof(pointer)) || memcmp(pointer, "RSD PTR ", 8))
		return false;
	for (unsigned i = 0; i < sizeof(pointer); i++)
		sum = (uint8_t)(sum + pointer[i]);
	return sum == 0;
}

static uint64_t search(const struct boot_memory *memory, uint64_t from, uint64_t bytes)
{
	for (uint64_t at = from; at < from + bytes; at += RSDP_STEP)
		if (is_rsdp(memory, at))
			return at;
	return 0;
}

static uint64_t search_ebda(const struct boot_memory *memory)
{
	uint8_t segment[2];
	uint64_t at;

	if (!memory->read(memory->context, EBDA_SEGMENT, segment, sizeof(segment)))
		return 0;
	at = (uint64_t)(segment[0] | segment[1] << 8) << 4;
	if (at < EBDA_LEAST || at > CONVENTIONAL_END - EBDA_SEARCHED)
		return 0;
	return search(memory, at, EBDA_SEARCHED);
}

static const struct uefi_layout *uefi_layout(const struct boot_params *params)
{
	for (size_t i = 0; i < ARRAY_SIZE(uefi_layouts); i++)
		if (boot_field(params, BOOT_EFI_LOADER, 4) == uefi_layouts[i].loader)
			return &uefi_layouts[i];
	return NULL;
}

bool boot_is_uefi(const struct boot_params *params)
{
	return uefi_layout(params);
}

/* Returns a little-endian number in memory, or 0 if it cannot be read. */
static uint64_t number_at(const struct boot_memory *memory, uint64_t at, unsigned bytes)
{
	uint64_t value = 0;

	return memory->read(memory->context, at, &value, bytes) ? value : 0;
}

/* Returns true if the UEFI configuration table at `at` is a sound one of its kind. */
typedef bool table_test(const struct boot_memory *memory, uint64_t at);

static uint64_t search_tables(const struct boot_memory *memory, const struct uefi_layout *layout, uint64_t tables,
			      uint64_t count, const uint8_t *guid, table_test *is_sound)
{
	uint8_t name[GUID_BYTES];

	for (uint64_t i = 0; i < count && i < UEFI_TABLES_MOST; i++) {
		uint64_t at = tables + i * layout->table_bytes, pointer;

		if (!memory->read(memory->context, at, name, sizeof(name)))
			return 0;
		pointer = number_at(memory, at + GUID_BYTES, layout->pointer_bytes);
		if (!memcmp(name, guid, sizeof(name)) && is_sound(memory, pointer))
			return pointer;
	}
	return 0;
}

/* `guids` are in order of preference. */
static uint64_t search_uefi(const struct boot_params *params, const struct boot_memory *memory,
			    const uint8_t (*guids)[GUID_BYTES], size_t guid_count, table_test *is_sound)
{
	const struct uefi_layout *layout = uefi_layout(params);
	uint64_t system = boot_field(params, BOOT_EFI_TABLE, 4) | boot_field(params, BOOT_EFI_TABLE_HIGH, 4) << 32;
	char signature[sizeof(uefi_signature) - 1];
	uint64_t data, tables = 0, count, found = 0;
	uint32_t bytes;

	if (!layout || !memory->read(memory->context, system, signature, sizeof(signature)) ||
	    memcmp(signature, uefi_signature, sizeof(signature)) != 0)
		return 0;
	data = boot_setup_data(params, memory, SETUP_EFI, &bytes);
	if (data && bytes >= SETUP_EFI_TABLES + 8)
		tables = number_at(memory, data + SETUP_EFI_TABLES, 8);
	if (!tables)
		tables = number_at(memory, system + layout->tables_at, layout->pointer_bytes);
	count = number_at(memory, system + layout->count_at, layout->pointer_bytes);
	for (size_t i = 0; i < guid_count && !found; i++)
		found = search_tables(memory, layout, tables, count, guids[i], is_sound);
	return found;
}

uint64_t rsdp_find(const struct boot_params *params, const struct boot_memory *memory)
{
	uint64_t told = boot_field(params, BOOT_RSDP, 8), found;

	if (is_rsdp(memory, told))
		return told;
	found = search_uefi(params, memory, acpi_guids, ARRAY_SIZE(acpi_guids), is_rsdp);
	if (!found)
		found = search_ebda(memory);
	return found ? found : search(memory, BIOS_AREA, BIOS_AREA_BYTES);
}

static bool is_smbios(const struct boot_memory *memory, uint64_t at)
{
	const struct acpi_memory same = {memory->read, memory->context};

	return smbios_is_entry(&same, at);
}

uint64_t smbios_find(const struct boot_params *params, const struct boot_memory *memory)
{
	const struct acpi_memory same = {memory->read, memory->context};
	uint64_t found = search_uefi(params, memory, smbios_guids, ARRAY_SIZE(smbios_guids), is_smbios);

	return found || boot_is_uefi(params) ? found : smbios_search(&same);
}
