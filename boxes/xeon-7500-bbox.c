/* SPDX-License-Identifier: BSD-2-Clause */
/* Registers of the B-Boxes of the Xeon 7500 series. Sources as in xeon-7500-boxes.c. */
#include "boxes/table.h"
#include "boxes/xeon-7500.h"

/* clang-format off */

/* B_MSR_PERF_GLOBAL_CTL base + 0 (p.43) */
static const struct field control_fields[] = {
	FIELD_OF(COUNT_ENABLES, "ctr_en", 0, 4, RW),
};
static const struct register_layout control = {
	.title = "GLOBAL_CTL", .source = "323535 p.43",
	FIELDS(control_fields), .width_bits = 32,
};

/* B_MSR_PERF_GLOBAL_STATUS base + 1 (p.43) */
static const struct field status_fields[] = {
	FIELD_OF(OVERFLOWS, "ov", 0, 4, RO),
};
static const struct register_layout status = {
	.title = "GLOBAL_STATUS", .source = "323535 p.43",
	FIELDS(status_fields), .width_bits = 32,
};

/* B_MSR_PERF_GLOBAL_OVF_CTL base + 2 (p.43) */
static const struct field clear_fields[] = {
	FIELD_OF(OVERFLOWS, "clr_ov", 0, 4, W1_TO),
};
static const struct register_layout clear = {
	.title = "GLOBAL_OVF_CTL", .source = "323535 p.43",
	FIELDS(clear_fields), .width_bits = 32,
};

/* B_MSR_PMON_EVT_SEL base + 0x10 + 2i (p.44; ev_sel and en: Linux, LIKWID). 60:50 is printed as ignored
 * and 50 as reserved. 19:6 were not on the page as read. Each counter has event codes of its own. */
static const struct field select_fields[] = {
	IG(                         63,  1),
	RSV(                        61,  2),
	IG(                         51, 10),
	RSV(                        50,  1),
	IG(                         21, 29),
	FIELD_OF(PMI,    "pmi_en",  20,  1, RW),
	FIELD_OF(EVENT,  "ev_sel",   1,  5, RW),
	FIELD_OF(ENABLE, "en",       0,  1, RW),
};
static const struct register_layout select = {
	.title = "EVT_SEL", .source = "323535 p.44; ev_sel, en: Linux, LIKWID",
	FIELDS(select_fields), .width_bits = 64,
};

/* B_MSR_MATCH_REG (p.45). Bits 63:60 are not described. */
static const struct field match_fields[] = {
	[XEON_7500_BBOX_MATCH_OPC_OUT] = SETTING("opc_out", 56,  4, "opc_out"),
	[XEON_7500_BBOX_MATCH_OPC_IN]  = SETTING("opc_in",  52,  4, "opc_in"),
	[XEON_7500_BBOX_MATCH_MSG_OUT] = SETTING("msg_out", 48,  4, "msg_out"),
	[XEON_7500_BBOX_MATCH_MSG_IN]  = SETTING("msg_in",  44,  4, "msg_in"),
	[XEON_7500_BBOX_MATCH_ADDR]    = SETTING("addr",     0, 44, "addr"), /* system address bits 49:6 */
};
static const struct register_layout match = {
	.title = "MATCH_REG", .source = "323535 p.45",
	FIELDS(match_fields), .width_bits = 64,
};

/* B_MSR_MASK_REG (p.45). Same positions; whether a set bit compares or ignores was cut off. */
static const struct field mask_fields[] = {
	[XEON_7500_BBOX_MASK_OPC_OUT] = SETTING("opc_out", 56,  4, "opc_out_mask"),
	[XEON_7500_BBOX_MASK_OPC_IN]  = SETTING("opc_in",  52,  4, "opc_in_mask"),
	[XEON_7500_BBOX_MASK_MSG_OUT] = SETTING("msg_out", 48,  4, "msg_out_mask"),
	[XEON_7500_BBOX_MASK_MSG_IN]  = SETTING("msg_in",  44,  4, "msg_in_mask"),
	[XEON_7500_BBOX_MASK_ADDR]    = SETTING("addr",     0, 44, "addr_mask"),
};
static const struct register_layout mask = {
	.title = "MASK_REG", .source = "323535 p.45; polarity not found",
	FIELDS(mask_fields), .width_bits = 64,
};

static const struct register_row registers[XEON_7500_BBOX_ROWS] = {
	ROW("global_ctl", control,           CONTROL, 0, 1, 0, 0x00),
	ROW("status",     status,            STATUS,  0, 1, 0, 0x01),
	ROW("ovf_ctl",    clear,             CLEAR,   0, 1, 0, 0x02),
	[XEON_7500_BBOX_CTL] =
	ROW("ctl",        select,            SELECT,  0, 4, 2, 0x10),
	ROW("ctr",        xeon_7500_counter, COUNTER, 0, 4, 2, 0x11),
	[XEON_7500_BBOX_MATCH] =
	ROW("match",      match,             FILTER,  1, 1, 0, 0x00),
	[XEON_7500_BBOX_MASK] =
	ROW("mask",       mask,              FILTER,  1, 1, 0, 0x01),
};

static const struct filter_register filter_registers[] = {
	{XEON_7500_BBOX_MATCH, 0, "match", "message class, opcode and address bits 49:6 to look for"},
	{XEON_7500_BBOX_MASK,  0, "mask",  "which bits of match count; whether a set bit compares or ignores is not documented"},
};

static const struct box_instance instances[] = {
	{{0xc20, 0xe45}, .summary = U_STATUS_OV_S0},
	{{0xc60, 0xe4d}, .summary = U_STATUS_OV_S1},
};

const struct box_type xeon_7500_bbox = {
	.name  = "bbox", .pmu = "nhmex_unc_bbox", .perf = "uncore_bbox",
	.title = "home agent of the memory",
	.instance_table = instances, .instances = ARRAY_SIZE(instances), .space = SPACE_MSR,
	.registers = registers, .register_count = ARRAY_SIZE(registers),
	.filter_registers = filter_registers, .filter_register_count = ARRAY_SIZE(filter_registers),
	.events = xeon_7500_bbox_events, .event_count = ARRAY_SIZE(xeon_7500_bbox_events),
	.requirements = xeon_7500_requirements,
	.counters = 4, .counter_bits = 48,
};

/* clang-format on */
