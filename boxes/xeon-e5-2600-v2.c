/* SPDX-License-Identifier: BSD-2-Clause */
/* Xeon E5-2600 v2 and E7 v2 (Ivy Bridge-EP and -EX, 06_3EH). What sets it apart from the part before is that an overflow acts:
 * it is shown in a status of the box and in one of the socket, freezes all boxes, and sends a PMI to chosen cores.
 *
 * Sources: "329468" is Intel's guide to the uncore's performance monitoring, 329468-002, of which the pages on the
 * U-Box, home agent, memory controller and PCU could be read; "DS2" the datasheet of the E7 v2, volume two, p.127-129. "Linux" is
 * uncore_snbep.c of 6.12, "libpfm4" version 4.13, "PCM" and "LIKWID" the programs of these names, "perfmon"
 * ivytown_uncore.json V24. "327043" is the guide of the part before, 327043-001: what no source says of this part is
 * taken to be as there. Every field of the pages that could be read is 0 after reset. */
#include "boxes/xeon-e5-2600-v2.h"
#include "boxes/core-pmu.h"
#include "boxes/table.h"
#include "boxes/xeon-e5-2600.h"

extern const struct processor xeon_e5_2600_v2;

/* clang-format off */

/* ---- what boxes have alike ---------------------------------------------------------------------------- */

static const struct register_layout counter_44 = {
	.title = "PMON_CTR", .source = "329468 p.21, p.23; CBo, R2PCIe, R3QPI: Linux, LIKWID",
	FIELDS(xeon_e5_2600_counter_44_fields), .width_bits = 64,
};
static const struct register_layout counter_48 = {
	.title = "PMON_CTR", .source = "329468 p.55, p.79, p.110; QPI: Linux, LIKWID",
	FIELDS(xeon_e5_2600_counter_48_fields), .width_bits = 64,
};

/* Bits 17:16 have no name any more: software must write 1. */
static const struct field control_fields[] = {
	FIELD_OF(RESET_CONTROLS, "rst_ctrl", 0,  1, W1_TO),
	FIELD_OF(RESET_COUNTERS, "rst_ctrs", 1,  1, W1_TO),
	IG(2, 6),
	FIELD_OF(FREEZE,         "frz",      8,  1, WO),
	IG(9, 7),
	ONES(16, 2),
	IG(18, 14),
};
static const struct register_layout control = {
	.title = "PMON_BOX_CTL", .source = "329468 p.56, p.79, p.111; other boxes: inferred",
	FIELDS(control_fields), .width_bits = 32,
};

/* An overflow sets its bit and no other; software alone clears it, by a 1 (DS2 p.129). */
const struct field xeon_e5_2600_v2_status_4_fields[2] = {
	FIELD_OF(OVERFLOWS, "ov", 0, 4, W1C),
	RSV(4, 1),
};
static const struct register_layout status_4 = {
	.title = "PMON_BOX_STATUS", .source = "329468 p.56, p.111; QPI: p.18, DS2; R2PCIe: LIKWID",
	FIELDS(xeon_e5_2600_v2_status_4_fields), .width_bits = 32,
};
const struct field xeon_e5_2600_v2_status_3_fields[1] = {
	FIELD_OF(OVERFLOWS, "ov", 0, 3, W1C),
};
static const struct register_layout status_3 = {
	.title = "PMON_BOX_STATUS", .source = "LIKWID",
	FIELDS(xeon_e5_2600_v2_status_3_fields), .width_bits = 32,
};

/* Bit 23, which inverted the threshold, is gone (Linux, libpfm4; DS2 prints it for the memory controller). */
#define SELECT_FIELDS(THRESHOLD_BITS)                                              \
	FIELD_OF(EVENT,  "ev_sel", 0, 8, RW),                                      \
	FIELD_OF(UMASK,  "umask",  8, 8, RW),                                      \
	FIELD_OF(RESET,  "rst",    17, 1, W1_TO),                                  \
	MODIFIER(EDGE,   "edge_det", 18, 1, "e", "edge"),                          \
	FIELD_OF(PMI,    "ov_en",  20, 1, RW),                                     \
	FIELD_OF(ENABLE, "en",     22, 1, RW),                                     \
	RSV(23, 1),                                                                \
	MODIFIER(THRESHOLD, "thresh", 24, THRESHOLD_BITS, "t", "thresh")

static const struct field select_fields[] = {
	SELECT_FIELDS(8), RSV(16, 1), RSV(21, 1),
};
static const struct register_layout select = {
	.title = "PMON_CTL", .source = "329468 p.55, p.79; other boxes: Linux, libpfm4",
	FIELDS(select_fields), .width_bits = 32,
};

/* The single resets of the home agent's and the memory controller's counters were not there on the part before. Bit 16
 * of the home agent resets the occupancy of a queue (Linux): how it reads nobody says, and nothing here sets it. */
static const struct field plain_select_fields[] = {
	FIELD_OF(EVENT,  "ev_sel", 0, 8, RW),
	FIELD_OF(UMASK,  "umask",  8, 8, RW),
	RSV(16, 2),
	MODIFIER(EDGE,   "edge_det", 18, 1, "e", "edge"),
	FIELD_OF(PMI,    "ov_en",  20, 1, RW),
	RSV(21, 1),
	FIELD_OF(ENABLE, "en",     22, 1, RW),
	RSV(23, 1),
	MODIFIER(THRESHOLD, "thresh", 24, 8, "t", "thresh"),
};
static const struct register_layout plain_select = {
	.title = "PMON_CTL", .source = "329468 p.55, p.79, Linux, libpfm4",
	FIELDS(plain_select_fields), .width_bits = 32,
};

#define BOX(NAME)                                                   \
	.instance_table         = NAME##_instances,                            \
	.registers      = NAME##_registers,                         \
	.register_count = ARRAY_SIZE(NAME##_registers),             \
	.events         = xeon_e5_2600_v2_##NAME##_events,             \
	.event_count    = ARRAY_SIZE(xeon_e5_2600_v2_##NAME##_events), \
	.requirements   = xeon_e5_2600_v2_requirements,             \
	.instances      = ARRAY_SIZE(NAME##_instances),                \
	.edge_needs_threshold = true

#define PCI_BOX(NAME)       BOX(NAME), .space = SPACE_PCI, .based = BASE_OF_SOCKET
#define PCI_CONTROL(STATUS) XEON_E5_2600_PCI_CONTROL(control), XEON_E5_2600_PCI_STATUS(STATUS)

/* Where the status of the socket shows overflows of each box (LIKWID alone; names of the first and last: 329468). */
#define OV_U_FIXED BIT(0)
#define OV_U       BIT(1)
#define OV_P       BIT(2)
#define OV_C(N)    BIT(3 + (N))
#define OV_H(N)    BIT(18 + (N))
#define OV_MC(N)   BIT(20 + (N))
#define OV_Q(N)    BIT(22 + (N))
#define OV_R3(N)   BIT(24 + (N))
#define OV_R2      BIT(26)

/* ---- U-Box, with what controls the socket -------------------------------------------------------------- */

/* U_MSR_PMON_GLOBAL_CTL 0xc00 (329468 p.19): frz_all and unfrz_all act as they are written. */
#define U_CTL_FRZ_ALL   BIT(31)
#define U_CTL_WK_ON_PMI BIT(30)
#define U_CTL_UNFRZ_ALL BIT(29)
static const struct field ubox_global_control_fields[] = {
	FIELD("frz_all",      31, 1, WO),
	FIELD("wk_on_pmi",    30, 1, RW), /* a core that sleeps is woken for the PMI, else left out */
	FIELD("unfrz_all",    29, 1, WO),
	RSV(15, 14),
	FIELD("pmi_core_sel",  0, 15, RW), /* one bit a core; none: no PMI */
};
static const struct register_layout ubox_global_control = {
	.title = "U_MSR_PMON_GLOBAL_CTL", .source = "329468 p.19",
	FIELDS(ubox_global_control_fields), .width_bits = 32,
};

/* U_MSR_PMON_GLOBAL_STATUS 0xc01 (329468 p.18: a written 1 clears) */
static const struct field ubox_global_status_fields[] = {
	FIELD("ov_u_fixed", 0,  1,  W1C), FIELD("ov_u", 1, 1, W1C), FIELD("ov_p", 2, 1, W1C),
	FIELD("ov_c",       3,  15, W1C), FIELD("ov_h", 18, 2, W1C), FIELD("ov_m", 20, 2, W1C),
	FIELD("ov_q",       22, 2,  W1C), FIELD("ov_r3", 24, 2, W1C), FIELD("ov_r2", 26, 1, W1C),
};
static const struct register_layout ubox_global_status = {
	.title = "U_MSR_PMON_GLOBAL_STATUS", .source = "329468 p.18; bits: LIKWID",
	FIELDS(ubox_global_status_fields), .width_bits = 32,
};

/* U_MSR_PMON_GLOBAL_CONFIG 0xc06: its fields are on no page that could be read. */
static const struct field ubox_global_config_fields[] = {
	FIELD("config", 0, 32, RO),
};
static const struct register_layout ubox_global_config = {
	.title = "U_MSR_PMON_GLOBAL_CONFIG", .source = "329468 p.18",
	FIELDS(ubox_global_config_fields), .width_bits = 32, .reset_unknown = MASK(0, 32),
};

/* U_MSR_PMON_BOX_STATUS 0xc15 */
const struct field xeon_e5_2600_v2_ubox_status_fields[2] = {
	FIELD_OF(FIXED_OVERFLOW, "ov_fixed", 0, 1, W1C),
	FIELD_OF(OVERFLOWS,      "ov",       1, 2, W1C),
};
static const struct register_layout ubox_status = {
	.title = "U_MSR_PMON_BOX_STATUS", .source = "329468 p.21; bits: LIKWID",
	FIELDS(xeon_e5_2600_v2_ubox_status_fields), .width_bits = 32,
};

static const struct field ubox_select_fields[] = {
	SELECT_FIELDS(5), RSV(16, 1), RSV(21, 1), RSV(29, 3),
};
static const struct register_layout ubox_select = {
	.title = "U_MSR_PMON_CTL", .source = "329468 p.23",
	FIELDS(ubox_select_fields), .width_bits = 32,
};
const struct field xeon_e5_2600_v2_ubox_fixed_select_fields[5] = {
	RSV(0, 20),
	FIELD_OF(PMI,    "ov_en", 20, 1, RW),
	RSV(21, 1),
	FIELD_OF(ENABLE, "en",    22, 1, RW),
	RSV(23, 9),
};
static const struct register_layout ubox_fixed_select = {
	.title = "U_MSR_PMON_UCLK_FIXED_CTL", .source = "329468 p.23",
	FIELDS(xeon_e5_2600_v2_ubox_fixed_select_fields), .width_bits = 32,
};
static const struct register_layout ubox_fixed_counter = {
	.title = "U_MSR_PMON_UCLK_FIXED_CTR", .source = "329468 p.23: 48 bits in the text, 44 in the table",
	FIELDS(xeon_e5_2600_counter_48_fields), .width_bits = 64,
};

static const struct register_row ubox_registers[] = {
	ROW("ctl",           ubox_select,         SELECT,        0, 2, 1, 0xc10),
	ROW("ctr",           counter_44,          COUNTER,       0, 2, 1, 0xc16),
	ROW("fixed_ctl",     ubox_fixed_select,   FIXED_SELECT,  0, 1, 0, 0xc08),
	ROW("fixed_ctr",     ubox_fixed_counter,  FIXED_COUNTER, 0, 1, 0, 0xc09),
	ROW("status",        ubox_status,         STATUS,        0, 1, 0, 0xc15),
	ROW("global_ctl",    ubox_global_control, OTHER,         0, 1, 0, 0xc00),
	ROW("global_status", ubox_global_status,  OTHER,         0, 1, 0, 0xc01),
	ROW("global_config", ubox_global_config,  OTHER,         0, 1, 0, 0xc06),
};
static const struct box_instance ubox_instances[] = {{.base = {0}, .summary = OV_U_FIXED | OV_U}};

static const struct box_type ubox = {
	.name = "ubox", .pmu = "ivbep_unc_ubo", .perf = "uncore_ubox", .title = "system configuration controller",
	BOX(ubox), .space = SPACE_MSR, .counters = 2, .fixed = true, .counter_bits = 44,
};

static const struct global_control global = {
	.box          = &ubox,
	.control      = "global_ctl",
	.status       = "global_status",
	.run          = U_CTL_UNFRZ_ALL,
	.stop         = U_CTL_FRZ_ALL,
	.commands     = U_CTL_FRZ_ALL | U_CTL_UNFRZ_ALL,
	.freezes      = true, /* nothing but a counter's ov_en has a say (329468 p.21) */
	.wake_on_pmi  = U_CTL_WK_ON_PMI,
	.core_select  = {.name = "pmi_core_sel", .low = 0, .width = 15, .access = ACCESS_RW},
	.status_stays = true, /* 329468 p.18: both statuses are to be cleared */
	/* IA32_DEBUGCTL: the SDM asks for it on Sandy Bridge's client parts; whether this part does was not found. */
	.gate         = 0x1d9,
	.gate_open    = BIT(13),
};

/* ---- CBo ---------------------------------------------------------------------------------------------- */

static const struct field cbox_select_fields[] = {
	[XEON_E5_2600_V2_CBOX_CTL_TID_EN] = {.name = "tid_en", .low = 19, .width = 1, .access = ACCESS_RW, .perf = "tid_en"},
	SELECT_FIELDS(8), RSV(16, 1), RSV(21, 1),
};
static const struct register_layout cbox_select = {
	.title = "Cn_MSR_PMON_CTL", .source = "Linux, LIKWID, libpfm4",
	FIELDS(cbox_select_fields), .width_bits = 32,
};

/* Of tid bit 0 is the thread, 4:1 the core, as on the part before. */
static const struct field cbox_filter0_fields[] = {
	[XEON_E5_2600_V2_CBOX_FILTER0_TID] = {.name = "tid", .low = 0, .width = 5, .most = 0x1e, .access = ACCESS_RW, .perf = "filter_tid"},
	[XEON_E5_2600_V2_CBOX_FILTER0_LINK] = MODIFIER(OTHER, "link", 5, 4, "link", "filter_link"),
	[XEON_E5_2600_V2_CBOX_FILTER0_STATE] = {.name = "state", .low = 17, .width = 6, .least = 1, .access = ACCESS_RW, .modifier = "state", .perf = "filter_state"},
};
static const struct field cbox_filter0_parts[] = {
	{.name = "thread", .low = 0, .width = 1, .most = 1, .access = ACCESS_RW, .modifier = "tf"},
	{.name = "core",   .low = 1, .width = 4, .access = ACCESS_RW, .modifier = "cf"},
};
static const struct register_layout cbox_filter0 = {
	.title = "Cn_MSR_PMON_BOX_FILTER", .source = "Linux, libpfm4, LIKWID",
	FIELDS(cbox_filter0_fields), .width_bits = 32,
	.parts = cbox_filter0_parts, .part_count = ARRAY_SIZE(cbox_filter0_parts),
};
const struct field xeon_e5_2600_v2_cbox_filter1_fields[5] = {
	[XEON_E5_2600_V2_CBOX_FILTER1_NID]  = {.name = "nid", .low = 0, .width = 16, .least = 1, .access = ACCESS_RW, .modifier = "nf", .perf = "filter_nid"},
	[XEON_E5_2600_V2_CBOX_FILTER1_OPC]  = MODIFIER(OTHER, "opc", 20, 9, "opc", "filter_opc"),
	[XEON_E5_2600_V2_CBOX_FILTER1_C6]   = MODIFIER(OTHER, "c6",   29, 1, "c6",   "filter_c6"),
	[XEON_E5_2600_V2_CBOX_FILTER1_NC]   = MODIFIER(OTHER, "nc",   30, 1, "nc",   "filter_nc"),
	[XEON_E5_2600_V2_CBOX_FILTER1_ISOC] = MODIFIER(OTHER, "isoc", 31, 1, "isoc", "filter_isoc"),
};
static const struct register_layout cbox_filter1 = {
	.title = "Cn_MSR_PMON_BOX_FILTER1", .source = "Linux, libpfm4, LIKWID, PCM",
	FIELDS(xeon_e5_2600_v2_cbox_filter1_fields), .width_bits = 32,
};

/* No status of the box is known: the socket's is the only record of an overflow. */
static const struct register_row cbox_registers[] = {
	[XEON_E5_2600_V2_CBOX_CTL]     = ROW("ctl",     cbox_select,  SELECT,  0, 4, 1, 0xd10),
	[XEON_E5_2600_V2_CBOX_CTR]     = ROW("ctr",     counter_44,   COUNTER, 0, 4, 1, 0xd16),
	[XEON_E5_2600_V2_CBOX_FILTER0] = ROW("filter0", cbox_filter0, FILTER,  0, 1, 0, 0xd14),
	[XEON_E5_2600_V2_CBOX_FILTER1] = ROW("filter1", cbox_filter1, FILTER,  0, 1, 0, 0xd1a),
	ROW("box_ctl", control, BOX_CONTROL, 0, 1, 0, 0xd04),
};
static const struct filter_register cbox_filter_registers[] = {
	{.row = XEON_E5_2600_V2_CBOX_FILTER0,
	 .note = "one for all counters of the CBo: state one of I, S, E, M, F, M' from its low bit on, link of snoops' retries, tf and cf whose"},
	{.row = XEON_E5_2600_V2_CBOX_FILTER1,
	 .note = "one for all counters of the CBo: nf a mask of nodes, opc of requests of cores; nc, c6 and isoc what else they are"},
};
static const struct look cbox_look = {XEON_E5_2600_V2_CBOX_CTL_TID_EN, XEON_E5_2600_V2_CBOX_FILTER0, MASK(0, 5)};
static const struct event_pairs cbox_pairs = {.follower = 0x1f}; /* COUNTER0_OCCUPANCY */

#define CBO(N) {.base = {0x20 * (N)}, .summary = OV_C(N)}
static const struct box_instance cbox_instances[] = {
	CBO(0), CBO(1), CBO(2), CBO(3), CBO(4), CBO(5), CBO(6), CBO(7), CBO(8), CBO(9), CBO(10), CBO(11), CBO(12), CBO(13), CBO(14),
};
/* As many as the package has cores that are not fused off; what is not there may fault. */
static const struct present_if cbox_present = {.kind = PRESENT_AS_CORES};

static const struct box_type cbox = {
	.name = "cbox", .pmu = "ivbep_unc_cbo", .perf = "uncore_cbox", .title = "LLC coherence engine",
	BOX(cbox), .space = SPACE_MSR, .counters = 4, .counter_bits = 44, .present = &cbox_present,
	.filter_registers = cbox_filter_registers, .filter_register_count = ARRAY_SIZE(cbox_filter_registers),
	.look = &cbox_look, .pairs = &cbox_pairs,
};

/* ---- PCU ---------------------------------------------------------------------------------------------- */

/* ev_sel bit 7 says that an occupancy counts, of the cores in the state of occ_sel. The place of the extra select bit is
 * that of perfmon and libpfm4; Linux's mask has it for QPI alone. occ_invert inverts the test of occupancies and nothing else:
 * it is no inversion of every event, and is spelled out. */
static const struct field pcu_select_fields[] = {
	[XEON_E5_2600_V2_PCU_CTL_EV_SEL_EXT]   = FIELD_OF(CODE_ABOVE, "ev_sel_ext", 21, 1, RW),
	[XEON_E5_2600_V2_PCU_CTL_OCC_SEL]      = {.name = "occ_sel", .low = 14, .width = 2, .access = ACCESS_RW, .kind = FIELD_UMASK, .perf = "occ_sel"},
	[XEON_E5_2600_V2_PCU_CTL_EDGE_DET]     = MODIFIER(EDGE,   "edge_det",     18, 1, "e", "edge"),
	[XEON_E5_2600_V2_PCU_CTL_OCC_INVERT]   = SETTING("occ_invert", 30, 1, "occ_invert"),
	[XEON_E5_2600_V2_PCU_CTL_OCC_EDGE_DET] = MODIFIER(EDGE,   "occ_edge_det", 31, 1, "e", "occ_edge"),
	FIELD_OF(EVENT,  "ev_sel", 0, 8, RW),
	FIELD_OF(RESET,  "rst",    17, 1, W1_TO),
	FIELD_OF(PMI,    "ov_en",  20, 1, RW),
	FIELD_OF(ENABLE, "en",     22, 1, RW),
	RSV(23, 1),
	MODIFIER(THRESHOLD, "thresh", 24, 5, "t", "thresh"),
	RSV(29, 1),
};
static const struct register_layout pcu_select = {
	.title = "PCU_MSR_PMON_CTL", .source = "329468 p.113, Linux, libpfm4",
	FIELDS(pcu_select_fields), .width_bits = 32,
};

/* In 100 MHz; FREQ_BANDi counts while the frequency is that of band i at least. */
_Static_assert((int)XEON_E5_2600_V2_PCU_FILTER_BAND0 == (int)XEON_E5_2600_PCU_FILTER_BAND0 &&
		      (int)XEON_E5_2600_V2_PCU_FILTER_BAND3 == (int)XEON_E5_2600_PCU_FILTER_BAND3,
	      "the fields are numbered alike");
static const struct register_layout pcu_filter = {
	.title = "PCU_MSR_PMON_BOX_FILTER", .source = "329468 p.114",
	FIELDS(xeon_e5_2600_pcu_filter_fields), .width_bits = 32,
	.parts = xeon_e5_2600_pcu_filter_parts, .part_count = ARRAY_SIZE(xeon_e5_2600_pcu_filter_parts),
};

/* Outside of the PMON: neither frozen nor reset with it. */
static const struct register_layout residency = {
	.title = "PCU_MSR_CORE_C3_CTR, C6_CTR", .source = "329468 p.114",
	FIELDS(xeon_e5_2600_residency_fields), .width_bits = 64,
};

static const struct register_row pcu_registers[] = {
	[XEON_E5_2600_V2_PCU_CTL]    = ROW("ctl",    pcu_select, SELECT,  0, 4, 1, 0xc30),
	[XEON_E5_2600_V2_PCU_CTR]    = ROW("ctr",    counter_48, COUNTER, 0, 4, 1, 0xc36),
	[XEON_E5_2600_V2_PCU_FILTER] = ROW("filter", pcu_filter, FILTER,  0, 1, 0, 0xc34),
	ROW("box_ctl",   control,   BOX_CONTROL,  0, 1, 0, 0xc24),
	ROW("status",    status_4,  STATUS,       0, 1, 0, 0xc35),
	ROW("residency", residency, FREE_COUNTER, 0, 2, 1, 0x3fc),
};
static const struct filter_register pcu_filter_registers[] = {
	{.row = XEON_E5_2600_V2_PCU_FILTER,
	 .note = "ff in 100 MHz; takes effect as the frequency changes, so that counts are wrong where it never does"},
};
static const struct box_instance pcu_instances[] = {{.base = {0}, .summary = OV_P}};

static const struct box_type pcu = {
	.name = "pcu", .pmu = "ivbep_unc_pcu", .perf = "uncore_pcu", .title = "power control unit",
	BOX(pcu), .space = SPACE_MSR, .counters = 4, .free_counters = 2, .counter_bits = 48, .shared_spellings = true,
	.filter_registers = pcu_filter_registers, .filter_register_count = ARRAY_SIZE(pcu_filter_registers),
};

/* ---- home agent --------------------------------------------------------------------------------------- */

_Static_assert((int)XEON_E5_2600_V2_HA_ADDRMATCH0_LO_ADDR == (int)XEON_E5_2600_HA_ADDRMATCH0_LO_ADDR &&
		      (int)XEON_E5_2600_V2_HA_ADDRMATCH1_HI_ADDR == (int)XEON_E5_2600_HA_ADDRMATCH1_HI_ADDR &&
		      (int)XEON_E5_2600_V2_HA_OPCODEMATCH_OPC == (int)XEON_E5_2600_HA_OPCODEMATCH_OPC,
	      "the fields are numbered alike");
static const struct register_layout addrmatch0 = {
	.title = "HA_PCI_PMON_BOX_ADDRMATCH0", .source = "329468 p.55, libpfm4, LIKWID",
	FIELDS(xeon_e5_2600_addrmatch0_fields), .width_bits = 32,
};
static const struct register_layout addrmatch1 = {
	.title = "HA_PCI_PMON_BOX_ADDRMATCH1", .source = "329468 p.55, libpfm4, LIKWID",
	FIELDS(xeon_e5_2600_addrmatch1_fields), .width_bits = 32,
};
static const struct register_layout opcodematch = {
	.title = "HA_PCI_PMON_BOX_OPCODEMATCH", .source = "329468 p.55, libpfm4, LIKWID",
	FIELDS(xeon_e5_2600_opcodematch_fields), .width_bits = 32,
};
static const struct register_row ha_registers[] = {
	XEON_E5_2600_PCI_COUNTERS(4, plain_select, counter_48),
	[XEON_E5_2600_V2_HA_ADDRMATCH0]  = ROW("addrmatch0",  addrmatch0,  FILTER, 0, 1, 0, 0x40),
	[XEON_E5_2600_V2_HA_ADDRMATCH1]  = ROW("addrmatch1",  addrmatch1,  FILTER, 0, 1, 0, 0x44),
	[XEON_E5_2600_V2_HA_OPCODEMATCH] = ROW("opcodematch", opcodematch, FILTER, 0, 1, 0, 0x48),
	PCI_CONTROL(status_4),
};
static const struct filter_register ha_filter_registers[] = {
	{.row = XEON_E5_2600_V2_HA_ADDRMATCH0, .modifier = "addrmatch0", .note = "bits 31:6 of the physical address, of which 31:12 count"},
	{.row = XEON_E5_2600_V2_HA_ADDRMATCH1, .modifier = "addrmatch1", .note = "bits 45:32 of the physical address"},
	{.row = XEON_E5_2600_V2_HA_OPCODEMATCH, .note = "message class HOM0, HOM1, NDR or SNP in bits 5:4, its opcode in 3:0"},
};
static const struct box_instance ha_instances[] = {
	{.base = {BOX_FUNCTION(14, 1)}, .id = {0x0e30}, .summary = OV_H(0)},
	{.base = {BOX_FUNCTION(28, 1)}, .id = {0x0e38}, .summary = OV_H(1)},
};

static const struct box_type ha = {
	.name = "ha", .pmu = "ivbep_unc_ha", .perf = "uncore_ha", .title = "home agent",
	PCI_BOX(ha), .counters = 4, .counter_bits = 48,
	.filter_registers = ha_filter_registers, .filter_register_count = ARRAY_SIZE(ha_filter_registers),
};

/* ---- memory controller -------------------------------------------------------------------------------- */

const struct field xeon_e5_2600_v2_imc_fixed_select_fields[5] = {
	FIELD_OF(RESET,  "rst",   19, 1, W1_TO),
	FIELD_OF(PMI,    "ov_en", 20, 1, RW),
	RSV(21, 1),
	FIELD_OF(ENABLE, "en",    22, 1, RW),
	RSV(23, 1),
};
static const struct register_layout imc_fixed_select = {
	.title = "MC_CHy_PCI_PMON_FIXED_CTL", .source = "327043 p.62; ov_en: inferred from the other selects",
	FIELDS(xeon_e5_2600_v2_imc_fixed_select_fields), .width_bits = 32,
};
/* 329468 p.79 prints bit 1 as that of counter 1 and bit 4 as that of counter 4; there are counters 0 to 3, and by DS2 a fixed
 * counter has bit 0 and counter 0 the next. */
const struct field xeon_e5_2600_v2_imc_status_fields[3] = {
	FIELD_OF(FIXED_OVERFLOW, "ov_fixed", 0, 1, W1C),
	FIELD_OF(OVERFLOWS,      "ov",       1, 4, W1C),
	RSV(5, 1),
};
static const struct register_layout imc_status = {
	.title = "MC_CHy_PCI_PMON_BOX_STATUS", .source = "329468 p.79, DS2, LIKWID",
	FIELDS(xeon_e5_2600_v2_imc_status_fields), .width_bits = 32,
};
static const struct register_row imc_registers[] = {
	XEON_E5_2600_PCI_COUNTERS(4, plain_select, counter_48),
	XEON_E5_2600_PCI_FIXED(imc_fixed_select, counter_48),
	PCI_CONTROL(imc_status),
};
/* Channels 0 to 3 of a controller are functions 4, 5, 0 and 1 (Linux, LIKWID). */
#define CHANNEL(MC, DEVICE, FUNCTION, ID) {.base = {BOX_FUNCTION(DEVICE, FUNCTION)}, .id = {ID}, .summary = OV_MC(MC)}
static const struct box_instance imc_instances[] = {
	CHANNEL(0, 16, 4, 0x0eb4), CHANNEL(0, 16, 5, 0x0eb5), CHANNEL(0, 16, 0, 0x0eb0), CHANNEL(0, 16, 1, 0x0eb1),
	CHANNEL(1, 30, 4, 0x0ef4), CHANNEL(1, 30, 5, 0x0ef5), CHANNEL(1, 30, 0, 0x0ef0), CHANNEL(1, 30, 1, 0x0ef1),
};

static const struct box_type imc = {
	.name = "imc", .pmu = "ivbep_unc_imc", .perf = "uncore_imc", .title = "memory channel",
	.perf_aliases = xeon_e5_2600_imc_aliases,
	PCI_BOX(imc), .counters = 4, .fixed = true, .fixed_apart = true, .counter_bits = 48,
};

/* ---- IRP ---------------------------------------------------------------------------------------------- */

/* Counters 0 and 1 are IRP0's, 2 and 3 IRP1's. Linux has 48 bits, LIKWID 44: what both have is taken. Where in the status of the
 * socket its overflows appear no source says. */
static const int32_t irp_counters[] = {0xa0, 0xb0, 0xb8, 0xc0};
static const struct register_row irp_registers[] = {
	SELECT_ROW(4, select, 4, 0xd8),
	ROW_AT("ctr", counter_48, COUNTER, 0, irp_counters), /* of which 44 are sure */
	PCI_CONTROL(status_4),
};
/* On the socket's first bus, as the I/O hub's other functions are: boards of v3 and v4 show it there. */
static const struct box_instance irp_instances[] = {{.base = {BOX_FUNCTION(5, 6)}, .id = {0x0e39}}};

static const struct box_type irp = {
	.name = "irp", .pmu = "ivbep_unc_irp", .perf = "uncore_irp", .title = "coherent agent of I/O",
	BOX(irp), .space = SPACE_PCI, .based = BASE_BY_ID, .counters = 4, .counter_bits = 44,
};

/* ---- QPI ---------------------------------------------------------------------------------------------- */

static const struct field qpi_select_fields[] = {
	[XEON_E5_2600_V2_QPI_CTL_EV_SEL_EXT] = FIELD_OF(CODE_ABOVE, "ev_sel_ext", 21, 1, RW),
	SELECT_FIELDS(8), RSV(16, 1),
};
static const struct register_layout qpi_select = {
	.title = "Q_Py_PCI_PMON_CTL", .source = "Linux, libpfm4",
	FIELDS(qpi_select_fields), .width_bits = 32,
};

/* A packet matches if it has the match in all bits that are set in the mask. Fields and offsets are those of 327043. */
_Static_assert((int)XEON_E5_2600_V2_QPI_MATCH0_MC == (int)XEON_E5_2600_QPI_MATCH0_MC, "the fields are numbered alike");
#define PACKET(NAME, TITLE)                                                                    \
	static const struct register_layout NAME = {                                           \
		.title = TITLE, .source = "327043 p.90-92; function and offset: Linux, LIKWID", \
		FIELDS(xeon_e5_2600_##NAME##_fields), .width_bits = 32,                                       \
	}
PACKET(match0, "Q_Py_PCI_PMON_PKT_MATCH0");
PACKET(match1, "Q_Py_PCI_PMON_PKT_MATCH1");
PACKET(mask0, "Q_Py_PCI_PMON_PKT_MASK0");
PACKET(mask1, "Q_Py_PCI_PMON_PKT_MASK1");

static const struct register_row qpi_registers[] = {
	XEON_E5_2600_PCI_COUNTERS(4, qpi_select, counter_48),
	[XEON_E5_2600_V2_QPI_MATCH0] = ROW("match0", match0,     FILTER,  1, 1, 0, 0x228),
	[XEON_E5_2600_V2_QPI_MATCH1] = ROW("match1", match1,     FILTER,  1, 1, 0, 0x22c),
	[XEON_E5_2600_V2_QPI_MASK0]  = ROW("mask0",  mask0,      FILTER,  1, 1, 0, 0x238),
	[XEON_E5_2600_V2_QPI_MASK1]  = ROW("mask1",  mask1,      FILTER,  1, 1, 0, 0x23c),
	PCI_CONTROL(status_4),
};
static const struct filter_register qpi_filter_registers[] = {
	{.row = XEON_E5_2600_V2_QPI_MATCH0, .modifier = "match0",
	 .note = "what packets are to have where the mask has 1; classes (mc): HOM0 0, HOM1 1, NDR 2, SNP 3, NCS 4, NCB 12, DRS 14"},
	{.row = XEON_E5_2600_V2_QPI_MATCH1, .modifier = "match1", .note = "rds, of DRS with opcode 0 to 2: M 8, E 4, S 2, F 1, I 0"},
	{.row = XEON_E5_2600_V2_QPI_MASK0,  .modifier = "mask0"},
	{.row = XEON_E5_2600_V2_QPI_MASK1,  .modifier = "mask1"},
};
/* The third port is on parts for four sockets. Linux knows its id, 0E3AH, and not its place; PCM has 24:2 and looks at no id: unproven.
 * LIKWID's functions of device 10 are the Power Control Unit's on three boards. Its filter is inferred: beside it, with the id that Linux has
 * on the v4 but for the generation. Nor is the bit of its overflows known. */
static const struct box_instance qpi_instances[] = {
	{.base = {BOX_FUNCTION(8, 2),  BOX_FUNCTION(8, 6)},  .id = {0x0e32, 0x0e86}, .summary = OV_Q(0)},
	{.base = {BOX_FUNCTION(9, 2),  BOX_FUNCTION(9, 6)},  .id = {0x0e33, 0x0e96}, .summary = OV_Q(1)},
	{.base = {BOX_FUNCTION(24, 2), BOX_FUNCTION(24, 6)}, .id = {0x0e3a, 0x0e46}},
};

static const struct box_type qpi = {
	.name = "qpi", .pmu = "ivbep_unc_qpi", .perf = "uncore_qpi", .title = "QPI link layer",
	PCI_BOX(qpi), .counters = 4, .counter_bits = 48,
	.filter_registers = qpi_filter_registers, .filter_register_count = ARRAY_SIZE(qpi_filter_registers),
};

/* ---- R2PCIe, R3QPI ------------------------------------------------------------------------------------ */

static const struct register_row r2pcie_registers[] = {
	XEON_E5_2600_PCI_COUNTERS(4, select, counter_44), PCI_CONTROL(status_4),
};
static const struct register_row r3qpi_registers[] = {
	XEON_E5_2600_PCI_COUNTERS(3, select, counter_44), PCI_CONTROL(status_3),
};
static const struct box_instance r2pcie_instances[] = {{.base = {BOX_FUNCTION(19, 1)}, .id = {0x0e34}, .summary = OV_R2}};
/* Linux knows the third link's id and never registers it. */
static const struct box_instance r3qpi_instances[] = {
	{.base = {BOX_FUNCTION(19, 5)}, .id = {0x0e36}, .summary = OV_R3(0)},
	{.base = {BOX_FUNCTION(19, 6)}, .id = {0x0e37}, .summary = OV_R3(1)},
	{.base = {BOX_FUNCTION(18, 5)}, .id = {0x0e3e}},
};

static const struct box_type r2pcie = {
	.name = "r2pcie", .pmu = "ivbep_unc_r2pcie", .perf = "uncore_r2pcie", .title = "ring to PCI Express",
	PCI_BOX(r2pcie), .counters = 4, .counter_bits = 44,
};
static const struct box_type r3qpi = {
	.name = "r3qpi", .pmu = "ivbep_unc_r3qpi", .perf = "uncore_r3qpi", .title = "ring to QPI",
	PCI_BOX(r3qpi), .counters = 3, .counter_bits = 44,
};

/* ---- the processor ------------------------------------------------------------------------------------ */

static const struct box_type core = {
	IX86ARCH_CORE, .events = xeon_e5_2600_v2_core_events, .event_count = CORE_PMU_EVENTS,
	.requirements = xeon_e5_2600_v2_requirements,
};

static const struct box_type *const types[] = {
	&ubox, &cbox, &pcu, &ha, &imc, &irp, &qpi, &r2pcie, &r3qpi, &core,
};

static const struct base_finder finders[] = {
	/* CPUBUSNO of D5:F0 (PCM, LIKWID) */
	{.way = BASE_BY_CHAIN, .vendor = 0x8086, .at = BOX_FUNCTION(5, 0), .field = {0x108, 8, 8},
	 .box = "iio", .field_name = "iio.cpubusno"},
	/* CPUNODEID and GIDNIDMAP of the U-Box (Linux) */
	{.way = BASE_BY_MAP, .vendor = 0x8086, .at = BOX_FUNCTION(11, 0), .id = 0x0e1e,
	 .node = {0x40, 0, 3}, .field = {0x54, 0, 3}, .fields = 8, .others = BUSES_BEFORE,
	 .box = "ubox_config", .field_name = "ubox_config.gidnidmap", .node_name = "ubox_config.cpunodeid"},
	{.way = BASE_BY_LOOKING, .vendor = 0x8086},
};

static const char full_events[] =
	"ubox::UNC_U_FIXED_CLOCKTICKS,ubox::UNC_U_CLOCKTICKS,ubox::UNC_U_EVENT_MSG:IPI_RCVD,"
	"cbox*::UNC_C_CLOCKTICKS,cbox*::UNC_C_LLC_VICTIMS:M_STATE,cbox*::UNC_C_LLC_VICTIMS:E_STATE,"
	"cbox*::UNC_C_RING_BL_USED:UP,"
	"pcu::UNC_P_CLOCKTICKS,pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C0,"
	"pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C3,pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C6,"
	"pcu::UNC_P_CORE_C3_RESIDENCY,pcu::UNC_P_CORE_C6_RESIDENCY,"
	"ha*::UNC_H_CLOCKTICKS,ha*::UNC_H_REQUESTS:READS,ha*::UNC_H_REQUESTS:WRITES,ha*::UNC_H_IMC_WRITES:ALL,"
	"imc*::UNC_M_CLOCKTICKS,imc*::UNC_M_CAS_COUNT:RD,imc*::UNC_M_CAS_COUNT:WR,"
	"imc*::UNC_M_ACT_COUNT:RD,imc*::UNC_M_PRE_COUNT:PAGE_MISS,"
	"irp::UNC_I_CLOCKTICKS,irp::UNC_I_TRANSACTIONS:READS,irp::UNC_I1_CLOCKTICKS,irp::UNC_I1_TRANSACTIONS:READS,"
	"qpi*::UNC_Q_CLOCKTICKS,qpi*::UNC_Q_RXL_FLITS_G1:DRS_DATA,qpi*::UNC_Q_RXL_FLITS_G0:DATA,"
	"qpi*::UNC_Q_TXL_FLITS_G0:DATA,"
	"r2pcie::UNC_R2_CLOCKTICKS,r2pcie::UNC_R2_RING_BL_USED:CW,r2pcie::UNC_R2_RXR_CYCLES_NE:NCB,"
	"r2pcie::UNC_R2_TXR_CYCLES_NE:AD,"
	"r3qpi*::UNC_R3_CLOCKTICKS,r3qpi*::UNC_R3_RING_BL_USED:CW,r3qpi*::UNC_R3_RXR_INSERTS:HOM";

/* ---- what the documents leave open -------------------------------------------------------------------- */

static const uint64_t fixed_counter_masks[] = {MASK(0, 48), MASK(0, 44)};
static const struct assumption fixed_counter = {
	.name = "ubox.fixed_ctr.count",
	.candidates = fixed_counter_masks, .candidate_count = ARRAY_SIZE(fixed_counter_masks),
	.ground = "329468 p.23: 48 bits in the text, 44 in the table",
};
static const uint64_t irp_counter_masks[] = {MASK(0, 44), MASK(0, 48)};
static const struct assumption irp_counter = {
	.name = "irp.ctr.count",
	.candidates = irp_counter_masks, .candidate_count = ARRAY_SIZE(irp_counter_masks),
	.ground = "44 bits in LIKWID, 48 in Linux; what counts modulo 44 bits is right with either",
};
static const uint64_t extra_select_masks[] = {BIT(21)};
static const struct assumption extra_select = {
	.name = "pcu.ctl.ev_sel_ext",
	.candidates = extra_select_masks, .candidate_count = ARRAY_SIZE(extra_select_masks),
	.ground = "perfmon and libpfm4 have events that need it; Linux's mask of the PCU lacks it",
};
static const uint64_t summary_masks[] = {MASK(0, 27)};
static const struct assumption summary = {
	.name = "ubox.global_status",
	.candidates = summary_masks, .candidate_count = ARRAY_SIZE(summary_masks),
	.ground = "LIKWID alone has the places of the boxes' bits; IRP, the third QPI port and the third R3QPI link have none there",
};
static const uint64_t channel_overflow_masks[] = {MASK(0, 5)};
static const struct assumption channel_overflow = {
	.name = "imc.status.ov",
	.candidates = channel_overflow_masks, .candidate_count = ARRAY_SIZE(channel_overflow_masks),
	.ground = "bit 0 is the fixed counter's, by the datasheet; 329468 p.79 numbers the others from 1, LIKWID from 0",
};
static const struct assumption overflow = {
	.name = ASSUMED_OVERFLOW, .answer = "carry",
	.ground = "329468 p.18, p.23: preload 2^48 - N or 2^44 - N; between overflow and freeze the counter wraps and goes on",
};
static const struct assumption threshold = {
	.name = ASSUMED_THRESHOLD, .answer = "at-least",
	.ground = "327043: counts the cycles in which the increment is the threshold or more; no readable page of 329468 says otherwise",
};
static const struct assumption fixed_freeze = {
	.name = ASSUMED_FIXED_FREEZE, .answer = "stands",
	.ground = "329468 p.79: frz stops the counters of the box, and nothing excludes the fixed one",
};
static const struct assumption pmi_gate = {
	.name = ASSUMED_PMI_GATE, .answer = "none",
	.ground = "the SDM asks for bit 13 of IA32_DEBUGCTL on Sandy Bridge's client parts; of this part no source says how the PMI arrives",
};

static const struct assumption *const assumptions[] = {
	&fixed_counter, &irp_counter, &extra_select, &summary, &channel_overflow, &overflow, &threshold, &fixed_freeze, &pmi_gate, NULL,
};

const struct processor xeon_e5_2600_v2 = {
	.name           = "xeon-e5-2600-v2",
	.title          = "Intel Xeon E5-2600 v2 (Ivy Bridge-EP)",
	.vendor         = "GenuineIntel",
	.family         = 6,
	.model          = 0x3e,
	.types          = types,
	.type_count     = ARRAY_SIZE(types),
	.global         = &global,
	.finders        = finders,
	.pmu_start      = "ivbep_unc_",
	.assumptions    = assumptions,
	.strings        = xeon_e5_2600_v2_strings,
	.words          = xeon_e5_2600_v2_words,
	.default_events = "ivbep_unc_ubo::UNC_U_FIXED_CLOCKTICKS,ivbep_unc_imc*::UNC_M_CAS_COUNT:RD,"
			  "ivbep_unc_imc*::UNC_M_CAS_COUNT:WR",
	.full_events    = full_events,
	.metrics        = &xeon_e5_2600_v2_metrics,
	.clock_event    = "ivbep_unc_ubo::UNC_U_FIXED_CLOCKTICKS",
	/* Intel, "Disclosure of Hardware Prefetcher Control on Some Intel Processors" (2014), names Ivy Bridge; SDM volume 3C, 35.10.1: 06_3EH has
	 * the MSRs of the table of Sandy Bridge. */
	.prefetchers_off = 0xf,
};

/* clang-format on */
