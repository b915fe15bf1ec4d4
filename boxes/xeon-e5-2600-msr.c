/* SPDX-License-Identifier: BSD-2-Clause */
/* Boxes of the Xeon E5-2600 (Sandy Bridge-EP, 06_2DH) that are reached through MSRs: U-Box, CBo, PCU.
 *
 * Sources: "327043" is Intel's guide to the uncore's performance monitoring, 327043-001; 329468 that of the next
 * generation, where it explains fields that the first leaves vague. "Linux" is uncore_snbep.c of 6.1, "libpfm4"
 * version 4.13, "PCM" and "LIKWID" the programs of these names, "perfmon" Jaketown_uncore.json V24. Every field is
 * 0 after reset. There is neither an overflow status nor an interrupt (327043 p.17), and the registers of later
 * parts that have them (C00H, C01H, C06H, C15H) are not there. */
#include "boxes/table.h"
#include "boxes/xeon-e5-2600.h"

/* clang-format off */

const struct field xeon_e5_2600_counter_44_fields[1] = {
	FIELD("count", 0, 44, RW),
};
const struct register_layout xeon_e5_2600_counter_44 = {
	.title = "PMON_CTR", .source = "327043 p.20, p.28, p.113, p.121",
	FIELDS(xeon_e5_2600_counter_44_fields), .width_bits = 64,
};
const struct field xeon_e5_2600_counter_48_fields[1] = {
	FIELD("count", 0, 48, RW),
};
const struct register_layout xeon_e5_2600_counter_48 = {
	.title = "PMON_CTR", .source = "327043 p.48, p.62, p.90",
	FIELDS(xeon_e5_2600_counter_48_fields), .width_bits = 64,
};

/* Printed as write-only; Linux and PCM read frz and frz_en back. */
const struct field xeon_e5_2600_control_fields[5] = {
	FIELD_OF(RESET_CONTROLS, "rst_ctrl", 0,  1, W1_TO),
	FIELD_OF(RESET_COUNTERS, "rst_ctrs", 1,  1, W1_TO),
	FIELD_OF(FREEZE,         "frz",      8,  1, RW),
	FIELD_OF(FREEZE_ENABLE,  "frz_en",   16, 1, RW),
	RSV(17, 1),
};
const struct register_layout xeon_e5_2600_control = {
	.title = "PMON_BOX_CTL", .source = "327043 p.27, p.73, p.89; R2PCIe, R3QPI: p.18, Linux",
	FIELDS(xeon_e5_2600_control_fields), .width_bits = 32,
};

/* ---- U-Box ------------------------------------------------------------------------------------------ */

static const struct field ubox_select_fields[] = {
	FIELD_OF(EVENT,  "ev_sel", 0, 8, RW),
	FIELD_OF(UMASK,  "umask",  8, 8, RW),
	FIELD_OF(RESET,  "rst",    17, 1, W1_TO),
	MODIFIER(EDGE,      "edge_det", 18, 1, "e", "edge"),
	RSV(20, 2),
	FIELD_OF(ENABLE, "en",     22, 1, RW),
	MODIFIER(INVERT,    "invert",   23, 1, "i", "inv"),
	MODIFIER(THRESHOLD, "thresh",   24, 5, "t", "thresh"),
};
static const struct register_layout ubox_select = {
	.title = "U_MSR_PMON_CTL", .source = "327043 p.20; rst: Linux, libpfm4, PCM",
	FIELDS(ubox_select_fields), .width_bits = 32,
};

/* U_MSR_PMON_UCLK_FIXED_CTL */
static const struct field ubox_fixed_select_fields[] = {
	RSV(20, 2),
	FIELD_OF(ENABLE, "en", 22, 1, RW),
};
static const struct register_layout ubox_fixed_select = {
	.title = "U_MSR_PMON_UCLK_FIXED_CTL", .source = "327043 p.21",
	FIELDS(ubox_fixed_select_fields), .width_bits = 32,
};
/* 48 bits in the text and caption of 327043 p.19, and in Linux; its field, and LIKWID, have 44. */
static const struct register_layout ubox_fixed_counter = {
	.title = "U_MSR_PMON_UCLK_FIXED_CTR", .source = "327043 p.19",
	FIELDS(xeon_e5_2600_counter_48_fields), .width_bits = 64,
};

static const struct register_row ubox_registers[] = {
	[XEON_E5_2600_UBOX_CTL] = ROW("ctl", ubox_select, SELECT, 0, 2, 1, 0xc10),
	ROW("ctr",       xeon_e5_2600_counter_44, COUNTER,       0, 2, 1, 0xc16),
	ROW("fixed_ctl", ubox_fixed_select,       FIXED_SELECT,  0, 1, 0, 0xc08),
	ROW("fixed_ctr", ubox_fixed_counter,      FIXED_COUNTER, 0, 1, 0, 0xc09),
};

static const struct box_instance ubox_instances[] = {{.base = {0}}};

const struct box_type xeon_e5_2600_ubox = {
	.name           = "ubox",
	.pmu            = "snbep_unc_ubo",
	.perf           = "uncore_ubox",
	.title          = "system configuration controller",
	.instance_table         = ubox_instances,
	.registers      = ubox_registers,
	.register_count = ARRAY_SIZE(ubox_registers),
	.events         = xeon_e5_2600_ubox_events,
	.event_count    = ARRAY_SIZE(xeon_e5_2600_ubox_events),
	.requirements   = xeon_e5_2600_requirements,
	.instances      = ARRAY_SIZE(ubox_instances),
	.space          = SPACE_MSR,
	.counters       = 2,
	.fixed          = true,
	.counter_bits   = 44,
	.edge_needs_threshold = true,
	.library_note   = "takes thresholds to 255, of which the hardware has 5 bits; e and i without t, which mean nothing; and does not know the fixed counter",
};

/* ---- CBo -------------------------------------------------------------------------------------------- */

static const struct field cbox_select_fields[] = {
	[XEON_E5_2600_CBOX_CTL_TID_EN] = {.name = "tid_en", .low = 19, .width = 1, .access = ACCESS_RW, .perf = "tid_en"},
	FIELD_OF(EVENT,  "ev_sel", 0, 8, RW),
	FIELD_OF(UMASK,  "umask",  8, 8, RW),
	RSV(16, 1),
	FIELD_OF(RESET,  "rst",    17, 1, W1_TO),
	MODIFIER(EDGE,      "edge_det", 18, 1, "e", "edge"),
	RSV(20, 2),
	FIELD_OF(ENABLE, "en",     22, 1, RW),
	MODIFIER(INVERT,    "invert",   23, 1, "i", "inv"),
	MODIFIER(THRESHOLD, "thresh",   24, 8, "t", "thresh"),
};
static const struct register_layout cbox_select = {
	.title = "Cn_MSR_PMON_CTL", .source = "327043 p.28; rst: Linux, libpfm4, PCM",
	FIELDS(cbox_select_fields), .width_bits = 32,
};

/* Whose requests are counted, of which nodes, in which states, with which opcode. Of tid bit 0 is the thread, 3:1
 * the core and 4 whatever is no thread's (libpfm4, 329468, which reserves 1FH). No field is known in 9:5. */
static const struct field cbox_filter_fields[] = {
	[XEON_E5_2600_CBOX_FILTER_TID] = {.name = "tid", .low = 0, .width = 5, .most = 0x1e, .access = ACCESS_RW, .perf = "filter_tid"},
	[XEON_E5_2600_CBOX_FILTER_NID] = {.name = "nid", .low = 10, .width = 8, .least = 1, .access = ACCESS_RW, .modifier = "nf", .perf = "filter_nid"},
	[XEON_E5_2600_CBOX_FILTER_STATE] = {.name = "state", .low = 18, .width = 5, .least = 1, .access = ACCESS_RW, .modifier = "state", .perf = "filter_state"},
	[XEON_E5_2600_CBOX_FILTER_OPC] = MODIFIER(OTHER, "opc", 23, 9, "opc", "filter_opc"),
};
static const struct field cbox_filter_parts[] = {
	{.name = "thread", .low = 0, .width = 1, .most = 1, .access = ACCESS_RW, .modifier = "tf"},
	{.name = "core",   .low = 1, .width = 4, .access = ACCESS_RW, .modifier = "cf"},
};
static const struct register_layout cbox_filter = {
	.title = "Cn_MSR_PMON_BOX_FILTER", .source = "327043 p.29, p.43; tid: libpfm4, 329468",
	FIELDS(cbox_filter_fields), .width_bits = 32,
	.parts = cbox_filter_parts, .part_count = ARRAY_SIZE(cbox_filter_parts),
};

static const struct register_row cbox_registers[] = {
	[XEON_E5_2600_CBOX_CTL]    = ROW("ctl",    cbox_select,             SELECT,  0, 4, 1, 0xd10),
	[XEON_E5_2600_CBOX_CTR]    = ROW("ctr",    xeon_e5_2600_counter_44, COUNTER, 0, 4, 1, 0xd16),
	[XEON_E5_2600_CBOX_FILTER] = ROW("filter", cbox_filter,             FILTER,  0, 1, 0, 0xd14),
	ROW("box_ctl", xeon_e5_2600_control, BOX_CONTROL, 0, 1, 0, 0xd04),
};

static const struct filter_register cbox_filter_registers[] = {
	{.row = XEON_E5_2600_CBOX_FILTER,
	 .note = "one for all counters of the CBo: nf a mask of nodes, state one of I, S, E, M, F from its low bit on, opc of requests of cores, tf and cf whose"},
};

static const struct look cbox_look = {XEON_E5_2600_CBOX_CTL_TID_EN, XEON_E5_2600_CBOX_FILTER, MASK(0, 5)};

#define CBO(N) {.base = {0x20 * (N)}}
static const struct box_instance cbox_instances[] = {
	CBO(0), CBO(1), CBO(2), CBO(3), CBO(4), CBO(5), CBO(6), CBO(7),
};

static const struct event_pairs cbox_pairs = {.follower = 0x1f /* COUNTER0_OCCUPANCY */};

/* As many as the package has cores that are not fused off; what is not there may fault. */
static const struct present_if cbox_present = {.kind = PRESENT_AS_CORES};

const struct box_type xeon_e5_2600_cbox = {
	.name            = "cbox",
	.pmu             = "snbep_unc_cbo",
	.perf            = "uncore_cbox",
	.title           = "LLC coherence engine",
	.instance_table          = cbox_instances,
	.registers       = cbox_registers,
	.register_count  = ARRAY_SIZE(cbox_registers),
	.events          = xeon_e5_2600_cbox_events,
	.event_count     = ARRAY_SIZE(xeon_e5_2600_cbox_events),
	.requirements    = xeon_e5_2600_requirements,
	.filter_registers      = cbox_filter_registers,
	.filter_register_count = ARRAY_SIZE(cbox_filter_registers),
	.look            = &cbox_look,
	.pairs           = &cbox_pairs,
	.instances       = ARRAY_SIZE(cbox_instances),
	.present         = &cbox_present,
	.space           = SPACE_MSR,
	.counters        = 4,
	.counter_bits    = 44,
	.edge_needs_threshold = true,
	.library_note    = "takes opcodes for umasks that do not look at them, e and i without t, and cf to 15, of which it keeps 3 bits; joins fewer umasks",
};

/* ---- PCU -------------------------------------------------------------------------------------------- */

/* ev_sel bit 7 says that an occupancy counts, of the cores in the state of occ_sel: then the other bits are a
 * condition. Its inversion and edges have fields of their own. The place of the extra select bit is libpfm4's and
 * PCM's, and that of ev_sel_ext in 329468; 327043 needs it in its event table. */
static const struct field pcu_select_fields[] = {
	[XEON_E5_2600_PCU_CTL_EV_SEL_EXT]   = FIELD_OF(CODE_ABOVE, "ev_sel_ext", 21, 1, RW),
	[XEON_E5_2600_PCU_CTL_OCC_SEL]      = {.name = "occ_sel", .low = 14, .width = 2, .access = ACCESS_RW, .kind = FIELD_UMASK, .perf = "occ_sel"},
	[XEON_E5_2600_PCU_CTL_EDGE_DET]     = MODIFIER(EDGE,   "edge_det",     18, 1, "e", "edge"),
	[XEON_E5_2600_PCU_CTL_INVERT]       = MODIFIER(INVERT, "invert",       23, 1, "i", "inv"),
	[XEON_E5_2600_PCU_CTL_OCC_INVERT]   = MODIFIER(INVERT, "occ_invert",   30, 1, "i", "occ_invert"),
	[XEON_E5_2600_PCU_CTL_OCC_EDGE_DET] = MODIFIER(EDGE,   "occ_edge_det", 31, 1, "e", "occ_edge"),
	FIELD_OF(EVENT,  "ev_sel", 0, 8, RW),
	FIELD_OF(RESET,  "rst",    17, 1, W1_TO),
	RSV(20, 1),
	FIELD_OF(ENABLE, "en",     22, 1, RW),
	MODIFIER(THRESHOLD, "thresh", 24, 5, "t", "thresh"),
	RSV(29, 1),
};
static const struct register_layout pcu_select = {
	.title = "PCU_MSR_PMON_CTL", .source = "327043 p.74, 329468; rst: Linux, libpfm4, PCM",
	FIELDS(pcu_select_fields), .width_bits = 32,
};

/* In 100 MHz; FREQ_BANDi counts while the frequency is that of band i at least. */
const struct field xeon_e5_2600_pcu_filter_fields[4] = {
	[XEON_E5_2600_PCU_FILTER_BAND0] = MODIFIER(OTHER, "band0", 0,  8, "band0", "filter_band0"),
	[XEON_E5_2600_PCU_FILTER_BAND1] = MODIFIER(OTHER, "band1", 8,  8, "band1", "filter_band1"),
	[XEON_E5_2600_PCU_FILTER_BAND2] = MODIFIER(OTHER, "band2", 16, 8, "band2", "filter_band2"),
	[XEON_E5_2600_PCU_FILTER_BAND3] = MODIFIER(OTHER, "band3", 24, 8, "band3", "filter_band3"),
};
/* libpfm4's spelling: that of the event's band. */
const struct field xeon_e5_2600_pcu_filter_parts[4] = {
	{.name = "band0", .low = 0,  .width = 8, .access = ACCESS_RW, .modifier = "ff"},
	{.name = "band1", .low = 8,  .width = 8, .access = ACCESS_RW, .modifier = "ff"},
	{.name = "band2", .low = 16, .width = 8, .access = ACCESS_RW, .modifier = "ff"},
	{.name = "band3", .low = 24, .width = 8, .access = ACCESS_RW, .modifier = "ff"},
};
static const struct register_layout pcu_filter = {
	.title = "PCU_MSR_PMON_BOX_FILTER", .source = "327043 p.76",
	FIELDS(xeon_e5_2600_pcu_filter_fields), .width_bits = 32,
	.parts = xeon_e5_2600_pcu_filter_parts, .part_count = ARRAY_SIZE(xeon_e5_2600_pcu_filter_parts),
};

/* Outside of the PMON: neither frozen nor reset with it. */
const struct field xeon_e5_2600_residency_fields[1] = {
	FIELD("count", 0, 64, COUNTING),
};
static const struct register_layout residency = {
	.title = "PCU_MSR_CORE_C3_CTR, C6_CTR", .source = "327043 p.73",
	FIELDS(xeon_e5_2600_residency_fields), .width_bits = 64,
};

static const struct register_row pcu_registers[] = {
	[XEON_E5_2600_PCU_CTL]    = ROW("ctl",    pcu_select,              SELECT,  0, 4, 1, 0xc30),
	[XEON_E5_2600_PCU_CTR]    = ROW("ctr",    xeon_e5_2600_counter_48, COUNTER, 0, 4, 1, 0xc36),
	[XEON_E5_2600_PCU_FILTER] = ROW("filter", pcu_filter,              FILTER,  0, 1, 0, 0xc34),
	ROW("box_ctl", xeon_e5_2600_control, BOX_CONTROL,  0, 1, 0, 0xc24),
	ROW("residency", residency,          FREE_COUNTER, 0, 2, 1, 0x3fc),
};

static const struct filter_register pcu_filter_registers[] = {
	{.row = XEON_E5_2600_PCU_FILTER,
	 .note = "ff in 100 MHz; takes effect as the frequency changes, so that counts are wrong where it never does"},
};

static const struct box_instance pcu_instances[] = {{.base = {0}}};

const struct box_type xeon_e5_2600_pcu = {
	.name            = "pcu",
	.pmu             = "snbep_unc_pcu",
	.perf            = "uncore_pcu",
	.title           = "power control unit",
	.instance_table          = pcu_instances,
	.registers       = pcu_registers,
	.register_count  = ARRAY_SIZE(pcu_registers),
	.events          = xeon_e5_2600_pcu_events,
	.event_count     = ARRAY_SIZE(xeon_e5_2600_pcu_events),
	.requirements    = xeon_e5_2600_requirements,
	.filter_registers      = pcu_filter_registers,
	.filter_register_count = ARRAY_SIZE(pcu_filter_registers),
	.instances       = ARRAY_SIZE(pcu_instances),
	.space           = SPACE_MSR,
	.counters        = 4,
	.free_counters   = 2,
	.shared_spellings = true,
	.counter_bits    = 48,
	.edge_needs_threshold = true,
	.library_note    = "takes e and i without t, which mean nothing, and has umasks of states that set reserved bits",
};

/* clang-format on */
