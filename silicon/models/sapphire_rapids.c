/* SPDX-License-Identifier: BSD-2-Clause */
/* Sapphire Rapids (06_8F) and Emerald Rapids (06_CF). Addresses are those of Linux, PCM and LIKWID where they know
 * them. All others, all places of statuses, and the numbers of units are the model's own. */
#include "silicon/models/sapphire_rapids.h"

enum { CHAS = 60, EMERALD_CHAS = 64 };

/* clang-format off */
/* Blocks of units that this die does not have. */
static const struct model_odd_block odd[] = {{14, {0, 0, 0}}, {20, {0, 0, 0}}};
static const struct model_discovery discovery = {
	.type = &model_spr_discovery, .table_bytes = 512 << 10, .stride = 32,
	.wide_bar = true, .odd = odd, .odds = ARRAY_SIZE(odd),
};

static const struct model_range claims[] = {
	DESCRIBED_CORE_CLAIMS, {0x2000, 0x23ff}, {0x2800, 0x283f}, {0x2fc0, 0x2fdf},
	{0x2ff0, 0x2ffe}, {0x3000, 0x303f}, {0x3400, 0x343f}, {0x3800, 0x383f},
};
#define SETTING_ROWS(chas_, dumps_)                                                                       \
	DESCRIBED_SETTING_ROWS(2000000000, DESCRIBED_RUNS, dumps_, CORE_NO_ERRATA),                         \
	[SET_CHAS]      = DESCRIBED_CHAS_ROW(chas_),                                               \
	[SET_DCLK]      = {"clock.dclk", NULL, MODEL_CLOCK_LEAST, MODEL_CLOCK_LIMIT, 2400000000},                  \
	[SET_PCLK]      = {"clock.pclk", NULL, MODEL_CLOCK_LEAST, MODEL_CLOCK_LIMIT, 1000000000},                  \
	[SET_UPI_CLOCK] = {"clock.upi", NULL, MODEL_CLOCK_LEAST, MODEL_CLOCK_LIMIT, 1600000000}
static const struct model_setting settings[SPR_SETTINGS] = {SETTING_ROWS(CHAS, CPUID_OF_SAPPHIRE_RAPIDS)};
static const struct model_setting emerald_settings[SPR_SETTINGS] = {SETTING_ROWS(EMERALD_CHAS, CPUID_OF_EMERALD_RAPIDS)};
/* clang-format on */

/* Linux: MSR 2FFEH is 0 on Emerald Rapids' larger die, whose table is right. */
static void settle_sapphire_rapids(struct model *model)
{
	model_described_settle_chas(model, SET_CHAS);
	if (model->part == &model_sapphire_rapids)
		model->reg[model->box[model->global].reg[MODEL_STORE]].initial = model_described_chas(model, SET_CHAS);
}

/* Buses: the UBox's, the one before it, and the one after it, as on boards. */
enum { BUSES = 3, BUS_BEHIND = 2 };

static uint8_t bus(const struct model *model, unsigned socket, unsigned index)
{
	return index == BUS_BEHIND ? (uint8_t)(model_described_bus(model, socket, 0) + 1)
				   : model_described_bus(model, socket, index);
}

/* Memory controllers are placed as on a board: two channels apart. The first channel is 22800H into its controller (imc and
 * imc_free in the sheet). */
enum { CONTROLLER_FIRST = 0x5e000, CONTROLLER_BYTES = 0x10000, BASE_LOW = 23, PAGE_LOW = 12 };

/* The UBox gives its socket, the capabilities the CHAs that exist: the first ones, as the model's own choice. */
static void start_sapphire_rapids(struct model *model, unsigned socket)
{
	uint64_t chas = MASK(0, model_described_chas(model, SET_CHAS)), *value = model->socket[socket].value;
	uint64_t controllers = model_memory_base(model, socket) + CONTROLLER_FIRST;

	model_core_start(model, socket);
	model_described_set_nodes(model, socket);
	for (unsigned i = 0; i < model->registers; i++) {
		if (model_is_bank(model, i, "mmio_base"))
			value[i] = controllers >> BASE_LOW;
		if (model_is_bank(model, i, "mem"))
			value[i] = ((controllers & MASK(0, BASE_LOW)) + model->reg[i].index * CONTROLLER_BYTES) >>
				   PAGE_LOW;
		if (model_is_bank(model, i, "capid6"))
			value[i] = chas & MASK(0, 32);
		if (model_is_bank(model, i, "capid7"))
			value[i] = chas >> 32;
	}
}

/* clang-format off */
#define PART                                                                                       \
	DESCRIBED_PART_ON(BUSES, bus), .settings = SPR_SETTINGS, .claim = claims,                                 \
	.claims = ARRAY_SIZE(claims), .clock = 2000000000, .settle = settle_sapphire_rapids, .box_setting = 1 + SET_CHAS, \
	.start = start_sapphire_rapids, .discovery = &discovery
/* clang-format on */

const struct model_part model_sapphire_rapids = {
	PART,
	.most_cores = 60,
	.name = "sapphire-rapids",
	.number = 0x8f,
	.box = model_spr_boxes,
	.boxes = ARRAY_SIZE(model_spr_boxes),
	.setting = settings,
};
const struct model_part model_emerald_rapids = {
	PART,
	.most_cores = 64,
	.name = "emerald-rapids",
	.number = 0xcf,
	.box = model_emr_boxes,
	.boxes = ARRAY_SIZE(model_emr_boxes),
	.setting = emerald_settings,
};
