/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/work/work.h"

/* The line stays in the cache: no lock leaves the core. */
static bool run_lock(struct work *work, uint64_t first, uint64_t count)
{
	volatile uint64_t *cell = work_line(work, 0);

	(void)first;
	while (count--)
		(void)__atomic_fetch_add(cell, 0, __ATOMIC_SEQ_CST);
	return true;
}

const struct work_kind work_lock = {
	.name = "lock",
	.unit = "operation",
	.summary = "adds to a cached word, locked",
	.usual = 65536,
	.home = WORK_OWN,
	.run = run_lock,
};
