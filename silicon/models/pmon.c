/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/models/pmon.h"

bool model_pmon_frozen(const struct silicon *silicon, unsigned socket, unsigned box, uint64_t needed, bool written)
{
	unsigned control = silicon->box[box].reg[MODEL_GLOBAL_CTL];
	uint64_t value;

	if (control == MODEL_NONE)
		return false;
	if (!written && silicon->socket[socket].box[box].freezes_at)
		return false;
	/* Software may have frozen a box whose control does not take what is written. */
	if (written && silicon->reg[control].forgiven)
		return true;
	value = written ? silicon->socket[socket].value[control] : model_value(silicon, socket, control);
	return (value & needed) == needed;
}

static void store(const struct model_write *write, uint64_t value, bool anew)
{
	struct silicon *silicon = write->silicon;
	unsigned box = silicon->reg[write->reg].box;

	silicon->socket[write->socket].value[write->reg] = value;
	model_refresh(silicon, write->socket, write->t, box, anew);
	model_check_started(write, box);
}

static void check_reset(const struct model_write *write, uint64_t frozen)
{
	const struct silicon *silicon = write->silicon;
	const struct model_box_place *box = &silicon->box[silicon->reg[write->reg].box];

	if (!(write->value & (PMON_RESET_CONTROLS | PMON_RESET_COUNTERS)) || (write->value & frozen) == frozen)
		return;
	for (unsigned i = box->counter; i < box->counter + box->counters; i++) {
		if (!model_started(silicon, write->socket, i))
			continue;
		model_violation(write, "reset while counter %u is counting", silicon->counter[i].number);
		return;
	}
}

static void reset(const struct model_write *write)
{
	struct silicon *silicon = write->silicon;
	struct model_socket *at = &silicon->socket[write->socket];
	const struct model_box_place *box = &silicon->box[silicon->reg[write->reg].box];
	uint64_t acting = model_acting(write);

	if (box->faults.reset_ignored)
		return;
	for (unsigned i = box->counter; i < box->counter + box->counters; i++) {
		if (acting & PMON_RESET_CONTROLS)
			at->value[silicon->counter[i].select] = 0;
		if (acting & PMON_RESET_COUNTERS)
			model_counter_set(&at->counter[i], write->t, 0);
	}
}

static void set_timer(struct silicon *silicon, unsigned socket)
{
	for (unsigned i = 0; i < silicon->part->boxes; i++)
		if (silicon->socket[socket].box[i].freezes_at)
			model_set_timer(silicon, socket, MODEL_TIMER_BOX, silicon->socket[socket].box[i].freezes_at, 0);
}

void model_pmon_expire(struct silicon *silicon, unsigned socket, uint64_t t)
{
	for (unsigned i = 0; i < silicon->part->boxes; i++) {
		if (silicon->socket[socket].box[i].freezes_at != t)
			continue;
		silicon->socket[socket].box[i].freezes_at = 0;
		model_refresh(silicon, socket, t, i, false);
	}
	set_timer(silicon, socket);
}

/* A box that freezes late runs on until then, unless it is let go before. */
static void put_off(const struct model_write *write, uint64_t frozen)
{
	struct silicon *silicon = write->silicon;
	unsigned box = silicon->reg[write->reg].box;
	uint64_t *at = &silicon->socket[write->socket].box[box].freezes_at;
	bool before = model_pmon_frozen(silicon, write->socket, box, frozen, false);
	uint64_t late = silicon->box[box].faults.freeze_ns;

	if ((write->value & frozen) != frozen)
		*at = 0;
	else if (late && !before && !*at)
		*at = write->t + late;
	if (*at)
		set_timer(silicon, write->socket);
}

void model_pmon_write_box(const struct model_write *write, uint64_t frozen)
{
	check_reset(write, frozen);
	reset(write);
	put_off(write, frozen);
	store(write, write->value & (PMON_FREEZE | PMON_FREEZE_ENABLE), false);
}

void model_pmon_write_select(const struct model_write *write, uint64_t clear)
{
	struct silicon *silicon = write->silicon;
	const struct model_register *at = &silicon->reg[write->reg];

	if (write->raw & ~(at->stuck0 | at->bank->zero) & clear && !silicon->box[at->box].faults.reset_ignored)
		model_counter_set(&silicon->socket[write->socket].counter[at->counter], write->t, 0);
	store(write, write->value, true);
}
