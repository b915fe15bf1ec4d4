/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/work/work.h"

static void store_once(void *context)
{
	struct work *work = context;

	*work_line(work, 0) = 0;
}

/* One line, stored to in turn by two processors, the mate first. Each turn is sent: what carries the message from one to the other are
 * lines that are passed, too, so that more is counted than the transfers of this one. */
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
