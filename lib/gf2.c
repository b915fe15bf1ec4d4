/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/gf2.h"

#include "lib/memory.h"

#define MASKS_MOST 16

bool gf2_add(struct gf2 *system, uint64_t vector, uint64_t value)
{
	for (unsigned n = 64; n--;)
		if (vector >> n & 1 && system->vector[n]) {
			vector ^= system->vector[n];
			value ^= system->value[n];
		}
	if (!vector)
		return !value;
	unsigned place = 63u - (unsigned)__builtin_clzll(vector); /* the highest bit */

	for (unsigned n = 0; n < 64; n++)
		if (system->vector[n] >> place & 1) {
			system->vector[n] ^= vector;
			system->value[n] ^= value;
		}
	system->vector[place] = vector;
	system->value[place] = value;
	return true;
}

uint64_t gf2_known(const struct gf2 *system)
{
	uint64_t known = 0;

	for (unsigned n = 0; n < 64; n++)
		known |= system->vector[n] == BIT(n) ? BIT(n) : 0;
	return known;
}

uint64_t gf2_mask(const struct gf2 *system, unsigned bit)
{
	uint64_t mask = 0;

	for (unsigned n = 0; n < 64; n++)
		mask |= (system->value[n] >> bit & 1) << n;
	return mask;
}

unsigned gf2_reduce(uint64_t *masks, unsigned count)
{
	unsigned done = 0;

	while (done < count) {
		uint64_t lowest = 0;
		unsigned at = done;

		for (unsigned i = done; i < count; i++)
			if (masks[i] && (!lowest || (masks[i] & -masks[i]) < lowest)) {
				lowest = masks[i] & -masks[i];
				at = i;
			}
		if (!lowest)
			break;
		uint64_t mask = masks[at];

		masks[at] = masks[done];
		masks[done] = mask;
		for (unsigned i = 0; i < count; i++)
			if (i != done && masks[i] & lowest)
				masks[i] ^= mask;
		done++;
	}
	return done;
}

bool gf2_same(const uint64_t *a, unsigned a_count, const uint64_t *b, unsigned b_count)
{
	uint64_t left[MASKS_MOST], right[MASKS_MOST];
	unsigned count;

	if (a_count > MASKS_MOST || b_count > MASKS_MOST)
		return false;
	memcpy(left, a, a_count * sizeof(*a));
	memcpy(right, b, b_count * sizeof(*b));
	count = gf2_reduce(left, a_count);
	return count == gf2_reduce(right, b_count) && !memcmp(left, right, count * sizeof(*left));
}
