/* SPDX-License-Identifier: BSD-2-Clause */
/* What units have in common of which the machine's own tables (PMON discovery) say where they are. Sources: Intel 817760 (the same
 * registers as soft IP); Linux 6.12 and 7.2, PCM and LIKWID of Sapphire Rapids and its successors. Intel's guides to these uncores were not
 * read. */
#include "boxes/described.h"

#include "boxes/core-pmu.h"
#include "boxes/unknown-xeon.h"

/* clang-format off */

/* No freeze enable exists, and a select of 0 counts nothing. */
static const struct field control_fields[] = {
	FIELD_OF(FREEZE,         "frz",       0, 1, RW),
	FIELD_OF(RESET_CONTROLS, "rst_ctrl",  8, 1, W1_TO),
	FIELD_OF(RESET_COUNTERS, "rst_ctrs",  9, 1, W1_TO),
};
const struct register_layout described_control = {
	.title = "unit control", .source = "817760 5.4.5; Linux, PCM, LIKWID",
	FIELDS(control_fields), .width_bits = 32,
};

/* What an overflow does with bit 20 set, two documents of relatives say (817760, 831649); measurements keep it 0. */
#define COMMON_FIELDS                                         \
	FIELD_OF(EVENT, "ev_sel", 0, 8, RW),                  \
	FIELD_OF(UMASK, "umask", 8, 8, RW),                   \
	FIELD_OF(RESET, "rst", 17, 1, W1_TO),                 \
	MODIFIER(EDGE, "edge_det", 18, 1, "e", "edge"),       \
	FIELD_OF(FREEZE_ON_OVERFLOW, "frz_on_ov", 20, 1, RW), \
	MODIFIER(INVERT, "invert", 23, 1, "i", "inv")
#define THRESHOLD_FIELD(WIDTH) MODIFIER(THRESHOLD, "thresh", 24, WIDTH, "t", "thresh")

/* Of units of types that nobody knows: Linux lets users set bits up to 31, 817760 has nothing above; of most types that are known
 * the umask goes on there. */
static const struct field unknown_fields[] = {
	COMMON_FIELDS, THRESHOLD_FIELD(8), FIELD_OF(UMASK_ABOVE, "umask_ext", 32, 32, UNSURE),
};
static const struct field plain_fields[] = {COMMON_FIELDS, THRESHOLD_FIELD(8)};
static const struct field fields_24[] = {COMMON_FIELDS, THRESHOLD_FIELD(8), FIELD_OF(UMASK_ABOVE, "umask_ext", 32, 24, RW)};
/* Of units in device memory the part above bit 31 is in no program's writes, only in what Linux lets users say. */
static const struct field fields_above[] = {COMMON_FIELDS, THRESHOLD_FIELD(8), FIELD_OF(UMASK_ABOVE, "umask_ext", 32, 24, UNSURE)};
static const struct field fields_32[] = {COMMON_FIELDS, THRESHOLD_FIELD(8), FIELD_OF(UMASK_ABOVE, "umask_ext", 32, 32, RW)};
static const struct field cha_fields[] = {
	COMMON_FIELDS,
	{.name = "tid_en", .low = 16, .width = 1, .access = ACCESS_RW, .perf = "tid_en"},
	THRESHOLD_FIELD(8), FIELD_OF(UMASK_ABOVE, "umask_ext", 32, 32, RW),
};
enum { CHA_TID_EN = 6 };
/* Bits 47:36 choose ports, 50:48 kinds of flow control; the threshold goes on in 35:32. */
static const struct field iio_fields[] = {
	COMMON_FIELDS,
	{.name = "thresh", .low = 24, .width = 12, .access = ACCESS_RW, .kind = FIELD_THRESHOLD, .modifier = "t", .perf = "thresh"},
	FIELD_OF(UMASK_ABOVE, "ch_fc_mask", 36, 15, RW),
};
static const struct field iio_parts[] = {
	{.name = "ch_mask", .low = 36, .width = 12, .access = ACCESS_RW, .perf = "ch_mask"},
	{.name = "fc_mask", .low = 48, .width = 3,  .access = ACCESS_RW, .perf = "fc_mask"},
};

#define SELECT_OF(FIELDS_OF, BITS) \
	.title = "counter control", .source = "817760 5.4.7; Linux, PCM, LIKWID", FIELDS(FIELDS_OF), .width_bits = BITS
#define SELECT(FIELDS_OF, BITS) {SELECT_OF(FIELDS_OF, BITS)}

const struct register_layout described_select        = SELECT(plain_fields, 64);
const struct register_layout described_select_24     = SELECT(fields_24, 64);
const struct register_layout described_select_32     = SELECT(fields_32, 64);
const struct register_layout described_select_cha    = SELECT(cha_fields, 64);
const struct register_layout described_select_iio    = {
	SELECT_OF(iio_fields, 64), .parts = iio_parts, .part_count = ARRAY_SIZE(iio_parts),
};
const struct register_layout described_select_unknown = SELECT(unknown_fields, 64);
const struct register_layout described_select_above  = SELECT(fields_above, 64);
const struct register_layout described_select_memory = SELECT(plain_fields, 32);

/* ---- what some units have besides ------------------------------------------------------------------------ */

static const struct field filter_fields[] = {MODIFIER(OTHER, "tid", 0, 10, "tid", "filter_tid")};
static const struct register_layout filter = {
	.title = "thread filter", .source = "Linux, PCM, LIKWID",
	FIELDS(filter_fields), .width_bits = 64,
};
const struct register_row described_cha_rows[] = {ROW("filter", filter, FILTER, 0, 1, 0, 0xe)};
const struct filter_register described_cha_filters[] = {{.row = ARCHETYPE_OTHERS}};
const struct look described_cha_look = {.field = CHA_TID_EN, .row = ARCHETYPE_OTHERS, .bits = MASK(0, 10)};

/* The one place where an enable survives. */
static const struct field fixed_select_fields[] = {FIELD_OF(ENABLE, "en", 22, 1, RW)};
static const struct register_layout fixed_select = {
	.title = "fixed counter control", .source = "Linux, PCM, LIKWID",
	FIELDS(fixed_select_fields), .width_bits = 32,
};
static const struct field fixed_counter_fields[] = {FIELD("count", 0, 48, RW)};
static const struct register_layout fixed_counter = {
	.title = "fixed counter", .source = "Linux, PCM, LIKWID",
	FIELDS(fixed_counter_fields), .width_bits = 64,
};
const struct register_row described_imc_rows[] = {
	FIXED_SELECT_ROW(fixed_select, 0x54), FIXED_COUNTER_ROW(fixed_counter, 0x38),
};

/* ---- logical processors ------------------------------------------------------------------------------------ */

const struct box_type described_core = {
	IX86ARCH_CORE, .events = unknown_xeon_core_events, .event_count = CORE_PMU_EVENTS,
};

/* ---- what nobody knows ----------------------------------------------------------------------------------------- */

static const struct assumption overflow = {
	.name = ASSUMED_OVERFLOW, .answer = "carry",
	.ground = "Linux takes differences of counts modulo their width; 817760 has an overflow bit for each counter",
};
static const struct assumption threshold = {
	.name = ASSUMED_THRESHOLD, .answer = "at-least",
	.ground = "as on the parts before: no guide to these was read",
};
static const struct assumption interrupt = {
	.name = ASSUMED_INTERRUPT, .answer = "none",
	.ground = "no document of relatives has one (817760, 831649), and Linux, PCM and LIKWID use none",
};
const struct assumption *const described_assumptions[] = {&overflow, &threshold, &interrupt, NULL};

/* clang-format on */
