/* SPDX-License-Identifier: BSD-2-Clause */
/* A board's ACPI tables, made by hand. */
#ifndef TESTS_UNIT_SUPPORT_ACPI_BOARD_H
#define TESTS_UNIT_SUPPORT_ACPI_BOARD_H

#include "arch/x86/acpi.h"
#include "tests/unit/support/unit.h"

/* A board's memory from MEMORY_BASE on. */
#define MEMORY_BASE  UINT64_C(0x7f000000)
#define MEMORY_BYTES 16384
#define TABLE_ROOM   1024

struct board {
	uint8_t memory[MEMORY_BYTES];
	uint8_t tables;  /* in use; table i lies at i * TABLE_ROOM */
	uint8_t entries; /* of XSDT and RSDT */
	struct warnings warnings;
	struct acpi acpi;
};

/* Table 0 holds the RSDP, 1 the XSDT, 2 the RSDT. */
enum { RSDP, XSDT, RSDT, FIRST };

static struct board board;

static inline bool read_board(void *context, uint64_t physical, void *to, size_t bytes)
{
	const struct board *from = context;

	if (physical < MEMORY_BASE || bytes > MEMORY_BYTES || physical - MEMORY_BASE > MEMORY_BYTES - bytes)
		return false;
	memcpy(to, from->memory + (physical - MEMORY_BASE), bytes);
	return true;
}

static inline uint8_t *table_at(unsigned number)
{
	return board.memory + number * TABLE_ROOM;
}

static inline uint64_t address_of(unsigned number)
{
	return MEMORY_BASE + number * TABLE_ROOM;
}

static inline void put(uint8_t *at, uint64_t value, size_t bytes)
{
	memcpy(at, &value, bytes);
}

static inline void sum_up(uint8_t *at, size_t bytes, size_t checksum)
{
	uint8_t sum = 0;

	at[checksum] = 0;
	for (size_t i = 0; i < bytes; i++)
		sum = (uint8_t)(sum + at[i]);
	at[checksum] = (uint8_t)-sum;
}

static inline void seal(unsigned number)
{
	uint32_t length;

	memcpy(&length, table_at(number) + 4, 4);
	sum_up(table_at(number), length, 9);
}

static inline void head(unsigned number, const char *signature, uint32_t length)
{
	memcpy(table_at(number), signature, 4);
	put(table_at(number) + 4, length, 4);
}

/* A further table, all zero after its header, entered in both root tables. */
static inline uint8_t *add_table(const char *signature, uint32_t length)
{
	unsigned number = board.tables++;

	head(number, signature, length);
	put(table_at(XSDT) + 36 + 8 * board.entries, address_of(number), 8);
	put(table_at(RSDT) + 36 + 4 * board.entries, address_of(number), 4);
	board.entries++;
	head(XSDT, "XSDT", 36 + 8u * board.entries);
	head(RSDT, "RSDT", 36 + 4u * board.entries);
	return table_at(number);
}

static inline void start_board(uint8_t revision)
{
	uint8_t *rsdp = table_at(RSDP);

	memset(&board, 0, sizeof board);
	board.tables = FIRST;
	memcpy(rsdp, "RSD PTR ", 8);
	rsdp[15] = revision;
	put(rsdp + 16, address_of(RSDT), 4);
	put(rsdp + 20, 36, 4);
	put(rsdp + 24, address_of(XSDT), 8);
	sum_up(rsdp, 20, 8);
	sum_up(rsdp, 36, 32);
	head(XSDT, "XSDT", 36);
	head(RSDT, "RSDT", 36);
}

static inline void open_board(void)
{
	struct acpi_memory memory = {read_board, &board};

	for (unsigned i = XSDT; i < board.tables; i++)
		seal(i);
	acpi_open(&board.acpi, &memory, MEMORY_BASE, &board.warnings);
}

static inline void warned(const char *text)
{
	for (unsigned i = 0; i < board.warnings.count; i++)
		if (strstr(board.warnings.list[i], text))
			return;
	fail_msg("no warning about \"%s\"", text);
}

#endif
