/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/nearest.h"

#include "lib/memory.h"

struct nearest nearest_to(struct slice name)
{
	unsigned limit = 2 + (unsigned)(name.length < 12 ? name.length : 12) / 3;

	return (struct nearest){.name = name, .asked = name, .limit = limit};
}

void nearest_offer_by(struct nearest *nearest, const char *name, const char *part)
{
	unsigned distance = edit_distance(nearest->name, part, nearest->limit);
	unsigned at = nearest->count, moved;
	struct text copy;

	if (distance == nearest->limit)
		return;
	/* A name that exists, but in another place than asked for, must not be offered as its own near miss. */
	if (slice_is(nearest->asked, name))
		return;
	for (unsigned i = 0; i < nearest->count; i++)
		if (!strcmp(nearest->names[i], name))
			return;
	while (at && nearest->distances[at - 1] > distance)
		at--;
	if (at == NEAREST_NAMES)
		return;
	if (nearest->count < NEAREST_NAMES)
		nearest->count++;
	moved = nearest->count - 1 - at;
	memmove(nearest->distances + at + 1, nearest->distances + at, moved * sizeof(*nearest->distances));
	memmove(nearest->names + at + 1, nearest->names + at, moved * sizeof(*nearest->names));
	nearest->distances[at] = distance;
	copy = text_over(nearest->names[at], NEAREST_BYTES);
	text_string(&copy, name);
}

void nearest_offer(struct nearest *nearest, const char *name)
{
	nearest_offer_by(nearest, name, name);
}

bool nearest_put(const struct nearest *nearest, struct text *text)
{
	for (unsigned i = 0; i < nearest->count; i++) {
		const char *before = i ? ", " : "did you mean ";

		if (i && i + 1 == nearest->count)
			before = " or ";
		text_string(text, before);
		text_string(text, nearest->names[i]);
	}
	if (nearest->count)
		text_char(text, '?');
	return nearest->count > 0;
}
