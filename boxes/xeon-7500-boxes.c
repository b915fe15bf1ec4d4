/* SPDX-License-Identifier: BSD-2-Clause */
/* Registers of the U-, W- and C-Boxes of the Xeon 7500 series, and the C-Boxes of the Xeon E7 (06_2FH).
 *
 * Sources: "323535 p.n" is Intel's Xeon Processor 7500 Series Uncore Programming Guide, 323535-001,
 * page n of the PDF. "Linux" is uncore_nhmex.c of Linux 6.1. "LIKWID" is its registers.h. "EDK II" is
 * XeonE7Msr.h and NehalemMsr.h, which carry the SDM's MSR tables. "HB" is CounterHomeBrew.h, a public
 * program's header that writes the guide's field tables as bit-fields.
 *
 * Reset values are 0 on every page of the guide that was read. Where the access code of a register
 * was not found, it is what Linux and LIKWID do with it. */
#include "boxes/table.h"
#include "boxes/xeon-7500.h"

/* clang-format off */

/* ---- data registers, alike in all boxes ---------------------------------------------------------- */

/* 323535 p.17 (U), p.27 (C), p.140 (W). Bits 63:48 are not described. */
static const struct field counter_fields[] = {
	FIELD("event_count", 0, 48, RW),
};
const struct register_layout xeon_7500_counter = {
	.title = "CTR", .source = "323535 p.17, p.27, p.140; 48 bits: SDM, Linux",
	FIELDS(counter_fields), .width_bits = 64,
};

/* ---- U-Box: 323535 p.15, p.17; addresses also Linux, LIKWID, EDK II ------------------------------ */

/* U_MSR_PMON_GLOBAL_CTL 0xc00. The field table (p.16) was not to be had: bits from HB; en_all,
 * rst_all, frz_all and en also from Linux, whose driver names bits 4:1 as pmi_core_sel and never uses
 * them. */
static const struct field ubox_control_fields[] = {
	FIELD(                  "frz_all",      31,  1, RW), /* arms: a PMI request clears en_all (p.13) */
	IG(                                     30,  1),
	FIELD(                  "rst_all",      29,  1, RW), /* level: holds all counters at 0 (p.13, p.15) */
	FIELD_OF(ENABLE,        "en_all",       28,  1, RW), /* master enable of the socket (p.15) */
	IG(                                      9, 19),
	FIELD(                  "pmi_core_sel",  1,  8, RW), /* assumed: one bit a core (p.86: "selected cores") */
	FIELD_OF(COUNT_ENABLES, "en",            0,  1, RW), /* the U-Box's own counter (p.15) */
};
static const struct register_layout ubox_control = {
	.title = "GLOBAL_CTL", .source = "323535 p.15; bits: HB, Linux",
	FIELDS(ubox_control_fields), .width_bits = 32,
};

/* U_MSR_PMON_GLOBAL_STATUS 0xc01. Bits 3:0 from HB and LIKWID, 31:30 from HB alone. */
static const struct field ubox_status_fields[] = {
	FIELD(              "cond",  31,  1, RO), /* what sets it was not found */
	FIELD(              "pmi",   30,  1, RO), /* a PMI request was received (p.14) */
	IG(                           4, 26),
	FIELD(              "ov_s0",  3,  1, RO), /* something under S-Box 0 (p.86) */
	FIELD(              "ov_s1",  2,  1, RO), /* something under S-Box 1 (p.15) */
	FIELD(              "ov_w",   1,  1, RO),
	FIELD_OF(OVERFLOWS, "ov_u",   0,  1, RO),
};
static const struct register_layout ubox_status = {
	.title = "GLOBAL_STATUS", .source = "323535 p.15; bits: HB, LIKWID",
	FIELDS(ubox_status_fields), .width_bits = 32,
};

/* U_MSR_PMON_GLOBAL_OVF_CTL 0xc02. Same positions as the status (HB). */
static const struct field ubox_clear_fields[] = {
	FIELD(              "clr_cond",  31,  1, W1_TO),
	FIELD(              "clr_pmi",   30,  1, W1_TO),
	IG(                               4, 26),
	FIELD(              "clr_ov_s0",  3,  1, W1_TO),
	FIELD(              "clr_ov_s1",  2,  1, W1_TO),
	FIELD(              "clr_ov_w",   1,  1, W1_TO),
	FIELD_OF(OVERFLOWS, "clr_ov_u",   0,  1, W1_TO),
};
static const struct register_layout ubox_clear = {
	.title = "GLOBAL_OVF_CTL", .source = "323535 p.15; bits: HB",
	FIELDS(ubox_clear_fields), .width_bits = 32,
};

/* U_MSR_PMON_EV_SEL 0xc10. Listed with 32 bits, though its table describes 64. Bits 17:9 were not on
 * the page as read. ev_sel of 9 bits is inferred from LIKWID's codes 0x1df to 0x1e6; Linux has 8. */
static const struct field ubox_select_fields[] = {
	IG(                             63,  1),
	RSV(                            62,  1),
	IG(                             23, 39),
	FIELD_OF(ENABLE, "en",          22,  1, RW),
	IG(                             21,  1),
	FIELD_OF(PMI,    "pmi_en",      20,  1, RW),
	IG(                             19,  1),
	MODIFIER(EDGE,   "edge_detect", 18,  1, "e", "edge"),
	FIELD_OF(EVENT,  "ev_sel",       0,  9, RW),
};
static const struct register_layout ubox_select = {
	.title = "EV_SEL", .source = "323535 p.17; ev_sel: LIKWID, inferred",
	FIELDS(ubox_select_fields), .width_bits = 32,
};

static const struct register_row ubox_registers[] = {
	ROW("global_ctl", ubox_control, CONTROL, 0, 1, 0, 0x00),
	ROW("status",     ubox_status,  STATUS,  0, 1, 0, 0x01),
	ROW("ovf_ctl",    ubox_clear,   CLEAR,   0, 1, 0, 0x02),
	ROW("ctl0",       ubox_select,  SELECT,  0, 1, 0, 0x10),
	ROW("ctr0",       xeon_7500_counter,      COUNTER, 0, 1, 0, 0x11),
};

static const struct box_instance ubox_instances[] = {
	{{0xc00}, .summary = U_STATUS_OV_U},
};

const struct box_type xeon_7500_ubox = {
	.name  = "ubox", .pmu = "nhmex_unc_ubox", .perf = "uncore_ubox",
	.title = "system configuration controller",
	.instance_table = ubox_instances, .instances = ARRAY_SIZE(ubox_instances), .space = SPACE_MSR,
	.registers = ubox_registers, .register_count = ARRAY_SIZE(ubox_registers),
	.events = xeon_7500_ubox_events, .event_count = ARRAY_SIZE(xeon_7500_ubox_events),
	.counters = 1, .counter_bits = 48,
};

/* ---- W-Box: 323535 p.137 to p.140; addresses also LIKWID, EDK II --------------------------------- */

/* W_MSR_PMON_GLOBAL_CTL 0xc80 (p.137) */
static const struct field wbox_control_fields[] = {
	FIELD_OF(FIXED_ENABLE,  "fixed_en", 31,  1, RW),
	IG(                                  4, 27),
	FIELD_OF(COUNT_ENABLES, "ctr_en",    0,  4, RW),
};
static const struct register_layout wbox_control = {
	.title = "GLOBAL_CTL", .source = "323535 p.137",
	FIELDS(wbox_control_fields), .width_bits = 32,
};

/* W_MSR_PMON_GLOBAL_STATUS 0xc81 (p.138). Its access is printed as RW_RW, and what a write does is
 * not said: nothing here writes it. */
static const struct field wbox_status_fields[] = {
	FIELD_OF(FIXED_OVERFLOW, "ov_fixed", 31,  1, RO),
	IG(                                   4, 27),
	FIELD_OF(OVERFLOWS,      "ov",        0,  4, RO),
};
static const struct register_layout wbox_status = {
	.title = "GLOBAL_STATUS", .source = "323535 p.138",
	FIELDS(wbox_status_fields), .width_bits = 32,
};

/* W_MSR_PMON_GLOBAL_OVF_CTL 0xc82 (p.138). clr_ov is printed as 5:0, of which 5:4 have no counter and
 * are also printed as ignored. */
static const struct field wbox_clear_fields[] = {
	FIELD_OF(FIXED_OVERFLOW, "clr_ov_fixed", 31,  1, W1_TO),
	IG(                                       4, 27),
	FIELD_OF(OVERFLOWS,      "clr_ov",        0,  4, W1_TO),
};
static const struct register_layout wbox_clear = {
	.title = "GLOBAL_OVF_CTL", .source = "323535 p.138; 3:0 by the number of counters",
	FIELDS(wbox_clear_fields), .width_bits = 32,
};

/* W_MSR_PMON_EVT_SEL 0xc90 + 2i (p.139). Bit 19 is misprinted there as a second 17:16. */
static const struct field wbox_select_fields[] = {
	IG(                                 63,  1),
	RSV(                                61,  2),
	IG(                                 51, 10),
	RSV(                                50,  1),
	IG(                                 32, 18),
	MODIFIER(THRESHOLD, "thresh",       24,  8, "t", "thresh"),
	MODIFIER(INVERT,    "invert",       23,  1, "i", "inv"),
	FIELD_OF(ENABLE,    "en",           22,  1, RW),
	IG(                                 21,  1),
	FIELD_OF(PMI,       "pmi_en",       20,  1, RW),
	IG(                                 19,  1),
	MODIFIER(EDGE,      "edge_detect",  18,  1, "e", "edge"),
	IG(                                 16,  2),
	FIELD_OF(UMASK,     "umask",         8,  8, RW), /* per-core events: bit n is core n (LIKWID) */
	FIELD_OF(EVENT,     "ev_sel",        0,  8, RW),
};
static const struct register_layout wbox_select = {
	.title = "EVT_SEL", .source = "323535 p.139",
	FIELDS(wbox_select_fields), .width_bits = 64,
};

/* W_MSR_PMON_FIXED_CTR_CTL 0x395 (p.138). A PMI enable exists, its position was not found: see the
 * assumption wbox.fixed_ctl.pmi_en. */
static const struct field wbox_fixed_select_fields[] = {
	FIELD_OF(ENABLE, "en", 0, 1, RW),
};
static const struct register_layout wbox_fixed_select = {
	.title = "FIXED_CTR_CTL", .source = "323535 p.138; en: Linux, LIKWID",
	FIELDS(wbox_fixed_select_fields), .width_bits = 64,
};

static const struct register_row wbox_registers[] = {
	ROW("global_ctl", wbox_control,      CONTROL,       0, 1, 0, 0x00),
	ROW("status",     wbox_status,       STATUS,        0, 1, 0, 0x01),
	ROW("ovf_ctl",    wbox_clear,        CLEAR,         0, 1, 0, 0x02),
	ROW("ctl",        wbox_select,       SELECT,        0, 4, 2, 0x10),
	ROW("ctr",        xeon_7500_counter,           COUNTER,       0, 4, 2, 0x11),
	ROW("fixed_ctr",  xeon_7500_counter,           FIXED_COUNTER, 1, 1, 0, 0x00),
	ROW("fixed_ctl",  wbox_fixed_select, FIXED_SELECT,  1, 1, 0, 0x01),
};

static const struct box_instance wbox_instances[] = {
	{{0xc80, 0x394}, .summary = U_STATUS_OV_W},
};

static const struct perf_alias wbox_aliases[] = {{"clockticks", "event=0xff,umask=0"}, {NULL, NULL}};
const struct box_type xeon_7500_wbox = {
	.name  = "wbox", .pmu = "nhmex_unc_wbox", .perf = "uncore_wbox", .perf_aliases = wbox_aliases,
	.title = "power controller",
	.instance_table = wbox_instances, .instances = ARRAY_SIZE(wbox_instances), .space = SPACE_MSR,
	.registers = wbox_registers, .register_count = ARRAY_SIZE(wbox_registers),
	.events = xeon_7500_wbox_events, .event_count = ARRAY_SIZE(xeon_7500_wbox_events),
	.counters = 4, .fixed = true, .counter_bits = 48,
	/* The note says "a counter" and stands below the W-Box's tables; other boxes are not named. */
	.erratum = {
		.low_mask       = MASK(0, 24),
		.forbidden_from = 0xfffffe,
		.correct_up_to     = 1,
		.correct_subtract  = 0x1000000,
		.source         = "323535 p.140",
	},
};

/* ---- C-Box: 323535 p.26, p.27; addresses Linux, LIKWID, EDK II ----------------------------------- */

/* C_MSR_PMON_GLOBAL_CTL base + 0 */
static const struct field cbox_control_fields[] = {
	FIELD_OF(COUNT_ENABLES, "ctr_en", 0, 6, RW),
};
static const struct register_layout cbox_control = {
	.title = "GLOBAL_CTL", .source = "323535 p.26; bits: HB, Linux",
	FIELDS(cbox_control_fields), .width_bits = 32,
};

/* C_MSR_PMON_GLOBAL_STATUS base + 1 */
static const struct field cbox_status_fields[] = {
	FIELD_OF(OVERFLOWS, "ov", 0, 6, RO),
};
static const struct register_layout cbox_status = {
	.title = "GLOBAL_STATUS", .source = "323535 p.26; bits: HB, Linux",
	FIELDS(cbox_status_fields), .width_bits = 32,
};

/* C_MSR_PMON_GLOBAL_OVF_CTL base + 2 */
static const struct field cbox_clear_fields[] = {
	FIELD_OF(OVERFLOWS, "clr_ov", 0, 6, W1_TO),
};
static const struct register_layout cbox_clear = {
	.title = "GLOBAL_OVF_CTL", .source = "323535 p.26; bits: HB, Linux",
	FIELDS(cbox_clear_fields), .width_bits = 32,
};

/* C_MSR_PMON_EVT_SEL base + 0x10 + 2i (p.27). Bits 49:32 are not described. umask and ev_sel from
 * Linux, LIKWID, HB; 17:16 from HB. LIKWID limits the threshold to 5 bits, the guide gives 8. */
static const struct field cbox_select_fields[] = {
	IG(                                 63,  1),
	RSV(                                61,  2),
	IG(                                 50, 11),
	MODIFIER(THRESHOLD, "threshold",    24,  8, "t", "thresh"),
	MODIFIER(INVERT,    "invert",       23,  1, "i", "inv"),
	FIELD_OF(ENABLE,    "en",           22,  1, RW),
	IG(                                 21,  1),
	FIELD_OF(PMI,       "pmi_en",       20,  1, RW),
	IG(                                 19,  1),
	MODIFIER(EDGE,      "edge_detect",  18,  1, "e", "edge"),
	IG(                                 16,  2),
	FIELD_OF(UMASK,     "umask",         8,  8, RW),
	FIELD_OF(EVENT,     "ev_sel",        0,  8, RW),
};
static const struct register_layout cbox_select = {
	.title = "EVT_SEL", .source = "323535 p.27; umask, ev_sel: Linux, LIKWID, HB",
	FIELDS(cbox_select_fields), .width_bits = 64,
};

static const struct register_row cbox_registers[] = {
	ROW("global_ctl", cbox_control, CONTROL, 0, 1, 0, 0x00),
	ROW("status",     cbox_status,  STATUS,  0, 1, 0, 0x01),
	ROW("ovf_ctl",    cbox_clear,   CLEAR,   0, 1, 0, 0x02),
	ROW("ctl",        cbox_select,  SELECT,  0, 6, 2, 0x10),
	ROW("ctr",        xeon_7500_counter,      COUNTER, 0, 6, 2, 0x11),
};

/* Not in numeric order. C0 to C3 report through S-Box 0, C4 to C7 through S-Box 1 (p.59). Of the ten of 06_2FH it was not found: LIKWID's
 * umasks of pairs suggest C0 to C4 and C5 to C9. They are looked at when either does. */
#define CBOX_INSTANCES(FIRST, SECOND)  \
	{{0xd00}, .summary = (FIRST)}, \
	{{0xd80}, .summary = (FIRST)}, \
	{{0xd40}, .summary = (FIRST)}, \
	{{0xdc0}, .summary = (FIRST)}, \
	{{0xd20}, .summary = (SECOND)}, \
	{{0xda0}, .summary = (SECOND)}, \
	{{0xd60}, .summary = (SECOND)}, \
	{{0xde0}, .summary = (SECOND)}
#define EITHER (U_STATUS_OV_S0 | U_STATUS_OV_S1)
static const struct box_instance cbox_instances[] = {CBOX_INSTANCES(U_STATUS_OV_S0, U_STATUS_OV_S1)};
static const struct box_instance e7_cbox_instances[] = {
	CBOX_INSTANCES(EITHER, EITHER),
	{{0xf40}, .summary = EITHER},
	{{0xfc0}, .summary = EITHER},
};

#define CBOX_TYPE                                                                                  \
	.name  = "cbox", .pmu = "nhmex_unc_cbox", .perf = "uncore_cbox",                           \
	.title = "last-level cache coherence engine", .space = SPACE_MSR,                          \
	.registers = cbox_registers, .register_count = ARRAY_SIZE(cbox_registers),                 \
	.events = xeon_7500_cbox_events, .event_count = ARRAY_SIZE(xeon_7500_cbox_events),         \
	.counters = 6, .counter_bits = 48

const struct box_type xeon_7500_cbox = {
	CBOX_TYPE, .instance_table = cbox_instances, .instances = ARRAY_SIZE(cbox_instances),
};
const struct box_type xeon_e7_cbox = {
	CBOX_TYPE, .instance_table = e7_cbox_instances, .instances = ARRAY_SIZE(e7_cbox_instances),
};

/* clang-format on */
