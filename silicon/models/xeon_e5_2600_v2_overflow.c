/* SPDX-License-Identifier: BSD-2-Clause */
/* Overflows from the Xeon E5-2600 v2 on: they set the status of the box and the one above, and freeze all boxes of the
 * socket. Pages are those of 329468-002. scenario.h lists what no source says. */
#include "silicon/models/xeon_e5_2600_v2.h"

static unsigned global_ctl(const struct model *model)
{
	return model->box[model->global].reg[MODEL_GLOBAL_CTL];
}

/* After a freeze, the overflow bits that caused it must be cleared, those of the box and the global ones, before
 * another overflow is seen (pp. 21, 55, 110). This is read strictly: those of any box. */
static bool sees_overflow(const struct model *model, unsigned socket)
{
	if (model->setting[SET_V2_AGAIN] == V2_AGAIN_ALWAYS)
		return true;
	for (unsigned i = 0; i < model->boxes; i++)
		if (!model_core_is(model, i) && model->socket[socket].box[i].cause)
			return false;
	return true;
}

/* Returns the logical processors of the cores in pmi_core_sel that take an uncore PMI. */
struct silicon_cores model_e5_v2_targets(const struct model *model, unsigned socket, unsigned box)
{
	uint64_t selected = model_value(model, socket, global_ctl(model)) & ~V2_COMMANDS;
	struct silicon_cores cores = {0};

	if (model_core_is(model, box))
		return model_core_targets(model, socket, box);
	for (unsigned i = 0; i < model->cores; i++) {
		unsigned debugctl = model->box[model->core_box + i].bank[CORE_DEBUGCTL];
		bool ready =
			!model->setting[SET_V2_DEBUGCTL] || model_value(model, socket, debugctl) & V2_DEBUGCTL_UNCORE;

		if (ready && selected & BIT(i / model->setting[CORE_THREADS]))
			cores_add(&cores, i);
	}
	return cores;
}

static void freeze_socket(struct model *model, unsigned socket, uint64_t t)
{
	model->socket[socket].value[global_ctl(model)] |= V2_FREEZE_ALL;
	model_refresh(model, socket, t, MODEL_NONE, false);
}

static void take_overflow(struct model *model, unsigned socket, uint64_t t)
{
	const struct model_box_place *global = &model->box[model->global];
	struct silicon_cores selected = model_e5_v2_targets(model, socket, model->global);

	model_send_pmi(model, socket, model->global, &selected, t);
	if (global->quirks & QUIRK_NEVER_FREEZES)
		return;
	if (global->freeze_ns)
		model_set_timer(model, socket, MODEL_TIMER_SOCKET, t + global->freeze_ns, NULL);
	else
		freeze_socket(model, socket, t);
}

/* Notes which overflow bits of a box software must clear. A box without a status has only the bit above; without both,
 * nothing is noted. */
static void remember(struct model *model, unsigned socket, unsigned box)
{
	struct model_box_state *boxes = model->socket[socket].box;
	const struct model_box_place *place = &model->box[box];
	bool has_status = place->reg[MODEL_STATUS] != MODEL_NONE;
	uint64_t above = place->summary;

	for (unsigned i = place->counter; i < place->counter + place->counters; i++)
		if (model->counter[i].summary && boxes[box].overflowed >> model->counter[i].flag & 1)
			above = model->counter[i].summary;
	if (has_status || above)
		boxes[box].cause |= boxes[box].overflowed;
	else
		boxes[box].latched = 0;
	boxes[model->global].cause |= above;
}

void model_e5_v2_overflow(struct model *model, unsigned socket, uint64_t t)
{
	bool seen = sees_overflow(model, socket), any = false;

	model_core_overflow(model, socket, t);
	for (unsigned i = 0; i < model->boxes; i++) {
		any |= model_core_is_heard(model, socket, i);
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

void model_e5_v2_expire(struct model *model, unsigned socket, unsigned timer, uint64_t t)
{
	if (timer == MODEL_TIMER_SOCKET)
		freeze_socket(model, socket, t);
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
