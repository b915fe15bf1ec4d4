/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/clock.h"

#define NS_PER_SECOND UINT64_C(1000000000)

struct clock clock_of(uint64_t ticks_per_second)
{
	return (struct clock){
		.ticks_per_second = ticks_per_second,
		.multiplier = (NS_PER_SECOND << 32) / ticks_per_second,
	};
}

uint64_t clock_ns(const struct clock *clock, uint64_t ticks)
{
	return (uint64_t)((unsigned __int128)ticks * clock->multiplier >> 32);
}

/* An interrupt between the comparison and the store can only store a slightly later time, which the next tick
 * exceeds. */
uint64_t clock_now(struct clock *clock, uint64_t ticks)
{
	uint64_t now = max_u64(clock_ns(clock, ticks), clock->last_ns);

	clock->last_ns = now;
	return now;
}

uint64_t counter_distance(uint64_t start, uint64_t end, unsigned bits)
{
	return (end - start) & MASK(0, bits);
}

/* Divides whole steps first, so that nothing overflows: the remainder is less than `steps`. */
uint64_t clock_rate(uint64_t ticks, uint64_t steps, uint64_t hz)
{
	return ticks / steps * hz + ticks % steps * hz / steps;
}
