/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/work/work.h"

/* The memory contains 0, and each address depends on the previous value. */
static bool run_reads(struct work *work, uint64_t first, uint64_t count)
{
	uint64_t sum = 0;

	(void)first;
	while (count--)
		sum += work_line(work, work_next_page(work))[sum];
	work->sum = sum;
	return true;
}

const struct work_kind work_read = {
	.name = "read",
	.unit = "line",
	.summary = "reads lines of its socket's memory",
	.usual = 16384,
	.home = WORK_OWN,
	.pages = 1,
	.reads = 1,
	.run = run_reads,
};

const struct work_kind work_remote = {
	.name = "remote",
	.unit = "line",
	.summary = "reads lines of another socket's memory (of MCDRAM, where that is a separate node)",
	.usual = 16384,
	.home = WORK_OTHER,
	.pages = 1,
	.reads = 1,
	.run = run_reads,
};
