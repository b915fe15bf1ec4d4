/* SPDX-License-Identifier: BSD-2-Clause */
/* Registers of cores and of the U-, W- and C-Boxes of the Xeon 7500 and E7, and where all boxes are. Addresses: 323535 p.15, p.17, p.137, Linux
 * uncore_nhmex.c, LIKWID registers.h, EDK II NehalemMsr.h. Fields marked "ig" in the guide ignore
 * writes; "rsv" ones, and those that no page describes, must be written as 0. */
#include "silicon/models/xeon_7500.h"

/* ev_sel is at least 9 bits wide: LIKWID lists codes up to 0x1e6. */
static const struct model_layout u_select = {
	.enable = 22,
	.pmi = 20,
	.edge = 18,
	.invert = MODEL_NO_BIT,
	.event_bits = 9,
	.umask_low = MODEL_NO_BIT,
	.threshold_low = MODEL_NO_BIT,
	.reset_tally = MODEL_NO_BIT,
	.mode_low = MODEL_NO_BIT,
	.wrap = MODEL_NO_BIT,
};

static const struct model_layout cw_select = {
	.enable = 22,
	.pmi = 20,
	.edge = 18,
	.invert = 23,
	.event_bits = 8,
	.umask_low = 8,
	.threshold_low = 24,
	.reset_tally = MODEL_NO_BIT,
	.mode_low = MODEL_NO_BIT,
	.wrap = MODEL_NO_BIT,
};

/* The position of pmi_en is unknown: the scenario chooses it. */
static const struct model_layout fixed_control = {
	.enable = 0,
	.pmi = MODEL_NO_BIT,
	.edge = MODEL_NO_BIT,
	.invert = MODEL_NO_BIT,
	.umask_low = MODEL_NO_BIT,
	.threshold_low = MODEL_NO_BIT,
	.reset_tally = MODEL_NO_BIT,
	.mode_low = MODEL_NO_BIT,
	.wrap = MODEL_NO_BIT,
	.clock = true,
};

/* Enable, edge detection and PMI: bits 22, 20 and 18 of all event selects here. */
#define SELECT_FLAGS (BIT(22) | BIT(20) | BIT(18))
#define CW_WRITABLE  (SELECT_FLAGS | MASK(23, 9) | MASK(0, 16))

/* clang-format off */
static const struct model_bank core_banks[] = {CORE_BANK_ROWS(48, CORE_GENERIC_BITS, DEBUGCTL_UNCORE_PMI)};
static const struct model_bank u_banks[] = {
	{.name = "global_ctl", .role = MODEL_GLOBAL_CTL, .count = 1, .offset = 0, .bits = 32,
	 .writable = U_CTL_FRZ_ALL | U_CTL_RST_ALL | U_CTL_EN_ALL | MASK(1, 8) | U_CTL_EN,
	 .zero = BIT(30) | MASK(9, 19), .source = "323535 p.15"},
	{.name = "status", .role = MODEL_STATUS, .count = 1, .offset = 1, .bits = 32,
	 .shows = BIT(30), .source = "323535 p.15"},
	{.name = "ovf_ctl", .role = MODEL_OVF_CTL, .count = 1, .offset = 2, .bits = 32,
	 .writable = MASK(30, 2) | MASK(0, 4), .source = "323535 p.15"},
	{.name = "ctl", .role = MODEL_SELECT, .count = 1, .numbered = true, .offset = 0x10,
	 .bits = 64, .writable = SELECT_FLAGS | MASK(0, 9), .zero = BIT(62) | MASK(9, 9),
	 .layout = &u_select, .source = "323535 p.17"},
	{.name = "ctr", .role = MODEL_COUNTER, .count = 1, .numbered = true, .offset = 0x11,
	 .bits = 64, .writable = COUNTER_BITS, .zero = ~COUNTER_BITS, .source = "323535 p.17"},
};

static const struct model_bank w_banks[] = {
	{.name = "global_ctl", .role = MODEL_GLOBAL_CTL, .count = 1, .offset = 0, .bits = 32,
	 .writable = BIT(31) | MASK(0, 4), .source = "323535 p.137"},
	{.name = "status", .role = MODEL_STATUS, .count = 1, .offset = 1, .bits = 32,
	 .source = "323535 p.138"},
	{.name = "ovf_ctl", .role = MODEL_OVF_CTL, .count = 1, .offset = 2, .bits = 32,
	 .writable = BIT(31) | MASK(0, 4), .source = "323535 p.138"},
	{.name = "ctl", .role = MODEL_SELECT, .count = 4, .stride = 2, .numbered = true,
	 .offset = 0x10, .bits = 64, .writable = CW_WRITABLE, .zero = MASK(61, 2) | BIT(50),
	 .layout = &cw_select, .source = "323535 p.139"},
	{.name = "ctr", .role = MODEL_COUNTER, .count = 4, .stride = 2, .numbered = true,
	 .offset = 0x11, .bits = 64, .writable = COUNTER_BITS, .zero = ~COUNTER_BITS,
	 .source = "323535 p.140"},
	{.name = "fixed_ctl", .role = MODEL_SELECT, .count = 1, .base = 1, .offset = 1, .bits = 64,
	 .number = 4, .bit = 31, .writable = BIT(20) | MASK(0, 3), .zero = ~(BIT(20) | MASK(0, 3)),
	 .undocumented = BIT(20) | MASK(1, 2),
	 .layout = &fixed_control, .source = "323535 p.138"},
	{.name = "fixed_ctr", .role = MODEL_COUNTER, .count = 1, .base = 1, .offset = 0, .bits = 64,
	 .number = 4, .bit = 31, .writable = COUNTER_BITS, .zero = ~COUNTER_BITS,
	 .source = "323535 p.140"},
};

static const struct model_bank c_banks[] = {
	{.name = "global_ctl", .role = MODEL_GLOBAL_CTL, .count = 1, .offset = 0, .bits = 32,
	 .writable = MASK(0, 6), .zero = ~MASK(0, 6), .source = "323535 p.26"},
	{.name = "status", .role = MODEL_STATUS, .count = 1, .offset = 1, .bits = 32,
	 .source = "323535 p.26"},
	{.name = "ovf_ctl", .role = MODEL_OVF_CTL, .count = 1, .offset = 2, .bits = 32,
	 .writable = MASK(0, 6), .zero = ~MASK(0, 6), .source = "323535 p.26"},
	{.name = "ctl", .role = MODEL_SELECT, .count = 6, .stride = 2, .numbered = true,
	 .offset = 0x10, .bits = 64, .writable = CW_WRITABLE,
	 .zero = MASK(61, 2) | MASK(32, 29) | MASK(16, 2),
	 .layout = &cw_select, .source = "323535 p.27"},
	{.name = "ctr", .role = MODEL_COUNTER, .count = 6, .stride = 2, .numbered = true,
	 .offset = 0x11, .bits = 64, .writable = COUNTER_BITS, .zero = ~COUNTER_BITS,
	 .source = "323535 p.27"},
};

#define U_HAS                                                                                   \
	(MODEL_HAS_MSRS | MODEL_HAS_ENABLE | MODEL_HAS_MASTER | MODEL_HAS_FREEZE |   \
	 MODEL_HAS_RESET | MODEL_HAS_PMI | MODEL_HAS_LATENCY)

/* Of the generation's own events no source at hand says more than that some counts are wrong: the architecture's are here. */
static const struct model_type core_type = {
	.name = "core", .per_core = true, .clock = 1 + CORE_CLOCK, .spread = 1, .has = CORE_HAS, CORE_DRIVER,
	.bank = core_banks, .banks = ARRAY_SIZE(core_banks), .events = &model_core_events, .mean = model_core_mean_events,
};
static const struct model_type u_type = {
	.name = "ubox", .single = true, .global = true,
	.control = model_xeon_7500_control, .holds = U_CTL_RST_ALL, .has = U_HAS, .bank = u_banks, .banks = ARRAY_SIZE(u_banks),
	.events = &model_xeon_7500_u_events, .mean = model_mean_umask,
};
static const struct model_type e7_u_type = {
	.name = "ubox", .single = true, .global = true,
	.control = model_xeon_7500_control, .holds = U_CTL_RST_ALL, .has = U_HAS, .bank = u_banks, .banks = ARRAY_SIZE(u_banks),
	.events = &model_xeon_e7_u_events, .mean = model_mean_umask,
};
static const struct model_type w_type = {
	.name = "wbox", .single = true, .has = XEON_7500_HAS, .erratum = true, .bank = w_banks, .banks = ARRAY_SIZE(w_banks),
	.events = &model_xeon_7500_w_events, .mean = model_mean_umask,
};
static const struct model_type c_type = {
	.name = "cbox", .has = XEON_7500_HAS, .bank = c_banks, .banks = ARRAY_SIZE(c_banks),
	.events = &model_xeon_7500_c_events, .mean = model_mean_umask,
};

#define CORES {&core_type, 0, {0}, 0, 0, 0}

/* Who reports to which side: 323535 p.59 for the C-Boxes, p.86 for the halves of the R-Box, p.15 for B1;
 * that B0 and M0 mirror it is inferred. */
#define BOXES(u, s, m)                                                                             \
	{&(u), 0, {0xc00}, 0, 0, 0},                                                               \
	{&w_type, 0, {0xc80, 0x394}, U_STATUS_OV_W, 0, 0},                                         \
	{&c_type, 0, {0xd00}, U_STATUS_OV_S0, 0, 0},                                               \
	{&c_type, 1, {0xd80}, U_STATUS_OV_S0, 0, 0},                                               \
	{&c_type, 2, {0xd40}, U_STATUS_OV_S0, 0, 0},                                               \
	{&c_type, 3, {0xdc0}, U_STATUS_OV_S0, 0, 0},                                               \
	{&c_type, 4, {0xd20}, U_STATUS_OV_S1, 0, 0},                                               \
	{&c_type, 5, {0xda0}, U_STATUS_OV_S1, 0, 0},                                               \
	{&c_type, 6, {0xd60}, U_STATUS_OV_S1, 0, 0},                                               \
	{&c_type, 7, {0xde0}, U_STATUS_OV_S1, 0, 0},                                               \
	{&(s), 0, {0xc40, 0xe48}, U_STATUS_OV_S0, 0, 0},                                           \
	{&(s), 1, {0xcc0, 0xe58}, U_STATUS_OV_S1, 0, 0},                                           \
	{&model_xeon_7500_bbox, 0, {0xc20, 0xe45}, U_STATUS_OV_S0, 0, 0},                          \
	{&model_xeon_7500_bbox, 1, {0xc60, 0xe4d}, U_STATUS_OV_S1, 0, 0},                          \
	{&(m), 0, {0xca0, 0xe54}, U_STATUS_OV_S0, 0, 0},                                           \
	{&(m), 1, {0xce0, 0xe5c}, U_STATUS_OV_S1, 0, 0},                                           \
	{&model_xeon_7500_rbox, 0, {0xe00, 0xe04, 0xe60}, U_STATUS_OV_S0, 0, 0},                   \
	{&model_xeon_7500_rbox, 1, {0xe20, 0xe08, 0xe80}, U_STATUS_OV_S1, 0, 0}

const struct model_box model_xeon_7500_boxes[XEON_7500_BOXES] = {
	CORES,
	BOXES(u_type, model_xeon_7500_sbox, model_xeon_7500_mbox),
};

/* To which side C8 and C9 report was not found: the scenario chooses. */
const struct model_box model_xeon_e7_boxes[XEON_E7_BOXES] = {
	CORES,
	BOXES(e7_u_type, model_xeon_e7_sbox, model_xeon_e7_mbox),
	{&c_type, 8, {0xf40}, U_STATUS_OV_S0, U_STATUS_OV_S1, 1 + SET_C8},
	{&c_type, 9, {0xfc0}, U_STATUS_OV_S0, U_STATUS_OV_S1, 1 + SET_C9},
};
/* clang-format on */
