/* SPDX-License-Identifier: BSD-2-Clause */
/* The list's choice: with what arguments each kind of fault is in it. The rules are in docs/faults.md. */
#include "silicon/faults/kinds.h"

static const struct model_register *reg_of(const struct aim *aim)
{
	return &aim->model->reg[aim->reg];
}

/* Sets the argument to entry `index` of a list; false after its end. */
static bool pick(struct aim *aim, const uint16_t *list, unsigned count, unsigned index)
{
	if (index >= count)
		return false;
	aim->argument = list[index];
	return true;
}

/* ---- bits ------------------------------------------------------------------------------------------ */

/* Of every run of live bits, which is a field or several, the ends and those whose number is a multiple
 * of 8. */
static bool is_chosen(uint64_t live, unsigned bit)
{
	bool lowest = !bit || !(live >> (bit - 1) & 1);
	bool highest = bit == 63 || !(live >> (bit + 1) & 1);

	return live >> bit & 1 && (lowest || highest || bit % 8 == 0);
}

/* Of every run of other bits the lowest. */
static bool is_reserved(uint64_t live, unsigned bit)
{
	return !(live >> bit & 1) && (!bit || live >> (bit - 1) & 1);
}

/* True if a bit of an event select is a field of its own. */
static bool is_flag(const struct aim *aim, unsigned bit)
{
	const struct model_layout *layout = reg_of(aim)->bank->layout;

	return layout && (bit == layout->enable || bit == layout->pmi || bit == layout->edge || bit == layout->invert ||
			  bit == layout->reset_tally || bit == layout->wrap || bit == layout->mode_low);
}

static bool vary_bit(struct aim *aim, unsigned index, bool reserved)
{
	uint64_t live = fault_live_bits(aim);

	for (unsigned bit = 0; bit < reg_of(aim)->bank->bits; bit++) {
		if (!is_chosen(live, bit) && !is_flag(aim, bit) && !(reserved && is_reserved(live, bit)))
			continue;
		if (index--)
			continue;
		aim->argument = bit;
		return true;
	}
	return false;
}

bool fault_vary_unlisted(struct aim *aim, unsigned index)
{
	(void)aim;
	(void)index;
	return false;
}

/* The bits one after the other. */
static bool pick_bit(struct aim *aim, uint64_t bits, unsigned index)
{
	for (unsigned bit = 0; bit < 64; bit++) {
		if (!(bits >> bit & 1) || index--)
			continue;
		aim->argument = bit;
		return true;
	}
	return false;
}

bool fault_vary_events(struct aim *aim, unsigned index)
{
	return pick_bit(aim, fault_event_bits(aim), index);
}

/* Takes bit `index` of those chosen in every register and those that documents mention. */
bool fault_vary_blind(struct aim *aim, unsigned index)
{
	uint64_t bits = fault_told_of(aim).bits, live = fault_live_bits(aim) & reg_of(aim)->writable;

	for (unsigned bit = 0; bit < reg_of(aim)->bank->bits; bit++)
		bits |= is_chosen(live, bit) ? BIT(bit) : 0;
	return pick_bit(aim, bits, index);
}

bool fault_vary_open(struct aim *aim, unsigned index)
{
	uint64_t bits = fault_told_of(aim).open, live = reg_of(aim)->bank->compared;

	for (unsigned bit = 0; bit < reg_of(aim)->bank->bits; bit++)
		bits |= is_chosen(live, bit) ? BIT(bit) : 0;
	return pick_bit(aim, bits, index);
}

bool fault_vary_stuck1(struct aim *aim, unsigned index)
{
	return vary_bit(aim, index, true);
}

bool fault_vary_stuck0(struct aim *aim, unsigned index)
{
	return vary_bit(aim, index, false);
}

/* The lowest live bit that holds something the other way round, and the highest. */
bool fault_vary_reset(struct aim *aim, unsigned index)
{
	uint64_t live = fault_live_bits(aim) & ~reg_of(aim)->bank->acts;
	unsigned bit = 0, highest = 0;

	for (unsigned i = 64; i--;) {
		if (!(live >> i & 1))
			continue;
		highest = max_u64(highest, i);
		bit = i;
	}
	if (index > 1 || (index && bit == highest))
		return false;
	aim->argument = fault_start(aim) ^ BIT(index ? highest : bit);
	return true;
}

/* ---- neighbours ------------------------------------------------------------------------------------- */

/* The next register of the bank, from the last one the one before. Of a bank of one the next of the box. */
static unsigned next_register(const struct aim *aim)
{
	const struct model_register *reg = aim->model->reg;
	unsigned next = aim->reg + 1;

	if (reg[aim->reg].bank->count > 1)
		return reg[aim->reg].index + 1 < reg[aim->reg].bank->count ? next : aim->reg - 1;
	if (next < aim->model->registers && reg[next].box == aim->box)
		return next;
	return aim->reg && reg[aim->reg - 1].box == aim->box ? aim->reg - 1 : MODEL_NONE;
}

/* The same register in the next box of its type, from the last one in the one before. */
static unsigned same_register(const struct aim *aim)
{
	const struct model *model = aim->model;
	const struct model_box *box = model->unit;
	unsigned bank = (unsigned)(reg_of(aim)->bank - box[aim->box].type->bank);
	unsigned there = aim->box + 1;

	if (box[aim->box].type->per_core)
		return MODEL_NONE;
	if (there == model->boxes || box[there].type != box[aim->box].type)
		there = aim->box - 1;
	if (there >= model->boxes || box[there].type != box[aim->box].type)
		return MODEL_NONE;
	return model->box[there].bank[bank] + reg_of(aim)->index;
}

bool fault_vary_alias(struct aim *aim, unsigned index)
{
	unsigned others[] = {next_register(aim), same_register(aim)};

	for (unsigned i = 0; i < ARRAY_SIZE(others); i++) {
		if (others[i] == MODEL_NONE)
			continue;
		if (index--)
			continue;
		aim->other = others[i];
		return true;
	}
	return false;
}

/* ---- counters --------------------------------------------------------------------------------------- */

bool fault_vary_rate(struct aim *aim, unsigned index)
{
	static const uint16_t rates[] = {2, 3};

	return pick(aim, rates, ARRAY_SIZE(rates), index);
}

/* Sixteenths. */
bool fault_vary_clocked(struct aim *aim, unsigned index)
{
	static const uint16_t rates[] = {8, 15, 17, 32};

	return pick(aim, rates, ARRAY_SIZE(rates), index);
}

bool fault_vary_width(struct aim *aim, unsigned index)
{
	unsigned width = aim->model->counter[reg_of(aim)->counter].width;
	const uint16_t widths[] = {(uint16_t)(width - 1), (uint16_t)(width - 5), 32, 16};

	return pick(aim, widths, ARRAY_SIZE(widths), index);
}

/* From half its range on, and two that are powers of two and not. */
bool fault_vary_early(struct aim *aim, unsigned index)
{
	unsigned width = aim->model->counter[reg_of(aim)->counter].width;
	const uint64_t counts[] = {BIT(width - 1), BIT(20), 100000};

	/* What a box counts may come too seldom for the last. */
	if (index >= (aim->model->unit[aim->box].type->per_core ? 3 : 2))
		return false;
	aim->argument = counts[index];
	return true;
}

/* The bit of the next counter of the box, or, of the last one, the next bit. */
bool fault_vary_flag(struct aim *aim, unsigned index)
{
	aim->argument = (aim->model->counter[reg_of(aim)->counter].flag + 1u) % 32;
	return index == 0;
}

bool fault_vary_deaf(struct aim *aim, unsigned index)
{
	return pick_bit(aim, fault_deaf_bits(aim), index);
}

/* ---- boxes ------------------------------------------------------------------------------------------ */

/* The next bit above, or below if it is the highest that can be. */
bool fault_vary_summary_bit(struct aim *aim, unsigned index)
{
	uint64_t summary = aim->model->unit[aim->box].summary;

	aim->argument = 0;
	while (summary >> aim->argument > 1)
		aim->argument++;
	aim->argument = aim->argument < 31 ? aim->argument + 1 : aim->argument - 1;
	return index == 0;
}

bool fault_vary_id(struct aim *aim, unsigned index)
{
	const uint16_t ids[] = {0x0000, (uint16_t)(aim->model->box[aim->box].id ^ 1)};

	return pick(aim, ids, ARRAY_SIZE(ids), index);
}

/* The neighbour of a box's own core; where the program chooses the core, the first two. */
bool fault_vary_core(struct aim *aim, unsigned index)
{
	const struct model_box *box = &aim->model->unit[aim->box];
	const uint16_t cores[] = {(uint16_t)(box->type->per_core ? box->number ^ 1 : 0), 1};

	return pick(aim, cores, box->type->per_core ? 1 : 2, index);
}
