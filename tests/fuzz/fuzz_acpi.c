/* SPDX-License-Identifier: BSD-2-Clause */
/* ACPI tables out of arbitrary bytes. A quarter of the inputs are a board's memory as they stand; for the others sound
 * checksums and root tables are made around them, so that the tables' contents, and those of a whole FADT, get a
 * hearing too. Whatever comes, what is found must be usable as it is. */
#include "arch/x86/acpi_power.h"
#include "tests/fuzz/fuzz.h"

#define MEMORY_BASE  UINT64_C(0xe0000)
#define MEMORY_BYTES 8192
#define XSDT_AT      64
#define TABLES_AT    256
#define TABLES       6
#define FADT_BYTES   244
#define ROOM         4
#define READS_MOST   (UINT64_C(1) << 22)

struct board {
	uint8_t memory[MEMORY_BYTES];
	uint64_t reads;
};

static bool read_board(void *context, uint64_t physical, void *to, size_t bytes)
{
	struct board *board = context;

	assert(++board->reads < READS_MOST); /* work is bounded by the memory there is */
	return fuzz_read((struct slice){(const char *)board->memory, MEMORY_BYTES}, MEMORY_BASE, physical, to, bytes);
}

static void sum_up(uint8_t *at, size_t bytes, size_t checksum)
{
	uint8_t sum = 0;

	at[checksum] = 0;
	for (size_t i = 0; i < bytes; i++)
		sum = (uint8_t)(sum + at[i]);
	at[checksum] = (uint8_t)-sum;
}

static void head(uint8_t *at, const char *signature, uint32_t length)
{
	memcpy(at, signature, 4);
	memcpy(at + 4, &length, 4);
	sum_up(at, length, 9);
}

/* The root pointer, and the root table that it names. */
static void make_root(struct board *board)
{
	uint8_t *rsdp = board->memory;
	uint64_t address = MEMORY_BASE + XSDT_AT;

	memcpy(rsdp, "RSD PTR ", 8);
	rsdp[15] = 2;
	memcpy(rsdp + 20, &(uint32_t){36}, 4);
	memcpy(rsdp + 24, &address, 8);
	sum_up(rsdp, 20, 8);
	sum_up(rsdp, 36, 32);
}

/* Tables one behind the other; each takes its length from its first byte of contents. */
static void make_sound(struct board *board)
{
	static const char *const signatures[TABLES] = {"MCFG", "APIC", "SPCR", "FACP", "HPET", "SRAT"};
	uint8_t *xsdt = board->memory + XSDT_AT;
	size_t at = TABLES_AT;

	make_root(board);
	for (unsigned i = 0; i < TABLES; i++) {
		uint32_t length = 36u + board->memory[at + 36];
		uint64_t address = MEMORY_BASE + at;

		memcpy(xsdt + 36 + 8 * i, &address, 8);
		head(board->memory + at, signatures[i], length);
		at += length;
	}
	head(xsdt, "XSDT", 36 + 8 * TABLES);
}

/* A FADT that is long enough, which mutations need not know. */
static void make_powered(struct board *board)
{
	uint8_t *fadt = board->memory + TABLES_AT;
	uint64_t address = MEMORY_BASE + TABLES_AT;

	make_root(board);
	memcpy(board->memory + XSDT_AT + 36, &address, 8);
	head(fadt, "FACP", FADT_BYTES);
	head(board->memory + XSDT_AT, "XSDT", 36 + 8);
}

static void check_tables(const struct acpi *acpi)
{
	static uint8_t memory[1 << 16];
	struct arena arena = {.at = memory, .size = sizeof(memory)};
	uint16_t count;
	struct firmware_table *tables = acpi_tables(acpi, &arena, &count);

	assert(!tables == !count);
	for (uint16_t i = 0; i < count; i++)
		assert(strlen(tables[i].signature) == 4 && (!tables[i].bytes || tables[i].length >= 36));
}

static void check_regions(const struct acpi *acpi)
{
	struct ecam_region regions[ROOM];
	uint16_t count = acpi_ecam(acpi, regions, ROOM);

	assert(count <= ROOM);
	for (uint16_t i = 0; i < count; i++) {
		assert(regions[i].base && regions[i].base % (1 << 20) == 0);
		assert(regions[i].base + (UINT64_C(256) << 20) <= UINT64_C(1) << 52);
		assert(regions[i].first_bus <= regions[i].last_bus);
		if (!i || regions[i - 1].segment < regions[i].segment)
			continue;
		assert(regions[i - 1].segment == regions[i].segment);
		assert(regions[i - 1].last_bus < regions[i].first_bus);
	}
}

static void check_processors(const struct acpi *acpi)
{
	uint32_t ids[ROOM];
	uint16_t count = acpi_processors(acpi, ids, ROOM);

	assert(count <= ROOM);
	for (uint16_t i = 0; i < count; i++)
		for (uint16_t j = 0; j < i; j++)
			assert(ids[i] != ids[j]);
}

static void check_nodes(const struct acpi *acpi)
{
	struct acpi_node_memory ranges[ROOM];
	uint16_t count = acpi_node_memory(acpi, ranges, ROOM);
	uint32_t node = 0;

	assert(count <= ROOM);
	for (uint16_t i = 0; i < count; i++) {
		assert(ranges[i].bytes && ranges[i].base + ranges[i].bytes <= UINT64_C(1) << 52);
		for (uint16_t j = 0; j < i; j++)
			assert(ranges[i].base >= ranges[j].base + ranges[j].bytes ||
			       ranges[j].base >= ranges[i].base + ranges[i].bytes);
	}
	(void)acpi_node_of(acpi, 0, &node);
}

static void check_devices(const struct acpi *acpi)
{
	struct acpi_serial serial;
	struct acpi_pm_timer timer;

	if (acpi_serial(acpi, &serial)) {
		assert(serial.base != 0);
		assert(serial.stride == 1 || serial.stride == 2 || serial.stride == 4);
		assert(serial.memory_mapped || serial.base + 8 * serial.stride <= 0x10000);
	}
	if (acpi_pm_timer(acpi, &timer))
		assert(timer.port && (timer.bits == 24 || timer.bits == 32));
	assert(acpi_hpet(acpi) % 8 == 0);
}

static void check_power(const struct acpi *acpi)
{
	struct acpi_reset reset;

	acpi_reset(acpi, &reset);
	assert(reset.missing || (reset.address && (reset.memory_mapped || reset.address < 0x10000)));
}

static void check_warnings(const struct warnings *warnings)
{
	assert(warnings->count <= WARNINGS_ROOM);
	assert(warnings->used <= WARNINGS_BYTES);
	for (uint16_t i = 0; i < warnings->count; i++)
		assert(strlen(warnings->list[i]) < WARNINGS_BYTES);
}

static void fuzz(const uint8_t *data, size_t size)
{
	static struct board board;
	static struct warnings warnings;
	struct acpi_memory memory = {read_board, &board};
	struct acpi acpi;

	if (!size)
		return;
	memset(&board, 0, sizeof board);
	memset(&warnings, 0, sizeof warnings);
	memcpy(board.memory, data + 1, min_u64(size - 1, sizeof board.memory));
	if (data[0] & 1)
		make_sound(&board);
	else if (data[0] & 2)
		make_powered(&board);
	acpi_open(&acpi, &memory, MEMORY_BASE, &warnings);
	assert(!(data[0] & 1) || acpi.entry_bytes == 8);
	check_tables(&acpi);
	check_regions(&acpi);
	check_processors(&acpi);
	check_nodes(&acpi);
	check_devices(&acpi);
	check_power(&acpi);
	check_warnings(&warnings);
}
