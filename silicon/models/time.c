/* SPDX-License-Identifier: BSD-2-Clause */
/* Time: handles overflows and timers in order, and what happens between them. */
#include "lib/memory.h"
#include "silicon/models/core.h"
#include "silicon/models/pmon.h"

static bool is_latched(const struct model *model, unsigned socket, unsigned counter)
{
	const struct model_counter_place *place = &model->counter[counter];

	return model->socket[socket].box[place->box].latched >> place->flag & 1;
}

/* Returns when the counter's next overflow will be noticed. While its overflow bit is set, it will not: the bit cannot
 * be set twice. That bounds the work of an advance, however long it is. */
static uint64_t counter_due(const struct model *model, unsigned socket, unsigned counter)
{
	const struct model_counter_place *place = &model->counter[counter];
	uint64_t at = model->socket[socket].counter[counter].overflow_at;

	if (at == MODEL_NEVER || place->quirks & COUNTER_SILENT || is_latched(model, socket, counter) ||
	    (model->unit[place->box].type->asked_only && !model_asks_pmi(model, socket, counter)))
		return MODEL_NEVER;
	return at;
}

void model_touch(struct model *model, unsigned socket, unsigned box)
{
	struct model_socket *at = &model->socket[socket];

	at->box[box].stale = true;
	if (at->box[box].live)
		return;
	at->box[box].live = true;
	at->live[at->lives++] = (uint16_t)box;
}

static void look_into(struct model *model, unsigned socket, unsigned box)
{
	struct model_box_state *state = &model->socket[socket].box[box];
	const struct model_box_place *place = &model->box[box];

	state->stale = false;
	state->due = MODEL_NEVER;
	state->asks = MODEL_NEVER;
	for (unsigned i = place->counter; i < place->counter + place->counters; i++) {
		uint64_t due = counter_due(model, socket, i);

		state->due = min_u64(state->due, due);
		if (due < state->asks && model_asks_pmi(model, socket, i))
			state->asks = due;
	}
}

static bool sees_pmi(const struct model *model, unsigned socket, unsigned box)
{
	return !model->part->sees_pmi || model->part->sees_pmi(model, socket, box);
}

/* Finds the next due time, to avoid looking at every counter. Boxes that will not overflow wait for an access. */
void model_look_ahead(struct model *model, unsigned socket)
{
	struct model_socket *at = &model->socket[socket];
	unsigned kept = 0;

	at->due = MODEL_NEVER;
	for (unsigned i = 0; i < MODEL_TIMERS; i++)
		at->due = min_u64(at->due, at->timer[i]);
	at->next = at->due;
	for (unsigned i = 0; i < at->lives; i++) {
		unsigned number = at->live[i];
		struct model_box_state *box = &at->box[number];

		if (box->stale)
			look_into(model, socket, number);
		at->due = min_u64(at->due, box->due);
		if (box->asks < at->next && sees_pmi(model, socket, number))
			at->next = box->asks;
		box->live = box->due != MODEL_NEVER;
		if (box->live)
			at->live[kept++] = (uint16_t)number;
	}
	at->lives = kept;
}

void model_set_timer(struct model *model, unsigned socket, unsigned timer, uint64_t due,
		     const struct silicon_cores *cores)
{
	struct model_socket *at = &model->socket[socket];

	at->timer[timer] = min_u64(at->timer[timer], min_u64(due, MODEL_NEVER - 1));
	if (cores)
		cores_join(&at->cores[timer], cores);
}

uint64_t model_clock(const struct model *model, unsigned box)
{
	unsigned setting = model->unit[box].type->clock, sixteenths = model->box[box].clocked;
	uint64_t clock = setting ? model->setting[setting - 1] : model->clock;

	return sixteenths ? min_u64(clock * sixteenths / 16, MODEL_CLOCK_LIMIT) : clock;
}

bool model_runs(const struct model *model, unsigned socket, unsigned counter)
{
	unsigned box = model->counter[counter].box;
	const struct model_type *type = model->unit[box].type;

	if (model->socket[socket].box[box].idle || model->box[box].quirks & QUIRK_CLOCK_ABSENT)
		return false;
	if (type->runs)
		return type->runs(model, socket, counter);
	return model->part->runs ? model->part->runs(model, socket, counter) : model_pmon_runs(model, socket, counter);
}

bool model_asks_pmi(const struct model *model, unsigned socket, unsigned counter)
{
	const struct model_counter_place *place = &model->counter[counter];

	return place->pmi != MODEL_NO_BIT &&
	       (model_value(model, socket, place->select) & ~place->deaf) >> place->pmi & 1;
}

/* ---- what takes time ------------------------------------------------------------------------------ */

static uint64_t delay_of(const struct model *model, unsigned box, unsigned delay)
{
	return model->box[box].late_ns[delay] + (model_core_is(model, box) ? 0 : model->delay[delay]);
}

uint64_t model_status_shows(const struct model *model, unsigned socket, unsigned box)
{
	const struct model_box_state *at = &model->socket[socket].box[box];
	uint64_t bits = at->latched;

	if (model->now < at->shows_at)
		bits &= ~at->coming;
	if (model->now < at->clears_at)
		bits |= at->going;
	return bits;
}

/* If other bits of the box are already on their way, new bits arrive together with them. */
static void latch_bits(struct model *model, unsigned socket, uint64_t t, unsigned box, uint64_t bits)
{
	struct model_box_state *at = &model->socket[socket].box[box];
	uint64_t delay = delay_of(model, box, MODEL_DELAY_STATUS), fresh = bits & ~at->latched;

	at->latched |= bits;
	if (!delay || !fresh)
		return;
	if (t >= at->shows_at) {
		at->coming = 0;
		at->shows_at = t + delay;
	}
	at->coming |= fresh;
}

/* Returns which bits a clear can reach at `t`: a message on its way sets its bit afterwards. */
static uint64_t arrived(const struct model_box_state *at, uint64_t t)
{
	return t < at->shows_at ? ~at->coming : ~UINT64_C(0);
}

static void drop_bits(struct model *model, unsigned socket, uint64_t t, unsigned box, uint64_t bits)
{
	struct model_box_state *at = &model->socket[socket].box[box];
	uint64_t delay = delay_of(model, box, MODEL_DELAY_CLEAR), gone = at->latched & bits;

	at->latched &= ~bits;
	if (!delay || !gone)
		return;
	if (t >= at->clears_at)
		at->going = 0;
	at->going |= gone;
	at->clears_at = t + delay;
}

/* True if a counter that should stop keeps counting for a while. */
static bool stops_late(struct model *model, unsigned socket, uint64_t t, unsigned counter)
{
	struct model_counter *at = &model->socket[socket].counter[counter];
	uint64_t delay = delay_of(model, model->counter[counter].box, MODEL_DELAY_STOP);

	if (!delay || !at->run.running)
		return false;
	if (!at->stops_at) {
		at->stops_at = t + delay;
		model_set_timer(model, socket, MODEL_TIMER_STOP, at->stops_at, NULL);
	}
	return t < at->stops_at;
}

static void stop_late(struct model *model, unsigned socket, uint64_t t)
{
	for (unsigned i = 0; i < model->counters; i++) {
		const struct model_counter *at = &model->socket[socket].counter[i];

		if (at->stops_at && at->stops_at <= t)
			model_refresh(model, socket, t, model->counter[i].box, false);
		if (at->stops_at > t)
			model_set_timer(model, socket, MODEL_TIMER_STOP, at->stops_at, NULL);
	}
}

/* ---- overflows ------------------------------------------------------------------------------------ */

static void latch(struct model *model, unsigned socket, uint64_t t, unsigned box, uint64_t bits)
{
	latch_bits(model, socket, t, box, bits);
	model_touch(model, socket, box);
	if (model->global != MODEL_NONE) {
		latch_bits(model, socket, t, model_above(model, box), model->box[box].summary);
		model_touch(model, socket, model_above(model, box));
	}
}

void model_latch(struct model *model, unsigned socket, unsigned box, uint64_t bits)
{
	latch(model, socket, model->now, box, bits);
}

/* Sets a status bit of a counter's box, and the summary bit above it. */
static void latch_one(struct model *model, unsigned socket, uint64_t t, unsigned counter, uint64_t bit)
{
	const struct model_counter_place *place = &model->counter[counter];
	bool unasked = model->unit[place->box].type->asked_summary && !model_asks_pmi(model, socket, counter);

	if (!place->summary && !unasked) {
		latch(model, socket, t, place->box, bit);
		return;
	}
	latch_bits(model, socket, t, place->box, bit);
	if (!unasked)
		latch_bits(model, socket, t, model->global, place->summary);
	model_touch(model, socket, place->box);
	model_touch(model, socket, model->global);
}

/* Returns the overflow bits of the counters of a box that overflow at `t`. */
static uint64_t overflow_box(struct model *model, unsigned socket, uint64_t t, unsigned box)
{
	const struct model_box_place *place = &model->box[box];
	uint64_t bits = 0;

	for (unsigned i = place->counter; i < place->counter + place->counters; i++) {
		uint64_t bit = BIT(model->counter[i].flag & 63);

		if (counter_due(model, socket, i) != t)
			continue;
		model->overflows += model_counter_fold(&model->socket[socket].counter[i], t);
		latch_one(model, socket, t, i, bit);
		bits |= bit;
	}
	return bits;
}

static void process_overflows(struct model *model, unsigned socket, uint64_t t)
{
	struct model_box_state *box = model->socket[socket].box;
	uint64_t any = 0;

	for (unsigned i = 0; i < model->boxes; i++) {
		if (box[i].due == t)
			box[i].overflowed = overflow_box(model, socket, t, i);
		any |= box[i].overflowed;
	}
	if (!any)
		return;
	model->part->overflow(model, socket, t);
	for (unsigned i = 0; i < model->boxes; i++) {
		if (!box[i].overflowed)
			continue;
		box[i].overflowed = 0;
		model_refresh(model, socket, t, i, false);
	}
}

void model_process(struct model *model, unsigned socket, uint64_t t)
{
	process_overflows(model, socket, t);
	for (unsigned i = 0; i < MODEL_TIMERS; i++) {
		if (model->socket[socket].timer[i] != t)
			continue;
		model->socket[socket].timer[i] = MODEL_NEVER;
		if (i == MODEL_TIMER_STOP)
			stop_late(model, socket, t);
		else
			model->part->expire(model, socket, i, t);
	}
	model_look_ahead(model, socket);
}

uint64_t model_due(const struct model *model, unsigned *first)
{
	uint64_t due = MODEL_NEVER;

	*first = 0;
	for (unsigned i = 0; i < model->sockets; i++) {
		if (model->socket[i].due >= due)
			continue;
		due = model->socket[i].due;
		*first = i;
	}
	return due;
}

uint64_t model_next(const struct model *model)
{
	uint64_t next = MODEL_NEVER;

	for (unsigned i = 0; i < model->sockets; i++)
		next = min_u64(next, model->socket[i].next);
	return next;
}

/* A counter that does not wrap stops at its overflow until its overflow bit is cleared. */
static void refresh(struct model *model, unsigned socket, uint64_t t, unsigned counter, bool decode)
{
	struct model_socket *at = &model->socket[socket];
	const struct model_counter_place *place = &model->counter[counter];
	uint64_t select = model_value(model, socket, place->select);
	bool stopped = !(place->quirks & COUNTER_SILENT) && is_latched(model, socket, counter) &&
		       model_decode(place->layout, select & ~place->deaf).stops;
	bool running = !stopped && model_runs(model, socket, counter);
	struct model_meaning meaning;

	if (!running && (!at->counter[counter].run.running || stops_late(model, socket, t, counter)))
		return;
	at->counter[counter].stops_at = 0;
	if (running && at->counter[counter].run.running && select == at->programmed[counter] && !decode)
		return;
	meaning.run = (struct model_run){0};
	if (running)
		model_find_meaning(model, socket, counter, select & ~place->deaf, &meaning);
	meaning.run.running = running;
	at->programmed[counter] = select;
	model->overflows += model_counter_run(&at->counter[counter], t, &meaning.run);
}

static bool is_idle(const struct model *model, unsigned socket, unsigned box)
{
	const struct model_box_place *place = &model->box[box];

	if (model->unit[box].type->runs)
		return false;
	for (unsigned i = place->counter; i < place->counter + place->counters; i++)
		if (model->socket[socket].counter[i].run.running ||
		    model_is_enabled(model->counter[i].layout, model_value(model, socket, model->counter[i].select)))
			return false;
	return true;
}

static void refresh_box(struct model *model, unsigned socket, uint64_t t, unsigned box, bool decode)
{
	const struct model_box_place *place = &model->box[box];
	bool *idle = &model->socket[socket].box[box].idle;

	*idle = is_idle(model, socket, box);
	model_touch(model, socket, box);
	for (unsigned i = 0; i < place->counters && !*idle; i++)
		refresh(model, socket, t, place->counter + i, decode);
}

bool model_obeys_global(const struct model *model, unsigned socket, unsigned box)
{
	return !model->socket[socket].box[box].idle && !model_core_is(model, box);
}

void model_refresh(struct model *model, unsigned socket, uint64_t t, unsigned box, bool decode)
{
	if (box != MODEL_NONE) {
		refresh_box(model, socket, t, box, decode);
		return;
	}
	for (unsigned i = 0; i < model->boxes; i++)
		if (model_obeys_global(model, socket, i))
			refresh_box(model, socket, t, i, decode);
}

/* The bit above a box says whether any box below it still has an overflow. */
static void summarise(struct model *model, unsigned socket, uint64_t t, unsigned box)
{
	struct model_box_state *boxes = model->socket[socket].box;
	uint64_t summary = model->box[box].summary;
	bool any = model->box[box].quirks & QUIRK_SUMMARY_STAYS;

	if (model->global == MODEL_NONE || model->box[model->global].quirks & QUIRK_NEVER_CLEARS ||
	    model->unit[model->global].type->keeps_summary)
		return;
	for (unsigned i = 0; i < model->boxes; i++)
		any |= model->box[i].summary == summary && boxes[i].latched;
	if (any && !(model->box[box].quirks & QUIRK_SUMMARY_HASTY))
		boxes[model->global].latched |= summary;
	else
		drop_bits(model, socket, t, model->global, summary & arrived(&boxes[model->global], t));
}

/* The counter may have overflowed again, unnoticed, while its bit was set. */
static void clear_one(struct model *model, unsigned socket, unsigned counter, uint64_t t)
{
	struct model_counter *at = &model->socket[socket].counter[counter];

	model->overflows += model_counter_fold(at, t);
	if (model->counter[counter].quirks & COUNTER_CLEARED_TOO)
		model_counter_set(at, t, 0);
}

static void clear(struct model *model, unsigned socket, unsigned box, uint64_t bits, uint64_t t)
{
	struct model_socket *at = &model->socket[socket];
	const struct model_box_place *place = &model->box[box];
	uint64_t cleared;

	if (bits && place->quirks & QUIRK_CLEARS_TOGETHER)
		bits = ~UINT64_C(0);
	if (place->quirks & QUIRK_NEVER_THAWS)
		bits &= ~CORE_STATUS_FROZEN;
	bits &= arrived(&at->box[box], t) & ~at->box[box].stuck;
	cleared = at->box[box].latched & bits;
	at->box[box].cause &= ~bits;
	if (place->quirks & QUIRK_NEVER_CLEARS)
		return;
	drop_bits(model, socket, t, box, bits);
	for (unsigned i = place->counter; i < place->counter + place->counters; i++)
		if (!(model->counter[i].quirks & COUNTER_SILENT) && cleared >> model->counter[i].flag & 1)
			clear_one(model, socket, i, t);
	if (place->quirks & QUIRK_THAW_CLEARS && cleared & CORE_STATUS_FROZEN)
		at->value[place->reg[MODEL_GLOBAL_CTL]] = 0;
	if (cleared && place->summary)
		summarise(model, socket, t, box);
	model_refresh(model, socket, t, box, false);
}

/* Overflows of boxes without a status appear only in the status above and are cleared there. */
void model_clear_overflow(struct model *model, unsigned socket, unsigned box, uint64_t bits, uint64_t t)
{
	clear(model, socket, box, bits, t);
	if (box != model->global || model->box[box].quirks & QUIRK_NEVER_CLEARS)
		return;
	for (unsigned i = 0; i < model->boxes; i++)
		if (model->box[i].reg[MODEL_STATUS] == MODEL_NONE && model->box[i].summary & bits)
			clear(model, socket, i, ~UINT64_C(0), t);
}

void model_send_pmi(struct model *model, unsigned socket, unsigned box, const struct silicon_cores *cores, uint64_t t)
{
	struct silicon_cores there = cores_below(model->cores);

	cores_keep(&there, cores);
	if (cores_count(&there))
		model->signals.pmi(model->signals.context, socket, box, &there, t);
}

void model_log(struct model *model, const char *format, ...)
{
	char buffer[320];
	struct text line = TEXT_OVER(buffer);
	va_list arguments;

	va_start(arguments, format);
	text_format_list(&line, format, arguments);
	va_end(arguments);
	model->signals.log(model->signals.context, buffer);
}
