/* SPDX-License-Identifier: BSD-2-Clause */
/* PCI configuration space around the registers of boxes: the headers by which software finds a part's
 * functions. A function has no base address registers and no capabilities, but that which points to a discovery table. */
#include "silicon/models/model.h"

enum {
	HEADER_ID = 0x00,
	HEADER_CLASS = 0x08, /* revision below */
	HEADER_TYPE = 0x0c,  /* bits 23:16 */
	HEADER_END = 0x40,
};

#define VENDOR             0x8086u
#define SYSTEM_OTHER       (0x0880u << 16) /* class and subclass */
#define NO_CLASS           0xffffff00u
#define MULTI_FUNCTION     (0x80u << 16)
/* Device identifier of a function 0 where the documents name only other functions of its device. Enumeration finds
 * these others only if there is a function 0. */
#define FILLER_ID          0x7fffu

#define OFFSET_OF(place)   ((place)&0xfffu)
#define FUNCTION_OF(place) ((place) & ~0xfffu)
#define DEVICE_OF(place)   ((place) & ~0x7fffu)

static const struct model_filler *filler_at(const struct model *model, uint32_t place)
{
	for (unsigned i = 0; i < model->part->fillers; i++)
		if (model->part->filler[i].place == FUNCTION_OF(place))
			return &model->part->filler[i];
	return NULL;
}

/* Returns the value of a register in a function that is not a box. */
static uint32_t filler_register(const struct model *model, uint32_t place)
{
	const struct model_filler *filler = filler_at(model, place);

	if (!filler || !filler->offset || filler->offset != OFFSET_OF(place))
		return 0;
	return model->setting[filler->setting - 1] == filler->value ? (uint32_t)BIT(filler->bit) : 0;
}

/* Finds the device identifier of the part's function at a place. Returns false if there is none. */
static bool identify(const struct model *model, uint32_t place, unsigned *id)
{
	const struct model_filler *listed = filler_at(model, place);
	bool filler = listed;

	for (unsigned i = 0; i < model->boxes; i++) {
		const struct model_box *box = &model->unit[i];

		if (box->type->space != SILICON_CONFIG)
			continue;
		if (box->base[0] == FUNCTION_OF(place)) {
			*id = (uint16_t)model->box[i].id;
			return true;
		}
		filler |= DEVICE_OF(box->base[0]) == FUNCTION_OF(place);
	}
	/* A function 0 that no table names, but whose device has other functions: the model's own choice. */
	*id = listed ? listed->id : FILLER_ID;
	return filler;
}

/* Returns the board's address of a place of a socket: segment:16 bus:8 device:5 function:3. */
static uint32_t on_board(const struct model *model, unsigned socket, uint32_t place)
{
	unsigned index = place >> 20, own = model->part->buses;
	uint32_t bus = index < own ? model_bus(model, socket, index) : model->board.other[index - own];

	return bus << 8 | (place >> 12 & 0xff);
}

/* Finds what enumeration reads at a place: from the board's list if there is one. False if no function is visible. */
static bool find_function(const struct model *model, unsigned socket, uint32_t place, struct model_function *function)
{
	const struct model_function *listed;
	unsigned id;

	if (!model->board.functions) {
		if (!identify(model, place, &id))
			return false;
		*function = (struct model_function){.vendor = VENDOR, .device = (uint16_t)id, .class = MODEL_NO_CLASS};
		return true;
	}
	listed = model_listed(model, on_board(model, socket, place));
	if (listed)
		*function = *listed;
	return listed;
}

/* True if the board has no list, or lists a function with this identifier at the place. */
static bool is_shown(const struct model *model, unsigned socket, uint32_t place, unsigned id)
{
	const struct model_function *listed;

	if (!model->board.functions)
		return true;
	listed = model_listed(model, on_board(model, socket, place));
	return listed && listed->vendor == VENDOR && (listed->device == id || id >= MODEL_OWN_IDS);
}

bool model_shows(const struct model *model, unsigned socket, uint32_t place)
{
	unsigned id;

	return identify(model, place, &id) && is_shown(model, socket, place, id);
}

unsigned model_box_at(const struct model *model, unsigned socket, uint32_t place)
{
	for (unsigned i = 0; i < model->boxes; i++)
		if (model->unit[i].type->space == SILICON_CONFIG && model->unit[i].base[0] == FUNCTION_OF(place))
			return is_shown(model, socket, place, (uint16_t)model->box[i].id) ? i : MODEL_NONE;
	return MODEL_NONE;
}

bool model_locate(const struct model *model, uint64_t address, unsigned *socket, uint32_t *place)
{
	const struct model_part *part = model->part;

	for (unsigned i = 0; part->bus && i < model->sockets * part->buses; i++) {
		unsigned index = i % part->buses, id;

		if (model_bus(model, i / part->buses, index) != address >> 20)
			continue;
		*socket = i / part->buses;
		*place = (uint32_t)(address & MASK(0, 20)) | index << 20;
		if (!(part->shared_buses >> index & 1) || identify(model, *place, &id))
			return true;
	}
	/* Buses that only the board has belong to socket 0 and are numbered after the part's. */
	*socket = 0;
	for (unsigned i = 0; i < model->board.others; i++) {
		if (model->board.other[i] != address >> 20)
			continue;
		*place = (uint32_t)(address & MASK(0, 20)) | (part->buses + i) << 20;
		return true;
	}
	return false;
}

/* Finds the part's own functions on a shared bus, starting with the first function of their lowest device. */
static void own_functions(const struct model *model, unsigned index, uint32_t *first, uint32_t *last)
{
	*first = 0xff;
	*last = 0;
	for (unsigned i = 0; i < model->boxes; i++) {
		uint32_t function = model->unit[i].base[0] >> 12 & 0xff;

		if (model->unit[i].type->space != SILICON_CONFIG || model->unit[i].base[0] >> 20 != index)
			continue;
		*first = (uint32_t)min_u64(*first, function & ~7u);
		*last = (uint32_t)max_u64(*last, function);
	}
}

bool model_function_range(const struct model *model, unsigned index, uint32_t *first, uint32_t *last)
{
	const struct model_part *part = model->part;
	uint32_t bus, low = 0, high = 0xff;

	if (!part->bus || index >= model->sockets * part->buses)
		return false;
	bus = model_bus(model, index / part->buses, index % part->buses);
	if (part->shared_buses >> index % part->buses & 1)
		own_functions(model, index % part->buses, &low, &high);
	*first = bus << 8 | low;
	*last = bus << 8 | high;
	return true;
}

bool model_other_range(const struct model *model, unsigned index, uint32_t *first, uint32_t *last)
{
	if (index >= model->board.others)
		return false;
	*first = model->board.other[index] << 8;
	*last = *first | 0xff;
	return true;
}

uint64_t model_config_read(const struct model *model, unsigned socket, uint32_t place, unsigned bytes)
{
	uint32_t aligned = place & ~3u, value = 0;
	unsigned box = model_box_at(model, socket, place);
	bool unwired = box != MODEL_NONE && model->box[box].unwired;
	struct model_function function;

	if (!find_function(model, socket, place, &function))
		return MASK(0, 8 * bytes);
	if (box != MODEL_NONE &&
	    model_discovery_header(model, socket, model->unit[box].type, OFFSET_OF(aligned), &value))
		;
	else if (OFFSET_OF(aligned) == HEADER_ID)
		value = (uint32_t)function.device << 16 | function.vendor;
	else if (OFFSET_OF(aligned) == HEADER_CLASS && function.class != MODEL_NO_CLASS)
		value = function.class << 8;
	else if (OFFSET_OF(aligned) == HEADER_CLASS)
		value = unwired ? NO_CLASS : SYSTEM_OTHER;
	else if (OFFSET_OF(aligned) == HEADER_TYPE)
		value = MULTI_FUNCTION;
	else if (model_shows(model, socket, place))
		value = filler_register(model, aligned);
	return (uint64_t)value >> 8 * (place & 3) & MASK(0, 8 * bytes);
}

bool model_config_ignores(const struct model *model, unsigned socket, uint32_t place)
{
	struct model_function function;

	return OFFSET_OF(place) < HEADER_END || !find_function(model, socket, place, &function);
}
