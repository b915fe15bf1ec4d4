/* SPDX-License-Identifier: BSD-2-Clause */
/* Where the boxes of a Xeon E5-2600 v2 are, and their registers. Functions, and the boxes of which the manual's pages were
 * not readable: Linux, events/intel/uncore_snbep.c, and LIKWID; bits of the global status: LIKWID. */
#include "silicon/models/xeon_e5_2600_v2_rows.h"

/* No inversion (p.113: bit 23 is reserved). */
static const struct model_layout long_layout = SELECT(8, MODEL_NO_BIT, 20);
static const struct model_layout short_layout = SELECT(5, MODEL_NO_BIT, 20);
static const struct model_layout clock_layout = SELECT_OF_CLOCK;

#define HA_QUEUE BIT(16) /* resets a queue's occupancy, and is not kept */

/* clang-format off */
/* Bits 17:16 are written 1, and what else is reserved is ignored (pp. 56, 79). */
#define BOX_CTL(offset_, source_)                                                                  \
	{.name = "box_ctl", .role = MODEL_GLOBAL_CTL, .count = 1, .offset = (offset_), .bits = 32, \
	 .writable = PMON_FREEZE | RESETS, .ones = MASK(16, 2), .acts = RESETS, .source = (source_)}

static const struct model_bank core_banks[E5_CORE_BANKS] = {
	CORE_BANK_ROWS(48, CORE_GENERIC_BITS, V2_DEBUGCTL_UNCORE),
	[E5_C3] = {.name = "c3_ctr", .role = MODEL_TICKER, .count = 1, .offset = 0x3fc, .bits = 64, .width = 64,
	 .writable = ~UINT64_C(0), .source = "p.114"},
	[E5_C6] = {.name = "c6_ctr", .role = MODEL_TICKER, .count = 1, .offset = 0x3fd, .bits = 64, .width = 64,
	 .writable = ~UINT64_C(0), .source = "p.114"},
};
/* Bits 31 and 29 are commands and read 0; a freeze lasts until it is ended, wherever it came from. */
#define GLOBAL_BITS (V2_FREEZE_ALL | V2_WAKE | V2_UNFREEZE_ALL | V2_CORES_SELECTED)
static const struct model_bank global_banks[] = {
	{.name = "global_ctl", .role = MODEL_GLOBAL_CTL, .count = 1, .offset = 0xc00, .bits = 32,
	 .writable = GLOBAL_BITS, .zero = ~GLOBAL_BITS, .acts = V2_UNFREEZE_ALL, .hides = V2_FREEZE_ALL,
	 .source = "p.19"},
	{.name = "global_status", .role = MODEL_STATUS, .count = 1, .offset = 0xc01, .bits = 32,
	 .writable = MASK(0, 27), .zero = ~MASK(0, 27), .shows = BIT(0), .source = "p.18"},
	{.name = "global_config", .role = MODEL_STORE, .count = 1, .offset = 0xc06, .bits = 32,
	 .access = MODEL_RAISES_GP, .start_undocumented = true, .undocumented = ~UINT64_C(0), .source = "p.18"},
};
static const struct model_bank ubox_banks[] = {
	STATUS("status", 0xc15, 3, "p.21"),
	FIXED_CTL(0xc08, 2, 0, "p.23"),
	FIXED_CTR(0xc09, 2, 1 + 0, "p.23"),
	CTL(0xc10, 2, 1, COMMON | SHORT, PMON_RESET, &short_layout, "p.23"),
	CTR(0xc16, 2, 1, 44, 1, "p.23"),
};
/* A C-Box has no status; that one of its counters has overflowed the global status alone says. */
static const struct model_bank cbox_banks[] = {
	FILTER("filter0", 0x14, MASK(0, 9) | MASK(17, 6), "Linux 6.12"),
	COMPARED("filter1", 0x1a, MASK(0, 16) | MASK(20, 12), MASK(20, 9), "Linux 6.12"),
	BOX_CTL(4, "pp. 56, 79"),
	CTL(0x10, 4, 1, COMMON | LONG | E5_SELECT_TID, PMON_RESET, &long_layout, "Linux 6.12"),
	CTR(0x16, 4, 1, 44, 0, "p.8"),
};
enum { FILTER0, FILTER1 };
static const struct model_field cbox_fields[E5_CBOX_FIELDS] = {
	[E5_TID] = {FILTER0, 0, 5, false, false, "tid"},
	[E5_LINK] = {FILTER0, 5, 4, false, false, "link"},
	[E5_FILTER_STATE] = {FILTER0, 17, 6, false, false, "state"},
	[E5_NID] = {FILTER1, 0, 16, false, false, "nid"},
	[E5_OPC] = {FILTER1, 20, 9, false, false, "opc"},
	[E5_ONLY_C6] = {FILTER1, 29, 1, false, false, "c6"},
	[E5_NC] = {FILTER1, 30, 1, false, false, "nc"},
	[E5_ISOC] = {FILTER1, 31, 1, false, false, "isoc"},
};
#define PCU_BITS                                                                                   \
	(MASK(0, 8) | MASK(14, 2) | BIT(18) | MASK(20, 3) | SHORT | E5_OCC_INVERT | E5_OCC_EDGE)
static const struct model_bank pcu_banks[] = {
	[E5_PCU_FILTER] = FILTER("filter", 0xc34, MASK(0, 32), "p.114"),
	BOX_CTL(0xc24, "p.111"),
	STATUS("status", 0xc35, 4, "p.111"),
	CTL(0xc30, 4, 1, PCU_BITS, PMON_RESET, &short_layout, "p.113"),
	CTR(0xc36, 4, 1, 48, 0, "p.110"),
};
static const struct model_bank ha_banks[] = {
	[E5_HA_ADDRESS0] = COMPARED("addrmatch0", 0x40, MASK(6, 26), MASK(12, 20), "p.55"),
	[E5_HA_ADDRESS1] = COMPARED("addrmatch1", 0x44, MASK(0, 14), MASK(0, 14), "p.55"),
	[E5_HA_OPCODE] = COMPARED("opcodematch", 0x48, MASK(0, 6), MASK(0, 6), "p.55"),
	BLOCK(4, 48, 0, COMMON | LONG, HA_QUEUE, "pp. 55-56"),
};
static const struct model_bank imc_banks[] = {
	BLOCK(4, 48, 1, COMMON | LONG, 0, "p.79"),
	FIXED_CTL(0xf0, 4, E5_CLEAR_FIXED, "p.79"),
	FIXED_CTR(0xd0, 4, 0, "p.79"),
};
/* The counters of its two halves. */
#define IRP_CTR(number_, offset_)                                                                  \
	{.name = "ctr" #number_, .role = MODEL_COUNTER, .count = 1, .offset = (offset_),           \
	 .bits = 64, .number = (number_), .bit = (number_), .width = 44,                           \
	 .writable = MASK(0, 44), .source = "LIKWID"}
static const struct model_bank irp_banks[] = {
	BOX_CTL(0xf4, "Linux 6.12"),
	STATUS("status", 0xf8, 4, "E7 v2 datasheet volume 2"),
	CTL(0xd8, 4, 4, COMMON | LONG, PMON_RESET, &long_layout, "Linux 6.12"),
	IRP_CTR(0, 0xa0), IRP_CTR(1, 0xb0), IRP_CTR(2, 0xb8), IRP_CTR(3, 0xc0),
};
static const struct model_bank qpi_banks[] = {
	BLOCK(4, 48, 0, COMMON | LONG | E5_SELECT_EXTRA, PMON_RESET, "p.18"),
};
static const struct model_bank match_banks[] = {PAIR("match", 0x228), PAIR("mask", 0x238)};
static const struct model_bank r2pcie_banks[] = {
	BLOCK(4, 44, 0, COMMON | LONG, PMON_RESET, "Linux 6.12"),
};
static const struct model_bank r3qpi_banks[] = {
	BLOCK(3, 44, 0, COMMON | LONG, PMON_RESET, "Linux 6.12"),
};

static const uint16_t ha_ids[] = {0x0e30, 0x0e38};
static const uint16_t imc_ids[] = {0x0eb4, 0x0eb5, 0x0eb0, 0x0eb1, 0x0ef4, 0x0ef5, 0x0ef0, 0x0ef1};
static const uint16_t qpi_ids[] = {0x0e32, 0x0e33, 0x0e3a};
static const uint16_t match_ids[] = {0x0e86, 0x0e96, 0x0e46};
static const uint16_t misc_ids[] = {0x0e80}; /* one function of ports 0 and 1; of port 2 none is known */
static const uint16_t r3qpi_ids[] = {0x0e36, 0x0e37, 0x0e3e};
static const struct model_type core = {
	.name = "core", .per_core = true, .clock = 1 + CORE_CLOCK, .spread = 1, .has = CORE_HAS, CORE_DRIVER,
	BANKS(core_banks), .events = &model_core_events, .mean = model_core_mean_events,
};
/* Of the UBox: what is for the whole socket, then its counters. What can break is of both. */
static const struct model_type global = {
	.name = "ubox", .single = true, .global = true, .keeps_summary = true, .frozen = V2_FREEZE_ALL,
	.freezes = V2_FREEZE_ALL, .thaws = V2_UNFREEZE_ALL,
	.has = MODEL_HAS_MSRS | MODEL_HAS_FREEZE | MODEL_HAS_LATENCY | MODEL_HAS_RESET | MODEL_HAS_PMI,
	BANKS(global_banks), .events = &model_e5_v2_ubox_events, .control = model_e5_v2_control,
};
static const struct model_type ubox = {
	.name = "ubox", .single = true, .enabled_first = true, .asked_only = true,
	.has = MODEL_HAS_MSRS | MODEL_HAS_RESET,
	BANKS(ubox_banks), .events = &model_e5_v2_ubox_events, .mean = model_e5_mean,
};
/* No enable goes with the freeze of a box (pp. 56, 79). */
static const struct model_type pcu = {
	.name = "pcu", .single = true, .clock = 1 + SET_PCLK, .has = MSR_HAS | MODEL_HAS_BANDS,
	PMON(pcu_banks, model_e5_v2_pcu_events, model_e5_mean_pcu, PMON_FREEZE),
};
static const struct model_type cbox = {
	.name = "cbox", .has = MSR_HAS, .field = cbox_fields,
	PMON(cbox_banks, model_e5_v2_cbox_events, model_e5_mean_cbox, PMON_FREEZE),
};
static const struct model_type ha = {
	.name = "ha", DEVICES(ha_ids), .has = PCI_HAS | MODEL_HAS_FILTER,
	PMON(ha_banks, model_e5_v2_ha_events, model_e5_mean_ha, PMON_FREEZE),
};
static const struct model_type imc = {
	.name = "imc", .clock = 1 + SET_DCLK, DEVICES(imc_ids), .has = PCI_HAS,
	PMON(imc_banks, model_e5_v2_imc_events, model_e5_mean, PMON_FREEZE),
};
static const struct model_type irp = {
	.name = "irp", .single = true, DEVICE(0x0e39), .has = PCI_HAS,
	PMON(irp_banks, model_e5_v2_irp_events, model_e5_mean, PMON_FREEZE),
};
static const struct model_type qpi = {
	.name = "qpi", .clock = 1 + SET_QFCLK, DEVICES(qpi_ids), .has = PCI_HAS | MODEL_HAS_FILTER,
	PMON(qpi_banks, model_e5_v2_qpi_events, model_e5_mean_qpi, PMON_FREEZE),
};
/* The box with a port's match registers is so many places behind that with its counters. */
enum { MATCH_BOX = 3 };
static const struct model_type qpi_match = {
	.name = "qpi_match", .serves = MATCH_BOX, DEVICES(match_ids), .has = MODEL_HAS_HEADER, BANKS(match_banks),
};
static const struct model_type qpi_misc = {
	.name = "qpi_misc", DEVICES(misc_ids), .has = MODEL_HAS_HEADER, BANKS(model_e5_misc_banks),
};
static const struct model_type r2pcie = {
	.name = "r2pcie", .single = true, DEVICE(0x0e34), .has = PCI_HAS,
	PMON(r2pcie_banks, model_e5_v2_r2pcie_events, model_e5_mean, PMON_FREEZE),
};
static const struct model_type r3qpi = {
	.name = "r3qpi", DEVICES(r3qpi_ids), .has = PCI_HAS,
	PMON(r3qpi_banks, model_e5_v2_r3qpi_events, model_e5_mean, PMON_FREEZE),
};
static const struct model_type ubox_config = {
	.name = "ubox_config", .single = true, DEVICE(0x0e1e), .has = MODEL_HAS_HEADER, BANKS(model_e5_config_banks),
};

/* Bits of the global status. */
#define CBOX(n) {&cbox, (n), {0xd00 + 0x20 * (n)}, BIT(3 + (n)), 0, 0}
const struct model_box model_e5_v2_boxes[V2_BOXES] = {
	{&core, 0, {0}, 0, 0, 0},
	{&global, 0, {0}, 0, 0, 0},
	{&ubox, 0, {0}, BIT(1), 0, 0},
	{&pcu, 0, {0}, BIT(2), 0, 0},
	CBOX(0), CBOX(1), CBOX(2), CBOX(3), CBOX(4), CBOX(5), CBOX(6), CBOX(7), CBOX(8), CBOX(9), CBOX(10),
	CBOX(11), CBOX(12), CBOX(13), CBOX(14),
	AT(ha, 0, 14, 1, BIT(18)), AT(ha, 1, 28, 1, BIT(19)),
	AT(imc, 0, 16, 4, BIT(20)), AT(imc, 1, 16, 5, BIT(20)), AT(imc, 2, 16, 0, BIT(20)),
	AT(imc, 3, 16, 1, BIT(20)), AT(imc, 4, 30, 4, BIT(21)), AT(imc, 5, 30, 5, BIT(21)),
	AT(imc, 6, 30, 0, BIT(21)), AT(imc, 7, 30, 1, BIT(21)),
	{&irp, 0, {MODEL_FUNCTION(1, 5, 6)}, 0, 0, 0},
	AT(qpi, 0, 8, 2, BIT(22)), AT(qpi, 1, 9, 2, BIT(23)), AT(qpi, 2, 24, 2, 0),
	AT(qpi_match, 0, 8, 6, 0), AT(qpi_match, 1, 9, 6, 0), AT(qpi_match, 2, 24, 6, 0),
	AT(qpi_misc, 0, 8, 0, 0),
	AT(r2pcie, 0, 19, 1, BIT(26)),
	AT(r3qpi, 0, 19, 5, BIT(24)), AT(r3qpi, 1, 19, 6, BIT(25)), AT(r3qpi, 2, 18, 5, 0),
	AT(ubox_config, 0, 11, 0, 0),
	{&model_e5_iio, 0, {MODEL_FUNCTION(1, 5, 0)}, 0, 0, 0},
};
/* clang-format on */
