/* SPDX-License-Identifier: BSD-2-Clause */
/* Xeon E5-2600 v2 (06_3E): the uncore of the Xeon E5-2600, but overflows are signalled, freeze all boxes of the socket
 * and interrupt selected cores. scenario.h lists what no source says. */
#include "silicon/models/xeon_e5_2600_v2.h"

/* IRP counters have 48 bits by Linux, 44 by LIKWID. */
static void v2_settle(struct model *model)
{
	model_e5_settle(model);
	for (unsigned i = 0; i < model->counters; i++) {
		struct model_counter_place *place = &model->counter[i];

		if (model->unit[place->box].type->events != &model_e5_v2_irp_events)
			continue;
		place->width = (uint8_t)model->setting[SET_V2_IRP_WIDTH];
		model->reg[place->value].writable = MASK(0, place->width);
	}
	model->box[model->global].freeze_ns = model->setting[SET_V2_FREEZE_DELAY];
}

/* ---- the machine ------------------------------------------------------------------------------------ */

/* clang-format off */
static const struct model_setting settings[V2_SETTINGS] = {
	E5_SETTING_ROWS(CPUID_OF_XEON_E5_2600_V2, V2_CBOXES, 44, CORE_EDGE, "none BV43 BV80 BV85"),
	V2_OVERFLOW_SETTING_ROWS,
	[SET_V2_IRP_WIDTH] = {"irp.width", NULL, 44, 48, 44},
};
_Static_assert((int)V2_SETTINGS < (int)MODEL_SETTINGS, "room for settings");
/* clang-format on */

const struct model_part model_xeon_e5_2600_v2 = {
	.name = "xeon-e5-2600-v2",
	.family = 6,
	.number = 0x3e,
	.box = model_e5_v2_boxes,
	.boxes = V2_BOXES,
	.setting = settings,
	.settings = ARRAY_SIZE(settings),
	.box_setting = 1 + SET_CBOXES,
	.claim = model_e5_claims,
	.claims = E5_CLAIMS,
	.sockets = E5_SOCKETS,
	.cores = V2_CBOXES,
	.most_cores = V2_CBOXES,
	.buses = 2,
	.shared_buses = 2,
	.any_shape = true,
	.clock = 2700000000,
	.wide_setting = 1 + SET_WIDE,
	.settle = v2_settle,
	.start = model_e5_start,
	.flow = &model_flow_xeon_e5_2600_v2,
	.node = model_e5_node,
	.bus = model_e5_bus,
	.rdpmc = model_core_rdpmc,
	.usual = model_core_usual,
	.overflow = model_e5_v2_overflow,
	.targets = model_e5_v2_targets,
	.expire = model_e5_v2_expire,
	.cpuid = model_core_cpuid,
};
