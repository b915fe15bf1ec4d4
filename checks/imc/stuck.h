/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds a bit of a counter that cannot change, only from readings of the counter. Its event and rate are not known: it
 * may stand still, move in even steps, or at a changing rate. Has no side effects. */
#ifndef CHECKS_IMC_STUCK_H
#define CHECKS_IMC_STUCK_H

#include "lib/basic.h"

/* Before each reading whose number is a multiple of STUCK_RESTART, stop and restart an engine that posts at regular
 * times, to break long steady phases. There must be fewer than eight restarts. */
#define STUCK_RESTART 16

/* Returns how long to wait before a reading: 100 to 901 units, irregularly, since equal or round distances prove less.
 * Whole units would make all steps even for a counter with two counts in each unit. */
uint64_t stuck_wait(uint32_t reading, uint64_t unit_ns);

/* The part of a reading that its counters share. */
struct reading {
	uint64_t time_ns; /* never decreases */
	/* Most additions to the counter since the previous reading: 1 to UINT32_MAX. */
	uint32_t steps;
};

/* Readings of one counter. The first is from before its start. */
struct readings {
	const struct reading *at;
	const uint64_t *values; /* the first reading; each next one is `stride` further on */
	uint32_t stride, count; /* at least 1 */
	/* The counter counts only every n-th event of any kind, n at most 256. So its events cause neither steps that
	 * are all even nor leaps. */
	bool prescaled;
};

/* A bit, 0 to 63, that is always 0 or 1. */
struct stuck_bit {
	uint8_t bit, level;
};

/* Finds a bit that is surely stuck. Returns false if there is none, or if it is not known. */
MUST_CHECK bool stuck_find(const struct readings *readings, struct stuck_bit *found);

/* True if the counter never moved. */
bool stuck_is_still(const struct readings *readings);

/* True if no stuck bit is left to find: each of the lowest bits was seen as 0 and 1. */
bool stuck_is_sound(const struct readings *readings);

#endif
