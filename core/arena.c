/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/arena.h"

#include "lib/memory.h"
#include "lib/text.h"

#define ALIGNMENT 16

void *arena_take(struct arena *arena, size_t count, size_t size)
{
	uintptr_t start = (uintptr_t)arena->at + arena->used;
	size_t padding = -start & (ALIGNMENT - 1);
	size_t left = arena->size - arena->used;
	void *taken;

	if (padding > left)
		return NULL;
	left -= padding;
	if (size && count > left / size)
		return NULL;
	taken = arena->at + arena->used + padding;
	arena->used += padding + count * size;
	memset(taken, 0, count * size);
	return taken;
}

char *arena_text(struct arena *arena, const struct text *text)
{
	char *kept = arena_take(arena, text->length + 1, 1);

	return kept ? memcpy(kept, text->at, text->length + 1) : NULL;
}

size_t arena_mark(const struct arena *arena)
{
	return arena->used;
}

void arena_release(struct arena *arena, size_t mark)
{
	arena->used = mark;
}
