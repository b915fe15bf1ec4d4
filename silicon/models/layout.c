/* SPDX-License-Identifier: BSD-2-Clause */
/* A part's tables unrolled into registers, counters and boxes with ordinals, and their names. */
#include "lib/memory.h"
#include "silicon/models/model.h"

/* Returns the counter of a number in a box, which must be the box laid out last. */
static struct model_counter_place *counter_of(struct model *model, unsigned box, unsigned number)
{
	for (unsigned i = model->counters; i-- && model->counter[i].box == box;)
		if (model->counter[i].number == number)
			return &model->counter[i];
	model->counter[model->counters] = (struct model_counter_place){
		.box = (uint16_t)box, .number = (uint8_t)number, .width = 48, .factor = 1, .pmi = MODEL_NO_BIT};
	return &model->counter[model->counters++];
}

/* Adds the select of one or several counters. */
static void add_select(struct model *model, unsigned at)
{
	struct model_register *reg = &model->reg[at];
	const struct model_bank *bank = reg->bank;
	unsigned shared = bank->shared ? bank->shared : 1;

	for (unsigned i = 0; i < shared; i++) {
		unsigned number = bank->number + reg->index * shared + i;
		struct model_counter_place *place = counter_of(model, reg->box, number);

		place->select = (uint16_t)at;
		place->layout = &bank->layout[i];
		place->pmi = bank->layout[i].pmi;
		if (!i)
			reg->counter = (uint16_t)(place - model->counter);
	}
}

static void add_value(struct model *model, unsigned at)
{
	struct model_register *reg = &model->reg[at];
	const struct model_bank *bank = reg->bank;
	struct model_counter_place *place = counter_of(model, reg->box, bank->number + reg->index);

	place->bit = bank->bit;
	if (bank->bit == MODEL_NO_BIT)
		place->quirks |= COUNTER_SILENT;
	else
		place->bit += reg->index;
	place->flag = place->bit;
	place->summary = bank->summary ? BIT(bank->summary - 1) : 0;
	place->width = bank->width ? bank->width : 48;
	place->value = (uint16_t)at;
	reg->counter = (uint16_t)(place - model->counter);
}

/* Adds a register, and what it says of a counter. */
static void add_register(struct model *model, unsigned box, const struct model_bank *bank, unsigned index)
{
	unsigned at = model->registers++;
	struct model_register *reg = &model->reg[at];

	*reg = (struct model_register){
		.bank = bank,
		.address = model->unit[box].base[bank->base] + bank->offset + index * bank->stride,
		.space = model->unit[box].type->space,
		.box = (uint16_t)box,
		.counter = MODEL_NONE,
		.original = (uint16_t)at,
		.index = (uint8_t)index,
		.writable = bank->writable,
		.refuses = bank->refuses,
		.initial = bank->reset,
		.undocumented = bank->undocumented,
	};
	if (model->box[box].reg[bank->role] == MODEL_NONE)
		model->box[box].reg[bank->role] = (uint16_t)at;
	if (!index)
		model->box[box].bank[bank - model->unit[box].type->bank] = (uint16_t)at;

	switch (bank->role) {
	case MODEL_SELECT: add_select(model, at); break;
	case MODEL_COUNTER: add_value(model, at); break;
	case MODEL_WINDOW: reg->original = counter_of(model, box, bank->number + index)->value; break;
	default: break;
	}
}

static void lay_out_box(struct model *model, unsigned box)
{
	const struct model_type *type = model->unit[box].type;

	for (unsigned role = 0; role < MODEL_ROLES; role++)
		model->box[box].reg[role] = MODEL_NONE;
	model->box[box].id = type->ids ? type->ids[model->unit[box].number] : type->id;
	model->box[box].frozen = type->frozen;
	if (type->global)
		model->global = (uint16_t)box;
	model->box[box].counter = (uint16_t)model->counters;
	model->box[box].companions = false;
	for (unsigned i = 0; i < type->banks; i++) {
		model->box[box].companions |= type->bank[i].role == MODEL_COMPANION;
		for (unsigned j = 0; j < type->bank[i].count; j++)
			add_register(model, box, &type->bank[i], j);
	}
	model->box[box].counters = (uint16_t)(model->counters - model->box[box].counter);
}

static uint64_t key_of(unsigned space, uint64_t address)
{
	return (uint64_t)space << 32 | address;
}

static uint64_t key_of_register(const struct model_register *reg)
{
	return key_of(reg->space, reg->address);
}

static void insert_address(struct model *model, unsigned reg)
{
	uint64_t key = key_of_register(&model->reg[reg]);
	unsigned low = 0, high = model->addresses;
	uint16_t *at = model->by_address;

	while (low < high) {
		unsigned middle = (low + high) / 2;

		if (key_of_register(&model->reg[at[middle]]) > key)
			high = middle;
		else
			low = middle + 1;
	}
	memmove(&at[low + 1], &at[low], (model->addresses - low) * sizeof(*at));
	at[low] = (uint16_t)reg;
	model->addresses++;
}

void model_lay_out(struct model *model)
{
	model->registers = 0;
	model->counters = 0;
	model->global = MODEL_NONE;
	for (unsigned box = 0; box < model->boxes; box++)
		lay_out_box(model, box);

	/* Boxes of cores come one after the other and are alike: only addresses of the first one are sorted. */
	model->addresses = 0;
	model->core_box = MODEL_NONE;
	for (unsigned i = 0; i < model->registers; i++) {
		const struct model_box *box = &model->unit[model->reg[i].box];

		if (box->type->per_core && !box->number) {
			model->core_box = model->reg[i].box;
			model->core_registers++;
		}
		if (!box->type->per_core || !box->number)
			insert_address(model, i);
	}
}

unsigned model_find_address(const struct model *model, unsigned space, uint64_t address)
{
	unsigned low = 0, high = model->addresses;
	uint64_t key = key_of(space, address);

	if (address > UINT32_MAX)
		return MODEL_NONE;
	while (low < high) {
		unsigned middle = (low + high) / 2, at = model->by_address[middle];
		uint64_t found = key_of_register(&model->reg[at]);

		if (found == key)
			return at;
		if (found < key)
			low = middle + 1;
		else
			high = middle;
	}
	return MODEL_NONE;
}

unsigned model_served(const struct model *model, unsigned box)
{
	return box - model->unit[box].type->serves;
}

/* ---- names ---------------------------------------------------------------------------------------- */

/* Writes a name with a number in place of its '%', or at its end. */
static void put_numbered(struct text *text, const char *name, unsigned number)
{
	bool placed = false;

	for (; *name; name++) {
		if (*name != '%') {
			text_char(text, *name);
			continue;
		}
		text_format(text, "%u", number);
		placed = true;
	}
	if (!placed)
		text_format(text, "%u", number);
}

static bool is_numbered(struct slice name, const char *stem, unsigned number)
{
	char buffer[40];
	struct text text = TEXT_OVER(buffer);

	put_numbered(&text, stem, number);
	return slice_is_no_case(name, buffer);
}

bool model_is_box(const struct model *model, unsigned box, struct slice name)
{
	const struct model_box *at = &model->unit[box];

	if ((at->type->single || at->type->ending) && slice_is_no_case(name, at->type->name))
		return true;
	return is_numbered(name, at->type->name, at->number);
}

/* Returns a register's number in its whole box, which may consist of several parts. */
static unsigned whole_number(const struct model *model, const struct model_register *at)
{
	const struct model_box *box = &model->unit[at->box];

	return box->type->ending ? at->index + box->number * at->bank->count : at->index;
}

/* Returns the number within its part. The number of a port is the same as in the whole box. */
static unsigned part_number(const struct model *model, const struct model_register *at)
{
	bool port = at->bank->role == MODEL_COMPANION;

	return port ? whole_number(model, at) : at->index;
}

/* True if a register has that name: in its part of a box or, with `whole`, in a box of several parts. There numbers continue
 * from one part to the next, and registers without a number have the part's ending. */
static bool has_name(const struct model *model, const struct model_register *at, bool whole, struct slice name)
{
	const struct model_box *box = &model->unit[at->box];
	char buffer[48];
	struct text text = TEXT_OVER(buffer);

	if (at->bank->numbered)
		return is_numbered(name, at->bank->name, whole ? whole_number(model, at) : part_number(model, at));
	text_format(&text, "%s%s", at->bank->name, whole ? box->type->ending[box->number] : "");
	return slice_is_no_case(name, buffer);
}

unsigned model_find_register(const struct model *model, struct slice box, struct slice name)
{
	unsigned last = MODEL_NONE;
	bool is_box = false, whole = false;

	for (unsigned i = 0; i < model->registers; i++) {
		const struct model_register *at = &model->reg[i];

		if (at->box != last) {
			const struct model_type *type = model->unit[at->box].type;

			last = at->box;
			is_box = model_is_box(model, last, box);
			whole = type->ending && slice_is_no_case(box, type->name);
		}
		if (is_box && has_name(model, at, whole, name))
			return i;
	}
	return MODEL_NONE;
}

void model_put_box(struct text *text, const struct model *model, unsigned box)
{
	const struct model_box *at = &model->unit[box];

	text_string(text, at->type->name);
	if (!at->type->single)
		text_format(text, "%u", at->number);
}

void model_put_register(struct text *text, const struct model *model, unsigned reg)
{
	const struct model_register *at = &model->reg[reg];

	model_put_box(text, model, at->box);
	text_char(text, '.');
	if (at->bank->numbered)
		put_numbered(text, at->bank->name, part_number(model, at));
	else
		text_string(text, at->bank->name);
}
