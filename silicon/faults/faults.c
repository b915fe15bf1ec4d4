/* SPDX-License-Identifier: BSD-2-Clause */
/* Describes machines with boxes of registers to the fault engine. */
#include "lib/memory.h"
#include "silicon/faults/kinds.h"

void faults_make(struct faults *faults, struct model *model, struct model_memory *room)
{
	unsigned boxes = model->boxes;

	memset(faults, 0, sizeof(*faults));
	faults->model = model;
	faults->reg = model_take(room, model->registers, sizeof(*faults->reg));
	faults->box = model_take(room, boxes, sizeof(*faults->box));
	faults->timer = model_take(room, (size_t)model->sockets * boxes, sizeof(*faults->timer));
	for (unsigned i = 0; room->at && i < model->registers; i++)
		faults->reg[i].alias = model->reg[i].original;
}

/* ---- boxes and registers ---------------------------------------------------------------------------- */

bool fault_box_is_absent(const struct model *model, unsigned box)
{
	for (unsigned i = 0; i < model->registers; i++)
		if (model->reg[i].box == box && !model->reg[i].absent)
			return false;
	return true;
}

unsigned fault_next_box(const struct aim *aim)
{
	const struct model *model = aim->model;
	const struct model_box *box = model->unit;
	bool farther = aim->kind->argument != NO_ARGUMENT && aim->argument > 1;
	uint64_t next = aim->box + (farther ? aim->argument : 1);

	if (!farther &&
	    (next == model->boxes || box[next].type != box[aim->box].type || fault_box_is_absent(model, next)))
		next = aim->box - 1u;
	if (next >= model->boxes || box[next].type != box[aim->box].type)
		return MODEL_NONE;
	return farther && fault_box_is_absent(model, next) ? MODEL_NONE : (unsigned)next;
}

static unsigned boxes(const struct aim *aim)
{
	return aim->model->boxes;
}

static bool is_box(struct aim *aim, unsigned box, struct slice name)
{
	return model_is_box(aim->model, box, name);
}

static unsigned find_register(const struct aim *aim, struct slice box, struct slice name)
{
	return model_find_register(aim->model, box, name);
}

static unsigned box_of(const struct aim *aim, unsigned reg)
{
	return reg < aim->model->registers ? aim->model->reg[reg].box : MODEL_NONE;
}

static unsigned first_register(const struct aim *aim, unsigned box)
{
	return aim->model->box[box].bank[0];
}

static uint16_t has(const struct aim *aim)
{
	return aim->model->unit[aim->box].type->has;
}

static bool is_sort(const struct aim *aim, unsigned place)
{
	unsigned role = aim->model->reg[aim->reg].bank->role;

	switch (place) {
	case COUNTER_REGISTER: return role == MODEL_COUNTER;
	case SELECT_REGISTER: return role == MODEL_SELECT;
	case STATUS_REGISTER: return role == MODEL_STATUS;
	case COMPANION_REGISTER: return role == MODEL_COMPANION;
	case TICKER_REGISTER: return role == MODEL_TICKER;
	default: return place == ANY_REGISTER;
	}
}

static unsigned bits(const struct aim *aim)
{
	return aim->model->reg[aim->reg].bank->bits;
}

static bool has_target(const struct aim *aim)
{
	return aim->reg == MODEL_NONE ? !fault_box_is_absent(aim->model, aim->box) : !aim->model->reg[aim->reg].absent;
}

/* ---- names ------------------------------------------------------------------------------------------ */

static void put_box(struct text *text, const struct aim *aim, unsigned box)
{
	model_put_box(text, aim->model, box);
}

static void put_register(struct text *text, const struct aim *aim, unsigned reg)
{
	model_put_register(text, aim->model, reg);
}

/* Lists all boxes, adjacent ones of a type as a range. */
static void put_boxes(struct text *text, const struct aim *aim)
{
	const struct model *model = aim->model;
	const struct model_box *box = model->unit;

	for (unsigned i = 0; i < model->boxes; i++) {
		unsigned first = i;

		while (i + 1 < model->boxes && box[i + 1].type == box[first].type)
			i++;
		text_char(text, ' ');
		model_put_box(text, model, first);
		if (i > first)
			text_format(text, "-%u", box[i].number);
	}
}

/* ---- interface of the engine ------------------------------------------------------------------------- */

static void mark(const struct aim *aim)
{
	struct faults *faults = aim->faults;

	faults->any = true;
	faults->box[aim->box].faulty = true;
	if (aim->kind->has & MODEL_HAS_PMI)
		fault_take_signals(faults);
	if (aim->reg == MODEL_NONE)
		return;
	faults->reg[aim->reg].named = true;
	if (!(faults->reg[aim->reg].stuck1 | faults->reg[aim->reg].stuck0))
		return;

	/* Extends the range of registers with stuck bits. */
	if (faults->wired_end == faults->wired_first)
		faults->wired_first = aim->reg;
	faults->wired_first = (unsigned)min_u64(faults->wired_first, aim->reg);
	faults->wired_end = (unsigned)max_u64(faults->wired_end, aim->reg + 1);
}

static void judge_faults(const struct fault_kind *kind, const struct aim *aim, struct silicon_fault *fault)
{
	if (aim->reg != MODEL_NONE) {
		fault->msr = aim->model->reg[aim->reg].space == SILICON_MSR;
		fault->address = aim->model->reg[aim->reg].address;
	}
	fault_judge(kind, aim, fault);
}

static const struct fault_machine machine = {
	.kinds = &fault_kinds,
	.boxes = boxes,
	.is_box = is_box,
	.find_register = find_register,
	.box_of = box_of,
	.first_register = first_register,
	.has = has,
	.is_sort = is_sort,
	.bits = bits,
	.is_there = has_target,
	.put_box = put_box,
	.put_register = put_register,
	.put_boxes = put_boxes,
	.member = fault_member,
	.mark = mark,
	.judge = judge_faults,
};

bool faults_add(struct faults *faults, struct slice fault, struct text *error)
{
	struct aim aim = {.machine = &machine, .faults = faults, .model = faults->model};

	return fault_make(&aim, fault, faults->list, sizeof(faults->list), error);
}

bool faults_check(const struct faults *faults, struct text *error)
{
	const struct model *model = faults->model;

	for (unsigned i = 0; i < model->boxes; i++) {
		if (!faults->box[i].faulty || !fault_box_is_absent(model, i))
			continue;
		text_string(error, "fault: this machine has no ");
		model_put_box(error, model, i);
		return false;
	}
	for (unsigned i = 0; i < model->registers; i++) {
		if (!faults->reg[i].named || !model->reg[i].absent)
			continue;
		text_string(error, "fault: this machine has no ");
		model_put_register(error, model, i);
		return false;
	}
	return true;
}

void faults_list(struct faults *faults, const struct silicon_fault_listener *listener)
{
	struct aim aim = {.machine = &machine, .faults = faults, .model = faults->model};

	fault_list(&aim, listener);
}
