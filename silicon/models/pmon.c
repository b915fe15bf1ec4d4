/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/models/pmon.h"

/* ---- enables -------------------------------------------------------------------------------------- */

/* True if the control of a box says that counters are frozen. */
static bool is_told_to_freeze(const struct model *model, unsigned socket, unsigned box)
{
	const struct model_box_place *place = &model->box[box];
	unsigned control = place->reg[MODEL_GLOBAL_CTL];

	if (!place->frozen || control == MODEL_NONE || place->quirks & QUIRK_NEVER_FREEZES)
		return false;
	return (model_value(model, socket, control) & place->frozen) == place->frozen;
}

static bool is_frozen(const struct model *model, unsigned socket, unsigned box)
{
	unsigned follows = model->box[box].follows;

	return is_told_to_freeze(model, socket, box) || (follows && is_told_to_freeze(model, socket, follows - 1));
}

bool model_pmon_runs(const struct model *model, unsigned socket, unsigned counter)
{
	const struct model_counter_place *place = &model->counter[counter];

	if (!model_is_enabled(place->layout, model_value(model, socket, place->select)))
		return false;
	if (place->never_frozen || model->box[place->box].quirks & QUIRK_NEVER_FREEZES)
		return true;
	if (model->global != MODEL_NONE && !(model->box[place->box].quirks & QUIRK_MISSES_FREEZE) &&
	    is_frozen(model, socket, model->global))
		return false;
	return !is_frozen(model, socket, place->box) || model->socket[socket].box[place->box].freezes_at;
}

/* ---- reads ---------------------------------------------------------------------------------------- */

uint64_t model_read(const struct model *model, unsigned socket, unsigned reg)
{
	const struct model_register *at = &model->reg[model->reg[reg].original];
	uint64_t value = model->socket[socket].value[model->reg[reg].original];

	switch (at->bank->role) {
	case MODEL_STATUS: return model_status_shows(model, socket, at->box);
	case MODEL_OVF_CTL: return 0;
	case MODEL_COUNTER: return model_counter_reads(model, socket, model->reg[reg].original, model->now);
	case MODEL_TICKER: return (value + model_ticks(at->rate, model->now)) & MASK(0, at->bank->width);
	case MODEL_GLOBAL_CTL: value |= at->initial & ~at->writable; /* fall through */
	default: return at->write_only ? 0 : value & ~at->bank->hides;
	}
}

/* ---- writes --------------------------------------------------------------------------------------- */

void model_pmon_store(const struct model_write *write, uint64_t value, unsigned box, bool decode)
{
	write->model->socket[write->socket].value[write->reg] = value;
	model_refresh(write->model, write->socket, write->t, box, decode);
}

uint64_t model_pmon_resets(const struct model_write *write)
{
	const struct model_register *at = &write->model->reg[write->reg];

	return (write->value & at->bank->acts) >> write->model->unit[at->box].type->resets_low &
	       (PMON_RESET_CONTROLS | PMON_RESET_COUNTERS);
}

static void reset_box(const struct model_write *write, unsigned index)
{
	struct model *model = write->model;
	struct model_socket *at = &model->socket[write->socket];
	const struct model_box_place *box = &model->box[index];
	uint64_t commands = model_pmon_resets(write);

	for (unsigned i = box->counter; i < box->counter + box->counters; i++) {
		if (commands & PMON_RESET_CONTROLS)
			at->value[model->counter[i].select] = 0;
		if (commands & PMON_RESET_COUNTERS)
			model_counter_set(&at->counter[i], write->t, 0);
	}
	if (commands & PMON_RESET_COUNTERS && model->unit[index].type->resets_status)
		model_clear_overflow(model, write->socket, index, ~UINT64_C(0), write->t);
}

static void reset(const struct model_write *write)
{
	struct model *model = write->model;
	unsigned box = model->reg[write->reg].box;

	if (!model_pmon_resets(write) || model->box[box].quirks & QUIRK_NEVER_RESETS)
		return;
	for (unsigned i = 0; i < model->boxes; i++)
		if (i == box || model->box[i].follows == box + 1)
			reset_box(write, i);
}

static void set_timer(struct model *model, unsigned socket)
{
	for (unsigned i = 0; i < model->boxes; i++)
		if (model->socket[socket].box[i].freezes_at)
			model_set_timer(model, socket, MODEL_TIMER_BOX, model->socket[socket].box[i].freezes_at, NULL);
}

void model_pmon_expire(struct model *model, unsigned socket, uint64_t t)
{
	for (unsigned i = 0; i < model->boxes; i++) {
		if (model->socket[socket].box[i].freezes_at != t)
			continue;
		model->socket[socket].box[i].freezes_at = 0;
		model_refresh(model, socket, t, i, false);
	}
	set_timer(model, socket);
}

/* A box that freezes late runs on until then, unless it is released first. */
static void put_off(const struct model_write *write, uint64_t value)
{
	struct model *model = write->model;
	unsigned box = model->reg[write->reg].box;
	const struct model_box_place *place = &model->box[box];
	uint64_t *at = &model->socket[write->socket].box[box].freezes_at;

	if ((value & place->frozen) != place->frozen)
		*at = 0;
	else if (place->freeze_ns && !is_frozen(model, write->socket, box))
		*at = write->t + place->freeze_ns;
	if (*at)
		set_timer(model, write->socket);
}

void model_pmon_control(const struct model_write *write)
{
	struct model *model = write->model;
	const struct model_register *at = &model->reg[write->reg];
	const struct model_type *type = model->unit[at->box].type;
	uint64_t commands = type->freezes | type->thaws;
	uint64_t frozen = commands ? model_value(model, write->socket, write->reg) & type->frozen : 0;
	uint64_t value;

	/* A freeze command lasts until the command that ends it. */
	if (write->value & type->freezes)
		frozen = type->frozen;
	else if (write->value & type->thaws)
		frozen = 0;
	value = (write->value & ~(at->bank->acts | commands)) | frozen;

	reset(write);
	if (model->box[at->box].frozen)
		put_off(write, value);
	model_pmon_store(write, value, at->box == model->global ? MODEL_NONE : at->box, false);
	for (unsigned i = 0; i < model->boxes; i++)
		if (model->box[i].follows == at->box + 1)
			model_refresh(model, write->socket, write->t, i, true);
}

/* After a reset, the occupancy tally of a counter follows the queue selected at that time. */
static void reset_tally(const struct model_write *write)
{
	const struct model_register *at = &write->model->reg[write->reg];
	struct model_selection selection = model_decode(at->bank->layout, write->value);

	if (selection.reset_tally && !(write->model->box[at->box].quirks & QUIRK_TALLY_KEPT))
		write->model->socket[write->socket].tally[at->counter] =
			1 + (uint64_t)selection.event + ((uint64_t)selection.umask << 16);
}

static void write_select(const struct model_write *write)
{
	struct model *model = write->model;
	const struct model_register *at = &model->reg[write->reg];

	if (write->raw & ~at->bank->zero & at->bank->layout->clears &&
	    !(model->box[at->box].quirks & QUIRK_NEVER_RESETS))
		model_counter_set(&model->socket[write->socket].counter[at->counter], write->t, 0);
	reset_tally(write);
	model_pmon_store(write, write->value, at->box, true);
}

static void write_counter(const struct model_write *write)
{
	struct model *model = write->model;
	const struct model_register *at = &model->reg[write->reg];
	unsigned unused = at->bank->extends && write->meant == write->reg ? 64u - at->bank->extends : 0;
	uint64_t holds = model->global == MODEL_NONE ? 0 : model->unit[model->global].type->holds;

	/* The global control may hold all counters except cores' at 0. */
	if (model->unit[at->box].type->per_core || !holds ||
	    !(model_value(model, write->socket, model->box[model->global].reg[MODEL_GLOBAL_CTL]) & holds) ||
	    model->box[model->global].quirks & QUIRK_NEVER_RESETS)
		model_counter_set(&model->socket[write->socket].counter[at->counter], write->t,
				  (uint64_t)((int64_t)(write->value << unused) >> unused));
}

void model_pmon_write(const struct model_write *write)
{
	struct model *model = write->model;
	const struct model_register *at = &model->reg[write->reg];
	uint64_t *value = &model->socket[write->socket].value[write->reg];
	void (*control)(const struct model_write *write) = model->unit[at->box].type->control;

	if (at->bank->access != MODEL_TAKES)
		return;
	if (!control)
		control = model_pmon_control;
	switch (at->bank->role) {
	case MODEL_GLOBAL_CTL: control(write); break;
	case MODEL_STATUS:
	case MODEL_OVF_CTL: model_clear_overflow(model, write->socket, at->box, write->value, write->t); break;
	case MODEL_SELECT: write_select(write); break;
	case MODEL_COUNTER: write_counter(write); break;
	case MODEL_COMPANION: model_pmon_store(write, write->value, model_served(model, at->box), true); break;
	case MODEL_TICKER:
		if (at->writable)
			*value = write->value - model_ticks(at->rate, write->t);
		break;
	default: *value = write->value | (at->initial & ~at->writable);
	}
}

void model_put(struct model *model, unsigned socket, unsigned reg, uint64_t value)
{
	const struct model_register *at = &model->reg[reg];
	struct model_socket *state = &model->socket[socket];

	if (at->bank->role == MODEL_COUNTER)
		model_counter_set(&state->counter[at->counter], model->now, value);
	else if (at->bank->role == MODEL_STATUS)
		state->box[at->box].latched = value;
	else
		state->value[reg] = value;
	model_refresh(model, socket, model->now, at->box == model->global ? MODEL_NONE : model_served(model, at->box),
		      true);
	model_look_ahead(model, socket);
}
