/* SPDX-License-Identifier: BSD-2-Clause */
/* Where UEFI and a BIOS may keep the ACPI root pointer, and what only looks like one. */
#include "bios/rsdp.h"
#include "tests/unit/support/unit.h"

#define MEMORY_BYTES (1 << 20)
#define EBDA         0x9fc00

static struct boot_params params;
static uint8_t low[MEMORY_BYTES];

static bool read_low(void *context, uint64_t physical, void *to, size_t bytes)
{
	(void)context;
	if (physical > MEMORY_BYTES || bytes > MEMORY_BYTES - physical)
		return false;
	memcpy(to, low + physical, bytes);
	return true;
}

static const struct boot_memory memory = {.read = read_low};

static int clear(void **state)
{
	(void)state;
	memset(&params, 0, sizeof(params));
	memset(low, 0, sizeof(low));
	low[0x40e] = (EBDA >> 4) & 0xff;
	low[0x40f] = EBDA >> 12;
	return 0;
}
BEFORE_EACH(clear)

static void put(uint64_t at)
{
	uint8_t sum = 0;

	memcpy(low + at, "RSD PTR ", 8);
	for (unsigned i = 0; i < 20; i++)
		sum = (uint8_t)(sum + low[at + i]);
	low[at + 8] = (uint8_t)(low[at + 8] - sum);
}

TEST(the_bios_area_is_searched)
{
	assert_int_equal(rsdp_find(&params, &memory), 0);
	put(0xf5a40);
	assert_int_equal(rsdp_find(&params, &memory), 0xf5a40);
}

TEST(its_data_area_comes_first)
{
	put(0xf5a40);
	put(EBDA + 1008);
	assert_int_equal(rsdp_find(&params, &memory), EBDA + 1008);
	low[EBDA + 1008 + 9]++; /* the checksum is wrong now */
	assert_int_equal(rsdp_find(&params, &memory), 0xf5a40);
}

TEST(a_data_area_that_is_none_is_not_searched)
{
	put(0x5000);
	low[0x40e] = 0x00;
	low[0x40f] = 0x05;
	assert_int_equal(rsdp_find(&params, &memory), 0);
}

TEST(what_the_loader_says_comes_first_if_it_is_so)
{
	put(0xf5a40);
	put(0x3000);
	boot_set_field(&params, BOOT_RSDP, 8, 0x3000);
	assert_int_equal(rsdp_find(&params, &memory), 0x3000);
	boot_set_field(&params, BOOT_RSDP, 8, UINT64_MAX);
	assert_int_equal(rsdp_find(&params, &memory), 0xf5a40);
}

#define SYSTEM_TABLE 0x20000
#define TABLES       0x21000
#define KEXEC_TABLES 0x22000
#define RSDP_1       0x30000
#define RSDP_2       0x31000

/* GUIDs as in the UEFI specification, 4.6: EFI_ACPI_20_TABLE_GUID, ACPI_TABLE_GUID. */
static const struct guid {
	uint32_t a;
	uint16_t b, c;
	uint8_t d[8];
} acpi_20 = {0x8868e871, 0xe4f1, 0x11d3, {0xbc, 0x22, 0x00, 0x80, 0xc7, 0x3c, 0x88, 0x81}},
  acpi_10 = {0xeb9d2d30, 0x2d88, 0x11d3, {0x9a, 0x16, 0x00, 0x90, 0x27, 0x3f, 0xc1, 0x4d}},
  smbios = {0xeb9d2d31, 0x2d88, 0x11d3, {0x9a, 0x16, 0x00, 0x90, 0x27, 0x3f, 0xc1, 0x4d}};

static void put_number(uint64_t at, uint64_t value, unsigned bytes)
{
	memcpy(low + at, &value, bytes);
}

static void put_table(uint64_t tables, unsigned index, const struct guid *guid, uint64_t pointer, unsigned bytes)
{
	memcpy(low + tables + index * (16 + bytes), guid, 16);
	put_number(tables + index * (16 + bytes) + 16, pointer, bytes);
}

/* A system table of firmware of so many bits, and what its loader says of it. */
static void start_by_uefi(unsigned bits)
{
	memcpy(low + SYSTEM_TABLE, "IBI SYST", 8);
	put_number(SYSTEM_TABLE + (bits == 64 ? 104 : 64), 3, bits / 8);
	put_number(SYSTEM_TABLE + (bits == 64 ? 112 : 68), TABLES, bits / 8);
	put_table(TABLES, 0, &smbios, RSDP_2, bits / 8);
	put_table(TABLES, 1, &acpi_10, RSDP_1, bits / 8);
	put_table(TABLES, 2, &acpi_20, RSDP_2, bits / 8);
	memcpy(params.bytes + BOOT_EFI_LOADER, bits == 64 ? "EL64" : "EL32", 4);
	boot_set_field(&params, BOOT_EFI_TABLE, 4, SYSTEM_TABLE);
	put(RSDP_1);
	put(RSDP_2);
}

TEST(uefi_names_it_in_its_configuration_tables)
{
	for (unsigned bits = 32; bits <= 64; bits += 32) {
		clear(NULL);
		assert_false(boot_is_uefi(&params));
		start_by_uefi(bits);
		put(0xf5a40);
		assert_true(boot_is_uefi(&params));
		assert_int_equal(rsdp_find(&params, &memory), RSDP_2);
		low[RSDP_2 + 9]++; /* then that of ACPI 1.0 is good enough, and then the BIOS's */
		assert_int_equal(rsdp_find(&params, &memory), RSDP_1);
		low[RSDP_1 + 9]++;
		assert_int_equal(rsdp_find(&params, &memory), 0xf5a40);
	}
}

TEST(what_is_no_system_table_is_not_followed)
{
	start_by_uefi(64);
	low[SYSTEM_TABLE]++;
	assert_int_equal(rsdp_find(&params, &memory), 0);
	low[SYSTEM_TABLE]--;
	boot_set_field(&params, BOOT_EFI_TABLE_HIGH, 4, 1);
	assert_int_equal(rsdp_find(&params, &memory), 0);
	boot_set_field(&params, BOOT_EFI_TABLE_HIGH, 4, 0);
	put_number(SYSTEM_TABLE + 104, UINT64_MAX, 8); /* as many tables as a damaged one says */
	put_table(TABLES, 1, &smbios, RSDP_1, 8);
	put_table(TABLES, 2, &smbios, RSDP_1, 8);
	assert_int_equal(rsdp_find(&params, &memory), 0);
}

/* A kernel that has given UEFI virtual addresses hands the physical one on. */
TEST(kexec_says_where_the_tables_are)
{
	struct boot_setup_data node = {0, 4, 96};

	start_by_uefi(64);
	put_number(SYSTEM_TABLE + 112, 0xfffffffeff000000, 8);
	assert_int_equal(rsdp_find(&params, &memory), 0);
	memcpy(low + 0x8000, &node, sizeof(node));
	put_number(0x8000 + sizeof(node) + 16, KEXEC_TABLES, 8);
	put_table(KEXEC_TABLES, 0, &acpi_20, RSDP_2, 8);
	boot_set_field(&params, BOOT_SETUP_DATA, 8, 0x8000);
	assert_int_equal(rsdp_find(&params, &memory), RSDP_2);
}
