/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/work/work.h"

/* Copies from the memory's lower half to its upper half. */
static bool run_copy(struct work *work, uint64_t first, uint64_t count)
{
	(void)first;
	while (count--) {
		uint64_t page = work_next_page(work);

		*work_line(work, page + work->pages / 2) = *work_line(work, page);
	}
	return true;
}

const struct work_kind work_copy = {
	.name = "copy",
	.unit = "line",
	.summary = "reads a line and writes another",
	.usual = 8192,
	.home = WORK_OWN,
	.pages = 2,
	.reads = 2,
	.writes = 1,
	.flushes = true,
	.run = run_copy,
};
