/* SPDX-License-Identifier: BSD-2-Clause */
/* Knights Landing (06_57): the core PMU of each logical processor, with its PMI, and the uncore. The rules of
 * the core PMU: SDM volume 3, architectural performance monitoring version 3; those of the uncore: Linux and
 * LIKWID. What no source says is in scenario.h. */
#include "silicon/models/knights_landing.h"

/* ---- the machine ------------------------------------------------------------------------------------ */

static void knl_settle(struct model *model)
{
	bool refused = model->setting[SET_RESERVED] == RESERVED_REFUSED;

	model_core_settle(model);
	model->work.cache_mode = model->setting[SET_MCDRAM];
	for (unsigned i = 0; i < model->boxes; i++) {
		/* No source says if reserved bits of MSR_OFFCORE_RSP_n raise #GP: the scenario decides. */
		if (model_core_is(model, i)) {
			struct model_register *first = &model->reg[model->box[i].bank[KNL_RSP0]];
			struct model_register *second = &model->reg[model->box[i].bank[KNL_RSP1]];

			first->refuses = refused ? ~first->writable : 0;
			second->refuses = refused ? ~second->writable : 0;
		} else if (i != model->global && model->setting[SET_FREEZE] == FREEZE_NEEDS_NOTHING) {
			model->box[i].frozen = PMON_FREEZE;
		}
	}
	model_lack(model, "cha", (unsigned)model->setting[SET_CHAS]);
}

static void knl_start(struct model *model, unsigned socket)
{
	model_core_start(model, socket);
	model->socket[socket].value[model->box[model->global].reg[MODEL_STORE]] = model->setting[SET_CHAS];
}

static uint8_t knl_bus(const struct model *model, unsigned socket, unsigned index)
{
	(void)socket;
	return (uint8_t)model->setting[index ? SET_IRP_BUS : SET_BUS];
}

/* clang-format off */
static const struct model_setting settings[KNL_SETTINGS] = {
	CORE_SETTING_ROWS(1300000000, 1200000000, CPUID_OF_KNIGHTS_LANDING, 4, CORE_EDGE, CORE_CAPABILITIES_USUAL,
			  CORE_NO_ERRATA),
	[SET_DCLK]            = {"clock.dclk", NULL, MODEL_CLOCK_LEAST, MODEL_CLOCK_LIMIT, 1067000000},
	[SET_ECLK]            = {"clock.eclk", NULL, MODEL_CLOCK_LEAST, MODEL_CLOCK_LIMIT, 900000000},
	[SET_LATENCY]         = {"offcore.latency", NULL, 1, 2000, 200},
	[SET_LATENCY_STEP]    = {"offcore.latency.step", NULL, 0, 100, 0},
	[SET_RESERVED]        = {"offcore.reserved", "fault ignore", 0, 0, RESERVED_REFUSED},
	[SET_FREEZE]          = {"freeze", "needs-enable needs-nothing", 0, 0, FREEZE_NEEDS_NOTHING},
	[SET_CHAS]            = {"chas", NULL, 1, KNL_CHAS, KNL_CHAS},
	[SET_MCDRAM]          = {"mcdram", "flat cache", 0, 0, 0},
	[SET_BUS]             = {"bus", NULL, 1, 255, 255},
	[SET_IRP_BUS]         = {"bus.irp", NULL, 1, 255, 254},
};
_Static_assert((int)KNL_SETTINGS <= (int)MODEL_SETTINGS, "room for settings");

static const struct model_range claims[] = {
	{0x0c1, 0x0c8},
	{0x186, 0x18d},
	{0x1a0, 0x1a0},
	{0x1a4, 0x1a4},
	{0x1a6, 0x1a7},
	{0x1d9, 0x1d9},
	{0x309, 0x30c},
	{0x329, 0x329},
	{0x345, 0x345},
	{0x38d, 0x392}, /* 0x391 and 0x392 came with version 4 */
	{0x3f1, 0x3f1},
	{0x4c1, 0x4c8},
	{0x600, 0x600},
	{0x700, 0x71f},
	{0xe00, 0xfff},
};
/* clang-format on */

const struct model_part model_knights_landing = {
	.name = "knights-landing",
	.family = 6,
	.number = 0x57,
	.box = model_knl_boxes,
	.boxes = KNL_BOXES,
	.setting = settings,
	.settings = ARRAY_SIZE(settings),
	.claim = claims,
	.claims = ARRAY_SIZE(claims),
	.sockets = 1,
	.cores = KNL_PROCESSORS,
	.most_cores = KNL_CORES,
	.buses = 2,
	.any_shape = true,
	.clock = 1700000000,
	.settle = knl_settle,
	.start = knl_start,
	.bus = knl_bus,
	.flow = &model_flow_knights_landing,
	.rdpmc = model_core_rdpmc,
	.usual = model_core_usual,
	.overflow = model_core_overflow,
	.targets = model_core_targets,
	.expire = model_core_expire,
	.cpuid = model_core_cpuid,
};
