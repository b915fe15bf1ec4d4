/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/work/work.h"

/* As `read`. */
static bool run_remote(struct work *work, uint64_t first, uint64_t count)
{
	uint64_t sum = 0;

	(void)first;
	while (count--)
		sum += work_line(work, work_next_page(work))[sum];
	work->sum = sum;
	return true;
}

const struct work_kind work_remote = {
	.name = "remote",
	.unit = "line",
	.summary = "reads lines of another socket's memory (of MCDRAM, where that is a node of its own)",
	.usual = 16384,
	.home = WORK_OTHER,
	.pages = 1,
	.reads = 1,
	.run = run_remote,
};
