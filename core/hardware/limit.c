/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/limit.h"

#define NS_PER_SECOND UINT64_C(1000000000)

static struct {
	uint32_t seconds;
	uint64_t end_ns;
	bool said;
} limit;

void limit_set(struct hw *hw, uint32_t seconds)
{
	limit.seconds = seconds;
	limit.end_ns = seconds ? hw->now_ns(hw) + seconds * NS_PER_SECOND : 0;
	limit.said = false;
}

uint32_t limit_seconds(void)
{
	return limit.seconds;
}

bool limit_is_over(struct hw *hw)
{
	return limit.seconds && hw->now_ns(hw) >= limit.end_ns;
}

bool limit_is_news(struct hw *hw)
{
	if (limit.said || !limit_is_over(hw))
		return false;
	limit.said = true;
	return true;
}
