/* SPDX-License-Identifier: BSD-2-Clause */
/* Sapphire Rapids (06_8F) and Emerald Rapids (06_CF). Where Linux, PCM and LIKWID know an address, it is that; the others, all
 * places of statuses, and how many there are of everything, are the model's own. */
#include "silicon/models/sapphire_rapids.h"

/* Indices of model->setting. */
enum { SET_DCLK = DESCRIBED_SETTINGS, SET_PCLK, SET_UPI_CLOCK, SET_CHAS, SPR_SETTINGS };

#define OWN    "the model's own"
#define LINUX  "Linux 6.12"
#define LIKWID "LIKWID"

/* Unit types of the table: Linux, uncore_snbep.c. */
enum {
	UNIT_CHA = 0,
	UNIT_IIO = 1,
	UNIT_IRP = 2,
	UNIT_M2PCIE = 3,
	UNIT_PCU = 4,
	UNIT_IMC = 6,
	UNIT_M2M = 7,
	UNIT_UPI = 8,
	UNIT_M3UPI = 9,
	UNIT_MDF = 11,
	UNIT_CXLCM = 12,
	UNIT_CXLDP = 13
};

enum { CHAS = 60, EMERALD_CHAS = 64, STACKS = 4 };

/* clang-format off */
#define BANKS(banks_) .bank = banks_, .banks = ARRAY_SIZE(banks_)

/* The number of CHAs, where the processor says it. */
#define GLOBALS                                                                                    \
	DESCRIBED_GLOBAL_CTL(0x2ff0, "Linux, PCM, LIKWID"),                                        \
	DESCRIBED_GLOBAL_STATUS("global_status0", 0x2ff1, MASK(13, 43), OWN),                        \
	{.name = "cha_count", .role = MODEL_STORE, .count = 1, .offset = 0x2ffe, .bits = 64,       \
	 .access = MODEL_RAISES_GP, .source = LINUX}
static const struct model_bank global_banks[] = {GLOBALS};
/* The bits of CHAs. */
static const struct model_bank more_global_banks[] = {
	DESCRIBED_GLOBAL_STATUS("global_status1", 0x2ff2, MASK(0, CHAS), OWN),
};
static const struct model_bank emerald_more_global_banks[] = {
	DESCRIBED_GLOBAL_STATUS("global_status1", 0x2ff2, MASK(0, EMERALD_CHAS), OWN),
};

static const struct model_bank cha_banks[] = {
	{.name = "filter", .role = MODEL_COMPANION, .count = 1, .offset = 0xe, .bits = 64, .writable = MASK(0, 10),
	 .zero = ~MASK(0, 10), .source = "Linux, PCM, LIKWID"},
	DESCRIBED_MSRS(1, 2, 8, 4, 48, DESCRIBED_SELECT | DESCRIBED_TID | DESCRIBED_CHA_MASK,
		       &model_described_layout, LINUX),
};
static const struct model_field cha_fields[] = {{0, 0, 10, false, false, "tid"}};
static const struct model_bank iio_banks[] = {
	DESCRIBED_MSRS(1, 2, 8, 4, 48, DESCRIBED_SELECT | DESCRIBED_IIO_MASK, &model_described_iio_layout, LINUX),
	DESCRIBED_FREE(1, 2, 0, 8, 1, LINUX),
};
static const struct model_bank irp_banks[] = {
	DESCRIBED_MSRS(1, 2, 8, 2, 48, DESCRIBED_SELECT | DESCRIBED_WIDE_MASK, &model_described_layout, LINUX),
};
static const struct model_bank pcu_banks[] = {
	DESCRIBED_MSRS(1, 2, 8, 4, 48, DESCRIBED_SELECT, &model_described_layout, OWN),
};
/* Not in the table; of what it says of overflows nothing is known. */
static const struct model_bank ubox_banks[] = {
	DESCRIBED_CONTROL(0, "PCM"),
	DESCRIBED_CTL(0, 2, 2, 1, 64, DESCRIBED_SELECT, 0, &model_described_layout, "PCM"),
	{.name = "ctr", .role = MODEL_COUNTER, .count = 2, .stride = 1, .numbered = true, .offset = 8, .bits = 64,
	 .bit = MODEL_NO_BIT, .width = 48, .writable = MASK(0, 48), .source = "PCM"},
};
static const struct model_bank mdf_banks[] = {
	DESCRIBED_MSRS(1, 2, 8, 4, 48, DESCRIBED_SELECT | DESCRIBED_WIDE_MASK, &model_described_layout, OWN),
};
/* The fixed counter is not in the table, and where it would show an overflow nobody knows. */
static const struct model_bank imc_banks[] = {
	DESCRIBED_NARROW(0x5c, 0x40, 0x08, 4, 48, "Linux, PCM"),
	{.name = "fixed_ctl", .role = MODEL_SELECT, .count = 1, .offset = 0x54, .bits = 32, .number = 4,
	 .writable = BIT(22), .zero = ~BIT(22), .layout = &model_described_fixed_layout, .source = "Linux, PCM"},
	{.name = "fixed_ctr", .role = MODEL_COUNTER, .count = 1, .offset = 0x38, .bits = 64, .number = 4,
	 .bit = MODEL_NO_BIT, .width = 48, .writable = MASK(0, 48), .source = "Linux, PCM"},
};
static const struct model_bank cxlcm_banks[] = {
	DESCRIBED_WIDE(DESCRIBED_AT_BASE, 0x98, 0x10, 0x50, 8, 48, DESCRIBED_SELECT | DESCRIBED_WIDE_MASK, DESCRIBED_WIDE_MASK, OWN),
};
static const struct model_bank cxldp_banks[] = {
	DESCRIBED_WIDE(DESCRIBED_AT_BASE, 0x98, 0x10, 0x50, 4, 48, DESCRIBED_SELECT | DESCRIBED_WIDE_MASK, DESCRIBED_WIDE_MASK, OWN),
};
static const struct model_bank upi_banks[] = {
	DESCRIBED_WIDE(DESCRIBED_IN_FUNCTION, 0x60, 0x38, 0x08, 4, 48, DESCRIBED_SELECT | DESCRIBED_WIDE_MASK, 0,
		       "Linux, PCM"),
};
static const struct model_bank mesh_banks[] = {
	DESCRIBED_WIDE(DESCRIBED_IN_FUNCTION, 0x60, 0x38, 0x08, 4, 48, DESCRIBED_SELECT | DESCRIBED_WIDE_MASK, 0, OWN),
};
static const struct model_bank ubox_config_banks[] = {
	DESCRIBED_FACT("cpunodeid", 0xc0, 0, ~MASK(0, 3), LINUX),
	DESCRIBED_FACT("gidnidmap", 0xd4, 0x00fac688, ~MASK(0, 24), LINUX),
};
static const struct model_bank discovery_banks[] = {DESCRIBED_CAPABILITIES(0, 0)};

static const struct model_type global = {.name = "global", .single = true, DESCRIBED_GLOBAL_TYPE(global_banks)};
#define MORE_GLOBAL(banks_) {.name = "global1", .single = true, .has = MODEL_HAS_MSRS, BANKS(banks_)}
static const struct model_type more_global = MORE_GLOBAL(more_global_banks),
			       emerald_more_global = MORE_GLOBAL(emerald_more_global_banks);
static const struct model_type cha = {
	.name = "cha", DESCRIBED_IN_MSRS | MODEL_HAS_FILTER, DESCRIBED_UNIT(UNIT_CHA, cha_banks), .field = cha_fields,
	.spread = 4, .above = 1, .events = &model_spr_cha_events,
};
static const struct model_type iio = {
	.name = "iio", DESCRIBED_IN_MSRS, DESCRIBED_UNIT(UNIT_IIO, iio_banks), .events = &model_spr_iio_events,
};
static const struct model_type irp = {
	.name = "irp", DESCRIBED_IN_MSRS, DESCRIBED_UNIT(UNIT_IRP, irp_banks), .events = &model_spr_irp_events,
};
static const struct model_type pcu = {
	.name = "pcu", .single = true, .clock = 1 + SET_PCLK, DESCRIBED_IN_MSRS, DESCRIBED_UNIT(UNIT_PCU, pcu_banks),
	.events = &model_spr_pcu_events,
};
static const struct model_type ubox = {
	.name = "ubox", .single = true, DESCRIBED_KIND(ubox_banks), .space = SILICON_MSR,
	.has = MODEL_HAS_MSRS | MODEL_HAS_FREEZE | MODEL_HAS_RESET | MODEL_HAS_LATENCY, .events = &model_spr_ubox_events,
};
static const struct model_type mdf = {
	.name = "mdf", DESCRIBED_IN_MSRS, DESCRIBED_UNIT(UNIT_MDF, mdf_banks), .events = &model_spr_mdf_events,
};
static const struct model_type imc = {
	.name = "imc", .clock = 1 + SET_DCLK, DESCRIBED_IN_MEMORY, DESCRIBED_UNIT(UNIT_IMC, imc_banks),
	.events = &model_spr_imc_events,
};
static const struct model_type cxlcm = {
	.name = "cxlcm", .single = true, DESCRIBED_IN_MEMORY, DESCRIBED_UNIT(UNIT_CXLCM, cxlcm_banks),
	.events = &model_spr_cxlcm_events,
};
static const struct model_type cxldp = {
	.name = "cxldp", .single = true, DESCRIBED_IN_MEMORY, DESCRIBED_UNIT(UNIT_CXLDP, cxldp_banks),
	.events = &model_spr_cxldp_events,
};
static const struct model_type upi = {
	.name = "upi", .clock = 1 + SET_UPI_CLOCK, .id = 0x3241, DESCRIBED_IN_CONFIG,
	DESCRIBED_UNIT(UNIT_UPI, upi_banks), .events = &model_spr_upi_events,
};
static const struct model_type m3upi = {
	.name = "m3upi", .id = 0x3246, DESCRIBED_IN_CONFIG, DESCRIBED_UNIT(UNIT_M3UPI, upi_banks),
	.events = &model_spr_m3upi_events,
};
/* Of these functions the identifiers are the model's own. */
static const struct model_type m2m = {
	.name = "m2m", .id = 0x7ffc, .id_undocumented = 0xff, DESCRIBED_IN_CONFIG,
	DESCRIBED_UNIT(UNIT_M2M, mesh_banks), .events = &model_spr_m2m_events,
};
static const struct model_type m2pcie = {
	.name = "m2pcie", .id = 0x7ffb, .id_undocumented = 0xff, DESCRIBED_IN_CONFIG,
	DESCRIBED_UNIT(UNIT_M2PCIE, mesh_banks), .events = &model_spr_m2pcie_events,
};
static const struct model_type ubox_config = {
	.name = "ubox_config", .single = true, .space = SILICON_CONFIG, .id = 0x3250, .has = MODEL_HAS_HEADER,
	BANKS(ubox_config_banks),
};
static const struct model_type discovery_type = {
	.name = "discovery", .single = true, .space = SILICON_CONFIG, .id = 0x09a7, .has = MODEL_HAS_HEADER,
	BANKS(discovery_banks),
};

#define CHA(n)  DESCRIBED_AT_MSR(cha, n, 0x2000 + 0x10 * (n), n)
#define CHAS_OF(ten)                                                                               \
	CHA(ten##0), CHA(ten##1), CHA(ten##2), CHA(ten##3), CHA(ten##4), CHA(ten##5), CHA(ten##6), CHA(ten##7),    \
	CHA(ten##8), CHA(ten##9)
#define IIO(n)  {&iio, (n), {0x3000 + 0x10 * (n), 0x340e + 0x10 * (n), 0x3800 + 0x10 * (n)}, BIT(20 + (n)), 0, 0}
#define IRP(n)  DESCRIBED_AT_MSR(irp, n, 0x3400 + 0x10 * (n), 24 + (n))
#define MDF(n)  DESCRIBED_AT_MSR(mdf, n, 0x2800 + 0x10 * (n), 28 + (n))
#define IMC(n)  DESCRIBED_AT_MEMORY(imc, n, 0x80800 + 0x8000 * (n), 32 + (n))
#define UPI(n)  DESCRIBED_AT(upi, n, 1 + (n), 1, 0x318, 40 + (n))
#define M3UPI(n) DESCRIBED_AT(m3upi, n, 5 + (n), 1, 0xa0, 44 + (n))
#define M2M(n)  DESCRIBED_AT(m2m, n, 12 + (n), 0, 0x438, 48 + (n))
#define M2PCIE(n) DESCRIBED_AT(m2pcie, n, 20 + (n), 1, 0x400, 52 + (n))

/* Beside the first 60 CHAs the others. */
#define BOXES(more_, ...)                                                                          \
	DESCRIBED_CORE_BOXES,                                                                      \
	{&global, 0, {0}, 0, 0, 0}, {&(more_), 0, {0}, 0, 0, 0},                                \
	CHAS_OF(), CHAS_OF(1), CHAS_OF(2), CHAS_OF(3), CHAS_OF(4), CHAS_OF(5), __VA_ARGS__          \
	UPI(0), UPI(1), UPI(2), UPI(3), M3UPI(0), M3UPI(1), M3UPI(2), M3UPI(3),                    \
	IIO(0), IIO(1), IIO(2), IIO(3), IRP(0), IRP(1), IRP(2), IRP(3),                            \
	IMC(0), IMC(1), IMC(2), IMC(3), IMC(4), IMC(5), IMC(6), IMC(7),                            \
	M2M(0), M2M(1), M2M(2), M2M(3), M2PCIE(0), M2PCIE(1), M2PCIE(2), M2PCIE(3),                \
	MDF(0), MDF(1), MDF(2), MDF(3),                                                            \
	DESCRIBED_AT_MSR(pcu, 0, 0x2fc0, 19), {&ubox, 0, {0x2fd0}, 0, 0, 0},                                                      \
	DESCRIBED_AT_MEMORY(cxlcm, 0, 0xc0000, 13), DESCRIBED_AT_MEMORY(cxldp, 0, 0xc4000, 14),    \
	{&ubox_config, 0, {MODEL_FUNCTION(0, 0, 0)}, 0, 0, 0},                                     \
	{&discovery_type, 0, {MODEL_FUNCTION(1, 3, 1)}, 0, 0, 0}
static const struct model_box boxes[] = {BOXES(more_global, )},
			      emerald_boxes[] = {BOXES(emerald_more_global, CHA(60), CHA(61), CHA(62), CHA(63), )};

/* Blocks of units that this die does not have. */
static const struct model_odd_block odd[] = {{14, {0, 0, 0}}, {20, {0, 0, 0}}};
static const struct model_discovery discovery = {
	.type = &discovery_type, .table_bytes = 512 << 10, .stride = 32,
	.wide_bar = true, .odd = odd, .odds = ARRAY_SIZE(odd),
};

static const struct model_range claims[] = {
	DESCRIBED_CORE_CLAIMS, {0x2000, 0x23ff}, {0x2800, 0x283f}, {0x2fc0, 0x2fdf},
	{0x2ff0, 0x2ffe}, {0x3000, 0x303f}, {0x3400, 0x343f}, {0x3800, 0x383f},
};
#define SETTING_ROWS(chas_, dumps_)                                                                       \
	DESCRIBED_SETTING_ROWS(2000000000, DESCRIBED_RUNS, dumps_),                                \
	[SET_CHAS]      = DESCRIBED_CHAS_ROW(chas_),                                               \
	[SET_DCLK]      = {"clock.dclk", NULL, MODEL_CLOCK_LEAST, MODEL_CLOCK_LIMIT, 2400000000},                  \
	[SET_PCLK]      = {"clock.pclk", NULL, MODEL_CLOCK_LEAST, MODEL_CLOCK_LIMIT, 1000000000},                  \
	[SET_UPI_CLOCK] = {"clock.upi", NULL, MODEL_CLOCK_LEAST, MODEL_CLOCK_LIMIT, 1600000000}
static const struct model_setting settings[SPR_SETTINGS] = {SETTING_ROWS(CHAS, CPUID_OF_SAPPHIRE_RAPIDS)};
static const struct model_setting emerald_settings[SPR_SETTINGS] = {SETTING_ROWS(EMERALD_CHAS, CPUID_OF_EMERALD_RAPIDS)};
/* clang-format on */

/* Linux: MSR 2FFEH has 0 on Emerald Rapids' larger die, whose table is right. */
static void settle(struct model *model)
{
	model_described_settle_chas(model, SET_CHAS);
	if (model->part == &model_sapphire_rapids)
		model->reg[model->box[model->global].reg[MODEL_STORE]].initial = model_described_chas(model, SET_CHAS);
}

/* The UBox says which socket it is on. */
static void start(struct model *model, unsigned socket)
{
	model_core_start(model, socket);
	model_described_tell_nodes(model, socket);
}

/* clang-format off */
#define PART                                                                                       \
	DESCRIBED_PART, .settings = SPR_SETTINGS, .claim = claims,                                 \
	.claims = ARRAY_SIZE(claims), .clock = 2000000000, .settle = settle, .box_setting = 1 + SET_CHAS, \
	.start = start, .discovery = &discovery
/* clang-format on */

const struct model_part model_sapphire_rapids = {
	PART,         .most_cores = 60,           .name = "sapphire-rapids", .number = 0x8f,
	.box = boxes, .boxes = ARRAY_SIZE(boxes), .setting = settings,
};
const struct model_part model_emerald_rapids = {
	PART,
	.most_cores = 64,
	.name = "emerald-rapids",
	.number = 0xcf,
	.box = emerald_boxes,
	.boxes = ARRAY_SIZE(emerald_boxes),
	.setting = emerald_settings,
};
