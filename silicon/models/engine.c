/* SPDX-License-Identifier: BSD-2-Clause */
/* Time: overflows and timers in their order, and what runs between them. */
#include "lib/memory.h"
#include "silicon/models/model.h"

static bool is_latched(const struct silicon *silicon, unsigned socket, unsigned counter)
{
	const struct model_counter_place *place = &silicon->counter[counter];

	return silicon->socket[socket].box[place->box].latched >> place->flag & 1;
}

/* When the counter's next overflow will be noticed. One whose overflow bit is still set is not: the
 * bit cannot be set twice. That bounds the work of an advance, however far it goes. */
static uint64_t counter_due(const struct silicon *silicon, unsigned socket, unsigned counter)
{
	uint64_t at = silicon->socket[socket].counter[counter].overflow_at;

	if (at == MODEL_NEVER || silicon->counter[counter].silent || is_latched(silicon, socket, counter))
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

void model_touch(struct silicon *silicon, unsigned socket, unsigned box)
{
	silicon->socket[socket].box[box].stale = true;
}

static void look_into(struct silicon *silicon, unsigned socket, unsigned box)
{
	struct model_box_state *state = &silicon->socket[socket].box[box];
	const struct model_box_place *place = &silicon->box[box];

	state->stale = false;
	state->due = MODEL_NEVER;
	state->asks = MODEL_NEVER;
	for (unsigned i = place->counter; i < place->counter + place->counters; i++) {
		uint64_t due = counter_due(silicon, socket, i);

		state->due = min_u64(state->due, due);
		if (due < state->asks && silicon->part->asks_pmi(silicon, socket, i))
			state->asks = due;
	}
}

/* Kept up to date so that time can pass without a look at every counter. */
void model_look_ahead(struct silicon *silicon, unsigned socket)
{
	struct model_socket *at = &silicon->socket[socket];
	uint64_t asks = MODEL_NEVER;

	at->due = timer_due(silicon, socket);
	at->next = at->due;
	for (unsigned i = 0; i < silicon->part->boxes; i++) {
		if (at->box[i].stale)
			look_into(silicon, socket, i);
		at->due = min_u64(at->due, at->box[i].due);
		asks = min_u64(asks, at->box[i].asks);
	}
	if (asks < at->next && silicon->part->sees_pmi(silicon, socket))
		at->next = asks;
}

void model_set_timer(struct silicon *silicon, unsigned socket, unsigned timer, uint64_t due, uint64_t cores)
{
	struct model_socket *at = &silicon->socket[socket];

	at->timer[timer] = min_u64(at->timer[timer], min_u64(due, MODEL_NEVER - 1));
	at->cores[timer] |= cores;
}

uint64_t model_clock(const struct silicon *silicon, unsigned box)
{
	unsigned setting = silicon->part->box[box].type->clock;

	return setting ? silicon->setting[setting - 1] : silicon->clock;
}

/* Whether the box has a way to clear its status, and both work well enough for software to be held to it. */
static bool can_clear(const struct silicon *silicon, unsigned box)
{
	const struct model_box_place *place = &silicon->box[box];
	unsigned status = place->reg[MODEL_STATUS], clear = place->reg[MODEL_OVF_CTL];

	return !place->gp && !place->status_missing && status != MODEL_NONE && clear != MODEL_NONE &&
	       !silicon->reg[status].faulty && !silicon->reg[clear].faulty;
}

static bool is_obedient(const struct silicon *silicon, unsigned reg)
{
	return reg == MODEL_NONE || !silicon->reg[reg].forgiven;
}

bool model_started(const struct silicon *silicon, unsigned socket, unsigned counter)
{
	const struct model_counter_place *place = &silicon->counter[counter];

	return is_obedient(silicon, place->select) &&
	       is_obedient(silicon, silicon->box[place->box].reg[MODEL_GLOBAL_CTL]) &&
	       is_obedient(silicon, silicon->box[silicon->global].reg[MODEL_GLOBAL_CTL]) &&
	       silicon->part->started(silicon, socket, counter);
}

/* Whether the counter overflows when software must expect it to. */
static bool is_foreseen(const struct silicon *silicon, unsigned socket, unsigned counter)
{
	const struct model_counter_place *place = &silicon->counter[counter];

	return model_started(silicon, socket, counter) && !place->faulty && !silicon->reg[place->select].faulty &&
	       !silicon->reg[place->value].faulty && !silicon->box[place->box].unsteady;
}

/* The bit of a box in the status of the global box. */
static uint64_t summary_of(const struct silicon *silicon, unsigned box)
{
	const struct model_box *at = &silicon->part->box[box];

	if (silicon->box[box].summary)
		return silicon->box[box].summary;
	return at->setting && silicon->setting[at->setting - 1] ? at->other : at->summary;
}

void model_latch(struct silicon *silicon, unsigned socket, unsigned box, uint64_t bits, bool blamed)
{
	struct model_socket *at = &silicon->socket[socket];

	at->box[box].latched |= bits;
	model_touch(silicon, socket, box);
	if (blamed && can_clear(silicon, box))
		at->box[box].owed |= bits;
	if (!silicon->box[box].summary_missing)
		at->box[silicon->global].latched |= summary_of(silicon, box);
}

/* Returns the overflow bits of the counters of a box that overflow at `t`. */
static uint64_t overflow_box(struct silicon *silicon, unsigned socket, uint64_t t, unsigned box)
{
	const struct model_box_place *place = &silicon->box[box];
	uint64_t bits = 0;

	for (unsigned i = place->counter; i < place->counter + place->counters; i++) {
		uint64_t bit = BIT(silicon->counter[i].flag & 63);

		if (counter_due(silicon, socket, i) != t)
			continue;
		silicon->statistics.overflows += model_counter_fold(&silicon->socket[socket].counter[i], t);
		model_latch(silicon, socket, box, bit, is_foreseen(silicon, socket, i));
		bits |= bit;
	}
	return bits;
}

static void process_overflows(struct silicon *silicon, unsigned socket, uint64_t t)
{
	struct model_box_state *box = silicon->socket[socket].box;
	uint64_t any = 0;

	for (unsigned i = 0; i < silicon->part->boxes; i++) {
		if (box[i].due == t)
			box[i].overflowed = overflow_box(silicon, socket, t, i);
		any |= box[i].overflowed;
	}
	if (!any)
		return;
	silicon->part->overflow(silicon, socket, t);
	for (unsigned i = 0; i < silicon->part->boxes; i++) {
		if (!box[i].overflowed)
			continue;
		box[i].overflowed = 0;
		model_refresh(silicon, socket, t, i, false);
	}
}

static void process(struct silicon *silicon, unsigned socket, uint64_t t)
{
	process_overflows(silicon, socket, t);
	for (unsigned i = 0; i < MODEL_TIMERS; i++) {
		if (silicon->socket[socket].timer[i] != t)
			continue;
		silicon->socket[socket].timer[i] = MODEL_NEVER;
		silicon->part->expire(silicon, socket, i, t);
	}
	model_look_ahead(silicon, socket);
}

void silicon_advance(struct silicon *silicon, uint64_t now_ns)
{
	uint64_t now = max_u64(silicon->now, min_u64(now_ns, MODEL_NEVER - 1));

	for (;;) {
		uint64_t due = MODEL_NEVER;
		unsigned first = 0;

		for (unsigned i = 0; i < silicon->sockets; i++) {
			if (silicon->socket[i].due >= due)
				continue;
			due = silicon->socket[i].due;
			first = i;
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

	for (unsigned i = 0; i < silicon->sockets; i++)
		next = min_u64(next, silicon->socket[i].next);
	return next;
}

static void refresh(struct silicon *silicon, unsigned socket, uint64_t t, unsigned counter, bool anew)
{
	struct model_socket *at = &silicon->socket[socket];
	uint64_t select = model_value(silicon, socket, silicon->counter[counter].select);
	bool running = silicon->part->enabled(silicon, socket, counter);
	struct model_meaning meaning;

	at->astray[counter] |= running && !model_started(silicon, socket, counter);
	if (running == at->counter[counter].run.running && (!running || (select == at->programmed[counter] && !anew)))
		return;
	meaning.run.sources = 0;
	meaning.run.down = false;
	if (running)
		model_find_meaning(silicon, socket, counter, select, false, &meaning);
	meaning.run.running = running;
	at->programmed[counter] = select;
	silicon->statistics.overflows += model_counter_run(&at->counter[counter], t, &meaning.run);
}

void model_refresh(struct silicon *silicon, unsigned socket, uint64_t t, unsigned box, bool anew)
{
	unsigned first = box == MODEL_NONE ? 0 : box;
	unsigned last = box == MODEL_NONE ? silicon->part->boxes : box + 1;

	for (unsigned i = first; i < last; i++) {
		const struct model_box_place *place = &silicon->box[i];

		model_touch(silicon, socket, i);
		for (unsigned j = 0; j < place->counters; j++)
			refresh(silicon, socket, t, place->counter + j, anew);
	}
}

/* The bit above a box says whether any box below it still has an overflow. */
static void summarise(struct silicon *silicon, unsigned socket, uint64_t summary)
{
	struct model_box_state *boxes = silicon->socket[socket].box;
	bool any = silicon->box[silicon->global].status_sticky;

	for (unsigned i = 0; i < silicon->part->boxes; i++)
		any |= summary_of(silicon, i) == summary && boxes[i].latched && !silicon->box[i].summary_missing;
	if (!any)
		boxes[silicon->global].latched &= ~summary;
	else if (!silicon->box[silicon->global].status_sticky)
		boxes[silicon->global].latched |= summary;
}

void model_clear_overflow(struct silicon *silicon, unsigned socket, unsigned box, uint64_t bits, uint64_t t)
{
	struct model_socket *at = &silicon->socket[socket];
	const struct model_box_place *place = &silicon->box[box];
	uint64_t cleared = at->box[box].latched & bits;

	at->box[box].owed &= ~bits;
	at->box[box].cause &= ~bits;
	if (silicon->box[box].status_sticky)
		return;
	at->box[box].latched &= ~bits;
	for (unsigned i = place->counter; i < place->counter + place->counters; i++)
		if (!silicon->counter[i].silent && cleared >> silicon->counter[i].flag & 1)
			silicon->statistics.overflows += model_counter_fold(&at->counter[i], t);
	if (cleared && summary_of(silicon, box))
		summarise(silicon, socket, summary_of(silicon, box));
	model_refresh(silicon, socket, t, box, false);
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
