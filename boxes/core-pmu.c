/* SPDX-License-Identifier: BSD-2-Clause */
/* What is true of the architectural core PMU beyond its registers (boxes/core-pmu.sheet). Source: "SDM" is volume 3 of
 * Intel's manual, architectural performance monitoring. */
#include "boxes/core-pmu.h"

const uint16_t core_pmu_events[CORE_PMU_EVENTS] = {
	0x003c, /* core cycles */
	0x00c0, /* instructions retired */
	0x013c, /* reference cycles */
	0x4f2e, /* last-level references */
	0x412e, /* last-level misses */
	0x00c4, /* branches retired */
	0x00c5, /* mispredicted branches retired */
};

/* ---- four bits of a fixed counter ------------------------------------------------------------------ */

#define SELECT_USER       BIT(16)
#define SELECT_SYSTEM     BIT(17)
#define SELECT_ANY_THREAD BIT(21)

#define FIXED_SYSTEM      BIT(0)
#define FIXED_USER        BIT(1)
#define FIXED_ANY_THREAD  BIT(2)
#define FIXED_PMI         BIT(3)
#define FIXED_WIDTH       4

uint64_t core_pmu_fixed_value(uint64_t select, unsigned number)
{
	uint64_t bits = 0;

	if (select & SELECT_SYSTEM)
		bits |= FIXED_SYSTEM;
	if (select & SELECT_USER)
		bits |= FIXED_USER;
	if (select & SELECT_ANY_THREAD)
		bits |= FIXED_ANY_THREAD;
	return bits << FIXED_WIDTH * number;
}

uint64_t core_pmu_fixed_pmi(unsigned number)
{
	return FIXED_PMI << FIXED_WIDTH * number;
}

uint64_t core_pmu_fixed_bits(unsigned number)
{
	return MASK(FIXED_WIDTH * number, FIXED_WIDTH);
}
