/* SPDX-License-Identifier: BSD-2-Clause */
/* From what an event select says to the sources that its counter counts. */
#include "lib/memory.h"
#include "silicon/models/model.h"

static unsigned field8(uint64_t value, uint8_t low)
{
	return low == MODEL_NO_BIT ? 0 : (unsigned)(value >> low & 0xff);
}

static bool flag(uint64_t value, uint8_t bit)
{
	return bit != MODEL_NO_BIT && value >> bit & 1;
}

struct model_selection model_decode(const struct model_layout *layout, uint64_t value)
{
	return (struct model_selection){
		.enable = flag(value, layout->enable),
		.pmi = flag(value, layout->pmi),
		.edge = flag(value, layout->edge),
		.invert = flag(value, layout->invert),
		.event = layout->event_bits ? (unsigned)(value & MASK(0, layout->event_bits)) : 0,
		.umask = field8(value, layout->umask_low),
		.threshold = field8(value, layout->threshold_low),
	};
}

const struct model_event *model_find_event(const struct model_event_list *events, unsigned code)
{
	for (unsigned i = 0; i < events->count; i++)
		if (events->row[i].code == code)
			return &events->row[i];
	return NULL;
}

const struct model_event *model_name_event(const struct model_event_list *events, struct slice name)
{
	uint64_t code;

	if (parse_u64(name, &code))
		return code <= UINT16_MAX ? model_find_event(events, (unsigned)code) : NULL;
	for (unsigned i = 0; i < events->count; i++)
		if (slice_is_no_case(name, events->row[i].name))
			return &events->row[i];
	return NULL;
}

bool model_same_word(struct slice a, struct slice b)
{
	char word[32];
	struct text text = TEXT_OVER(word);

	text_bytes(&text, b.at, b.length);
	return !text.truncated && slice_is_no_case(a, word);
}

unsigned model_name_sub(const struct model_event *event, struct slice name)
{
	struct slice names = slice_of(event->sub_names);
	uint64_t number;

	if (parse_u64(name, &number))
		return number && !(number & (number - 1)) && (number & ~(uint64_t)event->subs) == 0
			       ? (unsigned)number
			       : 0;
	for (unsigned sub = 1; sub <= event->subs; sub <<= 1)
		if (event->subs & sub && model_same_word(name, slice_cut(&names, ' ')))
			return sub;
	return 0;
}

/* The default rate: different for every event, sub-event, instance and socket, so that a swap of any
 * two shows in the counts. */
static uint64_t default_rate(const struct model_event *event, unsigned sub, unsigned number,
			     unsigned socket)
{
	uint64_t rate = UINT64_C(100003) * (event->code + 1u);
	unsigned weight = 0;

	for (; sub; sub >>= 1)
		weight++;
	rate += UINT64_C(50021) * weight * weight;
	return rate * event->increment * (64 + 8 * number + socket) / 64;
}

static uint64_t rate_of(const struct silicon *silicon, unsigned socket, unsigned box,
			const struct model_event *event, unsigned sub)
{
	for (unsigned i = 0; i < silicon->rates; i++) {
		const struct model_rate *rate = &silicon->rate[i];

		if (rate->box == box && rate->code == event->code && rate->sub == sub)
			return rate->rate;
	}
	return default_rate(event, sub, silicon->part->box[box].number, socket);
}

/* What is left of a signal after threshold, invert and edge detection, as one source. */
static uint64_t shaped_rate(const struct silicon *silicon, const struct model_event *event,
			    const struct model_selection *selection, uint64_t total)
{
	uint64_t active = min_u64(total / event->increment, silicon->clock);
	uint64_t passing = active;
	bool constant = false;

	if (selection->threshold > event->increment) {
		constant = true;
		passing = selection->invert ? silicon->clock : 0;
	} else if (selection->threshold && selection->invert) {
		passing = silicon->clock - active;
	}
	if (!selection->edge)
		return passing;
	return constant || active == silicon->clock ? 0 : active / event->run;
}

unsigned model_sources(const struct silicon *silicon, unsigned socket, unsigned counter,
		       uint64_t value, uint64_t rate[MODEL_SOURCES])
{
	const struct model_counter_place *place = &silicon->counter[counter];
	const struct model_bank *bank = silicon->reg[place->select].bank;
	struct model_selection selection = model_decode(bank->layout, value);
	const struct model_event *event;
	unsigned sources = 0;
	uint64_t total = 0;

	if (bank->layout->clock) {
		rate[0] = silicon->clock;
		return 1;
	}
	event = model_find_event(bank->events, selection.event);
	if (!event || (event->counters && !(event->counters >> place->number & 1)))
		return 0;
	if (!event->subs)
		rate[sources++] = rate_of(silicon, socket, place->box, event, 0);
	for (unsigned sub = 1; sub <= event->subs; sub <<= 1)
		if (event->subs & selection.umask & sub)
			rate[sources++] = rate_of(silicon, socket, place->box, event, sub);
	for (unsigned i = 0; i < sources; i++)
		total += rate[i];
	if (!sources || (!selection.threshold && !selection.edge))
		return sources;
	rate[0] = shaped_rate(silicon, event, &selection, total);
	return 1;
}
