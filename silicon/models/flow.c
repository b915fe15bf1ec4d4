/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/models/flow.h"

#include "lib/memory.h"
#include "silicon/models/address.h"
#include "silicon/models/work.h"

enum { SLICES_HASHED = 8, LINE_SHIFT = 6, HALF_BIT = 2, AGENT_CHANNELS = 4 };

static uint64_t line_of(const struct flow *flow)
{
	return flow->address >> LINE_SHIFT;
}

/* ---- which box ------------------------------------------------------------------------------------ */

static unsigned slice_of_line(const struct model *model, const struct flow *flow, unsigned slices)
{
	const struct model_work *work = &model->work;

	if (slices == SLICES_HASHED && !work->whole)
		return work->slice[address_slice(work->masks, flow->address)];
	if (slices == ADDRESS_CHAS && work->whole)
		return work->slice[address_cha(flow->address)];
	return work->slice[line_of(flow) % slices];
}

static unsigned half_of(const struct model *model, const struct flow *flow)
{
	return address_slice(model->work.masks, flow->address) >> HALF_BIT & 1;
}

static unsigned slice_half(unsigned slice)
{
	return slice < SLICES_HASHED ? slice / 4 : slice % 2;
}

/* Returns the index of the box, out of `count` boxes. */
static unsigned choose(const struct model *model, const struct flow *flow, enum flow_route route, unsigned count)
{
	const struct flow_places *slices = &model->work.slices;

	switch (route) {
	case FLOW_BY_SLICE: return slice_of_line(model, flow, count);
	case FLOW_BY_SLICE_HALF:
		return slices->count ? slice_half(slices->number[slice_of_line(model, flow, slices->count)]) % count
				     : 0;
	case FLOW_BY_HALF: return half_of(model, flow) % count;
	case FLOW_BY_CHANNEL:
	case FLOW_BY_LINK: return (unsigned)(line_of(flow) % count);
	case FLOW_BY_AGENT: return (unsigned)(line_of(flow) / AGENT_CHANNELS % count);
	case FLOW_BY_CORE: return flow->core % count;
	default: return 0;
	}
}

static unsigned socket_at(const struct model *model, const struct flow *flow, enum flow_side side)
{
	switch (side) {
	case FLOW_HOME: return flow->home;
	case FLOW_PEER: return (flow->requester + 1) % model->sockets;
	default: return flow->requester;
	}
}

/* ---- what its counters count ---------------------------------------------------------------------- */

uint64_t flow_burst_count(const struct flow_burst *burst, unsigned box, const struct model_leaf *leaf)
{
	uint64_t count = 0;

	for (unsigned i = 0; i < burst->rows && box == burst->box; i++) {
		const struct flow_row *row = burst->row[i];

		if (row->key == leaf->key && row->a == leaf->a && row->b == leaf->b && leaf->port == 0)
			count += row->count;
	}
	return count;
}

static uint64_t count_of(struct model *model, unsigned socket, unsigned counter)
{
	const struct model_counter_place *place = &model->counter[counter];
	struct model_meaning meaning;
	uint64_t sum = 0;

	model_find_meaning(model, socket, counter, model_value(model, socket, place->select) & ~place->deaf, &meaning);
	for (unsigned i = 0; i < meaning.run.sources; i++)
		sum += meaning.run.rate[i];
	return sum;
}

/* Returns how often a passing line is counted: once, unless a share of the box's lines is lost or doubled. */
static unsigned times_of(struct model *model, unsigned socket, unsigned box)
{
	int64_t slip = (int64_t)model->box[box].line_slip;

	if (!slip || ++model->socket[socket].box[box].passed % (uint64_t)(slip < 0 ? -slip : slip))
		return 1;
	return slip < 0 ? 0 : 2;
}

static void count_box(struct model *model, unsigned socket, struct flow_burst *burst)
{
	unsigned times = times_of(model, socket, burst->box);
	const struct model_box_place *place = &model->box[burst->box];
	struct model_counter *counter = model->socket[socket].counter;

	for (unsigned i = place->counter; i < place->counter + place->counters; i++) {
		uint64_t count;

		if (!counter[i].run.running || model->counter[i].layout->clock)
			continue;
		model->burst = burst;
		count = times * count_of(model, socket, i);
		model->burst = NULL;
		if (!count)
			continue;
		model->overflows += model_counter_add(&counter[i], model->now, count);
		model_touch(model, socket, burst->box);
		model->work.moved++;
	}
}

static bool holds(const struct flow_row *row, unsigned is)
{
	unsigned kinds = row->when & FLOW_KINDS, rest = row->when & ~FLOW_KINDS;

	return is & kinds && (is & rest) == rest;
}

/* Returns the kind of line that a box on that side takes a line for. */
static unsigned taken_for(uint64_t quirks, enum flow_side side, unsigned is)
{
	if (quirks & QUIRK_READS_AS_WRITES && is & FLOW_FETCH)
		is = (is & ~(unsigned)FLOW_KINDS) | FLOW_WRITE;
	if (quirks & QUIRK_REMOTE_AS_LOCAL && side == FLOW_REQUESTER && is & FLOW_REMOTE)
		is = (is & ~(unsigned)FLOW_REMOTE) | FLOW_LOCAL;
	return is;
}

static void pass_box(struct model *model, const struct flow *flow, const struct flow_station *station, unsigned box)
{
	struct flow_burst burst = {.flow = flow, .box = box, .home_node = work_node(model, flow->home)};
	unsigned socket = socket_at(model, flow, station->side);

	if (model->box[burst.box].swapped)
		burst.box = model->box[burst.box].swapped - 1u;
	if (flow->mistaken && !(model->box[burst.box].quirks & QUIRK_REMOTE_AS_LOCAL))
		return;
	burst.is = taken_for(model->box[burst.box].quirks, station->side, flow->is);
	for (unsigned i = 0; i < station->rows && burst.rows < ARRAY_SIZE(burst.row); i++)
		if (holds(&station->row[i], burst.is))
			burst.row[burst.rows++] = &station->row[i];
	if (burst.rows)
		count_box(model, socket, &burst);
}

static void pass_station(struct model *model, const struct flow *flow, const struct flow_station *station,
			 const struct flow_places *places)
{
	unsigned beside = station->route == FLOW_BY_CHANNEL ? model->work.beside : 0, number;

	if (!places->count)
		return;
	number = choose(model, flow, station->route, places->count);
	pass_box(model, flow, station, places->box[number]);
	if (beside && (number ^ beside) < places->count)
		pass_box(model, flow, station, places->box[number ^ beside]);
}

/* True if the row is for lines that have all of `when` and one of its kinds. */
static bool is_of(unsigned row, unsigned when)
{
	unsigned rest = when & ~(unsigned)FLOW_KINDS;

	return row & when & FLOW_KINDS && (row & rest) == rest;
}

static bool station_passes(const struct flow_station *station, const char *type, unsigned when)
{
	for (unsigned i = 0; i < station->rows && !strcmp(station->type, type); i++)
		if (is_of(station->row[i].when, when))
			return true;
	return false;
}

static bool has_station(const struct flow_part *part, const char *type)
{
	for (unsigned i = 0; i < part->stations; i++)
		if (!strcmp(part->station[i].type, type))
			return true;
	return false;
}

const struct flow_station *flow_station_of(const struct flow_part *part, unsigned i)
{
	if (i < part->stations)
		return &part->station[i];
	i -= part->stations;
	for (unsigned n = 0; part->like && n < part->like->stations; n++)
		if (!has_station(part, part->like->station[n].type) && !i--)
			return &part->like->station[n];
	return NULL;
}

bool flow_passes(const struct flow_part *part, const char *type, unsigned when)
{
	const struct flow_station *station;

	for (unsigned i = 0; part && (station = flow_station_of(part, i)); i++)
		if (station_passes(station, type, when))
			return true;
	return false;
}

bool flow_counts(const struct flow_part *part, const char *type, unsigned key)
{
	const struct flow_station *station;

	for (unsigned i = 0; part && (station = flow_station_of(part, i)); i++)
		for (unsigned n = 0; n < station->rows && !strcmp(station->type, type); n++)
			if (station->row[n].key == key)
				return true;
	return false;
}

static bool has_own(const struct flow_station *station)
{
	for (unsigned i = 0; i < station->rows; i++)
		if (!(station->row[i].when & (FLOW_REMOTE | FLOW_SNOOPED)))
			return true;
	return false;
}

bool flow_is_home(const struct flow_part *part, const char *type)
{
	const struct flow_station *station;

	for (unsigned i = 0; part && (station = flow_station_of(part, i)); i++)
		if (station->side == FLOW_HOME && !strcmp(station->type, type) && has_own(station))
			return true;
	return false;
}

/* ---- what documents say of it ------------------------------------------------------------------------ */

/* True if there can be lines that have all of `when`. */
static bool is_possible(const struct model *model, unsigned when)
{
	if (when & FLOW_REMOTE && model->sockets < 2)
		return false;
	return when & (FLOW_DDR | FLOW_MCDRAM) ? !model->work.cache_mode : true;
}

bool flow_tells(const struct model *model, const char *type, unsigned when)
{
	const struct flow_part *part = model->part->flow;

	for (unsigned i = 0; part && i < part->tolds; i++)
		if (!part->told[i].reg && !part->told[i].named && !strcmp(part->told[i].type, type) &&
		    is_possible(model, part->told[i].when) && is_of(part->told[i].when, when))
			return true;
	return false;
}

static bool is_told(const struct flow_told *told, const char *type, const char *reg)
{
	if (strcmp(told->type, type) || !told->reg != !reg)
		return false;
	return !reg || !strcmp(told->reg, reg);
}

struct flow_told flow_told_bits(const struct model *model, unsigned box, const char *reg)
{
	const struct flow_part *part = model->part->flow;
	const struct model_type *type = model->unit[box].type;
	struct flow_told sum = {.type = type->name, .reg = reg};

	for (unsigned i = 0; part && i < part->tolds; i++) {
		const struct flow_told *told = &part->told[i];

		if (!is_told(told, type->name, reg) || !is_possible(model, told->when))
			continue;
		sum.bits |= told->bits << (told->shifted ? type->shift : 0);
		sum.open |= told->open << (told->shifted ? type->shift : 0);
	}
	return sum;
}

void flow_pass(struct model *model, const struct flow *flow)
{
	const struct flow_part *part = model->part->flow;
	const struct flow_station *station;
	struct flow here = *flow;

	here.mistaken = true;
	for (unsigned i = 0; (station = flow_station_of(part, i)); i++)
		pass_station(model, flow, station, &model->work.places[i]);
	/* The line also passes boxes of the requester's socket that mistake its memory for their own. */
	here.home = flow->requester;
	here.is = (uint16_t)((flow->is & ~(unsigned)FLOW_REMOTE) | FLOW_LOCAL);
	for (unsigned i = 0; flow->is & FLOW_REMOTE && (station = flow_station_of(part, i)); i++)
		if (station->side == FLOW_HOME)
			pass_station(model, &here, station, &model->work.places[i]);
	for (unsigned i = 0; i < model->sockets; i++)
		model_look_ahead(model, i);
}
