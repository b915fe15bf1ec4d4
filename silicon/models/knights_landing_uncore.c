/* SPDX-License-Identifier: BSD-2-Clause */
/* The other boxes of the Knights Landing uncore, and where all boxes are. Addresses of MSRs, and devices,
 * functions, identifiers and offsets in configuration space: Linux, events/intel/uncore_snbep.c; status
 * registers, M2PCIe's and IRP's places and the global registers: LIKWID. */
#include "silicon/models/knights_landing_uncore.h"

#include "silicon/models/knights_landing.h"

#define SELECT(bits_)                                                                                             \
	{                                                                                                         \
		.enable = 22, .pmi = MODEL_NO_BIT, .edge = 18, .invert = 23, .event_bits = 16,                    \
		.umask_low = MODEL_NO_BIT, .threshold_low = 24, .threshold_bits = (bits_),                        \
		.reset_tally = MODEL_NO_BIT, .mode_low = MODEL_NO_BIT, .wrap = MODEL_NO_BIT, .clears = PMON_RESET \
	}
const struct model_layout model_knl_select = SELECT(8);
static const struct model_layout u_select = SELECT(5);
static const struct model_layout pcu_select = SELECT(6);

#define CLOCK_SELECT(enable_)                                                                           \
	{                                                                                               \
		.enable = (enable_), .pmi = MODEL_NO_BIT, .edge = MODEL_NO_BIT, .invert = MODEL_NO_BIT, \
		.umask_low = MODEL_NO_BIT, .threshold_low = MODEL_NO_BIT, .reset_tally = MODEL_NO_BIT,  \
		.mode_low = MODEL_NO_BIT, .wrap = MODEL_NO_BIT, .clock = true                           \
	}
static const struct model_layout memory_fixed = CLOCK_SELECT(0);
static const struct model_layout u_fixed = CLOCK_SELECT(22);

#define LIKWID       "LIKWID"
#define COUNTER_BITS MASK(0, 48)
#define GLOBAL_BITS  (KNL_UNCORE_FREEZE_ALL | KNL_UNCORE_UNFREEZE_ALL)
/* Event selects of the UBox, whose threshold has 5 bits and which asks for nothing when it overflows, and of the PCU,
 * whose event and umask are an event, bit 7 for the occupancy instead of it, and bits 15:14 for which, and whose
 * threshold has 6 bits and is followed by the inversion and edge detection of the occupancy. */
#define U_BITS       (MASK(22, 2) | MASK(18, 2) | MASK(0, 16) | MASK(24, 5))
#define PCU_BITS     (MASK(22, 10) | MASK(18, 3) | MASK(14, 2) | MASK(0, 8))
/* Where a queue's occupancy can be reset, which is not kept. */
#define QUEUE_RESET  BIT(16)

/* clang-format off */
#define BOX_CTL(offset_)                                                                           \
	{.name = "box_ctl", .role = MODEL_GLOBAL_CTL, .count = 1, .offset = (offset_), .bits = 32, \
	 .writable = KNL_BOX_BITS, .zero = ~KNL_BOX_BITS,                                          \
	 .acts = PMON_RESET_COUNTERS | PMON_RESET_CONTROLS, .start_undocumented = true, .source = LINUX}
#define STATUS(offset_, counters_)                                                                 \
	{.name = "status", .role = MODEL_STATUS, .count = 1, .offset = (offset_), .bits = 32,      \
	 .writable = MASK(0, counters_), .zero = ~MASK(0, counters_), .start_undocumented = true, .source = LIKWID}
/* `commands_`, and the reset of the counter, do something when written 1, and are not kept. */
#define CTL(offset_, count_, stride_, bits_, commands_, layout_)                                   \
	{.name = "ctl", .role = MODEL_SELECT, .count = (count_), .stride = (stride_),              \
	 .numbered = true, .offset = (offset_), .bits = 32, .writable = (bits_),                   \
	 .zero = ~((bits_) | (commands_) | PMON_RESET), .layout = &(layout_), .start_undocumented = true, .source = LINUX}
#define PLAIN_CTL(offset_, count_, stride_, commands_)                                             \
	CTL(offset_, count_, stride_, KNL_UNCORE_BITS, commands_, model_knl_select)
#define CTR(offset_, count_, stride_, bit_)                                                        \
	{.name = "ctr", .role = MODEL_COUNTER, .count = (count_), .stride = (stride_),             \
	 .numbered = true, .offset = (offset_), .bits = 64, .bit = (bit_),                         \
	 .writable = COUNTER_BITS, .zero = ~COUNTER_BITS, .start_undocumented = true, .source = LINUX}
/* In which bit of a status the fixed counter's overflow would show is not known, nor which clock it counts. */
#define FIXED(ctl_, ctr_, number_, layout_, enable_)                                               \
	{.name = "fixed_ctl", .role = MODEL_SELECT, .count = 1, .offset = (ctl_), .bits = 32,      \
	 .number = (number_), .writable = BIT(enable_), .zero = ~BIT(enable_),                     \
	 .layout = (layout_), .start_undocumented = true, .source = LINUX},                                                    \
	{.name = "fixed_ctr", .role = MODEL_COUNTER, .count = 1, .offset = (ctr_), .bits = 64,     \
	 .number = (number_), .bit = MODEL_NO_BIT, .writable = COUNTER_BITS,                       \
	 .zero = ~COUNTER_BITS, .start_undocumented = true, .rate_undocumented = true, .source = LINUX}

/* Memory boxes differ in where their registers begin. */
#define MEMORY_BANKS(base_)                                                                        \
	BOX_CTL((base_) + 0x30), STATUS((base_) + 0x34, 4), PLAIN_CTL((base_) + 0x20, 4, 4, 0),    \
	CTR(base_, 4, 8, 0)
static const struct model_bank uclk_banks[] = {
	MEMORY_BANKS(0x400), FIXED(0x454, 0x44c, 4, &memory_fixed, 0),
};
static const struct model_bank dclk_banks[] = {
	MEMORY_BANKS(0xb00), FIXED(0xb44, 0xb3c, 4, &memory_fixed, 0),
};
static const struct model_bank eclk_banks[] = {
	MEMORY_BANKS(0xa00), FIXED(0xa44, 0xa3c, 4, &memory_fixed, 0),
};
static const struct model_bank m2pcie_banks[] = {
	BOX_CTL(0xf4), STATUS(0xf8, 4), PLAIN_CTL(0xd8, 4, 4, 0), CTR(0xa0, 4, 8, 0),
};
static const struct model_bank irp_banks[] = {
	BOX_CTL(0xf0), STATUS(0xf4, 2), PLAIN_CTL(0xd8, 2, 4, QUEUE_RESET), CTR(0xa0, 2, 8, 0),
};
static const struct model_bank u_banks[] = {
	FIXED(0x703, 0x704, 2, &u_fixed, 22), CTL(0x705, 2, 1, U_BITS, 0, u_select),
	CTR(0x709, 2, 1, 0), STATUS(0x708, 2),
};
static const struct model_bank pcu_banks[] = {
	BOX_CTL(0x710), CTL(0x711, 4, 1, PCU_BITS, 0, pcu_select), CTR(0x717, 4, 1, MODEL_NO_BIT),
};
static const struct model_bank global_banks[] = {
	{.name = "global_ctl", .role = MODEL_GLOBAL_CTL, .count = 1, .offset = 0x700, .bits = 64,
	 .writable = GLOBAL_BITS, .zero = ~GLOBAL_BITS, .acts = KNL_UNCORE_UNFREEZE_ALL,
	 .start_undocumented = true, .source = LIKWID},
	{.name = "status", .role = MODEL_STATUS, .count = 1, .offset = 0x701, .bits = 64,
	 .writable = MASK(0, 53), .zero = ~MASK(0, 53), .start_undocumented = true, .source = LIKWID},
	{.name = "config", .role = MODEL_STORE, .count = 1, .offset = 0x702, .bits = 64, .access = MODEL_RAISES_GP,
	 .undocumented = ~MASK(0, 6), .source = "PCM"},
};

#define ROW(code_, subs_, run_, name_, sub_names_)                                                 \
	{.code = (code_), .subs = (subs_), .increment = 1, .run = (run_), .name = (name_),         \
	 .sub_names = (sub_names_)}
#define CLOCK(code_, name_)                                                                        \
	{.code = (code_), .increment = 1, .run = STATE, .flags = MODEL_CLOCKED, .name = (name_)}
#define LIST(rows) {rows, ARRAY_SIZE(rows), NULL}

enum { STATE = 8 };

/* Codes and umasks: libpfm4 and perfmon; M2PCIe's ALL as perfmon and LIKWID have it; the IRP's: LIKWID. */
static const struct model_event imc_uclk_events[] = {CLOCK(0x00, "U_CLOCKTICKS")};
static const struct model_event imc_events[] = {
	CLOCK(0x00, "D_CLOCKTICKS"),
	ROW(0x03, 0x03, 1, "CAS_COUNT", "RD WR"),
};
static const struct model_event edc_uclk_events[] = {
	CLOCK(0x00, "U_CLOCKTICKS"),
	ROW(0x02, 0x3f, 1, "EDC_ACCESS",
	    "HIT_CLEAN HIT_DIRTY MISS_CLEAN MISS_DIRTY MISS_INVALID MISS_GARBAGE"),
};
static const struct model_event edc_eclk_events[] = {
	CLOCK(0x00, "E_CLOCKTICKS"),
	ROW(0x01, 0x01, 1, "RPQ_INSERTS", "ALL"),
	ROW(0x02, 0x01, 1, "WPQ_INSERTS", "ALL"),
};
static const struct model_event m2pcie_events[] = {
	ROW(0x10, 0x87, STATE, "INGRESS_CYCLES_NE", "CBO_IDI CBO_NCB CBO_NCS ALL"),
	{.code = 0x23, .subs = 0x3f, .increment = 1, .run = STATE, .counters = BIT(0) | BIT(1),
	 .name = "EGRESS_CYCLES_NE", .sub_names = "AD_0 AK_0 BL_0 AD_1 AK_1 BL_1"},
	ROW(0x24, 0xff, 1, "EGRESS_INSERTS", "AD_0 AK_0 BL_0 AK_CRD_0 AD_1 AK_1 BL_1 AK_CRD_1"),
	ROW(0x25, 0x3f, STATE, "EGRESS_CYCLES_FULL", "AD_0 AK_0 BL_0 AD_1 AK_1 BL_1"),
};
static const struct model_event irp_events[] = {
	CLOCK(0x00, "CLOCKTICKS"),
	ROW(0x01, 0x00, 1, "BL_DRS_ALLOCATIONS", NULL),
	ROW(0x02, 0x00, 1, "BL_NCB_ALLOCATIONS", NULL),
	ROW(0x03, 0x00, 1, "BL_NCS_ALLOCATIONS", NULL),
	ROW(0x04, 0x00, STATE, "BL_DRS_FULL", NULL),
	ROW(0x05, 0x00, STATE, "BL_NCB_FULL", NULL),
	ROW(0x06, 0x00, STATE, "BL_NCS_FULL", NULL),
	ROW(0x07, 0x00, STATE, "BL_DRS_OCCUPANCY", NULL),
	ROW(0x08, 0x00, STATE, "BL_NCB_OCCUPANCY", NULL),
	ROW(0x09, 0x00, STATE, "BL_NCS_OCCUPANCY", NULL),
	ROW(0x0a, 0x00, 1, "AK_ALLOCATIONS", NULL),
	ROW(0x0d, 0x00, STATE, "OUTBOUND_OCCUPANCY", NULL),
	ROW(0x0e, 0x00, 1, "OUTBOUND_NCB", NULL),
	ROW(0x0f, 0x00, 1, "OUTBOUND_NCS", NULL),
	ROW(0x12, 0x03, 1, "WRITE_CACHE", "SUB0 SUB1"),
	ROW(0x13, 0xd9, 1, "COHERENT_OPS", "RDCUR RFO ITOM WBMTOI CLFLUSH"),
	ROW(0x16, 0x7b, 1, "TRANSACTIONS", "SUB0 SUB1 SUB3 SUB4 SUB5 SUB6"),
	ROW(0x17, 0x7f, 1, "SNOOP_RESPONSES", "SUB0 SUB1 SUB2 SUB3 SUB4 SUB5 SUB6"),
	ROW(0x18, 0x00, STATE, "AD_STALLS", NULL),
	ROW(0x19, 0x00, STATE, "BL_STALLS", NULL),
};
static const struct model_event_list imc_uclk_list = LIST(imc_uclk_events);
static const struct model_event_list imc_list = LIST(imc_events);
static const struct model_event_list edc_uclk_list = LIST(edc_uclk_events);
static const struct model_event_list edc_eclk_list = LIST(edc_eclk_events);
static const struct model_event_list m2pcie_list = LIST(m2pcie_events);
static const struct model_event_list irp_list = LIST(irp_events);

/* Of the UBox and the PCU no event is known. None is wrong there, and none happens; but cycles without it pass. */
static void mean_unlisted(const struct model_sight *sight, struct model_meaning *meaning)
{
	static const struct model_event unlisted = {.increment = 1, .run = STATE, .name = "unlisted"};

	(void)sight;
	meaning->event = &unlisted;
	model_add_rate(meaning, 0);
}

#define BANKS(banks_) .bank = banks_, .banks = ARRAY_SIZE(banks_), .mean = model_knl_mean_uncore
#define UNLISTED_BANKS(banks_) .bank = banks_, .banks = ARRAY_SIZE(banks_), .mean = mean_unlisted
#define DEVICE(id_)                                                                                \
	.space = SILICON_CONFIG, .id = (id_), .frozen = KNL_FROZEN, .has = KNL_BOX_HAS | MODEL_HAS_HEADER

static const struct model_type imc_uclk = {
	.name = "imc_uclk", DEVICE(0x7841), .events = &imc_uclk_list, BANKS(uclk_banks),
};
static const struct model_type imc = {
	.name = "imc", DEVICE(0x7843), .clock = 1 + SET_DCLK, .events = &imc_list, BANKS(dclk_banks),
};
static const struct model_type edc_uclk = {
	.name = "edc_uclk", DEVICE(0x7833), .events = &edc_uclk_list, BANKS(uclk_banks),
};
static const struct model_type edc_eclk = {
	.name = "edc_eclk", DEVICE(0x7835), .clock = 1 + SET_ECLK, .events = &edc_eclk_list,
	BANKS(eclk_banks),
};
static const struct model_type m2pcie = {
	.name = "m2pcie", .single = true, DEVICE(0x7817), .events = &m2pcie_list, BANKS(m2pcie_banks),
};
static const struct model_type irp = {
	.name = "irp", .single = true, DEVICE(0x7814), .events = &irp_list, BANKS(irp_banks),
};
static const struct model_type ubox = {
	.name = "ubox", .single = true, .has = KNL_UBOX_HAS | MODEL_HAS_MSRS,
	UNLISTED_BANKS(u_banks),
};
static const struct model_type pcu = {
	.name = "pcu", .single = true, .frozen = KNL_FROZEN,
	.has = MODEL_HAS_FREEZE | MODEL_HAS_LATENCY | MODEL_HAS_RESET | MODEL_HAS_MSRS,
	UNLISTED_BANKS(pcu_banks),
};
static const struct model_type global = {
	.name = "global", .single = true, .global = true, .frozen = KNL_UNCORE_FREEZE_ALL,
	.freezes = KNL_UNCORE_FREEZE_ALL, .thaws = KNL_UNCORE_UNFREEZE_ALL, .has = MODEL_HAS_MSRS | MODEL_HAS_FREEZE,
	BANKS(global_banks),
};

/* Devices and functions in decimal, as the sources have them. Bits of the global status: LIKWID. */
#define AT(device, function) {MODEL_FUNCTION(0, device, function)}
#define CHA(n) {&model_knl_cha, (n), {0xe00 + 0xc * (n)}, BIT(3 + (n)), 0, 0}
#define EDC(type, n, device, function) {&(type), (n), AT(device, function), BIT(43 + (n)), 0, 0}
#define MC(type, n, mc, device, function) {&(type), (n), AT(device, function), BIT(41 + (mc)), 0, 0}

/* In the order of their addresses. */
const struct model_box model_knl_boxes[KNL_BOXES] = {
	{&model_knl_core, 0, {0}, 0, 0, 0},
	{&global, 0, {0}, 0, 0, 0},
	{&ubox, 0, {0}, BIT(1), 0, 0},
	{&pcu, 0, {0}, 0, 0, 0},
	CHA(0), CHA(1), CHA(2), CHA(3), CHA(4), CHA(5), CHA(6), CHA(7), CHA(8), CHA(9),
	CHA(10), CHA(11), CHA(12), CHA(13), CHA(14), CHA(15), CHA(16), CHA(17), CHA(18), CHA(19),
	CHA(20), CHA(21), CHA(22), CHA(23), CHA(24), CHA(25), CHA(26), CHA(27), CHA(28), CHA(29),
	CHA(30), CHA(31), CHA(32), CHA(33), CHA(34), CHA(35), CHA(36), CHA(37),
	MC(imc, 0, 0, 8, 2), MC(imc, 1, 0, 8, 3), MC(imc, 2, 0, 8, 4),
	MC(imc, 3, 1, 9, 2), MC(imc, 4, 1, 9, 3), MC(imc, 5, 1, 9, 4),
	MC(imc_uclk, 0, 0, 10, 0), MC(imc_uclk, 1, 1, 11, 0),
	{&m2pcie, 0, AT(12, 1), BIT(51), 0, 0},
	EDC(edc_uclk, 0, 15, 0), EDC(edc_uclk, 1, 16, 0), EDC(edc_uclk, 2, 17, 0),
	EDC(edc_uclk, 3, 18, 0), EDC(edc_uclk, 4, 19, 0), EDC(edc_uclk, 5, 20, 0),
	EDC(edc_uclk, 6, 21, 0), EDC(edc_uclk, 7, 22, 0),
	EDC(edc_eclk, 0, 24, 2), EDC(edc_eclk, 1, 25, 2), EDC(edc_eclk, 2, 26, 2),
	EDC(edc_eclk, 3, 27, 2), EDC(edc_eclk, 4, 28, 2), EDC(edc_eclk, 5, 29, 2),
	EDC(edc_eclk, 6, 30, 2), EDC(edc_eclk, 7, 31, 2),
	{&irp, 0, {MODEL_FUNCTION(1, 5, 6)}, BIT(52), 0, 0},
};
/* clang-format on */

/* ---- what counters count -------------------------------------------------------------------------- */

void model_knl_mean_uncore(const struct model_sight *sight, struct model_meaning *meaning)
{
	struct model_sight split;

	meaning->event = model_find_whole(sight, meaning, &split);
	if (meaning->event)
		model_add_umask(&split, meaning, meaning->event);
}
