/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/smbios.h"

#include "lib/memory.h"
#include "lib/text.h"

/* Entry points (5.2.1 and 5.2.2): one contains its length, and its bytes have the sum 0. */
#define ENTRY_MOST       0x40
#define ENTRY32_SAYS     0x05 /* 1 byte: length */
#define ENTRY32_BYTES    0x1f
#define ENTRY32_WRONG    0x1e /* length given by version 2.1 of the specification, by mistake */
#define ENTRY32_LENGTH   0x16 /* 2 bytes: length of all structures */
#define ENTRY32_TABLE    0x18 /* 4 bytes */
#define ENTRY64_SAYS     0x06 /* 1 byte: length */
#define ENTRY64_BYTES    0x18
#define ENTRY64_LENGTH   0x0c /* 4 bytes: maximum length of all structures */
#define ENTRY64_TABLE    0x10 /* 8 bytes */

/* Structures (7.1, 7.2, 7.3, 7.18, 7.46). */
#define TYPE_BIOS        0
#define TYPE_SYSTEM      1
#define TYPE_BOARD       2
#define TYPE_MODULE      17
#define TYPE_END         127
#define HEADER_BYTES     4
#define SYSTEM_UUID      8
#define MODULE_SIZE      0x0c /* 2 bytes */
#define MODULE_SIZE_32   0x1c /* 4 bytes: MiB */
#define UUID_BYTES       16

#define TABLE_BYTES_MOST (1u << 20)

/* Formatted bytes that are read of a structure. */
#define FORMATTED_ROOM   0x20

struct structure {
	uint8_t formatted[FORMATTED_ROOM];
	uint8_t type, length;
	uint64_t texts; /* address of the first one */
};

struct table {
	const struct acpi_memory *memory;
	uint64_t at, end;
};

/* Members for a structure's texts. The byte at `at` is the text's number, from 1. */
struct named_text {
	uint8_t type, at;
	size_t member;
};

static const struct named_text texts[] = {
	{TYPE_BIOS, 0x04, offsetof(struct board_identity, bios_maker)},
	{TYPE_BIOS, 0x05, offsetof(struct board_identity, bios)},
	{TYPE_BIOS, 0x08, offsetof(struct board_identity, bios_date)},
	{TYPE_SYSTEM, 0x04, offsetof(struct board_identity, maker)},
	{TYPE_SYSTEM, 0x05, offsetof(struct board_identity, product)},
	{TYPE_SYSTEM, 0x07, offsetof(struct board_identity, serial)},
	{TYPE_BOARD, 0x04, offsetof(struct board_identity, board_maker)},
	{TYPE_BOARD, 0x05, offsetof(struct board_identity, board)},
	{TYPE_BOARD, 0x07, offsetof(struct board_identity, board_serial)},
};

static bool read_at(const struct acpi_memory *memory, uint64_t at, void *to, size_t bytes)
{
	return at && at <= UINT64_MAX - bytes && memory->read(memory->context, at, to, bytes);
}

static uint64_t number_of(const uint8_t *at, unsigned bytes)
{
	uint64_t value = 0;

	memcpy(&value, at, bytes);
	return value;
}

static uint8_t sum_of(const uint8_t *bytes, size_t count)
{
	uint8_t sum = 0;

	for (size_t i = 0; i < count; i++)
		sum = (uint8_t)(sum + bytes[i]);
	return sum;
}

/* Fills in `table` from an entry point; false if there is none. */
static bool read_entry(const struct acpi_memory *memory, uint64_t at, bool of_64_bits, struct table *table)
{
	const char *anchor = of_64_bits ? "_SM3_" : "_SM_";
	size_t least = of_64_bits ? ENTRY64_BYTES : ENTRY32_BYTES;
	uint8_t entry[ENTRY_MOST];
	uint64_t bytes;
	size_t said;

	if (!read_at(memory, at, entry, least) || memcmp(entry, anchor, strlen(anchor)) != 0)
		return false;
	said = entry[of_64_bits ? ENTRY64_SAYS : ENTRY32_SAYS];
	if (!of_64_bits && said == ENTRY32_WRONG && sum_of(entry, said))
		said = ENTRY32_BYTES;
	if (said > sizeof(entry) || (said < least && (of_64_bits || said != ENTRY32_WRONG)) ||
	    !read_at(memory, at, entry, max_u64(said, least)) || sum_of(entry, said))
		return false;
	table->memory = memory;
	table->at = of_64_bits ? number_of(entry + ENTRY64_TABLE, 8) : number_of(entry + ENTRY32_TABLE, 4);
	bytes = of_64_bits ? number_of(entry + ENTRY64_LENGTH, 4) : number_of(entry + ENTRY32_LENGTH, 2);
	if (!table->at || bytes > TABLE_BYTES_MOST || table->at > UINT64_MAX - bytes)
		return false;
	table->end = table->at + bytes;
	return true;
}

bool smbios_is_entry(const struct acpi_memory *memory, uint64_t entry)
{
	struct table table;

	return read_entry(memory, entry, true, &table) || read_entry(memory, entry, false, &table);
}

uint64_t smbios_search(const struct acpi_memory *memory)
{
	struct table table;

	for (unsigned of_64_bits = 2; of_64_bits--;)
		for (uint64_t at = SMBIOS_AREA; at < SMBIOS_AREA + SMBIOS_AREA_BYTES; at += 16)
			if (read_entry(memory, at, of_64_bits, &table))
				return at;
	return 0;
}

/* Skips the texts of a structure, which end with an empty one (6.1.3). Returns false at the table's end. */
static bool skip_texts(struct table *table)
{
	uint8_t before = 1, byte;

	for (; table->at < table->end; table->at++) {
		if (!read_at(table->memory, table->at, &byte, 1))
			return false;
		if (!before && !byte) {
			table->at++;
			return true;
		}
		before = byte;
	}
	return false;
}

static bool next_structure(struct table *table, struct structure *structure)
{
	uint8_t header[HEADER_BYTES];
	size_t bytes;

	if (table->end - table->at < HEADER_BYTES || !read_at(table->memory, table->at, header, sizeof(header)))
		return false;
	structure->type = header[0];
	structure->length = header[1];
	if (structure->length < HEADER_BYTES || structure->length > table->end - table->at)
		return false;
	bytes = min_u64(structure->length, sizeof(structure->formatted));
	memset(structure->formatted, 0, sizeof(structure->formatted));
	if (!read_at(table->memory, table->at, structure->formatted, bytes))
		return false;
	structure->texts = table->at += structure->length;
	return structure->type != TYPE_END;
}

/* Copies a text without outer blanks and characters that are not printable ASCII. */
static void copy_text(const struct table *table, const struct structure *structure, uint8_t number, char *to)
{
	uint64_t at = structure->texts;
	size_t length = 0;
	uint8_t before = 0, byte;

	to[0] = 0;
	for (uint8_t now = 1; number && at < table->end && read_at(table->memory, at, &byte, 1); at++) {
		if (!byte && (now == number || !before))
			break;
		before = byte;
		if (!byte)
			now++;
		else if (now == number && byte >= ' ' && byte < 0x7f && length < BOARD_TEXT - 1 &&
			 (length || byte != ' '))
			to[length++] = (char)byte;
	}
	while (length && to[length - 1] == ' ')
		length--;
	to[length] = 0;
}

/* The first three fields are numbers of 4, 2 and 2 bytes, the lowest byte first (7.2.1). */
static void take_uuid(const struct structure *structure, struct board_identity *board)
{
	static const uint8_t order[UUID_BYTES] = {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};
	const uint8_t *uuid = structure->formatted + SYSTEM_UUID;
	struct text text = TEXT_OVER(board->uuid);
	bool zeros = true, ones = true;

	if (structure->length < SYSTEM_UUID + UUID_BYTES)
		return;
	for (unsigned i = 0; i < UUID_BYTES; i++) {
		zeros = zeros && !uuid[i];
		ones = ones && uuid[i] == 0xff;
	}
	for (unsigned i = 0; i < UUID_BYTES && !zeros && !ones; i++)
		text_format(&text, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", uuid[order[i]]);
}

/* 0: no module; all ones: unknown size; bit 15: KiB instead of MiB; 7FFFH: see the extended field (7.18.5). */
static void take_module(const struct structure *structure, struct board_identity *board)
{
	uint64_t size = number_of(structure->formatted + MODULE_SIZE, 2);

	if (structure->length < MODULE_SIZE + 2 || !size)
		return;
	board->modules++;
	if (size == 0x7fff)
		board->modules_bytes += (number_of(structure->formatted + MODULE_SIZE_32, 4) & 0x7fffffff) << 20;
	else if (size != 0xffff)
		board->modules_bytes += size & 0x8000 ? (size & 0x7fff) << 10 : size << 20;
}

void smbios_read(const struct acpi_memory *memory, uint64_t entry, struct board_identity *board)
{
	struct structure structure;
	struct table table;
	uint64_t seen = 0; /* types of structures found so far */

	memset(board, 0, sizeof(*board));
	if (!read_entry(memory, entry, true, &table) && !read_entry(memory, entry, false, &table))
		return;
	while (next_structure(&table, &structure)) {
		bool first = structure.type < 64 && !(seen & BIT(structure.type));

		/* Of several boards, the first is the main board. */
		for (size_t i = 0; first && i < ARRAY_SIZE(texts); i++)
			if (texts[i].type == structure.type && texts[i].at < structure.length)
				copy_text(&table, &structure, structure.formatted[texts[i].at],
					  (char *)board + texts[i].member);
		if (first && structure.type == TYPE_SYSTEM)
			take_uuid(&structure, board);
		if (structure.type == TYPE_MODULE)
			take_module(&structure, board);
		if (first)
			seen |= BIT(structure.type);
		if (!skip_texts(&table))
			return;
	}
}
