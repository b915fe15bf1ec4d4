/* SPDX-License-Identifier: BSD-2-Clause */
/* Processors that are in none of the tables and describe their uncore themselves. Sources as in described.c. */
#include "boxes/unknown-xeon.h"

#include "boxes/described.h"

/* clang-format off */

static const struct box_type nameless = {0};

static const struct described described = {
	.msr          = {.type = &nameless, .select = &described_select_unknown, .control = &described_control},
	.memory       = {.type = &nameless, .select = &described_select_memory, .control = &described_control},
	.core         = &described_core,
	.msr_of_table = 0x201e, /* Linux 7.2 of parts that it does not know */
};

static const struct box_type *const types[] = {&described_core};

/* No reset value of any of these registers is known. */
const struct processor unknown_xeon = {
	.name           = "unknown-xeon",
	.title          = "Intel processor that describes its uncore itself",
	.vendor         = "GenuineIntel",
	.family         = 6,
	.types          = types,
	.type_count     = ARRAY_SIZE(types),
	.assumptions    = described_assumptions,
	.strings        = unknown_xeon_strings,
	.words          = unknown_xeon_words,
	.default_events = "",
	.clock_event    = "ix86arch::UNHALTED_CORE_CYCLES",
	.described      = &described,
	.resets_unknown = true,
};

/* clang-format on */
