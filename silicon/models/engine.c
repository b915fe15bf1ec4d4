/* SPDX-License-Identifier: BSD-2-Clause */
/* Time: overflows and timers in their order, and what runs between them. */
#include "lib/memory.h"
#include "silicon/models/model.h"

static bool is_latched(const struct silicon *silicon, unsigned socket, unsigned counter)
{
	const struct model_counter_place *place = &silicon->counter[counter];

	return silicon->socket[socket].box[place->box].latched >> place->bit & 1;
}

/* When the counter's next overflow will be noticed. One whose overflow bit is still set is not: the
 * bit cannot be set twice. That bounds the work of an advance, however far it goes. */
static uint64_t counter_due(const struct silicon *silicon, unsigned socket, unsigned counter)
{
	uint64_t at = silicon->socket[socket].counter[counter].overflow_at;

	if (at == MODEL_NEVER || silicon->counter[counter].silent ||
	    is_latched(silicon, socket, counter))
		return MODEL_NEVER;
	return at;
}

static uint64_t timer_due(const struct silicon *silicon, unsigned socket)
{
	uint64_t due = MODEL_NEVER;

	for (unsigned i = 0; i < MODEL_TIMERS; i++)
		due = min_u64(due, silicon->socket[socket].timer[i]);
	return due;
}

static uint64_t socket_due(const struct silicon *silicon, unsigned socket)
{
	uint64_t due = timer_due(silicon, socket);

	for (unsigned i = 0; i < silicon->counters; i++)
		due = min_u64(due, counter_due(silicon, socket, i));
	return due;
}

/* Whether the box's status and its clearing work well enough for software to be held to it. */
static bool can_clear(const struct silicon *silicon, unsigned box)
{
	const struct model_box_place *place = &silicon->box[box];

	return !place->gp && !place->status_missing &&
	       !silicon->reg[place->reg[MODEL_STATUS]].forgiven &&
	       !silicon->reg[place->reg[MODEL_OVF_CTL]].forgiven;
}

void model_latch(struct silicon *silicon, unsigned socket, unsigned box, uint64_t bits, bool blamed)
{
	struct model_socket *at = &silicon->socket[socket];

	at->box[box].latched |= bits;
	if (blamed && can_clear(silicon, box))
		at->box[box].owed |= bits;
	at->box[silicon->global].latched |= silicon->part->box[box].summary;
}

static bool overflow_counters(struct silicon *silicon, unsigned socket, uint64_t t,
			      uint64_t overflowed[MODEL_BOXES])
{
	bool any = false;

	for (unsigned i = 0; i < silicon->counters; i++) {
		const struct model_counter_place *place = &silicon->counter[i];

		if (counter_due(silicon, socket, i) != t)
			continue;
		silicon->statistics.overflows +=
			model_counter_fold(&silicon->socket[socket].counter[i], t);
		model_latch(silicon, socket, place->box, BIT(place->bit),
			    silicon->part->started(silicon, socket, i));
		overflowed[place->box] |= BIT(place->bit);
		any = true;
	}
	return any;
}

static void process(struct silicon *silicon, unsigned socket, uint64_t t)
{
	uint64_t overflowed[MODEL_BOXES] = {0};

	if (overflow_counters(silicon, socket, t, overflowed))
		silicon->part->overflow(silicon, socket, t, overflowed);
	for (unsigned i = 0; i < MODEL_TIMERS; i++) {
		if (silicon->socket[socket].timer[i] != t)
			continue;
		silicon->socket[socket].timer[i] = MODEL_NEVER;
		silicon->part->expire(silicon, socket, i, t);
	}
}

void silicon_advance(struct silicon *silicon, uint64_t now_ns)
{
	uint64_t now = max_u64(silicon->now, min_u64(now_ns, MODEL_NEVER - 1));

	for (;;) {
		uint64_t due = MODEL_NEVER;
		unsigned first = 0;

		for (unsigned i = 0; i < silicon->sockets; i++) {
			uint64_t at = socket_due(silicon, i);

			if (at < due) {
				due = at;
				first = i;
			}
		}
		if (due > now)
			break;
		silicon->now = max_u64(silicon->now, due);
		process(silicon, first, due);
	}
	silicon->now = now;
}

uint64_t silicon_next_event(const struct silicon *silicon)
{
	uint64_t next = MODEL_NEVER;

	for (unsigned i = 0; i < silicon->sockets; i++) {
		next = min_u64(next, timer_due(silicon, i));
		if (!silicon->part->sees_pmi(silicon, i))
			continue;
		for (unsigned j = 0; j < silicon->counters; j++)
			if (silicon->part->asks_pmi(silicon, i, j))
				next = min_u64(next, counter_due(silicon, i, j));
	}
	return next;
}

void model_refresh(struct silicon *silicon, unsigned socket, uint64_t t)
{
	struct model_socket *at = &silicon->socket[socket];

	for (unsigned i = 0; i < silicon->counters; i++) {
		uint64_t select = model_value(silicon, socket, silicon->counter[i].select);
		bool running = silicon->part->enabled(silicon, socket, i);
		uint64_t rate[MODEL_SOURCES];
		unsigned sources;

		at->astray[i] |= running && !silicon->part->started(silicon, socket, i);
		if (running == at->counter[i].running && (!running || select == at->programmed[i]))
			continue;
		sources = running ? model_sources(silicon, socket, i, select, rate) : 0;
		at->programmed[i] = select;
		silicon->statistics.overflows +=
			model_counter_run(&at->counter[i], t, running, rate, sources);
	}
}

/* The bit above a box says whether any box below it still has an overflow. */
static void summarise(struct silicon *silicon, unsigned socket, uint64_t summary)
{
	struct model_box_state *boxes = silicon->socket[socket].box;
	bool any = silicon->box[silicon->global].status_sticky;

	for (unsigned i = 0; i < silicon->part->boxes; i++)
		any |= silicon->part->box[i].summary == summary && boxes[i].latched;
	if (!any)
		boxes[silicon->global].latched &= ~summary;
	else if (!silicon->box[silicon->global].status_sticky)
		boxes[silicon->global].latched |= summary;
}

void model_clear_overflow(struct silicon *silicon, unsigned socket, unsigned box, uint64_t bits,
			  uint64_t t)
{
	struct model_socket *at = &silicon->socket[socket];
	uint64_t cleared = at->box[box].latched & bits;

	at->box[box].owed &= ~bits;
	at->box[box].cause &= ~bits;
	if (silicon->box[box].status_sticky)
		return;
	at->box[box].latched &= ~bits;
	for (unsigned i = 0; i < silicon->counters; i++)
		if (silicon->counter[i].box == box && cleared >> silicon->counter[i].bit & 1)
			silicon->statistics.overflows += model_counter_fold(&at->counter[i], t);
	if (cleared && silicon->part->box[box].summary)
		summarise(silicon, socket, silicon->part->box[box].summary);
}

void model_send_pmi(struct silicon *silicon, unsigned socket, uint64_t cores)
{
	cores &= MASK(0, silicon->cores);
	if (!cores)
		return;
	silicon->statistics.pmis++;
	if (silicon->owner.pmi)
		silicon->owner.pmi(silicon->owner.context, socket, cores);
}
