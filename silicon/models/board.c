/* SPDX-License-Identifier: BSD-2-Clause */
/* The board around the part, from a scenario: the functions on its PCI buses, and the numbers of these buses. */
#include "lib/memory.h"
#include "silicon/models/lines.h"
#include "silicon/models/model.h"

#define BUS_OF(at) ((at) >> 8)

/* ---- reading ------------------------------------------------------------------------------------- */

/* Reads a hexadecimal number without 0x, at most `most`. */
static bool read_hex(struct slice word, uint32_t most, uint32_t *value)
{
	char digits[16];
	struct text text = TEXT_OVER(digits);
	uint64_t number;

	text_format(&text, "0x%.*s", (int)min_u64(word.length, sizeof(digits)), word.at);
	if (!word.length || text.truncated || !parse_u64(slice_of(digits), &number) || number > most)
		return false;
	*value = (uint32_t)number;
	return true;
}

/* [SEGMENT:]BUS, the segment above bit 8. */
static bool read_bus(struct slice word, uint32_t *bus)
{
	struct slice rest = word, first = slice_cut(&rest, ':');
	uint32_t segment = 0;

	if (!rest.at)
		return read_hex(word, 0xff, bus);
	if (!read_hex(first, 0xffff, &segment) || !read_hex(rest, 0xff, bus))
		return false;
	*bus |= segment << 8;
	return true;
}

/* [SEGMENT:]BUS:DEVICE.FUNCTION */
static bool read_place(struct slice word, uint32_t *at)
{
	struct slice rest = word, path = slice_cut(&rest, '.');
	const char *colon = path.at + path.length;
	uint32_t bus, device, function;

	while (colon > path.at && colon[-1] != ':')
		colon--;
	if (colon == path.at || !rest.at || !read_bus(slice_between(path.at, colon - 1), &bus) ||
	    !read_hex(slice_between(colon, path.at + path.length), 0x1f, &device) || !read_hex(rest, 7, &function))
		return false;
	*at = bus << 8 | device << 3 | function;
	return true;
}

static struct slice next_word(struct slice *rest)
{
	*rest = slice_trim(*rest);
	return slice_cut(rest, ' ');
}

static bool read_function(struct slice value, struct model_function *function)
{
	struct slice ids, vendor;
	uint32_t number;

	function->class = MODEL_NO_CLASS;
	if (!read_place(next_word(&value), &function->at) || !value.at)
		return false;
	ids = next_word(&value);
	vendor = slice_cut(&ids, ':');
	if (!read_hex(vendor, 0xfffe, &number) || !ids.at)
		return false;
	function->vendor = (uint16_t)number;
	if (!read_hex(ids, 0xffff, &number))
		return false;
	function->device = (uint16_t)number;
	return !value.at || read_hex(slice_trim(value), 0xffffff, &function->class);
}

bool model_count_function(struct model *model, struct text *error)
{
	if (model->board.room++ < MODEL_FUNCTIONS)
		return true;
	text_format(error, "function: more than %u of them", MODEL_FUNCTIONS);
	return false;
}

bool model_add_function(struct model *model, struct slice value, struct text *error)
{
	struct model_board *board = &model->board;
	struct model_function added, *at = &board->function[board->functions];

	if (!read_function(value, &added)) {
		text_format(
			error,
			"function: \"%.*s\" is not [SEGMENT:]BUS:DEVICE.FUNCTION VENDOR:DEVICE [CLASS], hexadecimal",
			lines_shown(value), value.at);
		return false;
	}
	for (; at > board->function && at[-1].at >= added.at; at--) {
		if (at[-1].at == added.at) {
			text_format(error, "function: \"%.*s\" is at the place of another", lines_shown(value),
				    value.at);
			return false;
		}
		*at = at[-1];
	}
	*at = added;
	board->functions++;
	return true;
}

static bool is_taken(const struct model_board *board, uint32_t bus)
{
	for (unsigned i = 0; i < MODEL_SOCKETS; i++)
		for (unsigned j = 0; j < MODEL_BUSES; j++)
			if (board->bus[i][j] == 1 + bus)
				return true;
	return false;
}

bool model_set_buses(struct model *model, struct slice name, struct slice value, struct text *error)
{
	uint64_t socket;
	uint32_t bus;
	unsigned count = 0;

	slice_cut(&name, '.');
	if (!model->part->bus || !parse_u64(name, &socket) || socket >= model->sockets) {
		text_format(error, "buses.%.*s: the machine has no such socket with PCI buses", lines_shown(name),
			    name.at);
		return false;
	}
	while (value.at && count < MODEL_BUSES) {
		struct slice word = next_word(&value);

		if (!read_bus(word, &bus) || is_taken(&model->board, bus)) {
			text_format(error, "buses.%.*s: \"%.*s\" is no bus, or one that is there already",
				    lines_shown(name), name.at, lines_shown(word), word.at);
			return false;
		}
		model->board.bus[socket][count++] = 1 + bus;
	}
	if (!value.at && count >= model->part->buses)
		return true;
	text_format(error, "buses.%.*s: %u to %u buses are needed", lines_shown(name), name.at, model->part->buses,
		    MODEL_BUSES);
	return false;
}

/* ---- asking ----------------------------------------------------------------------------------------- */

uint32_t model_bus(const struct model *model, unsigned socket, unsigned index)
{
	uint32_t given = index < MODEL_BUSES ? model->board.bus[socket][index] : 0;

	return given ? given - 1 : model->part->bus(model, socket, index);
}

const struct model_function *model_listed(const struct model *model, uint32_t at)
{
	const struct model_board *board = &model->board;
	unsigned low = 0, high = board->functions;

	while (low < high) {
		unsigned middle = (low + high) / 2;

		if (board->function[middle].at == at)
			return &board->function[middle];
		if (board->function[middle].at < at)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

static bool is_part_s(const struct model *model, uint32_t bus)
{
	for (unsigned i = 0; i < model->sockets * model->part->buses; i++)
		if (model_bus(model, i / model->part->buses, i % model->part->buses) == bus)
			return true;
	return false;
}

void model_settle_board(struct model *model)
{
	struct model_board *board = &model->board;
	uint32_t last = 0;

	for (unsigned i = 0; i < board->functions; i++) {
		uint32_t bus = BUS_OF(board->function[i].at);

		if (bus == last || is_part_s(model, bus))
			continue;
		last = bus;
		board->other[board->others++] = bus;
	}
}
