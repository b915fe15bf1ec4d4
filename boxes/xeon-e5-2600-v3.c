/* SPDX-License-Identifier: BSD-2-Clause */
/* Xeon E5-2600 v3 (Haswell-EP, 06_3FH) and v4 (Broadwell-EP, 06_4FH), whose registers are the same. Overflows act as on the v2; boxes
 * have the control of the first E5-2600 again, selects their inversion, and there are S-Boxes. The two parts differ in the ids of their
 * functions, the number and width of some counters, and a few events.
 *
 * Nobody here has read a page of their guides, 331051 and its successor. Sources: "Linux" is uncore_snbep.c of 6.1, "PCM" and
 * "LIKWID" the programs of these names, "libpfm4" version 4.13, "Inspur" the header of a program of Inspur for servers of the v3,
 * whose fields are evidently the guide's, "CoreFreq" the program of this name, "boards" boot logs of servers of both parts, "SDM"
 * Intel's list of the MSRs of the v3. "329468" and "327043" are the guides of the two parts before: what no source says of these is taken
 * to be as there, and marked so. perfmon's lists are those of Haswell-EP and Broadwell-EP. */
#include "boxes/xeon-e5-2600-v3.h"
#include "boxes/core-pmu.h"
#include "boxes/table.h"
#include "boxes/xeon-e5-2600-v2.h"
#include "boxes/xeon-e5-2600.h"

/* clang-format off */

/* ---- what boxes have alike ---------------------------------------------------------------------------- */

static const struct register_layout counter_44 = {
	.title = "PMON_CTR", .source = "R3QPI: Linux, LIKWID",
	FIELDS(xeon_e5_2600_counter_44_fields), .width_bits = 64,
};
static const struct register_layout counter_48 = {
	.title = "PMON_CTR", .source = "Linux, LIKWID",
	FIELDS(xeon_e5_2600_counter_48_fields), .width_bits = 64,
};

/* Of the home agent and the memory controller the resets are those of the v2. Inspur has no frz_en, and bits 17:16 reserved as
 * on the v2, where software writes 1; Linux and PCM set bit 16 and leave 17. */
static const struct register_layout control = {
	.title = "PMON_BOX_CTL", .source = "Linux, PCM; bit 17: 327043",
	FIELDS(xeon_e5_2600_control_fields), .width_bits = 32,
};

/* An overflow sets its bit and no other; software alone clears it, by a 1: 329468. */
static const struct register_layout status_4 = {
	.title = "PMON_BOX_STATUS", .source = "LIKWID; PCU: SDM as well; bits: LIKWID, 329468",
	FIELDS(xeon_e5_2600_v2_status_4_fields), .width_bits = 32,
};
static const struct register_layout status_3 = {
	.title = "PMON_BOX_STATUS", .source = "LIKWID",
	FIELDS(xeon_e5_2600_v2_status_3_fields), .width_bits = 32,
};

#define SELECT_FIELDS(THRESHOLD_BITS)                                              \
	FIELD_OF(EVENT,  "ev_sel", 0, 8, RW),                                      \
	FIELD_OF(UMASK,  "umask",  8, 8, RW),                                      \
	RSV(16, 1),                                                                \
	FIELD_OF(RESET,  "rst",    17, 1, W1_TO),                                  \
	MODIFIER(EDGE,   "edge_det", 18, 1, "e", "edge"),                          \
	FIELD_OF(ENABLE, "en",     22, 1, RW),                                     \
	MODIFIER(INVERT, "invert", 23, 1, "i", "inv"),                             \
	MODIFIER(THRESHOLD, "thresh", 24, THRESHOLD_BITS, "t", "thresh")
#define OV_EN FIELD_OF(PMI, "ov_en", 20, 1, RW) /* LIKWID sets it */

static const struct field select_fields[] = {SELECT_FIELDS(8), OV_EN, RSV(21, 1)};
static const struct register_layout select = {
	.title = "PMON_CTL", .source = "Linux; ov_en: LIKWID, Inspur; rst: Inspur, 327043",
	FIELDS(select_fields), .width_bits = 32,
};

/* The C-Box and the S-Box have no ov_en: LIKWID does not set it there, and Inspur has 21:20 reserved. Nothing above them shows
 * their overflows. */
static const struct field ring_select_fields[] = {
	[XEON_E5_2600_V3_CBOX_CTL_TID_EN] = {.name = "tid_en", .low = 19, .width = 1, .access = ACCESS_RW, .perf = "tid_en"},
	SELECT_FIELDS(8), RSV(20, 2),
};
static const struct register_layout ring_select = {
	.title = "PMON_CTL", .source = "Linux, LIKWID; C-Box: Inspur as well",
	FIELDS(ring_select_fields), .width_bits = 32,
};

/* What one part has under a name of its own, and what both have. */
#define EVENTS(LIST)                                                           \
	.events         = xeon_e5_2600_v3_##LIST##_events,                     \
	.event_count    = ARRAY_SIZE(xeon_e5_2600_v3_##LIST##_events),         \
	.requirements   = xeon_e5_2600_v3_requirements,                        \
	.edge_needs_threshold = true
#define REGISTERS(NAME)                                                        \
	.registers      = NAME##_registers,                                    \
	.register_count = ARRAY_SIZE(NAME##_registers)
#define INSTANCES(NAME)                                                        \
	.instance_table = NAME##_instances,                                    \
	.instances      = ARRAY_SIZE(NAME##_instances)
#define FILTERS(NAME)                                                          \
	.filter_registers = NAME##_filter_registers,                           \
	.filter_register_count = ARRAY_SIZE(NAME##_filter_registers)

#define PCI_BOX             .space = SPACE_PCI, .based = BASE_OF_SOCKET
#define PCI_CONTROL(STATUS) XEON_E5_2600_PCI_CONTROL(control), XEON_E5_2600_PCI_STATUS(STATUS)

/* The device ids of each part, by those that both have below. */
#define V3_ID(ID) (0x2f00 | (ID))
#define V4_ID(ID) (0x6f00 | (ID))

/* Where the status of the socket shows overflows of each box (LIKWID alone, which has bit 34 of these 32 for the IRP). */
#define OV_U_FIXED BIT(0)
#define OV_U       BIT(1)
#define OV_P       BIT(2)
#define OV_H(N)    BIT(21 + (N))
#define OV_MC(N)   BIT(23 + (N))
#define OV_Q(N)    BIT(25 + (N))
#define OV_R3(N)   BIT(27 + (N))
#define OV_R2      BIT(29)

/* ---- U-Box, with what controls the socket -------------------------------------------------------------- */

/* U_MSR_PMON_GLOBAL_CTL 0x700: frz_all and unfrz_all act as they are written (PCM, LIKWID). The rest is Inspur's, and CoreFreq's but
 * for the upper three cores. Of the v4 no source has it: it is taken to be the same. */
#define U_CTL_FRZ_ALL   BIT(31)
#define U_CTL_WK_ON_PMI BIT(30)
#define U_CTL_UNFRZ_ALL BIT(29)
static const struct field ubox_global_control_fields[] = {
	FIELD("frz_all",      31, 1, WO),
	FIELD("wk_on_pmi",    30, 1, RW),
	FIELD("unfrz_all",    29, 1, WO),
	RSV(18, 11),
	FIELD("pmi_core_sel",  0, 18, RW), /* one bit a core; none: no PMI */
};
static const struct register_layout ubox_global_control = {
	.title = "U_MSR_PMON_GLOBAL_CTL", .source = "PCM, LIKWID, SDM; wk_on_pmi, pmi_core_sel: Inspur, CoreFreq",
	FIELDS(ubox_global_control_fields), .width_bits = 32,
};

/* U_MSR_PMON_GLOBAL_STATUS 0x701 */
static const struct field ubox_global_status_fields[] = {
	FIELD("ov_u_fixed", 0,  1, W1C), FIELD("ov_u", 1, 1, W1C), FIELD("ov_p", 2, 1, W1C),
	FIELD("ov_h",       21, 2, W1C), FIELD("ov_m", 23, 2, W1C), FIELD("ov_q", 25, 2, W1C),
	FIELD("ov_r3",      27, 2, W1C), FIELD("ov_r2", 29, 1, W1C),
};
static const struct register_layout ubox_global_status = {
	.title = "U_MSR_PMON_GLOBAL_STATUS", .source = "SDM, Inspur; bits: LIKWID; cleared by a 1: LIKWID, 329468",
	FIELDS(ubox_global_status_fields), .width_bits = 32,
};

/* U_MSR_PMON_GLOBAL_CONFIG 0x702: no source has its fields. */
static const struct field ubox_global_config_fields[] = {
	FIELD("config", 0, 32, RO),
};
static const struct register_layout ubox_global_config = {
	.title = "U_MSR_PMON_GLOBAL_CONFIG", .source = "SDM, Inspur",
	FIELDS(ubox_global_config_fields), .width_bits = 32, .reset_unknown = MASK(0, 32),
};

static const struct register_layout ubox_status = {
	.title = "U_MSR_PMON_BOX_STATUS", .source = "SDM; bits: LIKWID",
	FIELDS(xeon_e5_2600_v2_ubox_status_fields), .width_bits = 32,
};
static const struct field ubox_select_fields[] = {SELECT_FIELDS(5), OV_EN, RSV(21, 1), RSV(29, 3)};
static const struct register_layout ubox_select = {
	.title = "U_MSR_PMON_CTL", .source = "Linux, LIKWID; rst: 329468",
	FIELDS(ubox_select_fields), .width_bits = 32,
};
static const struct register_layout ubox_fixed_select = {
	.title = "U_MSR_PMON_UCLK_FIXED_CTL", .source = "LIKWID, CoreFreq",
	FIELDS(xeon_e5_2600_v2_ubox_fixed_select_fields), .width_bits = 32,
};

/* Whose messages FILTER_MATCH counts, it seems: perfmon speaks of bits 3:0. */
static const struct field ubox_filter_fields[] = {
	[XEON_E5_2600_V3_UBOX_FILTER_TID] = MODIFIER(OTHER, "tid", 0, 1, "tid", "filter_tid"),
	[XEON_E5_2600_V3_UBOX_FILTER_CID] = MODIFIER(OTHER, "cid", 1, 5, "cid", "filter_cid"),
};
static const struct register_layout ubox_filter = {
	.title = "U_MSR_PMON_BOX_FILTER", .source = "Linux",
	FIELDS(ubox_filter_fields), .width_bits = 32,
};

static const struct register_row ubox_registers[] = {
	[XEON_E5_2600_V3_UBOX_FILTER] = ROW("filter", ubox_filter, FILTER, 0, 1, 0, 0x707),
	ROW("ctl",           ubox_select,         SELECT,        0, 2, 1, 0x705),
	ROW("ctr",           counter_48,          COUNTER,       0, 2, 1, 0x709), /* of which 44 are sure on the v3 */
	ROW("fixed_ctl",     ubox_fixed_select,   FIXED_SELECT,  0, 1, 0, 0x703),
	ROW("fixed_ctr",     counter_48,          FIXED_COUNTER, 0, 1, 0, 0x704),
	ROW("status",        ubox_status,         STATUS,        0, 1, 0, 0x708),
	ROW("global_ctl",    ubox_global_control, OTHER,         0, 1, 0, 0x700),
	ROW("global_status", ubox_global_status,  OTHER,         0, 1, 0, 0x701),
	ROW("global_config", ubox_global_config,  OTHER,         0, 1, 0, 0x702),
};
static const struct filter_register ubox_filter_registers[] = {
	{.row = XEON_E5_2600_V3_UBOX_FILTER, .note = "tid a thread, cid a core"},
};
static const struct box_instance ubox_instances[] = {{.base = {0}, .summary = OV_U_FIXED | OV_U}};

#define UBOX                                                                                              \
	.name = "ubox", .perf = "uncore_ubox", .title = "system configuration controller",                \
	REGISTERS(ubox), INSTANCES(ubox), FILTERS(ubox), .space = SPACE_MSR, .counters = 2, .fixed = true
static const struct box_type v3_ubox = {UBOX, EVENTS(ubox_v3), .pmu = "hswep_unc_ubo", .counter_bits = 44};
static const struct box_type v4_ubox = {UBOX, EVENTS(ubox_v4), .pmu = "bdx_unc_ubo", .counter_bits = 48};

#define GLOBAL(UBOX)                                                                                      \
	.box          = &(UBOX),                                                                          \
	.control      = "global_ctl",                                                                     \
	.status       = "global_status",                                                                  \
	.run          = U_CTL_UNFRZ_ALL,                                                                  \
	.stop         = U_CTL_FRZ_ALL,                                                                    \
	.commands     = U_CTL_FRZ_ALL | U_CTL_UNFRZ_ALL,                                                  \
	.freezes      = true, /* as on the v2 */                                                          \
	.wake_on_pmi  = U_CTL_WK_ON_PMI,                                                                  \
	.core_select  = {.name = "pmi_core_sel", .low = 0, .width = 18, .access = ACCESS_RW},             \
	.status_stays = true, /* as on the v2; LIKWID clears both */                                      \
	.gate         = 0x1d9, /* IA32_DEBUGCTL, as on the v2 */                                          \
	.gate_open    = BIT(13)
static const struct global_control v3_global = {GLOBAL(v3_ubox)};
static const struct global_control v4_global = {GLOBAL(v4_ubox)};

/* ---- CBo ---------------------------------------------------------------------------------------------- */

/* Of tid bit 0 is the thread, 5:1 the core: as on the parts before, with a core's bit more. */
static const struct field cbox_filter0_fields[] = {
	[XEON_E5_2600_V3_CBOX_FILTER0_TID] = {.name = "tid", .low = 0, .width = 6, .access = ACCESS_RW, .perf = "filter_tid"},
	[XEON_E5_2600_V3_CBOX_FILTER0_LINK] = MODIFIER(OTHER, "link", 6, 4, "link", "filter_link"),
	[XEON_E5_2600_V3_CBOX_FILTER0_STATE] = {.name = "state", .low = 17, .width = 7, .least = 1, .access = ACCESS_RW, .modifier = "state", .perf = "filter_state"},
};
static const struct field cbox_filter0_parts[] = {
	{.name = "thread", .low = 0, .width = 1, .most = 1, .access = ACCESS_RW, .modifier = "tf"},
	{.name = "core",   .low = 1, .width = 5, .access = ACCESS_RW, .modifier = "cf"},
};
static const struct register_layout cbox_filter0 = {
	.title = "Cn_MSR_PMON_BOX_FILTER0", .source = "Linux, libpfm4; tid, state: Inspur as well",
	FIELDS(cbox_filter0_fields), .width_bits = 32,
	.parts = cbox_filter0_parts, .part_count = ARRAY_SIZE(cbox_filter0_parts),
};
_Static_assert((int)XEON_E5_2600_V3_CBOX_FILTER1_NID == (int)XEON_E5_2600_V2_CBOX_FILTER1_NID &&
		      (int)XEON_E5_2600_V3_CBOX_FILTER1_OPC == (int)XEON_E5_2600_V2_CBOX_FILTER1_OPC &&
		      (int)XEON_E5_2600_V3_CBOX_FILTER1_ISOC == (int)XEON_E5_2600_V2_CBOX_FILTER1_ISOC,
	      "the fields are numbered alike");
static const struct register_layout cbox_filter1 = {
	.title = "Cn_MSR_PMON_BOX_FILTER1", .source = "Linux, libpfm4; all but c6: Inspur as well",
	FIELDS(xeon_e5_2600_v2_cbox_filter1_fields), .width_bits = 32,
};

/* What the status at E07H holds no source says that sets it: SDM, PCM and LIKWID have its place alone, and it is left out. */
static const struct register_row cbox_registers[] = {
	[XEON_E5_2600_V3_CBOX_CTL]     = ROW("ctl",     ring_select,  SELECT,  0, 4, 1, 0xe01),
	[XEON_E5_2600_V3_CBOX_CTR]     = ROW("ctr",     counter_48,   COUNTER, 0, 4, 1, 0xe08),
	[XEON_E5_2600_V3_CBOX_FILTER0] = ROW("filter0", cbox_filter0, FILTER,  0, 1, 0, 0xe05),
	[XEON_E5_2600_V3_CBOX_FILTER1] = ROW("filter1", cbox_filter1, FILTER,  0, 1, 0, 0xe06),
	ROW("box_ctl", control, BOX_CONTROL, 0, 1, 0, 0xe00),
};
static const struct filter_register cbox_filter_registers[] = {
	{.row = XEON_E5_2600_V3_CBOX_FILTER0,
	 .note = "one for all counters of the CBo: state one of I, S, E, M, F, D, M' from its low bit on, link of snoops' retries, tf and cf whose"},
	{.row = XEON_E5_2600_V3_CBOX_FILTER1,
	 .note = "one for all counters of the CBo: nf a mask of nodes, opc of requests of cores; nc, c6 and isoc what else they are"},
};
static const struct look cbox_look = {XEON_E5_2600_V3_CBOX_CTL_TID_EN, XEON_E5_2600_V3_CBOX_FILTER0, MASK(0, 6)};
static const struct event_pairs cbox_pairs = {.follower = 0x1f}; /* COUNTER0_OCCUPANCY */

/* The v3 has 18 at most, the v4 24. */
#define CBO(N)  {.base = {0x10 * (N)}}
#define CBO6(N) CBO(N), CBO((N) + 1), CBO((N) + 2), CBO((N) + 3), CBO((N) + 4), CBO((N) + 5)
static const struct box_instance cbox_instances[] = {CBO6(0), CBO6(6), CBO6(12), CBO6(18)};
#define V3_CBOXES 18
_Static_assert(V3_CBOXES < ARRAY_SIZE(cbox_instances), "those of the v3 are the first of these");
/* As many as the package has cores that are not fused off (Linux); what is not there may fault. */
static const struct present_if cbox_present = {.kind = PRESENT_AS_CORES};

#define CBOX                                                                                              \
	.name = "cbox", .perf = "uncore_cbox", .title = "LLC coherence engine",                           \
	REGISTERS(cbox), FILTERS(cbox), .space = SPACE_MSR, .counters = 4, .counter_bits = 48,            \
	.instance_table = cbox_instances, .present = &cbox_present, .look = &cbox_look, .pairs = &cbox_pairs
static const struct box_type v3_cbox = {CBOX, EVENTS(cbox_v3), .pmu = "hswep_unc_cbo", .instances = V3_CBOXES};
static const struct box_type v4_cbox = {CBOX, EVENTS(cbox), .pmu = "bdx_unc_cbo", .instances = ARRAY_SIZE(cbox_instances)};

/* ---- S-Box -------------------------------------------------------------------------------------------- */

/* Linux sets one bit after the other, as otherwise it faults. */
static const struct register_layout sbox_control = {
	.title = "Sn_MSR_PMON_BOX_CTL", .source = "Linux; bit 17: 327043",
	FIELDS(xeon_e5_2600_control_fields), .width_bits = 32, .bit_by_bit = true,
};
/* What is at 725H LIKWID calls a status, the SDM a filter: left out. */
static const struct register_row sbox_registers[] = {
	ROW("ctl", ring_select, SELECT,  0, 4, 1, 0x721),
	ROW("ctr", counter_48,  COUNTER, 0, 4, 1, 0x726), /* of which 44 are sure on the v3 */
	ROW("box_ctl", sbox_control, BOX_CONTROL, 0, 1, 0, 0x720),
};
#define SBO(N) {.base = {0xa * (N)}}
static const struct box_instance sbox_instances[] = {SBO(0), SBO(1), SBO(2), SBO(3)};

/* CAPID4 of the PCU: parts of 8 cores at most have two of them, of the v4 none (Linux). */
#define CAPABILITIES {0x94, 6, 2}
static const struct present_if v3_sbox_present = {.kind = PRESENT_BY_FIELD, .id = V3_ID(0xc0), .field = CAPABILITIES, .few = 2};
static const struct present_if v4_sbox_present = {.kind = PRESENT_BY_FIELD, .id = V4_ID(0xc0), .field = CAPABILITIES, .few = 0};

#define SBOX                                                                                              \
	.name = "sbox", .perf = "uncore_sbox", .title = "way from ring to ring",                          \
	REGISTERS(sbox), INSTANCES(sbox), .space = SPACE_MSR, .counters = 4
static const struct box_type v3_sbox = {SBOX, EVENTS(sbox), .pmu = "hswep_unc_sbo", .present = &v3_sbox_present, .counter_bits = 44};
static const struct box_type v4_sbox = {SBOX, EVENTS(sbox_v4), .pmu = "bdx_unc_sbo", .present = &v4_sbox_present, .counter_bits = 48};

/* ---- PCU ---------------------------------------------------------------------------------------------- */

/* ev_sel bit 7 says that an occupancy counts, of the cores in the state of occ_sel. No event needs the extra select bit of the parts
 * before, and Linux's mask lacks it. */
static const struct field pcu_select_fields[] = {
	[XEON_E5_2600_V3_PCU_CTL_OCC_SEL]      = {.name = "occ_sel", .low = 14, .width = 2, .access = ACCESS_RW, .kind = FIELD_UMASK, .perf = "occ_sel"},
	[XEON_E5_2600_V3_PCU_CTL_EDGE_DET]     = MODIFIER(EDGE,   "edge_det",     18, 1, "e", "edge"),
	[XEON_E5_2600_V3_PCU_CTL_INVERT]       = MODIFIER(INVERT, "invert",       23, 1, "i", "inv"),
	[XEON_E5_2600_V3_PCU_CTL_OCC_INVERT]   = MODIFIER(INVERT, "occ_invert",   30, 1, "i", "occ_invert"),
	[XEON_E5_2600_V3_PCU_CTL_OCC_EDGE_DET] = MODIFIER(EDGE,   "occ_edge_det", 31, 1, "e", "occ_edge"),
	FIELD_OF(EVENT,  "ev_sel", 0, 8, RW),
	FIELD_OF(RESET,  "rst",    17, 1, W1_TO),
	OV_EN,
	RSV(21, 1),
	FIELD_OF(ENABLE, "en",     22, 1, RW),
	MODIFIER(THRESHOLD, "thresh", 24, 5, "t", "thresh"),
	RSV(29, 1),
};
static const struct register_layout pcu_select = {
	.title = "PCU_MSR_PMON_CTL", .source = "Linux, PCM; ov_en: LIKWID",
	FIELDS(pcu_select_fields), .width_bits = 32,
};

/* In 100 MHz; FREQ_BANDi of the v3 counts while the frequency is that of band i at least: 329468. */
_Static_assert((int)XEON_E5_2600_V3_PCU_FILTER_BAND0 == (int)XEON_E5_2600_PCU_FILTER_BAND0 &&
		      (int)XEON_E5_2600_V3_PCU_FILTER_BAND3 == (int)XEON_E5_2600_PCU_FILTER_BAND3,
	      "the fields are numbered alike");
static const struct register_layout pcu_filter = {
	.title = "PCU_MSR_PMON_BOX_FILTER", .source = "Linux, PCM",
	FIELDS(xeon_e5_2600_pcu_filter_fields), .width_bits = 32,
	.parts = xeon_e5_2600_pcu_filter_parts, .part_count = ARRAY_SIZE(xeon_e5_2600_pcu_filter_parts),
};

/* Outside of the PMON: neither frozen nor reset with it (329468). */
static const struct register_layout residency = {
	.title = "PCU_MSR_CORE_C3_CTR, C6_CTR", .source = "LIKWID",
	FIELDS(xeon_e5_2600_residency_fields), .width_bits = 64,
};

static const struct register_row pcu_registers[] = {
	[XEON_E5_2600_V3_PCU_CTL]    = ROW("ctl",    pcu_select, SELECT,  0, 4, 1, 0x711),
	[XEON_E5_2600_V3_PCU_CTR]    = ROW("ctr",    counter_48, COUNTER, 0, 4, 1, 0x717),
	[XEON_E5_2600_V3_PCU_FILTER] = ROW("filter", pcu_filter, FILTER,  0, 1, 0, 0x715),
	ROW("box_ctl",   control,   BOX_CONTROL,  0, 1, 0, 0x710),
	ROW("status",    status_4,  STATUS,       0, 1, 0, 0x716),
	ROW("residency", residency, FREE_COUNTER, 0, 2, 1, 0x3fc),
};
static const struct filter_register pcu_filter_registers[] = {
	{.row = XEON_E5_2600_V3_PCU_FILTER,
	 .note = "ff in 100 MHz; takes effect as the frequency changes, so that counts are wrong where it never does"},
};
static const struct box_instance pcu_instances[] = {{.base = {0}, .summary = OV_P}};

#define PCU                                                                                               \
	.name = "pcu", .perf = "uncore_pcu", .title = "power control unit",                               \
	REGISTERS(pcu), INSTANCES(pcu), FILTERS(pcu), .space = SPACE_MSR, .counters = 4,                  \
	.free_counters = 2, .counter_bits = 48, .shared_spellings = true
static const struct box_type v3_pcu = {PCU, EVENTS(pcu_v3), .pmu = "hswep_unc_pcu"};
static const struct box_type v4_pcu = {PCU, EVENTS(pcu_v4), .pmu = "bdx_unc_pcu"};

/* ---- home agent --------------------------------------------------------------------------------------- */

/* Whether its counters have resets of their own no source says. */
static const struct field ha_select_fields[] = {
	FIELD_OF(EVENT,  "ev_sel", 0, 8, RW),
	FIELD_OF(UMASK,  "umask",  8, 8, RW),
	RSV(16, 2),
	MODIFIER(EDGE,   "edge_det", 18, 1, "e", "edge"),
	OV_EN,
	RSV(21, 1),
	FIELD_OF(ENABLE, "en",     22, 1, RW),
	MODIFIER(INVERT, "invert", 23, 1, "i", "inv"),
	MODIFIER(THRESHOLD, "thresh", 24, 8, "t", "thresh"),
};
static const struct register_layout ha_select = {
	.title = "HA_PCI_PMON_CTL", .source = "Linux, LIKWID",
	FIELDS(ha_select_fields), .width_bits = 32,
};
_Static_assert((int)XEON_E5_2600_V3_HA_ADDRMATCH0_LO_ADDR == (int)XEON_E5_2600_HA_ADDRMATCH0_LO_ADDR &&
		      (int)XEON_E5_2600_V3_HA_ADDRMATCH1_HI_ADDR == (int)XEON_E5_2600_HA_ADDRMATCH1_HI_ADDR &&
		      (int)XEON_E5_2600_V3_HA_OPCODEMATCH_OPC == (int)XEON_E5_2600_HA_OPCODEMATCH_OPC,
	      "the fields are numbered alike");
static const struct register_layout addrmatch0 = {
	.title = "HA_PCI_PMON_BOX_ADDRMATCH0", .source = "LIKWID, perfmon",
	FIELDS(xeon_e5_2600_addrmatch0_fields), .width_bits = 32,
};
static const struct register_layout addrmatch1 = {
	.title = "HA_PCI_PMON_BOX_ADDRMATCH1", .source = "LIKWID, perfmon",
	FIELDS(xeon_e5_2600_addrmatch1_fields), .width_bits = 32,
};
static const struct register_layout opcodematch = {
	.title = "HA_PCI_PMON_BOX_OPCODEMATCH", .source = "LIKWID, perfmon",
	FIELDS(xeon_e5_2600_opcodematch_fields), .width_bits = 32,
};
static const struct register_row ha_registers[] = {
	XEON_E5_2600_PCI_COUNTERS(4, ha_select, counter_48),
	[XEON_E5_2600_V3_HA_ADDRMATCH0]  = ROW("addrmatch0",  addrmatch0,  FILTER, 0, 1, 0, 0x40),
	[XEON_E5_2600_V3_HA_ADDRMATCH1]  = ROW("addrmatch1",  addrmatch1,  FILTER, 0, 1, 0, 0x44),
	[XEON_E5_2600_V3_HA_OPCODEMATCH] = ROW("opcodematch", opcodematch, FILTER, 0, 1, 0, 0x48),
	PCI_CONTROL(status_4),
};
static const struct filter_register ha_filter_registers[] = {
	{.row = XEON_E5_2600_V3_HA_ADDRMATCH0, .modifier = "addrmatch0", .note = "bits 31:6 of the physical address"},
	{.row = XEON_E5_2600_V3_HA_ADDRMATCH1, .modifier = "addrmatch1", .note = "bits 45:32 of the physical address"},
	{.row = XEON_E5_2600_V3_HA_OPCODEMATCH, .note = "message class HOM0, HOM1, NDR or SNP in bits 5:4, its opcode in 3:0"},
};
#define HA_INSTANCES(ID) {                                                        \
	{.base = {BOX_FUNCTION(18, 1)}, .id = {ID(0x30)}, .summary = OV_H(0)},    \
	{.base = {BOX_FUNCTION(18, 5)}, .id = {ID(0x38)}, .summary = OV_H(1)}}
static const struct box_instance v3_ha_instances[] = HA_INSTANCES(V3_ID);
static const struct box_instance v4_ha_instances[] = HA_INSTANCES(V4_ID);

#define HA                                                                                                \
	.name = "ha", .perf = "uncore_ha", .title = "home agent",                                         \
	REGISTERS(ha), FILTERS(ha), PCI_BOX, .counters = 4, .counter_bits = 48
static const struct box_type v3_ha = {HA, INSTANCES(v3_ha), EVENTS(ha), .pmu = "hswep_unc_ha"};
static const struct box_type v4_ha = {HA, INSTANCES(v4_ha), EVENTS(ha_v4), .pmu = "bdx_unc_ha"};

/* ---- memory controller -------------------------------------------------------------------------------- */

static const struct register_layout imc_fixed_select = {
	.title = "MC_CHy_PCI_PMON_FIXED_CTL", .source = "PCM; ov_en: LIKWID",
	FIELDS(xeon_e5_2600_v2_imc_fixed_select_fields), .width_bits = 32,
};
static const struct register_layout imc_status = {
	.title = "MC_CHy_PCI_PMON_BOX_STATUS", .source = "LIKWID, Inspur; bits: 329468",
	FIELDS(xeon_e5_2600_v2_imc_status_fields), .width_bits = 32,
};
static const struct register_row imc_registers[] = {
	XEON_E5_2600_PCI_COUNTERS(4, select, counter_48),
	XEON_E5_2600_PCI_FIXED(imc_fixed_select, counter_48),
	PCI_CONTROL(imc_status),
};
/* Channels in Linux's order; LIKWID has the pairs of the v4 the other way round. Places: boards, PCM, LIKWID. */
#define CHANNEL(MC, DEVICE, FUNCTION, ID) {.base = {BOX_FUNCTION(DEVICE, FUNCTION)}, .id = {ID}, .summary = OV_MC(MC)}
#define IMC_INSTANCES(ID) {                                                                                         \
	CHANNEL(0, 20, 0, ID(0xb0)), CHANNEL(0, 20, 1, ID(0xb1)), CHANNEL(0, 21, 0, ID(0xb4)), CHANNEL(0, 21, 1, ID(0xb5)), \
	CHANNEL(1, 23, 0, ID(0xd0)), CHANNEL(1, 23, 1, ID(0xd1)), CHANNEL(1, 24, 0, ID(0xd4)), CHANNEL(1, 24, 1, ID(0xd5))}
static const struct box_instance v3_imc_instances[] = IMC_INSTANCES(V3_ID);
static const struct box_instance v4_imc_instances[] = IMC_INSTANCES(V4_ID);
static const struct perf_alias imc_aliases[] = {
	{"clockticks", "event=0x00,umask=0x00"},
	{"cas_count_read", "event=0x04,umask=0x03"},
	{"cas_count_write", "event=0x04,umask=0x0c"},
	{NULL, NULL},
};

#define IMC                                                                                               \
	.name = "imc", .perf = "uncore_imc", .title = "memory channel", .perf_aliases = imc_aliases,      \
	REGISTERS(imc), PCI_BOX, .counters = 4, .fixed = true, .fixed_apart = true, .counter_bits = 48
static const struct box_type v3_imc = {IMC, INSTANCES(v3_imc), EVENTS(imc_v3), .pmu = "hswep_unc_imc"};
static const struct box_type v4_imc = {IMC, INSTANCES(v4_imc), EVENTS(imc_v4), .pmu = "bdx_unc_imc"};

/* ---- IRP ---------------------------------------------------------------------------------------------- */

/* Counters 0 and 1 are IRP0's, 2 and 3 IRP1's; they are next to each other again (Linux). Where in the status of the socket its
 * overflows appear is not known. */
static const struct register_row irp_registers[] = {
	XEON_E5_2600_PCI_COUNTERS(4, select, counter_48), PCI_CONTROL(status_4),
};
/* On the socket's first bus (four boards), which some firmware hides. */
static const struct box_instance v3_irp_instances[] = {{.base = {BOX_FUNCTION(5, 6)}, .id = {V3_ID(0x39)}}};
static const struct box_instance v4_irp_instances[] = {{.base = {BOX_FUNCTION(5, 6)}, .id = {V4_ID(0x39)}}};

#define IRP                                                                                               \
	.name = "irp", .perf = "uncore_irp", .title = "coherent agent of I/O",                            \
	REGISTERS(irp), EVENTS(irp), .space = SPACE_PCI, .based = BASE_BY_ID, .counters = 4, .counter_bits = 48
static const struct box_type v3_irp = {IRP, INSTANCES(v3_irp), .pmu = "hswep_unc_irp"};
static const struct box_type v4_irp = {IRP, INSTANCES(v4_irp), .pmu = "bdx_unc_irp"};

/* ---- QPI ---------------------------------------------------------------------------------------------- */

static const struct field qpi_select_fields[] = {
	[XEON_E5_2600_V3_QPI_CTL_EV_SEL_EXT] = FIELD_OF(CODE_ABOVE, "ev_sel_ext", 21, 1, RW),
	SELECT_FIELDS(8), OV_EN,
};
static const struct register_layout qpi_select = {
	.title = "Q_Py_PCI_PMON_CTL", .source = "Linux, PCM; ov_en: LIKWID",
	FIELDS(qpi_select_fields), .width_bits = 32,
};

/* A packet matches if it has the match in all bits that are set in the mask. Fields are those of 327043. */
_Static_assert((int)XEON_E5_2600_V3_QPI_MATCH0_MC == (int)XEON_E5_2600_QPI_MATCH0_MC, "the fields are numbered alike");
#define PACKET(NAME, TITLE)                                                                    \
	static const struct register_layout NAME = {                                           \
		.title = TITLE, .source = "327043 p.90-92; function and offset: Linux, LIKWID", \
		FIELDS(xeon_e5_2600_##NAME##_fields), .width_bits = 32,                        \
	}
PACKET(match0, "Q_Py_PCI_PMON_PKT_MATCH0");
PACKET(match1, "Q_Py_PCI_PMON_PKT_MATCH1");
PACKET(mask0, "Q_Py_PCI_PMON_PKT_MASK0");
PACKET(mask1, "Q_Py_PCI_PMON_PKT_MASK1");

static const struct register_row qpi_registers[] = {
	XEON_E5_2600_PCI_COUNTERS(4, qpi_select, counter_48),
	[XEON_E5_2600_V3_QPI_MATCH0] = ROW("match0", match0, FILTER, 1, 1, 0, 0x228),
	[XEON_E5_2600_V3_QPI_MATCH1] = ROW("match1", match1, FILTER, 1, 1, 0, 0x22c),
	[XEON_E5_2600_V3_QPI_MASK0]  = ROW("mask0",  mask0,  FILTER, 1, 1, 0, 0x238),
	[XEON_E5_2600_V3_QPI_MASK1]  = ROW("mask1",  mask1,  FILTER, 1, 1, 0, 0x23c),
	PCI_CONTROL(status_4),
};
static const struct filter_register qpi_filter_registers[] = {
	{.row = XEON_E5_2600_V3_QPI_MATCH0, .modifier = "match0",
	 .note = "what packets are to have where the mask has 1; classes (mc): HOM0 0, HOM1 1, NDR 2, SNP 3, NCS 4, NCB 12, DRS 14"},
	{.row = XEON_E5_2600_V3_QPI_MATCH1, .modifier = "match1", .note = "rds, of DRS with opcode 0 to 2: M 8, E 4, S 2, F 1, I 0"},
	{.row = XEON_E5_2600_V3_QPI_MASK0,  .modifier = "mask0"},
	{.row = XEON_E5_2600_V3_QPI_MASK1,  .modifier = "mask1"},
};
/* The third port is on parts for four sockets. Its place: PCM and, of the v4, LIKWID; the id of its filters on the v3 is in no source, and
 * the v4's place of them is LIKWID's. The bit of its overflows is not known. */
#define QPI_INSTANCES(ID, FILTERS_2) {                                                                              \
	{.base = {BOX_FUNCTION(8, 2),  BOX_FUNCTION(8, 6)},  .id = {ID(0x32), ID(0x86)}, .summary = OV_Q(0)},       \
	{.base = {BOX_FUNCTION(9, 2),  BOX_FUNCTION(9, 6)},  .id = {ID(0x33), ID(0x96)}, .summary = OV_Q(1)},       \
	{.base = {BOX_FUNCTION(10, 2), BOX_FUNCTION(10, 6)}, .id = {ID(0x3a), FILTERS_2}}}
static const struct box_instance v3_qpi_instances[] = QPI_INSTANCES(V3_ID, 0);
static const struct box_instance v4_qpi_instances[] = QPI_INSTANCES(V4_ID, V4_ID(0x46));

#define QPI                                                                                               \
	.name = "qpi", .perf = "uncore_qpi", .title = "QPI link layer",                                   \
	REGISTERS(qpi), FILTERS(qpi), EVENTS(qpi), PCI_BOX, .counters = 4, .counter_bits = 48
static const struct box_type v3_qpi = {QPI, INSTANCES(v3_qpi), .pmu = "hswep_unc_qpi"};
static const struct box_type v4_qpi = {QPI, INSTANCES(v4_qpi), .pmu = "bdx_unc_qpi"};

/* ---- R2PCIe, R3QPI ------------------------------------------------------------------------------------ */

static const struct register_row r2pcie_registers[] = {
	XEON_E5_2600_PCI_COUNTERS(4, select, counter_48), PCI_CONTROL(status_4),
};
static const struct register_row v3_r3qpi_registers[] = {
	XEON_E5_2600_PCI_COUNTERS(3, select, counter_44), PCI_CONTROL(status_3),
};
static const struct register_row v4_r3qpi_registers[] = {
	XEON_E5_2600_PCI_COUNTERS(3, select, counter_48), PCI_CONTROL(status_3), /* of which 44 are sure */
};
#define R2_INSTANCES(ID) {{.base = {BOX_FUNCTION(16, 1)}, .id = {ID(0x34)}, .summary = OV_R2}}
static const struct box_instance v3_r2pcie_instances[] = R2_INSTANCES(V3_ID);
static const struct box_instance v4_r2pcie_instances[] = R2_INSTANCES(V4_ID);
/* The place of the third is LIKWID's of the v4. */
#define R3_INSTANCES(ID) {                                                        \
	{.base = {BOX_FUNCTION(11, 1)}, .id = {ID(0x36)}, .summary = OV_R3(0)},   \
	{.base = {BOX_FUNCTION(11, 2)}, .id = {ID(0x37)}, .summary = OV_R3(1)},   \
	{.base = {BOX_FUNCTION(11, 5)}, .id = {ID(0x3e)}}}
static const struct box_instance v3_r3qpi_instances[] = R3_INSTANCES(V3_ID);
static const struct box_instance v4_r3qpi_instances[] = R3_INSTANCES(V4_ID);

#define R2PCIE                                                                                            \
	.name = "r2pcie", .perf = "uncore_r2pcie", .title = "ring to PCI Express",                        \
	REGISTERS(r2pcie), PCI_BOX, .counters = 4, .counter_bits = 48
static const struct box_type v3_r2pcie = {R2PCIE, INSTANCES(v3_r2pcie), EVENTS(r2pcie), .pmu = "hswep_unc_r2pcie"};
static const struct box_type v4_r2pcie = {R2PCIE, INSTANCES(v4_r2pcie), EVENTS(r2pcie_v4), .pmu = "bdx_unc_r2pcie"};

#define R3QPI                                                                                             \
	.name = "r3qpi", .perf = "uncore_r3qpi", .title = "ring to QPI", PCI_BOX, .counters = 3, .counter_bits = 44
static const struct box_type v3_r3qpi = {
	R3QPI, REGISTERS(v3_r3qpi), INSTANCES(v3_r3qpi), EVENTS(r3qpi), .pmu = "hswep_unc_r3qpi",
};
static const struct box_type v4_r3qpi = {
	R3QPI, REGISTERS(v4_r3qpi), INSTANCES(v4_r3qpi), EVENTS(r3qpi_v4), .pmu = "bdx_unc_r3qpi",
};

/* ---- the processors ----------------------------------------------------------------------------------- */

static const struct box_type core = {
	IX86ARCH_CORE, .events = xeon_e5_2600_v3_core_events, .event_count = CORE_PMU_EVENTS,
	.requirements = xeon_e5_2600_v3_requirements,
};

static const struct box_type *const v3_types[] = {
	&v3_ubox, &v3_cbox, &v3_sbox, &v3_pcu, &v3_ha, &v3_imc, &v3_irp, &v3_qpi, &v3_r2pcie, &v3_r3qpi, &core,
};
static const struct box_type *const v4_types[] = {
	&v4_ubox, &v4_cbox, &v4_sbox, &v4_pcu, &v4_ha, &v4_imc, &v4_irp, &v4_qpi, &v4_r2pcie, &v4_r3qpi, &core,
};

/* CPUNODEID and GIDNIDMAP of the U-Box (Linux), whose place is the boards'. No source has the chain of bus numbers of the parts before. */
#define FINDERS(ID) {                                                                                      \
	{.way = BASE_BY_MAP, .vendor = 0x8086, .at = BOX_FUNCTION(16, 5), .id = ID(0x1e),                  \
	 .node = {0x40, 0, 3}, .field = {0x54, 0, 3}, .fields = 8, .others = BUSES_BEFORE,                 \
	 .box = "ubox_config", .field_name = "ubox_config.gidnidmap", .node_name = "ubox_config.cpunodeid"}, \
	{.way = BASE_BY_LOOKING, .vendor = 0x8086}}
static const struct base_finder v3_finders[] = FINDERS(V3_ID);
static const struct base_finder v4_finders[] = FINDERS(V4_ID);

/* The clock of the U-Box and of the channels is an event of another name on the v4. */
#define FULL_EVENTS(UBOX_CLOCK, IMC_CLOCK)                                                                             \
	"ubox::" UBOX_CLOCK ",ubox::UNC_U_EVENT_MSG:DOORBELL_RCVD,ubox::UNC_U_RACU_REQUESTS,"                          \
	"cbox*::UNC_C_CLOCKTICKS,cbox*::UNC_C_LLC_VICTIMS:M_STATE,cbox*::UNC_C_LLC_VICTIMS:E_STATE,"                   \
	"cbox*::UNC_C_RING_BL_USED:UP,"                                                                                \
	"sbox*::UNC_S_CLOCKTICKS,sbox*::UNC_S_RING_AD_USED:UP,sbox*::UNC_S_RING_BL_USED:UP,sbox*::UNC_S_RING_BL_USED:DOWN," \
	"pcu::UNC_P_CLOCKTICKS,pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C0,"                                             \
	"pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C3,pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C6,"                         \
	"pcu::UNC_P_CORE_C3_RESIDENCY,pcu::UNC_P_CORE_C6_RESIDENCY,"                                                   \
	"ha*::UNC_H_CLOCKTICKS,ha*::UNC_H_REQUESTS:READS,ha*::UNC_H_REQUESTS:WRITES,ha*::UNC_H_IMC_WRITES:ALL,"        \
	"imc*::" IMC_CLOCK ",imc*::UNC_M_CAS_COUNT:RD,imc*::UNC_M_CAS_COUNT:WR,"                                       \
	"imc*::UNC_M_ACT_COUNT:RD,imc*::UNC_M_PRE_COUNT:PAGE_MISS,"                                                    \
	"irp::UNC_I_CLOCKTICKS,irp::UNC_I_TRANSACTIONS:READS,irp::UNC_I1_CLOCKTICKS,irp::UNC_I1_TRANSACTIONS:READS,"   \
	"qpi*::UNC_Q_CLOCKTICKS,qpi*::UNC_Q_RXL_FLITS_G1:DRS_DATA,qpi*::UNC_Q_TXL_FLITS_G0:DATA,"                      \
	"qpi*::UNC_Q_TXL_INSERTS,"                                                                                     \
	"r2pcie::UNC_R2_CLOCKTICKS,r2pcie::UNC_R2_RING_BL_USED:CW,r2pcie::UNC_R2_RXR_CYCLES_NE:NCB,"                   \
	"r2pcie::UNC_R2_TXR_CYCLES_NE:AD,"                                                                             \
	"r3qpi*::UNC_R3_CLOCKTICKS,r3qpi*::UNC_R3_RING_BL_USED:CW,r3qpi*::UNC_R3_RXR_INSERTS:HOM"

/* ---- what the sources leave open ---------------------------------------------------------------------- */

static const uint64_t uncertain_counter_masks[] = {MASK(0, 44), MASK(0, 48)};
static const struct assumption v3_ubox_counter = {
	.name = "ubox.ctr.count",
	.candidates = uncertain_counter_masks, .candidate_count = ARRAY_SIZE(uncertain_counter_masks),
	.ground = "44 bits in Linux, 48 in LIKWID; what counts modulo 44 bits is right with either",
};
static const struct assumption v3_sbox_counter = {
	.name = "sbox.ctr.count",
	.candidates = uncertain_counter_masks, .candidate_count = ARRAY_SIZE(uncertain_counter_masks),
	.ground = "44 bits in Linux, 48 in LIKWID; what counts modulo 44 bits is right with either",
};
static const struct assumption v4_r3qpi_counter = {
	.name = "r3qpi.ctr.count",
	.candidates = uncertain_counter_masks, .candidate_count = ARRAY_SIZE(uncertain_counter_masks),
	.ground = "48 bits in Linux, 44 in LIKWID; what counts modulo 44 bits is right with either",
};

static const uint64_t summary_masks[] = {MASK(0, 3) | MASK(21, 9)};
static const struct assumption summary = {
	.name = "ubox.global_status",
	.candidates = summary_masks, .candidate_count = ARRAY_SIZE(summary_masks),
	.ground = "LIKWID alone has the places of the boxes' bits; C-Boxes, S-Boxes, the third QPI port and the third R3QPI link have none there, the IRP one beyond the register",
};
CONFIRMED(summary, xeon_e5_2600_v3);
CONFIRMED(summary, xeon_e5_2600_v4);
static const uint64_t core_select_masks[] = {MASK(0, 18)};
static const struct assumption core_select = {
	.name = "ubox.global_ctl.pmi_core_sel",
	.candidates = core_select_masks, .candidate_count = ARRAY_SIZE(core_select_masks),
	.ground = "Inspur's header for the v3; CoreFreq has 15 bits, of the v4 no source has any",
};
CONFIRMED(core_select, xeon_e5_2600_v3);
CONFIRMED(core_select, xeon_e5_2600_v4);
static const uint64_t channel_overflow_masks[] = {MASK(0, 5)};
static const struct assumption channel_overflow = {
	.name = "imc.status.ov",
	.candidates = channel_overflow_masks, .candidate_count = ARRAY_SIZE(channel_overflow_masks),
	.ground = "bit 0 is the fixed counter's, as on the v2; LIKWID has the address alone",
};
CONFIRMED(channel_overflow, xeon_e5_2600_v3);
CONFIRMED(channel_overflow, xeon_e5_2600_v4);
static const struct assumption overflow = {
	.name = ASSUMED_OVERFLOW, .answer = "carry",
	.ground = "329468 p.18, p.23, of the part before: preload 2^width - N; Linux takes differences of counts modulo their width",
};
CONFIRMED(overflow, xeon_e5_2600_v3);
CONFIRMED(overflow, xeon_e5_2600_v4);
static const struct assumption threshold = {
	.name = ASSUMED_THRESHOLD, .answer = "at-least",
	.ground = "327043: counts the cycles in which the increment is the threshold or more; no guide to these parts was read",
};
CONFIRMED(threshold, xeon_e5_2600_v3);
CONFIRMED(threshold, xeon_e5_2600_v4);
static const struct assumption invert = {
	.name = ASSUMED_INVERT, .answer = "below",
	.ground = "327043: counts the cycles in which the increment is below the threshold; no guide to these parts was read",
};
CONFIRMED(invert, xeon_e5_2600_v3);
CONFIRMED(invert, xeon_e5_2600_v4);
static const struct assumption lone_freeze = {
	.name = ASSUMED_LONE_FREEZE, .answer = "ignored",
	.ground = "327043 p.27: with frz_en 0 the freeze is ignored; Linux and PCM set frz_en here, too",
};
CONFIRMED(lone_freeze, xeon_e5_2600_v3);
CONFIRMED(lone_freeze, xeon_e5_2600_v4);
static const struct assumption fixed_freeze = {
	.name = ASSUMED_FIXED_FREEZE, .answer = "stands",
	.ground = "329468 p.79, of the part before: frz stops the counters of the box, and nothing excludes the fixed one",
};
CONFIRMED(fixed_freeze, xeon_e5_2600_v3);
CONFIRMED(fixed_freeze, xeon_e5_2600_v4);
static const struct assumption pmi_gate = {
	.name = ASSUMED_PMI_GATE, .answer = "none",
	.ground = "the SDM asks for bit 13 of IA32_DEBUGCTL on Sandy Bridge's client parts; of these parts no source says how the PMI arrives",
};
CONFIRMED(pmi_gate, xeon_e5_2600_v3);
CONFIRMED(pmi_gate, xeon_e5_2600_v4);

#define ASSUMED_OF_BOTH(PROCESSOR)                                                                        \
	ASSUMED(summary, PROCESSOR), ASSUMED(core_select, PROCESSOR), ASSUMED(channel_overflow, PROCESSOR), \
	ASSUMED(overflow, PROCESSOR), ASSUMED(threshold, PROCESSOR), ASSUMED(invert, PROCESSOR),          \
	ASSUMED(lone_freeze, PROCESSOR), ASSUMED(fixed_freeze, PROCESSOR), ASSUMED(pmi_gate, PROCESSOR), NULL
static const struct assumption *const v3_assumptions[] = {
	&v3_ubox_counter, &v3_sbox_counter, ASSUMED_OF_BOTH(xeon_e5_2600_v3),
};
static const struct assumption *const v4_assumptions[] = {&v4_r3qpi_counter, ASSUMED_OF_BOTH(xeon_e5_2600_v4)};

#define OF_BOTH                                            \
	.vendor         = "GenuineIntel",                  \
	.family         = 6,                               \
	.strings        = xeon_e5_2600_v3_strings,         \
	.words          = xeon_e5_2600_v3_words,           \
	.resets_unknown = true

const struct processor xeon_e5_2600_v3 = {
	OF_BOTH,
	.name           = "xeon-e5-2600-v3",
	.title          = "Intel Xeon E5-2600 v3 (Haswell-EP)",
	.model          = 0x3f,
	.types          = v3_types,
	.type_count     = ARRAY_SIZE(v3_types),
	.global         = &v3_global,
	.finders        = v3_finders,
	.pmu_start      = "hswep_unc_",
	.assumptions    = v3_assumptions,
	.default_events = "hswep_unc_ubo::UNC_U_FIXED_CLOCKTICKS,hswep_unc_imc*::UNC_M_CAS_COUNT:RD,"
			  "hswep_unc_imc*::UNC_M_CAS_COUNT:WR",
	.full_events    = FULL_EVENTS("UNC_U_FIXED_CLOCKTICKS", "UNC_M_FIXED_CLOCKTICKS"),
	.clock_event    = "hswep_unc_ubo::UNC_U_FIXED_CLOCKTICKS",
	.pmi_shows      = true,
	.prefetchers_off = 0xf, /* Intel, "Disclosure of Hardware Prefetcher Control on Some Intel Processors", names Haswell and Broadwell */
};

const struct processor xeon_e5_2600_v4 = {
	OF_BOTH,
	.name           = "xeon-e5-2600-v4",
	.title          = "Intel Xeon E5-2600 v4 (Broadwell-EP)",
	.model          = 0x4f,
	.types          = v4_types,
	.type_count     = ARRAY_SIZE(v4_types),
	.global         = &v4_global,
	.finders        = v4_finders,
	.pmu_start      = "bdx_unc_",
	.assumptions    = v4_assumptions,
	.default_events = "bdx_unc_ubo::UNC_U_CLOCKTICKS,bdx_unc_imc*::UNC_M_CAS_COUNT:RD,"
			  "bdx_unc_imc*::UNC_M_CAS_COUNT:WR",
	.full_events    = FULL_EVENTS("UNC_U_CLOCKTICKS", "UNC_M_CLOCKTICKS"),
	.clock_event    = "bdx_unc_ubo::UNC_U_CLOCKTICKS",
	.pmi_shows      = true,
	.prefetchers_off = 0xf, /* Intel, "Disclosure of Hardware Prefetcher Control on Some Intel Processors", names Haswell and Broadwell */
};

/* clang-format on */
