/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/work/work.h"

/* To own a line, the CPU reads it from memory. It is written back by the flush after all writes. */
static bool run_write(struct work *work, uint64_t first, uint64_t count)
{
	(void)first;
	while (count--)
		*work_line(work, work_next_page(work)) = 0;
	return true;
}

const struct work_kind work_write = {
	.name = "write",
	.unit = "line",
	.summary = "writes lines of its socket's memory, and flushes them out",
	.usual = 16384,
	.home = WORK_OWN,
	.pages = 1,
	.reads = 1,
	.writes = 1,
	.flushes = true,
	.run = run_write,
};
