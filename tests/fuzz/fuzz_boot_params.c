/* SPDX-License-Identifier: BSD-2-Clause */
/* Boot parameters are whatever a loader and a BIOS make of them. The first bytes are the page, the rest is low
 * memory: command line, setup data and root pointer. Whatever comes, what is found must be usable as it is. */
#include "bios/rsdp.h"
#include "lib/archive.h"
#include "pc/boot_params.h"
#include "tests/fuzz/fuzz.h"

#define MEMORY_BYTES 8192
#define READS_MOST   100000

struct board {
	uint8_t memory[MEMORY_BYTES];
	unsigned reads;
};

/* Low memory, and the same once more where a BIOS is. */
static bool read_board(void *context, uint64_t physical, void *to, size_t bytes)
{
	struct board *board = context;

	assert(++board->reads < READS_MOST);
	if (physical >= 0xe0000 && physical < 0xe0000 + MEMORY_BYTES)
		physical -= 0xe0000;
	return fuzz_read((struct slice){(const char *)board->memory, MEMORY_BYTES}, 0, physical, to, bytes);
}

static void check_line(const struct boot_params *params, const struct boot_memory *memory)
{
	char bytes[COMMAND_LINE_MOST + 1];
	struct text line = TEXT_OVER(bytes);
	enum boot_line given = boot_command_line(params, memory, &line);

	assert(strlen(bytes) == line.length);
	assert((given == BOOT_LINE_GIVEN) == (line.length && !line.truncated));
	if (given == BOOT_LINE_GIVEN)
		fuzz_printable(line.at, line.length);
}

static void check_map(struct memory_map *map)
{
	assert(map->count <= MEMORY_RANGES);
	for (unsigned i = 0; i < map->count; i++) {
		const struct memory_range *range = &map->ranges[i];

		assert(range->bytes && range->start % MEMORY_PAGE == 0 && range->bytes % MEMORY_PAGE == 0);
		assert(range->start >= 0x100000 && range->start + range->bytes > range->start);
		for (unsigned j = 0; j < i; j++)
			assert(map->ranges[j].start >= range->start + range->bytes ||
			       range->start >= map->ranges[j].start + map->ranges[j].bytes);
	}
}

static void check_taking(struct memory_map *map)
{
	for (uint64_t at; (at = memory_take(map, 3 * MEMORY_PAGE, UINT64_C(1) << 32));) {
		assert(at % MEMORY_PAGE == 0 && at + 3 * MEMORY_PAGE <= UINT64_C(1) << 32);
		assert(!memory_holds(map, at, 1));
		memory_remove(map, at & ~MASK(0, 28), UINT64_C(1) << 28); /* soon at the end */
	}
}

static void check_archive(const uint8_t *bytes, size_t length)
{
	struct archive archive = {.at = bytes, .bytes = length};
	struct archive_member member;

	while (archive_next(&archive, &member)) {
		assert(member.at >= bytes && member.bytes <= length &&
		       (size_t)(member.at - bytes) <= length - member.bytes);
		assert((const uint8_t *)member.name.at >= bytes && member.name.length <= length);
	}
}

static void fuzz(const uint8_t *data, size_t size)
{
	static struct board board;
	static struct memory_map map;
	struct boot_memory memory = {read_board, &board};
	struct boot_params params = {{0}};
	size_t page = min_u64(size, sizeof(params)), rest = size - page;
	uint64_t found;

	/* A short input is low memory, too, and so has a chance to be pointed at. */
	memset(&board, 0, sizeof(board));
	memcpy(&params, data, page);
	memcpy(board.memory, rest ? data + page : data, min_u64(rest ? rest : page, sizeof(board.memory)));
	check_line(&params, &memory);
	boot_free_memory(&params, 0x10000, &memory, &map);
	check_map(&map);
	check_taking(&map);
	found = boot_silicon_banner(&params, &memory);
	assert(!found || (found < 0xe0000 + MEMORY_BYTES));
	board.reads = 0;
	found = rsdp_find(&params, &memory);
	assert(!found || found % 16 == 0 || found == boot_field(&params, BOOT_RSDP, 8));
	check_archive(board.memory, sizeof(board.memory));
}
