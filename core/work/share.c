/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/work/work.h"

static void store_once(void *context)
{
	struct work *work = context;

	*work_line(work, 0) = 0;
}

/* Two CPUs store to one line in turn, the mate first. Each turn is a message, which passes lines, too, so that more
 * transfers are counted than those of this line. */
static bool run_share(struct work *work, uint64_t first, uint64_t count)
{
	struct hw *hw = work->machine->hw;
	bool good = true;

	for (uint64_t i = 0; i < count && good; i++) {
		uint32_t cpu = (first + i) % 2 ? work->cpu : work->mate;

		good = hw_run_on(hw, cpu, store_once, work) == OUTCOME_OK;
	}
	return good;
}

const struct work_kind work_share = {
	.name = "share",
	.unit = "transfer",
	.summary = "passes one line back and forth between two CPUs of a socket",
	.usual = 1024,
	.home = WORK_OWN,
	.mate = true,
	.run = run_share,
	.sends = true,
};
