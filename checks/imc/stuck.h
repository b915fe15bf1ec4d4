/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds a bit of a counter that cannot change, by readings of the counter alone. Its event and rate are not known: it
 * may stand still, run in even steps, or at a rate that changes. Pure. */
#ifndef CHECKS_IMC_STUCK_H
#define CHECKS_IMC_STUCK_H

#include "lib/basic.h"

/* Stop and restart an engine that posts at regular times before each STUCK_RESTART-th reading, so that a long steady
 * phase begins again. Fewer than eight restarts in all. */
#define STUCK_RESTART 16

/* How long to wait before a reading, 100 .. 901 of the unit: readings at equal or round distances say less. Whole units would make all
 * steps even of a counter that has two counts in each, where nothing else takes time. */
uint64_t stuck_wait(uint32_t reading, uint64_t unit_ns);

/* The part of a reading that many counters share. */
struct reading {
	uint64_t time_ns; /* never goes back */
	/* Most additions to the counter since the reading before: 1 .. UINT32_MAX. */
	uint32_t steps;
};

/* Readings of one counter, the first of them before it was started. */
struct readings {
	const struct reading *at;
	const uint64_t *values; /* of the first reading; each next is `stride` further on */
	uint32_t stride, count; /* at least 1 */
	/* The counter counts only every n-th event, n at most 256, of any kind: steps that are all even, and leaps,
	 * have no cause outside. */
	bool prescaled;
};

/* A bit, 0 .. 63, that is always 0 or 1. */
struct stuck_bit {
	uint8_t bit, level;
};

/* Finds a bit that is stuck for certain. False if there is none, or nothing is known. */
MUST_CHECK bool stuck_find(const struct readings *readings, struct stuck_bit *found);

/* True if the counter never moved. */
bool stuck_is_still(const struct readings *readings);

/* True if nothing is left to be found: each of the lowest bits was seen to be 0 and 1. */
bool stuck_is_sound(const struct readings *readings);

#endif
