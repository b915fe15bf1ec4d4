/* SPDX-License-Identifier: BSD-2-Clause */
/* Xeon E5-2600 (Sandy Bridge-EP, 06_2DH): what the processor is, and what had to be assumed. Sources as in
 * xeon-e5-2600-msr.c. */
#include "boxes/xeon-e5-2600.h"

#include "boxes/core-pmu.h"
#include "boxes/table.h"

/* clang-format off */

/* Events of retired loads and stores, by what their memory did. */
static const struct event_leak leak = {
	.first = 0xd0, .last = 0xd3, .source = "Sandy Bridge's erratum of counters with hyperthreading",
};

static const struct box_type core = {
	IX86ARCH_CORE, .events = xeon_e5_2600_core_events, .event_count = CORE_PMU_EVENTS, .leak = &leak,
	.requirements = xeon_e5_2600_requirements,
};

static const struct box_type *const types[] = {
	&xeon_e5_2600_ubox, &xeon_e5_2600_cbox, &xeon_e5_2600_pcu, &xeon_e5_2600_ha, &xeon_e5_2600_imc,
	&xeon_e5_2600_qpi, &xeon_e5_2600_r2pcie, &xeon_e5_2600_r3qpi, &core,
};

static const struct base_finder finders[] = {
	/* CPUBUSNO of D5:F0 (PCM, LIKWID) */
	{.way = BASE_BY_CHAIN, .vendor = 0x8086, .at = BOX_FUNCTION(5, 0), .field = {0x108, 8, 8},
	 .box = "iio", .field_name = "iio.cpubusno"},
	/* CPUNODEID and GIDNIDMAP of the U-Box (Linux) */
	{.way = BASE_BY_MAP, .vendor = 0x8086, .at = BOX_FUNCTION(11, 0), .id = 0x3ce0,
	 .node = {0x40, 0, 3}, .field = {0x54, 0, 3}, .fields = 8,
	 .box = "ubox_config", .field_name = "ubox_config.gidnidmap", .node_name = "ubox_config.cpunodeid"},
	{.way = BASE_BY_LOOKING, .vendor = 0x8086},
};

/* ---- an event for every counter -------------------------------------------------------------------- */

static const char full_events[] =
	"ubox::UNC_U_CLOCKTICKS,ubox::UNC_U_EVENT_MSG:IPI_RCVD,ubox::UNC_U_LOCK_CYCLES,"
	"cbox*::UNC_C_CLOCKTICKS,cbox*::UNC_C_LLC_LOOKUP:DATA_READ,cbox*::UNC_C_LLC_VICTIMS:M_STATE,"
	"cbox*::UNC_C_RING_BL_USED:UP_EVEN,"
	"pcu::UNC_P_CLOCKTICKS,pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C0,"
	"pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C3,pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C6,"
	"pcu::UNC_P_CORE_C3_RESIDENCY,pcu::UNC_P_CORE_C6_RESIDENCY,"
	"ha::UNC_H_CLOCKTICKS,ha::UNC_H_REQUESTS:READS,ha::UNC_H_REQUESTS:WRITES,ha::UNC_H_IMC_WRITES:ALL,"
	"imc*::UNC_M_CLOCKTICKS,imc*::UNC_M_CAS_COUNT:RD,imc*::UNC_M_CAS_COUNT:WR,"
	"imc*::UNC_M_ACT_COUNT,imc*::UNC_M_PRE_COUNT:PAGE_MISS,"
	"qpi*::UNC_Q_CLOCKTICKS,qpi*::UNC_Q_RXL_FLITS_G1:DRS_DATA,qpi*::UNC_Q_RXL_FLITS_G0:DATA,"
	"qpi*::UNC_Q_TXL_FLITS_G0:DATA,"
	"r2pcie::UNC_R2_CLOCKTICKS,r2pcie::UNC_R2_RING_BL_USED:ANY,r2pcie::UNC_R2_RXR_CYCLES_NE:DRS,"
	"r2pcie::UNC_R2_TXR_INSERTS,"
	"r3qpi*::UNC_R3_CLOCKTICKS,r3qpi*::UNC_R3_RING_BL_USED:CW_EVEN,r3qpi*::UNC_R3_RXR_INSERTS:DRS";

/* ---- what the documents leave open --------------------------------------------------------------- */

static const uint64_t fixed_counter_masks[] = {MASK(0, 48), MASK(0, 44)};
static const struct assumption fixed_counter = {
	.name = "ubox.fixed_ctr.count",
	.candidates = fixed_counter_masks, .candidate_count = ARRAY_SIZE(fixed_counter_masks),
	.ground = "48 bits in the text of 327043 p.19 and in Linux, 44 in its field and in LIKWID",
};
CONFIRMED(fixed_counter, xeon_e5_2600);

static const uint64_t extra_select_masks[] = {BIT(21)};
static const struct assumption extra_select = {
	.name = "pcu.ctl.ev_sel_ext",
	.candidates = extra_select_masks, .candidate_count = ARRAY_SIZE(extra_select_masks),
	.ground = "327043 lists events that need it and does not place it; PCM, libpfm4 and 329468 have bit 21",
};
CONFIRMED(extra_select, xeon_e5_2600);

static const uint64_t thread_masks[] = {MASK(0, 5)};
static const struct assumption thread = {
	.name = "cbox.filter.tid",
	.candidates = thread_masks, .candidate_count = ARRAY_SIZE(thread_masks),
	.ground = "libpfm4 and 329468; 327043 p.29 was cut above it",
};
CONFIRMED(thread, xeon_e5_2600);

static const struct assumption overflow = {
	.name = ASSUMED_OVERFLOW, .answer = "carry",
	.ground = "327043 p.20 and elsewhere: a carry out of the top bit, and the counter goes on from 0",
};
CONFIRMED(overflow, xeon_e5_2600);
static const struct assumption threshold = {
	.name = ASSUMED_THRESHOLD, .answer = "at-least",
	.ground = "327043: counts the cycles in which the increment is the threshold or more",
};
CONFIRMED(threshold, xeon_e5_2600);
static const struct assumption invert = {
	.name = ASSUMED_INVERT, .answer = "below",
	.ground = "327043: counts the cycles in which the increment is below the threshold",
};
CONFIRMED(invert, xeon_e5_2600);

static const struct assumption lone_freeze = {
	.name = ASSUMED_LONE_FREEZE, .answer = "ignored",
	.ground = "327043 p.27: with frz_en 0 the freeze is ignored",
};
CONFIRMED(lone_freeze, xeon_e5_2600);

static const struct assumption fixed_freeze = {
	.name = ASSUMED_FIXED_FREEZE, .answer = "stands",
	.ground = "327043 p.60-62 does not exclude the fixed counter of a memory channel from its freeze",
};
CONFIRMED(fixed_freeze, xeon_e5_2600);

static const struct assumption *const assumptions[] = {
	ASSUMED(fixed_counter, xeon_e5_2600),
	ASSUMED(extra_select, xeon_e5_2600),
	ASSUMED(thread, xeon_e5_2600),
	ASSUMED(overflow, xeon_e5_2600),
	ASSUMED(threshold, xeon_e5_2600),
	ASSUMED(invert, xeon_e5_2600),
	ASSUMED(lone_freeze, xeon_e5_2600),
	ASSUMED(fixed_freeze, xeon_e5_2600),
	NULL,
};

const struct processor xeon_e5_2600 = {
	.name           = "xeon-e5-2600",
	.title          = "Intel Xeon E5-2600 (Sandy Bridge-EP)",
	.vendor         = "GenuineIntel",
	.family         = 6,
	.model          = 0x2d,
	.types          = types,
	.type_count     = ARRAY_SIZE(types),
	.pmu_start      = "snbep_unc_",
	.finders        = finders,
	.assumptions    = assumptions,
	.strings        = xeon_e5_2600_strings,
	.words          = xeon_e5_2600_words,
	.default_events = "snbep_unc_ubo::UNC_U_CLOCKTICKS,snbep_unc_imc*::UNC_M_CAS_COUNT:RD,"
			  "snbep_unc_imc*::UNC_M_CAS_COUNT:WR",
	.full_events    = full_events,
	.metrics        = &xeon_e5_2600_metrics,
	.prefetchers_off = 0xf, /* Intel, "Disclosure of Hardware Prefetcher Control on Some Intel Processors" */
	.clock_event    = "snbep_unc_ubo::UNC_U_CLOCKTICKS",
};

/* clang-format on */
