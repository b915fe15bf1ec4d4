/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the sources that a counter counts, given its event select and companion registers. */
#include "silicon/models/model.h"

static unsigned field8(uint64_t value, uint8_t low)
{
	return low == MODEL_NO_BIT ? 0 : (unsigned)(value >> low & 0xff);
}

static bool flag(uint64_t value, uint8_t bit)
{
	return bit != MODEL_NO_BIT && value >> bit & 1;
}

static unsigned threshold(const struct model_layout *layout, uint64_t value)
{
	return (unsigned)(value >> layout->threshold_low &
			  MASK(0, layout->threshold_bits ? layout->threshold_bits : 8));
}

struct model_selection model_decode(const struct model_layout *layout, uint64_t value)
{
	return (struct model_selection){
		.enable = model_is_enabled(layout, value),
		.pmi = flag(value, layout->pmi),
		.edge = flag(value, layout->edge),
		.invert = flag(value, layout->invert),
		.reset_tally = flag(value, layout->reset_tally),
		.stops = layout->wrap != MODEL_NO_BIT && !flag(value, layout->wrap),
		.event = layout->event_bits ? (unsigned)(value >> layout->event_low & MASK(0, layout->event_bits)) : 0,
		.umask = field8(value, layout->umask_low),
		.threshold = layout->threshold_low == MODEL_NO_BIT ? 0 : threshold(layout, value),
		.mode = field8(value, layout->mode_low) & 3,
	};
}

/* ---- for drivers -------------------------------------------------------------------------------- */

void model_wrong(struct model_meaning *meaning, unsigned where, const char *format, ...)
{
	struct text text;
	va_list arguments;

	if (meaning->where != MODEL_SOUND)
		return;
	text = TEXT_OVER(meaning->wrong);
	meaning->where = (uint8_t)where;
	va_start(arguments, format);
	text_format_list(&text, format, arguments);
	va_end(arguments);
}

uint64_t model_companion(const struct model_sight *sight, struct model_meaning *meaning, unsigned bank, unsigned index)
{
	return model_companion_of(sight, meaning, sight->model->counter[sight->counter].box, bank, index);
}

uint64_t model_companion_of(const struct model_sight *sight, struct model_meaning *meaning, unsigned box, unsigned bank,
			    unsigned index)
{
	const struct model *model = sight->model;
	unsigned reg = model->box[box].bank[bank] + index;

	for (unsigned i = 0; i <= meaning->uses && i < MODEL_USES; i++) {
		if (i == meaning->uses)
			meaning->use[meaning->uses++] = (uint16_t)reg;
		if (meaning->use[i] == reg)
			break;
	}
	return model_value(model, sight->socket, reg) & ~model->reg[reg].blind;
}

static const struct model_type *type_of(const struct model_sight *sight)
{
	return sight->model->unit[sight->model->counter[sight->counter].box].type;
}

/* Returns a field of a register's value. */
static unsigned cut_field(const struct model_type *type, unsigned field, uint64_t value)
{
	const struct model_field *at = &type->field[field];
	unsigned low = at->low + (at->shifted ? type->shift : 0u);
	unsigned width = at->width + (at->widened ? type->shift : 0u);

	return (unsigned)(value >> low & MASK(0, width));
}

unsigned model_field_value(const struct model_sight *sight, struct model_meaning *meaning, unsigned field)
{
	const struct model_type *type = type_of(sight);

	return cut_field(type, field, model_companion(sight, meaning, type->field[field].bank, 0));
}

uint64_t model_compared_of(const struct model_sight *sight, unsigned box, unsigned bank, unsigned index)
{
	const struct model *model = sight->model;

	return ~model->reg[model->box[box].bank[bank] + index].open;
}

uint64_t model_compared(const struct model_sight *sight, unsigned bank, unsigned index)
{
	return model_compared_of(sight, sight->model->counter[sight->counter].box, bank, index);
}

unsigned model_field_compared(const struct model_sight *sight, unsigned field)
{
	const struct model_type *type = type_of(sight);

	return cut_field(type, field, model_compared(sight, type->field[field].bank, 0));
}

void model_add_rate(struct model_meaning *meaning, uint64_t rate)
{
	if (meaning->run.sources < MODEL_SOURCES)
		meaning->run.rate[meaning->run.sources++] = rate;
}

uint64_t model_rate_in(const struct model_sight *sight, unsigned box, const struct model_event *event,
		       const struct model_leaf *leaf)
{
	struct model_leaf whole = *leaf;
	uint64_t rate;

	if (sight->model->burst) {
		whole.key = (uint16_t)model_key(event);
		return flow_burst_count(sight->model->burst, box, &whole);
	}
	if (event->flags & MODEL_CLOCKED && sight->model->box[box].quirks & QUIRK_CLOCK_STANDS)
		return 0;
	whole.box = (uint16_t)box;
	whole.key = (uint16_t)model_key(event);
	rate = model_leaf_rate(sight->model, sight->socket, event, &whole);
	return event->granule ? rate / event->granule : rate;
}

void model_add_leaf(const struct model_sight *sight, struct model_meaning *meaning, const struct model_event *event,
		    const struct model_leaf *leaf)
{
	unsigned box = sight->model->counter[sight->counter].box;
	uint64_t rate = model_rate_in(sight, box, event, leaf);

	if (event->scale)
		rate = rate * (32 + model_field_value(sight, meaning, event->scale - 1u)) / 32;
	model_add_rate(meaning, rate);
}

const struct model_event *model_select_event(const struct model_sight *sight, struct model_meaning *meaning,
					     unsigned code)
{
	unsigned number = sight->model->counter[sight->counter].number;
	const struct model_event *event = model_find_event(type_of(sight)->events, code, number);

	if (!event) {
		model_wrong(meaning, MODEL_WRONG_SELECT, "event 0x%x is none of this box's", code);
		return NULL;
	}
	if (event->counters && !(event->counters >> number & 1)) {
		model_wrong(meaning, MODEL_WRONG_SELECT, "event %s cannot be counted by this counter", event->name);
		return NULL;
	}
	meaning->event = event;
	return event;
}

const struct model_event *model_find_whole(const struct model_sight *sight, struct model_meaning *meaning,
					   struct model_sight *split)
{
	unsigned number = sight->model->counter[sight->counter].number;
	unsigned code = sight->selection.event;

	*split = *sight;
	if (model_find_event(type_of(sight)->events, code, number))
		return model_select_event(sight, meaning, code);
	split->selection.event = code & 0xff;
	split->selection.umask = code >> 8;
	return model_select_event(split, meaning, code & 0xff);
}

/* ---- choices ---------------------------------------------------------------------------------- */

/* Finds the values that a choice's field selects: one, or every. Returns their number. */
static unsigned chosen(const struct model_sight *sight, struct model_meaning *meaning,
		       const struct model_choice *choice, unsigned char values[MODEL_SOURCES])
{
	bool every = choice->every_field != MODEL_NO_FIELD &&
		     model_field_value(sight, meaning, choice->every_field) == choice->every_value;
	unsigned wanted = every ? 0 : model_field_value(sight, meaning, choice->field);
	unsigned count = 0, value;
	struct slice names = slice_of(choice->names), name;

	while (model_next_name(&names, &name, &value))
		if (every || value == wanted)
			values[count++] = (unsigned char)value;
	if (!count)
		model_wrong(meaning, MODEL_WRONG_COMPANION, "%s = 0x%x means nothing",
			    type_of(sight)->field[choice->field].name, wanted);
	return count;
}

void model_add_choices(const struct model_sight *sight, struct model_meaning *meaning, const struct model_event *event)
{
	unsigned char first[MODEL_SOURCES], second[MODEL_SOURCES] = {0};
	unsigned firsts = chosen(sight, meaning, &event->choice[0], first), seconds = 1;
	bool paired = false;

	for (unsigned i = 1; i < event->choices && firsts; i++) {
		unsigned when = event->choice[i].when;

		if (when && when != first[0] + 1u)
			continue;
		seconds = chosen(sight, meaning, &event->choice[i], second);
		paired = true;
	}
	for (unsigned i = 0; i < firsts; i++)
		for (unsigned j = 0; j < seconds; j++)
			model_add_leaf(sight, meaning, event,
				       &(struct model_leaf){.a = (uint8_t)(first[i] + 1),
							    .b = paired ? (uint8_t)(second[j] + 1) : 0});
}

/* ---- umasks ------------------------------------------------------------------------------------- */

static bool is_number_of(const struct model_event *event, unsigned umask)
{
	struct slice names = slice_of(event->choice[0].names), name;
	unsigned value;

	while (model_next_name(&names, &name, &value))
		if (value == umask)
			return true;
	return false;
}

bool model_has_umask(const struct model_event *event, unsigned umask)
{
	return event->flags & MODEL_NUMBERED ? is_number_of(event, umask) : !(umask & ~(unsigned)event->subs);
}

void model_check_umask(const struct model_sight *sight, struct model_meaning *meaning, const struct model_event *event)
{
	unsigned stray = sight->selection.umask & ~(unsigned)event->subs;

	if (event->flags & MODEL_NUMBERED && !is_number_of(event, sight->selection.umask))
		model_wrong(meaning, MODEL_WRONG_SELECT, "umask 0x%x means nothing with event %s",
			    sight->selection.umask, event->name);
	else if (stray)
		model_wrong(meaning, MODEL_WRONG_SELECT, "umask bits 0x%x mean nothing with event %s", stray,
			    event->name);
	if (event->flags & MODEL_ONE_SUB && count_bits(sight->selection.umask & event->subs) != 1)
		model_wrong(meaning, MODEL_WRONG_SELECT,
			    "event %s with more or less than one sub-event is undefined (323535 p.78, p.80)",
			    event->name);
}

/* An occupancy is summed from a tally, which is right only if it was reset after its queue was selected. Otherwise the
 * tally holds an entry that never leaves. */
static void add_tally(const struct model_sight *sight, struct model_meaning *meaning, const struct model_event *event)
{
	const struct model *model = sight->model;
	uint64_t queue = 1 + (uint64_t)sight->selection.event + ((uint64_t)sight->selection.umask << 16);

	if (sight->selection.reset_tally) {
		model_wrong(meaning, MODEL_WRONG_COMPANION, "reset_occ_cnt holds the tally of %s at 0 (323535 p.60)",
			    event->name);
		meaning->run.sources = 0;
	} else if (!model->burst && model->socket[sight->socket].tally[sight->counter] != queue) {
		model_wrong(meaning, MODEL_WRONG_COMPANION,
			    "the tally of %s was not reset by reset_occ_cnt since its queue was chosen (323535 p.60)",
			    event->name);
		model_add_rate(meaning, model->clock);
	}
}

void model_add_umask(const struct model_sight *sight, struct model_meaning *meaning, const struct model_event *event)
{
	model_check_umask(sight, meaning, event);
	if (event->flags & MODEL_NUMBERED) {
		if (is_number_of(event, sight->selection.umask))
			model_add_leaf(sight, meaning, event,
				       &(struct model_leaf){.a = (uint8_t)(sight->selection.umask + 1)});
		return;
	}
	if (!event->subs || (event->flags & MODEL_BARE && !sight->selection.umask))
		model_add_leaf(sight, meaning, event, &(struct model_leaf){0});
	for (unsigned i = 0; i < 8; i++)
		if (event->subs & sight->selection.umask & BIT(i))
			model_add_leaf(sight, meaning, event, &(struct model_leaf){.a = (uint8_t)(i + 1)});
}

void model_mean_umask(const struct model_sight *sight, struct model_meaning *meaning)
{
	const struct model_event *event = model_select_event(sight, meaning, sight->selection.event);

	if (!event)
		return;
	model_add_umask(sight, meaning, event);
	if (event->flags & MODEL_TALLIED)
		add_tally(sight, meaning, event);
}

/* ---- threshold, invert and edges ------------------------------------------------------------------ */

/* The architecture specifies for counters of cores what documents leave open for those of the uncore. */
static bool is_of_core(const struct model_sight *sight)
{
	return sight->model->unit[sight->model->counter[sight->counter].box].type->per_core;
}

static void check_shape(const struct model_sight *sight, struct model_meaning *meaning)
{
	if (sight->model->part->any_shape || is_of_core(sight))
		return;
	if (sight->selection.edge && meaning->event->increment > 1)
		model_wrong(meaning, MODEL_WRONG_SELECT, "edge_detect with %s, which can add more than 1 in a cycle",
			    meaning->event->name);
	if (sight->selection.invert && !sight->selection.threshold)
		model_wrong(meaning, MODEL_WRONG_SELECT, "invert without a threshold has no defined effect");
}

/* What counts after threshold and invert: the active cycles, the others, all or none. */
enum passing { NOTHING, ACTIVE, IDLE, EVERYTHING };

static enum passing pass(const struct model_sight *sight, unsigned increment)
{
	static const enum passing opposite[] = {EVERYTHING, IDLE, ACTIVE, NOTHING};
	const struct model_part *part = sight->model->part;
	const uint64_t *setting = sight->model->setting;
	unsigned threshold = sight->selection.threshold;
	bool invert = sight->selection.invert;
	bool core = is_of_core(sight), equals = sight->model->counter[sight->counter].quirks & COUNTER_EQUALS;
	bool above = !core && part->test_setting && setting[part->test_setting - 1] == MODEL_TEST_ABOVE;
	uint64_t inverts = !core && part->invert_setting ? setting[part->invert_setting - 1] : MODEL_INVERT_BELOW;

	if (!threshold)
		return ACTIVE;
	if (invert && inverts == MODEL_INVERT_ABOVE)
		return increment > threshold ? ACTIVE : NOTHING;
	if (inverts == MODEL_INVERT_SWAPPED)
		invert = !invert;
	if ((above ? increment <= threshold : increment < threshold) || (equals && increment > threshold + above))
		return invert ? EVERYTHING : NOTHING;
	return invert ? opposite[ACTIVE] : ACTIVE;
}

/* Reduces a signal to a single source by threshold, invert and edge detect. */
static void shape(const struct model_sight *sight, struct model_meaning *meaning)
{
	const struct model_event *event = meaning->event;
	unsigned box = sight->model->counter[sight->counter].box;
	uint64_t clock = model_clock(sight->model, box), total = 0, active;
	enum passing passing = pass(sight, event->increment);

	for (unsigned i = 0; i < meaning->run.sources; i++)
		total += meaning->run.rate[i];
	active = min_u64(total / event->increment, clock);
	if (sight->selection.edge && (passing == NOTHING || passing == EVERYTHING || active == clock))
		active = 0;
	else if (sight->selection.edge)
		active /= event->run;
	else if (passing == IDLE)
		active = clock - active;
	else if (passing != ACTIVE)
		active = passing == EVERYTHING ? clock : 0;
	meaning->run.rate[0] = active;
	meaning->run.sources = 1;
	meaning->run.inside &= passing != EVERYTHING;
	if (passing == IDLE && meaning->run.inside && !sight->selection.edge) {
		/* Between bursts all cycles are idle. */
		model_add_rate(meaning, clock);
		meaning->run.outside = BIT(1);
	}
}

void model_find_meaning(const struct model *model, unsigned socket, unsigned counter, uint64_t select,
			struct model_meaning *meaning)
{
	const struct model_counter_place *place = &model->counter[counter];
	const struct model_layout *layout = place->layout;
	const struct model_sight sight = {
		.model = model,
		.socket = socket,
		.counter = counter,
		.select = select,
		.selection = model_decode(layout, select),
	};

	meaning->run.sources = 0;
	meaning->run.inside = meaning->run.outside = 0;
	meaning->run.bursts = model->bursts;
	meaning->run.running = true;
	meaning->run.down = sight.selection.mode == 1;
	meaning->event = meaning->flag = NULL;
	meaning->uses = 0;
	meaning->where = MODEL_SOUND;
	meaning->wrong[0] = '\0';
	if (layout->clock) {
		model_add_rate(meaning, model_clock(model, place->box));
		return;
	}
	model->unit[place->box].type->mean(&sight, meaning);
	if (!meaning->event)
		return;
	check_shape(&sight, meaning);
	if (model->bursts.period > model->bursts.length && !is_of_core(&sight) &&
	    (model_is_traffic(model, place->box, meaning->event) ||
	     (meaning->flag && model_is_traffic(model, place->box, meaning->flag))))
		meaning->run.inside = MASK(0, meaning->run.sources);
	/* The threshold is applied to a few happenings, no two of which are in one cycle. */
	if (model->burst) {
		if (pass(&sight, 1) != ACTIVE)
			meaning->run.sources = 0;
		return;
	}
	if (meaning->run.sources && (sight.selection.threshold || sight.selection.edge))
		shape(&sight, meaning);
}
