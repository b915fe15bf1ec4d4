/* SPDX-License-Identifier: BSD-2-Clause */
/* Processors that are in none of the tables and describe their uncore themselves (PMON discovery): what all units have in common.
 * Sources: Intel 817760 (the same registers as soft IP); Linux 6.12 and 7.2, PCM and LIKWID of Sapphire Rapids and its successors. Intel's
 * guides to these uncores were not read. */
#include "boxes/unknown-xeon.h"

#include "boxes/table.h"

/* clang-format off */

/* No freeze enable exists, and a select of 0 counts nothing. */
static const struct field control_fields[] = {
	FIELD_OF(FREEZE,         "frz",       0, 1, RW),
	FIELD_OF(RESET_CONTROLS, "rst_ctrl",  8, 1, W1_TO),
	FIELD_OF(RESET_COUNTERS, "rst_ctrs",  9, 1, W1_TO),
};
static const struct register_layout control = {
	.title = "unit control", .source = "817760 5.4.5; Linux, PCM, LIKWID",
	FIELDS(control_fields), .width_bits = 32,
};

/* Bit 16 is the thread filter's of CHAs. Bit 20 makes an overflow of this counter freeze all of its die: of no use to us, and kept 0. */
#define GENERIC_FIELDS                                       \
	FIELD_OF(EVENT, "ev_sel", 0, 8, RW),                 \
	FIELD_OF(UMASK, "umask", 8, 8, RW),                  \
	FIELD_OF(RESET, "rst", 17, 1, W1_TO),                \
	MODIFIER(EDGE, "edge_det", 18, 1, "e", "edge"),      \
	MODIFIER(INVERT, "invert", 23, 1, "i", "inv"),       \
	MODIFIER(THRESHOLD, "thresh", 24, 8, "t", "thresh")

static const struct field select_fields[] = {GENERIC_FIELDS};
static const struct field wide_fields[] = {
	GENERIC_FIELDS,
	FIELD_OF(UMASK_ABOVE, "umask_ext", 32, 32, RW),
};

/* In device memory selects may be 4 bytes apart, and programs write 32 bits of each. */
static const struct register_layout memory_select = {
	.title = "counter control", .source = "817760 5.4.7; Linux, PCM, LIKWID",
	FIELDS(select_fields), .width_bits = 32,
};
static const struct register_layout select = {
	.title = "counter control", .source = "817760 5.4.7; Linux, PCM, LIKWID",
	FIELDS(wide_fields), .width_bits = 64,
};

static const struct box_type nameless = {0};

/* General counters of a logical processor, as CPUID has them. */
static const struct box_type core = {
	IX86ARCH_CORE, .events = unknown_xeon_core_events, .event_count = CORE_PMU_EVENTS,
};

static const struct described described = {
	.msr          = {.type = &nameless, .select = &select, .control = &control},
	.memory       = {.type = &nameless, .select = &memory_select, .control = &control},
	.core         = &core,
	.msr_of_table = 0x201e, /* Linux 7.2 of parts that it does not know */
};

static const struct box_type *const types[] = {&core};

/* No reset value of any of these registers is known. */
const struct processor unknown_xeon = {
	.name           = "unknown-xeon",
	.title          = "Intel processor that describes its uncore itself",
	.vendor         = "GenuineIntel",
	.family         = 6,
	.types          = types,
	.type_count     = ARRAY_SIZE(types),
	.strings        = unknown_xeon_strings,
	.words          = unknown_xeon_words,
	.default_events = "",
	.clock_event    = "ix86arch::UNHALTED_CORE_CYCLES",
	.described      = &described,
	.resets_unknown = true,
};

/* clang-format on */
