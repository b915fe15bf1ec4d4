/* SPDX-License-Identifier: BSD-2-Clause */
/* Fractions, for code without floating point. Top and bottom have 63 bits: a fraction that does not fit even when reduced is
 * rounded to 62 significant bits or more; results beyond 2^63 are unknown. */
#ifndef CORE_RATIO_H
#define CORE_RATIO_H

#include "lib/text.h"

struct ratio {
	uint64_t top, bottom; /* bottom 0: unknown */
	bool negative;
};

/* A whole number. */
struct ratio ratio_of(uint64_t number);

/* False for the result of a division by zero, of anything made of one, and of values too large. */
static inline bool ratio_known(struct ratio ratio)
{
	return ratio.bottom;
}

struct ratio ratio_add(struct ratio a, struct ratio b);
struct ratio ratio_subtract(struct ratio a, struct ratio b);
struct ratio ratio_multiply(struct ratio a, struct ratio b);
struct ratio ratio_divide(struct ratio a, struct ratio b);

#define RATIO_PLACES 9

/* Appends the value, which must be known, with `places` decimal places (1 to RATIO_PLACES), the last one rounded. */
void ratio_text(struct ratio ratio, unsigned places, struct text *text);

#endif
