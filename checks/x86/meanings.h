/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts of events while known work is done: a table for each processor. A row's letter is the source of the event's meaning:
 * A: the maker's text; B: two programs agree on it; C: one source; D: it follows from something else. docs/known-work.md. */
#ifndef CHECKS_MEANINGS_H
#define CHECKS_MEANINGS_H

#include "core/check/meaning.h"
#include "core/map/map.h"

extern const struct meanings xeon_7500_meanings, xeon_e5_2600_meanings, xeon_e5_2600_v2_meanings,
	knights_landing_meanings;

/* The boxes that serve lines of memory, and the published facts about them: maps.c. */
extern const struct map_facts xeon_7500_maps, xeon_e5_2600_maps, knights_landing_maps;

#endif
