/* SPDX-License-Identifier: BSD-2-Clause */
#include "pc/memory_map.h"

#define PAGE_MASK UINT64_C(0xfff)

static uint64_t end_of(const struct memory_range *range)
{
	return range->start + range->bytes;
}

static void keep(struct memory_map *map, uint64_t start, uint64_t end)
{
	if (start < end && map->count < MEMORY_RANGES)
		map->ranges[map->count++] = (struct memory_range){start, end - start};
}

void memory_remove(struct memory_map *map, uint64_t start, uint64_t bytes)
{
	uint64_t end = bytes > UINT64_MAX - start ? UINT64_MAX : start + bytes;

	start &= ~PAGE_MASK;
	end = end > UINT64_MAX - PAGE_MASK ? UINT64_MAX : (end + PAGE_MASK) & ~PAGE_MASK;
	for (unsigned i = map->count; bytes && i-- > 0;) {
		struct memory_range range = map->ranges[i];

		if (range.start >= end || end_of(&range) <= start)
			continue;
		map->ranges[i] = map->ranges[--map->count];
		keep(map, range.start, min_u64(start, end_of(&range)));
		keep(map, max_u64(end, range.start), end_of(&range));
	}
}

void memory_add(struct memory_map *map, uint64_t start, uint64_t bytes)
{
	uint64_t end;

	if (start > UINT64_MAX - PAGE_MASK || bytes > UINT64_MAX - start)
		return;
	end = (start + bytes) & ~PAGE_MASK;
	start = (start + PAGE_MASK) & ~PAGE_MASK;
	if (start >= end)
		return;
	/* Merges overlapping ranges. */
	memory_remove(map, start, end - start);
	keep(map, start, end);
}

bool memory_holds(const struct memory_map *map, uint64_t start, uint64_t bytes)
{
	uint64_t at = start, end = start + bytes;

	if (end < start)
		return false;
	for (unsigned i = 0; i < map->count && at < end; i++) {
		const struct memory_range *range = &map->ranges[i];

		if (range->start > at || end_of(range) <= at)
			continue;
		at = end_of(range);
		i = UINT32_MAX; /* continue from the first range */
	}
	return at >= end;
}

uint64_t memory_take(struct memory_map *map, uint64_t bytes, uint64_t below)
{
	uint64_t best = 0;

	bytes = (bytes + PAGE_MASK) & ~PAGE_MASK;
	for (unsigned i = 0; bytes && i < map->count; i++) {
		const struct memory_range *range = &map->ranges[i];
		uint64_t end = min_u64(end_of(range), below & ~PAGE_MASK);

		if (end > range->start && end - range->start >= bytes && end - bytes > best)
			best = end - bytes;
	}
	if (best)
		memory_remove(map, best, bytes);
	return best;
}
