/* SPDX-License-Identifier: BSD-2-Clause */
/* Linear equations over GF(2), where addition is XOR. The unknowns are what each bit of a vector contributes, a word of up to 64 bits;
 * an equation says what the bits of one vector contribute together. */
#ifndef LIB_GF2_H
#define LIB_GF2_H

#include "lib/basic.h"

/* Zeroed: no equation yet. The equation with the highest bit n of its vector is in place n; none has a bit that is another one's highest. */
struct gf2 {
	uint64_t vector[64], value[64];
};

/* Adds an equation. False if it contradicts those before; they stay. */
MUST_CHECK bool gf2_add(struct gf2 *system, uint64_t vector, uint64_t value);

/* The bits whose contribution the equations determine individually. */
uint64_t gf2_known(const struct gf2 *system);

/* The bits that, by the equations, contribute bit `bit` of the value; bits that are not determined contribute nothing. The parity of any sum
 * of the equations' vectors under this mask is bit `bit` of its value. */
uint64_t gf2_mask(const struct gf2 *system, unsigned bit);

/* Reduces `count` masks to ones with the same sums, each with a lowest bit that no other has, in the order of these bits. Returns the number of
 * independent masks; the rest are 0. */
unsigned gf2_reduce(uint64_t *masks, unsigned count);

/* True if the masks have the same sums. At most 16 each. */
bool gf2_same(const uint64_t *a, unsigned a_count, const uint64_t *b, unsigned b_count);

static inline unsigned gf2_parity(uint64_t word)
{
	return count_bits(word) & 1;
}

#endif
