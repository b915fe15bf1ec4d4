/* SPDX-License-Identifier: BSD-2-Clause */
/* Near misses: existing names that a wrong name may have meant. */
#ifndef LIB_NEAREST_H
#define LIB_NEAREST_H

#include "lib/parse.h"
#include "lib/text.h"

enum { NEAREST_NAMES = 3, NEAREST_BYTES = 64 };

/* The names nearest to one that was not found, nearest first. */
struct nearest {
	struct slice name;
	struct slice asked; /* the name as requested: an existing name is no near miss of itself */
	unsigned limit;     /* the smallest distance that is too far */
	unsigned count;
	unsigned distances[NEAREST_NAMES];
	char names[NEAREST_NAMES][NEAREST_BYTES]; /* copies; a longer name is never near (edit_distance) */
};

struct nearest nearest_to(struct slice name);

/* Offers a name that exists. */
void nearest_offer(struct nearest *nearest, const char *name);

/* Offers `name`, which is as near as `part` of it. */
void nearest_offer_by(struct nearest *nearest, const char *name, const char *part);

/* Appends "did you mean A, B or C?"; appends nothing and returns false if no name is near. */
bool nearest_put(const struct nearest *nearest, struct text *text);

#endif
