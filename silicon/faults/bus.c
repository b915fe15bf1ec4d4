/* SPDX-License-Identifier: BSD-2-Clause */
/* Faults between software and the model's registers. */
#include "silicon/faults/faults.h"

bool faults_in(const struct faults *faults, unsigned box)
{
	return faults->any && box != MODEL_NONE && faults->box[box].faulty;
}

static uint64_t stick(const struct fault_register *at, uint64_t value)
{
	return (value | at->stuck1) & ~at->stuck0;
}

/* True if the register controls hardware, so that its stuck bits have effects, too. */
static bool is_control(const struct faults *faults, unsigned reg)
{
	switch (faults->model->reg[reg].bank->role) {
	case MODEL_GLOBAL_CTL:
	case MODEL_OVF_CTL:
	case MODEL_SELECT:
	case MODEL_COMPANION:
	case MODEL_STORE: return true;
	default: return false;
	}
}

/* ---- boxes ------------------------------------------------------------------------------------------ */

/* Clears the control of a box that software can no longer reach, so that it enables nothing. */
static void abandon(struct faults *faults, unsigned box)
{
	unsigned control = faults->model->box[box].reg[MODEL_GLOBAL_CTL];

	for (unsigned socket = 0; control != MODEL_NONE && socket < faults->model->sockets; socket++)
		model_put(faults->model, socket, control, 0);
}

/* Counts an access to a box and returns its answer: the box may start to fault, or to hang. */
static enum silicon_answer knock(struct faults *faults, unsigned reg)
{
	const struct model_register *at = &faults->model->reg[reg];
	struct fault_box *box = &faults->box[at->box];
	struct model *model = faults->model;

	box->accesses++;
	if (box->rewrites && box->accesses > box->rewrites) {
		/* Acts like another program that changes a register. */
		box->rewrites = 0;
		for (unsigned i = 0; i < model->sockets; i++)
			model_put(model, i, box->rewritten, model_read(model, i, box->rewritten) ^ 1);
	}
	if (box->vanishes && box->accesses > box->vanishes) {
		box->vanishes = 0;
		box->flags |= at->space == SILICON_MSR ? FAULT_GP : FAULT_HIDDEN;
		abandon(faults, at->box);
	}
	if (box->hangs && box->accesses == box->hangs + 1)
		abandon(faults, at->box);
	if (box->hangs && box->accesses > box->hangs)
		return SILICON_HANG;
	return (box->flags | faults->reg[reg].flags) & FAULT_GP ? SILICON_FAULT : SILICON_OK;
}

unsigned faults_waiting(const struct faults *faults)
{
	unsigned count = 0;

	for (unsigned i = 0; i < faults->model->boxes; i++) {
		const struct fault_box *box = &faults->box[i];

		count += box->rewrites || box->vanishes || (box->hangs && box->accesses <= box->hangs);
	}
	return count;
}

/* Answers for a hidden function. On a shared bus the machine below answers. */
static enum silicon_answer hide(const struct faults *faults, const struct model_target *target)
{
	bool shared = target->space == SILICON_CONFIG && faults->model->part->shared_buses >> (target->place >> 20) & 1;

	return shared ? SILICON_NOT_MINE : SILICON_OK;
}

/* ---- reads ------------------------------------------------------------------------------------------ */

enum silicon_answer faults_read(struct faults *faults, const struct model_target *target, unsigned bytes,
				uint64_t *value)
{
	const struct model *model = faults->model;
	const struct fault_register *at = target->reg == MODEL_NONE ? NULL : &faults->reg[target->reg];
	enum silicon_answer answer = SILICON_OK;

	if (faults->any && target->reg != MODEL_NONE)
		answer = knock(faults, target->reg);
	if (answer != SILICON_OK)
		return answer;
	*value = ~UINT64_C(0);
	if (target->box != MODEL_NONE && faults->box[target->box].flags & FAULT_HIDDEN)
		answer = hide(faults, target);
	else if (target->reg == MODEL_NONE && target->space == SILICON_MMIO)
		*value = model_memory_read(model, target->socket, target->place, bytes);
	else if (target->reg == MODEL_NONE)
		*value = model_config_read(model, target->socket, target->place, bytes);
	else if (!faults->any)
		*value = model_read(model, target->socket, target->reg) >> target->low;
	else
		*value = stick(at, stick(&faults->reg[at->alias], model_read(model, target->socket, at->alias))) >>
			 target->low;
	*value &= MASK(0, 8 * bytes);
	return answer;
}

/* ---- writes ----------------------------------------------------------------------------------------- */

/* The part of a write that reaches the register's hardware. It excludes bits that software may write as 1 only because
 * it read them as 1. */
static uint64_t pass(const struct faults *faults, unsigned reg, uint64_t raw)
{
	const struct model *model = faults->model;
	const struct fault_register *at = &faults->reg[reg];
	const struct model_register *sound = &model->reg[model->reg[reg].original];
	uint64_t odd = at->stuck1 | (at->preset ? at->initial : 0);

	if (is_control(faults, reg))
		return (raw & ~(odd & ~sound->writable) & ~at->stuck0) | (at->stuck1 & sound->writable);
	return sound->bank->role == MODEL_COUNTER ? raw & ~(odd & ~MASK(0, model->counter[sound->counter].width)) : raw;
}

enum silicon_answer faults_write(struct faults *faults, const struct model_target *target, uint64_t raw, uint64_t kept)
{
	const struct fault_register *at = &faults->reg[target->reg];
	struct model *model = faults->model;
	enum silicon_answer answer;
	struct model_write write;
	unsigned original = model->reg[target->reg].original, meant = target->reg;

	if (!faults->any) {
		write = model_write_to(model, target, meant, raw, kept);
		return model_write(&write);
	}
	answer = knock(faults, target->reg);
	if (answer != SILICON_OK)
		return answer;
	if (faults->box[target->box].flags & FAULT_HIDDEN)
		return hide(faults, target);
	raw = pass(faults, at->alias, raw);
	if (at->alias != original)
		meant = at->alias;
	else if (meant != original)
		raw = pass(faults, meant, raw);
	write = model_write_to(model, target, meant, raw, kept);
	if ((at->flags | faults->reg[at->alias].flags) & FAULT_DROPPED)
		return model_refuses(&write) ? SILICON_FAULT : SILICON_OK;
	answer = model_write(&write);
	faults_hold(faults);
	return answer;
}

/* ---- register contents ------------------------------------------------------------------------------ */

void faults_hold(struct faults *faults)
{
	struct model *model = faults->model;

	for (unsigned i = faults->wired_first; i < faults->wired_end; i++) {
		const struct fault_register *at = &faults->reg[i];

		if (!(at->stuck1 | at->stuck0) || !is_control(faults, i))
			continue;
		for (unsigned socket = 0; socket < model->sockets; socket++)
			if (stick(at, model_value(model, socket, i)) != model_value(model, socket, i))
				model_put(model, socket, i, stick(at, model_value(model, socket, i)));
	}
}

void faults_start(struct faults *faults)
{
	for (unsigned i = 0; faults->any && i < faults->model->registers; i++)
		for (unsigned socket = 0; faults->reg[i].preset && socket < faults->model->sockets; socket++)
			model_put(faults->model, socket, i, faults->reg[i].initial);
	faults_hold(faults);
}
