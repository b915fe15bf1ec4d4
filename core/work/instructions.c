/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/work/work.h"

#if defined(__x86_64__)
static const char *refuse_instructions(const struct work *work)
{
	(void)work;
	return NULL;
}

/* Two of a turn. What is odd takes one more before. */
static bool run_instructions(struct work *work, uint64_t first, uint64_t count)
{
	uint64_t turns = count / 2;

	(void)work;
	(void)first;
	if (count % 2)
		__asm__ volatile("nop");
	if (turns)
		__asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(turns) : : "cc");
	return true;
}
#else
static const char *refuse_instructions(const struct work *work)
{
	(void)work;
	return "uncork has no loop for this processor whose every instruction is known";
}

static bool run_instructions(struct work *work, uint64_t first, uint64_t count)
{
	(void)work;
	(void)first;
	return !count;
}
#endif

const struct work_kind work_instructions = {
	.name = "instructions",
	.unit = "instruction",
	.summary = "executes instructions in a loop, half of them branches",
	.usual = 1000000,
	.refuse = refuse_instructions,
	.run = run_instructions,
};
