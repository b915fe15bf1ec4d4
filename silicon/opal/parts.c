/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/opal/parts.h"

#include "lib/memory.h"

/* ---- cpio: a head of 6 characters and 13 numbers of 8 hexadecimal digits, name, content -------------------- */

enum { HEAD_BYTES = 110, DIGITS = 8, FIELD_SIZE = 6, FIELD_NAME_SIZE = 11, ALIGNMENT = 4 };
#define HEAD_MAGIC "070701"
#define LAST_NAME  "TRAILER!!!"

static const char elf_magic[4] = {0x7f, 'E', 'L', 'F'};

static bool field(const uint8_t *head, unsigned number, uint64_t *value)
{
	char digits[2 + DIGITS] = {'0', 'x'};

	memcpy(digits + 2, head + sizeof(HEAD_MAGIC) - 1 + (size_t)DIGITS * number, DIGITS);
	return parse_u64((struct slice){digits, sizeof(digits)}, value);
}

static uint64_t round_up(uint64_t value, uint64_t unit)
{
	return (value + unit - 1) / unit * unit;
}

/* A member of the archive. */
struct member {
	struct slice name;
	struct part content;
	uint64_t next; /* where the next one begins */
};

static bool read_member(struct part archive, uint64_t at, struct member *member)
{
	const uint8_t *head = archive.at + at;
	uint64_t name_size, size, content;

	if (at > archive.bytes || archive.bytes - at < HEAD_BYTES || memcmp(head, HEAD_MAGIC, sizeof(HEAD_MAGIC) - 1) ||
	    !field(head, FIELD_SIZE, &size) || !field(head, FIELD_NAME_SIZE, &name_size) || !name_size)
		return false;
	content = round_up(at + HEAD_BYTES + name_size, ALIGNMENT);
	if (content > archive.bytes || size > archive.bytes - content)
		return false;
	member->name = (struct slice){(const char *)head + HEAD_BYTES, name_size - 1};
	member->content = (struct part){archive.at + content, size};
	member->next = round_up(content + size, ALIGNMENT);
	return true;
}

static void take(struct parts *parts, const struct member *member)
{
	if (slice_is(member->name, "firmware"))
		parts->firmware = member->content;
	else if (slice_is(member->name, "scenario"))
		parts->scenario = member->content;
	else if (slice_is(member->name, "catalog"))
		parts->catalog = member->content;
}

bool parts_open(struct parts *parts, struct part archive)
{
	struct member member = {.next = 0};

	*parts = (struct parts){0};
	if (archive.bytes >= sizeof(elf_magic) && !memcmp(archive.at, elf_magic, sizeof(elf_magic))) {
		parts->firmware = archive;
		return true;
	}
	while (read_member(archive, member.next, &member)) {
		if (slice_is(member.name, LAST_NAME))
			return parts->firmware.at != NULL;
		take(parts, &member);
	}
	return false;
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

/* A segment that is loaded. */
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
