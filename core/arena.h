/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory handed out in order and given back all at once: there is no heap after start-up. */
#ifndef CORE_ARENA_H
#define CORE_ARENA_H

#include "lib/basic.h"

struct text;

struct arena {
	uint8_t *at;
	size_t size, used;
};

/* Takes room for `count` zeroed objects of `size` bytes, 16-byte aligned; NULL if they don't fit. */
MUST_CHECK void *arena_take(struct arena *arena, size_t count, size_t size);

/* Returns a copy of the text, which ends with a zero; NULL if there is no room for it. */
MUST_CHECK char *arena_text(struct arena *arena, const struct text *text);

/* Returns the amount in use now; and frees everything taken since that mark. */
size_t arena_mark(const struct arena *arena);
void arena_release(struct arena *arena, size_t mark);

#endif
