/* SPDX-License-Identifier: BSD-2-Clause */
/* Work for this processor while counters count. */
#ifndef CORE_WORKLOAD_H
#define CORE_WORKLOAD_H

#include "core/arena.h"
#include "core/hardware/hw.h"

struct workload {
	void (*chunk)(struct workload *workload); /* runs a fraction of a millisecond of work; NULL: idle */
	uint64_t *words;
	size_t word_count, at;
	volatile uint64_t result; /* keeps the work from being optimized away */
};

/* Sets up a workload by name: "idle" waits; "spin" computes in registers; "memory" walks through memory and writes every line, in
 * more memory than most caches hold if the arena has that much. False if there is no such workload, or no memory for it. */
MUST_CHECK bool workload_start(struct workload *workload, const char *name, struct arena *arena);

/* Works until `until_ns`, and returns a little later at most. */
void workload_run(struct workload *workload, struct hw *hw, uint64_t until_ns);

#endif
