/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/work/work.h"

const struct work_kind work_remote = {
	.name = "remote",
	.unit = "line",
	.summary = "reads lines of another socket's memory (of MCDRAM, where that is a separate node)",
	.usual = 16384,
	.home = WORK_OTHER,
	.pages = 1,
	.reads = 1,
	.run = work_run_reads,
};
