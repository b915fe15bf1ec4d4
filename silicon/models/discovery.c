/* SPDX-License-Identifier: BSD-2-Clause */
/* How a machine describes itself: a capability of a PCI function in each socket points to a table in device memory with
 * a block for each box. Layout: Linux 6.12, events/intel/uncore_discovery.h; PCM; the PMON FPGA IP guide 817760,
 * sections 5.4.1 to 5.4.4. The table is generated from the part's tables and so matches the model. */
#include "silicon/models/described.h"
#include "silicon/models/lines.h"
#include "silicon/models/model.h"

enum { BLOCK_WORDS = 3 };

/* Access types of a table, its bits 63:62. */
enum { BY_MSR, BY_MEMORY, BY_CONFIG };

/* ---- blocks ----------------------------------------------------------------------------------------- */

static uint32_t address_of(const struct model *model, unsigned box, unsigned role)
{
	return model->reg[model->box[box].reg[role]].address;
}

/* Returns the distance from a box's control to its first register of a role. */
static uint64_t offset_of(const struct model *model, unsigned box, unsigned role)
{
	return address_of(model, box, role) - address_of(model, box, MODEL_GLOBAL_CTL);
}

/* A PCI function's address has the bus in bits 27:20; segments are all 0. */
static uint64_t address_word(const struct model *model, unsigned socket, unsigned box)
{
	uint32_t address = address_of(model, box, MODEL_GLOBAL_CTL);

	switch (model->unit[box].type->space) {
	case SILICON_MMIO: return model_memory_base(model, socket) + address;
	case SILICON_CONFIG:
		return (uint64_t)(model_bus(model, socket, address >> 20) & 0xff) << 20 | (address & MASK(0, 20));
	default: return address;
	}
}

static uint64_t box_word(const struct model *model, unsigned socket, unsigned box, unsigned word)
{
	static const uint8_t types[] = {
		[SILICON_MSR] = BY_MSR, [SILICON_MMIO] = BY_MEMORY, [SILICON_CONFIG] = BY_CONFIG};
	const struct model_box *at = &model->unit[box];
	const struct model_bank *counters;
	unsigned position = 64 * (model_above(model, box) - model->global); /* of its bit in the global statuses */

	switch (word) {
	case 0:
		counters = model->reg[model->box[box].reg[MODEL_COUNTER]].bank;
		return counters->count | offset_of(model, box, MODEL_SELECT) << 8 | (uint64_t)counters->width << 16 |
		       offset_of(model, box, MODEL_COUNTER) << 24 | offset_of(model, box, MODEL_STATUS) << 32 |
		       (uint64_t)types[at->type->space] << 62;
	case 1: return address_word(model, socket, box);
	default:
		position += at->summary ? (unsigned)__builtin_ctzll(at->summary) : 0;
		return (at->type->unit - 1u) | (uint64_t)at->number << 16 | (uint64_t)position << 32;
	}
}

static bool has_block(const struct model *model, unsigned box)
{
	return model->unit[box].type->unit && !model->reg[model->box[box].reg[MODEL_GLOBAL_CTL]].absent;
}

static uint64_t global_word(const struct model *model, unsigned word)
{
	const struct model_discovery *discovery = model->part->discovery;
	unsigned blocks = discovery->odds, statuses = 1; /* blocks after this one; registers of the global status */

	for (unsigned i = 0; i < model->boxes; i++) {
		blocks += has_block(model, i);
		statuses = (unsigned)max_u64(statuses, model_above(model, i) - model->global + 1);
	}
	switch (word) {
	case 0: return (uint64_t)discovery->stride << 8 | (uint64_t)blocks << 16 | (uint64_t)BY_MSR << 62;
	case 1: return address_of(model, model->global, MODEL_GLOBAL_CTL);
	default: return offset_of(model, model->global, MODEL_STATUS) | (uint64_t)statuses << 8;
	}
}

/* Blocks are in the order of the part's boxes, with the blocks that describe no box between them. */
static uint64_t unit_word(const struct model *model, unsigned socket, unsigned block, unsigned word)
{
	const struct model_discovery *discovery = model->part->discovery;
	unsigned odds = 0;

	for (; odds < discovery->odds && discovery->odd[odds].before + odds <= block; odds++)
		if (discovery->odd[odds].before + odds == block)
			return discovery->odd[odds].word[word];
	block -= odds;
	for (unsigned i = 0; i < model->boxes; i++)
		if (has_block(model, i) && !block--)
			return box_word(model, socket, i, word);
	return 0;
}

uint64_t model_table_word(const struct model *model, unsigned socket, unsigned index)
{
	unsigned stride = model->part->discovery->stride, block = index / stride, word = index % stride;
	const struct model_table *table = &model->tables[model->tables[1 + socket].words ? 1 + socket : 0];

	if (table->words)
		return index < table->words ? model->table[table->first + index] : 0;
	if (word >= BLOCK_WORDS)
		return 0;
	return block ? unit_word(model, socket, block - 1, word) : global_word(model, word);
}

/* Finds the table of "discovery.table" or "discovery.table.N". */
static struct model_table *table_of(struct model *model, struct slice name)
{
	uint64_t socket;

	slice_cut(&name, '.');
	if (!slice_is(slice_cut(&name, '.'), "table"))
		return NULL;
	if (!name.at)
		return &model->tables[0];
	return parse_u64(name, &socket) && socket < MODEL_SOCKETS ? &model->tables[1 + socket] : NULL;
}

bool model_set_table(struct model *model, struct slice name, struct slice words, struct text *error)
{
	struct model_table *table = table_of(model, name);

	if (!table) {
		text_format(error, "%.*s: no table is called so", lines_shown(name), name.at);
		return false;
	}
	if (!table->words)
		table->first = (uint16_t)model->table_words;
	if ((unsigned)table->first + table->words != model->table_words) {
		text_format(error, "%.*s: its lines do not follow one another", lines_shown(name), name.at);
		return false;
	}
	while (words.at) {
		struct slice word = slice_cut(&words, ' ');

		if (!word.length)
			continue;
		if (model->table_words == MODEL_TABLE) {
			text_format(error, "discovery.table: more than %u words", MODEL_TABLE);
			return false;
		}
		if (!parse_u64(word, &model->table[model->table_words])) {
			text_format(error, "discovery.table: \"%.*s\" is no number of 64 bits", lines_shown(word),
				    word.at);
			return false;
		}
		model->table_words++;
		table->words++;
	}
	return true;
}

/* ---- device memory ---------------------------------------------------------------------------------- */

uint64_t model_memory_base(const struct model *model, unsigned socket)
{
	return model->part->window->first + model->window_moved + (uint64_t)socket * model->part->window->stride;
}

bool model_locate_memory(const struct model *model, uint64_t address, unsigned *socket, uint32_t *place)
{
	uint64_t first, last;

	for (unsigned i = 0; model_memory_range(model, i, &first, &last); i++) {
		if (address < first || address > last)
			continue;
		*socket = i;
		*place = (uint32_t)(address - first);
		return true;
	}
	return false;
}

bool model_memory_range(const struct model *model, unsigned index, uint64_t *first, uint64_t *last)
{
	if (!model->part->window || index >= model->sockets)
		return false;
	*first = model_memory_base(model, index);
	*last = *first + model->part->window->bytes - 1;
	return true;
}

/* Reads device memory. It is 0 outside the table; programs must not rely on it there. */
uint64_t model_memory_read(const struct model *model, unsigned socket, uint32_t place, unsigned bytes)
{
	const struct model_discovery *discovery = model->part->discovery;
	uint64_t value = 0;

	if (model->dark >> socket & 1)
		value = UINT64_MAX;
	else if (discovery && place < discovery->table_bytes)
		value = model_table_word(model, socket, place / 8) >> 8 * (place % 8);
	return value & MASK(0, 8 * bytes);
}

/* ---- the function that points to it ------------------------------------------------------------------ */

enum {
	HEADER_COMMAND = 0x04, /* with the status above it */
	HEADER_BAR = 0x10,
	HEADER_CAPABILITIES = 0x34
};

#define COMMAND_MEMORY      BIT(1)
#define COMMAND_OTHERS      0x144u /* other bits that a board had set */
#define STATUS_CAPABILITIES BIT(16 + 4)
#define BAR_64_BITS         4u
#define FIRST_CAPABILITY    0x40u

/* Above 4 GiB, base address registers must have 64 bits. */
static bool is_wide(const struct model *model)
{
	return model->part->discovery->wide_bar || model->window_moved;
}

bool model_discovery_header(const struct model *model, unsigned socket, const struct model_type *type, unsigned offset,
			    uint32_t *value)
{
	const struct model_discovery *discovery = model->part->discovery;
	uint64_t base;

	if (!discovery || type != discovery->type)
		return false;
	base = model_memory_base(model, socket);
	*value = 0;
	if (offset == HEADER_COMMAND)
		*value = (uint32_t)STATUS_CAPABILITIES | COMMAND_OTHERS |
			 (model->dark >> socket & 1 ? 0 : (uint32_t)COMMAND_MEMORY);
	else if (offset == HEADER_CAPABILITIES)
		*value = FIRST_CAPABILITY;
	else if (offset == HEADER_BAR + 4u * discovery->bar)
		*value = (uint32_t)base | (is_wide(model) ? BAR_64_BITS : 0);
	else if (offset == HEADER_BAR + 4u * discovery->bar + 4 && is_wide(model))
		*value = (uint32_t)(base >> 32);
	else
		return false;
	return true;
}

bool model_discovery_command(struct model *model, unsigned socket, uint32_t place, uint64_t value)
{
	unsigned box = model_box_at(model, socket, place);

	if (!model->part->discovery || box == MODEL_NONE || model->unit[box].type != model->part->discovery->type ||
	    (place & 0xfff) != HEADER_COMMAND)
		return false;
	model->dark &= ~(UINT32_C(1) << socket);
	model->dark |= (value & COMMAND_MEMORY ? UINT32_C(0) : UINT32_C(1)) << socket;
	return true;
}

uint32_t model_discovery_dark(const struct model *model)
{
	return model->part->discovery && model->setting[DESCRIBED_DECODING] == DESCRIBED_OFF
		       ? (uint32_t)MASK(0, model->sockets)
		       : 0;
}
