/* SPDX-License-Identifier: BSD-2-Clause */
/* Linear equations over GF(2), where addition is XOR. Each bit of a vector contributes a word of up to 64 bits; these
 * words are the unknowns. An equation gives the sum of the contributions of a vector's bits. */
#ifndef LIB_GF2_H
#define LIB_GF2_H

#include "lib/basic.h"

/* All zeros: no equations. The equation whose vector has the highest bit n is at index n. No vector contains the
 * highest bit of another one. */
struct gf2 {
	uint64_t vector[64], value[64];
};

/* Adds an equation. Returns false, with `system` unchanged, if it contradicts the others. */
MUST_CHECK bool gf2_add(struct gf2 *system, uint64_t vector, uint64_t value);

/* The bits whose contribution the equations determine individually. */
uint64_t gf2_known(const struct gf2 *system);

/* The bits of a vector that contribute bit `bit` of the value. Bits that are not determined contribute nothing. The
 * parity of a vector under this mask is bit `bit` of its value, for any sum of the equations' vectors. */
uint64_t gf2_mask(const struct gf2 *system, unsigned bit);

/* Reduces `count` masks to independent ones with the same sums, each with a lowest bit that no other has, in the
 * order of these bits. Returns their number; the remaining masks are 0. */
unsigned gf2_reduce(uint64_t *masks, unsigned count);

/* True if both sets of masks have the same sums. At most 16 masks each. */
bool gf2_same(const uint64_t *a, unsigned a_count, const uint64_t *b, unsigned b_count);

static inline unsigned gf2_parity(uint64_t word)
{
	return count_bits(word) & 1;
}

#endif
