/* SPDX-License-Identifier: BSD-2-Clause */
/* Classifies a register's bits: those that can be 1, those that select what is counted, and those in the list of faults
 * (rules: docs/faults.md). */
#include "silicon/faults/kinds.h"

static const struct model_register *reg_of(const struct aim *aim)
{
	return &aim->model->reg[aim->reg];
}

static const struct model_counter_place *counter_of(const struct aim *aim)
{
	return &aim->model->counter[reg_of(aim)->counter];
}

uint64_t fault_status_bits(const struct aim *aim)
{
	const struct model *model = aim->model;
	const struct model_box_place *place = &model->box[aim->box];
	unsigned status = place->reg[MODEL_STATUS];
	uint64_t bits = status == MODEL_NONE ? 0 : model->reg[status].bank->shows;

	for (unsigned i = place->counter; i < place->counter + place->counters; i++)
		if (!(model->counter[i].quirks & COUNTER_SILENT) && !model->reg[model->counter[i].value].absent)
			bits |= BIT(model->counter[i].flag & 63);
	for (unsigned i = 0; aim->box == model->global && i < model->boxes; i++)
		bits |= model->unit[i].summary | model->unit[i].other;
	return bits;
}

uint64_t fault_start(const struct aim *aim)
{
	return reg_of(aim)->bank->reset & ~reg_of(aim)->missing;
}

uint64_t fault_live_bits(const struct aim *aim)
{
	const struct model_register *at = reg_of(aim);

	switch (at->bank->role) {
	case MODEL_STATUS: return fault_status_bits(aim);
	case MODEL_OVF_CTL: return fault_status_bits(aim) & (at->writable | at->bank->shows);
	case MODEL_COUNTER: return MASK(0, counter_of(aim)->width);
	case MODEL_WINDOW: return MASK(0, aim->model->counter[aim->model->reg[at->original].counter].width);
	case MODEL_TICKER: return MASK(0, at->bank->width);
	default: return at->writable | fault_start(aim) | at->initial;
	}
}

uint64_t fault_fixed_bits(const struct aim *aim)
{
	const struct model_register *at = reg_of(aim);

	switch (at->bank->role) {
	case MODEL_STATUS:
	case MODEL_OVF_CTL:
	case MODEL_COUNTER:
	case MODEL_WINDOW:
	case MODEL_TICKER: return 0;
	default: return at->initial & ~at->writable;
	}
}

/* ---- bits of event selects -------------------------------------------------------------------------- */

static uint64_t flag_bit(uint8_t bit)
{
	return bit == MODEL_NO_BIT ? 0 : BIT(bit);
}

static uint64_t threshold_bits(const struct model_layout *layout)
{
	if (layout->threshold_low == MODEL_NO_BIT)
		return 0;
	return MASK(layout->threshold_low, layout->threshold_bits ? layout->threshold_bits : 8);
}

uint64_t fault_deaf_bits(const struct aim *aim)
{
	const struct model_layout *layout = counter_of(aim)->layout;
	uint64_t bits = layout->more | flag_bit(layout->edge) | flag_bit(layout->invert) | flag_bit(layout->mode_low) |
			flag_bit(layout->wrap) | flag_bit(counter_of(aim)->pmi) | threshold_bits(layout);

	return aim->model->unit[aim->box].type->has & MODEL_HAS_LEVELS ? 0 : bits & reg_of(aim)->writable;
}

uint64_t fault_select_bits(const struct aim *aim)
{
	const struct model_layout *layout = counter_of(aim)->layout;
	uint64_t bits = layout->event_bits ? MASK(layout->event_low, layout->event_bits) : 0;

	if (layout->clock)
		return 0;
	if (layout->umask_low != MODEL_NO_BIT)
		bits |= MASK(layout->umask_low, 8);
	return bits & reg_of(aim)->writable;
}

uint64_t fault_event_bits(const struct aim *aim)
{
	const struct model_box_place *place = &aim->model->box[aim->box];
	uint64_t bits = 0, documented = flow_documented_bits(aim->model, aim->box, NULL).bits;
	struct aim select = *aim;

	for (unsigned i = place->counter; i < place->counter + place->counters; i++) {
		select.reg = aim->model->counter[i].select;
		if (select.reg != MODEL_NONE && !reg_of(&select)->absent)
			bits |= fault_select_bits(&select) | (documented & reg_of(&select)->writable);
	}
	return bits;
}

uint64_t fault_field_bits(const struct aim *aim)
{
	const struct model_layout *layout = counter_of(aim)->layout;

	switch (aim->kind->constant) {
	case FIELD_THRESHOLD: return threshold_bits(layout);
	case FIELD_INVERT: return flag_bit(layout->invert);
	default: return flag_bit(layout->edge);
	}
}

/* ---- bits in the list of faults --------------------------------------------------------------------- */

/* Chooses, from each run of live bits (one or several fields), the two ends and the bits whose number is a multiple of 8. */
static uint64_t chosen_bits(const struct aim *aim, uint64_t live)
{
	uint64_t lowest = live & ~(live << 1), highest = live & ~(live >> 1);

	return (lowest | highest | (live & UINT64_C(0x0101010101010101))) & MASK(0, reg_of(aim)->bank->bits);
}

uint64_t fault_listed_stuck0(const struct aim *aim)
{
	const struct model_layout *layout = reg_of(aim)->bank->layout;
	uint64_t flags = 0;

	/* Bits of an event select that are fields of their own. */
	if (layout)
		flags = flag_bit(layout->enable) | flag_bit(layout->pmi) | flag_bit(layout->edge) |
			flag_bit(layout->invert) | flag_bit(layout->reset_tally) | flag_bit(layout->wrap) |
			flag_bit(layout->mode_low);
	return chosen_bits(aim, fault_live_bits(aim)) | (flags & MASK(0, reg_of(aim)->bank->bits));
}

/* Adds the lowest bit of each run of other bits. */
uint64_t fault_listed_stuck1(const struct aim *aim)
{
	uint64_t live = fault_live_bits(aim);

	return fault_listed_stuck0(aim) | (~live & (live << 1 | 1) & MASK(0, reg_of(aim)->bank->bits));
}

uint64_t fault_listed_blind(const struct aim *aim)
{
	return fault_documented_bits(aim).bits | chosen_bits(aim, fault_live_bits(aim) & reg_of(aim)->writable);
}

uint64_t fault_listed_open(const struct aim *aim)
{
	return fault_documented_bits(aim).open | chosen_bits(aim, reg_of(aim)->bank->compared);
}
