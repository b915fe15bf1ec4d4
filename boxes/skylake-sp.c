/* SPDX-License-Identifier: BSD-2-Clause */
/* Skylake-SP, Cascade Lake-SP and Cooper Lake-SP (06_55H, told apart by their steppings): every box controls itself, as on Knights Landing, and a socket has
 * one register that freezes all and one that gathers their overflows. A socket has several PCI buses, each box on one of its own.
 *
 * No guide to this uncore could be read. Sources: "Linux" is uncore_snbep.c of 6.12, "PCM" and "LIKWID" the programs of these names,
 * "perfmon" its lists SKX and CLX, "msr-safe" pull request 66 of llnl/msr-safe, which quotes the guide on the U-Box's fixed counter. No
 * reset value is known.
 *
 * Nothing says how, or whether, an overflow interrupts: of MSR 700H two bits are known, and no program takes an interrupt of this
 * uncore. Where the messages of UBOX_FILTER go and what events M2PCIe has is not known either. */
#include "boxes/skylake-sp.h"

#include "boxes/core-pmu.h"
#include "boxes/table.h"

/* clang-format off */

/* ---- what boxes have alike ---------------------------------------------------------------------------- */

static const struct field counter_fields[] = {FIELD("count", 0, 48, RW)};
const struct register_layout skylake_sp_counter = {
	.title = "PMON_CTR", .source = "Linux, PCM, LIKWID",
	FIELDS(counter_fields), .width_bits = 64,
};

/* Linux lets boxes go with 0 in the register. PCM writes 1 to bits 17:16 of most, which the guide of an earlier part wants, and to bit 16
 * of CHA and PCU; both run. Nobody has a freeze enable. */
static const struct field control_fields[] = {
	FIELD_OF(RESET_CONTROLS, "rst_ctrl", 0, 1, W1_TO),
	FIELD_OF(RESET_COUNTERS, "rst_ctrs", 1, 1, W1_TO),
	FIELD_OF(FREEZE,         "frz",      8, 1, RW),
	ONES(16, 2),
};
static const struct register_layout control = {
	.title = "PMON_BOX_CTL", .source = "Linux, PCM, LIKWID",
	FIELDS(control_fields), .width_bits = 32,
};
static const struct field control_16_fields[] = {
	FIELD_OF(RESET_CONTROLS, "rst_ctrl", 0, 1, W1_TO),
	FIELD_OF(RESET_COUNTERS, "rst_ctrs", 1, 1, W1_TO),
	FIELD_OF(FREEZE,         "frz",      8, 1, RW),
	ONES(16, 1),
};
static const struct register_layout control_16 = {
	.title = "PMON_BOX_CTL", .source = "Linux, PCM, LIKWID",
	FIELDS(control_16_fields), .width_bits = 32,
};
/* Of M2PCIe Linux alone knows. */
static const struct field control_plain_fields[] = {
	FIELD_OF(RESET_CONTROLS, "rst_ctrl", 0, 1, W1_TO),
	FIELD_OF(RESET_COUNTERS, "rst_ctrs", 1, 1, W1_TO),
	FIELD_OF(FREEZE,         "frz",      8, 1, RW),
};
const struct register_layout skylake_sp_control_plain = {
	.title = "PMON_BOX_CTL", .source = "Linux",
	FIELDS(control_plain_fields), .width_bits = 32,
};

static const struct field status_4_fields[] = {FIELD_OF(OVERFLOWS, "ov", 0, 4, W1C)};
const struct register_layout skylake_sp_status_4 = {
	.title = "PMON_BOX_STATUS", .source = "LIKWID, PCM; bits inferred from the part before",
	FIELDS(status_4_fields), .width_bits = 64,
};

/* The guide, as msr-safe quotes it, has ov_en send the overflow to the U-Box, which notes it. Measurements keep it 0. */
static const struct field select_fields[] = {SKYLAKE_SP_SELECT_FIELDS(8)};
const struct register_layout skylake_sp_select = {
	.title = "PMON_CTL", .source = "Linux, PCM, LIKWID",
	FIELDS(select_fields), .width_bits = 32,
};

/* Where the status of the socket shows overflows of each box, as far as LIKWID says. */
#define OV_U        BIT(1)
#define OV_P        BIT(2)
#define OV_CHA(N)   BIT(3 + (N))
#define OV_MC(N)    BIT(39 + (N))
#define OV_UPI(N)   BIT(41 + (N))
#define OV_M3UPI(N) BIT(46 + (N))
#define OV_IIO(N)   BIT(56 + (N))
#define OV_M2M(N)   BIT(62 + (N))

#define BOX(NAME, EVENTS)                                             \
	.instance_table = NAME##_instances,                           \
	.instances      = ARRAY_SIZE(NAME##_instances),               \
	.registers      = NAME##_registers,                           \
	.register_count = ARRAY_SIZE(NAME##_registers),               \
	.events         = skylake_sp_##EVENTS##_events,               \
	.event_count    = ARRAY_SIZE(skylake_sp_##EVENTS##_events),   \
	.requirements   = skylake_sp_requirements,                    \
	.counter_bits   = 48
#define PCI_BOX(NAME, EVENTS) BOX(NAME, EVENTS), .space = SPACE_PCI, .based = BASE_BY_ID

/* ---- what controls a socket --------------------------------------------------------------------------- */

/* 700H: both bits act as they are written; how they read nobody says. Wake and the choice of cores are in no source. */
const struct field skylake_sp_global_fields[] = {
	FIELD("unfrz_all", 61, 1, W1_TO),
	FIELD_OF(FREEZE, "frz_all", 63, 1, WO),
};
static const struct register_layout global_control = {
	.title = "U_MSR_PMON_GLOBAL_CTL", .source = "PCM, LIKWID",
	FIELDS(skylake_sp_global_fields), .width_bits = 64,
};
/* Which boxes had overflows. Of the third M3UPI and the sixth IIO LIKWID has no bit; IRPs share those of their IIO. */
static const struct field global_status_fields[] = {
	FIELD("ov_u_fixed", 0, 1, W1C), FIELD("ov_u", 1, 1, W1C), FIELD("ov_p", 2, 1, W1C), FIELD("ov_cha", 3, 28, W1C),
	FIELD("ov_mc", 39, 2, W1C), FIELD("ov_upi", 41, 3, W1C), FIELD("ov_m3upi", 46, 2, W1C), FIELD("ov_iio", 56, 5, W1C),
	FIELD("ov_m2m", 62, 2, W1C),
};
static const struct register_layout global_status = {
	.title = "U_MSR_PMON_GLOBAL_STATUS", .source = "LIKWID; cleared by a 1: LIKWID",
	FIELDS(global_status_fields), .width_bits = 64,
};
static const struct register_row global_registers[] = {
	ROW("global_ctl", global_control, GLOBAL_FREEZE, 0, 1, 0, 0x700),
	ROW("status",     global_status,  FLAGS,         0, 1, 0, 0x701),
};
const struct box_instance skylake_sp_one[] = {{.base = {0}}};

/* How many CHAs a part has: bits 27:0 of CAPID6, one for each (Linux). */
static const struct field capid6_fields[] = {FIELD("chas", 0, 28, RO)};
static const struct register_layout capid6 = {
	.title = "CAPID6", .source = "Linux",
	FIELDS(capid6_fields), .width_bits = 32, .reset_unknown = MASK(0, 32),
};
static const struct register_row capid_registers[] = {ROW("capid6", capid6, BOX_COUNT, 0, 1, 0, 0x9c)};
static const struct box_instance capid_instances[] = {{.base = {BOX_FUNCTION(30, 3)}, .id = {0x2083}}};

#define GLOBAL(P)                                                                                              \
	.name = "global", .pmu = P "_unc_global", .perf = "uncore_global",                                     \
	.title = "what freezes the boxes of a socket and gathers their overflows",                             \
	.instance_table = skylake_sp_one, .instances = 1, .registers = global_registers,                       \
	.register_count = ARRAY_SIZE(global_registers), .space = SPACE_MSR
#define CAPID(P)                                                                                               \
	.name = "capid", .pmu = P "_unc_capid", .perf = "uncore_capid", .title = "what the part has been given", \
	.instance_table = capid_instances, .instances = 1, .registers = capid_registers,                       \
	.register_count = ARRAY_SIZE(capid_registers), .space = SPACE_PCI, .based = BASE_BY_ID

/* ---- U-Box -------------------------------------------------------------------------------------------- */

/* The threshold has 5 bits in Linux's mask of the U-Box. It has no control: counters stand and go by their selects. */
static const struct field ubox_select_fields[] = {SKYLAKE_SP_SELECT_FIELDS(5)};
static const struct register_layout ubox_select = {
	.title = "U_MSR_PMON_CTL", .source = "Linux, LIKWID",
	FIELDS(ubox_select_fields), .width_bits = 32,
};
static const struct field ubox_fixed_select_fields[] = {
	FIELD("ov_en", 20, 1, RW), /* in the status of the socket, bit 0 (msr-safe) */
	FIELD_OF(ENABLE, "en", 22, 1, RW),
};
static const struct register_layout ubox_fixed_select = {
	.title = "U_MSR_PMON_UCLK_FIXED_CTL", .source = "msr-safe, Linux, LIKWID",
	FIELDS(ubox_fixed_select_fields), .width_bits = 32,
};
static const struct field ubox_status_fields[] = {FIELD_OF(FIXED_OVERFLOW, "ov_fixed", 0, 1, W1C), FIELD_OF(OVERFLOWS, "ov", 1, 2, W1C)};
static const struct register_layout ubox_status = {
	.title = "U_MSR_PMON_BOX_STATUS", .source = "LIKWID; bits inferred from the part before",
	FIELDS(ubox_status_fields), .width_bits = 64,
};
const struct register_row skylake_sp_ubox_registers[] = {
	ROW("ctl",       ubox_select,        SELECT,        0, 2, 1, 0x705),
	ROW("ctr",       skylake_sp_counter, COUNTER,       0, 2, 1, 0x709),
	ROW("fixed_ctl", ubox_fixed_select,  FIXED_SELECT,  0, 1, 0, 0x703),
	ROW("fixed_ctr", skylake_sp_counter, FIXED_COUNTER, 0, 1, 0, 0x704),
	ROW("status",    ubox_status,        FLAGS,         0, 1, 0, 0x708),
};
#define ubox_registers skylake_sp_ubox_registers
static const struct box_instance ubox_instances[] = {{.base = {0}, .summary = OV_U}};

#define UBOX(P) .name = "ubox", .pmu = P "_unc_ubo", .perf = "uncore_ubox", .title = "system configuration controller", \
	BOX(ubox, ubox), .space = SPACE_MSR, .counters = 2, .fixed = true

/* ---- CHA ---------------------------------------------------------------------------------------------- */

static const struct field cha_select_fields[] = {
	[SKYLAKE_SP_CHA_CTL_TID_EN] = {.name = "tid_en", .low = 19, .width = 1, .access = ACCESS_RW, .perf = "tid_en"},
	SKYLAKE_SP_SELECT_FIELDS(8),
};
static const struct register_layout cha_select = {
	.title = "Cn_MSR_PMON_CTL", .source = "Linux, PCM, LIKWID",
	FIELDS(cha_select_fields), .width_bits = 32,
};
static const struct field cha_filter0_fields[] = {
	[SKYLAKE_SP_CHA_FILTER0_TID]   = MODIFIER(OTHER, "tid",   0,  9,  "tid",   "filter_tid"),
	[SKYLAKE_SP_CHA_FILTER0_LINK]  = MODIFIER(OTHER, "link",  9,  4,  "link",  "filter_link"),
	[SKYLAKE_SP_CHA_FILTER0_STATE] = MODIFIER(OTHER, "state", 17, 10, "state", "filter_state"),
};
static const struct register_layout cha_filter0 = {
	.title = "Cn_MSR_PMON_BOX_FILTER0", .source = "Linux, PCM, LIKWID",
	FIELDS(cha_filter0_fields), .width_bits = 32,
};
/* All 0 would let nothing pass. */
static const struct field cha_filter1_fields[] = {
	[SKYLAKE_SP_CHA_FILTER1_REM]     = MODIFIER(OTHER, "rem",     0,  1,  "rem",     "filter_rem"),
	[SKYLAKE_SP_CHA_FILTER1_LOC]     = MODIFIER(OTHER, "loc",     1,  1,  "loc",     "filter_loc"),
	[SKYLAKE_SP_CHA_FILTER1_ALL_OPC] = MODIFIER(OTHER, "all_opc", 3,  1,  "all_opc", "filter_all_op"),
	[SKYLAKE_SP_CHA_FILTER1_NM]      = MODIFIER(OTHER, "nm",      4,  1,  "nm",      "filter_nm"),
	[SKYLAKE_SP_CHA_FILTER1_NOT_NM]  = MODIFIER(OTHER, "not_nm",  5,  1,  "not_nm",  "filter_not_nm"),
	[SKYLAKE_SP_CHA_FILTER1_OPC0]    = MODIFIER(OTHER, "opc0",    9,  10, "opc0",    "filter_opc0"),
	[SKYLAKE_SP_CHA_FILTER1_OPC1]    = MODIFIER(OTHER, "opc1",    19, 10, "opc1",    "filter_opc1"),
	[SKYLAKE_SP_CHA_FILTER1_C6]      = SETTING("c6", 29, 1, "c6"), /* Linux has no name for it here */
	[SKYLAKE_SP_CHA_FILTER1_NC]      = MODIFIER(OTHER, "nc",      30, 1,  "nc",      "filter_nc"),
	[SKYLAKE_SP_CHA_FILTER1_ISOC]    = MODIFIER(OTHER, "isoc",    31, 1,  "isoc",    "filter_isoc"),
};
static const struct register_layout cha_filter1 = {
	.title = "Cn_MSR_PMON_BOX_FILTER1", .source = "Linux, PCM",
	FIELDS(cha_filter1_fields), .width_bits = 32,
};
static const struct register_row cha_registers[] = {
	[SKYLAKE_SP_CHA_CTL]     = ROW("ctl",     cha_select,         SELECT,  0, 4, 1, 1),
	[SKYLAKE_SP_CHA_CTR]     = ROW("ctr",     skylake_sp_counter, COUNTER, 0, 4, 1, 8),
	[SKYLAKE_SP_CHA_FILTER0] = ROW("filter0", cha_filter0,        FILTER,  0, 1, 0, 5),
	[SKYLAKE_SP_CHA_FILTER1] = ROW("filter1", cha_filter1,        FILTER,  0, 1, 0, 6),
	CONTROL_ROW(control_16, 0), FLAGS_ROW(skylake_sp_status_4, 7),
};
static const struct filter_register cha_filters[] = {
	{.row = SKYLAKE_SP_CHA_FILTER0,
	 .note = "one for all counters of the CHA: states that LLC_LOOKUP counts, and whose requests (tid), on which link"},
	{.row = SKYLAKE_SP_CHA_FILTER1,
	 .note = "one for all counters of the CHA: opc0 and opc1 choose, unless all_opc=1; one of rem and loc, and of nm and not_nm, is to stay 1",},
};
static const struct choice cha_choice = {.row = SKYLAKE_SP_CHA_FILTER1, .all = BIT(3), .choices = MASK(9, 20)};
static const struct look cha_look = {SKYLAKE_SP_CHA_CTL_TID_EN, SKYLAKE_SP_CHA_FILTER0, MASK(0, 9)};

#define CHA(N)  {.base = {0xe00 + 0x10 * (N)}, .summary = OV_CHA(N)}
#define CHA4(N) CHA(N), CHA((N) + 1), CHA((N) + 2), CHA((N) + 3)
static const struct box_instance cha_instances[] = {CHA4(0), CHA4(4), CHA4(8), CHA4(12), CHA4(16), CHA4(20), CHA4(24)};

#define CHA_BOX(P, EVENTS)                                                                                   \
	.name = "cha", .pmu = P "_unc_cha", .perf = "uncore_cha",                                            \
	.title = "coherence of caching agents, and its slice of the cache",                                  \
	BOX(cha, EVENTS), .space = SPACE_MSR, .counters = 4, .look = &cha_look, .choice = &cha_choice,       \
	.filter_registers = cha_filters, .filter_register_count = ARRAY_SIZE(cha_filters)

/* ---- IIO, IRP ----------------------------------------------------------------------------------------- */

/* The threshold has 12 bits, and above it are masks: which ports, and which kinds of flow control (Linux). */
static const struct field iio_select_fields[] = {
	SKYLAKE_SP_SELECT_FIELDS(12), FIELD_OF(UMASK_ABOVE, "ch_fc_mask", 36, 11, RW),
};
static const struct field iio_select_parts[] = {
	{.name = "ch_mask", .low = 36, .width = 8, .access = ACCESS_RW, .perf = "ch_mask"},
	{.name = "fc_mask", .low = 44, .width = 3, .access = ACCESS_RW, .perf = "fc_mask"},
};
static const struct register_layout iio_select = {
	.title = "IIO_MSR_PMON_CTL", .source = "Linux, PCM, LIKWID",
	FIELDS(iio_select_fields), .width_bits = 64, .parts = iio_select_parts, .part_count = ARRAY_SIZE(iio_select_parts),
};
/* Outside of the PMON: neither frozen nor reset with it, and counting from power-up on. */
static const struct field free_fields[] = {FIELD("count", 0, 36, VOLATILE)};
static const struct register_layout free_counter = {
	.title = "free-running counter", .source = "Linux",
	FIELDS(free_fields), .width_bits = 64,
};
/* Of ports 0 to 3: what they took in and gave out, and how long they were in use for either, in turn. */
static const struct register_row iio_registers[] = {
	SELECT_ROW(4, iio_select, 1, 8), COUNTER_ROW(4, skylake_sp_counter, 1, 1),
	CONTROL_ROW(control, 0), FLAGS_ROW(skylake_sp_status_4, 7),
	ROW("free_clock",    free_counter, FREE_COUNTER, 0, 1, 0, 5),
	ROW("free_in",       free_counter, FREE_COUNTER, 1, 4, 1, 0),
	ROW("free_out",      free_counter, FREE_COUNTER, 1, 4, 1, 4),
	ROW("free_util_in",  free_counter, FREE_COUNTER, 1, 4, 2, 8),
	ROW("free_util_out", free_counter, FREE_COUNTER, 1, 4, 2, 9),
};
#define IIO(N, SUMMARY) {.base = {0xa40 + 0x20 * (N), 0xb00 + 0x10 * (N)}, .summary = (SUMMARY)}
static const struct box_instance iio_instances[] = {
	IIO(0, OV_IIO(0)), IIO(1, OV_IIO(1)), IIO(2, OV_IIO(2)), IIO(3, OV_IIO(3)), IIO(4, OV_IIO(4)), IIO(5, 0),
};
/* Stacks 4 and 5 are those of packages that parts with a fabric have (PCM's names of them). */
static const struct present_if stack_present = {.kind = PRESENT_ON_SOME, .some = MASK(4, 2)};
#define IIO_BOX(P)                                                                                           \
	.name = "iio", .pmu = P "_unc_iio", .perf = "uncore_iio", .title = "a stack of input and output",    \
	BOX(iio, iio), .space = SPACE_MSR, .counters = 4, .free_counters = 17, .present = &stack_present

static const struct register_row irp_registers[] = {
	SELECT_ROW(2, skylake_sp_select, 1, 3), COUNTER_ROW(2, skylake_sp_counter, 1, 1), CONTROL_ROW(control, 0),
};
#define IRP(N, SUMMARY) {.base = {0xa58 + 0x20 * (N)}, .summary = (SUMMARY)}
static const struct box_instance irp_instances[] = {
	IRP(0, OV_IIO(0)), IRP(1, OV_IIO(1)), IRP(2, OV_IIO(2)), IRP(3, OV_IIO(3)), IRP(4, OV_IIO(4)), IRP(5, 0),
};
#define IRP_BOX(P)                                                                                           \
	.name = "irp", .pmu = P "_unc_irp", .perf = "uncore_irp",                                            \
	.title = "coherence of a stack of input and output", BOX(irp, irp), .space = SPACE_MSR, .counters = 2, .present = &stack_present

/* ---- PCU ---------------------------------------------------------------------------------------------- */

/* ev_sel bit 7 says that an occupancy counts, of the cores in the state of occ_sel; occ_invert inverts the test of occupancies alone. */
static const struct field pcu_select_fields[] = {
	[SKYLAKE_SP_PCU_CTL_OCC_SEL]      = {.name = "occ_sel", .low = 14, .width = 2, .access = ACCESS_RW, .kind = FIELD_UMASK, .perf = "occ_sel"},
	[SKYLAKE_SP_PCU_CTL_EDGE_DET]     = MODIFIER(EDGE, "edge_det",     18, 1, "e", "edge"),
	[SKYLAKE_SP_PCU_CTL_OCC_INVERT]   = SETTING("occ_invert", 30, 1, "occ_invert"),
	[SKYLAKE_SP_PCU_CTL_OCC_EDGE_DET] = MODIFIER(EDGE, "occ_edge_det", 31, 1, "e", "occ_edge_det"),
	FIELD_OF(EVENT, "ev_sel", 0, 8, RW),
	FIELD_OF(RESET, "rst", 17, 1, W1_TO),
	FIELD_OF(REPORT_OVERFLOW, "ov_en", 20, 1, RW),
	FIELD_OF(ENABLE, "en", 22, 1, RW),
	MODIFIER(INVERT, "invert", 23, 1, "i", "inv"),
	MODIFIER(THRESHOLD, "thresh", 24, 5, "t", "thresh"),
};
static const struct register_layout pcu_select = {
	.title = "PCU_MSR_PMON_CTL", .source = "Linux, PCM, LIKWID",
	FIELDS(pcu_select_fields), .width_bits = 32,
};
/* Its filter, MSR 715H, is left out: no event of perfmon's looks at it. */
const struct register_row skylake_sp_pcu_registers[] = {
	[SKYLAKE_SP_PCU_CTL] = ROW("ctl", pcu_select,         SELECT,  0, 4, 1, 0x711),
	[SKYLAKE_SP_PCU_CTR] = ROW("ctr", skylake_sp_counter, COUNTER, 0, 4, 1, 0x717),
	CONTROL_ROW(control_16, 0x710), FLAGS_ROW(skylake_sp_status_4, 0x716),
};
#define pcu_registers skylake_sp_pcu_registers
static const struct box_instance pcu_instances[] = {{.base = {0}, .summary = OV_P}};
#define PCU_BOX(P)                                                                                           \
	.name = "pcu", .pmu = P "_unc_pcu", .perf = "uncore_pcu", .title = "power control unit",             \
	BOX(pcu, pcu), .space = SPACE_MSR, .counters = 4, .shared_spellings = true

/* ---- memory ------------------------------------------------------------------------------------------- */

/* Bit 22 as in every other select (Linux). Other bits are not known. */
static const struct field fixed_select_fields[] = {FIELD_OF(ENABLE, "en", 22, 1, RW)};
static const struct register_layout fixed_select = {
	.title = "MC_CHy_PCI_PMON_FIXED_CTL", .source = "Linux",
	FIELDS(fixed_select_fields), .width_bits = 32,
};
#define CLASSIC_ROWS(COUNT) SELECT_ROW(COUNT, skylake_sp_select, 4, 0xd8), COUNTER_ROW(COUNT, skylake_sp_counter, 8, 0xa0)
static const struct register_row imc_registers[] = {
	CLASSIC_ROWS(4), FIXED_SELECT_ROW(fixed_select, 0xf0), FIXED_COUNTER_ROW(skylake_sp_counter, 0xd0),
	CONTROL_ROW(control, 0xf4),
};
#define AT(DEVICE, FUNCTION, ID, SUMMARY) {.base = {BOX_FUNCTION(DEVICE, FUNCTION)}, .id = {ID}, .summary = (SUMMARY)}
static const struct box_instance imc_instances[] = {
	AT(10, 2, 0x2042, OV_MC(0)), AT(10, 6, 0x2046, OV_MC(0)), AT(11, 2, 0x204a, OV_MC(0)),
	AT(12, 2, 0x2042, OV_MC(1)), AT(12, 6, 0x2046, OV_MC(1)), AT(13, 2, 0x204a, OV_MC(1)),
};
static const struct perf_alias imc_aliases[] = {
	{"clockticks", "event=0x00,umask=0x00"},
	{"cas_count_read", "event=0x04,umask=0x03"},
	{"cas_count_write", "event=0x04,umask=0x0c"},
	{NULL, NULL},
};
#define IMC_BOX(P, EVENTS)                                                                                   \
	.name = "imc", .pmu = P "_unc_imc", .perf = "uncore_imc", .title = "memory channel",                 \
	PCI_BOX(imc, EVENTS), .counters = 4, .fixed = true, .fixed_apart = true,  \
	.perf_aliases = imc_aliases

static const struct register_row m2m_registers[] = {
	SELECT_ROW(4, skylake_sp_select, 8, 0x228), COUNTER_ROW(4, skylake_sp_counter, 8, 0x200),
	CONTROL_ROW(control, 0x258),
};
static const struct box_instance m2m_instances[] = {AT(8, 0, 0x2066, OV_M2M(0)), AT(9, 0, 0x2066, OV_M2M(1))};
#define M2M_BOX(P, EVENTS)                                                                                   \
	.name = "m2m", .pmu = P "_unc_m2m", .perf = "uncore_m2m", .title = "mesh to memory",                 \
	PCI_BOX(m2m, EVENTS), .counters = 4

/* ---- links -------------------------------------------------------------------------------------------- */

/* The umask goes on in bits 55:32, of which 44 is none (Linux). */
static const struct field upi_select_fields[] = {
	SKYLAKE_SP_SELECT_FIELDS(8), FIELD_OF(UMASK_ABOVE, "umask_ext", 32, 24, RW),
};
static const struct register_layout upi_select = {
	.title = "Ly_PCI_PMON_CTL", .source = "Linux",
	FIELDS(upi_select_fields), .width_bits = 64, .holes = BIT(44),
};
static const struct register_row upi_registers[] = {
	SELECT_ROW(4, upi_select, 8, 0x350), COUNTER_ROW(4, skylake_sp_counter, 8, 0x318), CONTROL_ROW(control, 0x378),
};
static const struct box_instance upi_instances[] = {
	AT(14, 0, 0x2058, OV_UPI(0)), AT(15, 0, 0x2058, OV_UPI(1)), AT(16, 0, 0x2058, OV_UPI(2)),
};
#define LINK_BOX(NAME, INSTANCES, EVENTS)                                                                    \
	.instance_table = INSTANCES, .instances = ARRAY_SIZE(INSTANCES),                                     \
	.registers = NAME##_registers, .register_count = ARRAY_SIZE(NAME##_registers),                       \
	.events = skylake_sp_##EVENTS##_events, .event_count = ARRAY_SIZE(skylake_sp_##EVENTS##_events),     \
	.requirements = skylake_sp_requirements, .counter_bits = 48, .space = SPACE_PCI, .based = BASE_BY_ID
/* Cooper Lake has six links (PCM); the ids are those that a board shows. Where the further ones show their overflows is in no source. */
static const struct box_instance cpx_upi_instances[] = {
	AT(14, 0, 0x2058, OV_UPI(0)), AT(15, 0, 0x2058, OV_UPI(1)), AT(16, 0, 0x2058, OV_UPI(2)),
	AT(14, 4, 0x2058, 0),         AT(15, 4, 0x2058, 0),         AT(16, 4, 0x2058, 0),
};
#define UPI_BOX(P, INSTANCES, EVENTS)                                                                        \
	.name = "upi", .pmu = P "_unc_upi", .perf = "uncore_upi", .title = "UPI link layer",                 \
	LINK_BOX(upi, INSTANCES, EVENTS), .counters = 4

static const struct register_row m3upi_registers[] = {CLASSIC_ROWS(3), CONTROL_ROW(control, 0xf4)};
static const struct box_instance m3upi_instances[] = {
	AT(18, 1, 0x204d, OV_M3UPI(0)), AT(18, 2, 0x204e, OV_M3UPI(1)), AT(18, 5, 0x204d, 0),
};
static const struct box_instance cpx_m3upi_instances[] = {
	AT(18, 1, 0x204d, OV_M3UPI(0)), AT(18, 2, 0x204e, OV_M3UPI(1)), AT(19, 1, 0x204d, 0), AT(19, 2, 0x204e, 0),
	AT(20, 1, 0x204d, 0), AT(20, 2, 0x204e, 0),
};
#define M3UPI_BOX(P, INSTANCES)                                                                              \
	.name = "m3upi", .pmu = P "_unc_m3upi", .perf = "uncore_m3upi", .title = "mesh to UPI",              \
	LINK_BOX(m3upi, INSTANCES, m3upi), .counters = 3

static const struct register_row m2pcie_registers[] = {CLASSIC_ROWS(4), CONTROL_ROW(skylake_sp_control_plain, 0xf4)};
/* The fourth is where three boards show it; Linux looks at device 21, function 5. */
static const struct box_instance m2pcie_instances[] = {
	AT(21, 1, 0x2088, 0), AT(22, 1, 0x2088, 0), AT(23, 1, 0x2088, 0), AT(22, 5, 0x2088, 0),
};
/* A Cooper Lake board shows three. */
static const struct box_instance cpx_m2pcie_instances[] = {AT(21, 1, 0x2088, 0), AT(22, 1, 0x2088, 0), AT(23, 1, 0x2088, 0)};
#define M2PCIE_BOX(P, INSTANCES)                                                                             \
	.name = "m2pcie", .pmu = P "_unc_m2pcie", .perf = "uncore_m2pcie", .title = "mesh to PCI Express",   \
	.instance_table = INSTANCES, .instances = ARRAY_SIZE(INSTANCES),                                     \
	.registers = m2pcie_registers, .register_count = ARRAY_SIZE(m2pcie_registers), .counter_bits = 48,   \
	.space = SPACE_PCI, .based = BASE_BY_ID, .counters = 4

/* ---- the processors ----------------------------------------------------------------------------------- */

static const struct box_type core = {
	IX86ARCH_CORE, .events = skylake_sp_core_events, .event_count = CORE_PMU_EVENTS,
	.requirements = skylake_sp_requirements,
};

/* The box types of one of the three parts, `P`: they have the same boxes at the same places, but for those given. */
#define TYPES(P, CHA_EVENTS, IMC_EVENTS, M2M_EVENTS, UPI_EVENTS, UPIS, M2PCIES, M3UPIS)                              \
	static const struct box_type P##_global = {GLOBAL(#P)};                                                    \
	static const struct box_type P##_capid  = {CAPID(#P)};                                                     \
	static const struct present_if P##_chas = {SKYLAKE_SP_CHAS, .teller = &P##_capid};                         \
	static const struct box_type P##_ubox   = {UBOX(#P)};                                                      \
	static const struct box_type P##_cha    = {CHA_BOX(#P, CHA_EVENTS), .present = &P##_chas};                 \
	static const struct box_type P##_iio    = {IIO_BOX(#P)};                                                   \
	static const struct box_type P##_irp    = {IRP_BOX(#P)};                                                   \
	static const struct box_type P##_pcu    = {PCU_BOX(#P)};                                                   \
	static const struct box_type P##_imc    = {IMC_BOX(#P, IMC_EVENTS)};                                       \
	static const struct box_type P##_m2m    = {M2M_BOX(#P, M2M_EVENTS)};                                       \
	static const struct box_type P##_upi    = {UPI_BOX(#P, UPIS, UPI_EVENTS)};                                 \
	static const struct box_type P##_m2pcie = {M2PCIE_BOX(#P, M2PCIES)};                                       \
	static const struct box_type P##_m3upi  = {M3UPI_BOX(#P, M3UPIS)};                                         \
	static const struct box_type *const P##_types[] = {                                                        \
		&P##_global, &P##_capid, &P##_ubox, &P##_cha, &P##_iio, &P##_irp, &P##_pcu,                        \
		&P##_imc,    &P##_m2m,   &P##_upi,  &P##_m2pcie, &P##_m3upi, &core,                                \
	}

TYPES(skx, cha, imc, m2m, upi, upi_instances, m2pcie_instances, m3upi_instances);
TYPES(clx, cha_cascade, imc_cascade, m2m_cascade, upi_cascade, upi_instances, m2pcie_instances, m3upi_instances);
TYPES(cpx, cha_cascade, imc_cascade, m2m_cascade, upi_cascade, cpx_upi_instances, cpx_m2pcie_instances, cpx_m3upi_instances);

/* The U-Box of each socket; a socket's other buses are those from its own on up to the next socket's (Linux). Boards show it at D8:F0. */
static const struct base_finder finders[] = {
	{.way = BASE_BY_MAP, .vendor = 0x8086, .id = 0x2014, .node = {0xc0, 0, 3}, .field = {0xd4, 0, 3}, .fields = 8,
	 .at = BOX_FUNCTION(8, 0), .others = BUSES_BEHIND,
	 .box = "ubox_config", .field_name = "ubox_config.gidnidmap", .node_name = "ubox_config.cpunodeid"},
	{.way = BASE_BY_LOOKING, .vendor = 0x8086},
};

/* ---- what the sources leave open ---------------------------------------------------------------------- */

static const struct assumption overflow = {
	.name = ASSUMED_OVERFLOW, .answer = "carry",
	.ground = "Linux takes differences of counts modulo their width; as on the parts before",
};
static const struct assumption threshold = {
	.name = ASSUMED_THRESHOLD, .answer = "at-least",
	.ground = "as on the parts before: no guide to these was read",
};
static const struct assumption fixed_freeze = {
	.name = ASSUMED_FIXED_FREEZE, .answer = "stands",
	.ground = "as on the E5-2600 v2: frz stops the counters of the box, and nothing excludes the fixed one",
};
static const struct assumption interrupt = {
	.name = ASSUMED_INTERRUPT, .answer = "none",
	.ground = "Linux, PCM and LIKWID use none; of what would choose its cores in MSR 700H no source says anything",
};
const struct assumption *const skylake_sp_assumptions[] = {&overflow, &threshold, &fixed_freeze, &interrupt, NULL};

/* Each counter of a socket has one, the clock first; counters of M2PCIe take a code whose meaning nobody lists. */
#define FULL_EVENTS                                                                                               \
	"ubox::UNC_U_CLOCKTICKS,ubox::UNC_U_EVENT_MSG:IPI_RCVD,ubox::UNC_U_LOCK_CYCLES,"                          \
	"cha*::UNC_CHA_CLOCKTICKS,cha*::UNC_CHA_LLC_LOOKUP:ANY,cha*::UNC_CHA_DIR_LOOKUP:SNP,"                     \
	"cha*::UNC_CHA_SF_EVICTION:M_STATE,"                                                                      \
	"iio*::UNC_IIO_CLOCKTICKS,iio*::UNC_IIO_CLOCKTICKS,iio*::UNC_IIO_CLOCKTICKS,iio*::UNC_IIO_CLOCKTICKS,"    \
	"irp*::UNC_I_CLOCKTICKS,irp*::UNC_I_FAF_INSERTS,"                                                         \
	"pcu::UNC_P_CLOCKTICKS,pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C0,"                                        \
	"pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C3,pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C6,"                    \
	"imc*::UNC_M_CLOCKTICKS_F,imc*::UNC_M_CLOCKTICKS,imc*::UNC_M_CAS_COUNT:RD,imc*::UNC_M_CAS_COUNT:WR,"      \
	"imc*::UNC_M_ACT_COUNT:RD,"                                                                               \
	"m2m*::UNC_M2M_CLOCKTICKS,m2m*::UNC_M2M_IMC_READS:ALL,m2m*::UNC_M2M_IMC_WRITES:ALL,"                      \
	"m2m*::UNC_M2M_DIRECTORY_LOOKUP:ANY,"                                                                     \
	"upi*::UNC_UPI_CLOCKTICKS,upi*::UNC_UPI_RXL_FLITS:ALL_DATA,upi*::UNC_UPI_TXL_FLITS:ALL_DATA,"             \
	"upi*::UNC_UPI_TXL_FLITS:NON_DATA,"                                                                       \
	"m3upi*::UNC_M3UPI_CLOCKTICKS,m3upi*::UNC_M3UPI_CLOCKTICKS,m3upi*::UNC_M3UPI_CLOCKTICKS"

#define COMMON                                               \
	.vendor          = "GenuineIntel",                   \
	.family          = 6,                                \
	.model           = 0x55,                             \
	.finders         = finders,                          \
	.assumptions     = skylake_sp_assumptions,           \
	.strings         = skylake_sp_strings,               \
	.words           = skylake_sp_words,                 \
	.default_events  = "imc*::UNC_M_CAS_COUNT:RD,imc*::UNC_M_CAS_COUNT:WR", \
	.full_events     = FULL_EVENTS,                      \
	.clock_event     = "ix86arch::UNHALTED_CORE_CYCLES", \
	.resets_unknown  = true

/* Steppings: PCM; of 8 and 9 no source says anything. perfmon gives Cooper Lake the list of Cascade Lake. */
const struct processor skylake_sp = {
	.name           = "skylake-sp",
	.title          = "Intel Xeon Scalable (Skylake-SP)",
	.first_stepping = 0,
	.last_stepping  = 4,
	.types          = skx_types,
	.type_count     = ARRAY_SIZE(skx_types),
	.pmu_start      = "skx_unc_",
	COMMON,
};
const struct processor cascade_lake_sp = {
	.name           = "cascade-lake-sp",
	.title          = "Intel Xeon Scalable, second generation (Cascade Lake-SP)",
	.first_stepping = 5,
	.last_stepping  = 7,
	.types          = clx_types,
	.type_count     = ARRAY_SIZE(clx_types),
	.pmu_start      = "clx_unc_",
	COMMON,
};

const struct processor cooper_lake_sp = {
	.name           = "cooper-lake-sp",
	.title          = "Intel Xeon Scalable, third generation (Cooper Lake-SP)",
	.first_stepping = 10,
	.last_stepping  = 11,
	.types          = cpx_types,
	.type_count     = ARRAY_SIZE(cpx_types),
	.pmu_start      = "cpx_unc_",
	COMMON,
};

/* clang-format on */
