/* SPDX-License-Identifier: BSD-2-Clause */
/* Which bit of a counter cannot change, judged by readings of it alone. What it counts, and how fast, is not known: it
 * may stand still, run in even steps, or at a rate that changes. Pure. */
#ifndef CHECKS_IMC_STUCK_H
#define CHECKS_IMC_STUCK_H

#include "lib/basic.h"

/* Who posts at regular times is to be stopped and started again before every so manyth reading, so that what is steady
 * for long begins anew. Fewer than eight such times in all. */
#define STUCK_RESTART 16

/* How long to wait before a reading, 100 .. 901 of the unit: readings at equal or round distances say less. Whole units would make all
 * steps even of a counter that has two counts in each, where nothing else takes time. */
uint64_t stuck_wait(uint32_t reading, uint64_t unit_ns);

/* What readings of many counters have in common. */
struct reading {
	uint64_t time_ns; /* never goes back */
	/* The counter was added to at most so many times since the reading before: 1 .. UINT32_MAX. */
	uint32_t steps;
};

/* Readings of one counter, the first of them before it was started. */
struct readings {
	const struct reading *at;
	const uint64_t *values; /* of the first; the next are `stride` further on each */
	uint32_t stride, count; /* at least 1 */
	/* It counts every so manyth event, at least every 256th, and whatever it counts: steps that are all even,
	 * and leaps, have no cause outside. */
	bool prescaled;
};

/* A bit, 0 .. 63, that is always 0 or 1. */
struct stuck_bit {
	uint8_t bit, level;
};

/* True, and the bit, if one is stuck. Certain only: false also says that nothing is known. */
MUST_CHECK bool stuck_find(const struct readings *readings, struct stuck_bit *found);

/* True if the counter never moved. */
bool stuck_is_still(const struct readings *readings);

/* True if nothing is left to be found: each of the lowest bits was seen to be 0 and 1. */
bool stuck_is_sound(const struct readings *readings);

#endif
