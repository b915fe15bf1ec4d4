/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/settle.h"

#define LOOKS UINT32_C(100000)

uint64_t settle_note(struct hw *hw)
{
	uint64_t now = hw->now_ns(hw);

	__atomic_store_n(&hw->settles_at, now + SETTLE_NS, __ATOMIC_RELEASE);
	return now;
}

void settle_wait(struct hw *hw)
{
	uint64_t until = __atomic_load_n(&hw->settles_at, __ATOMIC_ACQUIRE);

	for (uint32_t i = 0; until && i < LOOKS && hw->now_ns(hw) < until; i++)
		continue;
	/* Another processor may have noted a later time meanwhile. */
	(void)__atomic_compare_exchange_n(&hw->settles_at, &until, 0, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

void settle_forget(struct hw *hw)
{
	__atomic_store_n(&hw->settles_at, 0, __ATOMIC_RELEASE);
}
