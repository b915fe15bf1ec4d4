/* SPDX-License-Identifier: BSD-2-Clause */
#include "pc/boot_params.h"

#include "lib/memory.h"
#include "lib/parse.h"
#include "pc/startup.h"

#define E820_USABLE   1
#define E820_RESERVED 2
#define HIGH_MEMORY   0x100000
#define LIST_MOST     64 /* nodes of setup data: a longer list has no end */
#define BANNER_MOST   256

struct e820_entry {
	uint64_t start, bytes;
	uint32_t type;
};

uint64_t boot_field(const struct boot_params *params, unsigned offset, unsigned bytes)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < bytes; i++)
		value |= (uint64_t)params->bytes[offset + i] << 8 * i;
	return value;
}

void boot_set_field(struct boot_params *params, unsigned offset, unsigned bytes, uint64_t value)
{
	for (unsigned i = 0; i < bytes; i++)
		params->bytes[offset + i] = (uint8_t)(value >> 8 * i);
}

/* ---- memory ----------------------------------------------------------------------------------------- */

static unsigned e820_count(const struct boot_params *params)
{
	uint64_t count = boot_field(params, BOOT_E820_COUNT, 1);

	return count < BOOT_E820_MOST ? (unsigned)count : BOOT_E820_MOST;
}

static struct e820_entry e820_at(const struct boot_params *params, unsigned index)
{
	unsigned at = BOOT_E820 + index * BOOT_E820_BYTES;

	return (struct e820_entry){boot_field(params, at, 8), boot_field(params, at + 8, 8),
				   (uint32_t)boot_field(params, at + 16, 4)};
}

bool boot_memory_entry(const struct boot_params *params, unsigned index, struct memory_range *range, bool *reserved)
{
	struct e820_entry entry;

	if (index >= e820_count(params))
		return false;
	entry = e820_at(params, index);
	*range = (struct memory_range){entry.start, entry.bytes};
	*reserved = entry.type == E820_RESERVED;
	return true;
}

/* Reads the node at `at`; false at the list's end. */
static bool read_node(const struct boot_memory *memory, uint64_t at, struct boot_setup_data *node)
{
	return at && memory->read(memory->context, at, node, sizeof(*node));
}

uint64_t boot_setup_data(const struct boot_params *params, const struct boot_memory *memory, uint32_t type,
			 uint32_t *bytes)
{
	uint64_t at = boot_field(params, BOOT_SETUP_DATA, 8);
	struct boot_setup_data node;

	for (unsigned i = 0; i < LIST_MOST && read_node(memory, at, &node); i++) {
		if (node.type == type) {
			*bytes = node.bytes;
			return at + sizeof(node);
		}
		at = node.next;
	}
	return 0;
}

struct memory_range boot_initrd(const struct boot_params *params)
{
	struct memory_range initrd = {boot_field(params, BOOT_RAMDISK, 4), boot_field(params, BOOT_RAMDISK_SIZE, 4)};

	return initrd.start ? initrd : (struct memory_range){0};
}

void boot_free_memory(const struct boot_params *params, uint64_t params_at, const struct boot_memory *memory,
		      struct memory_map *map)
{
	struct memory_range initrd = boot_initrd(params);
	uint64_t at = boot_field(params, BOOT_SETUP_DATA, 8);
	struct boot_setup_data node;

	/* If two entries overlap, the memory is not usable. */
	*map = (struct memory_map){.count = 0};
	for (unsigned i = 0; i < e820_count(params); i++) {
		struct e820_entry entry = e820_at(params, i);

		if (entry.type == E820_USABLE)
			memory_add(map, entry.start, entry.bytes);
	}
	for (unsigned i = 0; i < e820_count(params); i++) {
		struct e820_entry entry = e820_at(params, i);

		if (entry.type != E820_USABLE)
			memory_remove(map, entry.start, entry.bytes);
	}

	memory_remove(map, 0, STARTUP_FROM);
	memory_remove(map, STARTUP_END, HIGH_MEMORY - STARTUP_END);
	memory_remove(map, params_at, BOOT_PARAMETERS_BYTES);
	memory_remove(map, initrd.start, initrd.bytes);
	memory_remove(map, boot_field(params, BOOT_COMMAND_LINE, 4), COMMAND_LINE_MOST + 1);
	for (unsigned i = 0; i < LIST_MOST && read_node(memory, at, &node); i++) {
		memory_remove(map, at, sizeof(node) + (uint64_t)node.bytes);
		at = node.next;
	}
}

bool boot_reserve(struct boot_params *params, uint64_t start, uint64_t bytes)
{
	unsigned count = e820_count(params), at = BOOT_E820 + count * BOOT_E820_BYTES;

	if (count == BOOT_E820_MOST)
		return false;
	boot_set_field(params, at, 8, start);
	boot_set_field(params, at + 8, 8, bytes);
	boot_set_field(params, at + 16, 4, E820_USABLE + 1);
	boot_set_field(params, BOOT_E820_COUNT, 1, count + 1);
	return true;
}

/* ---- the command line --------------------------------------------------------------------------------- */

/* Reads up to the terminating zero. Returns false if memory ends, or if the bytes are not text. */
static bool read_text(const struct boot_memory *memory, uint64_t at, struct text *line)
{
	char c;

	for (unsigned i = 0; i <= COMMAND_LINE_MOST; i++) {
		if (!memory->read(memory->context, at + i, &c, 1))
			return false;
		if (!c)
			return true;
		if (c == '\t' || c == '\r' || c == '\n')
			c = ' ';
		if (c < ' ' || c > '~')
			return false;
		text_char(line, c);
	}
	line->truncated = true;
	return true;
}

enum boot_line boot_command_line(const struct boot_params *params, const struct boot_memory *memory, struct text *line)
{
	uint64_t at = boot_field(params, BOOT_COMMAND_LINE, 4);

	text_clear(line);
	if (!at)
		return BOOT_LINE_NONE;
	if (!read_text(memory, at, line)) {
		text_clear(line);
		return BOOT_LINE_NO_TEXT;
	}
	if (line->truncated)
		return BOOT_LINE_TOO_LONG;
	return line->length ? BOOT_LINE_GIVEN : BOOT_LINE_NONE;
}

/* ---- virtual silicon below ------------------------------------------------------------------------------ */

static bool ends(const struct boot_memory *memory, uint64_t at, uint32_t bytes)
{
	char c = 1;

	for (uint32_t i = 0; i < bytes && i < BANNER_MOST; i++) {
		if (!memory->read(memory->context, at + i, &c, 1))
			return false;
		if (!c)
			return true;
		if (c < ' ' || c > '~')
			return false;
	}
	return false;
}

uint64_t boot_silicon_banner(const struct boot_params *params, const struct boot_memory *memory)
{
	uint32_t bytes;
	uint64_t banner = boot_setup_data(params, memory, BOOT_SILICON_TYPE, &bytes);

	return banner && ends(memory, banner, bytes) ? banner : 0;
}
