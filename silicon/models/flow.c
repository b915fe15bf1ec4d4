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

/* Returns the index of the box, out of `count` boxes. */
static unsigned choose(const struct model *model, const struct flow *flow, enum flow_route route, unsigned count)
{
	const struct flow_places *slices = &model->work.slices;
	unsigned slice;

	switch (route) {
	case FLOW_BY_SLICE: return slice_of_line(model, flow, count);
	case FLOW_BY_SLICE_HALF:
		if (!slices->count)
			return 0;
		slice = slices->number[slice_of_line(model, flow, slices->count)];
		return (slice < SLICES_HASHED ? slice / 4 : slice % 2) % count;
	case FLOW_BY_HALF: return (address_slice(model->work.masks, flow->address) >> HALF_BIT & 1) % count;
	case FLOW_BY_CHANNEL:
	case FLOW_BY_LINK: return (unsigned)(line_of(flow) % count);
	case FLOW_BY_AGENT: return (unsigned)(line_of(flow) / AGENT_CHANNELS % count);
	case FLOW_BY_CORE: return flow->core % count;
	default: return 0;
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

/* Counts a passing line once, unless a share of the box's lines is lost or doubled. */
static void count_box(struct model *model, unsigned socket, struct flow_burst *burst)
{
	const struct model_box_place *place = &model->box[burst->box];
	struct model_counter *counter = model->socket[socket].counter;
	int64_t slip = (int64_t)place->line_slip;
	unsigned times = 1;

	if (slip && ++model->socket[socket].box[burst->box].passed % (uint64_t)(slip < 0 ? -slip : slip) == 0)
		times = slip < 0 ? 0 : 2;
	for (unsigned i = place->counter; i < place->counter + place->counters; i++) {
		uint64_t select = model_value(model, socket, model->counter[i].select) & ~model->counter[i].deaf;
		struct model_meaning meaning;
		uint64_t count = 0;

		if (!counter[i].run.running || model->counter[i].layout->clock)
			continue;
		model->burst = burst;
		model_find_meaning(model, socket, i, select, &meaning);
		model->burst = NULL;
		for (unsigned source = 0; source < meaning.run.sources; source++)
			count += meaning.run.rate[source];
		if (!count || !times)
			continue;
		model->overflows += model_counter_add(&counter[i], model->now, times * count);
		model_touch(model, socket, burst->box);
		model->work.moved++;
	}
}

static void pass_box(struct model *model, const struct flow *flow, const struct flow_station *station, unsigned box)
{
	struct flow_burst burst = {.flow = flow, .box = box, .home_node = work_node(model, flow->home)};
	unsigned socket = flow->requester, is = flow->is;
	uint64_t quirks;

	if (station->side == FLOW_HOME)
		socket = flow->home;
	else if (station->side == FLOW_PEER)
		socket = (flow->requester + 1) % model->sockets;
	if (model->box[burst.box].swapped)
		burst.box = model->box[burst.box].swapped - 1u;
	quirks = model->box[burst.box].quirks;
	if (flow->mistaken && !(quirks & QUIRK_REMOTE_AS_LOCAL))
		return;

	/* The box may take a line for one of another kind. */
	if (quirks & QUIRK_READS_AS_WRITES && is & FLOW_FETCH)
		is = (is & ~(unsigned)FLOW_KINDS) | FLOW_WRITE;
	if (quirks & QUIRK_REMOTE_AS_LOCAL && station->side == FLOW_REQUESTER && is & FLOW_REMOTE)
		is = (is & ~(unsigned)FLOW_REMOTE) | FLOW_LOCAL;
	burst.is = is;
	for (unsigned i = 0; i < station->rows && burst.rows < ARRAY_SIZE(burst.row); i++) {
		unsigned kinds = station->row[i].when & FLOW_KINDS, rest = station->row[i].when & ~FLOW_KINDS;

		if (is & kinds && (is & rest) == rest)
			burst.row[burst.rows++] = &station->row[i];
	}
	if (burst.rows)
		count_box(model, socket, &burst);
}

static void pass_station(struct model *model, const struct flow *flow, const struct flow_station *station,
			 const struct flow_places *places)
{
	unsigned paired = station->route == FLOW_BY_CHANNEL ? model->work.paired : 0, number;

	if (!places->count)
		return;
	number = choose(model, flow, station->route, places->count);
	pass_box(model, flow, station, places->box[number]);
	if (paired && (number ^ paired) < places->count)
		pass_box(model, flow, station, places->box[number ^ paired]);
}

/* True if the row is for lines that have all of `when` and one of its kinds. */
static bool is_of(unsigned row, unsigned when)
{
	unsigned rest = when & ~(unsigned)FLOW_KINDS;

	return row & when & FLOW_KINDS && (row & rest) == rest;
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
		for (unsigned n = 0; n < station->rows && !strcmp(station->type, type); n++)
			if (is_of(station->row[n].when, when))
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

bool flow_is_home(const struct flow_part *part, const char *type)
{
	const struct flow_station *station;

	for (unsigned i = 0; part && (station = flow_station_of(part, i)); i++) {
		if (station->side != FLOW_HOME || strcmp(station->type, type))
			continue;
		for (unsigned n = 0; n < station->rows; n++)
			if (!(station->row[n].when & (FLOW_REMOTE | FLOW_SNOOPED)))
				return true;
	}
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

bool flow_is_documented(const struct model *model, const char *type, unsigned when)
{
	const struct flow_part *part = model->part->flow;

	for (unsigned i = 0; part && i < part->documented_count; i++)
		if (!part->documented[i].reg && !part->documented[i].named && !strcmp(part->documented[i].type, type) &&
		    is_possible(model, part->documented[i].when) && is_of(part->documented[i].when, when))
			return true;
	return false;
}

struct flow_documented flow_documented_bits(const struct model *model, unsigned box, const char *reg)
{
	const struct flow_part *part = model->part->flow;
	const struct model_type *type = model->unit[box].type;
	struct flow_documented sum = {.type = type->name, .reg = reg};

	for (unsigned i = 0; part && i < part->documented_count; i++) {
		const struct flow_documented *documented = &part->documented[i];
		bool same = !strcmp(documented->type, type->name) && !documented->reg == !reg &&
			    (!reg || !strcmp(documented->reg, reg));

		if (!same || !is_possible(model, documented->when))
			continue;
		sum.bits |= documented->bits << (documented->shifted ? type->shift : 0);
		sum.open |= documented->open << (documented->shifted ? type->shift : 0);
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
