/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/work/work.h"

#if defined(__x86_64__)
static const char *refuse_loads(const struct work *work)
{
	(void)work;
	return NULL;
}

/* Of a word that stays in the cache. */
static bool run_loads(struct work *work, uint64_t first, uint64_t count)
{
	uint64_t cell = 0, value;

	(void)first;
	if (count)
		__asm__ volatile("1: mov %[cell], %[value]\n\tdec %[count]\n\tjnz 1b"
				 : [count] "+r"(count), [value] "=&r"(value)
				 : [cell] "m"(cell)
				 : "cc");
	work->sum = cell;
	return true;
}
#else
static const char *refuse_loads(const struct work *work)
{
	(void)work;
	return "uncork has no loop for this processor whose every instruction is known";
}

static bool run_loads(struct work *work, uint64_t first, uint64_t count)
{
	(void)work;
	(void)first;
	return !count;
}
#endif

const struct work_kind work_loads = {
	.name = "loads",
	.unit = "load",
	.summary = "loads a cached word in a loop of three instructions",
	.usual = 1000000,
	.refuse = refuse_loads,
	.run = run_loads,
};
