/* SPDX-License-Identifier: BSD-2-Clause */
/* Registers of the M-Boxes of the Xeon 7500 series and of the Xeon E7 (06_2FH), where the fill/victim
 * index has one bit more. Sources as in xeon-7500-boxes.c. The guide's own tables of the filter registers but
 * ZDP_CTL_FVC were not to be had: where a field rests on LIKWID's write code alone, its line says so, and
 * fields that only LIKWID's list for 06_2FH uses are left alone. */
#include "boxes/table.h"
#include "boxes/xeon-7500.h"

/* clang-format off */

/* M_MSR_PERF_GLOBAL_CTL base + 0 (p.112) */
static const struct field control_fields[] = {
	FIELD_OF(COUNT_ENABLES, "ctr_en", 0, 6, RW),
};
static const struct register_layout control = {
	.title = "PERF_GLOBAL_CTL", .source = "323535 p.112",
	FIELDS(control_fields), .width_bits = 32,
};

/* M_MSR_PERF_GLOBAL_STATUS base + 1 (p.112) */
static const struct field status_fields[] = {
	FIELD_OF(OVERFLOWS, "ov", 0, 6, RO),
};
static const struct register_layout status = {
	.title = "PERF_GLOBAL_STATUS", .source = "323535 p.112",
	FIELDS(status_fields), .width_bits = 32,
};

/* M_MSR_PERF_GLOBAL_OVF_CTL base + 2 (p.112) */
static const struct field clear_fields[] = {
	FIELD_OF(OVERFLOWS, "clr_ov", 0, 6, W1_TO),
};
static const struct register_layout clear = {
	.title = "PERF_GLOBAL_OVF_CTL", .source = "323535 p.112",
	FIELDS(clear_fields), .width_bits = 32,
};

/* M_MSR_PMU_CNT_CTL base + 0x10 + 2i (p.113). Without wrap_mode a counter stops at its first overflow.
 * p.112 speaks of dec_sel and rst_flag_sel, for which the table has reserved bits alone. */
static const struct field select_fields[] = {
	[XEON_7500_MBOX_CTL_SET_FLAG_SEL] = CODE("set_flag_sel", 19, 3),
	[XEON_7500_MBOX_CTL_FLAG_MODE]    = CODE("flag_mode",     7, 1),
	IG(                                63,  1),
	RSV(                               61,  2),
	IG(                                25, 36),
	RSV(                               22,  3),
	RSV(                               14,  5),
	{.name = "inc_sel",      .low = 9, .width = 5, .access = ACCESS_RW, .kind = FIELD_EVENT,
	 .perf = "inc_sel"},
	RSV(                                8,  1),
	{.name = "wrap_mode",    .low = 6, .width = 1, .access = ACCESS_RW, .least = 1, .kind = FIELD_ALWAYS, .perf = "wrap_mode"},
	{.name = "storage_mode", .low = 4, .width = 2, .access = ACCESS_RW, .most = 1,
	 .modifier = "storage_mode", .perf = "storage_mode"},
	{.name = "count_mode",   .low = 2, .width = 2, .access = ACCESS_RW, .most = 2,
	 .modifier = "count_mode", .perf = "count_mode"},
	FIELD_OF(PMI,       "pmi_en",       1,  1, RW),
	FIELD_OF(ENABLE,    "en",           0,  1, RW),
};
static const struct register_layout select = {
	.title = "CNT_CTL", .source = "323535 p.113",
	FIELDS(select_fields), .width_bits = 64,
};

/* M_MSR_PMU_TIMESTAMP_UNIT base + 4: M-Box clocks, not connected to the counters (p.113). */
static const struct field timestamp_fields[] = {
	FIELD("timestamp", 0, 16, VOLATILE),
};
static const struct register_layout timestamp = {
	.title = "PMU_TIMESTAMP_UNIT", .source = "323535 p.113; address: LIKWID, EDK II",
	FIELDS(timestamp_fields), .width_bits = 64,
};

/* M_MSR_PMU_DSP base + 5 */
static const struct field dsp_fields[] = {
	[XEON_7500_MBOX_DSP_FILL] = FIELD("fill", 7, 4, RW), /* p.123, LIKWID */
};
static const struct register_layout dsp = {
	.title = "PMU_DSP", .source = "323535 p.123, LIKWID",
	FIELDS(dsp_fields), .width_bits = 64,
};

/* M_MSR_PMU_ISS base + 6 */
static const struct field iss_fields[] = {
	[XEON_7500_MBOX_ISS_GATE_MODE]  = FIELD("gate_mode",  7, 3, RW), /* mode in which gated PLD events count */
	[XEON_7500_MBOX_ISS_SCHED_MODE] = FIELD("sched_mode", 4, 3, RW),
	[XEON_7500_MBOX_ISS_FRAME]      = FIELD("frame",      0, 4, RW),
};
static const struct register_layout iss = {
	.title = "PMU_ISS", .source = "LIKWID",
	FIELDS(iss_fields), .width_bits = 64,
};

/* M_MSR_PMU_MAP base + 7 (p.131). For 06_2FH the command's place follows from the wider index. */
static const struct field map_fields[] = {
	[XEON_7500_MBOX_MAP_CMD]  = {.name = "cmd", .low = 5, .width = 4, .access = ACCESS_RW, .most = 8},
	[XEON_7500_MBOX_MAP_FVID] = SETTING("fvid", 0, 5, "map_fvid"),
};
static const struct register_layout map = {
	.title = "PMU_MAP", .source = "323535 p.131",
	FIELDS(map_fields), .width_bits = 64,
};
static const struct field e7_map_fields[] = {
	[XEON_7500_MBOX_MAP_CMD]  = {.name = "cmd", .low = 6, .width = 4, .access = ACCESS_RW, .most = 8},
	[XEON_7500_MBOX_MAP_FVID] = SETTING("fvid", 0, 6, "map_fvid"),
};
static const struct register_layout e7_map = {
	.title = "PMU_MAP", .source = "323535 p.131, one bit up: LIKWID, inferred",
	FIELDS(e7_map_fields), .width_bits = 64,
};

/* M_MSR_PMU_MSC_THR base + 8 */
static const struct field thr_fields[] = {
	[XEON_7500_MBOX_MSC_THR_DOWN]      = FIELD("down",      9, 2, RW),
	[XEON_7500_MBOX_MSC_THR_UP]        = FIELD("up",        7, 2, RW),
	[XEON_7500_MBOX_MSC_THR_DIMM_SEL]  = FIELD("dimm_sel",  4, 3, RW), /* LIKWID writes the DIMM's number + 1 */
	[XEON_7500_MBOX_MSC_THR_ALL_DIMMS] = FIELD("all_dimms", 3, 1, RW),
};
static const struct register_layout thr = {
	.title = "PMU_MSC_THR", .source = "LIKWID",
	FIELDS(thr_fields), .width_bits = 64,
};

/* M_MSR_PMU_PGT base + 9 */
static const struct field pgt_fields[] = {
	[XEON_7500_MBOX_PGT_STATE]      = FIELD("state",      6, 1, RW),
	[XEON_7500_MBOX_PGT_TRANSITION] = FIELD("transition", 0, 1, RW),
};
static const struct register_layout pgt = {
	.title = "PMU_PGT", .source = "LIKWID",
	FIELDS(pgt_fields), .width_bits = 64,
};

/* M_MSR_PMU_PLD base + 10 */
static const struct field pld_fields[] = {
	[XEON_7500_MBOX_PLD_CMD]   = FIELD("cmd",   8, 5, RW),
	[XEON_7500_MBOX_PLD_GATED] = FIELD("gated", 0, 1, RW), /* count in the scheduler mode of ISS alone */
};
static const struct register_layout pld = {
	.title = "PMU_PLD", .source = "LIKWID",
	FIELDS(pld_fields), .width_bits = 64,
};

/* M_MSR_PMU_ZDP_CTL_FVC base + 11 (p.127; PCM, Linux). What pbox_init_err does when written was not
 * found. */
#define FVC_FIELDS(UP)                                                                         \
	[XEON_7500_MBOX_ZDP_CTL_FVC_EVNT3] = FIELD("evnt3", 20 + (UP), 3, RW),                           \
	[XEON_7500_MBOX_ZDP_CTL_FVC_EVNT2] = FIELD("evnt2", 17 + (UP), 3, RW),                           \
	[XEON_7500_MBOX_ZDP_CTL_FVC_EVNT1] = FIELD("evnt1", 14 + (UP), 3, RW),                           \
	[XEON_7500_MBOX_ZDP_CTL_FVC_EVNT0] = FIELD("evnt0", 11 + (UP), 3, RW),                           \
	[XEON_7500_MBOX_ZDP_CTL_FVC_RESP]  = FIELD("resp",   8 + (UP), 3, RW), /* matched by evnt 6 */   \
	[XEON_7500_MBOX_ZDP_CTL_FVC_BCMD]  = FIELD("bcmd",   5 + (UP), 3, RW), /* matched by evnt 5 */   \
	[XEON_7500_MBOX_ZDP_CTL_FVC_FVID]  = SETTING("fvid", 0, 5 + (UP), "fvid"),                       \
	FIELD("pbox_init_err", 23 + (UP), 1, RESERVED)
static const struct field fvc_fields[] = {FVC_FIELDS(0)};
static const struct register_layout fvc = {
	.title = "PMU_ZDP_CTL_FVC", .source = "323535 p.127, PCM, Linux",
	FIELDS(fvc_fields), .width_bits = 64,
};
static const struct field e7_fvc_fields[] = {FVC_FIELDS(1)};
static const struct register_layout e7_fvc = {
	.title = "PMU_ZDP_CTL_FVC", .source = "Linux, PCM",
	FIELDS(e7_fvc_fields), .width_bits = 64,
};

/* M_MSR_MM_CFG, M_MSR_ADDR_MATCH, M_MSR_ADDR_MASK: Linux, LIKWID. Linux writes MM_CFG as 0 first, and uses
 * them for the events of PLD alone. Which address is compared, and what a set mask bit means, was not found. */
static const struct field mm_cfg_fields[] = {
	[XEON_7500_MBOX_MM_CFG_MM_EN] = {.name = "mm_en", .low = 63, .width = 1, .access = ACCESS_RW,
			       .kind = FIELD_ENABLE, .modifier = "filter", .perf = "filter_cfg_en"},
};
static const struct register_layout mm_cfg = {
	.title = "MM_CFG", .source = "Linux, LIKWID",
	FIELDS(mm_cfg_fields), .width_bits = 64,
};
static const struct field addr_match_fields[] = {
	[XEON_7500_MBOX_ADDR_MATCH_ADDR] = MODIFIER(OTHER, "addr", 0, 34, "addr", "filter_match"),
};
static const struct register_layout addr_match = {
	.title = "ADDR_MATCH", .source = "Linux, LIKWID",
	FIELDS(addr_match_fields), .width_bits = 64,
};
static const struct field addr_mask_fields[] = {
	[XEON_7500_MBOX_ADDR_MASK_MASK] = MODIFIER(OTHER, "mask", 0, 27, "addr_mask", "filter_mask"),
};
static const struct register_layout addr_mask = {
	.title = "ADDR_MASK", .source = "Linux, LIKWID",
	FIELDS(addr_mask_fields), .width_bits = 64,
};

#define MBOX_REGISTERS(MAP, FVC)                                                   \
	ROW("global_ctl",  control,           CONTROL, 0, 1, 0, 0x00),          \
	ROW("status",      status,            STATUS,  0, 1, 0, 0x01),          \
	ROW("ovf_ctl",     clear,             CLEAR,   0, 1, 0, 0x02),          \
	[XEON_7500_MBOX_CTL] =                                                               \
	ROW("ctl",         select,            SELECT,  0, 6, 2, 0x10),          \
	ROW("ctr",         xeon_7500_counter, COUNTER, 0, 6, 2, 0x11),          \
	[XEON_7500_MBOX_TIMESTAMP] =                                                         \
	ROW("timestamp",   timestamp,         OTHER,   0, 1, 0, 0x04),          \
	[XEON_7500_MBOX_DSP] =                                                               \
	ROW("dsp",         dsp,               FILTER,  0, 1, 0, 0x05),          \
	[XEON_7500_MBOX_ISS] =                                                               \
	ROW("iss",         iss,               FILTER,  0, 1, 0, 0x06),          \
	[XEON_7500_MBOX_MAP] =                                                               \
	ROW("map",         MAP,             FILTER,  0, 1, 0, 0x07),          \
	[XEON_7500_MBOX_MSC_THR] =                                                           \
	ROW("msc_thr",     thr,               FILTER,  0, 1, 0, 0x08),          \
	[XEON_7500_MBOX_PGT] =                                                               \
	ROW("pgt",         pgt,               FILTER,  0, 1, 0, 0x09),          \
	[XEON_7500_MBOX_PLD] =                                                               \
	ROW("pld",         pld,               FILTER,  0, 1, 0, 0x0a),          \
	[XEON_7500_MBOX_ZDP_CTL_FVC] =                                                       \
	ROW("zdp_ctl_fvc", FVC,             FILTER,  0, 1, 0, 0x0b),          \
	[XEON_7500_MBOX_MM_CFG] =                                                            \
	ROW("mm_cfg",      mm_cfg,            FILTER,  1, 1, 0, 0x00),          \
	[XEON_7500_MBOX_ADDR_MATCH] =                                                        \
	ROW("addr_match",  addr_match,        FILTER,  1, 1, 0, 0x01),          \
	[XEON_7500_MBOX_ADDR_MASK] =                                                         \
	ROW("addr_mask",   addr_mask,         FILTER,  1, 1, 0, 0x02)

static const struct register_row registers[XEON_7500_MBOX_ROWS] = {MBOX_REGISTERS(map, fvc)};
static const struct register_row e7_registers[XEON_7500_MBOX_ROWS] = {MBOX_REGISTERS(e7_map, e7_fvc)};

static const struct filter_register filter_registers[] = {
	{XEON_7500_MBOX_DSP,         0, "dsp", NULL},
	{XEON_7500_MBOX_ISS,         0, "iss", NULL},
	{XEON_7500_MBOX_MAP,         0, "map", "the low bits are the fill/victim index whose commands are watched"},
	{XEON_7500_MBOX_MSC_THR,     0, "thr", NULL},
	{XEON_7500_MBOX_PGT,         0, "pgt", NULL},
	{XEON_7500_MBOX_PLD,         0, "pld", NULL},
	{XEON_7500_MBOX_ZDP_CTL_FVC, 0, "fvc", "bcmd, resp and fvid are shared by the box's four FVC events"},
	{XEON_7500_MBOX_ADDR_MATCH, 1 + XEON_7500_MBOX_MM_CFG, NULL, "address that the events of PLD are limited to; which form of address is not documented"},
	{XEON_7500_MBOX_ADDR_MASK,  1 + XEON_7500_MBOX_MM_CFG, NULL, "for address bits 32:6; whether a set bit compares or ignores is not documented"},
};

/* inc_sel 0x0d to 0x10 differ in the field that says what they count (p.127, Linux). */
static const struct resource resources[] = {
	[XEON_7500_MBOX_FVC] = {
		.name = "FVC event", .units = 4, .groups = 1,
		.row = XEON_7500_MBOX_ZDP_CTL_FVC, .rows = 1,
		.field = XEON_7500_MBOX_ZDP_CTL_FVC_EVNT0, .fields = 1, .bit_step = 3,
		.code = 0x0d, .unit_step = 1,
	},
};

static const struct box_instance instances[] = {
	{{0xca0, 0xe54}, .summary = U_STATUS_OV_S0},
	{{0xce0, 0xe5c}, .summary = U_STATUS_OV_S1},
};

static const struct perf_alias mbox_aliases[] = {
	{"bbox_cmds_read", "inc_sel=0xd,fvc=0x2800"},
	{"bbox_cmds_write", "inc_sel=0xd,fvc=0x2820"},
	{NULL, NULL},
};
#define MBOX_TYPE                                                                              \
	.name  = "mbox", .pmu = "nhmex_unc_mbox", .perf = "uncore_mbox",                       \
	.perf_aliases = mbox_aliases,                                                          \
	.title = "memory controller",                                                          \
	.instance_table = instances, .instances = ARRAY_SIZE(instances), .space = SPACE_MSR,                 \
	.register_count = XEON_7500_MBOX_ROWS,                                                           \
	.filter_registers = filter_registers, .filter_register_count = ARRAY_SIZE(filter_registers),                   \
	.resources = resources, .resource_count = ARRAY_SIZE(resources),                       \
	.events = xeon_7500_mbox_events, .event_count = ARRAY_SIZE(xeon_7500_mbox_events),     \
	.requirements = xeon_7500_requirements,                                                \
	.counters = 6, .counter_bits = 48

const struct box_type xeon_7500_mbox = {MBOX_TYPE, .registers = registers};
const struct box_type xeon_e7_mbox = {MBOX_TYPE, .registers = e7_registers};

/* clang-format on */
