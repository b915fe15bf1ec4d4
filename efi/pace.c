/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/pace.h"

bool pace_is_due(const struct pace *pace, uint64_t now_us)
{
	return !now_us || now_us >= pace->due_us;
}

/* After a slow flush, the expected cost decreases gradually. */
void pace_note(struct pace *pace, uint64_t began_us, uint64_t ended_us)
{
	uint64_t cost = ended_us - began_us;

	pace->flushes++;
	pace->cost_us = max_u64(cost, pace->cost_us - pace->cost_us / 8);
	pace->due_us = ended_us ? ended_us + max_u64(pace->least_us, PACE_COSTS * pace->cost_us) : 0;
}
