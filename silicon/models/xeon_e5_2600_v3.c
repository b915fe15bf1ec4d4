/* SPDX-License-Identifier: BSD-2-Clause */
/* Xeon E5-2600 v3 (06_3F) and v4 (06_4F): the v2's uncore at other addresses, with S-Boxes between its rings. Overflows
 * of all but C-Boxes and S-Boxes are as on the v2. scenario.h lists what no source says. */
#include "silicon/models/xeon_e5_2600_v3.h"

/* ---- S-Boxes ---------------------------------------------------------------------------------------- */

static bool is_sbox(const struct model_type *type)
{
	return type->control == model_e5_v3_control_sbox;
}

void model_e5_v3_control_sbox(const struct model_write *write)
{
	model_pmon_control(write);
	write->model->socket[write->socket].value[write->reg] |= write->value & V3_INIT;
}

/* True if Linux and LIKWID disagree on the width of a counter: one says 44 bits, the other 48. */
static bool is_unsure(const struct model *model, const struct model_counter_place *place)
{
	const struct model_type *type = model->unit[place->box].type;

	if (place->layout->clock)
		return false;
	return model->part == &model_xeon_e5_2600_v3 ? is_sbox(type) || type->events == &model_e5_v3_ubox_events
						     : type->events == &model_e5_v3_r3qpi_events;
}

/* ---- the machine ------------------------------------------------------------------------------------ */

/* Linux initialises all controls with bit 16, as on the Xeon E5-2600, where a freeze needs it. */
static void v3_settle(struct model *model)
{
	/* A part of few cores has 2 S-Boxes (v3) or none (v4), and CAPID4 of its PCU says so (Linux). */
	unsigned few = model->part == &model_xeon_e5_2600_v3 ? 2 : 0;
	unsigned sboxes = model->setting[SET_V3_SBOXES] == V3_SBOXES_ALL ? V3_SBOXES : few;

	model_e5_settle(model);
	for (unsigned i = 0; i < model->registers; i++) {
		const struct model_box *box = &model->unit[model->reg[i].box];

		if (is_sbox(box->type))
			model->reg[i].absent |= box->number >= sboxes;
	}
	for (unsigned i = 0; i < model->counters; i++) {
		struct model_counter_place *place = &model->counter[i];

		if (!is_unsure(model, place))
			continue;
		place->width = (uint8_t)model->setting[SET_V3_WIDTH];
		model->reg[place->value].writable = MASK(0, place->width);
	}
	for (unsigned i = 0; i < model->boxes; i++)
		if (i != model->global && model->setting[SET_V3_FREEZE] == V3_FREEZE_NEEDS_NOTHING)
			model->box[i].frozen &= ~PMON_FREEZE_ENABLE;
	model->box[model->global].freeze_ns = model->setting[SET_V2_FREEZE_DELAY];
}

static void v3_start(struct model *model, unsigned socket)
{
	bool all = model->setting[SET_V3_SBOXES] == V3_SBOXES_ALL;

	model_e5_start(model, socket);
	for (unsigned i = 0; i < model->registers; i++)
		if (model->reg[i].bank == model_e5_v3_capability_banks)
			model->socket[socket].value[i] = all ? UINT64_C(2) << V3_CHOP_LOW : 0;
}

/* clang-format off */
#define SETTING_ROWS(dumps_, cboxes_, sboxes_, errata_)                                              \
	E5_SETTING_ROWS(dumps_, cboxes_, 48, CORE_LEVEL, errata_),                                 \
	V2_OVERFLOW_SETTING_ROWS,                                                                  \
	[SET_V3_FREEZE] = {"freeze", "needs-enable needs-nothing", 0, 0, V3_FREEZE_NEEDS_ENABLE},  \
	[SET_V3_SBOXES] = {"sboxes", (sboxes_), 0, 0, V3_SBOXES_ALL},                              \
	[SET_V3_WIDTH] = {"unsure.width", NULL, 44, 48, 44}
static const struct model_setting v3_settings[V3_SETTINGS] = {SETTING_ROWS(CPUID_OF_XEON_E5_2600_V3, V3_CBOXES, "2 4", CORE_NO_ERRATA)};
static const struct model_setting v4_settings[V3_SETTINGS] = {SETTING_ROWS(CPUID_OF_XEON_E5_2600_V4, V4_CBOXES, "0 4", "none BDD101")};
_Static_assert((int)V3_SETTINGS < (int)MODEL_SETTINGS, "room for settings");

/* The v2's MSR addresses are empty. */
static const struct model_range claims[] = {
	E5_CORE_CLAIM_ROWS,
	{0x700, 0x747},
	{0xc00, 0xfff},
};

/* What both parts share. */
#define PART                                                                                       \
	.family = 6, .settings = V3_SETTINGS, .box_setting = 1 + SET_CBOXES, .claim = claims, .claims = ARRAY_SIZE(claims),       \
	.sockets = E5_SOCKETS, .buses = 2, .shared_buses = 2, .any_shape = true,                   \
	.clock = 2700000000, .wide_setting = 1 + SET_WIDE, .settle = v3_settle, .start = v3_start, \
	.flow = &model_flow_xeon_e5_2600_v3, .node = model_e5_node, .bus = model_e5_bus,           \
	.rdpmc = model_core_rdpmc, .usual = model_core_usual,     \
	.overflow = model_e5_v2_overflow, .targets = model_e5_v2_targets, .expire = model_e5_v2_expire,     \
	.cpuid = model_core_cpuid

const struct model_part model_xeon_e5_2600_v3 = {
	.name = "xeon-e5-2600-v3", .number = 0x3f, .box = model_e5_v3_boxes, .boxes = V3_BOXES,
	.setting = v3_settings, .cores = V3_CBOXES, .most_cores = V3_CBOXES, PART,
};
const struct model_part model_xeon_e5_2600_v4 = {
	.name = "xeon-e5-2600-v4", .number = 0x4f, .box = model_e5_v4_boxes, .boxes = V4_BOXES,
	.setting = v4_settings, .cores = V4_CBOXES, .most_cores = V4_CBOXES, PART,
};
/* clang-format on */
