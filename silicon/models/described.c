/* SPDX-License-Identifier: BSD-2-Clause */
/* Behaviour of units of self-describing machines. No source mentions an interrupt of theirs: an overflow sets a bit of
 * the unit's status and, if the select asks for it, the global one, and freezes all units of the socket. */
#include "silicon/models/described.h"

/* ---- the machine -------------------------------------------------------------------------------------- */

static unsigned global_ctl(const struct model *model)
{
	return model->box[model->global].reg[MODEL_GLOBAL_CTL];
}

/* Another place for device memory that platform firmware may choose: every processor can address it. */
#define ABOVE_4_GIB UINT64_C(0x800000000)

const struct model_window model_described_window = {.first = 0xf0000000, .stride = 1 << 20, .bytes = 1 << 20};

void model_described_settle(struct model *model)
{
	uint64_t reads_1 = model->setting[DESCRIBED_UNNAMED] ? BIT(model->setting[DESCRIBED_UNNAMED]) : 0;

	model_core_settle(model);
	if (model->setting[DESCRIBED_GLOBAL] == DESCRIBED_FROZEN)
		model->reg[global_ctl(model)].initial = model->unit[model->global].type->frozen;
	for (unsigned i = 0; i < model->registers; i++) {
		struct model_register *at = &model->reg[i];
		bool above = model->unit[at->box].type->single && !model->box[at->box].counters;
		uint64_t step = (uint64_t)at->address % 64 + 1;

		/* For registers above all units, sources name only one bit of the control and the units' bits of the status. */
		if (above && (at->bank->role == MODEL_GLOBAL_CTL || at->bank->role == MODEL_STATUS)) {
			at->undocumented |= ~at->writable;
			at->initial |= i == global_ctl(model) ? reads_1 & ~at->writable : 0;
		}

		/* Each port and direction of each box has a different rate. A single register counts the box's clock. */
		if (at->bank->role == MODEL_TICKER)
			at->rate = at->bank->numbered ? 250000 * step + 1000 * model->unit[at->box].number
						      : model_clock(model, at->box);
	}
	if (model->setting[DESCRIBED_WINDOW] == DESCRIBED_HIGH)
		model->window_moved = ABOVE_4_GIB;
	model->dark = model_discovery_dark(model);
	model->box[model->global].freeze_ns = model->setting[DESCRIBED_FREEZE_DELAY];
}

unsigned model_described_chas(const struct model *model, unsigned setting)
{
	unsigned threads = (unsigned)model->setting[CORE_THREADS];

	return model->setting[setting] ? (unsigned)model->setting[setting]
				       : (unsigned)max_u64(model->cores / threads, DESCRIBED_CHAS);
}

void model_described_settle_chas(struct model *model, unsigned setting)
{
	model_described_settle(model);
	model_lack(model, "cha", model_described_chas(model, setting));
}

/* Sockets have equal shares of the buses. The uncore's functions (index 0) are on the last but one bus of a share,
 * other functions of the socket on the bus before. */
uint8_t model_described_bus(const struct model *model, unsigned socket, unsigned index)
{
	return (uint8_t)(256 / model->sockets * (socket + 1) - 2 - index);
}

unsigned model_described_node(const struct model *model, unsigned socket)
{
	return model->setting[DESCRIBED_NODES] == DESCRIBED_IDENTITY || socket >= model->sockets
		       ? socket
		       : model->sockets - 1 - socket;
}

uint64_t model_described_nodes(const struct model *model)
{
	uint64_t map = 0;

	for (unsigned i = 0; i < 8; i++)
		map |= (uint64_t)model_described_node(model, i) << 3 * i;
	return map;
}

void model_described_set_nodes(struct model *model, unsigned socket)
{
	for (unsigned i = 0; i < model->registers; i++) {
		if (model_is_bank(model, i, "cpunodeid"))
			model->socket[socket].value[i] = model_described_node(model, socket);
		if (model_is_bank(model, i, "gidnidmap"))
			model->socket[socket].value[i] = model_described_nodes(model);
	}
}

/* ---- overflows ---------------------------------------------------------------------------------------- */

static void freeze_units(struct model *model, unsigned socket, uint64_t t)
{
	model->socket[socket].value[global_ctl(model)] |= model->unit[model->global].type->frozen;
	model_refresh(model, socket, t, MODEL_NONE, false);
}

/* True if a counter that has just overflowed must freeze the socket. */
static bool freezes(const struct model *model, unsigned socket, unsigned box)
{
	const struct model_box_place *place = &model->box[box];
	uint64_t overflowed = model->socket[socket].box[box].overflowed;

	for (unsigned i = place->counter; i < place->counter + place->counters; i++)
		if (!(model->counter[i].quirks & COUNTER_SILENT) && overflowed >> model->counter[i].flag & 1 &&
		    model_asks_pmi(model, socket, i))
			return true;
	return false;
}

void model_described_overflow(struct model *model, unsigned socket, uint64_t t)
{
	const struct model_box_place *global = &model->box[model->global];
	bool any = false;

	model_core_overflow(model, socket, t);
	for (unsigned i = 0; i < model->boxes; i++)
		any |= model_core_is_heard(model, socket, i) || (!model_core_is(model, i) && freezes(model, socket, i));
	if (!any || global->quirks & QUIRK_NEVER_FREEZES)
		return;
	if (global->freeze_ns)
		model_set_timer(model, socket, MODEL_TIMER_SOCKET, t + global->freeze_ns, NULL);
	else
		freeze_units(model, socket, t);
}

void model_described_expire(struct model *model, unsigned socket, unsigned timer, uint64_t t)
{
	if (timer == MODEL_TIMER_SOCKET)
		freeze_units(model, socket, t);
	else
		model_core_expire(model, socket, timer, t);
}

/* ---- what counters count ------------------------------------------------------------------------------ */

static const struct model_event any_event = {
	.code = 1,
	.subs = 0xff,
	.increment = 1,
	.run = 1,
	.name = "ANY",
	.flags = MODEL_BARE,
};
const struct model_event_list model_described_any_events = {&any_event, 1, NULL};

const struct model_event *model_described_event(const struct model_sight *sight, struct model_meaning *meaning)
{
	const struct model_counter_place *place = &sight->model->counter[sight->counter];
	const struct model_type *type = sight->model->unit[place->box].type;
	unsigned code = sight->selection.event;
	bool known = false;

	for (const struct model_event_list *list = type->events; list; list = list->also) {
		if (list == &model_described_any_events && !code && place->layout->enable != MODEL_NO_BIT)
			return NULL; /* enabled, but counts nothing */
		if (list == &model_described_any_events)
			return code && !known ? meaning->event = &any_event : model_select_event(sight, meaning, code);
		for (unsigned i = 0; i < list->count; i++) {
			const struct model_event *row = &list->row[i];

			if (row->code != code)
				continue;
			known = true;
			if (model_has_umask(row, sight->selection.umask) &&
			    (!row->counters || row->counters >> place->number & 1))
				return meaning->event = row;
		}
	}
	return model_select_event(sight, meaning, code);
}

/* Each set bit of a field lets a share pass; higher bits have larger shares, and all bits together let everything pass.
 * With no bit set the field does not filter. */
static uint64_t let_pass(uint64_t rate, uint64_t select, uint64_t field)
{
	uint64_t passing = 0, all = 0;

	for (unsigned bit = 32; bit < 64; bit++) {
		if (!(field >> bit & 1))
			continue;
		all += bit - 28;
		passing += select >> bit & 1 ? bit - 28 : 0;
	}
	return passing ? rate / all * passing + rate % all * passing / all : rate;
}

static uint64_t narrow(const struct model_sight *sight, uint64_t rate)
{
	const struct model_layout *layout = sight->model->counter[sight->counter].layout;

	for (size_t i = 0; i < ARRAY_SIZE(layout->narrows); i++)
		rate = let_pass(rate, sight->select, layout->narrows[i]);
	return rate;
}

/* Each thread that a filter can choose has an equal share of everything, and so does traffic without a thread. */
uint64_t model_described_share(const struct model_sight *sight, struct model_meaning *meaning, uint64_t rate)
{
	const struct model *model = sight->model;
	uint64_t thread;

	if (model->box[model->counter[sight->counter].box].quirks & QUIRK_FILTERS_OPEN)
		return rate;
	thread = model_field_value(sight, meaning, 0);
	return thread <= model->cores ? rate / (model->cores + 1) : 0;
}

void model_described_mean(const struct model_sight *sight, struct model_meaning *meaning)
{
	const struct model_event *event = model_described_event(sight, meaning);
	const struct model_type *type = sight->model->unit[sight->model->counter[sight->counter].box].type;
	bool any = event == &any_event, filtered = sight->select & DESCRIBED_TID && type->field;

	if (!event)
		return;
	model_add_umask(sight, meaning, event);
	for (unsigned i = 0; i < meaning->run.sources; i++) {
		uint64_t rate = meaning->run.rate[i];

		if (!(event->flags & MODEL_CLOCKED))
			rate = narrow(sight, rate);

		if (any)
			rate = rate / 64 * (64 + sight->selection.event + type->unit % 64);
		meaning->run.rate[i] = filtered ? model_described_share(sight, meaning, rate) : rate;
	}
}
