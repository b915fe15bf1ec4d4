/* SPDX-License-Identifier: BSD-2-Clause */
/* Prefetchers: they add an unknown amount to the memory traffic of known work. */
#ifndef CORE_PREFETCH_H
#define CORE_PREFETCH_H

#include "core/hardware/machine.h"

/* MSR 0x1a4 of a core, shared by its threads: a set bit switches a prefetcher off. Intel's article on it knows bits 3:0 of Nehalem
 * to Sandy Bridge, LIKWID bits 1:0 of Knights Landing: processor.prefetchers_off. */
#define PREFETCH_CONTROL  0x1a4
/* A bit of it on Xeons: the adjacent line of a pair of 128 bytes. */
#define PREFETCH_ADJACENT BIT(1)

/* The prefetchers of one processor. */
struct prefetch {
	const struct machine *machine;
	uint32_t cpu;
	uint64_t found;
	bool changed;
	struct prefetch *next; /* next of those that are changed now */
};

/* Switches off the known prefetchers, except the bits in `but`. False, with nothing changed, if there is no such register, or if a
 * bit does not stick: their fetches are then not known. Call prefetch_restore in any case. */
MUST_CHECK bool prefetch_off(struct prefetch *prefetch, const struct machine *machine, uint32_t cpu, uint64_t but);
void prefetch_restore(struct prefetch *prefetch);

/* Restore prefetchers that are off now: all that the executing processor can access, or only those of processor `cpu`. For crash
 * handlers. */
void prefetch_abandon(void);
void prefetch_abandon_own(uint32_t cpu);

#endif
