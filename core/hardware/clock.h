/* SPDX-License-Identifier: BSD-2-Clause */
/* Time from a counter that runs at a known rate. */
#ifndef CORE_CLOCK_H
#define CORE_CLOCK_H

#include "lib/basic.h"

struct clock {
	uint64_t ticks_per_second;
	uint64_t multiplier; /* nanoseconds for each tick, times 2^32 */
	uint64_t last_ns;    /* last result of clock_now */
};

/* A clock of a known rate, 1 Hz to 1 THz. */
struct clock clock_of(uint64_t ticks_per_second);

/* Nanoseconds in a number of ticks; exact to 1 part in 10^9 and free of overflow for 500 years. */
uint64_t clock_ns(const struct clock *clock, uint64_t ticks);

/* The time at `ticks`, or the last answer if that was later. */
uint64_t clock_now(struct clock *clock, uint64_t ticks);

/* Counts of a counter with `bits` bits (1 to 64) from `start` to `end`, with at most one wrap. */
uint64_t counter_distance(uint64_t start, uint64_t end, unsigned bits);

/* Ticks per second, if `ticks` passed while a reference of `hz` advanced by `steps` (not 0). */
uint64_t clock_rate(uint64_t ticks, uint64_t steps, uint64_t hz);

#endif
