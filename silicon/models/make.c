/* SPDX-License-Identifier: BSD-2-Clause */
/* Creates the machine of a part: allocates arrays for its tables and fills in their first contents. */
#include "lib/memory.h"
#include "silicon/models/work.h"

/* ---- memory --------------------------------------------------------------------------------------- */

/* Returns the number of boxes for a row of the part's table: one, or one for each logical processor. */
static unsigned instances(const struct model *model, unsigned row)
{
	return model->part->box[row].type->per_core ? model->cores : 1;
}

/* Numbers of items in each socket. */
struct extent {
	size_t registers, counters, boxes;
};

static struct extent measure(const struct model *model)
{
	struct extent extent = {0};

	for (unsigned i = 0; i < model->part->boxes; i++) {
		const struct model_type *type = model->part->box[i].type;
		unsigned times = instances(model, i);

		extent.boxes += times;
		for (unsigned j = 0; j < type->banks; j++) {
			extent.registers += (size_t)times * type->bank[j].count;
			if (type->bank[j].role == MODEL_COUNTER)
				extent.counters += (size_t)times * type->bank[j].count;
		}
	}
	return extent;
}

void *model_take(struct model_memory *room, size_t count, size_t size)
{
	char *place = room->at ? room->at + room->used : NULL;

	size = (count * size + 7) & ~(size_t)7;
	room->used += size;
	if (place)
		memset(place, 0, size);
	return place;
}

static void take_all(struct model *model, struct model_memory *room)
{
	struct extent extent = measure(model);
	struct model_box *unit = model_take(room, extent.boxes, sizeof(*unit));

	model->unit = unit;
	for (unsigned i = 0; unit && i < model->part->boxes; i++) {
		for (unsigned j = 0; j < instances(model, i); j++, unit++) {
			*unit = model->part->box[i];
			unit->number = (uint16_t)(unit->number + j);
		}
	}
	model->boxes = (unsigned)extent.boxes;
	model->reg = model_take(room, extent.registers, sizeof(*model->reg));
	model->by_address = model_take(room, extent.registers, sizeof(*model->by_address));
	model->counter = model_take(room, extent.counters, sizeof(*model->counter));
	model->box = model_take(room, extent.boxes, sizeof(*model->box));
	for (unsigned i = 0; i < model->sockets; i++) {
		struct model_socket *socket = &model->socket[i];

		socket->value = model_take(room, extent.registers, sizeof(*socket->value));
		socket->counter = model_take(room, extent.counters, sizeof(*socket->counter));
		socket->programmed = model_take(room, extent.counters, sizeof(*socket->programmed));
		socket->tally = model_take(room, extent.counters, sizeof(*socket->tally));
		socket->box = model_take(room, extent.boxes, sizeof(*socket->box));
		socket->live = model_take(room, extent.boxes, sizeof(*socket->live));
		model->work.prefetch[i] = model_take(room, model->cores, 1);
	}
	model->registers = (unsigned)extent.registers;
	model->board.function = model_take(room, model->board.room, sizeof(*model->board.function));
	model->board.other = model_take(room, model->board.room, sizeof(*model->board.other));
	if (model->part->discovery)
		model->table = model_take(room, MODEL_TABLE, sizeof(*model->table));
}

void model_begin(struct model *model, const struct model_part *part)
{
	memset(model, 0, sizeof(*model));
	model->part = part;
	model->clock = part->clock;
	model->background = MODEL_BACKGROUND;
	model->bursts.length = 1;
	model->numbered = 1;
	model->microcode = 1;
	for (unsigned i = 0; i < part->settings; i++)
		model->setting[i] = part->setting[i].value;
}

void model_make(struct model *model, struct model_memory *room)
{
	take_all(model, room);
	if (room->at)
		model_lay_out(model);
}

/* ---- the scenario --------------------------------------------------------------------------------- */

/* Settles the number of sockets: the caller's, else the scenario's. They must not contradict each other. */
static bool settle_sockets(struct model *model, unsigned asked, struct text *error)
{
	unsigned given = model->sockets;

	if (asked && given && asked != given) {
		text_format(error, "sockets = %u in the scenario, but the machine has %u", given, asked);
		return false;
	}
	model->sockets = asked ? asked : given ? given : 1;
	if (model->sockets > model->part->sockets) {
		text_format(error, "%u sockets: at most %u", model->sockets, model->part->sockets);
		return false;
	}
	return true;
}

uint64_t model_setting_named(const struct model *model, const char *name)
{
	for (unsigned i = 0; i < model->part->settings; i++)
		if (!strcmp(model->part->setting[i].name, name))
			return model->setting[i];
	return 0;
}

/* Settles the logical processors of a socket: the scenario's number, which the caller's may not exceed; else the
 * caller's, or else that of the real part. If a part has a box for each of its cores (C-Box, CHA) and the scenario asks
 * for fewer boxes than its default, there are as many cores as boxes. */
static bool settle_cores(struct model *model, unsigned asked, struct text *error)
{
	unsigned given = model->cores, most = model->part->most_cores;
	unsigned threads = (unsigned)max_u64(model_setting_named(model, "threads"), 1);
	unsigned setting = model->part->box_setting, boxes = setting ? (unsigned)model->setting[setting - 1] : 0;
	const struct sold *sold = sold_find(model->part->name, 0);
	unsigned usual = sold ? sold->cores * threads : model->part->cores;

	if (!given && !asked && boxes && boxes * threads < usual)
		given = boxes * threads;
	model->asked_cores = given ? given : asked ? asked : usual;
	model->cores = given ? given : (unsigned)max_u64(model->asked_cores, model->part->cores);
	if (given && asked > given)
		text_format(error, "cores = %u in the scenario, but a socket has %u processors", given, asked);
	else if (model->cores > most * threads)
		text_format(error, "%u processors a socket, of %u thread%s a core: %s has at most %u cores",
			    model->cores, threads, threads == 1 ? "" : "s", model->part->name, most);
	else if (model->asked_cores % threads)
		text_format(error, "%u processors a socket do not make cores of %u threads", model->asked_cores,
			    threads);
	else if (boxes && model->asked_cores > boxes * threads)
		text_format(error, "%u processors a socket, of %u thread%s a core, are more cores than %s = %u",
			    model->asked_cores, threads, threads == 1 ? "" : "s",
			    model->part->setting[setting - 1].name, boxes);
	else
		return true;
	return false;
}

bool model_settle_size(struct model *model, const struct silicon_extent *asked, struct text *error)
{
	return settle_sockets(model, asked->sockets, error) && settle_cores(model, asked->processors, error);
}

bool model_is_type(const struct model *model, unsigned box, const char *name)
{
	return strcmp(model->unit[box].type->name, name) == 0;
}

bool model_is_bank(const struct model *model, unsigned reg, const char *name)
{
	return strcmp(model->reg[reg].bank->name, name) == 0;
}

void model_lack(struct model *model, const char *type, unsigned count)
{
	for (unsigned i = 0; i < model->registers; i++) {
		unsigned box = model->reg[i].box;

		model->reg[i].absent |= model_is_type(model, box, type) && model->unit[box].number >= count;
	}
	for (unsigned i = 0; i < model->boxes; i++) {
		unsigned status = model->box[model_above(model, i)].reg[MODEL_STATUS];

		if (model_is_type(model, i, type) && model->unit[i].number >= count && status != MODEL_NONE)
			model->reg[status].undocumented |= model->box[i].summary;
	}
}

bool model_settle(struct model *model, struct text *error)
{
	for (unsigned i = 0; i < model->boxes; i++) {
		const struct model_box *box = &model->unit[i];

		model->box[i].summary = box->setting && model->setting[box->setting - 1] ? box->other : box->summary;
	}
	model_settle_board(model);
	if (model->part->settle)
		model->part->settle(model);
	return work_settle(model, error);
}

/* ---- the start ------------------------------------------------------------------------------------ */

static const int8_t shifts[] = {
	[MODEL_SHIFT_CARRY] = 0,
	[MODEL_SHIFT_EARLY] = -1,
	[MODEL_SHIFT_LATE] = 1,
};

static void start_register(struct model *model, unsigned socket, unsigned reg)
{
	const struct model_register *at = &model->reg[reg];
	struct model_socket *state = &model->socket[socket];
	const struct model_counter_place *place;
	struct model_counter *counter;

	if (at->bank->role == MODEL_STATUS)
		state->box[at->box].latched = at->initial;
	if (at->bank->role != MODEL_COUNTER) {
		state->value[reg] = at->initial;
		return;
	}
	place = &model->counter[at->counter];
	counter = &state->counter[at->counter];
	counter->width = (uint8_t)place->width;
	counter->factor = (uint32_t)place->factor;
	counter->slip = (int16_t)place->slip;
	if (model->part->shift_setting && !model->unit[at->box].type->per_core)
		counter->shift = shifts[model->setting[model->part->shift_setting - 1]];
	counter->shift += (int32_t)place->late;
	counter->ahead = place->ahead;
	model_counter_set(counter, 0, at->initial);
}

void model_start(struct model *model)
{
	for (unsigned socket = 0; socket < model->sockets; socket++) {
		for (unsigned i = 0; i < model->registers; i++)
			start_register(model, socket, i);
		if (model->part->start)
			model->part->start(model, socket);
		for (unsigned i = 0; i < MODEL_TIMERS; i++)
			model->socket[socket].timer[i] = MODEL_NEVER;
		for (unsigned i = 0; i < model->boxes; i++)
			model_refresh(model, socket, 0, i, false);
		model_look_ahead(model, socket);
	}
}

/* ---- what is the part's ----------------------------------------------------------------------------- */

bool model_msr_range(const struct model *model, unsigned index, uint32_t *first, uint32_t *last)
{
	static const struct model_range of_all[] = {
		{0x34, 0x34}, {0x4e, 0x4f}, {0x8b, 0x8b}, {0xce, 0xce}, {0x1900, 0x19bf}};
	bool own = index < model->part->claims;
	const struct model_range *range = own ? &model->part->claim[index] : &of_all[index - model->part->claims];

	if (!own && index - model->part->claims >= ARRAY_SIZE(of_all))
		return false;
	*first = range->first;
	*last = range->last;
	return true;
}
