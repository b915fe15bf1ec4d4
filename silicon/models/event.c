/* SPDX-License-Identifier: BSD-2-Clause */
/* Events: by code, by name, and how often they happen. */
#include "silicon/models/core.h"
#include "silicon/models/model.h"

const struct model_event *model_find_event(const struct model_event_list *events, unsigned code, unsigned number)
{
	const struct model_event *other = NULL;

	for (; events; events = events->also) {
		for (unsigned i = 0; i < events->count; i++) {
			const struct model_event *row = &events->row[i];

			if (row->code != code)
				continue;
			if (!row->counters || row->counters >> number & 1)
				return row;
			other = row;
		}
	}
	return other;
}

unsigned model_key(const struct model_event *event)
{
	return event->key ? event->key : event->code;
}

const struct model_event *model_name_event(const struct model_event_list *events, struct slice name)
{
	uint64_t number = 0;
	bool numeric = parse_u64(name, &number);

	for (; events; events = events->also)
		for (unsigned i = 0; i < events->count; i++)
			if (numeric ? model_key(&events->row[i]) == number
				    : slice_is_no_case(name, events->row[i].name))
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
	struct slice names = slice_of(event->sub_names ? event->sub_names : "");
	uint64_t number;

	if (parse_u64(name, &number))
		return number && !(number & (number - 1)) && (number & ~(uint64_t)event->subs) == 0 ? (unsigned)number
												    : 0;
	for (unsigned sub = 1; sub <= event->subs; sub <<= 1) {
		struct slice alike = event->subs & sub && names.at ? slice_cut(&names, ' ') : (struct slice){0};

		while (alike.at)
			if (model_same_word(name, slice_cut(&alike, '/')))
				return sub;
	}
	return 0;
}

bool model_next_name(struct slice *names, struct slice *name, unsigned *value)
{
	uint64_t number;
	struct slice entry;

	if (!names->at)
		return false;
	entry = slice_cut(names, ' ');
	*name = slice_cut(&entry, '=');
	if (!parse_u64(entry, &number))
		return false;
	*value = (unsigned)number;
	return true;
}

/* Returns the number that an event's default rates are computed from: its table's base, else its key. */
static uint64_t base_of(const struct model_event *event, const struct model_leaf *leaf)
{
	uint64_t a = leaf->a, b = leaf->b;

	if (event->base)
		return event->base + (event->base * (6 * a * a + 4 * b * b)) / 12;
	return UINT64_C(100003) * (leaf->key + 1u) + UINT64_C(50021) * a * a + UINT64_C(30011) * b * b;
}

/* Returns a rate that the event has on all instances; 0: none. */
static uint64_t own_rate(const struct model *model, const struct model_event *event, unsigned box)
{
	const struct model_part *part = model->part;

	if (event->flags & MODEL_CLOCKED)
		return model_clock(model, box);
	if (event->setting)
		return model->setting[event->setting - 1];
	return part->usual ? part->usual(model, event) : 0;
}

bool model_is_traffic(const struct model *model, unsigned box, const struct model_event *event)
{
	return !(event->flags & MODEL_OF_RUNNING) && !own_rate(model, event, box);
}

/* The default rate: different for every event, sub-event, instance and socket, so that a swap of any two shows in the counts. */
static uint64_t default_rate(const struct model *model, unsigned socket, const struct model_event *event,
			     const struct model_leaf *leaf)
{
	const struct model_box *box = &model->unit[leaf->box];
	uint64_t own = own_rate(model, event, leaf->box), rate = base_of(event, leaf), share;
	unsigned number = box->number, spread = box->type->spread ? box->type->spread : 8;

	if (own)
		return own;
	if (model->idle && !model_core_is(model, leaf->box))
		return 0;
	if (box->type->ports)
		number = box->number * box->type->ports + leaf->port;
	if (event->granule)
		rate *= event->granule;
	rate = rate * event->increment * (64 + spread * number + socket) / 64;
	if (event->flags & MODEL_OF_RUNNING)
		return rate;
	share = flow_counts(model->part->flow, box->type->name, leaf->key) ? model->others_lines : model->background;
	return rate / MODEL_BACKGROUND * share + rate % MODEL_BACKGROUND * share / MODEL_BACKGROUND;
}

/* True if a rate set by a scenario applies to the leaf. */
static bool is_for(const struct model *model, const struct model_leaf *set, const struct model_leaf *leaf)
{
	const struct model_box *box = model->unit;

	if (set->every ? box[set->box].type != box[leaf->box].type : set->box != leaf->box)
		return false;
	return set->key == leaf->key && set->port == leaf->port && set->a == leaf->a && set->b == leaf->b;
}

uint64_t model_leaf_rate(const struct model *model, unsigned socket, const struct model_event *event,
			 const struct model_leaf *leaf)
{
	for (unsigned i = model->rates; i--;)
		if (is_for(model, &model->rate[i].leaf, leaf))
			return model->rate[i].rate;
	return default_rate(model, socket, event, leaf);
}
