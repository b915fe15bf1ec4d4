/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/opal/parts.h"

#include "lib/archive.h"
#include "lib/memory.h"

static const char elf_magic[4] = {0x7f, 'E', 'L', 'F'};

/* ---- the archive ------------------------------------------------------------------------------------------------ */

bool parts_open(struct parts *parts, struct part file)
{
	struct archive archive = {.at = file.at, .bytes = file.bytes};
	struct archive_member member;

	*parts = (struct parts){0};
	if (file.bytes >= sizeof(elf_magic) && !memcmp(file.at, elf_magic, sizeof(elf_magic))) {
		parts->firmware = file;
		return true;
	}
	while (archive_next(&archive, &member)) {
		const struct part part = {member.at, member.bytes};

		if (slice_is(member.name, "firmware"))
			parts->firmware = part;
		else if (slice_is(member.name, "scenario"))
			parts->scenario = part;
		else if (slice_is(member.name, "catalog"))
			parts->catalog = part;
	}
	return archive.is_whole && parts->firmware.at;
}

/* ---- ELF ----------------------------------------------------------------------------------------------------- */

enum { CLASS = 4, CLASS_64 = 2, DATA = 5, DATA_LITTLE = 1, DATA_BIG = 2 };
enum {
	MACHINE = 18,
	MACHINE_PPC64 = 21,
	ENTRY = 24,
	HEADERS = 32,
	HEADER_SIZE = 54,
	HEADER_COUNT = 56,
	ELF_BYTES = 64
};
enum {
	TYPE = 0,
	TYPE_LOAD = 1,
	FLAGS = 4,
	FLAG_EXECUTE = 1,
	OFFSET = 8,
	ADDRESS = 16,
	FILE_SIZE = 32,
	PROGRAM_BYTES = 56
};

static uint64_t number(const struct elf *elf, const uint8_t *at, unsigned bytes)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < bytes; i++)
		value |= (uint64_t)at[i] << 8 * (elf->little_endian ? i : bytes - 1 - i);
	return value;
}

/* Reads a segment that is loaded. */
static bool read_segment(struct elf *elf, struct part file, const uint8_t *header, uint64_t entry)
{
	uint64_t offset = number(elf, header + OFFSET, 8), bytes = number(elf, header + FILE_SIZE, 8);
	uint64_t address = number(elf, header + ADDRESS, 8);

	if (offset > file.bytes || bytes > file.bytes - offset)
		return false;
	if (entry >= address && entry - address < bytes)
		elf->entry = entry - address + offset;
	if (!(number(elf, header + FLAGS, 4) & FLAG_EXECUTE))
		return true;
	if (elf->codes == ELF_SEGMENTS)
		return false;
	elf->code[elf->codes].offset = offset;
	elf->code[elf->codes].bytes = bytes;
	elf->codes++;
	return true;
}

static bool read_segments(struct elf *elf, struct part file)
{
	uint64_t at = number(elf, file.at + HEADERS, 8), size = number(elf, file.at + HEADER_SIZE, 2);
	uint64_t count = number(elf, file.at + HEADER_COUNT, 2);

	if (size < PROGRAM_BYTES || at > file.bytes || count * size > file.bytes - at)
		return false;
	for (uint64_t i = 0; i < count; i++) {
		const uint8_t *header = file.at + at + i * size;

		if (number(elf, header + TYPE, 4) == TYPE_LOAD &&
		    !read_segment(elf, file, header, number(elf, file.at + ENTRY, 8)))
			return false;
	}
	return true;
}

bool elf_open(struct elf *elf, struct part file)
{
	*elf = (struct elf){.entry = UINT64_MAX};
	if (file.bytes < ELF_BYTES || memcmp(file.at, elf_magic, sizeof(elf_magic)) || file.at[CLASS] != CLASS_64 ||
	    (file.at[DATA] != DATA_LITTLE && file.at[DATA] != DATA_BIG))
		return false;
	elf->little_endian = file.at[DATA] == DATA_LITTLE;
	return number(elf, file.at + MACHINE, 2) == MACHINE_PPC64 && read_segments(elf, file) &&
	       elf->entry != UINT64_MAX;
}
