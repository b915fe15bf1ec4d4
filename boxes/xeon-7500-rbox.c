/* SPDX-License-Identifier: BSD-2-Clause */
/* Registers of the R-Box of the Xeon 7500 series. Sources as in xeon-7500-boxes.c.
 *
 * The guide has one R-Box of two halves that share nothing: each has its own control and status, eight
 * counters and four ports, and reports through another S-Box. Here each half is an instance: rbox0 is the
 * left one with ports 0 to 3, rbox1 the right one with ports 4 to 7. */
#include "boxes/table.h"
#include "boxes/xeon-7500.h"

/* clang-format off */

/* R_MSR_PMON_GLOBAL_CTL_7_0, _15_8 (p.90) */
static const struct field control_fields[] = {
	FIELD_OF(COUNT_ENABLES, "ctr_en", 0, 8, RW),
};
static const struct register_layout control = {
	.title = "GLOBAL_CTL", .source = "323535 p.90",
	FIELDS(control_fields), .width_bits = 32,
};

/* R_MSR_PMON_GLOBAL_STATUS_7_0, _15_8 (p.90) */
static const struct field status_fields[] = {
	FIELD_OF(OVERFLOWS, "ov", 0, 8, RO),
};
static const struct register_layout status = {
	.title = "GLOBAL_STATUS", .source = "323535 p.90",
	FIELDS(status_fields), .width_bits = 32,
};

/* R_MSR_PMON_GLOBAL_OVF_CTL_7_0, _15_8 (p.90) */
static const struct field clear_fields[] = {
	FIELD_OF(OVERFLOWS, "clr_ov", 0, 8, W1_TO),
};
static const struct register_layout clear = {
	.title = "GLOBAL_OVF_CTL", .source = "323535 p.90",
	FIELDS(clear_fields), .width_bits = 32,
};

/* R_MSR_PMON_CTL (p.91). ev_sel points to a filter register: 6 * port of the half, + 0 and 1 for IPERF_CFG0 and
 * 1, + 2 and 3 for the halves of QLX_CFG, + 4 and 5 for the XBR sets. Linux takes nothing above 0x17. */
static const struct field select_fields[] = {
	IG(                        63,  1),
	RSV(                       61,  2),
	IG(                         7, 54),
	FIELD_OF(PMI,    "pmi_en",  6,  1, RW),
	{.name = "ev_sel", .low = 1, .width = 5, .access = ACCESS_RW, .kind = FIELD_EVENT, .most = 0x17},
	FIELD_OF(ENABLE, "en",      0,  1, RW),
};
static const struct register_layout select = {
	.title = "CTL", .source = "323535 p.91",
	FIELDS(select_fields), .width_bits = 64,
};

/* R_MSR_PORTn_IPERF_CFG. The page was not to be had: 31 from p.86, 30 and 7:0 also from PCM and Linux,
 * all others from the values LIKWID writes. 23:22 are not known. */
static const struct field iperf_fields[] = {
	FIELD("flits_sent",       31, 1, RW),
	FIELD("null_idle",        30, 1, RW),
	FIELD("retryq_ov",        29, 1, RW),
	FIELD("retryq_ne",        28, 1, RW),
	FIELD("outputq_ovfl",     27, 1, RW),
	FIELD("outputq_ne",       26, 1, RW),
	FIELD("flits_recv_spec",  25, 1, RW),
	FIELD("flits_recv_err",   24, 1, RW),
	FIELD("eot_inserts",      21, 1, RW), /* else occupancy */
	FIELD("eot_class",        17, 4, RW),
	FIELD("eot_ne",           16, 1, RW),
	FIELD("alloc_to_arb",      9, 7, RW), /* one bit a class */
	FIELD("inque_read_win",    8, 1, RW),
	FIELD("vn",                6, 2, RW), /* VN0, VN1, VNA, any */
	FIELD("new_packets_recv",  0, 6, RW), /* one bit a class */
};
static const struct register_layout iperf = {
	.title = "IPERF_CFG", .source = "LIKWID; partly 323535 p.86, PCM, Linux",
	FIELDS(iperf_fields), .width_bits = 64,
};

/* R_MSR_PORTn_QLX_CFG (p.96; the upper half from Linux). Types above 0xa are reserved. */
#define QLX_TYPE(NAME, LOW) {.name = (NAME), .low = (LOW), .width = 4, .access = ACCESS_RW, .most = 0xa}
static const struct field qlx_fields[] = {
	[XEON_7500_RBOX_QLX_CFG_EV1_SUB]  = FIELD("ev1_sub",  15, 1, RW),
	[XEON_7500_RBOX_QLX_CFG_EV1_CLS]  = FIELD("ev1_cls",  12, 3, RW),
	[XEON_7500_RBOX_QLX_CFG_EV1_TYPE] = QLX_TYPE("ev1_type", 8),
	[XEON_7500_RBOX_QLX_CFG_EV0_SUB]  = SETTING("ev0_sub", 7, 1, "sub"),
	[XEON_7500_RBOX_QLX_CFG_EV0_CLS]  = SETTING("ev0_cls", 4, 3, "cls"),
	[XEON_7500_RBOX_QLX_CFG_EV0_TYPE] = QLX_TYPE("ev0_type", 0),
};
static const struct register_layout qlx = {
	.title = "QLX_CFG", .source = "323535 p.96; 15:8: Linux",
	FIELDS(qlx_fields), .width_bits = 64,
};

/* R_MSR_PORTn_XBR_SETm_MM_CFG (p.97) */
static const struct field mm_cfg_fields[] = {
	[XEON_7500_RBOX_XBR_SET1_MM_CFG_DIS]           = FIELD("dis",           63, 1, RW),
	[XEON_7500_RBOX_XBR_SET1_MM_CFG_MM_TRIG_EN]    = FIELD("mm_trig_en",    21, 1, RW),
	[XEON_7500_RBOX_XBR_SET1_MM_CFG_IG_FLT_CNT]    = SETTING("ig_flt_cnt",  20, 1, "any_flit"),
	[XEON_7500_RBOX_XBR_SET1_MM_CFG_MATCH_FLT_CNT] = SETTING("match_flt_cnt", 16, 4, "flit"),
	[XEON_7500_RBOX_XBR_SET1_MM_CFG_MATCH_71_64]   = SETTING("match_71_64",  8, 8, "match_71_64"),
	[XEON_7500_RBOX_XBR_SET1_MM_CFG_MASK_71_64]    = SETTING("mask_71_64",   0, 8, "mask_71_64"),
	IG(                                                           22, 41),
};
static const struct register_layout mm_cfg = {
	.title = "XBR_MM_CFG", .source = "323535 p.97; address: Linux",
	FIELDS(mm_cfg_fields), .width_bits = 64,
};

/* R_MSR_PORTn_XBR_SETm_MATCH, _MASK (p.97 down to bit 31, mc p.45). The fields below bit 18 were cut:
 * they are taken from the same register of the E5-2600 (327043). */
static const struct field match_fields[] = {
	[XEON_7500_RBOX_XBR_SET1_MATCH_RDS]  = SETTING("rds",  48, 4, "rds"),
	[XEON_7500_RBOX_XBR_SET1_MATCH_RNID] = SETTING("rnid", 31, 5, "rnid"),
	[XEON_7500_RBOX_XBR_SET1_MATCH_DNID] = SETTING("dnid", 13, 5, "dnid"),
	[XEON_7500_RBOX_XBR_SET1_MATCH_MC]   = SETTING("mc",    9, 4, "mc"),
	[XEON_7500_RBOX_XBR_SET1_MATCH_OPC]  = SETTING("opc",   5, 4, "opc"),
	[XEON_7500_RBOX_XBR_SET1_MATCH_VNW]  = SETTING("vnw",   3, 2, "vnw"),
	RSV(                                 52, 12),
	RSV(                                 36, 12),
	RSV(                                 18, 13),
	RSV(                                  0,  3),
};
static const struct register_layout match = {
	.title = "XBR_MATCH", .source = "323535 p.97; below bit 31: 327043, inferred",
	FIELDS(match_fields), .width_bits = 64,
};
static const struct field mask_fields[] = {
	[XEON_7500_RBOX_XBR_SET1_MASK_RDS]  = SETTING("rds",  48, 4, "rds_mask"),
	[XEON_7500_RBOX_XBR_SET1_MASK_RNID] = SETTING("rnid", 31, 5, "rnid_mask"),
	[XEON_7500_RBOX_XBR_SET1_MASK_DNID] = SETTING("dnid", 13, 5, "dnid_mask"),
	[XEON_7500_RBOX_XBR_SET1_MASK_MC]   = SETTING("mc",    9, 4, "mc_mask"),
	[XEON_7500_RBOX_XBR_SET1_MASK_OPC]  = SETTING("opc",   5, 4, "opc_mask"),
	[XEON_7500_RBOX_XBR_SET1_MASK_VNW]  = SETTING("vnw",   3, 2, "vnw_mask"),
	RSV(                                52, 12),
	RSV(                                36, 12),
	RSV(                                18, 13),
	RSV(                                 0,  3),
};
static const struct register_layout mask = {
	.title = "XBR_MASK", .source = "323535 p.97; below bit 31: 327043, inferred",
	FIELDS(mask_fields), .width_bits = 64,
};

/* The filter registers' numbers are those of the ports within the half. */
static const struct register_row registers[XEON_7500_RBOX_ROWS] = {
	ROW("global_ctl",      control,           CONTROL, 0, 1, 0, 0x00),
	ROW("status",          status,            STATUS,  0, 1, 0, 0x01),
	ROW("ovf_ctl",         clear,             CLEAR,   0, 1, 0, 0x02),
	[XEON_7500_RBOX_CTL] =
	ROW("ctl",             select,            SELECT,  0, 8, 2, 0x10),
	ROW("ctr",             xeon_7500_counter, COUNTER, 0, 8, 2, 0x11),
	[XEON_7500_RBOX_IPERF_CFG0] =
	ROW("iperf_cfg0_port", iperf,             FILTER,  1, 4, 1, 0x00),
	[XEON_7500_RBOX_IPERF_CFG1] =
	ROW("iperf_cfg1_port", iperf,             FILTER,  1, 4, 1, 0x20),
	[XEON_7500_RBOX_QLX_CFG] =
	ROW("qlx_cfg_port",    qlx,               FILTER,  0, 4, 1, 0x0c),
	[XEON_7500_RBOX_XBR_SET1_MM_CFG] =
	ROW("xbr1_mm_cfg_port", mm_cfg,           FILTER,  2, 4, 4, 0x00),
	[XEON_7500_RBOX_XBR_SET1_MATCH] =
	ROW("xbr1_match_port", match,             FILTER,  2, 4, 4, 0x01),
	[XEON_7500_RBOX_XBR_SET1_MASK] =
	ROW("xbr1_mask_port",  mask,              FILTER,  2, 4, 4, 0x02),
	[XEON_7500_RBOX_XBR_SET2_MM_CFG] =
	ROW("xbr2_mm_cfg_port", mm_cfg,           FILTER,  2, 4, 4, 0x10),
	[XEON_7500_RBOX_XBR_SET2_MATCH] =
	ROW("xbr2_match_port", match,             FILTER,  2, 4, 4, 0x11),
	[XEON_7500_RBOX_XBR_SET2_MASK] =
	ROW("xbr2_mask_port",  mask,              FILTER,  2, 4, 4, 0x12),
};

static const struct filter_register filter_registers[] = {
	{XEON_7500_RBOX_IPERF_CFG0,      0, "iperf_cfg",  NULL},
	{XEON_7500_RBOX_QLX_CFG,         0, "qlx_cfg",    "cls: 0 HOM, 1 SNP, 2 NDR, 3 NCS, 4 DRS, 5 NCB, 6 VNA small, 7 VNA large; sub: 0 VN0, 1 VN1"},
	{XEON_7500_RBOX_XBR_SET1_MM_CFG, 0, "xbr_mm_cfg", "flit: which flit of a packet counts it, 1 is the first; any_flit: each does"},
	{XEON_7500_RBOX_XBR_SET1_MATCH,  0, "xbr_match",  "mc: 0 HOM0, 1 HOM1, 2 NDR, 3 SNP, 4 NCS, 12 NCB, 14 DRS"},
	{XEON_7500_RBOX_XBR_SET1_MASK,   0, "xbr_mask",   "a set bit means: compare"},
};

/* The filter registers of a port are paired, and each pair can do the same (Linux). */
static const struct resource resources[] = {
	[XEON_7500_RBOX_IPERF] = {
		.name = "IPERF_CFG", .group_modifier = "port", .unit_modifier = "unit",
		.units = 2, .groups = 4, .row = XEON_7500_RBOX_IPERF_CFG0, .rows = 1, .row_step = 1,
		.code = 0, .unit_step = 1, .group_step = 6,
	},
	[XEON_7500_RBOX_QLX] = {
		.name = "QLX_CFG event", .group_modifier = "port", .unit_modifier = "unit",
		.units = 2, .groups = 4, .row = XEON_7500_RBOX_QLX_CFG, .rows = 1,
		.field = XEON_7500_RBOX_QLX_CFG_EV0_SUB, .fields = 3, .bit_step = 8,
		.code = 2, .unit_step = 1, .group_step = 6,
	},
	[XEON_7500_RBOX_XBR] = {
		.name = "XBR set", .group_modifier = "port", .unit_modifier = "unit",
		.units = 2, .groups = 4, .row = XEON_7500_RBOX_XBR_SET1_MM_CFG, .rows = 3, .row_step = 3,
		.code = 4, .unit_step = 1, .group_step = 6,
	},
};

/* Banks: control, selects and QLX_CFG; IPERF_CFG; XBR sets. The left half reports through S-Box 0, the
 * right one through S-Box 1 (p.59, p.86). */
static const struct box_instance instances[] = {
	{{0xe00, 0xe04, 0xe60}, .summary = U_STATUS_OV_S0},
	{{0xe20, 0xe08, 0xe80}, .summary = U_STATUS_OV_S1},
};

/* Spelt as Linux has them. */
static const struct perf_alias rbox_aliases[] = {
	{"qpi0_flit_send", "event=0x0,iperf_cfg=0x80000000"},
	{"qpi1_filt_send", "event=0x6,iperf_cfg=0x80000000"},
	{"qpi0_idle_filt", "event=0x0,iperf_cfg=0x40000000"},
	{"qpi1_idle_filt", "event=0x6,iperf_cfg=0x40000000"},
	{"qpi0_date_response", "event=0x0,iperf_cfg=0xc4"},
	{"qpi1_date_response", "event=0x6,iperf_cfg=0xc4"},
	{NULL, NULL},
};
const struct box_type xeon_7500_rbox = {
	.name  = "rbox", .pmu = "nhmex_unc_rbox", .perf = "uncore_rbox", .perf_aliases = rbox_aliases,
	.title = "crossbar router, half of it",
	.instance_table = instances, .instances = ARRAY_SIZE(instances), .space = SPACE_MSR,
	.registers = registers, .register_count = ARRAY_SIZE(registers),
	.filter_registers = filter_registers, .filter_register_count = ARRAY_SIZE(filter_registers),
	.resources = resources, .resource_count = ARRAY_SIZE(resources),
	.events = xeon_7500_rbox_events, .event_count = ARRAY_SIZE(xeon_7500_rbox_events),
	.requirements = xeon_7500_requirements,
	.counters = 8, .counter_bits = 48,
};

/* clang-format on */
