/* SPDX-License-Identifier: BSD-2-Clause */
/* Granite Rapids (06_AD) and Sierra Forest (06_AF). Where PCM knows an address, it is that; the others, all places of statuses,
 * and how many there are of everything, are the model's own. Nothing says which socket a table is of but the order in which
 * they are found: no source knows a UBox of theirs in PCI configuration space. */
#include "silicon/models/granite_rapids.h"

/* Indices of model->setting. */
enum { SET_DCLK = DESCRIBED_SETTINGS, SET_PCLK, SET_UPI_CLOCK, SET_CHAS, GNR_SETTINGS };
enum { CHAS = 144 };

#define OWN "the model's own"
#define PCM "PCM"

/* Unit types of the table: Linux, uncore_snbep.c. */
enum {
	UNIT_CHA = 0,
	UNIT_IIO = 1,
	UNIT_IRP = 2,
	UNIT_PCU = 4,
	UNIT_UBOX = 5,
	UNIT_IMC = 6,
	UNIT_UPI = 8,
	UNIT_CXLCM = 12,
	UNIT_CXLDP = 13,
	UNIT_B2HOT = 15,
	UNIT_B2CMI = 16,
	UNIT_B2CXL = 17,
	UNIT_B2UPI = 18,
	UNIT_MDF = 20,
	UNIT_PCIE_X16 = 21,
	UNIT_PCIE_X8 = 22
};

/* clang-format off */
#define BANKS(banks_) .bank = banks_, .banks = ARRAY_SIZE(banks_)
#define WIDE_SELECT   (DESCRIBED_SELECT | DESCRIBED_WIDE_MASK)

static const struct model_bank global_banks[] = {
	DESCRIBED_GLOBAL_CTL(0x2ff0, OWN),
	DESCRIBED_GLOBAL_STATUS("global_status0", 0x2ff2, MASK(0, 64), OWN),
};
static const struct model_bank more_global_banks[] = {
	DESCRIBED_GLOBAL_STATUS("global_status1", 0x2ff3, MASK(0, 16), OWN),
};
/* The bits of CHAs. */
#define CHA_STATUS(n, bits_) DESCRIBED_GLOBAL_STATUS("global_status" #n, 0x2ff2 + (n), MASK(0, bits_), OWN)
static const struct model_bank cha_global_banks[][1] = {{CHA_STATUS(2, 64)}, {CHA_STATUS(3, 64)}, {CHA_STATUS(4, CHAS - 128)}};
static const struct model_bank cha_banks[] = {
	{.name = "filter", .role = MODEL_COMPANION, .count = 1, .offset = 0xe, .bits = 64, .writable = MASK(0, 10),
	 .zero = ~MASK(0, 10), .source = "Linux, PCM, LIKWID"},
	DESCRIBED_MSRS(1, 2, 8, 4, 48, DESCRIBED_SELECT | DESCRIBED_TID | DESCRIBED_CHA_MASK,
		       &model_described_layout, OWN),
};
static const struct model_field cha_fields[] = {{0, 0, 10, false, false, "tid"}};
static const struct model_bank iio_banks[] = {
	DESCRIBED_MSRS(1, 2, 8, 4, 48, DESCRIBED_SELECT | DESCRIBED_IIO_MASK, &model_described_iio_layout, PCM),
	DESCRIBED_FREE(1, 2, 0x800, 0, 0x10, "Linux 6.12"),
};
static const struct model_bank irp_banks[] = {
	DESCRIBED_MSRS(1, 2, 8, 4, 48, WIDE_SELECT, &model_described_layout, PCM),
};
/* Without an extension of the umask. */
static const struct model_bank plain_banks[] = {
	DESCRIBED_MSRS(1, 2, 8, 4, 48, DESCRIBED_SELECT, &model_described_layout, OWN),
};
/* The pair of its clock is not in the table. */
static const struct model_bank ubox_banks[] = {
	DESCRIBED_MSRS(1, 2, 8, 2, 48, DESCRIBED_SELECT, &model_described_layout, PCM),
};
static const struct model_bank imc_banks[] = {
	DESCRIBED_NARROW(0x5c, 0x40, 0x08, 4, 48, OWN),
	{.name = "fixed_ctl", .role = MODEL_SELECT, .count = 1, .offset = 0x54, .bits = 32, .number = 4,
	 .writable = BIT(22), .zero = ~BIT(22), .layout = &model_described_fixed_layout, .source = "Linux, PCM"},
	{.name = "fixed_ctr", .role = MODEL_COUNTER, .count = 1, .offset = 0x38, .bits = 64, .number = 4,
	 .bit = MODEL_NO_BIT, .width = 48, .writable = MASK(0, 48), .source = "Linux, PCM"},
};
static const struct model_bank cxlcm_banks[] = {
	DESCRIBED_WIDE(DESCRIBED_AT_BASE, 0x98, 0x10, 0x50, 8, 48, WIDE_SELECT, DESCRIBED_WIDE_MASK, OWN),
};
static const struct model_bank cxldp_banks[] = {
	DESCRIBED_WIDE(DESCRIBED_AT_BASE, 0x98, 0x10, 0x50, 4, 48, WIDE_SELECT, DESCRIBED_WIDE_MASK, OWN),
};
static const struct model_bank upi_banks[] = {
	DESCRIBED_WIDE(DESCRIBED_IN_FUNCTION, 0x60, 0x38, 0x08, 4, 48, WIDE_SELECT, 0, PCM),
};
static const struct model_bank b2upi_banks[] = {
	DESCRIBED_WIDE(DESCRIBED_IN_FUNCTION, 0x50, 0x28, 0x08, 4, 48, WIDE_SELECT, 0, PCM),
};
static const struct model_bank b2cmi_banks[] = {
	DESCRIBED_WIDE(DESCRIBED_IN_FUNCTION, 0x60, 0x38, 0x08, 4, 48, WIDE_SELECT, 0, OWN),
};
static const struct model_bank pcie_banks[] = {
	DESCRIBED_WIDE(DESCRIBED_IN_FUNCTION, 0x08, 0x10, 0x30, 4, 48, WIDE_SELECT, DESCRIBED_WIDE_MASK, PCM),
};
static const struct model_bank discovery_banks[] = {DESCRIBED_CAPABILITIES(0, 0)};

static const struct model_type global = {.name = "global", .single = true, DESCRIBED_GLOBAL_TYPE(global_banks)};
static const struct model_type more_global = {
	.name = "global1", .single = true, .has = MODEL_HAS_MSRS, BANKS(more_global_banks),
};
#define CHA_GLOBAL(n) {.name = "global" #n, .single = true, .has = MODEL_HAS_MSRS, BANKS(cha_global_banks[(n) - 2])}
static const struct model_type cha_global[] = {CHA_GLOBAL(2), CHA_GLOBAL(3), CHA_GLOBAL(4)};
static const struct model_type cha = {
	.name = "cha", DESCRIBED_IN_MSRS | MODEL_HAS_FILTER, DESCRIBED_UNIT(UNIT_CHA, cha_banks), .field = cha_fields,
	.spread = 4, .above = 2, .events = &model_gnr_cha_events,
};
#define IN_MSRS(name_, unit_, banks_, events_)                                                     \
	{.name = name_, DESCRIBED_IN_MSRS, DESCRIBED_UNIT(unit_, banks_), .events = &(events_)}
#define IN_MEMORY(name_, unit_, banks_, events_)                                                   \
	{.name = name_, .single = true, DESCRIBED_IN_MEMORY, DESCRIBED_UNIT(unit_, banks_), .events = &(events_)}
/* Identifiers are the model's own. */
#define IN_CONFIG(name_, id_, unit_, banks_, events_)                                              \
	{.name = name_, .id = (id_), .id_undocumented = 0xff, DESCRIBED_IN_CONFIG, DESCRIBED_UNIT(unit_, banks_),  \
	 .events = &(events_)}
static const struct model_type iio = IN_MSRS("iio", UNIT_IIO, iio_banks, model_gnr_iio_events);
static const struct model_type irp = IN_MSRS("irp", UNIT_IRP, irp_banks, model_gnr_irp_events);
static const struct model_type b2hot = {
	.name = "b2hot", .single = true, DESCRIBED_IN_MSRS, DESCRIBED_UNIT(UNIT_B2HOT, plain_banks),
	.events = &model_gnr_b2hot_events,
};
static const struct model_type granite_mdf = {
	.name = "mdf", .above = 1, DESCRIBED_IN_MSRS, DESCRIBED_UNIT(UNIT_MDF, plain_banks),
	.events = &model_gnr_granite_mdf_events,
};
static const struct model_type sierra_mdf = {
	.name = "mdf", .above = 1, DESCRIBED_IN_MSRS, DESCRIBED_UNIT(UNIT_MDF, plain_banks),
	.events = &model_gnr_mdf_events,
};
static const struct model_type pcu = {
	.name = "pcu", .clock = 1 + SET_PCLK, DESCRIBED_IN_MSRS, DESCRIBED_UNIT(UNIT_PCU, plain_banks),
	.events = &model_gnr_pcu_events,
};
static const struct model_type ubox = {
	.name = "ubox", .single = true, DESCRIBED_IN_MSRS, DESCRIBED_UNIT(UNIT_UBOX, ubox_banks),
	.events = &model_gnr_ubox_events,
};
static const struct model_type granite_imc = {
	.name = "imc", .clock = 1 + SET_DCLK, DESCRIBED_IN_MEMORY, DESCRIBED_UNIT(UNIT_IMC, imc_banks),
	.events = &model_gnr_granite_imc_events,
};
static const struct model_type sierra_imc = {
	.name = "imc", .clock = 1 + SET_DCLK, DESCRIBED_IN_MEMORY, DESCRIBED_UNIT(UNIT_IMC, imc_banks),
	.events = &model_gnr_imc_events,
};
static const struct model_type cxlcm = IN_MEMORY("cxlcm", UNIT_CXLCM, cxlcm_banks, model_gnr_cxlcm_events);
static const struct model_type cxldp = IN_MEMORY("cxldp", UNIT_CXLDP, cxldp_banks, model_gnr_cxldp_events);
static const struct model_type b2cxl = IN_MEMORY("b2cxl", UNIT_B2CXL, cxldp_banks, model_gnr_b2cxl_events);
static const struct model_type upi = {
	.name = "upi", .clock = 1 + SET_UPI_CLOCK, .id = 0x7ffa, .id_undocumented = 0xff, DESCRIBED_IN_CONFIG,
	DESCRIBED_UNIT(UNIT_UPI, upi_banks), .events = &model_gnr_upi_events,
};
static const struct model_type b2upi = IN_CONFIG("b2upi", 0x7ff9, UNIT_B2UPI, b2upi_banks, model_gnr_b2upi_events);
static const struct model_type b2cmi = IN_CONFIG("b2cmi", 0x7ff8, UNIT_B2CMI, b2cmi_banks, model_gnr_b2cmi_events);
/* No list has events of these. */
static const struct model_type pcie_x16 =
	IN_CONFIG("type21_", 0x7ff7, UNIT_PCIE_X16, pcie_banks, model_described_any_events);
static const struct model_type pcie_x8 = {
	.name = "type22", .single = true, .id = 0x7ff6, .id_undocumented = 1, DESCRIBED_IN_CONFIG,
	DESCRIBED_UNIT(UNIT_PCIE_X8, pcie_banks), .events = &model_described_any_events,
};
static const struct model_type discovery_type = {
	.name = "discovery", .single = true, .space = SILICON_CONFIG, .id = 0x09a7, .has = MODEL_HAS_HEADER,
	BANKS(discovery_banks),
};

#define CHA(n)      DESCRIBED_AT_MSR(cha, n, 0x2000 + 0x10 * (n), n)
#define CHAS_OF(ten)                                                                               \
	CHA(ten##0), CHA(ten##1), CHA(ten##2), CHA(ten##3), CHA(ten##4), CHA(ten##5), CHA(ten##6), CHA(ten##7),    \
	CHA(ten##8), CHA(ten##9)
#define IIO(n)      {&iio, (n), {0x2900 + 0x10 * (n), 0x290e + 0x10 * (n), 0x2e0e + 0x80 * (n)}, BIT(16 + (n)), 0, 0}
#define IRP(n)      DESCRIBED_AT_MSR(irp, n, 0x2a00 + 0x10 * (n), 20 + (n))
#define PCU(n)      DESCRIBED_AT_MSR(pcu, n, 0x2b00 + 0x10 * (n), 24 + (n))
#define MDF(mdf, n) DESCRIBED_AT_MSR(mdf, n, 0x2c00 + 0x10 * (n), (n))
#define IMC(imc, n) DESCRIBED_AT_MEMORY(imc, n, 0x80800 + 0x8000 * (n), 30 + (n))
#define UPI(n)      DESCRIBED_AT(upi, n, 1 + (n), 1, 0x318, 40 + (n))
#define B2UPI(n)    DESCRIBED_AT(b2upi, n, 24 + (n), 0, 0x408, 44 + (n))
#define B2CMI(n)    DESCRIBED_AT(b2cmi, n, 8 + (n), 0, 0x438, 48 + (n))
#define X16(n, device, position) DESCRIBED_AT(pcie_x16, n, device, 0, 0x620, position)

/* Identifiers of links are not dense: those of a machine that somebody has listed. */
#define BOXES(imc, mdf)                                                                            \
	DESCRIBED_CORE_BOXES,                                                                      \
	{&global, 0, {0}, 0, 0, 0}, {&more_global, 0, {0}, 0, 0, 0},                               \
	{&cha_global[0], 0, {0}, 0, 0, 0}, {&cha_global[1], 0, {0}, 0, 0, 0}, {&cha_global[2], 0, {0}, 0, 0, 0},   \
	UPI(0), UPI(1), UPI(2), UPI(3), B2UPI(0), B2UPI(1), B2UPI(2), B2UPI(3),                    \
	CHA(4), CHA(5), CHA(6), CHA(7), CHA(0), CHA(1), CHA(2), CHA(3), CHA(8), CHA(9),                            \
	CHAS_OF(1), CHAS_OF(2), CHAS_OF(3), CHAS_OF(4), CHAS_OF(5), CHAS_OF(6), CHAS_OF(7), CHAS_OF(8), CHAS_OF(9), \
	CHAS_OF(10), CHAS_OF(11), CHAS_OF(12), CHAS_OF(13), CHA(140), CHA(141), CHA(142), CHA(143),                \
	IIO(0), IIO(1), IIO(2), IIO(3), IRP(0), IRP(1), IRP(2), IRP(3),                            \
	PCU(0), PCU(1), PCU(2), PCU(3), PCU(4), DESCRIBED_AT_MSR(ubox, 0, 0x3ff0, 29),             \
	IMC(imc, 0), IMC(imc, 1), IMC(imc, 2), IMC(imc, 3), IMC(imc, 4), IMC(imc, 5), IMC(imc, 6), IMC(imc, 7),    \
	B2CMI(0), B2CMI(1), B2CMI(2), B2CMI(3),                                                    \
	MDF(mdf, 0), MDF(mdf, 1), MDF(mdf, 2), MDF(mdf, 3),                                        \
	DESCRIBED_AT_MSR(b2hot, 0, 0x2d00, 52),                                                    \
	DESCRIBED_AT_MEMORY(cxlcm, 0, 0xc0000, 53), DESCRIBED_AT_MEMORY(cxldp, 0, 0xc4000, 54),    \
	DESCRIBED_AT_MEMORY(b2cxl, 0, 0xc8000, 55),                                                \
	X16(1, 16, 56), X16(2, 17, 57), X16(3, 18, 58), X16(8, 19, 59),                            \
	DESCRIBED_AT(pcie_x8, 0, 20, 0, 0x620, 60),                                                \
	{&discovery_type, 0, {MODEL_FUNCTION(1, 3, 1)}, 0, 0, 0}
static const struct model_box boxes[] = {BOXES(granite_imc, granite_mdf)};
static const struct model_box sierra_boxes[] = {BOXES(sierra_imc, sierra_mdf)};

/* Blocks of units that this die does not have. */
static const struct model_odd_block odd[] = {{4, {0, 0, 0}}, {33, {0, 0, 0}}};
static const struct model_discovery discovery = {
	.type = &discovery_type, .table_bytes = 512 << 10, .stride = 4,
	.wide_bar = true, .odd = odd, .odds = ARRAY_SIZE(odd),
};

static const struct model_range claims[] = {
	DESCRIBED_CORE_CLAIMS, {0x2000, 0x28ff}, {0x2900, 0x293f}, {0x2a00, 0x2a3f},
	{0x2b00, 0x2b4f}, {0x2c00, 0x2c3f}, {0x2d00, 0x2d0f}, {0x2e00, 0x2fff},
	{0x3600, 0x37ff}, {0x3ff0, 0x3ffb},
};
#define CLOCK_ROWS                                                                                 \
	[SET_CHAS]      = DESCRIBED_CHAS_ROW(CHAS),                                                \
	[SET_DCLK]      = {"clock.dclk", NULL, MODEL_CLOCK_LEAST, MODEL_CLOCK_LIMIT, 3200000000},                  \
	[SET_PCLK]      = {"clock.pclk", NULL, MODEL_CLOCK_LEAST, MODEL_CLOCK_LIMIT, 1000000000},                  \
	[SET_UPI_CLOCK] = {"clock.upi", NULL, MODEL_CLOCK_LEAST, MODEL_CLOCK_LIMIT, 2000000000}
static const struct model_setting settings[GNR_SETTINGS] = {
	DESCRIBED_SETTING_ROWS(2200000000, DESCRIBED_RUNS, CPUID_OF_GRANITE_RAPIDS), CLOCK_ROWS,
};
/* Some platform firmware leaves everything frozen (Linux 7.2): here it does by default. */
static const struct model_setting sierra_settings[GNR_SETTINGS] = {
	DESCRIBED_SETTING_ROWS(2200000000, DESCRIBED_FROZEN, CPUID_OF_NONE), CLOCK_ROWS,
};

static void settle(struct model *model)
{
	model_described_settle_chas(model, SET_CHAS);
}

#define PART                                                                                       \
	DESCRIBED_PART, .settings = GNR_SETTINGS, .claim = claims, .claims = ARRAY_SIZE(claims),   \
	.clock = 2200000000, .settle = settle, .box_setting = 1 + SET_CHAS, .start = model_core_start, .discovery = &discovery
/* clang-format on */

const struct model_part model_granite_rapids = {
	PART,         .most_cores = 128,          .name = "granite-rapids", .number = 0xad,
	.box = boxes, .boxes = ARRAY_SIZE(boxes), .setting = settings,
};
const struct model_part model_sierra_forest = {
	PART,
	.most_cores = 144,
	.name = "sierra-forest",
	.number = 0xaf,
	.box = sierra_boxes,
	.boxes = ARRAY_SIZE(sierra_boxes),
	.setting = sierra_settings,
};
