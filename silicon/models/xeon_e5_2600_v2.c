/* SPDX-License-Identifier: BSD-2-Clause */
/* Xeon E5-2600 v2 (06_3E): the uncore of the Xeon E5-2600 with overflows that are told, freeze all boxes of the socket and
 * interrupt cores of software's choice. What no source says is in scenario.h. */
#include "silicon/models/xeon_e5_2600_v2.h"

static unsigned global_ctl(const struct model *model)
{
	return model->box[model->global].reg[MODEL_GLOBAL_CTL];
}

/* IRP counters have 48 bits by Linux, 44 by LIKWID. */
static void v2_settle(struct model *model)
{
	model_e5_settle(model);
	for (unsigned i = 0; i < model->counters; i++) {
		struct model_counter_place *place = &model->counter[i];

		if (model->part->box[place->box].type->events != &model_e5_v2_irp_events)
			continue;
		place->width = (uint8_t)model->setting[SET_V2_IRP_WIDTH];
		model->reg[place->value].writable = MASK(0, place->width);
	}
	model->box[model->global].freeze_ns = model->setting[SET_V2_FREEZE_DELAY];
}

/* ---- freeze and PMI --------------------------------------------------------------------------------- */

/* Once a freeze has occurred, the overflow bits that are to blame must be cleared, both of the box and the global ones,
 * for another one to be seen (pp. 21, 55, 110). Taken strictly: those of any box. */
static bool sees_overflow(const struct model *model, unsigned socket)
{
	if (model->setting[SET_V2_AGAIN] == V2_AGAIN_ALWAYS)
		return true;
	for (unsigned i = 0; i < model->part->boxes; i++)
		if (!model_core_is(model, i) && model->socket[socket].box[i].cause)
			return false;
	return true;
}

/* The logical processors of the cores of pmi_core_sel, of which those that take an uncore PMI. */
static uint64_t v2_targets(const struct model *model, unsigned socket, unsigned box)
{
	uint64_t control = model_value(model, socket, global_ctl(model)), cores = 0;

	if (model_core_is(model, box))
		return model_core_targets(model, socket, box);
	for (unsigned i = 0; i < model->cores; i++) {
		unsigned debugctl = model->box[model->core_box + i].bank[CORE_DEBUGCTL];
		bool ready =
			!model->setting[SET_V2_DEBUGCTL] || model_value(model, socket, debugctl) & V2_DEBUGCTL_UNCORE;

		if (ready && control & V2_CORES_SELECTED & BIT(i / model->setting[CORE_THREADS]))
			cores |= BIT(i);
	}
	return cores;
}

static void freeze(struct model *model, unsigned socket, uint64_t t)
{
	model->socket[socket].value[global_ctl(model)] |= V2_FREEZE_ALL;
	model_refresh(model, socket, t, MODEL_NONE, false);
}

static void take_overflow(struct model *model, unsigned socket, uint64_t t)
{
	const struct model_box_place *global = &model->box[model->global];

	model_send_pmi(model, socket, model->global, v2_targets(model, socket, model->global), t);
	if (global->quirks.never_freezes)
		return;
	if (global->freeze_ns)
		model_set_timer(model, socket, MODEL_TIMER_SOCKET, t + global->freeze_ns, 0);
	else
		freeze(model, socket, t);
}

/* What of the overflow bits of a box software must clear. A box without a status has only the bit above; one that has
 * neither remembers nothing. */
static void remember(struct model *model, unsigned socket, unsigned box)
{
	struct model_box_state *boxes = model->socket[socket].box;
	const struct model_box_place *place = &model->box[box];
	bool told = place->reg[MODEL_STATUS] != MODEL_NONE;
	uint64_t above = place->summary;

	for (unsigned i = place->counter; i < place->counter + place->counters; i++)
		if (model->counter[i].summary && boxes[box].overflowed >> model->counter[i].flag & 1)
			above = model->counter[i].summary;
	if (told || above)
		boxes[box].cause |= boxes[box].overflowed;
	else
		boxes[box].latched = 0;
	boxes[model->global].cause |= above;
}

static void v2_overflow(struct model *model, unsigned socket, uint64_t t)
{
	bool seen = sees_overflow(model, socket), any = false;

	model_core_overflow(model, socket, t);
	for (unsigned i = 0; i < model->part->boxes; i++) {
		if (model_core_is(model, i) || !model->socket[socket].box[i].overflowed)
			continue;
		any = true;
		if (seen)
			remember(model, socket, i);
	}
	if (any && seen)
		take_overflow(model, socket, t);
	else if (any)
		model_log(model,
			  "socket %u: overflow without freeze, the bits of the last one are still set (329468 p.21)",
			  socket);
}

static void v2_expire(struct model *model, unsigned socket, unsigned timer, uint64_t t)
{
	if (timer == MODEL_TIMER_SOCKET)
		freeze(model, socket, t);
	else
		model_core_expire(model, socket, timer, t);
}

void model_e5_v2_control(const struct model_write *write)
{
	struct model *model = write->model;

	if (write->value & V2_UNFREEZE_ALL && !(write->value & V2_FREEZE_ALL)) {
		model->socket[write->socket].timer[MODEL_TIMER_SOCKET] = MODEL_NEVER;
		model->signals.started(model->signals.context, write->socket, model->global, write->t);
	}
	model_pmon_control(write);
}

/* ---- the machine ------------------------------------------------------------------------------------ */

/* clang-format off */
static const struct model_setting settings[V2_SETTINGS] = {
	E5_SETTING_ROWS(V2_CBOXES),
	[SET_V2_DEBUGCTL]     = {"debugctl", "not-needed needed", 0, 0, 0},
	[SET_V2_FREEZE_DELAY] = {"freeze.delay", NULL, 0, 500000, 0},
	[SET_V2_AGAIN]        = {"freeze.again", "cleared always", 0, 0, V2_AGAIN_CLEARED},
	[SET_V2_IRP_WIDTH]    = {"irp.width", NULL, 44, 48, 44},
};
_Static_assert((int)V2_SETTINGS <= (int)MODEL_SETTINGS, "room for settings");
/* clang-format on */

const struct model_part model_xeon_e5_2600_v2 = {
	.name = "xeon-e5-2600-v2",
	.family = 6,
	.number = 0x3e,
	.box = model_e5_v2_boxes,
	.boxes = V2_BOXES,
	.setting = settings,
	.settings = ARRAY_SIZE(settings),
	.claim = model_e5_claims,
	.claims = E5_CLAIMS,
	.sockets = E5_SOCKETS,
	.cores = V2_CBOXES,
	.most_cores = V2_CORES,
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
	.sees_pmi = model_core_sees_pmi,
	.overflow = v2_overflow,
	.targets = v2_targets,
	.expire = v2_expire,
	.cpuid = model_core_cpuid,
};
