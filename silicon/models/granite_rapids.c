/* SPDX-License-Identifier: BSD-2-Clause */
/* Granite Rapids (06_AD) and Sierra Forest (06_AF). Addresses are PCM's where PCM knows them. All others, all places of
 * statuses, and the numbers of units are the model's own. Only the order in which tables are found tells their sockets:
 * no source knows a UBox of these parts in PCI configuration space. */
#include "silicon/models/granite_rapids.h"

enum { CHAS = 144 };

/* clang-format off */
/* Blocks of units that this die does not have. */
static const struct model_odd_block odd[] = {{4, {0, 0, 0}}, {33, {0, 0, 0}}};
static const struct model_discovery discovery = {
	.type = &model_gnr_discovery, .table_bytes = 512 << 10, .stride = 4,
	.wide_bar = true, .odd = odd, .odds = ARRAY_SIZE(odd),
};

static const struct model_range claims[] = {
	DESCRIBED_CORE_CLAIMS, {0x2000, 0x28ff}, {0x2900, 0x293f}, {0x2a00, 0x2a3f},
	{0x2b00, 0x2b4f}, {0x2c00, 0x2c3f}, {0x2d00, 0x2d0f}, {0x2e00, 0x2fff},
	{0x3600, 0x37ff}, {0x3fed, 0x3fed}, {0x3ff0, 0x3ffe},
};
#define CLOCK_ROWS                                                                                 \
	[SET_CHAS]      = DESCRIBED_CHAS_ROW(CHAS),                                                \
	[SET_DCLK]      = {"clock.dclk", NULL, MODEL_CLOCK_LEAST, MODEL_CLOCK_LIMIT, 3200000000},                  \
	[SET_PCLK]      = {"clock.pclk", NULL, MODEL_CLOCK_LEAST, MODEL_CLOCK_LIMIT, 1000000000},                  \
	[SET_UPI_CLOCK] = {"clock.upi", NULL, MODEL_CLOCK_LEAST, MODEL_CLOCK_LIMIT, 2000000000}
static const struct model_setting settings[GNR_SETTINGS] = {
	DESCRIBED_SETTING_ROWS(2200000000, DESCRIBED_RUNS, CPUID_OF_GRANITE_RAPIDS, CORE_NO_ERRATA), CLOCK_ROWS,
};
/* Some platform firmware leaves all counters frozen (Linux 7.2): here that is the default. */
static const struct model_setting sierra_settings[GNR_SETTINGS] = {
	DESCRIBED_SETTING_ROWS(2200000000, DESCRIBED_FROZEN, CPUID_OF_NONE, CORE_NO_ERRATA), CLOCK_ROWS,
};

static void settle_granite_rapids(struct model *model)
{
	model_described_settle_chas(model, SET_CHAS);
	model->reg[model->box[model->global].reg[MODEL_STORE]].initial = model_described_chas(model, SET_CHAS);
}

#define PART                                                                                       \
	DESCRIBED_PART, .settings = GNR_SETTINGS, .claim = claims, .claims = ARRAY_SIZE(claims),   \
	.clock = 2200000000, .settle = settle_granite_rapids, .box_setting = 1 + SET_CHAS, .start = model_core_start, .discovery = &discovery
/* clang-format on */

const struct model_part model_granite_rapids = {
	PART,
	.most_cores = 128,
	.name = "granite-rapids",
	.number = 0xad,
	.box = model_gnr_boxes,
	.boxes = ARRAY_SIZE(model_gnr_boxes),
	.setting = settings,
};
const struct model_part model_sierra_forest = {
	PART,
	.most_cores = 144,
	.name = "sierra-forest",
	.number = 0xaf,
	.box = model_srf_boxes,
	.boxes = ARRAY_SIZE(model_srf_boxes),
	.setting = sierra_settings,
};
