/* SPDX-License-Identifier: BSD-2-Clause */
/* Prefetchers, which keep the memory traffic of known work from being known. */
#ifndef CORE_PREFETCH_H
#define CORE_PREFETCH_H

#include "core/hardware/machine.h"

/* MSR 0x1a4 of a core, shared by its threads: a set bit switches a prefetcher off. Intel's article on it knows bits 3:0 of Nehalem to
 * Sandy Bridge, LIKWID bits 1:0 of Knights Landing: processor.prefetchers_off. */
#define PREFETCH_CONTROL  0x1a4
/* Of these, where it is that of the Xeons: the adjacent line of a pair of 128 bytes. */
#define PREFETCH_ADJACENT BIT(1)

/* The prefetchers of one processor. */
struct prefetch {
	const struct machine *machine;
	uint32_t cpu;
	uint64_t found;
	bool changed;
	struct prefetch *next; /* of those that are not as found */
};

/* Switches off those that are known, but for the bits in `but`. False, with nothing changed, if there is no such register, or if a
 * bit does not stick: what they fetch is then not known. Put them back with prefetch_restore in any case. */
MUST_CHECK bool prefetch_off(struct prefetch *prefetch, const struct machine *machine, uint32_t cpu, uint64_t but);
void prefetch_restore(struct prefetch *prefetch);

/* Puts back what is off now, as far as the executing processor gets at it; and that of processor `cpu` alone. For crash handlers. */
void prefetch_abandon(void);
void prefetch_abandon_own(uint32_t cpu);

#endif
