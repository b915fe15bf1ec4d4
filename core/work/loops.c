/* SPDX-License-Identifier: BSD-2-Clause */
/* Work with a known number of instructions: assembly loops. */
#include "core/work/work.h"

#define WORDS (WORK_LINE_BYTES / 8)

#if defined(__x86_64__)
static const char *refuse_loop(const struct work *work)
{
	(void)work;
	return NULL;
}
#define refuse_nontemporal refuse_loop

/* The last branch is not taken. */
static bool run_branches(struct work *work, uint64_t first, uint64_t count)
{
	(void)work;
	(void)first;
	if (count)
		__asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(count) : : "cc");
	return true;
}

/* Each iteration has two instructions; an odd number adds one before the loop. */
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

/* The word stays in the cache. */
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

/* Writes whole lines, so that none needs to be read. */
static bool run_nontemporal(struct work *work, uint64_t first, uint64_t count)
{
	(void)first;
	while (count--) {
		volatile uint64_t *line = work_line(work, work_next_page(work));

		for (unsigned i = 0; i < WORDS; i++)
			__asm__ volatile("movnti %1, %0" : "=m"(line[i]) : "r"(UINT64_C(0)));
	}
	__asm__ volatile("sfence" : : : "memory");
	return true;
}
#else
static const char *refuse_loop(const struct work *work)
{
	(void)work;
	return "uncork has no loop for this processor whose every instruction is known";
}

static const char *refuse_nontemporal(const struct work *work)
{
	(void)work;
	return "this processor has no non-temporal stores";
}

static bool run_none(struct work *work, uint64_t first, uint64_t count)
{
	(void)work;
	(void)first;
	return !count;
}
#define run_branches     run_none
#define run_instructions run_none
#define run_loads        run_none
#define run_nontemporal  run_none
#endif

const struct work_kind work_branches = {
	.name = "branches",
	.unit = "branch",
	.summary = "executes conditional branches in a loop of two instructions",
	.usual = 1000000,
	.refuse = refuse_loop,
	.run = run_branches,
};

const struct work_kind work_instructions = {
	.name = "instructions",
	.unit = "instruction",
	.summary = "executes instructions in a loop, half of them branches",
	.usual = 1000000,
	.refuse = refuse_loop,
	.run = run_instructions,
};

const struct work_kind work_loads = {
	.name = "loads",
	.unit = "load",
	.summary = "loads a cached word in a loop of three instructions",
	.usual = 1000000,
	.refuse = refuse_loop,
	.run = run_loads,
};

const struct work_kind work_nontemporal = {
	.name = "nontemporal",
	.unit = "line",
	.summary = "writes whole lines, bypassing the caches",
	.usual = 16384,
	.home = WORK_OWN,
	.pages = 1,
	.writes = 1,
	.refuse = refuse_nontemporal,
	.run = run_nontemporal,
};
