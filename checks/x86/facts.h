/* SPDX-License-Identifier: BSD-2-Clause */
/* What only checks need to know of each processor. The build generates C from NAME.facts. */
#ifndef CHECKS_X86_FACTS_H
#define CHECKS_X86_FACTS_H

#include "boxes/processors.h"
#include "core/check/meaning.h"
#include "core/map/map.h"

#define CHECK_FACTS_DECLARED(PROCESSOR) extern const struct check_facts PROCESSOR##_check_facts;
PROCESSORS(CHECK_FACTS_DECLARED)
extern const struct check_facts described_check_facts; /* for all processors that describe themselves */

/* Counts of events during known work. A row's letter is the source of the event's meaning: A: the maker's text; B: two
 * programs agree; C: one source; D: it follows from something else. docs/known-work.md. */
extern const struct meanings xeon_7500_meanings, xeon_e5_2600_meanings, xeon_e5_2600_v2_meanings,
	knights_landing_meanings;

/* The boxes that serve lines of memory, and the published facts about them: maps.c. */
extern const struct map_facts xeon_7500_maps, xeon_e5_2600_maps, knights_landing_maps;

#endif
