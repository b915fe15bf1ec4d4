/* SPDX-License-Identifier: BSD-2-Clause */
/* Registers of the S-Boxes of the Xeon 7500 series and of the Xeon E7 (06_2FH). Sources as in xeon-7500-boxes.c. S_MSR_PMON_SUMMARY,
 * whose layout p.59 gives, is not here: its address was not found. */
#include "boxes/table.h"
#include "boxes/xeon-7500.h"

/* clang-format off */

/* S_MSR_PMON_GLOBAL_CTL base + 0 (p.59) */
static const struct field control_fields[] = {
	FIELD_OF(COUNT_ENABLES, "ctr_en", 0, 4, RW),
};
static const struct register_layout control = {
	.title = "GLOBAL_CTL", .source = "323535 p.59",
	FIELDS(control_fields), .width_bits = 32,
};

/* S_MSR_PMON_GLOBAL_STATUS base + 1 (p.60) */
static const struct field status_fields[] = {
	FIELD_OF(OVERFLOWS, "ov", 0, 4, RO),
};
static const struct register_layout status = {
	.title = "GLOBAL_STATUS", .source = "323535 p.60",
	FIELDS(status_fields), .width_bits = 32,
};

/* S_MSR_PMON_GLOBAL_OVF_CTL base + 2 (p.60) */
static const struct field clear_fields[] = {
	FIELD_OF(OVERFLOWS, "clr_ov", 0, 4, W1_TO),
};
static const struct register_layout clear = {
	.title = "GLOBAL_OVF_CTL", .source = "323535 p.60",
	FIELDS(clear_fields), .width_bits = 32,
};

/* S_CSR_PMON_CTL base + 0x10 + 2i (p.60, cut below bit 20: the rest from Linux, LIKWID). Bits 19 and 16
 * were not seen. The page speaks of reset_occ_cnt without its bit: 17 is where other uncores of the
 * family have it (assumption sbox.ctl.reset_occ_cnt). What it reads as is not said. */
static const struct field select_fields[] = {
	IG(                                     63,  1),
	RSV(                                    61,  2),
	IG(                                     32, 29),
	MODIFIER(THRESHOLD,    "threshold",     24,  8, "t", "thresh"),
	MODIFIER(INVERT,       "invert",        23,  1, "i", "inv"),
	FIELD_OF(ENABLE,       "enable",        22,  1, RW),
	IG(                                     21,  1),
	FIELD_OF(PMI,          "pmi_en",        20,  1, RW),
	MODIFIER(EDGE,         "edge_detect",   18,  1, "e", "edge"),
	FIELD_OF(TALLY_RESET,  "reset_occ_cnt", 17,  1, WO),
	FIELD_OF(UMASK,        "umask",          8,  8, RW),
	FIELD_OF(EVENT,        "ev_sel",         0,  8, RW),
};
static const struct register_layout select = {
	.title = "CTL", .source = "323535 p.60; below bit 20: Linux, LIKWID; reset_occ_cnt: inferred",
	FIELDS(select_fields), .width_bits = 64,
};

/* S_MSR_MM_CFG. While bit 63 is set, writing MATCH or MASK faults (p.61). */
static const struct field mm_cfg_fields[] = {
	[XEON_7500_SBOX_MM_CFG_MM_EN] = FIELD_OF(ENABLE, "mm_en", 63, 1, RW),
};
static const struct register_layout mm_cfg = {
	.title = "MM_CFG", .source = "323535 p.61; bit: Linux, LIKWID",
	FIELDS(mm_cfg_fields), .width_bits = 64,
};

/* S_MSR_MATCH. Its table (p.62) was not to be had: opcode, message class, response, home node and
 * address are in it (p.61), their places are not known. */
static const struct field match_fields[] = {
	[XEON_7500_SBOX_MATCH_MATCH] = FIELD("match", 0, 64, RW),
};
static const struct register_layout match = {
	.title = "MATCH", .source = "323535 p.61; places of the fields not found",
	FIELDS(match_fields), .width_bits = 64,
};

/* S_MSR_MASK (p.63). A set bit means: do not compare. The name of bit 0 was cut to "hni". */
static const struct field mask_fields[] = {
	[XEON_7500_SBOX_MASK_ADDR] = SETTING("addr", 1, 38, "addr_mask"), /* physical address bits 43:6 */
	[XEON_7500_SBOX_MASK_HNID] = SETTING("hnid", 0,  1, "hnid_mask"),
	IG(                                39, 24),
};
static const struct register_layout mask = {
	.title = "MASK", .source = "323535 p.63",
	FIELDS(mask_fields), .width_bits = 64,
};

static const struct register_row registers[XEON_7500_SBOX_ROWS] = {
	ROW("global_ctl", control,           CONTROL, 0, 1, 0, 0x00),
	ROW("status",     status,            STATUS,  0, 1, 0, 0x01),
	ROW("ovf_ctl",    clear,             CLEAR,   0, 1, 0, 0x02),
	[XEON_7500_SBOX_CTL] =
	ROW("ctl",        select,            SELECT,  0, 4, 2, 0x10),
	ROW("ctr",        xeon_7500_counter, COUNTER, 0, 4, 2, 0x11),
	[XEON_7500_SBOX_MM_CFG] =
	ROW("mm_cfg",     mm_cfg,            FILTER,  1, 1, 0, 0x00),
	[XEON_7500_SBOX_MATCH] =
	ROW("match",      match,             FILTER,  1, 1, 0, 0x01),
	[XEON_7500_SBOX_MASK] =
	ROW("mask",       mask,              FILTER,  1, 1, 0, 0x02),
};

static const struct filter_register filter_registers[] = {
	{XEON_7500_SBOX_MATCH, 1 + XEON_7500_SBOX_MM_CFG, "match", "fields that are 0 match anything; where the fields are is not documented"},
	{XEON_7500_SBOX_MASK,  1 + XEON_7500_SBOX_MM_CFG, "mask",  "a set bit means: do not compare; bits 38:1 are address bits 43:6, bit 0 is the home node"},
};

static const struct box_instance instances[] = {
	{{0xc40, 0xe48}, .summary = U_STATUS_OV_S0},
	{{0xcc0, 0xe58}, .summary = U_STATUS_OV_S1},
};

#define SBOX_TYPE                                                                              \
	.name  = "sbox", .pmu = "nhmex_unc_sbox", .perf = "uncore_sbox",                       \
	.title = "bridge between the ring of cores and the system",                            \
	.instance_table = instances, .instances = ARRAY_SIZE(instances), .space = SPACE_MSR,                 \
	.registers = registers, .register_count = ARRAY_SIZE(registers),                       \
	.filter_registers = filter_registers, .filter_register_count = ARRAY_SIZE(filter_registers),                   \
	.requirements = xeon_7500_requirements,                                                \
	.counters = 4, .counter_bits = 48

const struct box_type xeon_7500_sbox = {
	SBOX_TYPE,
	.events = xeon_7500_sbox_events, .event_count = ARRAY_SIZE(xeon_7500_sbox_events),
};
/* Some event codes are others on 06_2FH, as LIKWID has them. */
const struct box_type xeon_e7_sbox = {
	SBOX_TYPE,
	.events = xeon_7500_sbox_e7_events, .event_count = ARRAY_SIZE(xeon_7500_sbox_e7_events),
};

/* clang-format on */
