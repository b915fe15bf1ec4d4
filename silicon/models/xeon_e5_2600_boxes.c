/* SPDX-License-Identifier: BSD-2-Clause */
/* Where the boxes of a Xeon E5-2600 are, and their registers. Functions of QPI, R2PCIe, R3QPI and the UBox's
 * configuration: Linux, events/intel/uncore_snbep.c, and LIKWID. */
#include "silicon/models/xeon_e5_2600.h"

#define SELECT(bits_)                                                                                              \
	{                                                                                                          \
		.enable = 22, .pmi = MODEL_NO_BIT, .edge = 18, .invert = 23, .event_bits = 16,                     \
		.umask_low = MODEL_NO_BIT, .threshold_low = 24, .threshold_bits = (bits_),                         \
		.reset_tally = MODEL_NO_BIT, .mode_low = MODEL_NO_BIT, .wrap = MODEL_NO_BIT, .clears = PMON_RESET, \
		.more = E5_OCC_INVERT | E5_OCC_EDGE                                                                \
	}
static const struct model_layout long_layout = SELECT(8);
static const struct model_layout short_layout = SELECT(5);
static const struct model_layout clock_layout = {
	.enable = 22,
	.pmi = MODEL_NO_BIT,
	.edge = MODEL_NO_BIT,
	.invert = MODEL_NO_BIT,
	.umask_low = MODEL_NO_BIT,
	.threshold_low = MODEL_NO_BIT,
	.reset_tally = MODEL_NO_BIT,
	.mode_low = MODEL_NO_BIT,
	.wrap = MODEL_NO_BIT,
	.clock = true,
	.clears = E5_CLEAR_FIXED,
};

/* Fields of selects: event and umask, edge_det, en and invert; thresholds of 8 and 5 bits. */
#define COMMON   (MASK(0, 16) | BIT(18) | MASK(22, 2))
#define SHORT    MASK(24, 5)
#define LONG     MASK(24, 8)
#define CONTROLS (PMON_FREEZE_ENABLE | PMON_FREEZE)
#define RESETS   (PMON_RESET_COUNTERS | PMON_RESET_CONTROLS)

/* clang-format off */
#define BOX_CTL(offset_, bits_, source_)                                                           \
	{.name = "box_ctl", .role = MODEL_GLOBAL_CTL, .count = 1, .offset = (offset_), .bits = 32, \
	 .writable = (bits_), .zero = ~(bits_), .acts = (bits_) & RESETS, .source = (source_)}
/* `commands_` do something when written 1, and are not kept. */
#define CTL(offset_, count_, stride_, bits_, commands_, layout_, source_)                          \
	{.name = "ctl", .role = MODEL_SELECT, .count = (count_), .stride = (stride_),              \
	 .numbered = true, .offset = (offset_), .bits = 32, .writable = (bits_),                   \
	 .zero = ~((bits_) | (commands_)), .layout = (layout_), .source = (source_)}
/* What is written beyond a counter's width is lost (p.20). None shows that it overflows. */
#define CTR(offset_, count_, stride_, width_, source_)                                             \
	{.name = "ctr", .role = MODEL_COUNTER, .count = (count_), .stride = (stride_),             \
	 .numbered = true, .offset = (offset_), .bits = 64, .bit = MODEL_NO_BIT,                   \
	 .width = (width_), .writable = MASK(0, width_), .source = (source_)}
#define FIXED(ctl_, ctr_, number_, commands_, source_)                                             \
	{.name = "fixed_ctl", .role = MODEL_SELECT, .count = 1, .offset = (ctl_), .bits = 32,      \
	 .number = (number_), .writable = BIT(22), .zero = ~(BIT(22) | (commands_)),               \
	 .layout = &clock_layout, .source = (source_)},                                          \
	{.name = "fixed_ctr", .role = MODEL_COUNTER, .count = 1, .offset = (ctr_), .bits = 64,     \
	 .number = (number_), .bit = MODEL_NO_BIT, .width = 48, .writable = MASK(0, 48),           \
	 .source = (source_)}
#define COMPARED(name_, offset_, bits_, compared_, source_)                                        \
	{.name = name_, .role = MODEL_COMPANION, .count = 1, .offset = (offset_), .bits = 32,      \
	 .writable = (bits_), .zero = ~(bits_), .compared = (compared_), .source = (source_)}
#define FILTER(name_, offset_, bits_, source_) COMPARED(name_, offset_, bits_, 0, source_)
#define PAIR(name_, offset_)                                                                       \
	{.name = name_ "0", .role = MODEL_COMPANION, .count = 1, .offset = (offset_), .bits = 32,      \
	 .writable = 0x8003fff8, .zero = ~UINT64_C(0x8003fff8), .source = "p.92"},                 \
	{.name = name_ "1", .role = MODEL_COMPANION, .count = 1, .offset = (offset_) + 4, .bits = 32,  \
	 .writable = 0x000f000f, .zero = ~UINT64_C(0x000f000f), .source = "p.92"}
/* `usual_` is what it holds in a machine of one socket, and `known_` are the bits that a document explains, by
 * something that can be seen elsewhere too. */
#define READ_ONLY(name_, offset_, usual_, known_, source_)                                         \
	{.name = name_, .role = MODEL_STORE, .count = 1, .offset = (offset_), .bits = 32,          \
	 .access = MODEL_KEEPS, .reset = (usual_), .undocumented = ~UINT64_C(known_), .source = (source_)}

/* The PMON block of a PCI function. */
#define BLOCK(count_, width_, select_, commands_, controls_, source_)                              \
	BOX_CTL(0xf4, controls_, source_),                                                         \
	CTL(0xd8, count_, 4, select_, commands_, &long_layout, source_),                       \
	CTR(0xa0, count_, 8, width_, source_)

static const struct model_bank core_banks[E5_CORE_BANKS] = {
	CORE_BANK_ROWS(48, CORE_GENERIC_BITS, 0),
	[E5_C3] = {.name = "c3_ctr", .role = MODEL_TICKER, .count = 1, .offset = 0x3fc, .bits = 64, .width = 64,
	 .writable = ~UINT64_C(0), .source = "p.73"},
	[E5_C6] = {.name = "c6_ctr", .role = MODEL_TICKER, .count = 1, .offset = 0x3fd, .bits = 64, .width = 64,
	 .writable = ~UINT64_C(0), .source = "p.73"},
};
static const struct model_bank ubox_banks[] = {
	FIXED(0xc08, 0xc09, 2, 0, "p.21"),
	CTL(0xc10, 2, 1, COMMON | SHORT, PMON_RESET, &short_layout, "p.20"),
	CTR(0xc16, 2, 1, 44, "p.20"),
};
static const struct model_bank cbox_banks[] = {
	[E5_CBOX_FILTER] = COMPARED("box_filter", 0x14, MASK(10, 22) | MASK(0, 5), MASK(23, 9), "p.29"),
	CTL(0x10, 4, 1, COMMON | LONG | E5_SELECT_TID, PMON_RESET, &long_layout, "p.28"),
	CTR(0x16, 4, 1, 44, "p.28"),
	BOX_CTL(4, CONTROLS | RESETS, "p.27"),
};
#define PCU_BITS (MASK(0, 8) | MASK(14, 2) | BIT(18) | MASK(21, 3) | SHORT | E5_OCC_INVERT | E5_OCC_EDGE)
static const struct model_bank pcu_banks[] = {
	[E5_PCU_FILTER] = FILTER("box_filter", 0xc34, MASK(0, 32), "p.76"),
	BOX_CTL(0xc24, CONTROLS | RESETS, "p.73"),
	CTL(0xc30, 4, 1, PCU_BITS, PMON_RESET, &short_layout, "p.74"),
	CTR(0xc36, 4, 1, 48, "p.73"),
};
static const struct model_bank ha_banks[] = {
	[E5_HA_ADDRESS0] = COMPARED("addrmatch0", 0x40, MASK(6, 26), MASK(12, 20), "p.48"),
	[E5_HA_ADDRESS1] = COMPARED("addrmatch1", 0x44, MASK(0, 14), MASK(0, 14), "p.48"),
	[E5_HA_OPCODE] = COMPARED("opcodematch", 0x48, MASK(0, 6), MASK(0, 6), "p.49"),
	BLOCK(4, 48, COMMON | LONG, 0, CONTROLS, "pp. 46-48"),
};
static const struct model_bank imc_banks[] = {
	BLOCK(4, 48, COMMON | LONG, 0, CONTROLS, "pp. 60-62"),
	FIXED(0xf0, 0xd0, 4, E5_CLEAR_FIXED, "p.62"),
};
static const struct model_bank qpi_banks[] = {
	BLOCK(4, 48, COMMON | LONG | E5_SELECT_EXTRA, PMON_RESET, CONTROLS | RESETS, "pp. 88-90"),
};
static const struct model_bank match_banks[] = {
	PAIR("pkt_match", 0x228), PAIR("pkt_mask", 0x238),
};
const struct model_bank model_e5_misc_banks[] = {READ_ONLY("rate_status", 0xd4, 5, 7, "p.94")};
static const struct model_bank r2pcie_banks[] = {
	BLOCK(4, 44, COMMON | LONG, PMON_RESET, CONTROLS | RESETS, "pp. 112-113"),
};
static const struct model_bank r3qpi_banks[] = {
	BLOCK(3, 44, COMMON | LONG, PMON_RESET, CONTROLS | RESETS, "pp. 120-121"),
};
const struct model_bank model_e5_config_banks[E5_CONFIG_BANKS] = {
	[E5_CONFIG_NODE] = READ_ONLY("cpunodeid", 0x40, 0, 7, "Linux 6.1"),
	[E5_CONFIG_MAP] = READ_ONLY("gidnidmap", 0x54, 0x00fac688, 0x00ffffff, "Linux 6.1"),
};
const struct model_bank model_e5_iio_banks[] = {READ_ONLY("cpubusno", 0x108, 0xff00, 0xff00, "PCM, LIKWID")};

#define FREEZE_HAS (MODEL_HAS_FREEZE | MODEL_HAS_LATENCY)
#define MSR_HAS                                                                                 \
	(MODEL_HAS_MSRS | FREEZE_HAS | MODEL_HAS_RESET | MODEL_HAS_FILTER)
#define PCI_HAS    (MODEL_HAS_HEADER | FREEZE_HAS | MODEL_HAS_RESET)
#define DEVICE(id_) .space = SILICON_CONFIG, .id = (id_)
#define DEVICES(ids_) .space = SILICON_CONFIG, .ids = (ids_)
static const uint16_t imc_ids[] = {0x3cb0, 0x3cb1, 0x3cb4, 0x3cb5};
static const uint16_t qpi_ids[] = {0x3c41, 0x3c42};
static const uint16_t match_ids[] = {0x3c86, 0x3c96};
static const uint16_t misc_ids[] = {0x3c80, 0x3c90}; /* LIKWID: 0x3c91, which breaks the pattern */
static const uint16_t r3qpi_ids[] = {0x3c44, 0x3c45};
/* Boxes that can be frozen are by both bits. */
#define BANKS(banks_) .frozen = E5_FROZEN, .bank = banks_, .banks = ARRAY_SIZE(banks_)

static const struct model_type core = {
	.name = "core", .per_core = true, .clock = 1 + CORE_CLOCK, .spread = 1, .has = CORE_HAS, CORE_DRIVER,
	.bank = core_banks, .banks = ARRAY_SIZE(core_banks), .events = &model_core_events, .mean = model_core_mean_events,
};
static const struct model_type ubox = {
	.name = "ubox", .single = true, .enabled_first = true, .has = MODEL_HAS_MSRS | MODEL_HAS_RESET,
	BANKS(ubox_banks), .events = &model_e5_ubox_events, .mean = model_e5_mean,
};
static const struct model_type pcu = {
	.name = "pcu", .single = true, .clock = 1 + SET_PCLK, .has = MSR_HAS | MODEL_HAS_BANDS, BANKS(pcu_banks),
	.events = &model_e5_pcu_events, .mean = model_e5_mean_pcu,
};
static const struct model_type cbox = {
	.name = "cbox", .has = MSR_HAS, BANKS(cbox_banks), .events = &model_e5_cbox_events,
	.field = model_e5_cbox_fields, .mean = model_e5_mean_cbox,
};
static const struct model_type ha = {
	.name = "ha", .single = true, DEVICE(0x3c46),
	.has = MODEL_HAS_HEADER | FREEZE_HAS | MODEL_HAS_FILTER, BANKS(ha_banks),
	.events = &model_e5_ha_events, .mean = model_e5_mean_ha,
};
static const struct model_type imc = {
	.name = "imc", .clock = 1 + SET_DCLK, DEVICES(imc_ids),
	.has = MODEL_HAS_HEADER | FREEZE_HAS | MODEL_HAS_RESET, BANKS(imc_banks),
	.events = &model_e5_imc_events, .mean = model_e5_mean,
};
static const struct model_type qpi = {
	.name = "qpi", .clock = 1 + SET_QFCLK, DEVICES(qpi_ids), .has = PCI_HAS | MODEL_HAS_FILTER,
	BANKS(qpi_banks), .events = &model_e5_qpi_events, .mean = model_e5_mean_qpi,
};
static const struct model_type qpi_match = {
	.name = "qpi_match", .serves = E5_QPI_MATCH_BOX, DEVICES(match_ids), .has = MODEL_HAS_HEADER,
	BANKS(match_banks),
};
static const struct model_type qpi_misc = {
	.name = "qpi_misc", DEVICES(misc_ids), .id_undocumented = BIT(1), .has = MODEL_HAS_HEADER, BANKS(model_e5_misc_banks),
};
static const struct model_type r2pcie = {
	.name = "r2pcie", .single = true, DEVICE(0x3c43), .has = PCI_HAS, BANKS(r2pcie_banks),
	.events = &model_e5_r2pcie_events, .mean = model_e5_mean,
};
static const struct model_type r3qpi = {
	.name = "r3qpi", DEVICES(r3qpi_ids), .has = PCI_HAS, BANKS(r3qpi_banks),
	.events = &model_e5_r3qpi_events, .mean = model_e5_mean,
};
static const struct model_type ubox_config = {
	.name = "ubox_config", .single = true, DEVICE(0x3ce0), .has = MODEL_HAS_HEADER,
	BANKS(model_e5_config_banks),
};
/* The identifier is the model's own: the documents need none, and a real one would have systems do more to it. */
const struct model_type model_e5_iio = {
	.name = "iio", .single = true, DEVICE(0x7ffe), .id_undocumented = BIT(0), .has = MODEL_HAS_HEADER, BANKS(model_e5_iio_banks),
};

/* Devices and functions in decimal, as the documents have them. */
#define CBOX(n)                                   {&cbox, (n), {0xd00 + 0x20 * (n)}, 0, 0, 0}
#define AT(type, n, device, function)                                                        \
	{&(type), (n), {MODEL_FUNCTION(0, device, function)}, 0, 0, 0}

const struct model_box model_e5_boxes[E5_BOXES] = {
	{&core, 0, {0}, 0, 0, 0},
	{&ubox, 0, {0}, 0, 0, 0},
	{&pcu, 0, {0}, 0, 0, 0},
	CBOX(0), CBOX(1), CBOX(2), CBOX(3), CBOX(4), CBOX(5), CBOX(6), CBOX(7),
	AT(ha, 0, 14, 1),
	AT(imc, 0, 16, 0), AT(imc, 1, 16, 1), AT(imc, 2, 16, 4),
	AT(imc, 3, 16, 5),
	AT(qpi, 0, 8, 2), AT(qpi, 1, 9, 2),
	AT(qpi_match, 0, 8, 6), AT(qpi_match, 1, 9, 6),
	AT(qpi_misc, 0, 8, 0), AT(qpi_misc, 1, 9, 0),
	AT(r2pcie, 0, 19, 1),
	AT(r3qpi, 0, 19, 5), AT(r3qpi, 1, 19, 6),
	AT(ubox_config, 0, 11, 0),
	{&model_e5_iio, 0, {MODEL_FUNCTION(1, 5, 0)}, 0, 0, 0},
};
/* clang-format on */
