/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/work/work.h"

static const char *refuse_ipi(const struct work *work)
{
	return work->machine->hw->interrupt ? NULL : "uncork cannot send interrupts on this platform";
}

/* Waits for the mate to take each interrupt before the next is sent: two could otherwise merge. */
static void nothing(void *context)
{
	(void)context;
}

static bool run_ipi(struct work *work, uint64_t first, uint64_t count)
{
	struct hw *hw = work->machine->hw;
	bool good = true;

	(void)first;
	for (uint64_t i = 0; i < count && good; i++)
		good = hw->interrupt(hw, work->mate) && hw_run_on(hw, work->mate, nothing, NULL) == OUTCOME_OK;
	return good;
}

const struct work_kind work_ipi = {
	.name = "ipi",
	.unit = "interrupt",
	.summary = "sends interrupts to another processor of the socket",
	.usual = 256,
	.mate = true,
	.refuse = refuse_ipi,
	.run = run_ipi,
	.sends = true,
};
