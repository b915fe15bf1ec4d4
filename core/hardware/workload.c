/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/workload.h"

#include "lib/memory.h"

#define SPIN_STEPS      20000
#define LINE_WORDS      8 /* in a cache line of 64 bytes */
#define LINES_PER_CHUNK 4096
#define MEMORY_WANTED   (8u << 20)
#define MEMORY_LEAST    (64u << 10)
#define STANDSTILL_NS   10000 /* for machines whose time passes only in waits */

static void spin_a_while(struct workload *workload)
{
	uint64_t value = workload->result | 1;

	for (unsigned i = 0; i < SPIN_STEPS; i++)
		value = value * UINT64_C(6364136223846793005) + 1442695040888963407;
	workload->result = value;
}

static void walk_memory(struct workload *workload)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < LINES_PER_CHUNK; i++) {
		sum += workload->words[workload->at]++;
		workload->at += LINE_WORDS;
		if (workload->at >= workload->word_count)
			workload->at = 0;
	}
	workload->result = sum;
}

bool workload_start(struct workload *workload, const char *name, struct arena *arena)
{
	*workload = (struct workload){0};
	if (!strcmp(name, "idle"))
		return true;
	if (!strcmp(name, "spin")) {
		workload->chunk = spin_a_while;
		return true;
	}
	if (strcmp(name, "memory") != 0)
		return false;
	workload->chunk = walk_memory;
	for (size_t bytes = MEMORY_WANTED; bytes >= MEMORY_LEAST && !workload->words; bytes /= 2) {
		workload->word_count = bytes / sizeof(*workload->words);
		workload->words = arena_take(arena, workload->word_count, sizeof(*workload->words));
	}
	return workload->words;
}

void workload_run(struct workload *workload, struct hw *hw, uint64_t until_ns)
{
	uint64_t before = hw->now_ns(hw);

	while (before < until_ns) {
		uint64_t now;

		if (workload->chunk)
			workload->chunk(workload);
		else
			hw->wait(hw, until_ns);
		now = hw->now_ns(hw);
		if (now == before)
			hw->wait(hw, before + STANDSTILL_NS);
		before = hw->now_ns(hw);
	}
}
