/* SPDX-License-Identifier: BSD-2-Clause */
/* Sets of the logical processors of a socket. */
#ifndef SILICON_CORES_H
#define SILICON_CORES_H

#include "lib/basic.h"

/* Maximum of a socket: Knights Landing's 76 cores of four threads, rounded up. */
enum { SILICON_CORES = 320 };

/* Bit i of all words together: logical processor i of the socket. */
struct silicon_cores {
	uint64_t word[SILICON_CORES / 64];
};

static inline void cores_add(struct silicon_cores *cores, unsigned core)
{
	if (core < SILICON_CORES)
		cores->word[core / 64] |= BIT(core % 64);
}

static inline void cores_remove(struct silicon_cores *cores, unsigned core)
{
	if (core < SILICON_CORES)
		cores->word[core / 64] &= ~BIT(core % 64);
}

static inline bool cores_have(const struct silicon_cores *cores, unsigned core)
{
	return core < SILICON_CORES && cores->word[core / 64] >> core % 64 & 1;
}

/* The lowest of the set; SILICON_CORES if the set is empty. */
static inline unsigned cores_first(const struct silicon_cores *cores)
{
	for (unsigned i = 0; i < SILICON_CORES / 64; i++) {
		if (cores->word[i])
			return 64 * i + (unsigned)__builtin_ctzll(cores->word[i]);
	}
	return SILICON_CORES;
}

static inline unsigned cores_count(const struct silicon_cores *cores)
{
	unsigned count = 0;

	for (unsigned i = 0; i < SILICON_CORES / 64; i++)
		count += count_bits(cores->word[i]);
	return count;
}

/* Adds all members of `others`. */
static inline void cores_join(struct silicon_cores *cores, const struct silicon_cores *others)
{
	for (unsigned i = 0; i < SILICON_CORES / 64; i++)
		cores->word[i] |= others->word[i];
}

/* Removes all members that `others` lacks. */
static inline void cores_keep(struct silicon_cores *cores, const struct silicon_cores *others)
{
	for (unsigned i = 0; i < SILICON_CORES / 64; i++)
		cores->word[i] &= others->word[i];
}

/* The set of one logical processor. */
static inline struct silicon_cores cores_one(unsigned core)
{
	struct silicon_cores cores = {{0}};

	cores_add(&cores, core);
	return cores;
}

/* The set of the first `count` logical processors. */
static inline struct silicon_cores cores_below(unsigned count)
{
	struct silicon_cores cores = {{0}};

	for (unsigned i = 0; i < SILICON_CORES / 64 && count > 64 * i; i++)
		cores.word[i] = MASK(0, (unsigned)min_u64(count - 64 * i, 64));
	return cores;
}

#endif
