/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/work/work.h"

#if defined(__x86_64__)
static const char *refuse_branches(const struct work *work)
{
	(void)work;
	return NULL;
}

/* The last one is not taken. */
static bool run_branches(struct work *work, uint64_t first, uint64_t count)
{
	(void)work;
	(void)first;
	if (count)
		__asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(count) : : "cc");
	return true;
}
#else
static const char *refuse_branches(const struct work *work)
{
	(void)work;
	return "uncork has no loop for this processor whose every instruction is known";
}

static bool run_branches(struct work *work, uint64_t first, uint64_t count)
{
	(void)work;
	(void)first;
	return !count;
}
#endif

const struct work_kind work_branches = {
	.name = "branches",
	.unit = "branch",
	.summary = "executes conditional branches in a loop of two instructions",
	.usual = 1000000,
	.refuse = refuse_branches,
	.run = run_branches,
};
